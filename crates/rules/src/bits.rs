//! The words that hold a set of squares: two `u64` for 81 squares, one `u32` for 25.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

/// A set of square indices, sized to a board.
///
/// Sealed: the two implementations are [`Bits81`] and [`Bits25`]. Bits beyond the board are always 0.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + core::hash::Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + sealed::Sealed
    + 'static
{
    /// No square.
    const EMPTY: Self;
    /// Every square of the board.
    const FULL: Self;

    /// The set of this one square.
    ///
    /// # Panics
    /// Perhaps, for an index off the board; otherwise it gives an unspecified set.
    fn bit(index: usize) -> Self;
    /// Whether the square is in the set. For an index off the board as [`bit`](Self::bit).
    fn has(self, index: usize) -> bool;
    /// Whether no square is in the set.
    fn is_empty(self) -> bool;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// Whether there are two squares or more.
    fn has_several(self) -> bool;
    /// The squares of this set that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// This set, or none, without a branch: for conditions that cannot be guessed.
    fn only_if(self, condition: bool) -> Self;
    /// How many words of up to 64 squares make up the set.
    const WORDS: usize;
    /// The squares from index `63 * which`, that one lowest, up to the next word's.
    fn word(self, which: usize) -> u64;
    /// The lowest index, if any.
    fn lowest(self) -> Option<usize>;
    /// Takes the lowest index out.
    fn pop(&mut self) -> Option<usize>;
    /// Every square one rank further for black. No square may stand on rank 1.
    fn up(self) -> Self;
    /// Every square one rank further for white. No square may stand on the last rank.
    fn down(self) -> Self;
    /// All squares of each file that holds a square of the set. At most one square may stand on a file.
    fn fill_files(self) -> Self;

    /// Whether some file holds two squares of the set.
    fn has_two_on_a_file(self) -> bool;

    /// Calls `f` with each index, lowest first.
    #[inline(always)]
    fn for_each(mut self, mut f: impl FnMut(usize)) {
        while let Some(index) = self.pop() {
            f(index);
        }
    }
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// 81 squares: files 1 to 7 in the first word, 8 and 9 in the second, so that no file lies across the words and all
/// shifts along a file stay within one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub struct Bits81 {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

const LO: u64 = (1 << 63) - 1;
const HI: u64 = (1 << 18) - 1;
/// The lowest square of each file.
const FILE_FEET: Bits81 =
    Bits81 { lo: 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54, hi: 1 | 1 << 9 };

impl Bits81 {
    /// From a word with one bit for each square index.
    pub(crate) const fn from_u128(bits: u128) -> Self {
        Self { lo: bits as u64 & LO, hi: (bits >> 63) as u64 & HI }
    }
}

/// A table, so that boards are changed by whole 128-bit reads and writes.
static BIT: [Bits81; 128] = {
    let mut table = [Bits81 { lo: 0, hi: 0 }; 128];
    let mut index = 0;
    while index < 81 {
        table[index] = Bits81::from_u128(1 << index);
        index += 1;
    }
    table
};

impl sealed::Sealed for Bits81 {}

impl Bits for Bits81 {
    const EMPTY: Self = Self { lo: 0, hi: 0 };
    const FULL: Self = Self { lo: LO, hi: HI };

    #[inline(always)]
    fn bit(index: usize) -> Self {
        BIT[index]
    }

    #[inline(always)]
    fn has(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.lo | self.hi == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.lo.count_ones() + self.hi.count_ones()
    }

    #[inline(always)]
    fn has_several(self) -> bool {
        let lo = self.lo & self.lo.wrapping_sub(1);
        let hi = self.hi & self.hi.wrapping_sub(1);
        lo | hi != 0 || (self.lo != 0 && self.hi != 0)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self { lo: self.lo & !other.lo, hi: self.hi & !other.hi }
    }

    #[inline(always)]
    fn only_if(self, condition: bool) -> Self {
        let mask = u64::from(condition).wrapping_neg();
        Self { lo: self.lo & mask, hi: self.hi & mask }
    }

    const WORDS: usize = 2;

    #[inline(always)]
    fn word(self, which: usize) -> u64 {
        if which == 0 { self.lo } else { self.hi }
    }

    #[inline(always)]
    fn lowest(self) -> Option<usize> {
        if self.lo != 0 {
            Some(self.lo.trailing_zeros() as usize)
        } else if self.hi != 0 {
            Some(63 + self.hi.trailing_zeros() as usize)
        } else {
            None
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        let index = self.lowest()?;
        if self.lo != 0 {
            self.lo &= self.lo - 1;
        } else {
            self.hi &= self.hi.wrapping_sub(1);
        }
        Some(index)
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self { lo: self.lo >> 1, hi: self.hi >> 1 }
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self { lo: self.lo << 1, hi: self.hi << 1 }
    }

    #[inline(always)]
    fn fill_files(self) -> Self {
        // A file's nine bits hold 0 or one bit; adding 0xff sets the ninth exactly if they are not 0.
        const fn fill(word: u64, feet: u64) -> u64 {
            let top = (word + feet * 0xff) & (feet << 8);
            top | (top - (top >> 8))
        }
        Self { lo: fill(self.lo, FILE_FEET.lo), hi: fill(self.hi, FILE_FEET.hi) }
    }

    fn has_two_on_a_file(mut self) -> bool {
        let count = self.count();
        let mut files = 0;
        while let Some(square) = self.pop() {
            files |= 1 << (square / 9);
        }
        count != u32::count_ones(files)
    }

    #[inline(always)]
    fn for_each(self, mut f: impl FnMut(usize)) {
        let (mut lo, mut hi) = (self.lo, self.hi);
        while lo != 0 {
            f(lo.trailing_zeros() as usize);
            lo &= lo - 1;
        }
        while hi != 0 {
            f(63 + hi.trailing_zeros() as usize);
            hi &= hi - 1;
        }
    }
}

/// 25 squares in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits25(pub(crate) u32);

const FILE_FEET_25: u32 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20;

impl Bits25 {
    /// From a word with one bit for each square index.
    pub(crate) const fn from_u128(bits: u128) -> Self {
        Self(bits as u32 & ((1 << 25) - 1))
    }
}

impl sealed::Sealed for Bits25 {}

impl Bits for Bits25 {
    const EMPTY: Self = Self(0);
    const FULL: Self = Self((1 << 25) - 1);

    #[inline(always)]
    fn bit(index: usize) -> Self {
        Self(1 << (index & 31))
    }

    #[inline(always)]
    fn has(self, index: usize) -> bool {
        self.0 >> (index & 31) & 1 != 0
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline(always)]
    fn only_if(self, condition: bool) -> Self {
        Self(self.0 & u32::from(condition).wrapping_neg())
    }

    const WORDS: usize = 1;

    #[inline(always)]
    fn word(self, _: usize) -> u64 {
        u64::from(self.0)
    }

    #[inline(always)]
    fn lowest(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        let index = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(index)
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self(self.0 >> 1)
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self(self.0 << 1)
    }

    #[inline(always)]
    fn fill_files(self) -> Self {
        let top = (self.0 + FILE_FEET_25 * 0xf) & (FILE_FEET_25 << 4);
        Self(top | (top - (top >> 4)))
    }

    fn has_two_on_a_file(mut self) -> bool {
        let count = self.count();
        let mut files = 0;
        while let Some(square) = self.pop() {
            files |= 1 << (square / 5);
        }
        count != u32::count_ones(files)
    }
}

macro_rules! bit_operators {
    ($type:ident { $($field:tt),+ }) => {
        bit_operators!(@ $type BitAnd bitand BitAndAssign bitand_assign & $($field),+);
        bit_operators!(@ $type BitOr bitor BitOrAssign bitor_assign | $($field),+);
        bit_operators!(@ $type BitXor bitxor BitXorAssign bitxor_assign ^ $($field),+);
    };
    (@ $type:ident $op:ident $f:ident $opa:ident $fa:ident $sign:tt $($field:tt),+) => {
        impl $op for $type {
            type Output = Self;
            #[inline(always)]
            fn $f(self, other: Self) -> Self {
                Self { $($field: self.$field $sign other.$field),+ }
            }
        }
        impl $opa for $type {
            #[inline(always)]
            fn $fa(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
}
bit_operators!(Bits81 { lo, hi });
bit_operators!(Bits25 { 0 });

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn check<B: Bits>(squares: usize, ranks: usize) {
        assert_eq!(B::FULL.count() as usize, squares);
        let all: Vec<usize> = (0..squares).collect();
        let mut seen = Vec::new();
        B::FULL.for_each(|index| seen.push(index));
        assert_eq!(seen, all);
        for a in 0..squares {
            let bit = B::bit(a);
            assert_eq!((bit.count(), bit.lowest()), (1, Some(a)));
            assert!(B::FULL.has(a) && !B::FULL.without(bit).has(a));
            for b in 0..squares {
                assert_eq!((bit | B::bit(b)).has_several(), a != b);
            }
            let file: Vec<usize> = all.iter().copied().filter(|b| b / ranks == a / ranks).collect();
            let mut filled = Vec::new();
            bit.fill_files().for_each(|index| filled.push(index));
            assert_eq!(filled, file);
            if a % ranks > 0 {
                assert_eq!(bit.up(), B::bit(a - 1));
            }
            if a % ranks + 1 < ranks {
                assert_eq!(bit.down(), B::bit(a + 1));
            }
        }
    }

    #[test]
    fn both_words_hold_sets() {
        check::<Bits81>(81, 9);
        check::<Bits25>(25, 5);
    }
}
