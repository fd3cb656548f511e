//! How a game stands: going on, drawn or won, and why.

use core::fmt;

use crate::{Color, IllegalMove, Repetition};

/// How a game stands.
///
/// Displayed as `ongoing`, `draw-repetition`, `black-wins-checkmate` and so on.
///
/// ```
/// use sakiyomi_rules::{Color, Outcome, WinReason};
/// let outcome = Outcome::Win { winner: Color::Black, reason: WinReason::Checkmate };
/// assert_eq!(outcome.to_string(), "black-wins-checkmate");
/// assert_eq!(outcome.winner(), Some(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// Nobody has won.
    Draw(DrawReason),
    /// A side has won.
    Win {
        /// Who.
        winner: Color,
        /// Why.
        reason: WinReason,
    },
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawReason {
    /// The same position for the fourth time (sennichite, 千日手).
    Repetition,
    /// An entering-king declaration with 24 to 30 points (持将棋).
    Declaration,
}

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WinReason {
    /// The loser is in check and has no legal move.
    Checkmate,
    /// The loser has no legal move, though it is not in check.
    NoLegalMove,
    /// The same position for the fourth time, where the variant lets white win by it (minishogi).
    Repetition,
    /// The loser gave check with every move of a repetition (連続王手の千日手).
    PerpetualCheck,
    /// The winner declared by entering king (入玉宣言).
    Declaration,
    /// The loser resigned.
    Resignation,
    /// The loser played a move that breaks a rule (反則).
    IllegalMove(IllegalMove),
}

impl Outcome {
    /// Who has won; `None` while the game goes on and when it is drawn.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Ongoing | Self::Draw(_) => None,
        }
    }

    /// Whether the game goes on.
    #[must_use]
    pub const fn is_ongoing(self) -> bool {
        matches!(self, Self::Ongoing)
    }
}

impl From<Repetition> for Outcome {
    fn from(repetition: Repetition) -> Self {
        let win = |loser: Color, reason| Self::Win { winner: !loser, reason };
        match repetition {
            Repetition::Draw => Self::Draw(DrawReason::Repetition),
            Repetition::Loses(loser) => win(loser, WinReason::Repetition),
            Repetition::PerpetualCheck(loser) => win(loser, WinReason::PerpetualCheck),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Draw(reason) => write!(f, "draw-{reason}"),
            Self::Win { winner, reason } => write!(f, "{winner}-wins-{reason}"),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Repetition => "repetition",
            Self::Declaration => "declaration",
        })
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no-legal-move",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::Declaration => "declaration",
            Self::Resignation => "resignation",
            Self::IllegalMove(_) => "illegal-move",
        })
    }
}
