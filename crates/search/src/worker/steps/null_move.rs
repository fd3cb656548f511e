//! Null move pruning (`Technique::NullMove`): the other side moves twice, and we still stand at or above beta.
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
use crate::worker::state::{Node, ONE, is_decisive};
use crate::{NullMove, NullReduction};

/// What the pass showed.
pub(in crate::worker) enum NullResult {
    /// A cut with this value.
    Cut(Value),
    /// Nothing; whether the other side would mate.
    Nothing { mate_threat: bool },
}

impl NullMove {
    /// Whether the delayed pass comes after the move of this number: the best so far came near to beta.
    #[inline]
    pub(in crate::worker) fn is_due(&self, number: i32, best: Score, beta: Score) -> bool {
        self.after_moves as i32 == number && best >= beta - Score::centipawns(self.delay_margin_cp)
    }
}

/// R: by how many plies the search after the pass is shallower, where the static value lies so far above beta.
fn reduction(kind: NullReduction, depth: i32, above: Score) -> i32 {
    match kind {
        NullReduction::Fixed(r) => r as i32,
        NullReduction::Adaptive => {
            let by_value = (above.value() / NULL_CP).clamp(0, NULL_MOST_BY_CP);
            NULL_BASE + depth / NULL_PLIES + by_value
        }
    }
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The settings of the pass, where it is to be tried at this node at all.
    #[inline]
    pub(in crate::worker) fn null_move(&self, node: &Node) -> Option<NullMove> {
        let null = self.options.null_move.filter(|_| !node.is_open)?;
        self.may_pass(&null, node.beta, node.depth, node.ply).then_some(null)
    }

    fn may_pass(&self, null: &NullMove, beta: Score, depth: i32, ply: u32) -> bool {
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

    /// Passes and searches.
    pub(in crate::worker) fn try_pass(
        &mut self,
        null: &NullMove,
        node: &Node,
    ) -> Result<NullResult, Stopped> {
        let &Node { beta, depth, ply, .. } = node;
        let nothing = NullResult::Nothing { mate_threat: false };
        let eval = self.frames[ply as usize].eval.unwrap_or(beta);
        let reduced = depth - 1 - reduction(null.reduction, depth, eval - beta);
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

    #[test]
    fn the_delayed_pass_comes_once_and_where_it_may_cut() {
        let null = NullMove::fixed(2).delayed(3, 50);
        let is_due = |number, cp| null.is_due(number, Score::centipawns(cp), Score::ZERO);
        assert!(is_due(3, -50) && !is_due(3, -51) && !is_due(2, 0) && !is_due(4, 0));
        // Not delayed: before the first move, and not again.
        assert!((1..9).all(|number| !NullMove::fixed(2).is_due(number, Score::ZERO, Score::ZERO)));
    }

    #[test]
    fn r_grows_with_depth_and_with_what_there_is_to_spare() {
        let adaptive = |depth, cp| reduction(NullReduction::Adaptive, depth, Score::centipawns(cp));
        assert_eq!((adaptive(3, 0), adaptive(4, 0), adaptive(8, 0)), (3, 4, 5));
        assert_eq!((adaptive(3, 199), adaptive(3, 200), adaptive(3, 400)), (3, 4, 5));
        // Three plies at most, and none off.
        assert_eq!((adaptive(3, 9_000), adaptive(3, -9_000)), (6, 3));
        assert_eq!(reduction(NullReduction::Fixed(2), 20, Score::centipawns(9_000)), 2);
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
