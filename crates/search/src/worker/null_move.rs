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
