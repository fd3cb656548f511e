//! Scores and evaluators for shogi and minishogi.
//!
//! An [`Evaluator`] judges positions; what it knows of a position beyond the position itself is its running state, one
//! value for each ply. [`Line`] joins a position with those states: searches walk the tree with it and nothing else.
//!
//! ```
//! use sakiyomi_eval::{Line, Material, Score};
//! use sakiyomi_rules::{Position, Shogi};
//!
//! let material = Material::flat();
//! let mut line = Line::new(&material, Position::<Shogi>::start());
//! assert_eq!(line.value(), Score::ZERO);
//! for mv in ["7g7f", "3c3d", "8h2b+"] {
//!     line.make(mv.parse()?);
//! }
//! // White is to move and has lost a bishop, and black's has become a horse.
//! assert_eq!(line.value(), Score::centipawns(-(800 + 800 + 250)));
//! line.unmake();
//! assert_eq!(line.value(), Score::ZERO);
//! # Ok::<(), sakiyomi_rules::MoveTextError>(())
//! ```

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod breakdown;
pub mod castles;
mod evaluator;
mod features;
mod hand_set;
mod health;
mod line;
mod linear;
mod material;
mod plan;
mod recognise;
mod score;
mod values;
mod weights;
mod with_plan;

pub use breakdown::{Breakdown, Explain, ScorePart};
pub use evaluator::Evaluator;
pub use features::{FeaturePart, Features};
pub use health::{PlanHealth, choose_plan};
pub use line::Line;
pub use linear::{Linear, LinearState};
pub use material::Material;
pub use plan::{Plan, PlanError, Progress, RookStyle, Step, StepSet, StepStatus};
pub use recognise::{NextStep, Recognised, Waits, recognise};
pub use score::Score;
pub use values::PieceValues;
pub use weights::{Weights, WeightsError};
pub use with_plan::{Keep, PlanState, Reading, WithPlan};
