//! Attack tables, worked out by the compiler for a board of any size.
//!
//! Steps, lines on the empty board and the squares between two squares are tables. What a slider reaches over a given
//! occupancy is worked out by [`variant`](crate::variant) from its lines: the occupancy of one line is gathered into
//! the low bits of a word, [`line_attacks`] answers for those few bits, and the answer is spread out again. That needs
//! one multiplication each way and no large table, so it stays fast when the cache is used for other things.

/// Steps of black's men as (file, rank) differences; file 1 is at black's right, rank 1 at the far side.
/// Sliders' entries hold only what they do besides sliding.
const PAWN: &[(i8, i8)] = &[(0, -1)];
const KNIGHT: &[(i8, i8)] = &[(-1, -2), (1, -2)];
const SILVER: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const CROSS: &[(i8, i8)] = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: &[(i8, i8)] = &[(-1, -1), (1, -1), (-1, 1), (1, 1)];
const KING: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// By kind index. Rows 14 and 15 stand for an empty square.
const STEPS: [&[(i8, i8)]; 16] = [
    PAWN,
    &[],
    KNIGHT,
    SILVER,
    &[],
    &[],
    GOLD,
    KING,
    GOLD,
    GOLD,
    GOLD,
    GOLD,
    CROSS,
    DIAGONAL,
    &[],
    &[],
];
/// Lines that a kind slides along, by kind index.
const LINES: [&[(i8, i8)]; 16] =
    [&[], PAWN, &[], &[], DIAGONAL, CROSS, &[], &[], &[], &[], &[], &[], DIAGONAL, CROSS, &[], &[]];

const fn square(files: i8, ranks: i8, file: i8, rank: i8) -> Option<usize> {
    if file >= 0 && file < files && rank >= 0 && rank < ranks {
        Some(file as usize * ranks as usize + rank as usize)
    } else {
        None
    }
}

/// What a man of `kind` on `from` reaches on the empty board, one bit per square index.
const fn reach(
    files: i8,
    ranks: i8,
    white: bool,
    deltas: &[(i8, i8)],
    from: usize,
    slide: bool,
) -> u128 {
    let (file, rank) = ((from / ranks as usize) as i8, (from % ranks as usize) as i8);
    let mut bits = 0;
    let mut d = 0;
    while d < deltas.len() {
        let (df, dr) = if white { (-deltas[d].0, -deltas[d].1) } else { deltas[d] };
        let mut steps = 1;
        while let Some(to) = square(files, ranks, file + df * steps, rank + dr * steps) {
            bits |= 1 << to;
            if !slide {
                break;
            }
            steps += 1;
        }
        d += 1;
    }
    bits
}

pub(crate) const fn steps(files: i8, ranks: i8, white: bool, kind: usize, from: usize) -> u128 {
    reach(files, ranks, white, STEPS[kind], from, false)
}

/// Steps and lines together.
pub(crate) const fn reaches(files: i8, ranks: i8, white: bool, kind: usize, from: usize) -> u128 {
    steps(files, ranks, white, kind, from) | reach(files, ranks, white, LINES[kind], from, true)
}

/// The squares strictly between two squares of one line; empty if they share no line.
pub(crate) const fn between(files: i8, ranks: i8, a: usize, b: usize) -> u128 {
    let (af, ar) = ((a / ranks as usize) as i8, (a % ranks as usize) as i8);
    let (bf, br) = ((b / ranks as usize) as i8, (b % ranks as usize) as i8);
    let (df, dr) = (bf - af, br - ar);
    let distance = if df.abs() > dr.abs() { df.abs() } else { dr.abs() };
    if distance == 0 || (df != 0 && dr != 0 && df.abs() != dr.abs()) {
        return 0;
    }
    let mut bits = 0;
    let mut i = 1;
    while i < distance {
        let (file, rank) = (af + df / distance * i, ar + dr / distance * i);
        if let Some(square) = square(files, ranks, file, rank) {
            bits |= 1 << square;
        }
        i += 1;
    }
    bits
}

/// The whole line through `from` along a direction, both ways, `from` included.
pub(crate) const fn line(files: i8, ranks: i8, direction: (i8, i8), from: usize) -> u128 {
    1 << from
        | reach(files, ranks, false, &[direction], from, true)
        | reach(files, ranks, true, &[direction], from, true)
}

/// What a slider on place `at` of a line of `length` reaches, when `occupied` tells which inner places (1 to
/// `length - 2`) are taken. The two ends are left out of the occupancy, since nothing lies behind them.
pub(crate) const fn line_attacks(length: usize, at: usize, occupied: usize) -> u16 {
    let occupied = occupied << 1;
    let mut bits = 0u16;
    let mut place = at;
    while place + 1 < length {
        place += 1;
        bits |= 1 << place;
        if occupied >> place & 1 != 0 {
            break;
        }
    }
    let mut place = at;
    while place > 0 {
        place -= 1;
        bits |= 1 << place;
        if occupied >> place & 1 != 0 {
            break;
        }
    }
    bits
}

/// Builds tables with `$n` entries from the functions above, filled up with empty sets to `$padded`.
macro_rules! table {
    ($bits:ident, $n:expr, $padded:expr, |$square:ident| $value:expr) => {{
        let mut table = [$bits::from_u128(0); $padded];
        let mut $square = 0;
        while $square < $n {
            table[$square] = $bits::from_u128($value);
            $square += 1;
        }
        table
    }};
}
/// Builds a `[[Bits; N]; 16]` for each colour: one row for each kind index.
macro_rules! by_piece {
    ($bits:ident, $n:expr, $padded:expr, $files:expr, $ranks:expr, $of:ident) => {{
        let mut all = [[[$bits::from_u128(0); $padded]; 16]; 2];
        let mut kind = 0;
        while kind < 16 {
            all[0][kind] =
                table!($bits, $n, $padded, |s| geometry::$of($files, $ranks, false, kind, s));
            all[1][kind] =
                table!($bits, $n, $padded, |s| geometry::$of($files, $ranks, true, kind, s));
            kind += 1;
        }
        all
    }};
}
pub(crate) use {by_piece, table};
