//! Internal iterative reduction (`Technique::InternalReduction`): where the table knows no move, the order will be poor, so
//! the node is searched a ply less deep; the next visit finds a move in the table.
//!
//! Source: Schröder (Rebel), Stockfish.

use crate::SearchOptions;
use crate::params::INTERNAL_DEPTH;
use crate::worker::state::Node;

/// Whether the node is searched a ply less deep.
#[inline]
pub(in crate::worker) fn applies(options: &SearchOptions, node: &Node, knows_move: bool) -> bool {
    options.internal_reduction
        && node.depth >= INTERNAL_DEPTH
        && !knows_move
        && (node.is_open || node.expects_cut)
        && !node.lacks_move
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_without_a_table_move_that_matter_are_reduced() {
        let options = SearchOptions { internal_reduction: true, ..SearchOptions::plain() };
        let all = Node::quiet(INTERNAL_DEPTH);
        let (cut, open) = (Node { expects_cut: true, ..all }, Node { is_open: true, ..all });
        assert!(applies(&options, &cut, false) && applies(&options, &open, false));
        assert!(!applies(&options, &all, false));
        assert!(!applies(&options, &cut, true));
        assert!(!applies(&options, &Node { depth: INTERNAL_DEPTH - 1, ..cut }, false));
        assert!(!applies(&options, &Node { lacks_move: true, ..cut }, false));
        assert!(!applies(&SearchOptions::plain(), &cut, false));
    }
}
