//! Mate distance pruning (`Technique::MateDistance`): nothing at a node can be better than mating with the next move, or
//! worse than being mated now. Where a shorter mate is known already, the window closes. No value at the root changes.
//!
//! Source: common to all engines (Stockfish's step 3).

use sakiyomi_eval::Score;

use crate::SearchOptions;
use crate::worker::state::Node;

/// Narrows the window to what is possible here; the value, where nothing is left of it.
#[inline]
pub(in crate::worker) fn narrow(options: &SearchOptions, node: &mut Node) -> Option<Score> {
    if !options.mate_distance_pruning {
        return None;
    }
    node.alpha = node.alpha.max(Score::mated_in(node.ply));
    node.beta = node.beta.min(Score::mate_in(node.ply + 1));
    (node.alpha >= node.beta).then_some(node.alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrowed(alpha: Score, beta: Score, ply: u32) -> (Option<Score>, Score, Score) {
        let options = SearchOptions { mate_distance_pruning: true, ..SearchOptions::plain() };
        let mut node = Node { alpha, beta, ply, ..Node::quiet(3) };
        let value = narrow(&options, &mut node);
        (value, node.alpha, node.beta)
    }

    #[test]
    fn the_window_closes_where_only_longer_mates_are_left() {
        let (open, low) = (Score::INFINITE, Score::mate_in(5));
        // From ply 4 a mate in five plies from the root is one move away, so nothing is better.
        assert_eq!(narrowed(low, open, 4).0, Some(low));
        assert_eq!(narrowed(low, open, 2), (None, low, Score::mate_in(3)));
        // To be mated at ply 4 is the worst that can happen here; who has that elsewhere need not look.
        let high = Score::mated_in(4);
        assert_eq!(narrowed(-open, high, 4).0, Some(high));
        assert_eq!(narrowed(-open, high, 2), (None, Score::mated_in(2), high));
        let (alpha, beta) = (Score::ZERO, Score::centipawns(30));
        assert_eq!(narrowed(alpha, beta, 9), (None, alpha, beta));
    }

    #[test]
    fn off_the_window_stays() {
        let mut node = Node { alpha: Score::mate_in(1), ..Node::quiet(3) };
        assert_eq!(narrow(&SearchOptions::plain(), &mut node), None);
        assert_eq!(node.alpha, Score::mate_in(1));
    }
}
