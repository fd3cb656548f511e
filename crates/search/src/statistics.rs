//! What moves did elsewhere in the tree, for ordering them here.
//!
//! - *History*: how often a quiet move, by where it comes from and goes to, cut the tree, less how often it was tried
//!   in vain before another did (history heuristic, Schaeffer 1983; with malus).
//! - *Continuation history*: the same for a move after the move one ply and two plies before.
//! - *Capture history*: the same for captures, by who takes what where.
//! - *Counter-moves*: what cut after this move last time (Uiterwijk 1992).
//!
//! Values stay within plus and minus [`MOST`] by gravity (`gravity.rs`). Squares are seen from the mover's side
//! (`piece_to.rs`), so both sides learn from one another, history aside.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use sakiyomi_rules::{Color, Kind, Move, Variant};

use crate::corrections::Corrections;
use crate::gravity::{add_within, read};
use crate::piece_to::PieceTo;

/// Bound of all values.
const MOST: i32 = 16_384;

/// The statistics, shared by the threads of a search: what one has learnt orders the moves of all. (Two threads with
/// statistics of their own needed a tenth more nodes each.) An update lost to another thread does no harm.
#[derive(Debug)]
pub(crate) struct Statistics<V: Variant> {
    history: Vec<AtomicI16>,
    /// By the move one ply before (the other side's), then by the one two plies before (our own).
    continuation: [Vec<AtomicI16>; 2],
    captures: Vec<AtomicI16>,
    counters: Vec<AtomicU16>,
    pub(crate) corrections: Corrections,
    variant: core::marker::PhantomData<V>,
}

/// What followed on two given moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Following<'s>([&'s [AtomicI16]; 2]);

impl Following<'_> {
    /// Sum over both; 0 for a move that is not known.
    #[inline]
    pub(crate) fn sum(&self, here: PieceTo) -> i32 {
        self.0.iter().map(|row| row.get(here.index()).map_or(0, read)).sum()
    }
}

impl<V: Variant> Statistics<V> {
    const PIECE_TOS: usize = PieceTo::count::<V>();
    const ORIGINS: usize = V::SQUARES + Kind::HAND.len();

    pub(crate) fn new() -> Self {
        let zeros = |count: usize| (0..count).map(|_| AtomicI16::new(0)).collect();
        Self {
            history: zeros(2 * Self::ORIGINS * V::SQUARES),
            continuation: [(); 2].map(|()| zeros(Self::PIECE_TOS * Self::PIECE_TOS)),
            captures: zeros(Self::PIECE_TOS * Kind::HAND.len()),
            counters: (0..2 * Self::PIECE_TOS).map(|_| AtomicU16::new(0)).collect(),
            corrections: Corrections::new(),
            variant: core::marker::PhantomData,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.history.fill_with(AtomicI16::default);
        for table in &mut self.continuation {
            table.fill_with(AtomicI16::default);
        }
        self.captures.fill_with(AtomicI16::default);
        self.counters.fill_with(AtomicU16::default);
        self.corrections.clear();
    }

    #[inline]
    fn history_index(color: Color, mv: Move<V>) -> usize {
        let origin = match (mv.from(), mv.dropped()) {
            (Some(from), _) => from.index(),
            (None, kind) => V::SQUARES + kind.map_or(0, Kind::index),
        };
        (color.index() * Self::ORIGINS + origin) * V::SQUARES + mv.to().index()
    }

    #[inline]
    pub(crate) fn history(&self, color: Color, mv: Move<V>) -> i32 {
        read(&self.history[Self::history_index(color, mv)])
    }

    pub(crate) fn add_history(&self, color: Color, mv: Move<V>, bonus: i32) {
        add(&self.history[Self::history_index(color, mv)], bonus);
    }

    /// The statistics of all moves after the two moves before.
    #[inline]
    pub(crate) fn after(&self, before: [Option<PieceTo>; 2]) -> Following<'_> {
        let row = |at: usize| {
            let start = before[at]?.index() * Self::PIECE_TOS;
            self.continuation[at].get(start..start + Self::PIECE_TOS)
        };
        Following([0, 1].map(|at| row(at).unwrap_or_default()))
    }

    pub(crate) fn add_continuation(&self, before: [Option<PieceTo>; 2], here: PieceTo, bonus: i32) {
        for (table, before) in self.continuation.iter().zip(before) {
            if let Some(before) = before {
                add(&table[before.index() * Self::PIECE_TOS + here.index()], bonus);
            }
        }
    }

    #[inline]
    pub(crate) fn capture(&self, here: PieceTo, victim: Kind) -> i32 {
        read(&self.captures[here.index() * Kind::HAND.len() + victim_index(victim)])
    }

    pub(crate) fn add_capture(&self, here: PieceTo, victim: Kind, bonus: i32) {
        add(&self.captures[here.index() * Kind::HAND.len() + victim_index(victim)], bonus);
    }

    /// What answered this move of the other side last.
    pub(crate) fn counter(&self, us: Color, before: PieceTo) -> Option<Move<V>> {
        Move::from_bits(
            self.counters[us.index() * Self::PIECE_TOS + before.index()].load(Ordering::Relaxed),
        )
    }

    pub(crate) fn set_counter(&self, us: Color, before: PieceTo, mv: Move<V>) {
        self.counters[us.index() * Self::PIECE_TOS + before.index()]
            .store(mv.to_bits(), Ordering::Relaxed);
    }
}

/// Promoted victims count as what they become in hand.
#[inline]
fn victim_index(victim: Kind) -> usize {
    victim.unpromoted().index() % Kind::HAND.len()
}

fn add(value: &AtomicI16, bonus: i32) {
    add_within(value, bonus, MOST);
}
