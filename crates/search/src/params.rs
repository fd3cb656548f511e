//! Tunable numbers. Margins are centipawns; most began as METHODS of other engines rescaled to a pawn of 100.

/// Plies from the root beyond which nothing is searched but the leaf's static value.
pub(crate) const MAX_PLY: u32 = 180;
/// Iterations at most.
pub(crate) const MAX_DEPTH: u32 = 100;

/// What the side that loses by a repetition has lost, less its distance in plies: beyond what material can make good,
/// and short of a mate, so that distances of mates keep their meaning.
pub(crate) const REPETITION_LOSS_CP: i32 = 25_000;
/// From here on a score says that the game is decided; margins and reductions do not apply to it.
pub(crate) const DECISIVE_CP: i32 = 20_000;

/// First iteration with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: u32 = 5;
/// Half of the first aspiration window; doubled at each miss.
pub(crate) const ASPIRATION_WINDOW_CP: i32 = 30;

/// Static null move: greatest depth, and margin for each ply.
pub(crate) const STATIC_NULL_DEPTH: i32 = 7;
pub(crate) const STATIC_NULL_MARGIN_CP: i32 = 100;
/// Razoring: greatest depth; margin is the first plus the second times the square of the depth.
pub(crate) const RAZOR_DEPTH: i32 = 2;
pub(crate) const RAZOR_MARGIN_CP: [i32; 2] = [350, 250];
/// Adaptive null move: reduction is the first, one for so many plies, one for so many centipawns up to the last.
pub(crate) const NULL_BASE: i32 = 3;
pub(crate) const NULL_PLIES: i32 = 4;
pub(crate) const NULL_CP: i32 = 200;
pub(crate) const NULL_MOST_BY_CP: i32 = 3;

/// Correction history: divisor of the tables' sum, and the most that it gives.
pub(crate) const CORRECTION_DIVISOR: i32 = 8;
pub(crate) const CORRECTION_MOST_CP: i32 = 300;
/// What a search adds to an entry: its difference times its depth by the divisor, and the most.
pub(crate) const CORRECTION_BONUS_DIVISOR: i32 = 8;
pub(crate) const CORRECTION_BONUS_MOST: i32 = 256;

/// ProbCut: least depth; how far beyond beta; plies less than the node's; captures tried at most.
pub(crate) const PROB_CUT_DEPTH: i32 = 5;
pub(crate) const PROB_CUT_MARGIN_CP: i32 = 250;
pub(crate) const PROB_CUT_LESS: i32 = 4;
pub(crate) const PROB_CUT_MOVES: u32 = 3;

/// Greatest depths of late-move, futility and exchange pruning.
pub(crate) const LATE_MOVE_DEPTH: i32 = 6;
pub(crate) const FUTILITY_DEPTH: i32 = 6;
/// Futility margin: the first plus the second for each ply.
pub(crate) const FUTILITY_MARGIN_CP: [i32; 2] = [150, 120];
pub(crate) const EXCHANGE_DEPTH: i32 = 7;
/// What a quiet move may lose for each squared ply, and a capture for each ply.
pub(crate) const EXCHANGE_QUIET_CP: i32 = 35;
pub(crate) const EXCHANGE_CAPTURE_CP: i32 = 130;

/// Late-move reductions: least depth, moves searched before them, and the divisor of ln(depth) · ln(move) in 1/1024.
pub(crate) const REDUCTION_DEPTH: i32 = 3;
pub(crate) const REDUCTION_AFTER: i32 = 3;
pub(crate) const REDUCTION_DIVISOR: i32 = 2_304;
/// One ply more or less for so much history.
pub(crate) const REDUCTION_HISTORY: i32 = 12_000;

/// Several threads: from this depth on a move that another thread searches is taken up last.
pub(crate) const SHARED_DEPTH: i32 = 4;

/// Internal iterative reduction: least depth.
pub(crate) const INTERNAL_DEPTH: i32 = 5;
/// Singular extension: least depth; margin for each ply.
pub(crate) const SINGULAR_DEPTH: i32 = 8;
pub(crate) const SINGULAR_MARGIN_CP: i32 = 2;

/// Bonus of a move that cut: times the square of the depth, at most.
pub(crate) const BONUS_PER_SQUARE: i32 = 32;
pub(crate) const BONUS_MOST: i32 = 1_600;

/// Natural logarithm in 1/1024, in integers so that it is the same everywhere.
const fn ln_1024(n: u32) -> i32 {
    // log2 bit by bit (squaring the mantissa), then times ln 2.
    if n == 0 {
        return 0;
    }
    let whole = n.ilog2();
    let mut mantissa = (n as u64) << (31 - whole);
    let mut log2 = whole as i64 * 1024;
    let mut bit = 512;
    while bit > 0 {
        mantissa = (mantissa * mantissa) >> 31;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            log2 += bit;
        }
        bit /= 2;
    }
    (log2 * 710 / 1024) as i32
}

const LN: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = ln_1024(n as u32);
        n += 1;
    }
    table
};

/// Plies by which the n-th move is reduced, in 1/1024.
pub(crate) fn reduction_1024(depth: i32, number: i32) -> i32 {
    let ln = |n: i32| LN[n.clamp(1, 63) as usize];
    512 + ln(depth) * ln(number) / REDUCTION_DIVISOR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in 1..64_u32 {
            let exact = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln_1024(n)) - exact).abs() < 4.0, "{n}");
        }
    }
}
