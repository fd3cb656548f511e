//! The two sides.

use core::ops::Not;

/// A side: black (sente, 先手) moves first, white (gote, 後手) second.
///
/// ```
/// use sakiyomi_rules::Color;
/// assert_eq!(!Color::Black, Color::White);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Sente (先手), written `b` and in capital letters in SFEN.
    Black = 0,
    /// Gote (後手), written `w` and in small letters in SFEN.
    White = 1,
}

impl Color {
    /// Both sides, black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for black, 1 for white.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index; anything but 0 is white.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        if index == 0 { Self::Black } else { Self::White }
    }

    /// `'b'` or `'w'`, as SFEN writes the side to move.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// `"black"` or `"white"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl core::fmt::Display for Color {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
