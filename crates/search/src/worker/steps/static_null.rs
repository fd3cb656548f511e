//! Static null move pruning (`Technique::StaticNullMove`; reverse futility): who stands far above beta near the leaves is
//! believed. The margin grows with the depth, and is a ply less where the side to move improves.
//!
//! Source: Heinz 1998 (as the mirror of futility pruning), in the form of today's engines; numbers of our own.

use sakiyomi_eval::Score;

use crate::SearchOptions;
use crate::params::{STATIC_NULL_DEPTH, STATIC_NULL_MARGIN_CP};
use crate::worker::state::{Node, is_decisive};

/// The value of a node that is cut.
#[inline]
pub(in crate::worker) fn cut(options: &SearchOptions, node: &Node) -> Option<Score> {
    let eval = node.eval.filter(|_| !node.is_open && !node.lacks_move)?;
    let margin = STATIC_NULL_MARGIN_CP * (node.depth - i32::from(node.is_improving));
    let cuts = options.static_null_move
        && node.depth <= STATIC_NULL_DEPTH
        && !is_decisive(node.beta)
        && eval - Score::centipawns(margin) >= node.beta;
    cuts.then_some(eval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_far_above_beta_is_cut_near_the_leaves_alone() {
        let options = SearchOptions { static_null_move: true, ..SearchOptions::plain() };
        let depth = 3;
        let needed = Node::quiet(depth).beta + Score::centipawns(depth * STATIC_NULL_MARGIN_CP);
        let node = Node { eval: Some(needed), ..Node::quiet(depth) };
        assert_eq!(cut(&options, &node), Some(needed));
        let less = needed - Score::centipawns(1);
        assert_eq!(cut(&options, &Node { eval: Some(less), ..node }), None);
        // A ply's margin less for a side that improves.
        let a_ply_less = Some(needed - Score::centipawns(STATIC_NULL_MARGIN_CP));
        let improving = Node { is_improving: true, ..node };
        assert_eq!(cut(&options, &Node { eval: a_ply_less, ..improving }), a_ply_less);

        let huge = Some(Score::centipawns(9_000));
        let at = |depth| cut(&options, &Node { eval: huge, ..Node::quiet(depth) });
        assert_eq!((at(STATIC_NULL_DEPTH), at(STATIC_NULL_DEPTH + 1)), (huge, None));
        let high = Score::mate_in(9);
        for other in [
            Node { is_open: true, ..node },
            Node { lacks_move: true, ..node },
            Node { eval: None, ..node },
            Node { beta: high, eval: Some(Score::INFINITE), ..node },
            Node { beta: -high, ..node },
        ] {
            assert_eq!(cut(&options, &other), None);
        }
        assert_eq!(cut(&SearchOptions::plain(), &node), None);
    }
}
