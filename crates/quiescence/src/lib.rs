//! Quiescence search after KFEnd: two stages, the second of recaptures only.
//!
//! ```
//! use sakiyomi_eval::{Line, Material, Score};
//! use sakiyomi_quiescence::{Quiescence, QuiescenceOptions};
//! use sakiyomi_rules::{Position, Shogi};
//!
//! // Black's rook can take a pawn, but a gold takes it back.
//! let position: Position<Shogi> = "4k4/4g4/4p4/9/9/4R4/9/9/4K4 b - 1".parse()?;
//! let material = Material::flat();
//! let mut line = Line::new(&material, position);
//! let quiescence = Quiescence::new(QuiescenceOptions::default());
//! assert_eq!(quiescence.value(&mut line), line.value());
//! # Ok::<(), sakiyomi_rules::SfenError>(())
//! ```

#![no_std]

extern crate alloc;

mod control;
mod mate_in_one;
mod moves;
mod options;
mod see;
mod table;
mod threats;
mod trace;
mod two_stage;

pub use control::{Control, Stopped, Unlimited};
pub use mate_in_one::mate_in_one;
pub use options::{
    CaptureOrder, LastStage, QuiescenceOptions, ThreatOptions, ThreatPlace, ThreatSource,
};
pub use see::{see, see_at_least};
pub use table::{Bound, QuiescenceTable, TableEntry};
pub use threats::{Threat, ThreatKind, ThreatReport, threats};
pub use trace::Trace;
pub use two_stage::Quiescence;
