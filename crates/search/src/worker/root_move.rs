//! A move at the root, and what is known of it.

use alloc::vec::Vec;

use sakiyomi_eval::Score;
use sakiyomi_rules::{Move, Variant};

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<V: Variant> {
    pub(crate) mv: Move<V>,
    /// Its value in the iteration that runs; minus infinity where it is no better than the best.
    pub(crate) score: Score,
    /// Its value in the last iteration.
    pub(crate) previous: Score,
    pub(crate) pv: Vec<Move<V>>,
    /// Nodes below it in all iterations.
    pub(crate) nodes: u64,
}
