//! Pruning by static exchange evaluation (`Technique::ExchangePruning`): moves near the leaves that lose much in the exchange on
//! their square are not searched. Captures may lose in proportion to the depth, quiet moves by its square after reductions.
//!
//! Source: Stockfish; numbers of our own. Checks and evasions are always searched.

use crate::SearchOptions;
use crate::params::{EXCHANGE_CAPTURE_CP, EXCHANGE_DEPTH, EXCHANGE_QUIET_CP};
use crate::worker::state::{Candidate, Node};
use crate::worker::steps::reductions::expected_depth;

/// What the move may lose without being left out, in centipawns; `None` where it is searched whatever it loses.
#[inline]
pub(in crate::worker) fn allowed_loss_cp(
    options: &SearchOptions,
    node: &Node,
    candidate: &Candidate,
) -> Option<i32> {
    let applies = options.exchange_pruning
        && node.depth <= EXCHANGE_DEPTH
        && !node.in_check
        && !candidate.gives_check;
    applies.then(|| {
        if candidate.is_quiet {
            let depth = expected_depth(node.depth, candidate.number);
            EXCHANGE_QUIET_CP * depth * depth
        } else {
            EXCHANGE_CAPTURE_CP * node.depth
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_allowed_grows_with_the_depth() {
        let options = SearchOptions { exchange_pruning: true, ..SearchOptions::plain() };
        let quiet = Candidate::quiet(2);
        let capture = Candidate { is_quiet: false, ..quiet };
        let allowed = |depth, candidate| allowed_loss_cp(&options, &Node::quiet(depth), candidate);
        for depth in 1..=EXCHANGE_DEPTH {
            assert_eq!(allowed(depth, &capture), Some(130 * depth));
            let less = expected_depth(depth, 2);
            assert_eq!(allowed(depth, &quiet), Some(35 * less * less));
        }
        assert_eq!(allowed(EXCHANGE_DEPTH + 1, &capture), None);
        assert_eq!(allowed(3, &Candidate { gives_check: true, ..quiet }), None);
        let node = Node { in_check: true, ..Node::quiet(3) };
        assert_eq!(allowed_loss_cp(&options, &node, &quiet), None);
        assert_eq!(allowed_loss_cp(&SearchOptions::plain(), &Node::quiet(3), &quiet), None);
    }
}
