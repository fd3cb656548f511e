//! Moves as CSA records write them: `+7776FU`, `-8822UM`, `+0055KA`.
//!
//! Source: the CSA standard record format, version 2.2. A move is the side (`+` black, `-` white), the square left (`00`
//! for a drop), the square reached, both as file and rank in digits, and the man as it stands after the move. So a
//! promotion can only be told with the position at hand. Minishogi has no CSA standard; the same letters are used with
//! its own coordinates.

use alloc::string::String;

use crate::{Color, IllegalMove, Kind, Move, Position, Square, Variant};

/// By kind index.
const CODES: [&str; 14] =
    ["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

/// Why a text is not a legal CSA move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CsaError {
    /// A move is four digits and two letters, with or without the sign of its side.
    #[error("a CSA move is a sign, 4 digits and 2 letters")]
    Form,
    /// The sign is that of the side which is not to move.
    #[error("column 1: {0} is to move")]
    WrongSide(Color),
    /// The square to move from is neither `00` nor on the board.
    #[error("no square of this board to move from")]
    From,
    /// The square to move to is not on the board.
    #[error("no square of this board to move to")]
    To,
    /// Two letters that are no man.
    #[error("unknown man")]
    Man,
    /// The man that moves is another one, or cannot turn into the one named.
    #[error("the man that moves is not the one named")]
    OtherMan,
    /// The move breaks a rule.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl<V: Variant> Position<V> {
    /// A move of the side to move as CSA writes it.
    ///
    /// # Errors
    /// The rule that the move breaks.
    ///
    /// ```
    /// use sakiyomi_rules::{Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// assert_eq!(start.to_csa("7g7f".parse()?)?, "+7776FU");
    /// assert_eq!(start.parse_csa("+2726FU")?.to_string(), "2g2f");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_csa(&self, mv: Move<V>) -> Result<String, IllegalMove> {
        self.check_legality(mv)?;
        let sign = if self.side_to_move() == Color::Black { '+' } else { '-' };
        let (from, man) = match mv.from() {
            Some(from) => {
                let moved = self.kind_at(from).ok_or(IllegalMove::NoManThere)?;
                let after = if mv.is_promotion() { moved.promoted() } else { None };
                ((from.file(), from.rank()), after.unwrap_or(moved))
            }
            None => ((0, 0), mv.dropped().ok_or(IllegalMove::NotInHand)?),
        };
        let (to, man) = (mv.to(), CODES[man.index()]);
        Ok(alloc::format!("{sign}{}{}{}{}{man}", from.0, from.1, to.file(), to.rank()))
    }

    /// Reads a CSA move of the side to move. The sign may be left out.
    ///
    /// # Errors
    /// What is wrong with the text, or the rule that the move breaks.
    pub fn parse_csa(&self, text: &str) -> Result<Move<V>, CsaError> {
        let (sign, rest) = match text.as_bytes() {
            [b'+', rest @ ..] => (Some(Color::Black), rest),
            [b'-', rest @ ..] => (Some(Color::White), rest),
            rest => (None, rest),
        };
        let &[a, b, c, d, ref man @ ..] = rest else { return Err(CsaError::Form) };
        if man.len() != 2 || ![a, b, c, d].iter().all(u8::is_ascii_digit) {
            return Err(CsaError::Form);
        }
        let us = self.side_to_move();
        if sign.is_some_and(|sign| sign != us) {
            return Err(CsaError::WrongSide(us));
        }
        let square = |file: u8, rank: u8| Square::<V>::new(file - b'0', rank - b'0');
        let to = square(c, d).ok_or(CsaError::To)?;
        let kind = CODES.iter().position(|code| code.as_bytes() == man);
        let kind = kind.and_then(Kind::from_index).ok_or(CsaError::Man)?;

        let mv = if [a, b] == *b"00" {
            Move::drop(kind, to).ok_or(CsaError::OtherMan)?
        } else {
            let from = square(a, b).ok_or(CsaError::From)?;
            let moved = self.kind_at(from).ok_or(IllegalMove::NoManThere)?;
            let promotion = moved.promoted() == Some(kind);
            if moved != kind && !promotion {
                return Err(CsaError::OtherMan);
            }
            Move::new(from, to, promotion)
        };
        self.check_legality(mv)?;
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi};

    #[test]
    fn the_man_is_named_as_it_stands_after_the_move() {
        let mut position = Position::<Shogi>::start();
        for mv in ["+7776FU", "-3334FU", "+8822UM", "-3122GI", "+0055KA"] {
            let read = position.parse_csa(mv).unwrap();
            assert_eq!(position.to_csa(read).as_deref(), Ok(mv));
            position.play(read).unwrap();
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let start = Position::<Shogi>::start();
        for (text, error) in [
            ("", CsaError::Form),
            ("+7776F", CsaError::Form),
            ("+7776FUU", CsaError::Form),
            ("+７776FU", CsaError::Form),
            ("-7776FU", CsaError::WrongSide(Color::Black)),
            ("+0776FU", CsaError::From),
            ("+7706FU", CsaError::To),
            ("+7776fu", CsaError::Man),
            ("+7776GI", CsaError::OtherMan),
            ("+0055OU", CsaError::OtherMan),
            ("+0055TO", CsaError::OtherMan),
            ("+0055FU", CsaError::Illegal(IllegalMove::NotInHand)),
            ("+5554FU", CsaError::Illegal(IllegalMove::NoManThere)),
            ("+7775FU", CsaError::Illegal(IllegalMove::OutOfReach)),
        ] {
            assert_eq!(start.parse_csa(text), Err(error), "{text}");
        }
        let mini = Position::<Minishogi>::start();
        assert_eq!(
            mini.parse_csa("+5453FU").unwrap().to_bits(),
            "5d5c".parse::<Move<Minishogi>>().unwrap().to_bits()
        );
        assert_eq!(mini.parse_csa("+7776FU"), Err(CsaError::To));
    }
}
