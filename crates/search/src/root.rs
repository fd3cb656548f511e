//! Where a search starts.

use sakiyomi_rules::{Game, History, Move, Position, Shogi, Variant};

/// A position to search, with what came before it and with the moves to look at.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a, V: Variant = Shogi> {
    /// The position.
    pub position: &'a Position<V>,
    /// The game so far, `position` last, so that the search knows which positions have come up before.
    pub history: Option<&'a History>,
    /// Only these moves are searched; illegal ones among them are passed over. `None` for all.
    pub moves: Option<&'a [Move<V>]>,
}

impl<'a, V: Variant> Root<'a, V> {
    /// Searches only these moves.
    #[must_use]
    pub fn only(mut self, moves: &'a [Move<V>]) -> Self {
        self.moves = Some(moves);
        self
    }
}

impl<'a, V: Variant> From<&'a Position<V>> for Root<'a, V> {
    fn from(position: &'a Position<V>) -> Self {
        Self { position, history: None, moves: None }
    }
}

impl<'a, V: Variant> From<&'a Game<V>> for Root<'a, V> {
    fn from(game: &'a Game<V>) -> Self {
        Self { position: game.position(), history: Some(game.history()), moves: None }
    }
}
