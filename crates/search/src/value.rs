//! A value found in the tree, and what it depends on.

use core::ops::Neg;

use sakiyomi_eval::Score;

/// A score with the reach of the repetitions that it rests on.
///
/// The score of a repetition belongs to the path, not to the position: it must not answer for the position elsewhere
/// (the graph history interaction problem). `reach` is the lowest ply of a position that the score takes to have come
/// up before. At that ply and above, the repetition is part of the tree below and the score is the position's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) score: Score,
    pub(crate) reach: i32,
}

impl Value {
    /// A score that holds whatever came before.
    pub(crate) const fn pure(score: Score) -> Self {
        Self { score, reach: i32::MAX }
    }

    /// Whether it rests on a position before this ply.
    pub(crate) const fn is_tainted_at(self, ply: u32) -> bool {
        self.reach < ply as i32
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}
