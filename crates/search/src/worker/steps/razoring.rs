//! Razoring (`Technique::Razoring`): who stands far below alpha at the last plies gets only a quiescence search, and is
//! given up if that confirms it.
//!
//! Source: Birmingham and Kent 1977, in the form of today's engines; numbers of our own.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::Variant;

use crate::SearchOptions;
use crate::params::{RAZOR_DEPTH, RAZOR_MARGIN_CP};
use crate::worker::Worker;
use crate::worker::state::{Node, ONE, is_decisive};

/// Whether the node is hopeless enough to be looked at by the quiescence search.
#[inline]
fn applies(options: &SearchOptions, node: &Node) -> bool {
    let Some(eval) = node.eval.filter(|_| !node.is_open && !node.lacks_move) else { return false };
    let margin = RAZOR_MARGIN_CP[0] + RAZOR_MARGIN_CP[1] * node.depth * node.depth;
    options.razoring
        && node.depth <= RAZOR_DEPTH
        && !is_decisive(node.alpha)
        && eval + Score::centipawns(margin) < node.alpha
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of a node that is given up.
    #[inline]
    pub(in crate::worker) fn razor(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        if !applies(&self.options, node) {
            return Ok(None);
        }
        let score = self.quiet_value(node.alpha, node.alpha + ONE, node.ply)?;
        Ok((score <= node.alpha).then_some(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_far_below_alpha_at_the_last_plies_are_razored() {
        let options = SearchOptions { razoring: true, ..SearchOptions::plain() };
        for depth in 1..=RAZOR_DEPTH {
            let margin = RAZOR_MARGIN_CP[0] + RAZOR_MARGIN_CP[1] * depth * depth;
            let at_margin = Node { eval: Some(Score::centipawns(-margin)), ..Node::quiet(depth) };
            let node = Node { eval: Some(Score::centipawns(-margin - 1)), ..at_margin };
            assert!(applies(&options, &node) && !applies(&options, &at_margin));
            for other in [
                Node { is_open: true, ..node },
                Node { lacks_move: true, ..node },
                Node { eval: None, ..node },
                Node { alpha: Score::mate_in(9), ..node },
            ] {
                assert!(!applies(&options, &other));
            }
            assert!(!applies(&SearchOptions::plain(), &node));
        }
        let eval = Some(Score::centipawns(-15_000));
        assert!(!applies(&options, &Node { eval, ..Node::quiet(RAZOR_DEPTH + 1) }));
    }
}
