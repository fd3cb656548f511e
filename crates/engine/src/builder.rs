//! Putting an engine together.

use sakiyomi_eval::{Evaluator, Material};
use sakiyomi_rules::{Shogi, Variant};
use sakiyomi_search::{Preset, SearchOptions};

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
}

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
pub struct EngineBuilder<V: Variant = Shogi, E: Evaluator<V> = Material> {
    evaluator: E,
    options: SearchOptions,
    hash_mib: usize,
    seed: u64,
    variant: core::marker::PhantomData<V>,
}

impl<V: Variant> EngineBuilder<V, Material> {
    pub(crate) fn new() -> Self {
        Self {
            evaluator: Material::conventional::<V>(),
            options: Preset::Full.options(),
            hash_mib: 64,
            seed: 0,
            variant: core::marker::PhantomData,
        }
    }
}

impl<V: Variant, E: Evaluator<V>> EngineBuilder<V, E> {
    /// What judges positions (default: [`Material`] with the variant's usual values).
    pub fn evaluator<F: Evaluator<V>>(self, evaluator: F) -> EngineBuilder<V, F> {
        EngineBuilder {
            evaluator,
            options: self.options,
            hash_mib: self.hash_mib,
            seed: self.seed,
            variant: self.variant,
        }
    }

    /// The search of a named system (default: [`Preset::Full`], the strongest).
    pub fn preset(self, preset: Preset) -> Self {
        self.options(preset.options())
    }

    /// The search, technique by technique.
    pub fn options(mut self, options: SearchOptions) -> Self {
        self.options = options;
        self
    }

    /// Size of the transposition table in MiB (default 64).
    pub fn hash_mib(mut self, mib: usize) -> Self {
        self.hash_mib = mib;
        self
    }

    /// What settles the lottery of [`Engine::choose`] (default 0): one seed repeats a game, two give different ones.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The engine.
    ///
    /// # Errors
    /// A part that was asked for and cannot be had.
    pub fn build(self) -> Result<Engine<V, E>, BuildError> {
        if !(1..=MOST_HASH_MIB).contains(&self.hash_mib) {
            return Err(BuildError::HashSize { found: self.hash_mib, most: MOST_HASH_MIB });
        }
        Ok(Engine::new(self.evaluator, self.options, self.hash_mib << 20, self.seed))
    }
}
