//! Null move pruning: the other side moves twice, and we still stand at or above beta.
//!
//! Source: Beal 1990, Donninger 1993, and the article (ヌルムーブ枝刈り) for the reduction R, the least depth, the
//! forbidden cases and the delayed form. Where we differ:
//! - the article's pseudo-code forgets that a side in check cannot pass, and that two passes in a row give the position
//!   back; both are forbidden here;
//! - a mate found after a pass is not believed beyond beta;
//! - zugzwang, of which the article warns, hardly exists where men can be dropped. What does go wrong is a threat that
//!   the shallower search does not see, and for that there is the verification.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::Variant;

use crate::params::{NULL_BASE, NULL_CP, NULL_MOST_BY_CP, NULL_PLIES};
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::node::{ONE, is_decisive};
use crate::{NullMove, NullReduction};

/// What the pass showed.
pub(super) enum NullResult {
    /// A cut with this value.
    Cut(Value),
    /// Nothing; whether the other side would mate.
    Nothing { mate_threat: bool },
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// Whether the pass is to be tried at this node at all.
    pub(super) fn may_pass(&self, null: &NullMove, beta: Score, depth: i32, ply: u32) -> bool {
        let Some(eval) = self.frames[ply as usize].eval else { return false };
        let position = self.position();
        let us = position.side_to_move();
        let after_pass = self.line.last().is_some_and(|undo| undo.mv().is_none());
        depth >= null.least_depth as i32
            && !after_pass
            && !is_decisive(beta)
            && ply >= self.no_null_before
            && self.frames[ply as usize].excluded.is_none()
            && (!null.needs_static_beta || eval >= beta)
            && (null.least_men == 0
                || position.occupied_by(us).count() + position.hand(us).total() >= null.least_men)
            && !(null.not_with_king_in_camp
                && position.king(!us).is_some_and(|king| king.is_in_zone(!us)))
            && (null.least_moves == 0 || position.count_legal() >= null.least_moves as usize)
    }

    /// Passes and searches; `depth` is that of the node.
    pub(super) fn try_pass(
        &mut self,
        null: &NullMove,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Result<NullResult, Stopped> {
        let nothing = NullResult::Nothing { mate_threat: false };
        let reduction = match null.reduction {
            NullReduction::Fixed(r) => r as i32,
            NullReduction::Adaptive => {
                let eval = self.frames[ply as usize].eval.unwrap_or(beta);
                let by_value = ((eval - beta).value() / NULL_CP).clamp(0, NULL_MOST_BY_CP);
                NULL_BASE + depth / NULL_PLIES + by_value
            }
        };
        let reduced = depth - 1 - reduction;
        if !self.make_pass() {
            return Ok(nothing);
        }
        let value = -self.node::<false>(-beta, -(beta - ONE), reduced, ply + 1, false)?;
        self.unmake();
        if value.score < beta {
            let mate_threat = value.score.is_mate();
            return Ok(NullResult::Nothing { mate_threat });
        }
        // The mate may need the other side to have passed.
        let score = if is_decisive(value.score) { beta } else { value.score };
        let cut = NullResult::Cut(Value { score, ..value });
        if null.verify_from_depth.is_none_or(|least| depth < least as i32) {
            return Ok(cut);
        }
        let before = self.no_null_before;
        self.no_null_before = ply + 3 * reduced.max(1) as u32 / 4 + 1;
        let verified = self.node::<false>(beta - ONE, beta, reduced.max(1), ply, false)?;
        self.no_null_before = before;
        Ok(if verified.score >= beta { cut } else { nothing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Shared;
    use crate::statistics::Statistics;
    use crate::table::TranspositionTable;
    use crate::{NoTime, Root, SearchOptions, StopFlag};
    use sakiyomi_eval::Material;
    use sakiyomi_rules::{Minishogi, Position};

    const MANY: &str = "rbsgk/4p/5/P4/KGSBR b - 1";

    /// Whether the pass may be tried at depth 5 in the position after the moves, by a search that stands 100 above beta;
    /// `change` settles what is out of the ordinary.
    fn may_pass(
        sfen: &str,
        null: NullMove,
        change: impl Fn(&mut Worker<'_, Minishogi, Material>) -> (Score, u32),
    ) -> bool {
        let evaluator = Material::conventional::<Minishogi>();
        let position: Position<Minishogi> = sfen.parse().unwrap();
        let table = TranspositionTable::new(0);
        let (stop, statistics) = (StopFlag::new(), Statistics::new());
        let shared = Shared::new(&stop, &NoTime);
        let options = SearchOptions::default();
        let root = Root::from(&position);
        let mut worker =
            Worker::new(&evaluator, &root, options, &table, &shared, &statistics, u64::MAX);
        let (beta, ply) = change(&mut worker);
        let in_check = worker.position().in_check();
        let eval = if is_decisive(beta) { beta } else { beta + Score::centipawns(100) };
        worker.frames[ply as usize].eval = (!in_check).then_some(eval);
        worker.may_pass(&null, beta, 5, ply)
    }

    fn at_root(_: &mut Worker<'_, Minishogi, Material>) -> (Score, u32) {
        (Score::ZERO, 0)
    }

    /// The article's list, one by one: each case alone forbids what is allowed otherwise.
    #[test]
    fn the_pass_is_forbidden_where_the_article_forbids_it() {
        let fixed = NullMove::fixed(2);
        assert!(may_pass(MANY, fixed, at_root));
        // In check.
        assert!(!may_pass("4k/5/5/5/K3r b RBGS 1", fixed, at_root));
        assert!(may_pass("3k1/5/5/4r/K4 b RBGS 1", fixed, at_root));
        // Twice running.
        let after_pass = |worker: &mut Worker<'_, Minishogi, Material>| {
            assert!(worker.make_pass());
            (Score::ZERO, 1)
        };
        assert!(!may_pass(MANY, fixed, after_pass));
        let after_move = |worker: &mut Worker<'_, Minishogi, Material>| {
            worker.make("1e1d".parse().unwrap());
            (Score::ZERO, 1)
        };
        assert!(may_pass(MANY, fixed, after_move));
        // With a mate at stake.
        assert!(!may_pass(MANY, fixed, |_| (Score::mate_in(7), 0)));
        assert!(!may_pass(MANY, fixed, |_| (-Score::mate_in(7), 0)));
        // While a cut is verified, or a singular move is looked for.
        assert!(!may_pass(MANY, fixed, |worker| {
            worker.no_null_before = 1;
            (Score::ZERO, 0)
        }));
        assert!(!may_pass(MANY, fixed, |worker| {
            worker.frames[0].excluded = "1e1d".parse().ok();
            (Score::ZERO, 0)
        }));
        // Near the leaves.
        assert!(!may_pass(MANY, NullMove { least_depth: 6, ..fixed }, at_root));
        // With few men, with few moves, with the enemy's king in our camp.
        let few_men = "4k/5/5/5/K4 b P 1";
        assert!(!may_pass(few_men, NullMove { least_moves: 0, ..fixed }, at_root));
        assert!(may_pass(few_men, NullMove { least_men: 0, least_moves: 0, ..fixed }, at_root));
        let few_moves = "4k/5/5/5/K4 b - 1";
        let no_men = NullMove { least_men: 0, ..fixed };
        assert!(may_pass(few_moves, no_men, at_root));
        assert!(!may_pass(few_moves, NullMove { least_moves: 4, ..no_men }, at_root));
        let in_camp = "5/5/5/5/K3k b RB 1";
        assert!(!may_pass(in_camp, fixed, at_root));
        assert!(may_pass(in_camp, NullMove { not_with_king_in_camp: false, ..fixed }, at_root));
    }
}
