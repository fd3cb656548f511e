//! Engines whose evaluator, or whose variant as well, is settled while the program runs.

use std::fmt;
use std::ops::ControlFlow;

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::ThreatReport;
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{Iteration, Limits, MateResult, Root, SearchOptions, SearchResult, StopFlag};

use crate::{Any, AnyGame, AnySearchResult, BuildError, Engine, LevelOptions, VariantName};

/// An engine of one variant with any evaluator: what [`Engine`] does, by calls that need not know the evaluator's type.
///
/// There is one virtual call for each search and one for each iteration told of, and none within the tree.
pub trait DynEngine<V: Variant>: Send + fmt::Debug {
    /// As [`Engine::search_until`].
    fn search_dyn(
        &mut self,
        root: Root<'_, V>,
        limits: Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Iteration<'_, V>) -> ControlFlow<()>,
    ) -> SearchResult<V>;

    /// As [`Engine::choose_until`].
    fn choose_dyn(
        &mut self,
        root: Root<'_, V>,
        level: LevelOptions,
        limits: Limits,
        stop: &StopFlag,
    ) -> SearchResult<V>;

    /// As [`Engine::mate_until`].
    fn mate_dyn(
        &mut self,
        position: &Position<V>,
        limits: Limits,
        stop: &StopFlag,
    ) -> MateResult<V>;

    /// As [`Engine::evaluate`].
    fn evaluate_dyn(&self, position: &Position<V>) -> Score;

    /// As [`Engine::threats`].
    fn threats_dyn(&self, position: &Position<V>) -> ThreatReport<V>;

    /// As [`Engine::set_options`].
    fn set_options_dyn(&mut self, options: SearchOptions);

    /// As [`Engine::set_seed`].
    fn set_seed_dyn(&mut self, seed: u64);

    /// As [`Engine::clear`].
    fn clear_dyn(&mut self);
}

impl<V: Variant, E: Evaluator<V>> DynEngine<V> for Engine<V, E> {
    fn search_dyn(
        &mut self,
        root: Root<'_, V>,
        limits: Limits,
        stop: &StopFlag,
        mut observer: &mut dyn FnMut(&Iteration<'_, V>) -> ControlFlow<()>,
    ) -> SearchResult<V> {
        self.search_until(root, limits, stop, &mut observer)
    }

    fn choose_dyn(
        &mut self,
        root: Root<'_, V>,
        level: LevelOptions,
        limits: Limits,
        stop: &StopFlag,
    ) -> SearchResult<V> {
        self.choose_until(root, level, limits, stop)
    }

    fn mate_dyn(
        &mut self,
        position: &Position<V>,
        limits: Limits,
        stop: &StopFlag,
    ) -> MateResult<V> {
        self.mate_until(position, limits, stop)
    }

    fn evaluate_dyn(&self, position: &Position<V>) -> Score {
        self.evaluate(position)
    }

    fn threats_dyn(&self, position: &Position<V>) -> ThreatReport<V> {
        self.threats(position)
    }

    fn set_options_dyn(&mut self, options: SearchOptions) {
        self.set_options(options);
    }

    fn set_seed_dyn(&mut self, seed: u64) {
        self.set_seed(seed);
    }

    fn clear_dyn(&mut self) {
        self.clear();
    }
}

/// An engine of either variant, with any evaluator.
///
/// ```
/// use sakiyomi::{AnyEngine, AnyGame, Limits, VariantName};
/// let name: VariantName = "minishogi".parse()?;
/// let mut engine = AnyEngine::new(name, 8)?;
/// let mut game = AnyGame::new(name);
/// while game.outcome().is_ongoing() && game.ply() < 4 {
///     let result = engine.search(&game, Limits::depth(3))?;
///     let best = result.best().expect("a game that goes on has a move");
///     game.play(&best.to_string())?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Engines put together with their builder turn into one:
///
/// ```
/// use sakiyomi::{AnyEngine, Engine, Material, Shogi};
/// let engine = Engine::<Shogi>::builder().evaluator(Material::flat()).hash_mib(1).build()?;
/// let engine = AnyEngine::from(engine);
/// # Ok::<(), sakiyomi::BuildError>(())
/// ```
pub type AnyEngine = Any<Box<dyn DynEngine<Shogi>>, Box<dyn DynEngine<Minishogi>>>;

/// An engine was given a game of the other variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an engine for {engine} was given a game of {game}")]
pub struct VariantMismatch {
    /// What the engine plays.
    pub engine: VariantName,
    /// What it was given.
    pub game: VariantName,
}

impl<E: Evaluator<Shogi> + 'static> From<Engine<Shogi, E>> for AnyEngine {
    fn from(engine: Engine<Shogi, E>) -> Self {
        Self::Shogi(Box::new(engine))
    }
}

impl<E: Evaluator<Minishogi> + 'static> From<Engine<Minishogi, E>> for AnyEngine {
    fn from(engine: Engine<Minishogi, E>) -> Self {
        Self::Minishogi(Box::new(engine))
    }
}

/// Calls the same method on the engine and the game inside, where they are of one variant.
macro_rules! both {
    ($engine:expr, $game:expr, ($inner:ident, $position:ident) => $body:expr) => {
        match ($engine, $game) {
            (Any::Shogi($inner), Any::Shogi($position)) => Ok(Any::Shogi($body)),
            (Any::Minishogi($inner), Any::Minishogi($position)) => Ok(Any::Minishogi($body)),
            (engine, game) => {
                Err(VariantMismatch { engine: engine.variant(), game: game.variant() })
            }
        }
    };
}

impl AnyEngine {
    /// An engine with the defaults of [`EngineBuilder`](crate::EngineBuilder) and a table of this size.
    ///
    /// # Errors
    /// The table cannot be had.
    pub fn new(variant: VariantName, hash_mib: usize) -> Result<Self, BuildError> {
        with_variant!(variant, V => Ok(Engine::<V>::builder().hash_mib(hash_mib).build()?.into()))
    }

    /// As [`Engine::search`].
    ///
    /// # Errors
    /// The game is of the other variant.
    pub fn search(
        &mut self,
        game: &AnyGame,
        limits: Limits,
    ) -> Result<AnySearchResult, VariantMismatch> {
        self.search_until(game, limits, &StopFlag::new())
    }

    /// As [`Engine::search_until`], without an observer: whoever wants one takes the engine apart with
    /// [`with_any!`](crate::with_any).
    ///
    /// # Errors
    /// The game is of the other variant.
    pub fn search_until(
        &mut self,
        game: &AnyGame,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<AnySearchResult, VariantMismatch> {
        both!(self, game, (engine, game) => {
            engine.search_dyn(game.into(), limits, stop, &mut |_| ControlFlow::Continue(()))
        })
    }

    /// As [`Engine::choose_until`].
    ///
    /// # Errors
    /// The game is of the other variant.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        level: impl Into<LevelOptions>,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<AnySearchResult, VariantMismatch> {
        both!(self, game, (engine, game) => {
            engine.choose_dyn(game.into(), level.into(), limits, stop)
        })
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        with_any!(self, engine => engine.clear_dyn());
    }

    /// Draws moves by this seed from now on.
    pub fn set_seed(&mut self, seed: u64) {
        with_any!(self, engine => engine.set_seed_dyn(seed));
    }

    /// Searches otherwise from now on; what was remembered is forgotten.
    pub fn set_options(&mut self, options: SearchOptions) {
        with_any!(self, engine => engine.set_options_dyn(options));
    }
}
