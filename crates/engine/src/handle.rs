//! A search on a thread of its own.

use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use sakiyomi_rules::{Shogi, Variant};
use sakiyomi_search::{SearchResult, StopFlag};

use crate::Info;

/// A search that runs. Dropping it stops the search and waits for its end, which is a matter of a millisecond.
///
/// Each search gives one result, however it is stopped and however early.
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
    result: Option<SearchResult<V>>,
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
    pub fn try_result(&mut self) -> Option<&SearchResult<V>> {
        if self.is_finished() {
            self.join();
        }
        self.result.as_ref()
    }

    /// Waits for the end and gives the result. A search without limits ends only when it is stopped.
    ///
    /// # Panics
    /// If the evaluator panicked in the search.
    #[must_use]
    pub fn wait(mut self) -> SearchResult<V> {
        self.join();
        match self.result.take() {
            Some(result) => result,
            None => unreachable!("a search that was joined has its result"),
        }
    }

    fn join(&mut self) {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => self.result = Some(result),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => {}
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
