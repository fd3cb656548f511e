//! A shogi engine to link: rules, evaluation, quiescence and search behind one small facade.
//!
//! ```
//! use sakiyomi::{Engine, Game, Limits, Minishogi};
//!
//! let mut engine = Engine::<Minishogi>::builder().hash_mib(8).build()?;
//! let mut game = Game::<Minishogi>::new();
//! while game.outcome().is_ongoing() && game.ply() < 4 {
//!     let result = engine.search(&game, Limits::depth(4));
//!     game.play(result.best.expect("a game that goes on has a move"))?;
//! }
//! println!("{}", game.position().to_diagram());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts can be had by themselves: [`Position`] and [`Game`] know the rules, an [`Evaluator`] judges, [`Quiescence`]
//! quiets, a [`Searcher`] searches. All of them are re-exported here, so this crate is the only one to depend on.
//!
//! # Features
//! - `threads` (default): [`Engine::start`], a search on a thread of its own. Leave it out where there are no threads, as
//!   on `wasm32-unknown-unknown`.
//! - `serde`: positions as SFEN and moves as USI, checked when they are read; levels; results as plain data
//!   (`SearchData`, `InfoData`, `MateData`, `ThreatsData`, `BreakdownData`), games by `serde(with = "sakiyomi::text")`.

#[macro_use]
mod variant_name;
#[macro_use]
mod any;
mod any_engine;
mod builder;
#[cfg(feature = "serde")]
mod data;
mod engine;
#[cfg(feature = "threads")]
mod handle;
mod level;
#[cfg(feature = "threads")]
mod pool;
#[cfg(feature = "threads")]
mod root;

pub use any::{Any, AnyGame, AnyMove, AnyPosition, AnySearchResult, PlayError};
pub use any_engine::{AnyEngine, DynEngine, VariantMismatch};
pub use builder::{BuildError, EngineBuilder};
#[cfg(feature = "serde")]
pub use data::{
    BreakdownData, InfoData, LineData, MateData, PartData, ScoreData, SearchData, ThreatData,
    ThreatsData, text,
};
pub use engine::Engine;
#[cfg(feature = "threads")]
pub use handle::{SearchHandle, SearchPanicked};
pub use level::{Level, LevelOptions};
#[cfg(feature = "threads")]
pub use pool::{
    Canceller, EnginePool, EnginePoolBuilder, PoolGame, Priority, Request, RequestError,
    SubmitError,
};
pub use variant_name::{VariantName, VariantNameError};

pub use sakiyomi_eval::{
    Breakdown, Evaluator, Explain, Keep, Line, Linear, Material, PieceValues, Plan, Reading, Score,
    ScorePart, Weights, WeightsError, WithPlan, castles,
};
pub use sakiyomi_quiescence::{
    Bound, Quiescence, QuiescenceOptions, Threat, ThreatKind, ThreatReport, mate_in_one, see,
};
pub use sakiyomi_rules::{
    Bitboard, Color, Declaration, DeclarationRule, DrawReason, Game, GameError, Hand, Handicap,
    History, IllegalMove, ImpasseCount, JapaneseError, Kind, Minishogi, Move, MoveList,
    MoveTextError, Outcome, Piece, Position, PositionCommandError, Repetition, Setup, SetupFaults,
    SfenError, Shogi, Square, Stage, Undo, Variant, WinReason, perft,
};
pub use sakiyomi_search::{
    Clock, Info, Iteration, Limits, MateOutcome, MateResult, MateSearcher, Observer, Preset, Root,
    RootLine, SearchOptions, SearchResult, Searcher, StopFlag, TableMemoryError, Technique,
    TimeSource,
};

/// The README's code is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
