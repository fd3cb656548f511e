//! What a search told, kept.

use sakiyomi_eval::Score;
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Move, Shogi, Variant};
use sakiyomi_search::Iteration;

/// A finished iteration that can be kept and sent elsewhere: an [`Iteration`] that owns its line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info<V: Variant = Shogi> {
    /// Plies of this iteration.
    pub depth: u32,
    /// The deepest ply looked at, the quiescence search included.
    pub seldepth: u32,
    /// Which line this is, from 0 up: the best, the second best and so on.
    pub line: usize,
    /// For the side to move at the root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub time_ms: u64,
    /// Nodes per second; 0 before there is a time to measure.
    pub nps: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull_permille: u32,
    /// The line.
    pub pv: Vec<Move<V>>,
}

impl<V: Variant> From<&Iteration<'_, V>> for Info<V> {
    fn from(iteration: &Iteration<'_, V>) -> Self {
        Self {
            depth: iteration.depth,
            seldepth: iteration.seldepth,
            line: iteration.line,
            score: iteration.score,
            bound: iteration.bound,
            nodes: iteration.nodes,
            time_ms: iteration.time_ms,
            nps: iteration.nps,
            hashfull_permille: iteration.hashfull_permille,
            pv: iteration.pv.to_vec(),
        }
    }
}
