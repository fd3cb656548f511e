//! Shogi (本将棋): nine by nine.

use core::fmt::Debug;
use core::hash::Hash;

use super::{Geometry, RepetitionRule, Variant};
use crate::geometry::{self, by_piece, table};
use crate::{Bits81, zobrist};

/// Shogi: 81 squares, 40 men, three ranks to promote on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shogi {}

impl Variant for Shogi {
    const NAME: &'static str = "shogi";
    const FILES: u8 = 9;
    const RANKS: u8 = 9;
    const PROMOTION_RANKS: u8 = 3;
    const MEN: [u8; 8] = [18, 4, 4, 4, 2, 2, 4, 2];
    const START: &'static str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    const REPETITION: RepetitionRule = RepetitionRule::Draw;
    const HAS_DECLARATION: bool = true;
}

static STEPS: [[[Bits81; 128]; 16]; 2] = by_piece!(Bits81, 81, 128, 9, 9, steps);
static REACHES: [[[Bits81; 128]; 16]; 2] = by_piece!(Bits81, 81, 128, 9, 9, reaches);
static BETWEEN: [[Bits81; 128]; 81] = {
    let mut all = [[Bits81::from_u128(0); 128]; 81];
    let mut a = 0;
    while a < 81 {
        all[a] = table!(Bits81, 81, 128, |b| geometry::between(9, 9, a, b));
        a += 1;
    }
    all
};
/// Lines through a square: along its file, along its rank, and the two diagonals.
static FILE: [Bits81; 128] = table!(Bits81, 81, 128, |s| geometry::line(9, 9, (0, 1), s));
static RANK: [Bits81; 128] = table!(Bits81, 81, 128, |s| geometry::line(9, 9, (1, 0), s));
static FALLING: [Bits81; 128] = table!(Bits81, 81, 128, |s| geometry::line(9, 9, (1, 1), s));
static RISING: [Bits81; 128] = table!(Bits81, 81, 128, |s| geometry::line(9, 9, (1, -1), s));
/// All four of them.
static LINES: [Bits81; 128] = table!(Bits81, 81, 128, |s| geometry::line(9, 9, (0, 1), s)
    | geometry::line(9, 9, (1, 0), s)
    | geometry::line(9, 9, (1, 1), s)
    | geometry::line(9, 9, (1, -1), s));
static NEIGHBOURHOOD: [Bits81; 128] = table!(Bits81, 81, 128, |s| {
    let mut bits = 0;
    let mut other = 0;
    while other < 81 {
        let (df, dr) = ((other / 9) as i8 - (s / 9) as i8, (other % 9) as i8 - (s % 9) as i8);
        if df.abs() <= 2 && dr.abs() <= 3 {
            bits |= 1 << other;
        }
        other += 1;
    }
    bits
});
/// `[place on the line][inner occupancy]`.
static LINE: [[u16; 128]; 9] = {
    let mut table = [[0; 128]; 9];
    let mut at = 0;
    while at < 9 {
        let mut occupied = 0;
        while occupied < 128 {
            table[at][occupied] = geometry::line_attacks(9, at, occupied);
            occupied += 1;
        }
        at += 1;
    }
    table
};

/// File and rank of each square from 0, and the first bit of its file within its word.
const PLACES: [(u8, u8, u8); 128] = {
    let mut table = [(0, 0, 0); 128];
    let mut s = 0u8;
    while s < 81 {
        table[s as usize] = (s / 9, s % 9, if s < 63 { s / 9 * 9 } else { s / 9 * 9 - 63 });
        s += 1;
    }
    table
};
static PLACE: [(u8, u8, u8); 128] = PLACES;

/// The lowest bit of each of seven files.
const FEET: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54;
/// Moves bit 9i to bit 48 + i (and a copy of bit i to bit 9i when multiplied the other way round).
const GATHER: u64 = 1 | 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32 | 1 << 40 | 1 << 48;

#[inline(always)]
fn along_file(square: usize, occupied: Bits81) -> Bits81 {
    let (_, rank, foot) = PLACE[square];
    let in_lo = square < 63;
    let word = if in_lo { occupied.lo } else { occupied.hi };
    let inner = (word >> (foot + 1)) & 0x7f;
    let reached = u64::from(LINE[usize::from(rank)][inner as usize]) << foot;
    Bits81 { lo: if in_lo { reached } else { 0 }, hi: if in_lo { 0 } else { reached } }
}

#[inline(always)]
fn along_rank(square: usize, occupied: Bits81) -> Bits81 {
    let (file, rank, _) = PLACE[square];
    let lo = ((occupied.lo >> rank) & FEET).wrapping_mul(GATHER) >> 48 & 0x7f;
    // File 9 is the line's end, so of the second word only file 8 can be in the way.
    let occupied = lo | (occupied.hi >> rank & 1) << 7;
    let reached = u64::from(LINE[usize::from(file)][(occupied >> 1) as usize & 0x7f]);
    Bits81 {
        lo: ((reached & 0x7f).wrapping_mul(GATHER) & FEET) << rank,
        hi: (reached >> 7 & 1 | (reached >> 8) << 9) << rank,
    }
}

/// Both diagonals meet each rank once at most, so their occupancy folds onto one file and the answer spreads back.
#[inline(always)]
fn along_diagonal(rank: usize, line: Bits81, occupied: Bits81) -> Bits81 {
    let folded = ((occupied.lo & line.lo) | (occupied.hi & line.hi)).wrapping_mul(FEET) >> 54;
    let reached = u64::from(LINE[rank][(folded >> 1) as usize & 0x7f]).wrapping_mul(FEET);
    Bits81 { lo: reached & line.lo, hi: reached & line.hi }
}

impl Geometry for Shogi {
    type Bits = Bits81;
    const INDEX_MASK: usize = 127;
    type PerSquare<T: Copy + Debug + Eq + Hash + Send + Sync> = [T; 128];

    fn per_square<T: Copy + Debug + Eq + Hash + Send + Sync>(fill: T) -> [T; 128] {
        [fill; 128]
    }

    #[inline(always)]
    fn steps(color: usize, kind: usize, square: usize) -> Bits81 {
        STEPS[color & 1][kind & 15][square]
    }

    #[inline(always)]
    fn reaches(color: usize, kind: usize, square: usize) -> Bits81 {
        REACHES[color & 1][kind & 15][square]
    }

    #[inline(always)]
    fn between(a: usize, b: usize) -> Bits81 {
        BETWEEN[a][b]
    }

    #[inline(always)]
    fn line_through(a: usize, b: usize) -> Bits81 {
        let ((file_a, rank_a, _), (file_b, rank_b, _)) = (PLACE[a], PLACE[b]);
        if file_a == file_b {
            FILE[a]
        } else if rank_a == rank_b {
            RANK[a]
        } else if (file_a > file_b) == (rank_a > rank_b) {
            FALLING[a]
        } else {
            RISING[a]
        }
    }

    #[inline(always)]
    fn lines(square: usize) -> Bits81 {
        LINES[square]
    }

    #[inline(always)]
    fn rook_slides(square: usize, occupied: Bits81) -> Bits81 {
        along_file(square, occupied) | along_rank(square, occupied)
    }

    #[inline(always)]
    fn bishop_slides(square: usize, occupied: Bits81) -> Bits81 {
        let rank = usize::from(PLACE[square].1);
        along_diagonal(rank, FALLING[square], occupied)
            | along_diagonal(rank, RISING[square], occupied)
    }

    #[inline(always)]
    fn lance_slides(color: usize, square: usize, occupied: Bits81) -> Bits81 {
        along_file(square, occupied) & Self::reaches(color, crate::Kind::Lance as usize, square)
    }

    #[inline(always)]
    fn zone(color: usize) -> Bits81 {
        if color == 0 { BLACK_FAR[3] } else { WHITE_FAR[3] }
    }

    #[inline(always)]
    fn far_ranks(color: usize, ranks: usize) -> Bits81 {
        if color == 0 { BLACK_FAR[ranks] } else { WHITE_FAR[ranks] }
    }

    #[inline(always)]
    fn neighbourhood(square: usize) -> Bits81 {
        NEIGHBOURHOOD[square]
    }

    #[inline(always)]
    fn board_key(piece: usize, square: usize) -> u64 {
        BOARD_KEYS[piece & 31][square]
    }
}

const BLACK_FAR: [Bits81; 4] = table!(Bits81, 4, 4, |ranks| {
    let one_file = (1 << ranks) - 1;
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        bits |= one_file << (file * 9);
        file += 1;
    }
    bits
});
const WHITE_FAR: [Bits81; 4] = table!(Bits81, 4, 4, |ranks| {
    let one_file = ((1 << ranks) - 1) << (9 - ranks);
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        bits |= one_file << (file * 9);
        file += 1;
    }
    bits
});

static BOARD_KEYS: [[u64; 128]; 32] = zobrist::board_keys::<128>(0x7368_6f67_6921);

#[cfg(test)]
mod tests {
    use super::super::tests::slides_agree_with_walking;
    use super::*;

    #[test]
    fn slides_agree_with_a_walk_over_the_board() {
        slides_agree_with_walking::<Shogi>();
    }
}
