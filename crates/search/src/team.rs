//! Several threads on one position: what they tell one another besides the table.
//!
//! All threads search the same pass of the same iteration. Left at that they would do the same work twice; so a thread
//! notes which move of which position it is searching, and another that comes to the same place turns to the moves after
//! it first and takes the noted ones up last. By then the table mostly knows their values.
//!
//! Source: the "simplified ABDADA" of Kerrigan, after ABDADA (Weill 1996). Where we differ:
//! - helpers take over the main thread's pass (depth, window, order of the root moves) whenever it begins another one, so
//!   that they never search bounds that nobody asks for;
//! - whoever finishes the pass first finishes it for all: a helper hands in what it has found, and the main thread takes it
//!   over (threads that reduce late moves by different amounts cannot always use each other's entries in the table);
//! - a thread below a node that another has settled meanwhile breaks off what it does there, also on the first move, in a
//!   null move's search and with an open window.

use alloc::boxed::Box;
#[cfg(feature = "threads")]
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use sakiyomi_eval::Score;
use sakiyomi_rules::{Move, Variant};

const WAYS: usize = 4;
/// Many more than there are moves on all threads' lines, and small enough for a processor's own cache.
const BUCKETS: usize = 1024;

/// The moves that are being searched, by position and move. Two halves that do not fit only cost some work.
#[repr(align(32))]
#[derive(Debug, Default)]
struct Bucket([AtomicU64; WAYS]);

/// What the main thread searches now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    /// Counts the passes; 0 before the first.
    pub(crate) number: u16,
    pub(crate) depth: u32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Root moves before this one have been settled.
    pub(crate) first: usize,
}

impl Pass {
    fn pack(self) -> u64 {
        let score = |score: Score| u64::from((score.value() as i16).cast_unsigned());
        u64::from(self.number)
            | score(self.alpha) << 16
            | score(self.beta) << 32
            | u64::from(self.depth as u8) << 48
            | u64::from(self.first.min(255) as u8) << 56
    }

    fn unpack(data: u64) -> Self {
        let score = |shift: u32| Score::from_value(i32::from((data >> shift) as i16));
        Self {
            number: data as u16,
            alpha: score(16),
            beta: score(32),
            depth: u32::from((data >> 48) as u8),
            first: usize::from((data >> 56) as u8),
        }
    }
}

/// What the threads of one search know of each other.
#[derive(Debug)]
pub(crate) struct Team {
    busy: Box<[Bucket]>,
    pass: AtomicU64,
    /// The main thread's root moves in its order; read while it is written it is another order, no worse.
    order: Box<[AtomicU16]>,
    /// What a helper has found that finished the pass before the main thread.
    #[cfg(feature = "threads")]
    finding: std::sync::Mutex<Option<Vec<Found>>>,
    /// The pass that it finished.
    finished: AtomicU16,
}

/// A move at the root with what a pass found of it.
#[cfg(feature = "threads")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) mv: u16,
    pub(crate) score: Score,
    pub(crate) pv: Vec<u16>,
}

impl Team {
    pub(crate) fn new(root_moves: usize) -> Self {
        Self {
            busy: (0..BUCKETS).map(|_| Bucket::default()).collect(),
            pass: AtomicU64::new(0),
            order: (0..root_moves).map(|_| AtomicU16::new(0)).collect(),
            #[cfg(feature = "threads")]
            finding: std::sync::Mutex::default(),
            finished: AtomicU16::new(0),
        }
    }

    /// The main thread begins a pass; its number is given here.
    pub(crate) fn begin(&self, pass: Pass, order: impl Iterator<Item = u16>) {
        for (slot, mv) in self.order.iter().zip(order) {
            slot.store(mv, Ordering::Relaxed);
        }
        // Held until the pass has begun: nobody hands in what belongs to the last one afterwards.
        #[cfg(feature = "threads")]
        let mut finding = self.finding.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        #[cfg(feature = "threads")]
        finding.take();
        // 0 stays what it is before the first pass.
        let number = self.pass().number.checked_add(1).unwrap_or(1);
        self.pass.store(Pass { number, ..pass }.pack(), Ordering::Release);
    }

    /// The pass of the main thread.
    pub(crate) fn pass(&self) -> Pass {
        Pass::unpack(self.pass.load(Ordering::Acquire))
    }

    /// The main thread's root moves, best first.
    #[cfg(feature = "threads")]
    pub(crate) fn order(&self) -> impl Iterator<Item = u16> + '_ {
        self.order.iter().map(|slot| slot.load(Ordering::Relaxed))
    }

    /// Whether a helper has finished the main thread's pass.
    pub(crate) fn is_finished(&self) -> bool {
        let finished = self.finished.load(Ordering::Relaxed);
        finished != 0 && finished == self.pass().number
    }

    /// A helper has finished a pass. Only the first one is listened to.
    #[cfg(feature = "threads")]
    pub(crate) fn hand_in(&self, pass: u16, found: Vec<Found>) {
        let mut finding = self.finding.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if self.pass().number == pass && finding.is_none() {
            *finding = Some(found);
            self.finished.store(pass, Ordering::Relaxed);
        }
    }

    /// What a helper has found in the main thread's pass, if one has finished it.
    #[cfg(feature = "threads")]
    pub(crate) fn take_finding(&self) -> Option<Vec<Found>> {
        self.finding.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
    }

    fn bucket(&self, place: Place) -> &Bucket {
        &self.busy[(place.0 >> 32) as usize % BUCKETS]
    }

    /// Whether a thread is searching this move.
    pub(crate) fn is_busy(&self, place: Place) -> bool {
        self.bucket(place).0.iter().any(|slot| slot.load(Ordering::Relaxed) == place.0)
    }

    /// A thread begins to search this move.
    pub(crate) fn enter(&self, place: Place) {
        let slots = &self.bucket(place).0;
        let free = slots.iter().find(|slot| slot.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&slots[0]).store(place.0, Ordering::Relaxed);
    }

    /// A thread has searched this move.
    pub(crate) fn leave(&self, place: Place) {
        for slot in &self.bucket(place).0 {
            if slot.load(Ordering::Relaxed) == place.0 {
                slot.store(0, Ordering::Relaxed);
                return;
            }
        }
    }
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(u64);

impl Place {
    pub(crate) fn new<V: Variant>(key: u64, mv: Move<V>) -> Self {
        Self(key ^ u64::from(mv.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}

/// What a node of a thread's line wants to know, so that another thread's answer can be told from the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) key: u64,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) depth: i32,
}

const MOST_DEFERRED: usize = 8;

/// The moves of a node that are left for last, with their numbers.
#[derive(Debug)]
pub(crate) struct Deferred<V: Variant> {
    moves: [Option<(Move<V>, u16)>; MOST_DEFERRED],
    count: usize,
    given: usize,
}

impl<V: Variant> Deferred<V> {
    pub(crate) const fn new() -> Self {
        Self { moves: [None; MOST_DEFERRED], count: 0, given: 0 }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.count == MOST_DEFERRED
    }

    pub(crate) fn add(&mut self, mv: Move<V>, number: i32) {
        self.moves[self.count] = Some((mv, number as u16));
        self.count += 1;
    }

    pub(crate) fn next(&mut self) -> Option<(Move<V>, i32)> {
        let (mv, number) = *self.moves[..self.count].get(self.given)?.as_ref()?;
        self.given += 1;
        Some((mv, i32::from(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Shogi;

    #[test]
    fn a_pass_is_read_as_it_was_told() {
        let team = Team::new(2);
        assert_eq!(team.pass().number, 0);
        let (alpha, beta) = (-Score::INFINITE, Score::mate_in(5));
        for depth in 1..=100 {
            let pass = Pass { number: 0, depth, alpha, beta, first: depth as usize };
            team.begin(pass, [7, 8].into_iter());
            assert_eq!(team.pass(), Pass { number: depth as u16, ..pass });
        }
        assert!(team.order().eq([7, 8]));
    }

    #[cfg(feature = "threads")]
    #[test]
    fn a_finding_belongs_to_the_pass_that_runs() {
        let team = Team::new(2);
        let begin = || {
            let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            team.begin(Pass { number: 0, depth: 1, alpha, beta, first: 0 }, [7, 8].into_iter());
            team.pass().number
        };
        let found = |mv| vec![Found { mv, score: Score::ZERO, pv: vec![mv] }];
        assert!(!team.is_finished());
        let first = begin();
        assert!(!team.is_finished());
        let second = begin();
        team.hand_in(first, found(1));
        assert_eq!((team.is_finished(), team.take_finding()), (false, None));
        team.hand_in(second, found(2));
        team.hand_in(second, found(3));
        assert!(team.is_finished());
        assert_eq!(team.take_finding(), Some(found(2)));
        team.hand_in(second, found(4));
        begin();
        assert_eq!((team.is_finished(), team.take_finding()), (false, None));
    }

    #[test]
    fn a_move_is_busy_from_its_begin_to_its_end() {
        let team = Team::new(0);
        let place = |key| Place::new::<Shogi>(key, "7g7f".parse().unwrap());
        let mut random = fastrand::Rng::with_seed(1);
        let places: Vec<Place> = (0..60).map(|_| place(random.u64(..))).collect();
        for (at, &here) in places.iter().enumerate() {
            assert!(!team.is_busy(here));
            team.enter(here);
            assert!(places[..=at].iter().all(|&before| team.is_busy(before)));
        }
        for &here in &places {
            team.leave(here);
            assert!(!team.is_busy(here));
        }
    }

    #[test]
    fn deferred_moves_come_back_in_order_with_their_numbers() {
        let mut deferred = Deferred::<Shogi>::new();
        let mv = "7g7f".parse().unwrap();
        for number in 3..=10 {
            assert!(!deferred.is_full());
            deferred.add(mv, number);
        }
        assert!(deferred.is_full());
        for number in 3..=10 {
            assert_eq!(deferred.next(), Some((mv, number)));
        }
        assert_eq!(deferred.next(), None);
    }
}
