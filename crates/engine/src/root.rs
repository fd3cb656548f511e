//! Where a search starts, kept for another thread.

use sakiyomi_rules::{History, Move, Position, Variant};
use sakiyomi_search::Root;

/// A [`Root`] that owns what it speaks of.
#[derive(Debug)]
pub(crate) struct OwnedRoot<V: Variant> {
    position: Position<V>,
    history: Option<History>,
    moves: Option<Vec<Move<V>>>,
}

impl<V: Variant> From<Root<'_, V>> for OwnedRoot<V> {
    fn from(root: Root<'_, V>) -> Self {
        Self {
            position: root.position.clone(),
            history: root.history.cloned(),
            moves: root.moves.map(<[_]>::to_vec),
        }
    }
}

impl<V: Variant> OwnedRoot<V> {
    pub(crate) fn borrowed(&self) -> Root<'_, V> {
        Root {
            position: &self.position,
            history: self.history.as_ref(),
            moves: self.moves.as_deref(),
        }
    }
}
