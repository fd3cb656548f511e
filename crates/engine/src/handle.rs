//! A search on a thread of its own.

use std::any::Any;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use sakiyomi_rules::{Shogi, Variant};
use sakiyomi_search::{SearchResult, StopFlag};

use crate::Info;

/// A search that runs. Dropping it stops the search and waits for its end, which is a matter of a millisecond.
///
/// Each search gives one result, however it is stopped and however early. Where the evaluator panics, the search ends
/// with that panic instead: [`join`](Self::join) gives it as an error, [`wait`](Self::wait) and
/// [`try_result`](Self::try_result) panic likewise, and the engine can search again.
///
/// ```
/// use sakiyomi::{Engine, Game, Limits, Shogi};
/// let mut engine = Engine::<Shogi>::builder().hash_mib(8).build()?;
/// let search = engine.start(&Game::new(), Limits::infinite());
/// for info in search.infos() {
///     println!("{} {} {:?}", info.depth, info.score, info.pv);
///     if info.depth == 4 {
///         search.stop();
///     }
/// }
/// let result = search.wait();
/// assert!(result.best.is_some());
/// # Ok::<(), sakiyomi::BuildError>(())
/// ```
#[derive(Debug)]
pub struct SearchHandle<V: Variant = Shogi> {
    stop: StopFlag,
    infos: Receiver<Info<V>>,
    thread: Option<JoinHandle<SearchResult<V>>>,
    /// Once it has ended.
    result: Option<Result<SearchResult<V>, SearchPanicked>>,
}

/// The evaluator panicked in a search that was started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search panicked: {message}")]
pub struct SearchPanicked {
    /// What the panic said.
    pub message: String,
}

impl<V: Variant> SearchHandle<V> {
    /// Runs `search` on a new thread.
    pub(crate) fn spawn(
        stop: StopFlag,
        search: impl FnOnce(&StopFlag, &mut dyn FnMut(Info<V>)) -> SearchResult<V> + Send + 'static,
    ) -> Self {
        let (sender, infos) = channel();
        let flag = stop.clone();
        let thread = std::thread::spawn(move || {
            // Nobody need listen.
            search(&flag, &mut |info| drop(sender.send(info)))
        });
        Self { stop, infos, thread: Some(thread), result: None }
    }

    /// Asks the search to end; it will within a millisecond or so. More than once does no harm.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Tells a search with [`Limits::ponder`](crate::Limits) that the opponent has played the move expected.
    pub fn ponder_hit(&self) {
        self.stop.ponder_hit();
    }

    /// What stops the search from elsewhere: for another thread, or for a button's callback.
    #[must_use]
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The finished iterations as they come; waits for each, and ends when the search does. What was handed out once does
    /// not come again.
    pub fn infos(&self) -> impl Iterator<Item = Info<V>> {
        self.infos.iter()
    }

    /// The finished iterations that have come since the last call; does not wait. For programs with a loop of their own.
    pub fn new_infos(&self) -> impl Iterator<Item = Info<V>> {
        self.infos.try_iter()
    }

    /// The result, if the search has ended; does not wait.
    ///
    /// # Panics
    /// If the evaluator panicked in the search.
    pub fn try_result(&mut self) -> Option<&SearchResult<V>> {
        if self.is_finished() {
            self.collect();
        }
        match self.result.as_ref()? {
            Ok(result) => Some(result),
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Waits for the end and gives the result. A search without limits ends only when it is stopped.
    ///
    /// # Panics
    /// If the evaluator panicked in the search.
    #[must_use]
    pub fn wait(self) -> SearchResult<V> {
        self.join().unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Waits for the end and gives the result, as [`wait`](Self::wait) does, for callers that have evaluators which they do
    /// not trust.
    ///
    /// # Errors
    /// The evaluator panicked in the search.
    pub fn join(mut self) -> Result<SearchResult<V>, SearchPanicked> {
        self.collect();
        match self.result.take() {
            Some(result) => result,
            None => unreachable!("a search that was joined has ended"),
        }
    }

    fn collect(&mut self) {
        if let Some(thread) = self.thread.take() {
            let joined = thread.join();
            self.result =
                Some(joined.map_err(|panic| SearchPanicked { message: panic_message(panic) }));
        }
    }
}

impl<V: Variant> Drop for SearchHandle<V> {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the evaluator has been reported on its thread; to panic again while dropping would abort.
            let _ = thread.join();
        }
    }
}

/// What a panic said.
pub(crate) fn panic_message(panic: Box<dyn Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast_ref::<&str>().map(ToString::to_string).unwrap_or_default(),
    }
}
