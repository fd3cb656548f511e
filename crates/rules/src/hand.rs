//! Men in hand (持ち駒), packed into one word.

use crate::Kind;

/// The men that one side holds in hand.
///
/// Seven counts lie in one `u32`, each with a spare bit above it, so that two hands compare in one subtraction
/// ([`Hand::contains`]).
///
/// ```
/// use sakiyomi_rules::{Hand, Kind};
/// let mut hand = Hand::EMPTY;
/// hand.add(Kind::Pawn);
/// hand.add(Kind::Gold);
/// assert_eq!(hand.count(Kind::Pawn), 1);
/// assert!(hand.contains(Hand::EMPTY) && !Hand::EMPTY.contains(hand));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

/// Lowest bit of each kind's count, by kind index: pawns 5 bits, lances to silvers and golds 3, bishops and rooks 2,
/// each followed by one spare bit.
const SHIFT: [u32; 8] = [0, 6, 10, 14, 18, 21, 24, 28];
const WIDTH_MASK: [u32; 8] = [31, 7, 7, 7, 3, 3, 7, 0];
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 20 | 1 << 23 | 1 << 27;

impl Hand {
    /// No men.
    pub const EMPTY: Self = Self(0);

    /// How many men of this kind are held; 0 for kinds that no hand holds.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> u32 {
        if kind.is_promoted() { 0 } else { self.count_index(kind.index()) }
    }

    #[inline]
    pub(crate) const fn count_index(self, kind: usize) -> u32 {
        self.0 >> SHIFT[kind & 7] & WIDTH_MASK[kind & 7]
    }

    /// Whether at least one man of this kind is held.
    #[inline]
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) != 0
    }

    /// Whether nothing is held.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether something other than pawns is held.
    #[inline]
    pub(crate) const fn has_more_than_pawns(self) -> bool {
        self.0 >> SHIFT[1] != 0
    }

    /// Whether this hand holds at least what `other` holds, of every kind: it is as good or better.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | SPARE).wrapping_sub(other.0)) & SPARE == SPARE
    }

    /// Adds one man. Kings, promoted men and a man more than the field can count are left out.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        if !kind.is_promoted() && self.count(kind) < WIDTH_MASK[kind.index()] {
            self.add_index(kind.index());
        }
    }

    /// Takes one man away. Returns whether there was one.
    #[inline]
    pub fn remove(&mut self, kind: Kind) -> bool {
        let had = self.has(kind);
        if had {
            self.remove_index(kind.index());
        }
        had
    }

    #[inline]
    pub(crate) fn add_index(&mut self, kind: usize) {
        self.0 = self.0.wrapping_add(1 << SHIFT[kind & 7]);
    }

    /// The count has to fit its field.
    #[inline]
    pub(crate) fn add_several(&mut self, kind: usize, count: u32) {
        self.0 = self.0.wrapping_add(count << SHIFT[kind & 7]);
    }

    #[inline]
    pub(crate) fn remove_index(&mut self, kind: usize) {
        self.0 = self.0.wrapping_sub(1 << SHIFT[kind & 7]);
    }

    /// Men in hand altogether.
    #[must_use]
    pub fn total(self) -> u32 {
        Kind::HAND.iter().map(|&kind| self.count(kind)).sum()
    }

    /// The kinds held with their counts, in SFEN's order: rook, bishop, gold, silver, knight, lance, pawn.
    pub fn iter(self) -> impl Iterator<Item = (Kind, u32)> {
        [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn]
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

impl core::fmt::Debug for Hand {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_run_into_one_another() {
        let most = [18, 4, 4, 4, 2, 2, 4];
        let mut hand = Hand::EMPTY;
        for kind in Kind::HAND {
            for _ in 0..most[kind.index()] {
                hand.add(kind);
            }
        }
        for kind in Kind::HAND {
            assert_eq!(hand.count(kind), most[kind.index()]);
        }
        for kind in Kind::HAND {
            for _ in 0..most[kind.index()] {
                assert!(hand.remove(kind));
            }
            assert!(!hand.remove(kind));
        }
        assert_eq!(hand, Hand::EMPTY);
    }

    #[test]
    fn containment_compares_every_kind() {
        let with = |kinds: &[Kind]| {
            let mut hand = Hand::EMPTY;
            kinds.iter().for_each(|&kind| hand.add(kind));
            hand
        };
        let a = with(&[Kind::Pawn, Kind::Pawn, Kind::Gold]);
        let b = with(&[Kind::Pawn, Kind::Gold]);
        let c = with(&[Kind::Silver]);
        assert!(a.contains(a) && a.contains(b) && !b.contains(a));
        assert!(!a.contains(c) && !c.contains(a));
    }
}
