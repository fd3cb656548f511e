//! Late-move reductions (`Technique::LateMoveReductions`, `Technique::RootReductions`): late moves are searched less deep, and
//! again if they prove better.
//!
//! Source: Stockfish and YaneuraOu (ln(depth) · ln(move number)), with numbers of our own. Less is taken off captures,
//! checks, evasions, killers, moves that did well elsewhere and nodes with an open window; more where a cut is expected
//! and where the side to move does not improve. At the root a ply less.

use crate::SearchOptions;
use crate::params::{REDUCTION_AFTER, REDUCTION_DEPTH, REDUCTION_HISTORY, reduction_1024};
use crate::worker::state::{Candidate, Node};

/// The depth that a move of this number will be searched to, as far as depth and number tell; for pruning.
#[inline]
pub(in crate::worker) fn expected_depth(depth: i32, number: i32) -> i32 {
    (depth - reduction_1024(depth, number) / 1024).max(0)
}

/// By how many plies a move is searched less deep at first; `next` is its depth otherwise. At least one ply is left.
#[inline]
pub(in crate::worker) fn late_move_reduction(
    options: &SearchOptions,
    node: &Node,
    candidate: &Candidate,
    next: i32,
) -> i32 {
    if !options.late_move_reductions
        || node.depth < REDUCTION_DEPTH
        || candidate.number <= REDUCTION_AFTER - i32::from(!node.is_open)
    {
        return 0;
    }
    let mut r = reduction_1024(node.depth, candidate.number);
    if candidate.is_quiet {
        r -= candidate.history * 1024 / REDUCTION_HISTORY;
        r -= 1024 * i32::from(candidate.is_killer);
    } else {
        r -= 1024;
    }
    r -= 1024 * i32::from(node.is_open);
    r -= 1024 * i32::from(candidate.gives_check);
    r -= 1024 * i32::from(node.in_check || node.mate_threat);
    r += 1024 * i32::from(node.expects_cut);
    r += 512 * i32::from(!node.is_improving);
    (r / 1024).clamp(0, (next - 1).max(0))
}

/// The same at the root; `may_reduce` is false in check and for checks.
#[inline]
pub(in crate::worker) fn root_reduction(
    options: &SearchOptions,
    depth: i32,
    number: i32,
    is_quiet: bool,
    may_reduce: bool,
) -> i32 {
    if !options.root_reductions
        || !may_reduce
        || depth < REDUCTION_DEPTH
        || number <= REDUCTION_AFTER
    {
        return 0;
    }
    let less = 1024 + if is_quiet { 0 } else { 1024 };
    ((reduction_1024(depth, number) - less) / 1024).clamp(0, depth - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduction(node: &Node, candidate: &Candidate) -> i32 {
        let options = SearchOptions { late_move_reductions: true, ..SearchOptions::plain() };
        late_move_reduction(&options, node, candidate, node.depth - 1)
    }

    #[test]
    fn late_moves_of_deep_nodes_are_reduced() {
        let late = Candidate::quiet(30);
        assert!(reduction(&Node::quiet(10), &late) >= 3);
        assert!(
            reduction(&Node::quiet(10), &late) > reduction(&Node::quiet(10), &Candidate::quiet(5))
        );
        assert!(reduction(&Node::quiet(16), &late) > reduction(&Node::quiet(6), &late));
        assert_eq!(reduction(&Node::quiet(REDUCTION_DEPTH - 1), &late), 0);
        // One move more is spared with an open window.
        let expects_cut = Node { expects_cut: true, ..Node::quiet(12) };
        let open = Node { is_open: true, ..expects_cut };
        assert_eq!(reduction(&expects_cut, &Candidate::quiet(REDUCTION_AFTER - 1)), 0);
        assert!(reduction(&expects_cut, &Candidate::quiet(REDUCTION_AFTER)) > 0);
        assert_eq!(reduction(&open, &Candidate::quiet(REDUCTION_AFTER)), 0);
        assert!(reduction(&open, &Candidate::quiet(REDUCTION_AFTER + 1)) > 0);
        assert_eq!(late_move_reduction(&SearchOptions::plain(), &Node::quiet(10), &late, 9), 0);
    }

    /// Each reason changes the reduction by a ply, of a move that is reduced by several.
    #[test]
    fn each_reason_counts_for_what_it_is_worth() {
        let (node, late) = (Node { is_improving: true, ..Node::quiet(12) }, Candidate::quiet(30));
        let usual = reduction(&node, &late);
        assert!(usual >= 3);
        for candidate in [
            Candidate { is_quiet: false, ..late },
            Candidate { is_killer: true, ..late },
            Candidate { gives_check: true, ..late },
            Candidate { history: REDUCTION_HISTORY, ..late },
        ] {
            assert_eq!(reduction(&node, &candidate), usual - 1, "{candidate:?}");
        }
        let poor = Candidate { history: -REDUCTION_HISTORY, ..late };
        assert_eq!(reduction(&node, &poor), usual + 1);
        for other in [
            Node { is_open: true, ..node },
            Node { in_check: true, ..node },
            Node { mate_threat: true, ..node },
            Node { in_check: true, mate_threat: true, ..node },
        ] {
            assert_eq!(reduction(&other, &late), usual - 1, "{other:?}");
        }
        assert_eq!(reduction(&Node { expects_cut: true, ..node }, &late), usual + 1);
        // Half a ply: two moves that differ by it, one of which is rounded up.
        let sum = |is_improving| -> i32 {
            let node = Node { is_improving, ..node };
            (4..60).map(|number| reduction(&node, &Candidate::quiet(number))).sum()
        };
        let more = sum(false) - sum(true);
        assert!(10 < more && more < 46, "{more}");
    }

    #[test]
    fn at_least_a_ply_is_left_and_nothing_is_added() {
        for depth in REDUCTION_DEPTH..20 {
            for number in 1..80 {
                for history in [-50_000, 0, 50_000] {
                    let node = Node { expects_cut: true, ..Node::quiet(depth) };
                    let r = reduction(&node, &Candidate { history, ..Candidate::quiet(number) });
                    assert!((0..=depth - 2).contains(&r));
                }
            }
        }
        let options = SearchOptions { late_move_reductions: true, ..SearchOptions::plain() };
        assert_eq!(late_move_reduction(&options, &Node::quiet(10), &Candidate::quiet(60), 0), 0);
    }

    #[test]
    fn the_root_reduces_a_ply_less() {
        let options = SearchOptions { root_reductions: true, ..SearchOptions::plain() };
        for depth in 3..20 {
            for number in 1..60 {
                let plain = reduction_1024(depth, number);
                let quiet = root_reduction(&options, depth, number, true, true);
                let capture = root_reduction(&options, depth, number, false, true);
                let late = number > REDUCTION_AFTER;
                let expected =
                    |less: i32| if late { ((plain - less) / 1024).clamp(0, depth - 2) } else { 0 };
                assert_eq!((quiet, capture), (expected(1024), expected(2048)));
                assert_eq!(root_reduction(&options, depth, number, true, false), 0);
                assert_eq!(root_reduction(&SearchOptions::plain(), depth, number, true, true), 0);
            }
        }
        assert!(root_reduction(&options, 12, 40, true, true) >= 2);
        assert_eq!(root_reduction(&options, REDUCTION_DEPTH - 1, 60, true, true), 0);
    }

    #[test]
    fn the_depth_expected_is_that_without_reasons_and_never_below_0() {
        assert_eq!(expected_depth(1, 1), 1);
        for depth in 0..20 {
            for number in 1..60 {
                let expected = depth - reduction_1024(depth, number) / 1024;
                assert_eq!(expected_depth(depth, number), expected.max(0));
            }
        }
    }
}
