//! What a searched node teaches the correction history (`Technique::CorrectionHistory`).
//!
//! Source: Stockfish. A move that takes says little of the static value, a bound only what it excludes, and a decided game
//! nothing.

use sakiyomi_eval::Score;

use crate::worker::state::{Node, is_decisive};

/// Whether the search's value says by how much the static value was wrong. `quiet_best` tells whether the best move is
/// quiet; `None` where no move came above alpha.
#[inline]
pub(in crate::worker) fn tells(
    node: &Node,
    best: Score,
    judged: Score,
    quiet_best: Option<bool>,
) -> bool {
    let lower_bound_excludes_nothing = best >= node.beta && best <= judged;
    let upper_bound_excludes_nothing = quiet_best.is_none() && best >= judged;
    !node.lacks_move
        && !is_decisive(best)
        && quiet_best.unwrap_or(true)
        && !lower_bound_excludes_nothing
        && !upper_bound_excludes_nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_tells_only_what_it_excludes() {
        let cp = Score::centipawns;
        let node = Node { alpha: cp(-10), beta: cp(10), ..Node::quiet(5) };
        // Exact: whatever the difference.
        assert!(
            tells(&node, cp(5), cp(-50), Some(true)) && tells(&node, cp(5), cp(50), Some(true))
        );
        // At least 20: nothing about a static value above it.
        assert!(tells(&node, cp(20), cp(-50), Some(true)));
        assert!(!tells(&node, cp(20), cp(50), Some(true)));
        assert!(!tells(&node, cp(20), cp(20), Some(true)));
        // At most -20: nothing about one below it.
        assert!(tells(&node, cp(-20), cp(50), None));
        assert!(!tells(&node, cp(-20), cp(-50), None) && !tells(&node, cp(-20), cp(-20), None));
    }

    #[test]
    fn captures_mates_and_nodes_without_a_move_tell_nothing() {
        let cp = Score::centipawns;
        let node = Node { alpha: cp(-10), beta: cp(10), ..Node::quiet(5) };
        assert!(!tells(&node, cp(5), cp(0), Some(false)));
        assert!(!tells(&node, Score::mate_in(3), cp(0), Some(true)));
        assert!(!tells(&Node { lacks_move: true, ..node }, cp(5), cp(0), Some(true)));
    }
}
