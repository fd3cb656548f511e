//! Late-move pruning (`Technique::LateMovePruning`; move-count pruning): quiet moves that come very late near the leaves are
//! not searched, half as late where the side to move does not improve. Drops beside the enemy's king are spared.
//!
//! Source: Stockfish; the exception is ours.

use crate::SearchOptions;
use crate::params::LATE_MOVE_DEPTH;
use crate::worker::state::{Candidate, Node};

/// Whether the move, and all quiet moves after it, are left out.
#[inline]
pub(in crate::worker) fn applies(
    options: &SearchOptions,
    node: &Node,
    candidate: &Candidate,
) -> bool {
    let limit = (4 + node.depth * node.depth) / if node.is_improving { 1 } else { 2 };
    options.late_move_pruning
        && node.depth <= LATE_MOVE_DEPTH
        && candidate.number > limit
        && may_be_left_out(node, candidate)
        && !candidate.is_drop_near_king
}

/// Whether the move is of the kind that late-move and futility pruning leave out at all.
#[inline]
pub(in crate::worker) fn may_be_left_out(node: &Node, candidate: &Candidate) -> bool {
    candidate.is_quiet && !candidate.gives_check && !node.in_check && !node.mate_threat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_quiet_moves_are_left_out_and_no_others() {
        let options = SearchOptions { late_move_pruning: true, ..SearchOptions::plain() };
        let node = Node::quiet(4);
        let improving = Node { is_improving: true, ..node };
        for (node, last) in [(node, 10), (improving, 20)] {
            assert!(!applies(&options, &node, &Candidate::quiet(last)));
            assert!(applies(&options, &node, &Candidate::quiet(last + 1)));
        }
        let late = Candidate::quiet(99);
        for spared in [
            Candidate { is_quiet: false, ..late },
            Candidate { gives_check: true, ..late },
            Candidate { is_drop_near_king: true, ..late },
        ] {
            assert!(!applies(&options, &node, &spared));
        }
        assert!(applies(&options, &Node::quiet(LATE_MOVE_DEPTH), &late));
        for node in [
            Node::quiet(LATE_MOVE_DEPTH + 1),
            Node { in_check: true, ..node },
            Node { mate_threat: true, ..node },
        ] {
            assert!(!applies(&options, &node, &late));
        }
        assert!(!applies(&SearchOptions::plain(), &node, &late));
    }
}
