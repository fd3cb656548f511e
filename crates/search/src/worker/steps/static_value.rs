//! The static value of a node (`Technique::CorrectionHistory`, `Technique::TableValue`): what the evaluator says, put right
//! by what searches of positions like this one found, and by the table where its bound is nearer the truth.
//!
//! Source: Stockfish. The corrections themselves are in `corrections.rs`; `correction.rs` says when they learn.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::Variant;

use crate::corrections::{Corrections, Places};
use crate::table::Entry;
use crate::worker::Worker;
use crate::worker::state::{Node, is_decisive};

/// The static value that the node was judged by, and where its corrections stand; `None` without corrections.
pub(in crate::worker) type Judged = Option<(Places, Score)>;

/// The better guess of the static value and the table's score.
#[inline]
fn by_table(eval: Score, score: Score, bound: Option<Bound>) -> Score {
    if is_decisive(score) {
        return eval;
    }
    match bound {
        Some(Bound::Exact) => score,
        Some(Bound::Lower) => eval.max(score),
        Some(Bound::Upper) => eval.min(score),
        None => eval,
    }
}

/// Whether a static value is better than that of the same side two plies before; where that one was in check, it is.
#[inline]
fn is_improving(eval: Option<Score>, before: Option<Score>) -> bool {
    eval.is_some_and(|eval| before.is_none_or(|before| eval > before))
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// Notes the static value in the node and in the frame of its ply.
    #[inline]
    pub(in crate::worker) fn static_value(
        &mut self,
        node: &mut Node,
        entry: Option<&Entry<V>>,
        table_score: Option<Score>,
    ) -> Judged {
        let at = node.ply as usize;
        let raw = match (node.in_check, entry.and_then(|entry| entry.eval)) {
            (true, _) => None,
            (false, Some(eval)) => Some(eval),
            (false, None) => Some(self.line.value()),
        };
        let places = (self.options.correction_history && raw.is_some())
            .then(|| Corrections::places(self.position(), self.played(node.ply, 1)));
        let eval = match (raw, places) {
            (Some(eval), Some(places)) => Some(self.statistics.corrections.corrected(eval, places)),
            _ => raw,
        };
        self.frames[at].raw_eval = raw;
        self.frames[at].eval = eval;
        let before = at.checked_sub(2).and_then(|at| self.frames[at].eval);
        node.is_improving = is_improving(eval, before);
        node.eval = match (eval, entry, table_score) {
            (Some(eval), Some(entry), Some(score)) if self.options.table_value => {
                Some(by_table(eval, score, entry.bound))
            }
            _ => eval,
        };
        places.zip(eval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_moves_the_guess_only_to_where_its_bound_points() {
        let [low, mid, high] = [-50, 0, 50].map(Score::centipawns);
        for (score, exact, lower, upper) in [(high, high, high, mid), (low, low, mid, low)] {
            assert_eq!(by_table(mid, score, Some(Bound::Exact)), exact);
            assert_eq!(by_table(mid, score, Some(Bound::Lower)), lower);
            assert_eq!(by_table(mid, score, Some(Bound::Upper)), upper);
            assert_eq!(by_table(mid, score, None), mid);
        }
        assert_eq!(by_table(mid, Score::mate_in(3), Some(Bound::Exact)), mid);
    }

    #[test]
    fn a_side_improves_on_its_last_move_or_on_a_check() {
        let [low, high] = [0, 1].map(|cp| Some(Score::centipawns(cp)));
        assert!(is_improving(high, low) && is_improving(low, None));
        assert!(!is_improving(low, high) && !is_improving(low, low) && !is_improving(None, low));
    }
}
