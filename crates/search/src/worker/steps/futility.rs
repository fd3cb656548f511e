//! Futility pruning (`Technique::Futility`): quiet moves near the leaves that cannot be expected to bring the static value up
//! to alpha are not searched.
//!
//! Source: Heinz 1998; the depth is the one after reductions, as in Stockfish. Drops beside the enemy's king are spared.

use sakiyomi_eval::Score;

use crate::SearchOptions;
use crate::params::{FUTILITY_DEPTH, FUTILITY_MARGIN_CP};
use crate::worker::state::{Candidate, Node, is_decisive};
use crate::worker::steps::late_move_pruning::may_be_left_out;
use crate::worker::steps::reductions::expected_depth;

/// Whether the move is left out.
#[inline]
pub(in crate::worker) fn applies(
    options: &SearchOptions,
    node: &Node,
    candidate: &Candidate,
) -> bool {
    if !options.futility_pruning
        || !may_be_left_out(node, candidate)
        || candidate.is_drop_near_king
        || is_decisive(node.alpha)
    {
        return false;
    }
    let depth = expected_depth(node.depth, candidate.number);
    let margin = FUTILITY_MARGIN_CP[0] + FUTILITY_MARGIN_CP[1] * depth;
    depth <= FUTILITY_DEPTH
        && node.eval.is_some_and(|eval| eval + Score::centipawns(margin) <= node.alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_moves_far_below_alpha_are_left_out_and_no_others() {
        let options = SearchOptions { futility_pruning: true, ..SearchOptions::plain() };
        let candidate = Candidate::quiet(2);
        let depth = expected_depth(3, 2);
        let margin = FUTILITY_MARGIN_CP[0] + FUTILITY_MARGIN_CP[1] * depth;
        let node = Node { eval: Some(Score::centipawns(-margin)), ..Node::quiet(3) };
        assert!(applies(&options, &node, &candidate));
        let near = Some(Score::centipawns(1 - margin));
        assert!(!applies(&options, &Node { eval: near, ..node }, &candidate));
        for spared in [
            Candidate { is_quiet: false, ..candidate },
            Candidate { gives_check: true, ..candidate },
            Candidate { is_drop_near_king: true, ..candidate },
        ] {
            assert!(!applies(&options, &node, &spared));
        }
        for other in [
            Node { in_check: true, ..node },
            Node { mate_threat: true, ..node },
            Node { eval: None, ..node },
            Node { alpha: Score::mate_in(9), ..node },
            Node { alpha: Score::mated_in(9), eval: Some(Score::mated_in(1)), ..node },
        ] {
            assert!(!applies(&options, &other, &candidate));
        }
        assert!(!applies(&SearchOptions::plain(), &node, &candidate));
    }

    #[test]
    fn only_near_the_leaves() {
        let options = SearchOptions { futility_pruning: true, ..SearchOptions::plain() };
        let lost = Some(Score::centipawns(-15_000));
        for depth in 1..20 {
            let node = Node { eval: lost, ..Node::quiet(depth) };
            let near = expected_depth(depth, 40) <= FUTILITY_DEPTH;
            assert_eq!(applies(&options, &node, &Candidate::quiet(40)), near);
        }
    }
}
