//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::{Bits, Shogi, Square, Variant};

/// A set of squares of one variant's board.
///
/// `&`, `|`, `^` and `!` are set operations, `-` takes one set out of another; iterating gives the squares in the
/// order of their index.
///
/// ```
/// use sakiyomi_rules::{Color, Kind, Minishogi, Position};
/// let start = Position::<Minishogi>::start();
/// let golds = start.pieces(Color::Black, Kind::Gold);
/// assert_eq!(golds.into_iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["4e"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<V: Variant = Shogi>(pub(crate) V::Bits);

impl<V: Variant> Bitboard<V> {
    /// No square.
    pub const EMPTY: Self = Self(V::Bits::EMPTY);
    /// Every square.
    pub const FULL: Self = Self(V::Bits::FULL);

    /// The set of one square.
    #[inline]
    #[must_use]
    pub fn of(square: Square<V>) -> Self {
        Self(V::Bits::bit(square.index()))
    }

    /// The squares strictly between two squares of one rank, file or diagonal; none if they share no line.
    #[inline]
    #[must_use]
    pub fn between(a: Square<V>, b: Square<V>) -> Self {
        Self(V::between(a.index(), b.index()))
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, square: Square<V>) -> bool {
        self.0.has(square.index())
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count()
    }

    /// Whether there are two squares or more.
    #[inline]
    #[must_use]
    pub fn has_several(self) -> bool {
        self.0.has_several()
    }

    /// The square with the lowest index.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Square<V>> {
        self.0.lowest().map(Square::from_index_unchecked)
    }
}

impl<V: Variant> Default for Bitboard<V> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares<V: Variant>(Bitboard<V>);

impl<V: Variant> Iterator for Squares<V> {
    type Item = Square<V>;

    #[inline]
    fn next(&mut self) -> Option<Square<V>> {
        self.0.0.pop().map(Square::from_index_unchecked)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<V: Variant> ExactSizeIterator for Squares<V> {}

impl<V: Variant> IntoIterator for Bitboard<V> {
    type Item = Square<V>;
    type IntoIter = Squares<V>;

    #[inline]
    fn into_iter(self) -> Squares<V> {
        Squares(self)
    }
}

impl<V: Variant> FromIterator<Square<V>> for Bitboard<V> {
    fn from_iter<I: IntoIterator<Item = Square<V>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl<V: Variant> fmt::Debug for Bitboard<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! operators {
    ($($op:ident $f:ident $opa:ident $fa:ident $sign:tt),+) => {$(
        impl<V: Variant> $op for Bitboard<V> {
            type Output = Self;
            #[inline]
            fn $f(self, other: Self) -> Self {
                Self(self.0 $sign other.0)
            }
        }
        impl<V: Variant> $opa for Bitboard<V> {
            #[inline]
            fn $fa(&mut self, other: Self) {
                self.0 = self.0 $sign other.0;
            }
        }
    )+};
}
operators!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl<V: Variant> Sub for Bitboard<V> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.without(other.0))
    }
}

impl<V: Variant> Not for Bitboard<V> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::FULL - self
    }
}
