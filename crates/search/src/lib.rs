//! Alpha-beta search for shogi and minishogi, with every technique a documented switch.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sakiyomi_eval::Material;
//! use sakiyomi_rules::{Game, Minishogi};
//! use sakiyomi_search::{Iteration, Limits, Preset, Searcher, StopFlag};
//!
//! let mut searcher = Searcher::new(Material::conventional::<Minishogi>(), Preset::Full.into(), 1 << 20);
//! let game = Game::<Minishogi>::new();
//! let mut show = |iteration: &Iteration<Minishogi>| {
//!     println!("{} {} {:?}", iteration.depth, iteration.score, iteration.pv);
//!     ControlFlow::Continue(())
//! };
//! let result = searcher.search(&game, &Limits::depth(5), &StopFlag::new(), &mut show);
//! assert!(result.best.is_some());
//! ```
//!
//! # Features
//! - `std` (default): the system's clock. Without it the crate is `no_std` with `alloc`.
//! - `threads` (default): several threads on one position.

#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod corrections;
mod gravity;
#[cfg(feature = "threads")]
mod helper;
mod iterations;
mod limits;
mod mate;
mod memory;
mod meter;
mod options;
mod params;
mod piece_to;
mod presets;
mod report;
mod root;
mod searcher;
mod statistics;
mod stop;
mod table;
mod team;
mod technique;
mod time;
mod time_source;
mod value;
mod worker;

pub use limits::{Clock, Limits};
pub use mate::{MateOutcome, MateResult, MateSearcher};
pub use options::{
    CheckExtension, Forward, ForwardUse, NullMove, NullReduction, SearchOptions, TableUse,
};
pub use presets::Preset;
pub use report::{Info, Iteration, Observer, RootLine, SearchResult};
pub use root::Root;
pub use searcher::Searcher;
pub use stop::StopFlag;
pub use table::{TableMemoryError, TranspositionTable};
pub use technique::Technique;
#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
pub use time_source::SystemTime;
pub use time_source::{NoTime, TimeSource};
