//! A node of the tree below the root, step by step.
//!
//! Each step that is a technique has a file under `steps/`, with its idea, its source and the conditions under which it
//! applies; the order of the steps is Stockfish's. `forward` (KFEnd list 9) takes the place of the staged moves.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, Stopped};
use sakiyomi_rules::{Bitboard, Declaration, Move, Variant};

use crate::params::{DECISIVE_CP, MAX_PLY};
use crate::team::{Deferred, Question};
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::learn::Tried;
use crate::worker::state::{Candidate, Node, ONE};
use crate::worker::steps::forward::Width;
use crate::worker::steps::null_move::NullResult;
use crate::worker::steps::singular::Singular;
use crate::worker::steps::{
    check_extension, correction, exchange_pruning, forward, futility, internal_reduction,
    late_move_pruning, mate_distance, one_reply, reductions, static_null,
};
use crate::worker::table_use::key_without;

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
        alpha: Score,
        beta: Score,
        depth: i32,
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

        // 2. A side that may declare a win has won; one that may declare a draw has at least that.
        let mut best = Value::pure(-Score::INFINITE);
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

        // 3. The depth: a ply more in check; where it is used up, the quiescence search.
        let mut node = Node {
            alpha,
            beta,
            depth,
            ply,
            is_open: PV,
            expects_cut: cut,
            in_check: self.position().in_check(),
            lacks_move: excluded.is_some(),
            may_extend: ply < 2 * self.root_depth,
            eval: None,
            is_improving: false,
            mate_threat: false,
        };
        node.depth += i32::from(check_extension::applies(&self.options, &node));
        if node.depth <= 0 {
            self.seldepth = self.seldepth.max(ply);
            let score = self.quiet_value(alpha, beta, ply)?;
            return Ok(Value::pure(score.max(best.score)));
        }
        self.enter_node(ply)?;

        // 4. Nothing here can be better than mating with the next move, or worse than being mated now.
        if let Some(score) = mate_distance::narrow(&self.options, &mut node) {
            return Ok(Value::pure(score));
        }
        let beta = node.beta;

        // 5. The table. A node without one of its moves is another.
        let key = excluded.map_or(self.line.key(), |mv| key_without(self.line.key(), mv));
        let entry = self.probe(key);
        let may_answer = !PV || !self.options.principal_variation;
        if let Some(entry) = entry.filter(|_| may_answer)
            && let Some(score) = self.answer(&entry, node.alpha, beta, node.depth, ply)
        {
            return Ok(Value::pure(score));
        }
        let table_score = entry.map(|entry| entry.score.from_node_to_root(ply));
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| self.position().is_legal(mv));

        // 6. Mate in one.
        if let Some(value) = self.mate_in_one(&node, key, entry.map(|entry| entry.depth)) {
            return Ok(value);
        }

        // 7. The static value, and whether it has got better since our last move.
        let judged = self.static_value(&mut node, entry.as_ref(), table_score);

        // From here on another thread may settle what is asked here. The table's answer counts with an open window too then:
        // a node that another thread has searched need not be searched again for its line.
        if excluded.is_none() && self.shares(node.depth) {
            let Node { alpha, depth, .. } = node;
            self.frames[at].question = Some(Question { key, alpha, beta, depth });
        }

        // 8. Cuts by the static value: far above beta, or far below alpha.
        if let Some(score) = static_null::cut(&self.options, &node) {
            return Ok(Value::pure(score));
        }
        if let Some(score) = self.razor(&node)? {
            return Ok(Value::pure(score));
        }

        // 9. The null move.
        let null = self.null_move(&node);
        if let Some(null) = null.filter(|null| null.after_moves == 0) {
            match self.try_pass(&null, &node)? {
                NullResult::Cut(value) => return Ok(value),
                NullResult::Nothing { mate_threat } => node.mate_threat = mate_threat,
            }
        }

        // 10. ProbCut: a capture that gains far more than is needed.
        if let Some(value) = self.prob_cut(&node, entry)? {
            return Ok(value);
        }

        // 11. Where the table knows no move, the order will be poor: search less and come back.
        if internal_reduction::applies(&self.options, &node, table_move.is_some()) {
            node.depth -= 1;
            if let Some(question) = &mut self.frames[at].question {
                question.depth = node.depth;
            }
        }
        let depth = node.depth;

        // 12. The moves, in stages or ranked by their quiescence values.
        let first_alpha = node.alpha;
        node.alpha = node.alpha.max(best.score);
        let mut width = Width::ALL;
        let mut picker = match forward::settings(&self.options, &node) {
            Some(forward) => {
                let base = self.moves.len();
                let moves = self.rank_forward(&forward, table_move, depth, ply)?;
                width = Width::new(&forward, moves);
                self.picker_of_list(base)
            }
            None => self.picker(table_move, ply),
        };
        let checks = self.position().check_squares();
        let enemy_king = self.position().king(!self.position().side_to_move());
        let near_king =
            enemy_king.map_or(Bitboard::EMPTY, |king| self.position().attacks_from(king));
        let following = self.following(ply);
        let mut best_move: Option<Move<V>> = None;
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
            // Who has only seen mates so far has not seen all: no move is left out before.
            let may_leave_out = best.score.value() > -DECISIVE_CP;
            if may_leave_out && width.leaves_out(number) {
                continue;
            }
            let is_quiet = !self.is_tactical(mv);
            let candidate = Candidate {
                number,
                is_quiet,
                gives_check: self.position().gives_check_with(mv, &checks),
                is_killer: self.frames[at].killers.contains(&Some(mv)),
                is_drop_near_king: near_king.contains(mv.to()) && mv.is_drop(),
                history: if is_quiet { self.quiet_history(mv, following) } else { 0 },
            };

            // 13. Moves near the leaves that are unlikely to matter.
            if may_leave_out {
                if late_move_pruning::applies(&self.options, &node, &candidate) {
                    picker.skip_quiets();
                    continue;
                }
                if futility::applies(&self.options, &node, &candidate) {
                    continue;
                }
                let allowed = exchange_pruning::allowed_loss_cp(&self.options, &node, &candidate);
                if allowed.is_some_and(|allowed| !self.exchange_at_least(mv, -allowed)) {
                    continue;
                }
            }

            // 14. Extensions.
            let mut extension =
                i32::from(one_reply::applies(&self.options, &node, &candidate, self.position()));
            if Some(mv) == table_move
                && let Some((entry, score)) = entry.as_ref().zip(table_score)
            {
                match self.singular(&node, mv, entry, score)? {
                    Singular::Nothing => {}
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(value) => {
                        self.finish(&picker);
                        return Ok(value);
                    }
                }
            }

            // 15. Late moves are searched less deep.
            let next = depth - 1 + extension;
            let reduction = reductions::late_move_reduction(&self.options, &node, &candidate, next);
            let reduction = width.reduction(&node, number, next, reduction);

            // 16. The move itself; later, if another thread is searching it.
            let shares = number > 1 && self.shares(depth);
            if shares && !is_again && !deferred.is_full() && self.is_busy(key, mv) {
                deferred.add(mv, number);
                continue;
            }
            if shares {
                self.enter_move(key, mv);
            }
            self.make(mv);
            let value = self.search_move::<PV>(&node, number, next, reduction)?;
            self.unmake();
            if shares {
                self.leave_move();
            }
            reach = reach.min(value.reach);

            if value.score > best.score {
                best = value;
                if value.score > node.alpha {
                    best_move = Some(mv);
                    node.alpha = value.score;
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

            // 17. The delayed null move: after some moves that came near to beta.
            if let Some(null) = null.filter(|null| null.is_due(number, best.score, beta))
                && let NullResult::Cut(value) = self.try_pass(&null, &node)?
            {
                self.finish(&picker);
                return Ok(value);
            }
        }
        self.finish(&picker);

        // 18. Without a legal move the game is lost, in check or not.
        if given == 0 {
            let score = if excluded.is_some() { node.alpha } else { Score::mated_in(ply) };
            return Ok(Value::pure(score));
        }
        // Where every move was left out, the value is no more than a bound.
        if best.score == -Score::INFINITE {
            best.score = node.alpha;
        }

        // 19. A cut rests on its move alone, every other value on all moves.
        if best.score < beta {
            best.reach = reach;
        }
        if !best.is_tainted_at(ply) {
            best.reach = i32::MAX;
        }
        if let Some(mv) = best_move.filter(|_| best.score >= beta) {
            self.note_cut(mv, ply, depth, &quiets, &captures);
        }

        // 20. By what the static value was wrong.
        let quiet_best = best_move.map(|mv| !self.is_tactical(mv));
        if let Some((places, judged)) = judged
            && correction::tells(&node, best.score, judged, quiet_best)
        {
            self.statistics.corrections.add(places, best.score - judged, depth);
        }

        // 21. Remember.
        let bound = Bound::of(best.score, first_alpha, beta);
        self.store(key, best_move, best, Some(bound), depth, ply);
        Ok(best)
    }

    /// The value of the move just made, for the side that made it (principal variation search, Marsland and Campbell 1982):
    /// the first with the open window; the others with an empty one and less deep, and again as far as they prove better.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        number: i32,
        next: i32,
        reduction: i32,
    ) -> Result<Value, Stopped> {
        let &Node { alpha, beta, ply, expects_cut: cut, .. } = node;
        let open = number == 1 || !self.options.principal_variation;
        if open && reduction == 0 {
            return Ok(-self.node::<PV>(-beta, -alpha, next, ply + 1, !PV && !cut)?);
        }
        let low = -alpha - ONE;
        let mut value = -self.node::<false>(low, -alpha, next - reduction, ply + 1, true)?;
        if reduction > 0 && value.score > alpha {
            value = -self.node::<false>(low, -alpha, next, ply + 1, !cut)?;
        }
        if PV && value.score > alpha && (value.score < beta || open) {
            value = -self.node::<PV>(-beta, -alpha, next, ply + 1, false)?;
        }
        Ok(value)
    }
}
