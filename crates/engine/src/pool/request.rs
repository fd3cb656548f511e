//! A request from the side of whoever made it: waiting, polling, cancelling.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use sakiyomi_rules::{Shogi, Variant};
use sakiyomi_search::{SearchResult, StopFlag};

use super::queue::{Priority, Queue};

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// It was cancelled.
    #[error("the request was cancelled")]
    Cancelled,
    /// The evaluator panicked in the search. The pool goes on.
    #[error("the search panicked: {message}")]
    Panicked {
        /// What the panic said.
        message: String,
    },
    /// The pool is gone.
    #[error("the pool is closed")]
    Closed,
}

pub(super) type Answer<V> = Result<SearchResult<V>, RequestError>;

/// What a request's two sides share. The first answer stands.
#[derive(Debug)]
pub(super) struct Ticket<V: Variant> {
    pub(super) stop: StopFlag,
    state: Mutex<State<V>>,
    answered: Condvar,
}

#[derive(Debug)]
enum State<V: Variant> {
    /// With whom to wake at the answer.
    Open(Option<Waker>),
    Answered(Answer<V>),
    /// The answer has been handed out.
    Taken,
}

impl<V: Variant> Ticket<V> {
    pub(super) fn new() -> Self {
        let state = Mutex::new(State::Open(None));
        Self { stop: StopFlag::new(), state, answered: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the answer, unless there is one; whether it was the first.
    pub(super) fn answer(&self, answer: Answer<V>) -> bool {
        let mut state = self.state();
        let State::Open(waker) = &mut *state else { return false };
        let waker = waker.take();
        *state = State::Answered(answer);
        drop(state);
        self.answered.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(*self.state(), State::Open(_))
    }

    pub(super) fn close(&self) {
        self.answer(Err(RequestError::Closed));
        self.stop.stop();
    }
}

/// A search that was asked of an [`EnginePool`](crate::EnginePool): waits for a thread, runs, or has ended. There is one
/// answer, whatever happens. Dropping the request cancels it.
///
/// It is a [`Future`] that any executor can poll; [`wait`](Self::wait) is for threads.
#[derive(Debug)]
#[must_use = "dropping the request cancels it"]
pub struct Request<V: Variant = Shogi> {
    canceller: Canceller<V>,
}

/// Cancels a request from elsewhere.
#[derive(Clone, Debug)]
pub struct Canceller<V: Variant = Shogi> {
    ticket: Arc<Ticket<V>>,
    queue: Weak<Queue<V>>,
    priority: Priority,
    game: u64,
}

impl<V: Variant> Canceller<V> {
    /// Cancels the request, whether it waits or runs. It is answered at once with [`RequestError::Cancelled`], unless it
    /// was answered before; a thread that searches for it is free a millisecond or so later.
    pub fn cancel(&self) {
        if self.ticket.answer(Err(RequestError::Cancelled)) {
            self.ticket.stop.stop();
            if let Some(queue) = self.queue.upgrade() {
                queue.remove(self.priority, self.game, &self.ticket);
            }
        }
    }
}

impl<V: Variant> Request<V> {
    pub(super) fn new(
        ticket: Arc<Ticket<V>>,
        queue: &Arc<Queue<V>>,
        priority: Priority,
        game: u64,
    ) -> Self {
        Self { canceller: Canceller { ticket, queue: Arc::downgrade(queue), priority, game } }
    }

    /// Cancels the request; see [`Canceller::cancel`].
    pub fn cancel(&self) {
        self.canceller.cancel();
    }

    /// What cancels the request from another thread or task.
    #[must_use]
    pub fn canceller(&self) -> Canceller<V> {
        self.canceller.clone()
    }

    /// Asks a search that runs for the best that it has found. One that still waits for a thread gives what little is
    /// found at once when its turn comes.
    pub fn stop(&self) {
        self.canceller.ticket.stop.stop();
    }

    /// Whether the answer is there.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        !self.canceller.ticket.is_open()
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// The request was cancelled, its search panicked, or the pool is gone.
    pub fn wait(self) -> Answer<V> {
        let ticket = &self.canceller.ticket;
        let mut state = ticket.state();
        loop {
            if let Some(answer) = take(&mut state) {
                return answer;
            }
            state = ticket.answered.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The answer, if it is there. What was handed out already counts as cancelled: nobody polls a finished future.
fn take<V: Variant>(state: &mut State<V>) -> Option<Answer<V>> {
    match state {
        State::Open(_) => None,
        State::Answered(_) | State::Taken => match std::mem::replace(state, State::Taken) {
            State::Answered(answer) => Some(answer),
            State::Open(_) | State::Taken => Some(Err(RequestError::Cancelled)),
        },
    }
}

impl<V: Variant> Future for Request<V> {
    type Output = Answer<V>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer<V>> {
        let mut state = self.canceller.ticket.state();
        if let Some(answer) = take(&mut state) {
            return Poll::Ready(answer);
        }
        if let State::Open(waker) = &mut *state {
            match waker {
                Some(waker) => waker.clone_from(context.waker()),
                None => *waker = Some(context.waker().clone()),
            }
        }
        Poll::Pending
    }
}

impl<V: Variant> Drop for Request<V> {
    fn drop(&mut self) {
        self.cancel();
    }
}
