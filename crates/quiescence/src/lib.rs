//! Quiescence search after KFEnd: two stages, the second of recaptures only, and threats.
//!
//! A position in the middle of an exchange has no value of its own. [`Quiescence`] plays out what hangs: all captures
//! for a few plies, then only recaptures on the square just moved to; and where a side stands pat, it can take off the
//! static value what the other side threatens. [`QuiescenceOptions`] has every technique as a field, and presets that
//! name whole systems.
//!
//! ```
//! use sakiyomi_eval::{Line, Material};
//! use sakiyomi_quiescence::{Quiescence, QuiescenceOptions};
//! use sakiyomi_rules::{Position, Shogi};
//!
//! // White's rook attacks a silver and an unguarded pawn. Black has nothing to take.
//! let position: Position<Shogi> = "4k4/9/9/9/1r2S4/9/1P7/5G3/4K4 b - 1".parse()?;
//! let material = Material::flat();
//! let mut line = Line::new(&material, position);
//! let value = |options, line: &mut _| Quiescence::new(options).value(line).value();
//! assert_eq!(value(QuiescenceOptions::default(), &mut line), 150);
//! // The second threat, 450 for a pawn and a dragon, counts half.
//! assert_eq!(value(QuiescenceOptions::kfend(), &mut line), 150 - 225);
//! # Ok::<(), sakiyomi_rules::SfenError>(())
//! ```
//!
//! Beside the search stand its tools, for move ordering, pruning and explanations: [`see`] and [`see_at_least`],
//! [`mate_in_one`], [`threats`] and [`Quiescence::trace`].
//!
//! A search that has a table lends it by implementing [`QuiescenceTable`], and stops a call through [`Control`]; this
//! crate knows neither clocks nor threads.

#![no_std]

extern crate alloc;

mod control;
mod mate_in_one;
mod moves;
mod options;
mod quiescence;
mod run;
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
pub use quiescence::Quiescence;
pub use see::{see, see_at_least};
pub use table::{Bound, QuiescenceTable, TableEntry};
pub use threats::{Threat, ThreatKind, ThreatReport, threats};
pub use trace::Trace;
