//! A node of the tree below the root.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, Stopped, mate_in_one};
use sakiyomi_rules::{Bitboard, Declaration, Move, Variant};

use crate::corrections::Corrections;
use crate::params::{
    BONUS_MOST, BONUS_PER_SQUARE, DECISIVE_CP, EXCHANGE_CAPTURE_CP, EXCHANGE_DEPTH,
    EXCHANGE_QUIET_CP, FUTILITY_DEPTH, FUTILITY_MARGIN_CP, INTERNAL_DEPTH, LATE_MOVE_DEPTH,
    MAX_PLY, RAZOR_DEPTH, RAZOR_MARGIN_CP, REDUCTION_AFTER, REDUCTION_DEPTH, REDUCTION_HISTORY,
    SINGULAR_DEPTH, SINGULAR_MARGIN_CP, STATIC_NULL_DEPTH, STATIC_NULL_MARGIN_CP, reduction_1024,
};
use crate::piece_to::PieceTo;
use crate::table::Entry;
use crate::team::{Deferred, Question};
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::null_move::NullResult;
use crate::{CheckExtension, ForwardUse, TableUse};

pub(super) const ONE: Score = Score::centipawns(1);

/// Whether the game is decided by this score: a mate, a declaration, or a repetition that loses.
pub(super) fn is_decisive(score: Score) -> bool {
    score.value().abs() >= DECISIVE_CP
}

/// Under which key the table keeps a position without one of its moves.
fn key_without<V: Variant>(key: u64, mv: Move<V>) -> u64 {
    key ^ u64::from(mv.to_bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Moves that were tried before the one that cut.
const MOST_TRIED: usize = 32;

/// The moves tried at a node, for the statistics.
struct Tried<V: Variant> {
    moves: [Option<Move<V>>; MOST_TRIED],
    count: usize,
}

impl<V: Variant> Tried<V> {
    fn new() -> Self {
        Self { moves: [None; MOST_TRIED], count: 0 }
    }

    fn add(&mut self, mv: Move<V>) {
        if self.count < MOST_TRIED {
            self.moves[self.count] = Some(mv);
            self.count += 1;
        }
    }
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of the position at the end of the line, `depth` plies deep, fail-soft: outside the window it is a
    /// bound. `PV` says that the window is open, `cut` that a cut is expected.
    pub(crate) fn node<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
        cut: bool,
    ) -> Result<Value, Stopped> {
        if self.team.is_none() || self.frames[ply as usize].excluded.is_some() {
            return self.search_node::<PV>(alpha, beta, depth, ply, cut);
        }
        let mark = self.mark(ply);
        let result = self.search_node::<PV>(alpha, beta, depth, ply, cut);
        self.catch(&mark, result)
    }

    /// [`node`](Self::node), broken off where another thread has settled this node or one above.
    fn search_node<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: u32,
        cut: bool,
    ) -> Result<Value, Stopped> {
        let at = ply as usize;
        self.frames[at].pv.clear();
        let excluded = self.frames[at].excluded;

        // 1. Repetitions come before everything else: the position is not what it was the first time.
        if let Some(value) = self.repetition(ply) {
            self.enter_node(ply)?;
            return Ok(value);
        }
        let mut best = Value::pure(-Score::INFINITE);
        // A side that may declare a win has won; one that may declare a draw has at least that.
        match self.declaration() {
            Declaration::Win => {
                self.enter_node(ply)?;
                return Ok(Value::pure(Score::mate_in(ply + 1)));
            }
            Declaration::Draw => best.score = self.draw_score(),
            _ => {}
        }
        if ply >= MAX_PLY {
            self.enter_node(ply)?;
            return Ok(Value::pure(self.line.value()));
        }
        let in_check = self.position().in_check();
        let extends = match self.options.check_extension {
            CheckExtension::Off => false,
            CheckExtension::Horizon => depth <= 0,
            CheckExtension::Always => true,
        };
        if in_check && extends && ply < 2 * self.root_depth {
            depth += 1;
        }
        if depth <= 0 {
            self.seldepth = self.seldepth.max(ply);
            let score = self.quiet_value(alpha, beta, ply)?;
            return Ok(Value::pure(score.max(best.score)));
        }
        self.enter_node(ply)?;

        // 2. Nothing here can be better than mating with the next move, or worse than being mated now.
        if self.options.mate_distance_pruning {
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return Ok(Value::pure(alpha));
            }
        }

        // 3. The table. A node without one of its moves is another.
        let key = excluded.map_or(self.line.key(), |mv| key_without(self.line.key(), mv));
        let entry: Option<Entry<V>> =
            if self.options.table == TableUse::Off { None } else { self.table.probe(key) };
        let may_answer = !PV || !self.options.principal_variation;
        if let Some(entry) = entry.filter(|_| may_answer)
            && let Some(score) = self.answer(&entry, alpha, beta, depth, ply)
        {
            return Ok(Value::pure(score));
        }
        let table_score = entry.map(|entry| entry.score.from_node_to_root(ply));
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| self.position().is_legal(mv));

        // 4. Mate in one. Where the position has been at this step before, it was looked for then.
        let was_here = entry.is_some_and(|entry| entry.depth >= 1);
        let looks_for_mate =
            self.options.mate_in_one && !in_check && !was_here && excluded.is_none();
        if let Some(mv) = looks_for_mate.then(|| mate_in_one(self.position())).flatten() {
            let value = Value::pure(Score::mate_in(ply + 1));
            self.frames[at].pv.push(mv);
            (self.frames[at].eval, self.frames[at].raw_eval) = (None, None);
            self.store(key, Some(mv), value, Some(Bound::Exact), depth, ply);
            return Ok(value);
        }

        // 5. The static value, and whether it has got better since our last move.
        let eval = match (in_check, entry.and_then(|entry| entry.eval)) {
            (true, _) => None,
            (false, Some(eval)) => Some(eval),
            (false, None) => Some(self.line.value()),
        };
        self.frames[at].raw_eval = eval;
        let places = (self.options.correction_history && eval.is_some())
            .then(|| Corrections::places(self.position(), self.played(ply, 1)));
        let eval = match (eval, places) {
            (Some(eval), Some(places)) => Some(self.statistics.corrections.corrected(eval, places)),
            _ => eval,
        };
        let judged = eval;
        self.frames[at].eval = eval;
        let before = at.checked_sub(2).and_then(|at| self.frames[at].eval);
        let improving = eval.is_some_and(|eval| before.is_none_or(|before| eval > before));
        let eval = match (eval, entry, table_score) {
            (Some(eval), Some(entry), Some(score))
                if self.options.table_value && !is_decisive(score) =>
            {
                Some(match entry.bound {
                    Some(Bound::Exact) => score,
                    Some(Bound::Lower) => eval.max(score),
                    Some(Bound::Upper) => eval.min(score),
                    None => eval,
                })
            }
            _ => eval,
        };

        // From here on another thread may settle what is asked here. The table's answer counts with an open window too then:
        // a node that another thread has searched need not be searched again for its line.
        if excluded.is_none() && self.shares(depth) {
            self.frames[at].question = Some(Question { key, alpha, beta, depth });
        }

        // 6. Cuts by the static value.
        if let Some(eval) = eval.filter(|_| !PV && excluded.is_none()) {
            let margin = STATIC_NULL_MARGIN_CP * (depth - i32::from(improving));
            if self.options.static_null_move
                && depth <= STATIC_NULL_DEPTH
                && !is_decisive(beta)
                && eval - Score::centipawns(margin) >= beta
            {
                return Ok(Value::pure(eval));
            }
            let margin = RAZOR_MARGIN_CP[0] + RAZOR_MARGIN_CP[1] * depth * depth;
            if self.options.razoring
                && depth <= RAZOR_DEPTH
                && !is_decisive(alpha)
                && eval + Score::centipawns(margin) < alpha
            {
                let score = self.quiet_value(alpha, alpha + ONE, ply)?;
                if score <= alpha {
                    return Ok(Value::pure(score));
                }
            }
        }

        // 7. The null move.
        let null =
            self.options.null_move.filter(|null| !PV && self.may_pass(null, beta, depth, ply));
        let mut mate_threat = false;
        if let Some(null) = null.filter(|null| null.after_moves == 0) {
            match self.try_pass(&null, beta, depth, ply)? {
                NullResult::Cut(value) => return Ok(value),
                NullResult::Nothing { mate_threat: threat } => mate_threat = threat,
            }
        }

        // 8. ProbCut: a capture that gains far more than is needed.
        if let Some(eval) = eval.filter(|_| !PV && excluded.is_none())
            && let Some(value) = self.prob_cut(eval, beta, depth, ply, cut, entry)?
        {
            return Ok(value);
        }

        // 9. Where the table knows no move, the order will be poor: search less and come back.
        if self.options.internal_reduction
            && depth >= INTERNAL_DEPTH
            && table_move.is_none()
            && (PV || cut)
            && excluded.is_none()
        {
            depth -= 1;
            if let Some(question) = &mut self.frames[at].question {
                question.depth = depth;
            }
        }

        // 10. The moves, in stages or ranked by their quiescence values.
        let first_alpha = alpha;
        alpha = alpha.max(best.score);
        let forward = self.options.forward.filter(|forward| depth >= forward.least_depth as i32);
        let mut width = i32::MAX;
        let mut picker = match forward {
            Some(forward) => {
                let base = self.moves.len();
                width = self.rank_forward(&forward, table_move, depth, ply)? as i32;
                self.picker_of_list(base)
            }
            None => self.picker(table_move, ply),
        };
        let prunes_forward = forward.is_some_and(|forward| forward.purpose == ForwardUse::Prune);
        let reduces_forward =
            forward.is_some_and(|forward| forward.purpose == ForwardUse::OrderAndReduce);
        let checks = self.position().check_squares();
        let enemy_king = self.position().king(!self.position().side_to_move());
        let near_king =
            enemy_king.map_or(Bitboard::EMPTY, |king| self.position().attacks_from(king));
        let following = self.following(ply);
        let us = self.position().side_to_move();
        let mut best_move = None;
        let mut reach = i32::MAX;
        let mut given = 0;
        let mut deferred = Deferred::new();
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        loop {
            let (mv, number, is_again) = if let Some(mv) = self.next_move(&mut picker, ply) {
                if Some(mv) == excluded {
                    continue;
                }
                given += 1;
                (mv, given, false)
            } else if let Some((mv, number)) = deferred.next() {
                (mv, number, true)
            } else {
                break;
            };
            // Who has only seen mates so far has not seen all.
            if number > width && prunes_forward && best.score.value() > -DECISIVE_CP {
                continue;
            }
            let is_quiet = !self.is_tactical(mv);
            let gives_check = self.position().gives_check_with(mv, &checks);
            let history = if is_quiet { self.quiet_history(mv, following) } else { 0 };

            // 11. Moves near the leaves that are unlikely to matter, once there is something to fall back on.
            if best.score.value() > -DECISIVE_CP && ply > 0 {
                let reduced = (depth - reduction_1024(depth, number) / 1024).max(0);
                if is_quiet && !gives_check && !in_check && !mate_threat {
                    let limit = (4 + depth * depth) / if improving { 1 } else { 2 };
                    let defends = near_king.contains(mv.to()) && mv.is_drop();
                    if self.options.late_move_pruning
                        && depth <= LATE_MOVE_DEPTH
                        && number > limit
                        && !defends
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    let margin = FUTILITY_MARGIN_CP[0] + FUTILITY_MARGIN_CP[1] * reduced;
                    if self.options.futility_pruning
                        && reduced <= FUTILITY_DEPTH
                        && !is_decisive(alpha)
                        && !defends
                        && eval.is_some_and(|eval| eval + Score::centipawns(margin) <= alpha)
                    {
                        continue;
                    }
                }
                if self.options.exchange_pruning && depth <= EXCHANGE_DEPTH {
                    let allowed = if is_quiet {
                        EXCHANGE_QUIET_CP * reduced * reduced
                    } else {
                        EXCHANGE_CAPTURE_CP * depth
                    };
                    if !in_check && !gives_check && !self.exchange_at_least(mv, -allowed) {
                        continue;
                    }
                }
            }

            // 12. Extensions.
            let mut extension = 0;
            if self.options.one_reply_extension
                && in_check
                && number == 1
                && ply < 2 * self.root_depth
                && self.position().count_legal() == 1
            {
                extension = 1;
            }
            if self.options.singular_extension
                && depth >= SINGULAR_DEPTH
                && Some(mv) == table_move
                && excluded.is_none()
                && ply < 2 * self.root_depth
            {
                let known = entry.zip(table_score).filter(|(entry, score)| {
                    entry.depth >= depth - 3
                        && entry.bound.is_some_and(|bound| bound != Bound::Upper)
                        && !is_decisive(*score)
                });
                if let Some((_, score)) = known {
                    let bar = score - Score::centipawns(SINGULAR_MARGIN_CP * depth);
                    self.frames[at].excluded = Some(mv);
                    let others = self.node::<false>(bar - ONE, bar, (depth - 1) / 2, ply, cut)?;
                    self.frames[at].excluded = None;
                    if others.score < bar {
                        extension = 1;
                    } else if bar >= beta {
                        // Another move cuts as well.
                        self.finish(&picker);
                        return Ok(Value { score: bar, ..others });
                    } else if score >= beta {
                        extension = -1;
                    }
                }
            }

            // 13. Late moves are searched less deep.
            let next = depth - 1 + extension;
            let mut reduction = 0;
            if self.options.late_move_reductions
                && depth >= REDUCTION_DEPTH
                && number > REDUCTION_AFTER - i32::from(!PV)
            {
                let mut r = reduction_1024(depth, number);
                if is_quiet {
                    r -= history * 1024 / REDUCTION_HISTORY;
                    r -= 1024 * i32::from(self.frames[at].killers.contains(&Some(mv)));
                } else {
                    r -= 1024;
                }
                r -= 1024 * i32::from(PV);
                r -= 1024 * i32::from(gives_check);
                r -= 1024 * i32::from(in_check || mate_threat);
                r += 1024 * i32::from(cut);
                r += 512 * i32::from(!improving);
                reduction = (r / 1024).clamp(0, (next - 1).max(0));
            }
            if reduces_forward && number > width && depth >= REDUCTION_DEPTH {
                reduction = (reduction + 1).min((next - 1).max(0));
            }

            // 14. The move itself; later, if another thread is searching it.
            let shares = number > 1 && self.shares(depth);
            if shares && !is_again && !deferred.is_full() && self.is_busy(key, mv) {
                deferred.add(mv, number);
                continue;
            }
            if shares {
                self.enter_move(key, mv);
            }
            self.make(mv);
            let open = number == 1 || !self.options.principal_variation;
            let mut search = || {
                if open && reduction == 0 {
                    return Ok(-self.node::<PV>(-beta, -alpha, next, ply + 1, !PV && !cut)?);
                }
                let low = -alpha - ONE;
                let mut value =
                    -self.node::<false>(low, -alpha, next - reduction, ply + 1, true)?;
                if reduction > 0 && value.score > alpha {
                    value = -self.node::<false>(low, -alpha, next, ply + 1, !cut)?;
                }
                if PV && value.score > alpha && (value.score < beta || open) {
                    value = -self.node::<PV>(-beta, -alpha, next, ply + 1, false)?;
                }
                Ok(value)
            };
            let value = search()?;
            self.unmake();
            if shares {
                self.leave_move();
            }
            reach = reach.min(value.reach);

            if value.score > best.score {
                best = value;
                if value.score > alpha {
                    best_move = Some(mv);
                    alpha = value.score;
                    if PV {
                        self.take_over_pv(mv, ply);
                    }
                    if value.score >= beta {
                        break;
                    }
                }
            }
            if is_quiet {
                quiets.add(mv);
            } else {
                captures.add(mv);
            }

            // 15. The delayed null move: after some moves that came near to beta.
            let delayed = null.filter(|null| {
                let near = beta - Score::centipawns(null.delay_margin_cp);
                null.after_moves as i32 == number && best.score >= near
            });
            if let Some(null) = delayed
                && let NullResult::Cut(value) = self.try_pass(&null, beta, depth, ply)?
            {
                self.finish(&picker);
                return Ok(value);
            }
        }
        self.finish(&picker);

        // 16. Without a legal move the game is lost, in check or not.
        if given == 0 {
            let score = if excluded.is_some() { alpha } else { Score::mated_in(ply) };
            return Ok(Value::pure(score));
        }
        // Where every move was left out, the value is no more than a bound.
        if best.score == -Score::INFINITE {
            best.score = alpha;
        }

        // 17. A cut rests on its move alone, every other value on all moves.
        if best.score < beta {
            best.reach = reach;
        }
        if !best.is_tainted_at(ply) {
            best.reach = i32::MAX;
        }
        if let Some(mv) = best_move.filter(|_| best.score >= beta) {
            self.note_cut(mv, ply, depth, &quiets, &captures);
        }
        debug_assert_eq!(us, self.position().side_to_move());

        // 18. By what the static value was wrong. A move that takes says little of it, and a bound only what it excludes.
        if let Some((places, judged)) = places.zip(judged)
            && excluded.is_none()
            && !is_decisive(best.score)
            && best_move.is_none_or(|mv| !self.is_tactical(mv))
            && !(best.score >= beta && best.score <= judged)
            && !(best_move.is_none() && best.score >= judged)
        {
            self.statistics.corrections.add(places, best.score - judged, depth);
        }

        // 19. Remember.
        let bound = Bound::of(best.score, first_alpha, beta);
        self.store(key, best_move, best, Some(bound), depth, ply);
        Ok(best)
    }

    pub(super) fn store(
        &self,
        key: u64,
        mv: Option<Move<V>>,
        value: Value,
        bound: Option<Bound>,
        depth: i32,
        ply: u32,
    ) {
        if self.options.table == TableUse::Off {
            return;
        }
        // What rests on the path holds for the path alone; the move is still worth knowing.
        let bound = bound.filter(|_| !value.is_tainted_at(ply));
        let score = value.score.from_root_to_node(ply);
        let eval = self.frames[ply as usize].raw_eval.filter(|_| !self.position().in_check());
        self.table.store(key, Entry { mv, score, eval, depth, bound });
    }

    /// The line from here is this move and the line below.
    pub(crate) fn take_over_pv(&mut self, mv: Move<V>, ply: u32) {
        let (here, below) = self.frames.split_at_mut(ply as usize + 1);
        let pv = &mut here[ply as usize].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// A move cut: it and those tried before it in vain are remembered.
    fn note_cut(
        &mut self,
        mv: Move<V>,
        ply: u32,
        depth: i32,
        quiets: &Tried<V>,
        captures: &Tried<V>,
    ) {
        let us = self.position().side_to_move();
        let before = self.before(ply);
        let bonus = (BONUS_PER_SQUARE * depth * depth).min(BONUS_MOST);
        if !self.is_tactical(mv) {
            let killers = &mut self.frames[ply as usize].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(before) = before[0].filter(|_| self.options.counter_moves) {
                self.statistics.set_counter(us, before, mv);
            }
            self.add_quiet(mv, before, bonus);
            for &tried in quiets.moves.iter().flatten() {
                self.add_quiet(tried, before, -bonus);
            }
        } else {
            self.add_capture(mv, bonus);
        }
        for &tried in captures.moves.iter().flatten() {
            self.add_capture(tried, -bonus);
        }
    }

    fn add_quiet(&mut self, mv: Move<V>, before: [Option<PieceTo>; 2], bonus: i32) {
        let position = self.line.position();
        if self.options.history {
            self.statistics.add_history(position.side_to_move(), mv, bonus);
        }
        if self.options.continuation_history {
            let here = PieceTo::of(position, mv);
            self.statistics.add_continuation(before, here, bonus);
        }
    }

    fn add_capture(&mut self, mv: Move<V>, bonus: i32) {
        let position = self.line.position();
        let victim = position.kind_at(mv.to()).filter(|_| self.options.capture_history);
        if let Some(victim) = victim {
            self.statistics.add_capture(PieceTo::of(position, mv), victim, bonus);
        }
    }
}
