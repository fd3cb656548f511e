//! Many games in one process: a few threads and a fixed amount of memory, shared by thousands of games.
//!
//! Each thread owns a [`Searcher`](sakiyomi_search::Searcher) with an equal share of the memory and takes one request after the other. The
//! highest priority goes first; within a priority the games take turns, so a game with a hundred requests delays no
//! other by more than one.
//!
//! What a thread has found in one game serves it in the next: entries of its table hold for a position, whoever asked,
//! and older ones are the first to go. So an answer depends on what the thread searched before, unless the pool is
//! [`repeatable`](EnginePoolBuilder::repeatable).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

use sakiyomi_eval::{Evaluator, Linear};
use sakiyomi_rules::{Shogi, Variant};
use sakiyomi_search::{Limits, Preset, Root, SearchOptions, Searcher, TableMemoryError};

use crate::BuildError;
use crate::root::OwnedRoot;

mod queue;
mod request;
mod worker;

pub use queue::Priority;
use queue::{Queue, Refused, Waiting};
use request::Ticket;
pub use request::{Canceller, Request, RequestError};

/// Threads and memory for the searches of many games.
///
/// ```
/// use sakiyomi::{EnginePool, Game, Limits, Minishogi};
/// let pool = EnginePool::<Minishogi>::builder().threads(2).hash_mib(4).build()?;
/// let games = [Game::<Minishogi>::new(), "startpos moves 1e1d".parse()?];
/// // All are waited for together; a request is also a `Future`, for any executor.
/// let requests: Vec<_> = games
///     .iter()
///     .map(|game| pool.game().search(game, Limits::new().nodes(1_000)))
///     .collect::<Result<_, _>>()?;
/// for request in requests {
///     assert!(request.wait()?.best.is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Dropping the pool stops what is searched and answers all requests with [`RequestError::Closed`].
#[derive(Debug)]
pub struct EnginePool<V: Variant = Shogi> {
    queue: Arc<Queue<V>>,
    next_game: AtomicU64,
    threads: Vec<JoinHandle<()>>,
}

/// One game's place in a pool: what is fair between games goes by this. Clones are the same game.
#[derive(Clone, Debug)]
pub struct PoolGame<V: Variant = Shogi> {
    queue: Arc<Queue<V>>,
    game: u64,
}

/// Why a request was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubmitError {
    /// As many requests wait as may.
    #[error("{most} requests wait, which is the most there may be")]
    Full {
        /// The most that may wait.
        most: usize,
    },
    /// The search would never end by itself.
    #[error("the request has no limit of depth, nodes or time")]
    Unlimited,
    /// The pool is gone.
    #[error("the pool is closed")]
    Closed,
}

impl<V: Variant> EnginePool<V> {
    /// Starts putting a pool together.
    pub fn builder() -> EnginePoolBuilder<V, Linear<V>> {
        EnginePoolBuilder {
            evaluator: Linear::default(),
            options: Preset::Full.options(),
            threads: 1,
            hash_mib: 64,
            most_waiting: 4_096,
            repeatable: false,
            variant: std::marker::PhantomData,
        }
    }

    /// A new game in the pool.
    #[must_use]
    pub fn game(&self) -> PoolGame<V> {
        let game = self.next_game.fetch_add(1, Ordering::Relaxed);
        PoolGame { queue: Arc::clone(&self.queue), game }
    }

    /// How many requests wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.len()
    }
}

impl<V: Variant> Drop for EnginePool<V> {
    fn drop(&mut self) {
        for ticket in self.queue.close() {
            ticket.close();
        }
        for thread in self.threads.drain(..) {
            // A thread catches what panics in its searches.
            let _ = thread.join();
        }
    }
}

impl<V: Variant> PoolGame<V> {
    /// Asks for a search at [`Priority::Normal`].
    ///
    /// # Errors
    /// The request is not taken: too many wait, it has no limit, or the pool is gone.
    pub fn search<'r>(
        &self,
        root: impl Into<Root<'r, V>>,
        limits: Limits,
    ) -> Result<Request<V>, SubmitError> {
        self.search_at(Priority::Normal, root, limits)
    }

    /// Asks for a search. Limits of time count from its beginning, not while it waits;
    /// [`infinite`](Limits::infinite) and [`ponder`](Limits::ponder) are passed over, so that the other limits hold.
    ///
    /// # Errors
    /// The request is not taken: too many wait, it has no limit, or the pool is gone.
    pub fn search_at<'r>(
        &self,
        priority: Priority,
        root: impl Into<Root<'r, V>>,
        mut limits: Limits,
    ) -> Result<Request<V>, SubmitError> {
        limits.infinite = false;
        limits.ponder = false;
        let is_limited = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.time_ms.is_some()
            || limits.clock.is_some();
        if !is_limited {
            return Err(SubmitError::Unlimited);
        }
        let root = OwnedRoot::from(root.into());
        let ticket = Arc::new(Ticket::new());
        let waiting = Waiting { root, limits, ticket: Arc::clone(&ticket) };
        match self.queue.push(priority, self.game, waiting) {
            Ok(()) => Ok(Request::new(ticket, &self.queue, priority, self.game)),
            Err(Refused::Full { most }) => Err(SubmitError::Full { most }),
            Err(Refused::Closed) => Err(SubmitError::Closed),
        }
    }
}

/// Puts an [`EnginePool`] together.
#[derive(Clone, Debug)]
#[must_use]
pub struct EnginePoolBuilder<V: Variant = Shogi, E: Evaluator<V> = Linear<V>> {
    evaluator: E,
    options: SearchOptions,
    threads: usize,
    hash_mib: usize,
    most_waiting: usize,
    repeatable: bool,
    variant: std::marker::PhantomData<V>,
}

impl<V: Variant, E: Evaluator<V> + 'static> EnginePoolBuilder<V, E> {
    /// What judges positions (default: [`Linear`]); shared by all threads.
    pub fn evaluator<F: Evaluator<V>>(self, evaluator: F) -> EnginePoolBuilder<V, F> {
        let Self { evaluator: _, options, threads, hash_mib, most_waiting, repeatable, variant } =
            self;
        EnginePoolBuilder {
            evaluator,
            options,
            threads,
            hash_mib,
            most_waiting,
            repeatable,
            variant,
        }
    }

    /// How to search (default: [`Preset::Full`]).
    pub fn options(mut self, options: impl Into<SearchOptions>) -> Self {
        self.options = options.into();
        self
    }

    /// How many searches run at once, each on a thread of its own (default 1).
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Memory of all transposition tables together, in MiB (default 64): each thread has an equal share.
    pub fn hash_mib(mut self, mib: usize) -> Self {
        self.hash_mib = mib;
        self
    }

    /// How many requests may wait (default 4,096); one more is refused with [`SubmitError::Full`].
    pub fn most_waiting(mut self, most: usize) -> Self {
        self.most_waiting = most;
        self
    }

    /// Whether each request begins with an empty memory (default: no). Then a request with limits of depth or nodes has
    /// the same answer whichever thread takes it and whatever came before. It costs the clearing of a thread's memory
    /// for each request, a millisecond or so: give such a pool a small table.
    pub fn repeatable(mut self, repeatable: bool) -> Self {
        self.repeatable = repeatable;
        self
    }

    /// The pool, with its threads waiting.
    ///
    /// # Errors
    /// A part that was asked for and cannot be had.
    pub fn build(self) -> Result<EnginePool<V>, BuildError> {
        crate::builder::check_threads(self.threads)?;
        crate::builder::check_hash_mib(self.hash_mib)?;
        let share = (self.hash_mib << 20) / self.threads;
        let evaluator = Arc::new(self.evaluator);
        let new_searcher = || Searcher::try_new(Arc::clone(&evaluator), self.options, share);
        let searchers: Result<Vec<_>, TableMemoryError> =
            (0..self.threads).map(|_| new_searcher()).collect();
        let queue = Arc::new(Queue::new(self.most_waiting));
        let mut pool = EnginePool { queue, next_game: AtomicU64::new(0), threads: Vec::new() };
        for searcher in searchers? {
            let (queue, repeatable) = (Arc::clone(&pool.queue), self.repeatable);
            let work = move || worker::work(&queue, searcher, repeatable);
            let thread = std::thread::Builder::new().name("sakiyomi-pool".to_owned()).spawn(work);
            // Threads that have begun are ended by the pool's drop.
            pool.threads.push(thread.map_err(|_| BuildError::Thread)?);
        }
        Ok(pool)
    }
}
