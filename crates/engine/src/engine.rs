//! The engine: one searcher with what it needs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sakiyomi_eval::{Evaluator, Line, Linear, Score};
use sakiyomi_quiescence::{Quiescence, ThreatReport, mate_in_one};
use sakiyomi_rules::{Position, Shogi, Variant};
use sakiyomi_search::{
    Limits, MateResult, MateSearcher, Observer, Root, RootLine, SearchOptions, SearchResult,
    Searcher, StopFlag, TableMemoryError,
};

use crate::builder::{Parts, SharedTime};
use crate::{EngineBuilder, LevelOptions};
#[cfg(feature = "threads")]
use crate::{Info, SearchHandle, root::OwnedRoot};

/// An engine for one variant. It holds no game: each search is given its position or [`Game`](crate::Game), and only
/// what the table remembers carries over from one search to the next.
///
/// Engines share nothing, so any number of them can live in one process. One engine does one thing at a time: asking it
/// to search ends a search that it has [started](Self::start) before.
///
/// ```
/// use sakiyomi::{Engine, Limits, Position, Score, Shogi};
/// let mut engine = Engine::<Shogi>::builder().hash_mib(8).build()?;
/// // A gold at the head of the king, held up by a pawn, is mate.
/// let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let result = engine.search(&position, Limits::depth(3));
/// assert_eq!(result.score, Score::mate_in(1));
/// assert_eq!(result.best, Some("G*5b".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<V: Variant = Shogi, E: Evaluator<V> = Linear<V>> {
    /// Lent to the thread of a search that was started.
    searcher: Arc<Mutex<Searcher<V, Arc<E>>>>,
    evaluator: Arc<E>,
    options: SearchOptions,
    hash_bytes: usize,
    threads: usize,
    /// Made when it is first asked for.
    mates: Option<MateSearcher>,
    time: Option<SharedTime>,
    seed: u64,
    random: fastrand::Rng,
    #[cfg(feature = "threads")]
    running: Option<Running>,
}

/// A search that was started and may still run.
#[cfg(feature = "threads")]
#[derive(Debug)]
struct Running {
    stop: StopFlag,
    /// Nothing is ever sent; the search's end closes the channel.
    ended: Mutex<std::sync::mpsc::Receiver<()>>,
}

impl<V: Variant> Engine<V, Linear<V>> {
    /// Starts putting an engine together.
    pub fn builder() -> EngineBuilder<V, Linear<V>> {
        EngineBuilder::new()
    }
}

impl<V: Variant, E: Evaluator<V>> Engine<V, E> {
    pub(crate) fn new(parts: Parts<E>) -> Result<Self, TableMemoryError> {
        let evaluator = Arc::new(parts.evaluator);
        let mut searcher =
            Searcher::try_new(Arc::clone(&evaluator), parts.options, parts.hash_bytes)?;
        if let Some(time) = &parts.time {
            searcher = searcher.with_time_source(time.clone());
        }
        #[cfg(feature = "threads")]
        searcher.set_threads(parts.threads);
        Ok(Self {
            hash_bytes: searcher.hash_bytes(),
            threads: searcher.threads(),
            searcher: Arc::new(Mutex::new(searcher)),
            evaluator,
            options: parts.options,
            mates: None,
            time: parts.time,
            seed: parts.seed,
            random: fastrand::Rng::with_seed(parts.seed),
            #[cfg(feature = "threads")]
            running: None,
        })
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
        self.search_until(root, limits, &StopFlag::new(), observer)
    }

    /// As [`search_with`](Self::search_with), until the flag is set. A flag that is set already stops the search at once.
    pub fn search_until<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        limits: Limits,
        stop: &StopFlag,
        observer: &mut impl Observer<V>,
    ) -> SearchResult<V> {
        self.searcher().search(root, &limits, stop, observer)
    }

    /// Searches on a thread of its own and returns at once.
    #[cfg(feature = "threads")]
    #[must_use = "dropping the handle stops the search"]
    pub fn start<'r>(&mut self, root: impl Into<Root<'r, V>>, limits: Limits) -> SearchHandle<V>
    where
        E: 'static,
    {
        let root = OwnedRoot::from(root.into());
        drop(self.searcher());
        let searcher = Arc::clone(&self.searcher);
        let stop = StopFlag::new();
        let (open_while_running, ended) = std::sync::mpsc::channel();
        self.running = Some(Running { stop: stop.clone(), ended: Mutex::new(ended) });
        SearchHandle::spawn(stop, move |stop, send| {
            let _open_while_running = open_while_running;
            let mut tell = |iteration: &sakiyomi_search::Iteration<'_, V>| {
                send(Info::from(iteration));
                std::ops::ControlFlow::Continue(())
            };
            locked(&searcher).search(root.borrowed(), &limits, stop, &mut tell)
        })
    }

    /// The best `lines` moves, each with its score and line: [`SearchResult::lines`].
    ///
    /// ```
    /// use sakiyomi::{Engine, Limits, Minishogi, Position};
    /// let mut engine = Engine::<Minishogi>::builder().hash_mib(8).build()?;
    /// let lines = engine.analyse(&Position::start(), Limits::depth(4), 3).lines;
    /// assert_eq!(lines.len(), 3);
    /// assert!(lines.is_sorted_by(|better, worse| better.score >= worse.score));
    /// # Ok::<(), sakiyomi::BuildError>(())
    /// ```
    pub fn analyse<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        limits: Limits,
        lines: usize,
    ) -> SearchResult<V> {
        self.search(root, limits.lines(lines))
    }

    /// A move of a player of this [`Level`](crate::Level): `best`, `score` and `pv` of the result are those of the move
    /// drawn, `lines` hold all that were in question. What is drawn is settled by the builder's seed.
    ///
    /// ```
    /// use sakiyomi::{Engine, Game, Level, Minishogi};
    /// let mut engine = Engine::<Minishogi>::builder().hash_mib(8).seed(5).build()?;
    /// let mut game = Game::new();
    /// while let Some(mv) = engine.choose(&game, Level::Easy).best.filter(|_| game.ply() < 10) {
    ///     game.play(mv)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        level: impl Into<LevelOptions>,
    ) -> SearchResult<V> {
        self.choose_until(root, level, Limits::new(), &StopFlag::new())
    }

    /// As [`choose`](Self::choose), within further limits and until the flag is set; a search cut short by them gives the
    /// best move that it has found.
    pub fn choose_until<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        level: impl Into<LevelOptions>,
        mut limits: Limits,
        stop: &StopFlag,
    ) -> SearchResult<V> {
        let (root, level) = (root.into(), level.into());
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        limits.depth = limits.depth.into_iter().chain(level.depth).min();
        limits.time_ms = least(limits.time_ms, level.time_ms);
        if level.window_cp == 0 {
            return self.search_until(root, limits, stop, &mut ());
        }
        limits.lines = usize::MAX;
        let mut result = self.search_until(root, limits, stop, &mut ());
        if limits.depth.is_some_and(|depth| result.depth < depth) && !result.score.is_mate() {
            return result;
        }
        let loses_at_once = |line: &RootLine<V>| {
            let mut after = root.position.clone();
            after.make(line.pv[0]);
            mate_in_one(&after).is_some()
        };
        if let Some(drawn) = level.draw(&result.lines, &mut self.random, loses_at_once) {
            let line = result.lines[drawn].clone();
            result.best = line.pv.first().copied();
            result.ponder = line.pv.get(1).copied();
            result.score = line.score;
            result.pv = line.pv;
        }
        result
    }

    /// Whether the side to move mates by checks alone (詰み), and how. Of the limits, those on nodes, time and
    /// [`mate_plies`](Limits::mate_plies) count; without any, the search goes on until it is decided.
    ///
    /// ```
    /// use sakiyomi::{Engine, Limits, MateOutcome, Position, Shogi};
    /// let mut engine = Engine::<Shogi>::builder().hash_mib(8).build()?;
    /// let problem: Position<Shogi> =
    ///     "1n3g3/lrgnk4/pppp2G2/4p2pl/P1P3pnp/4P1s2/LP1PB2PP/3SB2+n1/1+s1GKR2L b S3p 95".parse()?;
    /// let outcome = engine.mate(&problem, Limits::new().nodes(100_000)).outcome;
    /// assert!(matches!(outcome, MateOutcome::Mate { line, .. } if line.len() == 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mate(&mut self, position: &Position<V>, limits: Limits) -> MateResult<V> {
        self.mate_until(position, limits, &StopFlag::new())
    }

    /// As [`mate`](Self::mate), until the flag is set.
    pub fn mate_until(
        &mut self,
        position: &Position<V>,
        limits: Limits,
        stop: &StopFlag,
    ) -> MateResult<V> {
        let mates = self.mates.get_or_insert_with(|| {
            let mates = MateSearcher::new(MATE_TABLE_BYTES);
            match &self.time {
                Some(time) => mates.with_time_source(time.clone()),
                None => mates,
            }
        });
        mates.search(position, &limits, stop)
    }

    /// What the evaluator says of a position, without any search; for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position<V>) -> Score {
        self.evaluator.value(&self.evaluator.root(position), position)
    }

    /// What threatens the side to move, as the engine's evaluator and quiescence search see it: which man is attacked by
    /// which move, and what it would cost.
    #[must_use]
    pub fn threats(&self, position: &Position<V>) -> ThreatReport<V> {
        let mut line = Line::new(&*self.evaluator, position.clone());
        Quiescence::new(self.options.quiescence).threats(&mut line)
    }

    /// The evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The search's options.
    #[must_use]
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Searches otherwise from now on; what was remembered is forgotten.
    pub fn set_options(&mut self, options: SearchOptions) {
        self.options = options;
        self.searcher().set_options(options);
    }

    /// Size of the transposition table in bytes.
    #[must_use]
    pub fn hash_bytes(&self) -> usize {
        self.hash_bytes
    }

    /// How many threads search together.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Forgets everything, as before a new game: what follows is what a new engine would do, its lottery included.
    pub fn clear(&mut self) {
        self.searcher().clear();
        self.random = fastrand::Rng::with_seed(self.seed);
    }

    /// Draws moves by this seed from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.random = fastrand::Rng::with_seed(seed);
    }

    /// The searcher, once a search that was started has ended.
    fn searcher(&mut self) -> MutexGuard<'_, Searcher<V, Arc<E>>> {
        #[cfg(feature = "threads")]
        if let Some(running) = self.running.take() {
            running.stop.stop();
            // An error is what it waits for: the other end is gone.
            let _ = locked(&running.ended).recv();
        }
        locked(&self.searcher)
    }
}

/// Memory of [`Engine::mate`].
const MATE_TABLE_BYTES: usize = 16 << 20;

/// The searcher. If an evaluator has panicked in it, what it remembers is as good as before.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
