//! What a position is worth.

use core::fmt;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A score in centipawns (a pawn is 100) for the side to move, or a mate with its distance in plies.
///
/// Mates order as they should: mating sooner is better, being mated later is better, and every mate lies beyond every
/// evaluation. Evaluations, mates and infinity fit an `i16`.
///
/// Sums, differences and multiples are plain numbers: a sum of evaluations may lie beyond what an evaluation may be, or
/// look like a mate. They are for comparing; what is to be a score again goes through
/// [`centipawns`](Score::centipawns).
///
/// ```
/// use sakiyomi_eval::Score;
/// assert!(Score::mate_in(1) > Score::mate_in(3));
/// assert!(Score::mated_in(4) > Score::mated_in(2));
/// assert!(Score::centipawns(99_999) < Score::mate_in(200));
/// assert_eq!((-Score::mate_in(5)).mate_distance(), Some(-5));
/// assert_eq!(Score::mate_in(5).to_string(), "mate 5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Even.
    pub const ZERO: Self = Self(0);
    /// Above every score that a position can have; the open end of a window.
    pub const INFINITE: Self = Self(32_500);
    /// The largest number of plies that a mate can be away.
    pub const MAX_MATE_PLIES: u32 = 1_000;
    /// The largest evaluation; evaluators keep within plus and minus this.
    pub const MAX_EVALUATION: Self = Self(30_000);

    const MATE: i32 = 32_000;
    const FARTHEST_MATE: i32 = Self::MATE - Self::MAX_MATE_PLIES as i32;

    /// A score in centipawns, held within what an evaluation may be.
    #[inline]
    #[must_use]
    pub const fn centipawns(value: i32) -> Self {
        Self::within(value, Self::MAX_EVALUATION.0)
    }

    const fn within(value: i32, most: i32) -> Self {
        Self(if value > most {
            most
        } else if value < -most {
            -most
        } else {
            value
        })
    }

    /// The side to move mates in so many plies; more than [`MAX_MATE_PLIES`](Self::MAX_MATE_PLIES) count as that many.
    #[inline]
    #[must_use]
    pub const fn mate_in(plies: u32) -> Self {
        Self(Self::MATE - Self::held(plies))
    }

    /// A number of plies as far as mates are counted.
    const fn held(plies: u32) -> i32 {
        if plies > Self::MAX_MATE_PLIES { Self::MAX_MATE_PLIES as i32 } else { plies as i32 }
    }

    /// The side to move is mated in so many plies; 0 when it is mated now.
    #[inline]
    #[must_use]
    pub const fn mated_in(plies: u32) -> Self {
        Self(-Self::mate_in(plies).0)
    }

    /// Centipawns; mates give numbers beyond [`MAX_EVALUATION`](Self::MAX_EVALUATION).
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score from its number, as [`value`](Self::value) gave it; held within plus and minus infinity.
    #[inline]
    #[must_use]
    pub const fn from_value(value: i32) -> Self {
        Self::within(value, Self::INFINITE.0)
    }

    /// Whether this is a mate for either side. Infinity is none.
    #[inline]
    #[must_use]
    pub const fn is_mate(self) -> bool {
        Self::FARTHEST_MATE <= self.0.abs() && self.0.abs() <= Self::MATE
    }

    /// Plies to mate: positive if the side to move mates, negative (or 0) if it is mated; `None` for other scores.
    #[inline]
    #[must_use]
    pub const fn mate_distance(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some(Self::MATE - self.0)
        } else {
            Some(-Self::MATE - self.0)
        }
    }

    /// A mate counted from the root, counted instead from a node `ply` plies below it; other scores stay.
    /// For what goes into a table.
    #[inline]
    #[must_use]
    pub const fn from_root_to_node(self, ply: u32) -> Self {
        self.shifted(Self::held(ply))
    }

    /// A mate counted from a node `ply` plies below the root, counted instead from the root; other scores stay.
    /// For what comes out of a table.
    #[inline]
    #[must_use]
    pub const fn from_node_to_root(self, ply: u32) -> Self {
        self.shifted(-Self::held(ply))
    }

    const fn shifted(self, plies: i32) -> Self {
        if !self.is_mate() {
            return self;
        }
        let value = self.0.abs() + plies;
        let value = if value < Self::FARTHEST_MATE {
            Self::FARTHEST_MATE
        } else if value > Self::MATE {
            Self::MATE
        } else {
            value
        };
        Self(if self.0 > 0 { value } else { -value })
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Div<i32> for Score {
    type Output = Self;
    /// Towards zero.
    ///
    /// # Panics
    /// If the divisor is 0.
    #[inline]
    fn div(self, divisor: i32) -> Self {
        Self(self.0 / divisor)
    }
}

impl fmt::Display for Score {
    /// As USI writes it: `cp 120`, `mate 5`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(0) if self.0 < 0 => f.write_str("mate -0"),
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn mates_move_with_the_root() {
        let at_node = Score::mate_in(3);
        let at_root = at_node.from_node_to_root(4);
        assert_eq!(at_root, Score::mate_in(7));
        assert_eq!(at_root.from_root_to_node(4), at_node);
        assert_eq!(Score::mated_in(2).from_node_to_root(5), Score::mated_in(7));
        assert_eq!(Score::centipawns(-30).from_node_to_root(9), Score::centipawns(-30));
    }

    #[test]
    fn only_mates_are_mates() {
        for score in [Score::INFINITE, Score::MAX_EVALUATION + Score::centipawns(1)] {
            for score in [score, -score] {
                assert!(!score.is_mate());
                assert_eq!(score.mate_distance(), None);
                assert_eq!(score.to_string(), std::format!("cp {}", score.value()));
                assert_eq!(score.from_node_to_root(3), score);
            }
        }
        for plies in [0, 1, Score::MAX_MATE_PLIES] {
            assert_eq!(Score::mate_in(plies).mate_distance(), Some(plies as i32));
            assert_eq!(Score::mated_in(plies).mate_distance(), Some(-(plies as i32)));
        }
    }

    #[test]
    fn no_number_of_plies_and_no_factor_overflows() {
        for plies in [Score::MAX_MATE_PLIES, i32::MAX as u32, 1 << 31, u32::MAX] {
            assert_eq!(Score::mate_in(plies), Score::mate_in(Score::MAX_MATE_PLIES));
            let mate = Score::mated_in(7);
            assert_eq!(mate.from_node_to_root(plies), Score::mated_in(Score::MAX_MATE_PLIES));
            assert_eq!(mate.from_root_to_node(plies), Score::mated_in(0));
        }
        assert!(Score::INFINITE * i32::MAX > Score::INFINITE);
        assert!(Score::INFINITE * i32::MIN < -Score::INFINITE);
    }

    #[test]
    fn everything_fits_sixteen_bits() {
        assert!(Score::INFINITE.value() < i32::from(i16::MAX));
        assert!(Score::mate_in(0) < Score::INFINITE);
        assert!(Score::mate_in(Score::MAX_MATE_PLIES) > Score::MAX_EVALUATION);
        assert!(Score::mate_in(u32::MAX).is_mate());
    }
}
