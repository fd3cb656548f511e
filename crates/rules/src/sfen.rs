//! SFEN: positions as one line of text, read strictly and written in the usual form.

use core::fmt::Write;

use alloc::string::String;

use crate::piece::Code;
use crate::{Color, Kind, Position, SetupFaults, Square, Variant};

/// What is wrong with an SFEN text, and where: columns count characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenError {
    /// A letter that is no man of this game.
    #[error("column {column}: {found:?} is not a man of this game")]
    UnknownMan {
        /// Where.
        column: usize,
        /// The character.
        found: char,
    },
    /// A `+` with nothing after it that can be promoted.
    #[error("column {column}: '+' has to stand before a man that can promote")]
    StrayPlus {
        /// Where.
        column: usize,
    },
    /// A rank holds too many or too few squares.
    #[error("column {column}: rank {rank} has {found} squares or more, expected {expected}")]
    RankTooLong {
        /// Where.
        column: usize,
        /// From 1.
        rank: usize,
        /// Squares counted so far.
        found: usize,
        /// Files of the board.
        expected: usize,
    },
    /// A rank ends early.
    #[error("column {column}: rank {rank} has {found} squares, expected {expected}")]
    RankTooShort {
        /// Where.
        column: usize,
        /// From 1.
        rank: usize,
        /// Squares counted.
        found: usize,
        /// Files of the board.
        expected: usize,
    },
    /// The board has too many or too few ranks.
    #[error("column {column}: the board ends after {found} ranks, expected {expected}")]
    RankCount {
        /// Where.
        column: usize,
        /// Ranks read.
        found: usize,
        /// Ranks of the board.
        expected: usize,
    },
    /// The side to move is neither `b` nor `w`.
    #[error("column {column}: the side to move has to be 'b' or 'w'")]
    BadSide {
        /// Where.
        column: usize,
    },
    /// The hands are neither `-` nor men with counts.
    #[error("column {column}: the hands have to be '-' or men with their counts")]
    BadHand {
        /// Where.
        column: usize,
    },
    /// A kind stands twice in one hand.
    #[error("column {column}: {found:?} stands twice in the hands")]
    RepeatedInHand {
        /// Where.
        column: usize,
        /// The letter.
        found: char,
    },
    /// A count in hand is 0 or larger than the game allows.
    #[error("column {column}: a hand cannot hold so many of this man")]
    BadHandCount {
        /// Where.
        column: usize,
    },
    /// The number of the move is no number up to 4,294,967,295.
    #[error("column {column}: the move number has to be a number up to 4294967295")]
    BadMoveNumber {
        /// Where.
        column: usize,
    },
    /// A field is missing, or not parted from the next by one blank.
    #[error("column {column}: the {field} is missing, or more than one blank stands before it")]
    MissingField {
        /// Where.
        column: usize,
        /// Which.
        field: SfenField,
    },
    /// Something follows the move number.
    #[error("column {column}: nothing may follow the move number")]
    TrailingText {
        /// Where.
        column: usize,
    },
    /// Each part can be read, but together they are no position.
    #[error("not a position: {0}")]
    Setup(#[from] SetupFaults),
}

/// The parts of an SFEN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SfenField {
    /// The ranks.
    Board,
    /// `b` or `w`.
    Side,
    /// `-`, or men with counts.
    Hands,
    /// From 1.
    MoveNumber,
}

impl core::fmt::Display for SfenField {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Side => "side to move",
            Self::Hands => "hands",
            Self::MoveNumber => "move number",
        })
    }
}

/// Reads bytes one by one and knows the column.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn column(&self) -> usize {
        self.column_of(self.at)
    }

    /// Characters, not bytes, come before this one; only for errors.
    fn column_of(&self, at: usize) -> usize {
        // A byte that continues a UTF-8 character starts with the bits 10.
        1 + self.text[..at.min(self.text.len())].iter().filter(|&&b| b & 0xc0 != 0x80).count()
    }

    /// The character here; only for errors.
    fn found(&self) -> char {
        let rest = &self.text[self.at..];
        let end = (1..=4.min(rest.len()))
            .find(|&n| core::str::from_utf8(&rest[..n]).is_ok())
            .unwrap_or(0);
        core::str::from_utf8(&rest[..end])
            .ok()
            .and_then(|text| text.chars().next())
            .unwrap_or('\u{fffd}')
    }

    fn blank_before(&mut self, field: SfenField) -> Result<(), SfenError> {
        if self.peek() == Some(b' ') && !matches!(self.text.get(self.at + 1), None | Some(b' ')) {
            self.at += 1;
            Ok(())
        } else {
            Err(SfenError::MissingField { column: self.column(), field })
        }
    }
}

/// Kind of each capital letter, as `kind + 1`; 0 is no man.
const KIND_OF_LETTER: [u8; 26] = {
    let mut table = [0; 26];
    let mut kind = 0;
    while kind < 8 {
        table[(Kind::ALL[kind].letter() as u8 - b'A') as usize] = kind as u8 + 1;
        kind += 1;
    }
    table
};

/// The man of a letter: its kind's index and its side.
#[inline(always)]
fn man_of<V: Variant>(byte: u8) -> Option<(usize, Color)> {
    if !byte.is_ascii_alphabetic() {
        return None;
    }
    let kind = usize::from(KIND_OF_LETTER[usize::from((byte | 0x20) - b'a')]).checked_sub(1)?;
    let color = if byte & 0x20 == 0 { Color::Black } else { Color::White };
    (V::MEN[kind] > 0).then_some((kind, color))
}

impl<V: Variant> Position<V> {
    /// Reads an SFEN text: board, side to move, hands and, if it is there, the move number (else 1; 0 is read as 1).
    /// Fields are parted by one blank. Hand pieces may come in any order and with an explicit 1.
    ///
    /// # Errors
    /// The first fault of the text with its column, or all faults of the set-up that it describes.
    ///
    /// ```
    /// use sakiyomi_rules::{Position, SetupFaults, SfenError, Shogi};
    /// let error = Position::<Shogi>::from_sfen("4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1").unwrap_err();
    /// assert_eq!(error, SfenError::Setup(SetupFaults::NIFU));
    /// let error = Position::<Shogi>::from_sfen("4k4/9/9/9/4Q4/9/9/9/4K4 b - 1").unwrap_err();
    /// assert_eq!(error.to_string(), "column 12: 'Q' is not a man of this game");
    /// ```
    pub fn from_sfen(text: &str) -> Result<Self, SfenError> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let mut position = Self::blank();
        read_board(&mut reader, &mut position)?;
        reader.blank_before(SfenField::Side)?;
        let side = match reader.peek() {
            Some(b'b') => Color::Black,
            Some(b'w') => Color::White,
            _ => return Err(SfenError::BadSide { column: reader.column() }),
        };
        reader.at += 1;
        reader.blank_before(SfenField::Hands)?;
        read_hands(&mut reader, &mut position)?;
        let mut move_number = 1;
        if reader.peek().is_some() {
            reader.blank_before(SfenField::MoveNumber)?;
            move_number = read_move_number(&mut reader)?;
        }
        position.set_turn(side, move_number);
        Ok(position.checked()?)
    }
}

fn read_board<V: Variant>(
    reader: &mut Reader<'_>,
    position: &mut Position<V>,
) -> Result<(), SfenError> {
    let (files, ranks) = (usize::from(V::FILES), usize::from(V::RANKS));
    if matches!(reader.peek(), None | Some(b' ')) {
        return Err(SfenError::MissingField { column: reader.column(), field: SfenField::Board });
    }
    for rank in 0..ranks {
        let mut file = files;
        loop {
            let byte = reader.peek().unwrap_or(b' ');
            let mut promoted = 0;
            let man = match byte {
                b'1'..=b'9' => {
                    let empty = usize::from(byte - b'0');
                    // Two digits in a row say one thing in two ways; the usual form is one.
                    let repeated = reader.at > 0 && reader.text[reader.at - 1].is_ascii_digit();
                    if empty > file || repeated {
                        return Err(rank_too_long::<V>(reader, rank, files - file + empty));
                    }
                    file -= empty;
                    reader.at += 1;
                    continue;
                }
                b'/' | b' ' => break,
                b'+' => {
                    promoted = 8;
                    reader.at += 1;
                    match reader.peek().and_then(man_of::<V>) {
                        Some(man) if Kind::ALL[man.0].can_promote() => Some(man),
                        _ => {
                            reader.at -= 1;
                            return Err(SfenError::StrayPlus { column: reader.column() });
                        }
                    }
                }
                _ => man_of::<V>(byte),
            };
            let Some((kind, color)) = man else {
                return Err(SfenError::UnknownMan {
                    column: reader.column(),
                    found: reader.found(),
                });
            };
            if file == 0 {
                return Err(rank_too_long::<V>(reader, rank, files + 1));
            }
            file -= 1;
            position.put(file * ranks + rank, Code((color as u8) << 4 | kind as u8 | promoted));
            reader.at += 1;
        }
        if file != 0 {
            return Err(SfenError::RankTooShort {
                column: reader.column(),
                rank: rank + 1,
                found: files - file,
                expected: files,
            });
        }
        let slash = reader.peek() == Some(b'/');
        if slash != (rank + 1 < ranks) {
            return Err(SfenError::RankCount {
                column: reader.column(),
                found: rank + 1,
                expected: ranks,
            });
        }
        reader.at += usize::from(slash);
    }
    Ok(())
}

fn rank_too_long<V: Variant>(reader: &Reader<'_>, rank: usize, found: usize) -> SfenError {
    SfenError::RankTooLong {
        column: reader.column(),
        rank: rank + 1,
        found,
        expected: usize::from(V::FILES),
    }
}

fn read_hands<V: Variant>(
    reader: &mut Reader<'_>,
    position: &mut Position<V>,
) -> Result<(), SfenError> {
    if reader.peek() == Some(b'-') {
        reader.at += 1;
        return Ok(());
    }
    loop {
        let start = reader.at;
        let mut count = 0u32;
        while let Some(digit @ b'0'..=b'9') = reader.peek() {
            // No hand holds a hundred men; stopping here bounds what a text can make us read as a number.
            if reader.at - start >= 2 || (count == 0 && digit == b'0') {
                return Err(SfenError::BadHandCount { column: reader.column() });
            }
            count = count * 10 + u32::from(digit - b'0');
            reader.at += 1;
        }
        let counted = reader.at > start;
        let (kind, color) = match reader.peek() {
            Some(byte) => match man_of::<V>(byte) {
                Some((kind, color)) if kind != Kind::King.index() => (kind, color),
                _ if byte.is_ascii_alphabetic() => {
                    return Err(SfenError::UnknownMan {
                        column: reader.column(),
                        found: reader.found(),
                    });
                }
                _ => return Err(SfenError::BadHand { column: reader.column() }),
            },
            None => return Err(SfenError::BadHand { column: reader.column() }),
        };
        let count = if counted { count } else { 1 };
        if count > u32::from(V::MEN[kind]) {
            return Err(SfenError::BadHandCount { column: reader.column_of(start) });
        }
        if position.hand(color).count_index(kind) > 0 {
            return Err(SfenError::RepeatedInHand {
                column: reader.column(),
                found: reader.found(),
            });
        }
        position.hold(color.index(), kind, count);
        reader.at += 1;
        if matches!(reader.peek(), None | Some(b' ')) {
            return Ok(());
        }
    }
}

fn read_move_number(reader: &mut Reader<'_>) -> Result<u32, SfenError> {
    let start = reader.at;
    let mut number = 0u32;
    while let Some(digit @ b'0'..=b'9') = reader.peek() {
        number = number
            .checked_mul(10)
            .and_then(|n| n.checked_add(u32::from(digit - b'0')))
            .ok_or_else(|| SfenError::BadMoveNumber { column: reader.column_of(start) })?;
        reader.at += 1;
    }
    if reader.at == start {
        return Err(SfenError::BadMoveNumber { column: reader.column() });
    }
    if reader.peek().is_some() {
        return Err(SfenError::TrailingText { column: reader.column() });
    }
    Ok(number)
}

impl<V: Variant> Position<V> {
    /// The position as SFEN, with the move number; hands in the usual order, black's first, without a count of 1.
    #[must_use]
    pub fn to_sfen(&self) -> String {
        let mut text = String::with_capacity(128);
        // Writing into a String cannot fail.
        let _ = self.write_sfen(&mut text);
        text
    }

    fn write_sfen(&self, text: &mut String) -> core::fmt::Result {
        for rank in 1..=V::RANKS {
            if rank > 1 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (1..=V::FILES).rev() {
                let piece = Square::new(file, rank).and_then(|square| self.piece_at(square));
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(text, "{empty}")?;
                            empty = 0;
                        }
                        write!(text, "{piece}")?;
                    }
                }
            }
            if empty > 0 {
                write!(text, "{empty}")?;
            }
        }
        write!(text, " {} ", self.side_to_move().letter())?;
        let before = text.len();
        for color in Color::ALL {
            for (kind, count) in self.hand(color).iter() {
                if count > 1 {
                    write!(text, "{count}")?;
                }
                write!(text, "{}", crate::Piece::new(color, kind))?;
            }
        }
        if text.len() == before {
            text.push('-');
        }
        write!(text, " {}", self.move_number())
    }
}

impl<V: Variant> core::str::FromStr for Position<V> {
    type Err = SfenError;

    /// As [`Position::from_sfen`]; `startpos` is read as well.
    fn from_str(text: &str) -> Result<Self, SfenError> {
        if text == "startpos" { Ok(Self::start()) } else { Self::from_sfen(text) }
    }
}
