//! What a score is made of, as data.

use alloc::vec::Vec;

use sakiyomi_rules::{Color, Position, Variant};

use crate::{Evaluator, Score};

/// One part of a score: what it gives each side, in centipawns, each from that side's own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// What it is: `"board"`, `"hand"`, `"king-danger"`, `"plan"` and so on.
    pub name: &'static str,
    /// What black has of it.
    pub black_cp: i32,
    /// What white has of it.
    pub white_cp: i32,
}

impl ScorePart {
    /// What it gives black over white.
    #[must_use]
    pub const fn balance_cp(&self) -> i32 {
        self.black_cp - self.white_cp
    }
}

/// A score taken apart. The parts add up to the score exactly: where an evaluation had to be held within
/// [`Score::MAX_EVALUATION`], a part `"limit"` says by how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    parts: Vec<ScorePart>,
}

impl Breakdown {
    /// Puts parts together; adds `"limit"` where their sum is beyond what an evaluation may be.
    #[must_use]
    pub fn new(mut parts: Vec<ScorePart>) -> Self {
        let sum: i32 = parts.iter().map(ScorePart::balance_cp).sum();
        let over = sum - Score::centipawns(sum).value();
        if over != 0 {
            let (black, white) = if over > 0 { (-over, 0) } else { (0, over) };
            match parts.iter_mut().find(|part| part.name == "limit") {
                Some(limit) => {
                    limit.black_cp += black;
                    limit.white_cp += white;
                }
                None => {
                    parts.push(ScorePart { name: "limit", black_cp: black, white_cp: white });
                }
            }
        }
        Self { parts }
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &[ScorePart] {
        &self.parts
    }

    /// The part with this name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&ScorePart> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The score for a side: the sum of the parts.
    #[must_use]
    pub fn total(&self, color: Color) -> Score {
        let black: i32 = self.parts.iter().map(ScorePart::balance_cp).sum();
        Score::centipawns(if color == Color::Black { black } else { -black })
    }
}

/// An evaluator that can say what its scores are made of.
///
/// Law: `explain(s, p).total(p.side_to_move()) == value(s, p)`.
pub trait Explain<V: Variant>: Evaluator<V> {
    /// Takes the value of a position apart.
    fn explain(&self, state: &Self::State, position: &Position<V>) -> Breakdown;
}
