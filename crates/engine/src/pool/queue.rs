//! What waits: by priority, then by turns between games.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use sakiyomi_rules::Variant;
use sakiyomi_search::Limits;

use super::Ticket;
use crate::root::OwnedRoot;

/// How soon a request's turn comes. A request waits while there is one of a higher priority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Priority {
    /// Analysis that nobody waits for.
    Low,
    /// A move in a game.
    #[default]
    Normal,
    /// Somebody's clock runs out.
    High,
}

/// A request that no thread has taken yet.
#[derive(Debug)]
pub(super) struct Waiting<V: Variant> {
    pub(super) root: OwnedRoot<V>,
    pub(super) limits: Limits,
    pub(super) ticket: Arc<Ticket<V>>,
}

/// Why a request is not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Full { most: usize },
    Closed,
}

#[derive(Debug)]
pub(super) struct Queue<V: Variant> {
    state: Mutex<State<V>>,
    /// A request has come, or the queue is closed.
    changed: Condvar,
    most: usize,
}

#[derive(Debug)]
struct State<V: Variant> {
    lanes: [Lane<V>; 3],
    waiting: usize,
    /// What the threads are searching.
    running: Vec<Arc<Ticket<V>>>,
    is_closed: bool,
}

/// The requests of one priority.
#[derive(Debug)]
struct Lane<V: Variant> {
    /// Games that have requests, in the order of their turns.
    turns: VecDeque<u64>,
    /// None of these is empty.
    games: HashMap<u64, VecDeque<Waiting<V>>>,
}

impl<V: Variant> Default for Lane<V> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), games: HashMap::new() }
    }
}

impl<V: Variant> Lane<V> {
    fn push(&mut self, game: u64, request: Waiting<V>) {
        let requests = self.games.entry(game).or_default();
        if requests.is_empty() {
            self.turns.push_back(game);
        }
        requests.push_back(request);
    }

    /// The first request of the game whose turn it is; the game goes to the end.
    fn pop(&mut self) -> Option<Waiting<V>> {
        let game = self.turns.pop_front()?;
        let requests = self.games.get_mut(&game)?;
        let request = requests.pop_front();
        if requests.is_empty() {
            self.games.remove(&game);
        } else {
            self.turns.push_back(game);
        }
        self.shrink();
        request
    }

    fn remove(&mut self, game: u64, ticket: &Arc<Ticket<V>>) -> Option<Waiting<V>> {
        let requests = self.games.get_mut(&game)?;
        let at = requests.iter().position(|request| Arc::ptr_eq(&request.ticket, ticket))?;
        let request = requests.remove(at);
        if requests.is_empty() {
            self.games.remove(&game);
            self.turns.retain(|&other| other != game);
        }
        self.shrink();
        request
    }

    /// Gives back what a rush of requests took.
    fn shrink(&mut self) {
        if self.turns.is_empty() {
            *self = Self::default();
        }
    }
}

impl<V: Variant> Queue<V> {
    pub(super) fn new(most: usize) -> Self {
        let state = State {
            lanes: std::array::from_fn(|_| Lane::default()),
            waiting: 0,
            running: Vec::new(),
            is_closed: false,
        };
        Self { state: Mutex::new(state), changed: Condvar::new(), most }
    }

    fn state(&self) -> MutexGuard<'_, State<V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn waiting(&self) -> usize {
        self.state().waiting
    }

    pub(super) fn push(
        &self,
        priority: Priority,
        game: u64,
        request: Waiting<V>,
    ) -> Result<(), Refused> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Refused::Closed);
        }
        if state.waiting >= self.most {
            return Err(Refused::Full { most: self.most });
        }
        state.waiting += 1;
        state.lanes[priority as usize].push(game, request);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// The next request, waited for; `None` once the queue is closed. [`done`](Self::done) is told of its end.
    pub(super) fn pop(&self) -> Option<Waiting<V>> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(request) = state.lanes.iter_mut().rev().find_map(Lane::pop) {
                state.waiting -= 1;
                state.running.push(Arc::clone(&request.ticket));
                return Some(request);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A thread has ended the search of this request.
    pub(super) fn done(&self, ticket: &Arc<Ticket<V>>) {
        self.state().running.retain(|other| !Arc::ptr_eq(other, ticket));
    }

    /// Takes a request out, if it still waits.
    pub(super) fn remove(&self, priority: Priority, game: u64, ticket: &Arc<Ticket<V>>) {
        let mut state = self.state();
        let removed = state.lanes[priority as usize].remove(game, ticket);
        if removed.is_some() {
            state.waiting -= 1;
        }
        // The position is given back without holding the others up.
        drop(state);
        drop(removed);
    }

    /// Nothing is taken in or given out any more; everything that is not answered yet.
    pub(super) fn close(&self) -> Vec<Arc<Ticket<V>>> {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting = 0;
        let lanes = std::mem::take(&mut state.lanes);
        let mut tickets = state.running.clone();
        drop(state);
        self.changed.notify_all();
        let waiting = lanes.into_iter().flat_map(|lane| lane.games.into_values()).flatten();
        tickets.extend(waiting.map(|request| request.ticket));
        tickets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::{Minishogi, Position};
    use sakiyomi_search::Root;

    fn request(depth: u32) -> Waiting<Minishogi> {
        let position = Position::start();
        let root = OwnedRoot::from(Root::from(&position));
        Waiting { root, limits: Limits::depth(depth), ticket: Arc::new(Ticket::new()) }
    }

    /// The order in which requests come out, each named by its depth.
    fn order(queue: &Queue<Minishogi>) -> Vec<u32> {
        let next = |_| queue.pop().and_then(|request| request.limits.depth).unwrap();
        (0..queue.waiting()).map(next).collect()
    }

    #[test]
    fn games_take_turns_and_a_higher_priority_goes_first() {
        let queue = Queue::new(100);
        for (priority, game, name) in [
            (Priority::Normal, 1, 11),
            (Priority::Normal, 1, 12),
            (Priority::Normal, 1, 13),
            (Priority::Low, 1, 19),
            (Priority::Normal, 2, 21),
            (Priority::Normal, 3, 31),
            (Priority::Normal, 3, 32),
            (Priority::High, 3, 30),
        ] {
            queue.push(priority, game, request(name)).unwrap();
        }
        assert_eq!(order(&queue), [30, 11, 21, 31, 12, 32, 13, 19]);
    }

    #[test]
    fn what_is_taken_out_is_passed_over_and_makes_room() {
        let queue = Queue::new(3);
        let tickets: Vec<_> = (1..=3)
            .map(|name| {
                let request = request(name);
                let ticket = Arc::clone(&request.ticket);
                queue.push(Priority::Normal, 1, request).unwrap();
                ticket
            })
            .collect();
        let full = queue.push(Priority::High, 2, request(4));
        assert_eq!(full, Err(Refused::Full { most: 3 }));
        queue.remove(Priority::Normal, 1, &tickets[1]);
        queue.remove(Priority::Normal, 1, &tickets[1]);
        queue.push(Priority::Normal, 2, request(5)).unwrap();
        assert_eq!(order(&queue), [1, 5, 3]);
        assert_eq!(queue.close().len(), 3, "those that are searched");
        assert_eq!(queue.push(Priority::Low, 1, request(6)), Err(Refused::Closed));
    }
}
