//! Putting an engine together.

use std::sync::Arc;
use std::time::Duration;

use sakiyomi_eval::{Evaluator, Linear};
use sakiyomi_rules::{Shogi, Variant};
use sakiyomi_search::{Preset, SearchOptions, TableMemoryError, TimeSource};

use crate::Engine;

/// Why an engine cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The table has to have a size that a machine can have.
    #[error("the table has to be from 1 to {most} MiB, not {found}")]
    HashSize {
        /// What was asked for, in MiB.
        found: usize,
        /// The most there can be, in MiB.
        most: usize,
    },
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] TableMemoryError),
    /// There has to be a thread, and there can be only so many.
    #[error("there have to be from 1 to {most} threads, not {found}")]
    Threads {
        /// What was asked for.
        found: usize,
        /// The most there can be.
        most: usize,
    },
    /// The system gives no thread.
    #[error("the system gives no thread")]
    Thread,
}

/// The most threads that can be asked for.
const MOST_THREADS: usize = 512;

/// The largest table that can be asked for, in MiB.
const MOST_HASH_MIB: usize = if usize::BITS > 32 { 1 << 20 } else { 1 << 10 };

/// Builds an [`Engine`]; every part has a default, every part can be swapped.
///
/// ```
/// use sakiyomi::{BuildError, Engine, Preset, Shogi};
/// let engine = Engine::<Shogi>::builder().preset(Preset::Hiyoko).hash_mib(16).build()?;
/// assert_eq!(engine.hash_bytes(), 16 << 20);
/// assert!(Engine::<Shogi>::builder().hash_mib(0).build().is_err());
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct EngineBuilder<V: Variant = Shogi, E: Evaluator<V> = Linear<V>> {
    parts: Parts<E>,
    variant: core::marker::PhantomData<V>,
}

/// What an engine is put together from.
#[derive(Clone, Debug)]
pub(crate) struct Parts<E> {
    pub(crate) evaluator: E,
    pub(crate) options: SearchOptions,
    pub(crate) hash_bytes: usize,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    pub(crate) time: Option<SharedTime>,
}

/// One clock for all searches of an engine.
#[derive(Clone, Debug)]
pub(crate) struct SharedTime(Arc<dyn TimeSource>);

impl TimeSource for SharedTime {
    fn now(&self) -> Duration {
        self.0.now()
    }
}

/// Default size of the table.
const HASH_MIB: usize = 64;

impl<V: Variant> EngineBuilder<V, Linear<V>> {
    pub(crate) fn new() -> Self {
        let parts = Parts {
            evaluator: Linear::default(),
            options: Preset::Full.options(),
            hash_bytes: HASH_MIB << 20,
            threads: 1,
            seed: 0,
            time: None,
        };
        Self { parts, variant: core::marker::PhantomData }
    }
}

impl<V: Variant, E: Evaluator<V>> EngineBuilder<V, E> {
    /// What judges positions (default: [`Linear`] with weights set by hand; measured stronger than material at equal nodes).
    pub fn evaluator<F: Evaluator<V>>(self, evaluator: F) -> EngineBuilder<V, F> {
        let Parts { evaluator: _, options, hash_bytes, threads, seed, time } = self.parts;
        EngineBuilder {
            parts: Parts { evaluator, options, hash_bytes, threads, seed, time },
            variant: self.variant,
        }
    }

    /// The search of a named system (default: [`Preset::Full`], the strongest).
    pub fn preset(self, preset: Preset) -> Self {
        self.options(preset.options())
    }

    /// The search, technique by technique.
    pub fn options(mut self, options: SearchOptions) -> Self {
        self.parts.options = options;
        self
    }

    /// Size of the transposition table in MiB (default 64).
    pub fn hash_mib(mut self, mib: usize) -> Self {
        self.parts.hash_bytes = mib.saturating_mul(1 << 20);
        self
    }

    /// How many threads search together (default 1). With more than one, results are not the same each time.
    #[cfg(feature = "threads")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.parts.threads = threads;
        self
    }

    /// What settles the lottery of [`Engine::choose`] (default 0): one seed repeats a game, two give different ones.
    pub fn seed(mut self, seed: u64) -> Self {
        self.parts.seed = seed;
        self
    }

    /// Where time is read (default: the system's clock). Needed for limits of time on `wasm32-unknown-unknown`, which has
    /// no clock of its own: there time stands still without it.
    pub fn time_source(mut self, time: impl TimeSource + 'static) -> Self {
        self.parts.time = Some(SharedTime(Arc::new(time)));
        self
    }

    /// The engine.
    ///
    /// # Errors
    /// A part that was asked for and cannot be had.
    pub fn build(self) -> Result<Engine<V, E>, BuildError> {
        check_hash_mib(self.parts.hash_bytes >> 20)?;
        check_threads(self.parts.threads)?;
        Ok(Engine::new(self.parts)?)
    }
}

/// Whether a table of this size can be asked for.
pub(crate) fn check_hash_mib(mib: usize) -> Result<(), BuildError> {
    let fits = (1..=MOST_HASH_MIB).contains(&mib);
    if fits { Ok(()) } else { Err(BuildError::HashSize { found: mib, most: MOST_HASH_MIB }) }
}

/// Whether so many threads can be asked for.
pub(crate) fn check_threads(threads: usize) -> Result<(), BuildError> {
    let fits = (1..=MOST_THREADS).contains(&threads);
    if fits { Ok(()) } else { Err(BuildError::Threads { found: threads, most: MOST_THREADS }) }
}
