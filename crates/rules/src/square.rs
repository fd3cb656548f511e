//! Squares, named as SFEN and USI name them: file from the right, rank from black's far side.

use core::{fmt, marker::PhantomData};

use crate::{Shogi, Variant};

/// A square of the board of one variant.
///
/// Files count from 1 at black's right, ranks from 1 (`a`) at black's far side: `7g` is file 7, rank 7. The index runs
/// down the files: 1a = 0, 1b = 1, and so on, so that a piece one step further for black has an index smaller by one.
///
/// ```
/// use sakiyomi_rules::{Shogi, Square};
/// let square: Square<Shogi> = "7g".parse()?;
/// assert_eq!((square.file(), square.rank(), square.index()), (7, 7, 60));
/// assert_eq!(square.rotated().to_string(), "3c");
/// # Ok::<(), sakiyomi_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<V: Variant = Shogi>(u8, PhantomData<V>);

impl<V: Variant> Square<V> {
    /// The square on this file and rank, both from 1; `None` off the board.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= V::FILES && rank >= 1 && rank <= V::RANKS {
            Some(Self::from_index_unchecked(((file - 1) * V::RANKS + rank - 1) as usize))
        } else {
            None
        }
    }

    /// The square with this index; `None` at or above [`Variant::SQUARES`].
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < V::SQUARES { Some(Self::from_index_unchecked(index)) } else { None }
    }

    /// The caller has to know that the index is on the board.
    #[inline]
    pub(crate) const fn from_index_unchecked(index: usize) -> Self {
        Self(index as u8, PhantomData)
    }

    /// All squares in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..V::SQUARES as u8).map(|index| Self(index, PhantomData))
    }

    /// 0 for 1a, counting down the files.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1 at black's right.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / V::RANKS + 1
    }

    /// 1 (written `a`) at black's far side.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % V::RANKS + 1
    }

    /// The same place seen from the other side of the board.
    #[inline]
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self::from_index_unchecked(V::SQUARES - 1 - self.index())
    }

    /// The rank counted from this side's far edge: 1 where its men promote.
    #[inline]
    #[must_use]
    pub const fn rank_from_far_edge(self, color: crate::Color) -> u8 {
        match color {
            crate::Color::Black => self.rank(),
            crate::Color::White => V::RANKS + 1 - self.rank(),
        }
    }

    /// Whether this side's men may promote here.
    #[inline]
    #[must_use]
    pub const fn is_in_zone(self, color: crate::Color) -> bool {
        self.rank_from_far_edge(color) <= V::PROMOTION_RANKS
    }
}

impl<V: Variant> fmt::Display for Square<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl<V: Variant> fmt::Debug for Square<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a file from 1 to {files} and a rank from a to {last_rank}")]
#[non_exhaustive]
pub struct SquareError {
    /// Files of the board.
    pub files: u8,
    /// Letter of the last rank.
    pub last_rank: char,
}

impl<V: Variant> core::str::FromStr for Square<V> {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let &[file, rank] = text.as_bytes() else { return Err(square_error::<V>()) };
        Self::from_letters(file, rank).ok_or_else(square_error::<V>)
    }
}

const fn square_error<V: Variant>() -> SquareError {
    SquareError { files: V::FILES, last_rank: (b'a' + V::RANKS - 1) as char }
}

impl<V: Variant> Square<V> {
    /// Reads `7` and `g`.
    #[inline]
    pub(crate) const fn from_letters(file: u8, rank: u8) -> Option<Self> {
        if file.is_ascii_digit() && rank.is_ascii_lowercase() {
            Self::new(file - b'0', rank - b'a' + 1)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Minishogi;

    #[test]
    fn text_and_index_agree_on_both_boards() {
        use std::string::ToString;
        for square in Square::<Shogi>::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.rotated().rotated(), square);
        }
        assert_eq!(Square::<Minishogi>::all().len(), 25);
        for text in ["", "7", "77", "0a", "6a", "1f", "1a ", "１a"] {
            assert!(text.parse::<Square<Minishogi>>().is_err(), "{text}");
        }
    }
}
