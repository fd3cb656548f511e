//! The engine: one searcher with what it needs.

use sakiyomi_eval::{Evaluator, Material, Score};
use sakiyomi_rules::{Position, Shogi, Variant};
use sakiyomi_search::{Limits, Observer, Root, SearchOptions, SearchResult, Searcher, StopFlag};

use crate::EngineBuilder;

/// An engine for one variant. It holds no game: each search is given its position or [`Game`](crate::Game), and only
/// what the table remembers carries over from one search to the next.
///
/// Engines share nothing, so any number of them can live in one process.
///
/// ```
/// use sakiyomi::{Engine, Limits, Position, Score, Shogi};
/// let mut engine = Engine::<Shogi>::builder().hash_mib(8).build()?;
/// let position: Position<Shogi> = "8k/9/8K/9/9/9/9/9/9 b G 1".parse()?;
/// let result = engine.search(&position, Limits::depth(3));
/// assert_eq!(result.score, Score::mate_in(1));
/// assert_eq!(result.best, Some("G*1b".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<V: Variant = Shogi, E: Evaluator<V> = Material> {
    searcher: Searcher<V, E>,
    stop: StopFlag,
}

impl<V: Variant> Engine<V, Material> {
    /// Starts putting an engine together.
    pub fn builder() -> EngineBuilder<V, Material> {
        EngineBuilder::new()
    }
}

impl<V: Variant, E: Evaluator<V>> Engine<V, E> {
    pub(crate) fn from_searcher(searcher: Searcher<V, E>) -> Self {
        Self { searcher, stop: StopFlag::new() }
    }

    /// Searches a position, or a game with its history (`&Position` or `&Game`), until a limit is reached.
    pub fn search<'r>(&mut self, root: impl Into<Root<'r, V>>, limits: Limits) -> SearchResult<V> {
        self.search_with(root, limits, &mut ())
    }

    /// As [`search`](Self::search), and tells `observer` of each finished iteration, which may end the search there.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use sakiyomi::{Engine, Iteration, Limits, Minishogi, Position};
    /// let mut engine = Engine::<Minishogi>::builder().hash_mib(8).build()?;
    /// let mut depths = Vec::new();
    /// engine.search_with(&Position::start(), Limits::new(), &mut |iteration: &Iteration<Minishogi>| {
    ///     depths.push(iteration.depth);
    ///     if iteration.depth < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(depths, [1, 2, 3, 4]);
    /// # Ok::<(), sakiyomi::BuildError>(())
    /// ```
    pub fn search_with<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        limits: Limits,
        observer: &mut impl Observer<V>,
    ) -> SearchResult<V> {
        self.stop.clear();
        self.searcher.search(root, &limits, &self.stop, observer)
    }

    /// The flag that ends a search of this engine from another thread. Each search clears it as it starts.
    #[must_use]
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// What the evaluator says of a position, without any search; for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position<V>) -> Score {
        let evaluator = self.searcher.evaluator();
        evaluator.value(&evaluator.root(position), position)
    }

    /// The evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        self.searcher.evaluator()
    }

    /// The search's options.
    #[must_use]
    pub fn options(&self) -> &SearchOptions {
        self.searcher.options()
    }

    /// Size of the transposition table in bytes.
    #[must_use]
    pub fn hash_bytes(&self) -> usize {
        self.searcher.hash_bytes()
    }

    /// Forgets everything, as before a new game: a search then gives what a new engine would.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }
}
