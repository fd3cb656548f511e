//! Games as USI `position` lines: `startpos moves 7g7f 3c3d`, `sfen … moves …`.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{Game, IllegalMove, MoveTextError, Position, SfenError, Variant};

/// Most moves that a line may have. No real game comes near it; it bounds the work that a text can ask for (the search
/// for repetitions grows with the square of a game that goes on without one).
pub const MAX_MOVES: usize = 32_768;

/// Why a text is not a `position` line. Moves are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionCommandError {
    /// Neither `startpos` nor an SFEN stands there.
    #[error("neither 'startpos' nor a position is given")]
    NoPosition,
    /// The position cannot be read; columns count from the start of the board.
    #[error("the position cannot be read: {0}")]
    Sfen(#[from] SfenError),
    /// Something other than `moves` follows `startpos`.
    #[error("only 'moves' may follow 'startpos'")]
    TrailingText,
    /// A text among the moves is none.
    #[error("move {number} cannot be read: {source}")]
    MoveText {
        /// Which, from 1.
        number: usize,
        /// Why.
        source: MoveTextError,
    },
    /// A move breaks a rule.
    #[error("move {number} is illegal: {source}")]
    IllegalMove {
        /// Which, from 1.
        number: usize,
        /// Why.
        source: IllegalMove,
    },
    /// There are more than [`MAX_MOVES`] moves.
    #[error("there are more than {MAX_MOVES} moves")]
    TooManyMoves,
}

impl<V: Variant> FromStr for Game<V> {
    type Err = PositionCommandError;

    /// Reads a `position` line; the words `position` and `sfen` may be left out, and any white space parts words. Moves
    /// that go on after a repetition are played ([`Game::play_on`]); the game keeps how and when it ended.
    ///
    /// ```
    /// use sakiyomi_rules::{Game, IllegalMove, PositionCommandError, Shogi};
    /// let game: Game<Shogi> = "position startpos moves 7g7f 3c3d".parse()?;
    /// assert_eq!(game.ply(), 2);
    /// assert_eq!(game.to_string(), "startpos moves 7g7f 3c3d");
    /// assert_eq!(
    ///     "startpos moves 7g7f 7f7e".parse::<Game<Shogi>>().unwrap_err(),
    ///     PositionCommandError::IllegalMove { number: 2, source: IllegalMove::NotOwnMan },
    /// );
    /// # Ok::<(), PositionCommandError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PositionCommandError> {
        let mut words = text.split_ascii_whitespace().peekable();
        words.next_if_eq(&"position");
        let start = if words.next_if_eq(&"startpos").is_some() {
            match words.next() {
                None | Some("moves") => Position::start(),
                Some(_) => return Err(PositionCommandError::TrailingText),
            }
        } else {
            words.next_if_eq(&"sfen");
            let mut sfen = String::new();
            for word in words.by_ref().take_while(|&word| word != "moves") {
                if !sfen.is_empty() {
                    sfen.push(' ');
                }
                sfen.push_str(word);
            }
            if sfen.is_empty() {
                return Err(PositionCommandError::NoPosition);
            }
            Position::from_sfen(&sfen)?
        };

        let mut game = Self::from_position(start);
        for (number, word) in (1..).zip(words) {
            if number > MAX_MOVES {
                return Err(PositionCommandError::TooManyMoves);
            }
            let mv =
                word.parse().map_err(|source| PositionCommandError::MoveText { number, source })?;
            game.play_on(mv)
                .map_err(|source| PositionCommandError::IllegalMove { number, source })?;
        }
        Ok(game)
    }
}

impl<V: Variant> fmt::Display for Game<V> {
    /// The game as a `position` line without the word `position`. What a player did to end it is not part of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self.start_position() == Position::start() {
            f.write_str("startpos")?;
        } else {
            write!(f, "sfen {}", self.start_position().to_sfen())?;
        }
        for (index, mv) in self.moves().enumerate() {
            f.write_str(if index == 0 { " moves " } else { " " })?;
            write!(f, "{mv}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi};
    use std::string::ToString;

    fn written(text: &str) -> Result<String, PositionCommandError> {
        text.parse::<Game<Shogi>>().map(|game| game.to_string())
    }

    #[test]
    fn lines_are_read_with_and_without_their_leading_words() {
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 w P 7";
        for text in
            [sfen.to_string(), format!("sfen {sfen}"), format!("position sfen {sfen} moves")]
        {
            assert_eq!(written(&text), Ok(format!("sfen {sfen}")));
        }
        let blanks = "  position\tstartpos   moves  7g7f\r\n";
        assert_eq!(written(blanks).as_deref(), Ok("startpos moves 7g7f"));
        assert_eq!(written("startpos moves").as_deref(), Ok("startpos"));
        let mini: Game<Minishogi> = "startpos moves 1e1d".parse().unwrap();
        assert_eq!(mini.ply(), 1);
    }

    #[test]
    fn faults_are_named_with_their_move() {
        assert_eq!(written(""), Err(PositionCommandError::NoPosition));
        assert_eq!(written("position"), Err(PositionCommandError::NoPosition));
        assert_eq!(written("sfen moves 7g7f"), Err(PositionCommandError::NoPosition));
        assert_eq!(written("startpos 7g7f"), Err(PositionCommandError::TrailingText));
        assert_eq!(
            written("startpos moves 7g7f x"),
            Err(PositionCommandError::MoveText {
                number: 2,
                source: MoveTextError::Length { found: 1 }
            })
        );
        assert!(matches!(written("4k4 b - 1"), Err(PositionCommandError::Sfen(_))));
    }

    #[test]
    fn the_number_of_moves_is_bounded() {
        let text = format!("startpos moves {}", "2h3h 8b7b 3h2h 7b8b ".repeat(MAX_MOVES / 4));
        let game: Game<Shogi> = text.parse().unwrap();
        assert_eq!((game.ply(), game.ended_at()), (MAX_MOVES, Some(12)));
        assert_eq!(written(&(text + "7g7f")), Err(PositionCommandError::TooManyMoves));
    }
}
