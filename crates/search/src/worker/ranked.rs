//! A move with its rank, as the lists of the search hold it.

use sakiyomi_rules::{Move, Variant};

/// A move with its rank in one number: the larger first, ties by the move's bits. So sorting is fast, and the same
/// everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked(i64);

impl Ranked {
    #[inline]
    pub(crate) fn new<V: Variant>(rank: i32, mv: Move<V>) -> Self {
        Self(i64::from(rank) << 16 | i64::from(mv.to_bits()))
    }

    #[inline]
    pub(crate) fn mv<V: Variant>(self) -> Option<Move<V>> {
        Move::from_bits(self.0 as u16)
    }
}

/// Changes places so that the best comes first.
#[inline]
pub(super) fn bring_best_to_front(moves: &mut [Ranked]) {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at] > moves[best] {
            best = at;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
}
