//! The searcher: options, table and evaluator in one value, and the threads of a search.

use alloc::boxed::Box;
use core::fmt;

use sakiyomi_eval::Evaluator;
use sakiyomi_rules::{Shogi, Variant};

#[cfg(feature = "threads")]
use crate::helper::{Finish, help};
use crate::iterations::Main;
use crate::mate::MateTable;
use crate::meter::Shared;
use crate::statistics::Statistics;
use crate::table::TranspositionTable;
use crate::team::Team;
use crate::time_source::DefaultTime;
use crate::worker::Worker;
use crate::{
    Limits, Observer, Root, SearchOptions, SearchResult, StopFlag, TableMemoryError, TimeSource,
};

/// Searches positions. Owns all that a search needs: nothing is shared between two searchers.
///
/// ```
/// use sakiyomi_eval::Material;
/// use sakiyomi_rules::{Position, Shogi};
/// use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};
///
/// let mut searcher = Searcher::new(Material::flat(), Preset::Full.into(), 16 << 20);
/// // A gold at the head of the king, held up by a pawn, is mate.
/// let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let result = searcher.search(&position, &Limits::depth(3), &StopFlag::new(), &mut ());
/// assert_eq!(result.best, Some("G*5b".parse()?));
/// assert_eq!(result.score.mate_distance(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<V: Variant = Shogi, E: Evaluator<V> = sakiyomi_eval::Material> {
    evaluator: E,
    options: SearchOptions,
    table: TranspositionTable,
    time: Box<dyn TimeSource>,
    /// What is known of moves.
    statistics: Statistics<V>,
    threads: usize,
    /// Of the mate search at the root.
    mates: MateTable,
}

impl<V: Variant, E: Evaluator<V>> Searcher<V, E> {
    /// A searcher with a table of at most so many bytes, and less where the memory is not to be had; see
    /// [`hash_bytes`](Self::hash_bytes).
    #[must_use]
    pub fn new(evaluator: E, options: SearchOptions, hash_bytes: usize) -> Self {
        Self::with_table(evaluator, options, TranspositionTable::new(hash_bytes))
    }

    /// A searcher with a table of this size.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn try_new(
        evaluator: E,
        options: SearchOptions,
        hash_bytes: usize,
    ) -> Result<Self, TableMemoryError> {
        Ok(Self::with_table(evaluator, options, TranspositionTable::try_new(hash_bytes)?))
    }

    fn with_table(evaluator: E, options: SearchOptions, table: TranspositionTable) -> Self {
        Self {
            evaluator,
            options,
            table,
            time: Box::<DefaultTime>::default(),
            statistics: Statistics::new(),
            threads: 1,
            mates: MateTable::new(MATE_TABLE_BYTES),
        }
    }

    /// Reads the time here; needed where the system has no clock.
    #[must_use]
    pub fn with_time_source(mut self, time: impl TimeSource + 'static) -> Self {
        self.time = Box::new(time);
        self
    }

    /// The evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Puts another evaluator in its place; what was remembered is forgotten.
    pub fn set_evaluator(&mut self, evaluator: E) -> E {
        self.clear();
        core::mem::replace(&mut self.evaluator, evaluator)
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Searches otherwise from now on; what was remembered is forgotten, since it was found by other means.
    pub fn set_options(&mut self, options: SearchOptions) {
        self.options = options;
        self.clear();
    }

    /// Memory of the transposition table, which is what was asked for or a little less.
    #[must_use]
    pub fn hash_bytes(&self) -> usize {
        self.table.size_bytes()
    }

    /// Puts an empty table of another size in place.
    ///
    /// # Errors
    /// There is no memory for it; the table is one of the old size then, and empty.
    pub fn set_hash_bytes(&mut self, hash_bytes: usize) -> Result<(), TableMemoryError> {
        // The old one goes first: there may not be room for both.
        let before = self.hash_bytes();
        self.table = TranspositionTable::new(0);
        let made = TranspositionTable::try_new(hash_bytes);
        let fault = made.as_ref().err().copied();
        self.table = made.unwrap_or_else(|_| TranspositionTable::new(before));
        fault.map_or(Ok(()), Err)
    }

    /// How many threads search together.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Searches with so many threads, at least one: they share the table and what is known of moves, and
    /// divide the moves among themselves. With more than one, results are
    /// no longer the same each time.
    #[cfg(feature = "threads")]
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Forgets all positions searched: the next search is as the first.
    pub fn clear(&mut self) {
        self.table.clear();
        self.statistics.clear();
    }

    /// Searches until a limit is reached, the flag is set or the observer breaks.
    ///
    /// There is always a best move where there is a legal one. With one thread, and limits of depth and nodes alone, the
    /// result is the same each time the searcher is new or cleared.
    pub fn search<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut impl Observer<V>,
    ) -> SearchResult<V> {
        let root = root.into();
        self.table.new_search();
        let mut shared = Shared::new(stop, &*self.time);
        if self.threads > 1 {
            shared.team = Some(Team::new(root.position.count_legal()));
        }
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let (evaluator, options, table) = (&self.evaluator, self.options, &self.table);
        let statistics = &self.statistics;
        let new_worker =
            || Worker::new(evaluator, &root, options, table, &shared, statistics, node_limit);
        let mut worker = new_worker();
        let mut main = Main::new(&mut worker, limits);
        // Mates by checks are looked for only where any move will do and one is enough.
        let mates = self.options.root_mate_search.filter(|_| root.moves.is_none());
        // By the main thread alone: a mate is mostly found before other threads have begun.
        let is_mate = mates.is_some_and(|nodes| main.finds_mate(nodes, &mut self.mates, observer));
        #[cfg(feature = "threads")]
        std::thread::scope(|scope| {
            let spawn_helper = |_| {
                scope.spawn(|| {
                    let finish = Finish(&shared.finished);
                    help(&mut new_worker());
                    core::mem::forget(finish);
                })
            };
            let helpers = if is_mate { 0 } else { self.threads - 1 };
            let helpers: Vec<_> = (0..helpers).map(spawn_helper).collect();
            let finish = Finish(&shared.finished);
            if !is_mate {
                main.run(observer);
            }
            drop(finish);
            for helper in helpers {
                if let Err(panic) = helper.join() {
                    std::panic::resume_unwind(panic);
                }
            }
        });
        #[cfg(not(feature = "threads"))]
        if !is_mate {
            main.run(observer);
        }
        let result = main.result();
        if limits.infinite || limits.ponder {
            wait_for_stop(stop, limits);
        }
        result
    }
}

/// Memory of the mate search at the root.
const MATE_TABLE_BYTES: usize = 1 << 20;

/// A search without end has nothing left to search: its answer waits until it is asked for.
fn wait_for_stop(stop: &StopFlag, limits: &Limits) {
    // If nobody else holds the flag, nobody will set it.
    while stop.is_shared() && !stop.is_stopped() {
        if limits.ponder && !limits.infinite && stop.is_ponder_hit() {
            return;
        }
        #[cfg(feature = "std")]
        std::thread::sleep(core::time::Duration::from_millis(1));
        #[cfg(not(feature = "std"))]
        core::hint::spin_loop();
    }
}

impl<V: Variant, E: Evaluator<V>> fmt::Debug for Searcher<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("evaluator", &self.evaluator)
            .field("options", &self.options)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}
