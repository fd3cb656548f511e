//! What the steps of the search see of a node and of a move.

use sakiyomi_eval::Score;

use crate::params::DECISIVE_CP;

/// The smallest difference between two scores: an empty window is so wide.
pub(super) const ONE: Score = Score::centipawns(1);

/// Whether the game is decided by this score: a mate, a declaration, or a repetition that loses.
#[inline]
pub(super) fn is_decisive(score: Score) -> bool {
    score.value().abs() >= DECISIVE_CP
}

/// A node, as far as it is known: each step reads what those before it have found out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Plies left.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: u32,
    /// The window is open: the node is on what may be the principal variation.
    pub(super) is_open: bool,
    /// It is searched to see a cut.
    pub(super) expects_cut: bool,
    pub(super) in_check: bool,
    /// One of its moves is left out, to see whether that one stands alone.
    pub(super) lacks_move: bool,
    /// Extensions have not yet doubled the depth of the iteration.
    pub(super) may_extend: bool,
    /// The best guess before any move is searched; `None` in check.
    pub(super) eval: Option<Score>,
    /// The static value is better than it was two plies ago.
    pub(super) is_improving: bool,
    /// The other side mates if we pass.
    pub(super) mate_threat: bool,
}

/// A move that is about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its number among the moves given, from 1 up.
    pub(super) number: i32,
    /// Neither takes nor promotes a pawn.
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    pub(super) is_killer: bool,
    /// A drop beside the enemy's king.
    pub(super) is_drop_near_king: bool,
    /// How well it has done elsewhere, if it is quiet.
    pub(super) history: i32,
}

#[cfg(test)]
impl Node {
    /// A node with an empty window at 0 that nothing is known of, out of check.
    pub(super) fn quiet(depth: i32) -> Self {
        Self {
            alpha: Score::ZERO,
            beta: ONE,
            depth,
            ply: 4,
            is_open: false,
            expects_cut: false,
            in_check: false,
            lacks_move: false,
            may_extend: true,
            eval: Some(Score::ZERO),
            is_improving: false,
            mate_threat: false,
        }
    }
}

#[cfg(test)]
impl Candidate {
    /// A quiet move that nothing is known of.
    pub(super) fn quiet(number: i32) -> Self {
        Self {
            number,
            is_quiet: true,
            gives_check: false,
            is_killer: false,
            is_drop_near_king: false,
            history: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_and_lost_repetitions_decide_and_material_does_not() {
        assert!(is_decisive(Score::mate_in(1)) && is_decisive(Score::mated_in(99)));
        assert!(is_decisive(Score::centipawns(-DECISIVE_CP)));
        assert!(!is_decisive(Score::centipawns(DECISIVE_CP - 1)) && !is_decisive(Score::ZERO));
    }
}
