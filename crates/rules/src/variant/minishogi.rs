//! Minishogi (5五将棋): five by five.

use core::fmt::Debug;
use core::hash::Hash;

use super::{Geometry, RepetitionRule, Variant};
use crate::geometry::{self, by_piece, table};
use crate::{Bits25, zobrist};

/// Minishogi: 25 squares, 12 men, one rank to promote on, no lances and knights.
///
/// Repetition follows the computer tournament's rule: a fourth occurrence loses for black, unless one side alone gave
/// check throughout, which loses for that side. (The inventor's rule differs where a cycle contains checks.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Minishogi {}

impl Variant for Minishogi {
    const NAME: &'static str = "minishogi";
    const FILES: u8 = 5;
    const RANKS: u8 = 5;
    const PROMOTION_RANKS: u8 = 1;
    const MEN: [u8; 8] = [2, 0, 0, 2, 2, 2, 2, 2];
    const START: &'static str = "rbsgk/4p/5/P4/KGSBR b - 1";
    const REPETITION: RepetitionRule = RepetitionRule::WhiteWins;
    const HAS_DECLARATION: bool = false;
}

static STEPS: [[[Bits25; 32]; 16]; 2] = by_piece!(Bits25, 25, 32, 5, 5, steps);
static REACHES: [[[Bits25; 32]; 16]; 2] = by_piece!(Bits25, 25, 32, 5, 5, reaches);
static BETWEEN: [[Bits25; 32]; 25] = {
    let mut all = [[Bits25::from_u128(0); 32]; 25];
    let mut a = 0;
    while a < 25 {
        all[a] = table!(Bits25, 25, 32, |b| geometry::between(5, 5, a, b));
        a += 1;
    }
    all
};
/// Lines through a square: along its file, along its rank, and the two diagonals.
static FILE: [Bits25; 32] = table!(Bits25, 25, 32, |s| geometry::line(5, 5, (0, 1), s));
static RANK: [Bits25; 32] = table!(Bits25, 25, 32, |s| geometry::line(5, 5, (1, 0), s));
static FALLING: [Bits25; 32] = table!(Bits25, 25, 32, |s| geometry::line(5, 5, (1, 1), s));
static RISING: [Bits25; 32] = table!(Bits25, 25, 32, |s| geometry::line(5, 5, (1, -1), s));
/// All four of them.
static LINES: [Bits25; 32] = table!(Bits25, 25, 32, |s| geometry::line(5, 5, (0, 1), s)
    | geometry::line(5, 5, (1, 0), s)
    | geometry::line(5, 5, (1, 1), s)
    | geometry::line(5, 5, (1, -1), s));
static NEIGHBOURHOOD: [Bits25; 32] = table!(Bits25, 25, 32, |s| {
    let mut bits = 0;
    let mut other = 0;
    while other < 25 {
        let (df, dr) = ((other / 5) as i8 - (s / 5) as i8, (other % 5) as i8 - (s % 5) as i8);
        if df.abs() <= 2 && dr.abs() <= 2 {
            bits |= 1 << other;
        }
        other += 1;
    }
    bits
});
/// `[place on the line][inner occupancy]`.
static LINE: [[u8; 8]; 5] = {
    let mut table = [[0; 8]; 5];
    let mut at = 0;
    while at < 5 {
        let mut occupied = 0;
        while occupied < 8 {
            table[at][occupied] = geometry::line_attacks(5, at, occupied) as u8;
            occupied += 1;
        }
        at += 1;
    }
    table
};
/// File and rank of each square from 0.
static PLACE: [(u8, u8); 32] = {
    let mut table = [(0, 0); 32];
    let mut s = 0u8;
    while s < 25 {
        table[s as usize] = (s / 5, s % 5);
        s += 1;
    }
    table
};

/// The lowest bit of each file.
const FEET: u32 = 1 | 1 << 5 | 1 << 10 | 1 << 15 | 1 << 20;
/// Moves bit 5i to bit 16 + i; the other way round it copies bit i to bit 5i.
const GATHER: u32 = 1 | 1 << 4 | 1 << 8 | 1 << 12 | 1 << 16;

#[inline(always)]
fn along_file(square: usize, occupied: Bits25) -> Bits25 {
    let (file, rank) = PLACE[square];
    let foot = file * 5;
    let inner = occupied.0 >> (foot + 1) & 7;
    Bits25(u32::from(LINE[usize::from(rank)][inner as usize]) << foot)
}

#[inline(always)]
fn along_rank(square: usize, occupied: Bits25) -> Bits25 {
    let (file, rank) = PLACE[square];
    let gathered = ((occupied.0 >> rank) & FEET).wrapping_mul(GATHER) >> 16;
    let reached = u32::from(LINE[usize::from(file)][(gathered >> 1) as usize & 7]);
    // Copies of five bits would overlap at a distance of four, so the last bit goes by itself.
    let spread = (reached & 0xf).wrapping_mul(GATHER) & FEET;
    Bits25((spread | reached >> 4 << 20) << rank)
}

/// Both diagonals meet each rank once at most, so their occupancy folds onto one file and the answer spreads back.
#[inline(always)]
fn along_diagonal(rank: usize, line: Bits25, occupied: Bits25) -> Bits25 {
    let folded = (occupied.0 & line.0).wrapping_mul(FEET) >> 20;
    let reached = u32::from(LINE[rank][(folded >> 1) as usize & 7]);
    Bits25(reached.wrapping_mul(FEET) & line.0)
}

impl Geometry for Minishogi {
    type Bits = Bits25;
    const INDEX_MASK: usize = 31;
    type PerSquare<T: Copy + Debug + Eq + Hash + Send + Sync> = [T; 32];

    fn per_square<T: Copy + Debug + Eq + Hash + Send + Sync>(fill: T) -> [T; 32] {
        [fill; 32]
    }

    #[inline(always)]
    fn steps(color: usize, kind: usize, square: usize) -> Bits25 {
        STEPS[color & 1][kind & 15][square]
    }

    #[inline(always)]
    fn reaches(color: usize, kind: usize, square: usize) -> Bits25 {
        REACHES[color & 1][kind & 15][square]
    }

    #[inline(always)]
    fn between(a: usize, b: usize) -> Bits25 {
        BETWEEN[a][b]
    }

    #[inline(always)]
    fn line_through(a: usize, b: usize) -> Bits25 {
        let ((file_a, rank_a), (file_b, rank_b)) = (PLACE[a], PLACE[b]);
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
    fn lines(square: usize) -> Bits25 {
        LINES[square]
    }

    #[inline(always)]
    fn rook_slides(square: usize, occupied: Bits25) -> Bits25 {
        along_file(square, occupied) | along_rank(square, occupied)
    }

    #[inline(always)]
    fn bishop_slides(square: usize, occupied: Bits25) -> Bits25 {
        let rank = usize::from(PLACE[square].1);
        along_diagonal(rank, FALLING[square], occupied)
            | along_diagonal(rank, RISING[square], occupied)
    }

    #[inline(always)]
    fn lance_slides(color: usize, square: usize, occupied: Bits25) -> Bits25 {
        along_file(square, occupied) & Self::reaches(color, crate::Kind::Lance as usize, square)
    }

    #[inline(always)]
    fn zone(color: usize) -> Bits25 {
        Self::far_ranks(color, 1)
    }

    #[inline(always)]
    fn far_ranks(color: usize, ranks: usize) -> Bits25 {
        if color == 0 { BLACK_FAR[ranks] } else { WHITE_FAR[ranks] }
    }

    #[inline(always)]
    fn neighbourhood(square: usize) -> Bits25 {
        NEIGHBOURHOOD[square]
    }

    #[inline(always)]
    fn board_key(piece: usize, square: usize) -> u64 {
        BOARD_KEYS[piece & 31][square]
    }
}

const BLACK_FAR: [Bits25; 3] = table!(Bits25, 3, 3, |ranks| ((1 << ranks) - 1) * FEET as u128);
const WHITE_FAR: [Bits25; 3] =
    table!(Bits25, 3, 3, |ranks| (((1 << ranks) - 1) << (5 - ranks)) * FEET as u128);

static BOARD_KEYS: [[u64; 32]; 32] = zobrist::board_keys::<32>(0x6d69_6e69_7368_6f67);

#[cfg(test)]
mod tests {
    use super::super::tests::slides_agree_with_walking;
    use super::*;

    #[test]
    fn slides_agree_with_a_walk_over_the_board() {
        slides_agree_with_walking::<Minishogi>();
    }
}
