//! Values of either variant, for programs that learn which game is played while they run.
//!
//! The variant is chosen once, where such a value is made; what is inside is the type that generic code works with, so
//! nothing below this file becomes slower. [`with_any!`](crate::with_any) takes a value apart.

use std::fmt;

use sakiyomi_rules::{
    Color, Game, GameError, Minishogi, Move, MoveTextError, Outcome, Position,
    PositionCommandError, SfenError, Shogi,
};
use sakiyomi_search::SearchResult;

use crate::VariantName;

/// Something of shogi or of minishogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Any<S, M> {
    /// Of shogi.
    Shogi(S),
    /// Of minishogi.
    Minishogi(M),
}

/// A position of either variant. Reading goes by the size of the board.
///
/// ```
/// use sakiyomi::{AnyPosition, VariantName};
/// let position: AnyPosition = "rbsgk/4p/5/P4/KGSBR b - 1".parse()?;
/// assert_eq!(position.variant(), VariantName::Minishogi);
/// assert_eq!(position.to_sfen(), "rbsgk/4p/5/P4/KGSBR b - 1");
/// # Ok::<(), sakiyomi::SfenError>(())
/// ```
pub type AnyPosition = Any<Position<Shogi>, Position<Minishogi>>;

/// A game of either variant.
///
/// ```
/// use sakiyomi::{AnyGame, VariantName};
/// let mut game = AnyGame::new(VariantName::Minishogi);
/// game.play("1e1d")?;
/// assert_eq!(game.to_string(), "startpos moves 1e1d");
/// assert!(game.legal_moves().contains(&"5a5b".to_owned()));
/// assert!(game.play("5a5e").is_err());
/// # Ok::<(), sakiyomi::PlayError>(())
/// ```
pub type AnyGame = Any<Game<Shogi>, Game<Minishogi>>;

/// A move of either variant.
pub type AnyMove = Any<Move<Shogi>, Move<Minishogi>>;

/// What a search of either variant found.
pub type AnySearchResult = Any<SearchResult<Shogi>, SearchResult<Minishogi>>;

/// Why a move given as text was not played. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is no move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// The game did not take it.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Takes a value of either variant apart: the same code for what is inside, whichever it is.
///
/// ```
/// use sakiyomi::{AnyGame, VariantName, with_any};
/// let game = AnyGame::new(VariantName::Shogi);
/// assert_eq!(with_any!(&game, game => game.position().count_legal()), 30);
/// ```
#[macro_export]
macro_rules! with_any {
    ($any:expr, $inside:pat => $body:expr) => {
        match $any {
            $crate::Any::Shogi($inside) => $body,
            $crate::Any::Minishogi($inside) => $body,
        }
    };
}

/// The same, and puts the result into the same variant again.
macro_rules! map_any {
    ($any:expr, $inside:pat => $body:expr) => {
        match $any {
            Any::Shogi($inside) => Any::Shogi($body),
            Any::Minishogi($inside) => Any::Minishogi($body),
        }
    };
}

impl<S, M> Any<S, M> {
    /// Which variant.
    #[must_use]
    pub const fn variant(&self) -> VariantName {
        match self {
            Self::Shogi(_) => VariantName::Shogi,
            Self::Minishogi(_) => VariantName::Minishogi,
        }
    }

    /// What is inside, by reference.
    pub const fn as_ref(&self) -> Any<&S, &M> {
        match self {
            Self::Shogi(inside) => Any::Shogi(inside),
            Self::Minishogi(inside) => Any::Minishogi(inside),
        }
    }
}

macro_rules! from_either {
    ($($type:ident),+) => {$(
        impl<M> From<$type<Shogi>> for Any<$type<Shogi>, M> {
            fn from(inside: $type<Shogi>) -> Self {
                Self::Shogi(inside)
            }
        }
        impl<S> From<$type<Minishogi>> for Any<S, $type<Minishogi>> {
            fn from(inside: $type<Minishogi>) -> Self {
                Self::Minishogi(inside)
            }
        }
    )+};
}
from_either!(Position, Game, Move, SearchResult);

impl<S: fmt::Display, M: fmt::Display> fmt::Display for Any<S, M> {
    /// As what is inside: a move as USI, a game as a `position` line without that word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_any!(self, inside => inside.fmt(f))
    }
}

impl AnyPosition {
    /// The start position.
    #[must_use]
    pub fn start(variant: VariantName) -> Self {
        with_variant!(variant, V => Position::<V>::start().into())
    }

    /// The position as SFEN.
    #[must_use]
    pub fn to_sfen(&self) -> String {
        with_any!(self, position => position.to_sfen())
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        with_any!(self, position => position.side_to_move())
    }

    /// The legal moves in USI, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        with_any!(self, position => position.legal_moves().iter().map(ToString::to_string).collect())
    }
}

impl std::str::FromStr for AnyPosition {
    type Err = SfenError;

    /// Reads an SFEN. A board that is neither five nor nine ranks high is read as one of shogi, whose error says so.
    fn from_str(sfen: &str) -> Result<Self, SfenError> {
        let variant = VariantName::of_board(sfen).unwrap_or_default();
        with_variant!(variant, V => Ok(Position::<V>::from_sfen(sfen)?.into()))
    }
}

impl AnyGame {
    /// A game from the start position.
    #[must_use]
    pub fn new(variant: VariantName) -> Self {
        with_variant!(variant, V => Game::<V>::new().into())
    }

    /// Reads a `position` line. The size of its board settles the variant; `startpos` goes by `default`.
    ///
    /// ```
    /// use sakiyomi::{AnyGame, VariantName};
    /// let game = AnyGame::read("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 1e1d", VariantName::Shogi)?;
    /// assert_eq!(game.variant(), VariantName::Minishogi);
    /// # Ok::<(), sakiyomi::PositionCommandError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn read(text: &str, default: VariantName) -> Result<Self, PositionCommandError> {
        let variant = VariantName::of_board(text).unwrap_or(default);
        with_variant!(variant, V => Ok(text.parse::<Game<V>>()?.into()))
    }

    /// Plays a move in USI.
    ///
    /// # Errors
    /// The text is no move, the move breaks a rule, or the game has ended.
    pub fn play(&mut self, mv: &str) -> Result<(), PlayError> {
        with_any!(self, game => Ok(game.play(mv.parse()?)?))
    }

    /// Takes back the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<AnyMove> {
        with_any!(self, game => game.undo().map(Into::into))
    }

    /// The position now on the board.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        map_any!(self, game => game.position().clone())
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        with_any!(self, game => game.position().side_to_move())
    }

    /// The legal moves in USI, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        self.position().legal_moves()
    }

    /// How the game stands.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        with_any!(self, game => game.outcome())
    }

    /// Number of moves played.
    #[must_use]
    pub fn ply(&self) -> usize {
        with_any!(self, game => game.ply())
    }
}

impl AnySearchResult {
    /// The best move; `None` only where there is no legal move.
    #[must_use]
    pub fn best(&self) -> Option<AnyMove> {
        with_any!(self, result => result.best.map(Into::into))
    }

    /// For the side to move.
    #[must_use]
    pub fn score(&self) -> crate::Score {
        with_any!(self, result => result.score)
    }

    /// The line of the best move.
    #[must_use]
    pub fn pv(&self) -> Vec<AnyMove> {
        with_any!(self, result => result.pv.iter().map(|&mv| mv.into()).collect())
    }
}
