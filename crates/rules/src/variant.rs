//! The two games. A variant is a type: everything is compiled for it, and no board is larger than its game.

use core::fmt::Debug;
use core::hash::Hash;

use crate::{Bits, Color, Kind};

mod minishogi;
mod shogi;

pub use minishogi::Minishogi;
pub use shogi::Shogi;

/// Who wins when a position has come up for the fourth time without perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRule {
    /// Nobody: the game is drawn (shogi).
    Draw,
    /// White: black has to deviate (minishogi).
    WhiteWins,
}

/// One rule set. Sealed: this crate vouches for every implementation.
pub trait Variant: Geometry + Copy + Debug + Eq + Ord + Hash + Send + Sync + 'static {
    /// `"shogi"` or `"minishogi"`.
    const NAME: &'static str;
    /// Files of the board.
    const FILES: u8;
    /// Ranks of the board.
    const RANKS: u8;
    /// Squares of the board.
    const SQUARES: usize = Self::FILES as usize * Self::RANKS as usize;
    /// How many ranks, counted from the far edge, form the promotion zone.
    const PROMOTION_RANKS: u8;
    /// How many men of each unpromoted kind the game owns, both sides together, by kind index (pawn, lance, knight,
    /// silver, bishop, rook, gold, king).
    const MEN: [u8; 8];
    /// Whether the game has lances and knights.
    const HAS_LANCES_AND_KNIGHTS: bool = Self::MEN[Kind::Lance as usize] > 0;
    /// The start position as SFEN.
    const START: &'static str;
    /// What a fourth occurrence of a position means.
    const REPETITION: RepetitionRule;
    /// Whether a player may declare a win by entering king (入玉宣言).
    const HAS_DECLARATION: bool;
}

/// The board's words, arrays and attack tables. An implementation detail of [`Variant`] that cannot be named outside.
#[doc(hidden)]
pub trait Geometry: Sized {
    type Bits: Bits;
    /// All ones, and at least the last square's index. Tables are as long as this says, so that an index masked with it,
    /// as one read from a move is, needs no check.
    const INDEX_MASK: usize;
    /// One value for each square, and for the indices up to the mask.
    type PerSquare<T: Copy + Debug + Eq + Hash>: AsRef<[T]>
        + AsMut<[T]>
        + Copy
        + Debug
        + Eq
        + Hash
        + Send
        + Sync
    where
        T: Send + Sync;

    fn per_square<T: Copy + Debug + Eq + Hash + Send + Sync>(fill: T) -> Self::PerSquare<T>;
    /// Steps of a kind, without what it slides along.
    fn steps(color: usize, kind: usize, square: usize) -> Self::Bits;
    /// Everything a kind reaches on the empty board.
    fn reaches(color: usize, kind: usize, square: usize) -> Self::Bits;
    fn between(a: usize, b: usize) -> Self::Bits;
    /// The whole line that two different squares share; unspecified if they share none.
    fn line_through(a: usize, b: usize) -> Self::Bits;
    /// All squares that share a line with this one, itself included.
    fn lines(square: usize) -> Self::Bits;
    fn rook_slides(square: usize, occupied: Self::Bits) -> Self::Bits;
    fn bishop_slides(square: usize, occupied: Self::Bits) -> Self::Bits;
    fn lance_slides(color: usize, square: usize, occupied: Self::Bits) -> Self::Bits;
    /// The promotion zone of a side.
    fn zone(color: usize) -> Self::Bits;
    /// The ranks nearest to a side's far edge, `ranks` (0 to 2) of them: where pawns and lances (1) or knights (2)
    /// could never move again.
    fn far_ranks(color: usize, ranks: usize) -> Self::Bits;
    /// Squares within two files and two ranks of this one and, for knights, whatever attacks a neighbour by a step.
    fn neighbourhood(square: usize) -> Self::Bits;
    fn board_key(piece: usize, square: usize) -> u64;
}

/// Squares attacked by a man on the given occupancy.
#[inline(always)]
pub(crate) fn attacks<V: Variant>(
    color: usize,
    kind: usize,
    square: usize,
    occupied: V::Bits,
) -> V::Bits {
    const LANCE: usize = Kind::Lance as usize;
    const BISHOP: usize = Kind::Bishop as usize;
    const ROOK: usize = Kind::Rook as usize;
    const HORSE: usize = Kind::Horse as usize;
    const DRAGON: usize = Kind::Dragon as usize;
    match kind {
        LANCE => V::lance_slides(color, square, occupied),
        BISHOP => V::bishop_slides(square, occupied),
        ROOK => V::rook_slides(square, occupied),
        HORSE => V::bishop_slides(square, occupied) | V::steps(color, HORSE, square),
        DRAGON => V::rook_slides(square, occupied) | V::steps(color, DRAGON, square),
        _ => V::steps(color, kind, square),
    }
}

/// Squares that a man of `color` and `kind` on `square` attacks when the squares of `occupied` are taken; men of
/// either side on the way stop a slider, and the first one met is attacked.
///
/// ```
/// use sakiyomi_rules::{attacks_of, Bitboard, Color, Kind, Shogi, Square};
/// let from = Square::<Shogi>::new(5, 5).unwrap();
/// assert_eq!(attacks_of(Color::Black, Kind::Gold, from, Bitboard::EMPTY).count(), 6);
/// assert_eq!(attacks_of(Color::Black, Kind::Rook, from, Bitboard::EMPTY).count(), 16);
/// ```
#[inline]
#[must_use]
pub fn attacks_of<V: Variant>(
    color: Color,
    kind: Kind,
    square: crate::Square<V>,
    occupied: crate::Bitboard<V>,
) -> crate::Bitboard<V> {
    crate::Bitboard(attacks::<V>(color.index(), kind.index(), square.index(), occupied.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Square};

    /// Slides over random occupancies against a walk square by square.
    pub(super) fn slides_agree_with_walking<V: Variant>() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..400 {
            let density = round % 10;
            let occupied: Bitboard<V> =
                Square::all().filter(|_| random.usize(0..10) < density).collect();
            for from in Square::<V>::all() {
                let walk = |directions: &[(i8, i8)]| {
                    let mut set = Bitboard::EMPTY;
                    for &(df, dr) in directions {
                        let (mut file, mut rank) = (from.file() as i8, from.rank() as i8);
                        loop {
                            (file, rank) = (file + df, rank + dr);
                            let Some(to) = Square::new(file as u8, rank as u8) else { break };
                            set |= Bitboard::of(to);
                            if occupied.contains(to) {
                                break;
                            }
                        }
                    }
                    set
                };
                let rook = walk(&[(0, 1), (0, -1), (1, 0), (-1, 0)]);
                let bishop = walk(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]);
                assert_eq!(attacks_of(Color::Black, Kind::Rook, from, occupied), rook);
                assert_eq!(attacks_of(Color::White, Kind::Bishop, from, occupied), bishop);
                assert_eq!(attacks_of(Color::Black, Kind::Lance, from, occupied), walk(&[(0, -1)]));
                assert_eq!(attacks_of(Color::White, Kind::Lance, from, occupied), walk(&[(0, 1)]));
            }
        }
    }

    #[test]
    fn lines_pass_through_both_squares() {
        use crate::Shogi;
        for a in 0..81 {
            for b in 0..81 {
                let between = Shogi::between(a, b);
                if a != b && Shogi::reaches(0, Kind::Rook as usize, a).has(b)
                    || Shogi::reaches(0, Kind::Bishop as usize, a).has(b)
                {
                    let line = Shogi::line_through(a, b);
                    assert!(line.has(a) && line.has(b) && between.without(line).is_empty());
                    assert!(Shogi::lines(a).has(b));
                } else {
                    assert!(between.is_empty());
                    assert_eq!(Shogi::lines(a).has(b), a == b);
                }
            }
        }
    }
}
