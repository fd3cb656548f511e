//! The two stages.
//!
//! A leaf of the search proper is not quiet: a man may be about to be taken. The first stage searches all captures (and
//! pawn promotions) a few plies deep and may stand pat, that is, take the static value instead; in check it searches
//! every evasion and may not stand pat. Where its depth ends, the second stage searches only recaptures on the square
//! of the man just moved; since each ply takes a man on one square, it ends by itself.
//!
//! A node of the first stage, in the order in which it works:
//!
//! 1. Its depth used up, the second stage takes over (list 4).
//! 2. The table may know the value (the page says that the first stage uses one).
//! 3. In check it evades by any legal move, and may not stand pat; without a move it is mated (list 2).
//! 4. Out of check, a [mate in one](crate::mate_in_one) ends the search (Hiyoko shogi).
//! 5. Else it may stand pat (list 1), at a value that pays for threats (list 5).
//! 6. Captures and promotions are searched, best first, but for those that cannot help (delta pruning; exchanges).
//! 7. The table learns the value.
//!
//! A node of the second stage (list 3): mated or not; stand pat, even in check; recaptures on the last target.
//!
//! Source: KFEnd lists 2, 3, 4 and 5. Where we differ:
//! - mate is a distance, not −∞;
//! - results are fail-soft: they may lie outside the window, and are then bounds;
//! - captures are tried in an order, and pawns, bishops and rooks that may promote do;
//! - the table, which the page mentions only, knows for how many plies of the first stage an entry was searched.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_rules::Variant;

use crate::moves::first_gain;
use crate::run::Run;
use crate::{Bound, Control, LastStage, QuiescenceTable, Stopped, mate_in_one, see_at_least};

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    /// KFEnd list 5. `stage_ply` counts from the start of the quiescence search, `ply` from the root.
    pub(crate) fn first_stage(
        &mut self,
        mut alpha: Score,
        beta: Score,
        stage_ply: u32,
        ply: u32,
    ) -> Result<Score, Stopped> {
        // 1. The second stage.
        if !self.is_in_first_stage(stage_ply) {
            return match self.options.last_stage {
                LastStage::Recaptures => self.second_stage(alpha, beta, ply),
                LastStage::StaticValue => self.enter_node().map(|_| self.line.value()),
            };
        }
        if !self.enter_node()? {
            return Ok(self.line.value());
        }

        // 2. The table. A value that depends on the window of its search is none to keep.
        let looks_for_threats = self.looks_for_threats(stage_ply, alpha, beta);
        let uses_table = !looks_for_threats || !self.threats_depend_on_window();
        let (first_alpha, left) = (alpha, self.stage_left(stage_ply));
        let mut known_best = None;
        if uses_table && let Some(entry) = self.known() {
            let exact = self.options.exact_table_depth;
            if entry.stage_depth == left || !exact && entry.stage_depth > left {
                let score = entry.score.from_node_to_root(ply);
                if entry.bound.settles(score, alpha, beta) {
                    return Ok(score);
                }
            }
            known_best = entry.best;
        }

        let base = self.moves.len();
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let in_check = self.line.position().in_check();
        let evades = in_check && self.options.evasions;
        let values = self.line.evaluator().values();
        if evades {
            // 3. Evasions.
            let position = self.line.position();
            if !self.moves.push_evasions(position, values, self.options, known_best) {
                return Ok(Score::mated_in(ply));
            }
        } else {
            // 4. Mate in one.
            if self.options.mate_in_one
                && !in_check
                && let Some(mv) = mate_in_one(self.line.position())
            {
                let score = Score::mate_in(ply + 1);
                self.store(score, Bound::Exact, left, ply, Some(mv), uses_table);
                return Ok(score);
            }
            // 5. Standing pat.
            best = self.line.value();
            if looks_for_threats {
                best = self.modify_by_threats(best, alpha, ply)?;
            }
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            let position = self.line.position();
            self.moves.push_captures(position, values, self.options, stage_ply, known_best);
        }

        // 6. The moves, best first.
        let filters = self.options.only_even_exchanges && !evades;
        let bar = self.options.futility_margin_cp.filter(|_| !evades);
        let bar = bar.map(|margin| best + Score::centipawns(margin));
        let mut at = base;
        while let Some(mv) = self.pick(&mut at, filters && bar.is_none()) {
            if let Some(bar) = bar {
                let most = bar + first_gain(self.line.position(), mv, values);
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
                // Asked only now, since it costs more.
                if filters && !see_at_least(self.line.position(), mv, values, Score::ZERO) {
                    continue;
                }
            }
            let score =
                -self.after(mv, |run| run.first_stage(-beta, -alpha, stage_ply + 1, ply + 1))?;
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
            }
            if score >= beta || self.is_exhausted() {
                break;
            }
        }
        // Out of budget before the last evasion: what was not tried may be no mate.
        if evades && self.is_exhausted() && at < self.moves.len() && best.is_mate() {
            best = best.max(self.line.value());
        }
        self.moves.truncate(base);

        // 7. The table.
        let bound = Bound::of(best, first_alpha, beta);
        self.store(best, bound, left, ply, best_move, uses_table);
        Ok(best)
    }

    /// KFEnd list 3: recaptures only, standing pat even in check, but mate is seen.
    pub(crate) fn second_stage(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let in_budget = self.enter_node()?;
        // Before standing pat, or a mated side would.
        if self.line.position().is_checkmate() {
            return Ok(Score::mated_in(ply));
        }
        let mut best = self.line.value();
        if best >= beta || !in_budget {
            return Ok(best);
        }
        let Some(square) = self.line.last_target() else { return Ok(best) };
        alpha = alpha.max(best);
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        self.moves.push_captures_on(square, self.line.position(), values, self.options);
        let mut at = base;
        while let Some(mv) = self.moves.pick(at) {
            at += 1;
            let score = -self.after(mv, |run| run.second_stage(-beta, -alpha, ply + 1))?;
            if score > best {
                best = score;
                alpha = alpha.max(score);
            }
            if score >= beta || self.is_exhausted() {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(best)
    }
}
