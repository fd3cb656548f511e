//! The transposition table: what is known of positions that were searched before.
//!
//! Entries of 16 bytes, four to a cache line. An entry is two words, its data and its key xor the data; both are read
//! and written without locks. A reader that catches two halves of different writes sees a key that does not match and
//! takes nothing (the lockless hashing of Hyatt and Mann, 2002). So any number of threads share a table.
//!
//! The table serves the search proper and the first stage of the quiescence search. Depths of the latter are stored
//! below those of the former, so a shallower result never answers a deeper question. A move from the table may belong
//! to another position with the same key: check that it is legal before playing it.
//!
//! The memory is had from the system as pages of zeros, and an empty slot is all zeros: a page that no position has come
//! to takes no memory yet, so that a large table is made at once.

use alloc::boxed::Box;
use core::fmt;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Move, Variant};

use crate::memory::{ask_for_large_pages, prefetch};

mod entry;
pub(crate) mod quiescence_view;

pub(crate) use entry::Entry;
use entry::{depth_of, generation_of};

const SLOTS_IN_BUCKET: usize = 4;
/// An entry loses so many plies of worth with each search that it gets older.
const PLIES_PER_AGE: i32 = 8;
const GENERATIONS: u8 = 64;

/// The key xor the data, and the data.
type Slot = [AtomicU64; 2];
type Bucket = [Slot; SLOTS_IN_BUCKET];

/// Up to this size a table is cleared in place; a larger one gets new pages, so that clearing it does not take memory that
/// the search has not.
const CLEARED_IN_PLACE: usize = 256 << 20;

/// A fixed amount of memory shared by the threads of a search.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line. (A type aligned to cache lines would not be had as pages of zeros.)
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

/// There is no memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {bytes} bytes")]
pub struct TableMemoryError {
    /// What was asked for.
    pub bytes: usize,
}

impl TranspositionTable {
    /// A table of at most `bytes`, at least one bucket of 64. [`size_bytes`](Self::size_bytes) tells what it came to:
    /// where the memory is not to be had, half of it is tried, and half of that.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let mut bytes = bytes;
        loop {
            match Self::try_new(bytes) {
                Ok(table) => return table,
                Err(_) if bytes >= size_of::<Bucket>() => bytes /= 2,
                // Not even one bucket: such a table remembers nothing.
                Err(_) => return Self::of(Box::default(), 0),
            }
        }
    }

    /// A table of at most `bytes`, at least one bucket of 64.
    ///
    /// # Errors
    /// There is no memory for it. Systems that promise more memory than they have may say so only later, by ending the
    /// process when it is used; they refuse what is more than they have in all.
    pub fn try_new(bytes: usize) -> Result<Self, TableMemoryError> {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        // Up to three slots go to waste before the first cache line.
        let count = buckets * SLOTS_IN_BUCKET + SLOTS_IN_BUCKET - 1;
        let mut slots = try_zeroed_slice_box(count).map_err(|()| TableMemoryError { bytes })?;
        ask_for_large_pages(&mut slots);
        Ok(Self::of(slots, buckets))
    }

    fn of(slots: Box<[Slot]>, buckets: usize) -> Self {
        let first = slots.as_ptr().align_offset(size_of::<Bucket>());
        // An allocator that does not align even to a slot's size gets the order that it can have.
        let first = if first < SLOTS_IN_BUCKET { first } else { 0 };
        Self { slots, first, buckets, generation: AtomicU8::new(0) }
    }

    /// Memory of the entries, used or not.
    #[must_use]
    pub fn size_bytes(&self) -> usize {
        self.buckets * size_of::<Bucket>()
    }

    /// Forgets everything; the table is as new.
    pub fn clear(&mut self) {
        let fresh = (self.size_bytes() > CLEARED_IN_PLACE)
            .then(|| Self::try_new(self.size_bytes()).ok())
            .flatten();
        if let Some(fresh) = fresh {
            *self = fresh;
        } else {
            self.slots.fill_with(Slot::default);
        }
        *self.generation.get_mut() = 0;
    }

    /// Entries of the present search among a thousand.
    #[must_use]
    pub fn full_permille(&self) -> u32 {
        let generation = self.generation();
        let sample = &self.slots[self.first..][..self.buckets.min(250) * SLOTS_IN_BUCKET];
        let used = sample.iter().filter(|[_, data]| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        });
        (used.count() * 1000 / sample.len().max(1)) as u32
    }

    /// A new search begins: what was stored before is older now.
    pub(crate) fn new_search(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        // Scales the key to the number of buckets, which need not be a power of two.
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.first + index * SLOTS_IN_BUCKET;
        self.slots.get(start..start + SLOTS_IN_BUCKET).unwrap_or_default()
    }

    /// Begins to bring the bucket of this key into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    fn find(&self, key: u64) -> Option<u64> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let check = check.load(Ordering::Relaxed);
            (check ^ data == key && data != 0).then_some(data)
        })
    }

    #[inline]
    pub(crate) fn probe<V: Variant>(&self, key: u64) -> Option<Entry<V>> {
        self.find(key).map(Entry::unpack)
    }

    pub(crate) fn store<V: Variant>(&self, key: u64, mut entry: Entry<V>) {
        let generation = self.generation();
        let bucket = self.bucket(key);
        let Some(first) = bucket.first() else { return };
        let mut worst = (first, i32::MAX);
        for slot in bucket {
            let [check, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                // The same position: a deeper result of this search is worth more than a bound of a shallower one.
                let shallower = depth_of(data) > entry.depth + 3;
                let only_quiescence = entry.depth < 1 && depth_of(data) >= 1;
                let keeps = generation_of(data) == generation
                    && (only_quiescence || shallower && entry.bound != Some(Bound::Exact));
                if keeps {
                    return;
                }
                entry.mv = entry.mv.or_else(|| Move::from_bits(data as u16));
                worst.0 = slot;
                break;
            }
            let age = i32::from(generation.wrapping_sub(generation_of(data)) % GENERATIONS);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - PLIES_PER_AGE * age };
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let data = entry.pack(generation);
        let [check, stored] = worst.0;
        check.store(key ^ data, Ordering::Relaxed);
        stored.store(data, Ordering::Relaxed);
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("size_bytes", &self.size_bytes())
            .field("generation", &self.generation())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_eval::Score;
    use sakiyomi_rules::Shogi;

    fn entry(depth: i32, score: i32) -> Entry<Shogi> {
        Entry {
            mv: "8h2b+".parse().ok(),
            score: Score::from_value(score),
            eval: Some(Score::centipawns(-score)),
            depth,
            bound: Some(Bound::Lower),
        }
    }

    #[test]
    fn sizes_are_as_documented() {
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(size_of::<Bucket>(), 64);
        let table = TranspositionTable::new(1 << 22);
        assert_eq!(table.bucket(u64::MAX).as_ptr().align_offset(64), 0);
        assert_eq!(TranspositionTable::new(1 << 20).size_bytes(), 1 << 20);
        assert_eq!(TranspositionTable::new(0).size_bytes(), 64);
        assert_eq!(TranspositionTable::new(1000).size_bytes(), 960);
    }

    #[test]
    fn a_size_beyond_all_memory_is_an_error_that_names_it() {
        for bytes in [usize::MAX, usize::MAX / 2, 1 << 60] {
            assert_eq!(TranspositionTable::try_new(bytes).err(), Some(TableMemoryError { bytes }));
        }
        assert!(TranspositionTable::new(usize::MAX).size_bytes() > 0);
    }

    #[test]
    fn clearing_makes_a_table_as_new() {
        for bytes in [1 << 10, CLEARED_IN_PLACE + 64] {
            let mut table = TranspositionTable::new(bytes);
            table.new_search();
            for key in 0..100_u64 {
                table.store(key << 57, entry(3, 1));
            }
            table.clear();
            assert!((0..100).all(|key| table.probe::<Shogi>(key << 57).is_none()));
            assert_eq!((table.size_bytes(), table.generation()), (bytes / 64 * 64, 0));
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1 << 16);
        let random = &mut fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let key = random.u64(..);
            let stored = entry(random.i32(-60..120), random.i32(-32_500..=32_500));
            let stored =
                Entry { eval: stored.eval.filter(|_| random.bool()), bound: None, ..stored };
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
        }
    }

    #[test]
    fn deep_results_outlast_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::new(64);
        table.store(1, entry(20, 1));
        for key in 2..50 {
            table.store(key, entry(2, 1));
        }
        assert_eq!(table.probe::<Shogi>(1).map(|entry| entry.depth), Some(20));
        for _ in 0..4 {
            table.new_search();
        }
        for key in 50..54 {
            table.store(key, entry(2, 1));
        }
        assert_eq!(table.probe::<Shogi>(1), None);
    }
}
