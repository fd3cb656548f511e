//! Moves as USI writes them: `7g7f`, `8h2b+`, `P*5e`.

use core::fmt;
use core::str::FromStr;

use crate::{Kind, Move, Square, Variant};

/// Why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// A move is four characters, or five with a promotion.
    #[error("a move has 4 characters, or 5 with its promotion, not {found}")]
    Length {
        /// Characters found.
        found: usize,
    },
    /// The square to move from is not on the board.
    #[error("column 1: no square of this board to move from")]
    From,
    /// The square to move to is not on the board.
    #[error("column 3: no square of this board to move to")]
    To,
    /// Only P, L, N, S, G, B and R, as far as the game has them, can be dropped.
    #[error("column 1: {found:?} cannot be dropped in this game")]
    Drop {
        /// The character.
        found: char,
    },
    /// The fifth character of a move on the board can only be `+`; a drop has none.
    #[error("column 5: only a '+' after a move on the board can stand here")]
    Suffix,
    /// A move that starts and ends on one square.
    #[error("the move ends where it starts")]
    Standstill,
}

impl<V: Variant> FromStr for Move<V> {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let bytes = text.as_bytes();
        let (start, end, suffix) = match *bytes {
            [a, b, c, d] => ([a, b], [c, d], None),
            [a, b, c, d, e] => ([a, b], [c, d], Some(e)),
            _ => return Err(MoveTextError::Length { found: text.chars().count() }),
        };
        let to = Square::from_letters(end[0], end[1]).ok_or(MoveTextError::To);
        if start[1] == b'*' {
            let letter = char::from(start[0]);
            let mv = match Kind::from_letter(letter) {
                Some(kind) if V::MEN[kind.index()] > 0 => Move::drop(kind, to?),
                _ => None,
            };
            let found = text.chars().next().unwrap_or(letter);
            let mv = mv.ok_or(MoveTextError::Drop { found })?;
            return if suffix.is_none() { Ok(mv) } else { Err(MoveTextError::Suffix) };
        }
        let from = Square::from_letters(start[0], start[1]).ok_or(MoveTextError::From)?;
        let to = to?;
        if !matches!(suffix, None | Some(b'+')) {
            return Err(MoveTextError::Suffix);
        }
        if from == to {
            return Err(MoveTextError::Standstill);
        }
        Ok(Self::new(from, to, suffix.is_some()))
    }
}

impl<V: Variant> fmt::Display for Move<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => write!(f, "{from}{}", self.to())?,
            (None, Some(kind)) => write!(f, "{}*{}", kind.letter(), self.to())?,
            (None, None) => {}
        }
        f.write_str(if self.is_promotion() { "+" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi};

    #[test]
    fn every_writable_move_is_read_back() {
        use std::string::ToString;
        for mv in Move::<Shogi>::writable() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        for mv in Move::<Minishogi>::writable() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "7g", "7g7f++", "7g7g", "K*5e", "+P*5e", "p*5e", "P*5e+", "7g7j", "0a1b"] {
            assert!(text.parse::<Move<Shogi>>().is_err(), "{text}");
        }
        assert_eq!("N*3c".parse::<Move<Minishogi>>(), Err(MoveTextError::Drop { found: 'N' }));
    }
}
