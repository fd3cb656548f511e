//! Moves in sixteen bits, and the fixed list that holds all moves of a position.

use core::{fmt, marker::PhantomData, num::NonZeroU16};

use crate::{Kind, Shogi, Square, Variant};

/// A move: a man from one square to another, with or without promotion, or a drop.
///
/// Sixteen bits, never all zero, so `Option<Move>` is no larger. A move names neither the man that moves nor the one it
/// takes; ask the position. Displayed and parsed as USI: `7g7f`, `8h2b+`, `P*5e`.
///
/// ```
/// use sakiyomi_rules::{Kind, Move, Shogi, Square};
/// let mv: Move<Shogi> = "8h2b+".parse()?;
/// assert_eq!(mv.from(), Square::new(8, 8));
/// assert!(mv.is_promotion() && mv.dropped().is_none());
/// assert_eq!("P*5e".parse::<Move<Shogi>>()?.dropped(), Some(Kind::Pawn));
/// # Ok::<(), sakiyomi_rules::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<V: Variant = Shogi>(NonZeroU16, PhantomData<V>);

// Bit 0 is always set; then 7 bits of the target, 7 bits of the origin (or 81 + kind for a drop), and the promotion.
const TO_SHIFT: u32 = 1;
const FROM_SHIFT: u32 = 8;
const PROMOTION: u16 = 1 << 15;
const DROP_BASE: u16 = 81;

impl<V: Variant> Move<V> {
    /// A move on the board.
    #[inline]
    #[must_use]
    pub const fn new(from: Square<V>, to: Square<V>, promotion: bool) -> Self {
        let mark = if promotion { PROMOTION } else { 0 };
        Self::from_base(Self::base_from(from.index()) | mark, to.index())
    }

    /// A drop; `None` for kinds that no hand holds.
    #[inline]
    #[must_use]
    pub const fn drop(kind: Kind, to: Square<V>) -> Option<Self> {
        if kind.index() < Kind::HAND.len() {
            Some(Self::from_base(Self::base_drop(kind.index()), to.index()))
        } else {
            None
        }
    }

    #[inline(always)]
    pub(crate) const fn base_from(from: usize) -> u16 {
        (from as u16) << FROM_SHIFT
    }

    #[inline(always)]
    pub(crate) const fn base_drop(kind: usize) -> u16 {
        (kind as u16 + DROP_BASE) << FROM_SHIFT
    }

    #[inline(always)]
    pub(crate) const fn base_promotion(from: usize) -> u16 {
        Self::base_from(from) | PROMOTION
    }

    #[inline(always)]
    pub(crate) const fn from_base(base: u16, to: usize) -> Self {
        Self::from_word(base | (to as u16) << TO_SHIFT)
    }

    /// What one more square of the target adds to a move's word.
    pub(crate) const TO_STEP: u16 = 1 << TO_SHIFT;
    /// What one more square of target and origin together adds.
    pub(crate) const PAWN_STEP: u16 = 1 << TO_SHIFT | 1 << FROM_SHIFT;

    /// From a word whose lowest bit does not matter.
    #[inline(always)]
    pub(crate) const fn from_word(bits: u16) -> Self {
        // The lowest bit makes the word non-zero without a test.
        match NonZeroU16::new(bits | 1) {
            Some(bits) => Self(bits, PhantomData),
            None => unreachable!(),
        }
    }

    /// Where the man goes.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square<V> {
        Square::from_index_unchecked(self.target())
    }

    /// Index of the target; masked for tables.
    #[inline(always)]
    pub(crate) const fn target(self) -> usize {
        (self.0.get() >> TO_SHIFT & 0x7f) as usize & V::INDEX_MASK
    }

    /// Index of the square moved from; masked for tables, and not the origin of a drop.
    #[inline(always)]
    pub(crate) const fn source(self) -> usize {
        self.origin() & V::INDEX_MASK
    }

    #[inline(always)]
    pub(crate) const fn origin(self) -> usize {
        (self.0.get() >> FROM_SHIFT & 0x7f) as usize
    }

    /// Where the man comes from; `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Square<V>> {
        if self.is_drop() { None } else { Some(Square::from_index_unchecked(self.origin())) }
    }

    /// Whether a man in hand is dropped.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.origin() >= DROP_BASE as usize
    }

    /// The kind dropped; `None` for a move on the board.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<Kind> {
        if self.is_drop() { Kind::from_index(self.drop_index()) } else { None }
    }

    /// Kind index of a drop.
    #[inline(always)]
    pub(crate) const fn drop_index(self) -> usize {
        self.origin() - DROP_BASE as usize
    }

    /// Whether the man promotes.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// The same move without or with its promotion; a drop stays as it is.
    #[inline]
    #[must_use]
    pub const fn with_promotion(self, promotion: bool) -> Self {
        match self.from() {
            Some(from) => Self::new(from, self.to(), promotion),
            None => self,
        }
    }

    /// The sixteen bits, never 0. [`Move::from_bits`] reads them back.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// A move from its bits; `None` if they are not those of any move of this variant. Whether the move is legal
    /// anywhere is another question.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let to = (bits >> TO_SHIFT & 0x7f) as usize;
        let origin = (bits >> FROM_SHIFT & 0x7f) as usize;
        let from_board = origin < V::SQUARES && origin != to;
        let from_hand = origin >= DROP_BASE as usize
            && origin < DROP_BASE as usize + Kind::HAND.len()
            && bits & PROMOTION == 0;
        if bits & 1 == 0 || to >= V::SQUARES || !(from_board || from_hand) {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits, PhantomData)),
            None => None,
        }
    }

    /// Every move that can be written on this board: all pairs of squares, with and without promotion, and all drops.
    /// Far more than any position has; for tests and tables.
    pub fn writable() -> impl Iterator<Item = Self> {
        (0..=u16::MAX)
            .filter_map(Self::from_bits)
            .filter(|mv| mv.dropped().is_none_or(|kind| V::MEN[kind.index()] > 0))
    }
}

impl<V: Variant> fmt::Debug for Move<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// At most 593 moves are legal in shogi (the known maximum over all positions). The generator writes up to four places
/// beyond the last move.
const CAPACITY: usize = 608;

/// The moves of a position, in place: no allocation.
///
/// ```
/// use sakiyomi_rules::{Position, Shogi};
/// let moves = Position::<Shogi>::start().legal_moves();
/// assert_eq!(moves.len(), 30);
/// assert!(moves.iter().any(|mv| mv.to_string() == "7g7f"));
/// ```
#[derive(Clone)]
pub struct MoveList<V: Variant = Shogi> {
    len: usize,
    moves: [Move<V>; CAPACITY],
}

impl<V: Variant> MoveList<V> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self { len: 0, moves: [Move::from_base(0, 0); CAPACITY] }
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a move.
    ///
    /// # Panics
    /// With more than 608 moves, which no position has.
    #[inline(always)]
    pub fn push(&mut self, mv: Move<V>) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Appends `count` moves, the words of which are those of `bits` in steps from `base`.
    ///
    /// Four are written whether they are there or not, and most sets hold no more: a loop that ends after one, two or
    /// three rounds costs more in wrong guesses than in work.
    #[inline(always)]
    pub(crate) fn push_set(&mut self, mut bits: u64, base: u16, step: u16) {
        let count = bits.count_ones() as usize;
        let mut next = || {
            let to = bits.trailing_zeros() as u16;
            bits &= bits.wrapping_sub(1);
            Move::from_word(base.wrapping_add(to.wrapping_mul(step)))
        };
        let four = [next(), next(), next(), next()];
        self.moves[self.len..self.len + 4].copy_from_slice(&four);
        for i in 4..count {
            self.moves[self.len + i] = next();
        }
        self.len += count;
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move<V>] {
        &self.moves[..self.len]
    }

    /// The moves as a slice that can be reordered.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move<V>] {
        &mut self.moves[..self.len]
    }

    /// Keeps the moves for which `keep` is true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move<V>) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let mv = self.moves[i];
            if keep(mv) {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl<V: Variant> Default for MoveList<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> core::ops::Deref for MoveList<V> {
    type Target = [Move<V>];

    #[inline]
    fn deref(&self) -> &[Move<V>] {
        self.as_slice()
    }
}

impl<V: Variant> fmt::Debug for MoveList<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, V: Variant> IntoIterator for &'a MoveList<V> {
    type Item = &'a Move<V>;
    type IntoIter = core::slice::Iter<'a, Move<V>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Minishogi;

    #[test]
    fn an_optional_move_is_two_bytes() {
        assert_eq!(size_of::<Option<Move<Shogi>>>(), 2);
    }

    #[test]
    fn bits_and_parts_agree_for_every_writable_move() {
        fn check<V: Variant>(expected: usize) {
            let mut count = 0;
            for mv in Move::<V>::writable() {
                count += 1;
                let again = match (mv.from(), mv.dropped()) {
                    (Some(from), None) => Move::new(from, mv.to(), mv.is_promotion()),
                    (None, Some(kind)) => Move::drop(kind, mv.to()).unwrap(),
                    other => panic!("{other:?}"),
                };
                assert_eq!(again, mv);
            }
            assert_eq!(count, expected);
        }
        check::<Shogi>(81 * 80 * 2 + 81 * 7);
        check::<Minishogi>(25 * 24 * 2 + 25 * 5);
    }
}
