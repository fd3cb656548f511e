//! The table that the first stage asks; whoever calls brings it.

use sakiyomi_eval::Score;
use sakiyomi_rules::{Move, Variant};

/// What a score says of the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is this or less.
    Upper,
    /// The value is this or more.
    Lower,
    /// The value is this.
    Exact,
}

impl Bound {
    /// Whether a stored score settles a search with this window.
    #[inline]
    #[must_use]
    pub fn settles(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }

    /// What a fail-soft result says, given the window it was searched with.
    #[inline]
    #[must_use]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Self::Lower
        } else if score <= alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }
}

/// A result of the first stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry<V: Variant> {
    /// The score, mates counted from the node itself.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Plies of the first stage that were left, from 0 up. An entry never answers where more were asked.
    pub stage_depth: u32,
    /// The best move, if one was better than standing pat.
    pub best: Option<Move<V>>,
}

/// A table of first-stage results. `()` remembers nothing.
pub trait QuiescenceTable<V: Variant> {
    /// What is known of the position with this key.
    fn probe(&self, key: u64) -> Option<TableEntry<V>>;
    /// Remembers a result, or not.
    fn store(&self, key: u64, entry: TableEntry<V>);
    /// Told that this key will be asked for soon, so that the entry can be on its way from memory meanwhile.
    #[inline]
    fn prefetch(&self, _key: u64) {}
}

impl<V: Variant> QuiescenceTable<V> for () {
    #[inline]
    fn probe(&self, _: u64) -> Option<TableEntry<V>> {
        None
    }

    #[inline]
    fn store(&self, _: u64, _: TableEntry<V>) {}
}
