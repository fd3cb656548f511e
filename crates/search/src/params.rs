//! Tunable numbers.

/// Plies from the root beyond which nothing is searched but the leaf's static value.
pub(crate) const MAX_PLY: u32 = 180;
/// Iterations at most.
pub(crate) const MAX_DEPTH: u32 = 100;

/// What the side that loses by a repetition has lost, in centipawns, less its distance in plies: beyond what material
/// can make good, and short of a mate, so that distances of mates keep their meaning.
pub(crate) const REPETITION_LOSS_CP: i32 = 25_000;

/// First iteration with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: u32 = 5;
/// Half of the first aspiration window, in centipawns; doubled at each miss.
pub(crate) const ASPIRATION_WINDOW_CP: i32 = 30;
