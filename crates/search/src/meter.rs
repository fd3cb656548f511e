//! Counting nodes and stopping in time.
//!
//! Reading the clock costs more than a node, so it is read seldom: the number of nodes between two readings is fitted to
//! what passes between them. The stop flag costs next to nothing and is looked at more often.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;

use sakiyomi_quiescence::{Control, Stopped};

use crate::team::Team;
use crate::{StopFlag, TimeSource};

/// Nodes between two looks at the flags.
const NODES_PER_LOOK: u64 = 64;
/// Nodes between two readings of the clock: at first, at least and at most.
const NODES_PER_READING: [u64; 3] = [256, 64, 8192];
/// How much time should pass between two readings of the clock.
const READING_EVERY: Duration = Duration::from_micros(500);

/// What the threads of one search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) stop: &'a StopFlag,
    pub(crate) time: &'a dyn TimeSource,
    /// The main thread has ended; helpers follow.
    pub(crate) finished: AtomicBool,
    /// Nodes of all threads, as far as they have been handed in.
    pub(crate) nodes: AtomicU64,
    /// Where several threads search.
    pub(crate) team: Option<Team>,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(stop: &'a StopFlag, time: &'a dyn TimeSource) -> Self {
        let (finished, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { stop, time, finished, nodes, team: None }
    }
}

/// One thread's counter.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// Nodes of this thread.
    pub(crate) nodes: u64,
    handed_in: u64,
    next_look: u64,
    next_reading: u64,
    per_reading: u64,
    last_reading: Duration,
    /// Stop when all threads together have so many.
    pub(crate) node_limit: u64,
    /// Stop at this time; set by the main thread alone.
    pub(crate) deadline: Option<Duration>,
    /// Set while the opponent's time is used: how much after the hit the deadline is.
    pub(crate) pondering: Option<Ponder>,
    pub(crate) started: Duration,
    /// The pass of the main thread that a helper works on; it stops when that one has begun another.
    pub(crate) follows: Option<u16>,
}

/// What becomes of the times once the opponent has moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ponder {
    pub(crate) time_after_hit: Option<Duration>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>, node_limit: u64) -> Self {
        let now = shared.time.now();
        Self {
            shared,
            nodes: 0,
            handed_in: 0,
            next_look: 0,
            next_reading: NODES_PER_READING[0],
            per_reading: NODES_PER_READING[0],
            last_reading: now,
            node_limit,
            deadline: None,
            pondering: None,
            started: now,
            follows: None,
        }
    }

    /// Time since the search began, or since the opponent's move if it pondered.
    pub(crate) fn elapsed(&self) -> Duration {
        self.shared.time.now().saturating_sub(self.started)
    }

    pub(crate) fn hand_in(&mut self) {
        let new = self.nodes - self.handed_in;
        self.handed_in = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
    }

    /// Nodes of all threads; exact for one.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.handed_in
    }

    /// Whether another thread has made the pass that this one works on superfluous: a helper's, when the main thread has
    /// begun another one; the main thread's, when a helper has finished it.
    pub(crate) fn is_left_behind(&self) -> bool {
        let Some(team) = &self.shared.team else { return false };
        match self.follows {
            Some(pass) => pass != team.pass().number,
            None => team.is_finished(),
        }
    }

    /// Whether the search ends here, time apart.
    pub(crate) fn is_stopped(&self) -> bool {
        self.all_nodes() >= self.node_limit
            || self.shared.stop.is_stopped()
            || self.shared.finished.load(Ordering::Relaxed)
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.hand_in();
        let all = self.all_nodes();
        if self.is_stopped() || self.is_left_behind() {
            // The next look stays due: once stopped, always stopped.
            return Err(Stopped);
        }
        if let Some(ponder) = self.pondering.take_if(|_| self.shared.stop.is_ponder_hit()) {
            let now = self.shared.time.now();
            self.started = now;
            self.deadline = ponder.time_after_hit.map(|time| now + time);
        }
        if self.nodes >= self.next_reading && self.deadline.is_some() {
            let now = self.shared.time.now();
            let passed = now.saturating_sub(self.last_reading);
            let [_, least, most] = NODES_PER_READING;
            if passed > READING_EVERY {
                self.per_reading = (self.per_reading / 2).max(least);
            } else if passed * 2 < READING_EVERY {
                self.per_reading = (self.per_reading * 2).min(most);
            }
            self.last_reading = now;
            self.next_reading = self.nodes + self.per_reading;
            if self.deadline.is_some_and(|deadline| now >= deadline) {
                return Err(Stopped);
            }
        }
        self.next_look = self.nodes + NODES_PER_LOOK.min(self.node_limit - all).max(1);
        Ok(())
    }
}

impl Control for Meter<'_> {
    #[inline]
    fn enter_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }
}
