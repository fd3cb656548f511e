//! By how much the static value was wrong where something of the position was alike (correction history, Stockfish).
//!
//! After a search, what it found less the static value goes into a few small tables, by things that a linear evaluation
//! judges poorly: both hands together, the kings with the sliders, and the move that led here. The sum of what stands
//! there is added to the next static value. Values stay within plus and minus [`MOST`] by gravity, as in the statistics.

use alloc::vec::Vec;
use core::sync::atomic::AtomicI16;

use sakiyomi_eval::Score;
use sakiyomi_rules::{Bitboard, Kind, Piece, Position, Variant};

use crate::gravity::{add_within, read};
use crate::params::{
    CORRECTION_BONUS_DIVISOR, CORRECTION_BONUS_MOST, CORRECTION_DIVISOR, CORRECTION_MOST_CP,
};
use crate::piece_to::PieceTo;

/// Bound of all values.
const MOST: i32 = 1_024;
/// Entries of a table, a power of two.
const SIZE: usize = 1 << 14;
const TABLES: usize = 3;

/// The places in the tables that belong to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places([usize; TABLES]);

/// The tables, shared by the threads of a search. An update lost to another thread does no harm.
#[derive(Debug)]
pub(crate) struct Corrections(Vec<AtomicI16>);

impl Corrections {
    pub(crate) fn new() -> Self {
        Self((0..TABLES * SIZE).map(|_| AtomicI16::new(0)).collect())
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill_with(AtomicI16::default);
    }

    /// Where a position belongs that this move led to.
    pub(crate) fn places<V: Variant>(position: &Position<V>, last: Option<PieceTo>) -> Places {
        let kinds = [Kind::Bishop, Kind::Rook, Kind::Horse, Kind::Dragon, Kind::King];
        let men = kinds.map(|kind| position.pieces_of_kind(kind));
        let men = men.into_iter().fold(Bitboard::EMPTY, |set, men| set | men);
        let number = |square| {
            position.piece_at(square).map_or(0, |Piece { color, kind }| {
                (color.index() << 11 | kind.index() << 7 | square.index()) as u64 + 1
            })
        };
        let sliders =
            men.into_iter().fold(0, |sum: u64, square| sum.wrapping_add(spread(number(square))));
        let us = position.side_to_move().index();
        let keys = [position.hand_key(), sliders, last.map_or(0, PieceTo::index) as u64];
        let mut places = [0; TABLES];
        for (table, (place, key)) in places.iter_mut().zip(keys).enumerate() {
            let within = (spread(key) >> 51) as usize & (SIZE / 2 - 1);
            *place = table * SIZE + (within << 1 | us);
        }
        Places(places)
    }

    /// The static value put right.
    pub(crate) fn corrected(&self, eval: Score, places: Places) -> Score {
        let sum: i32 = places.0.iter().map(|&place| self.read(place)).sum();
        let most = CORRECTION_MOST_CP;
        eval + Score::centipawns((sum / CORRECTION_DIVISOR).clamp(-most, most))
    }

    /// Learns that the static value was so much too low at a node of this depth.
    pub(crate) fn add(&self, places: Places, missing: Score, depth: i32) {
        let bonus = missing.value().clamp(-2_000, 2_000) * depth / CORRECTION_BONUS_DIVISOR;
        let bonus = bonus.clamp(-CORRECTION_BONUS_MOST, CORRECTION_BONUS_MOST);
        for place in places.0 {
            if let Some(value) = self.0.get(place) {
                add_within(value, bonus, MOST);
            }
        }
    }

    fn read(&self, place: usize) -> i32 {
        self.0.get(place).map_or(0, read)
    }
}

/// A number whose high bits depend on all bits of this one.
fn spread(n: u64) -> u64 {
    let n = (n ^ n >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (n ^ n >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::{Minishogi, Shogi};

    fn places<V: Variant>(sfen: &str, last: Option<PieceTo>) -> Places {
        let position: Position<V> = sfen.parse().unwrap();
        Corrections::places(&position, last)
    }

    #[test]
    fn what_was_missing_is_added_next_time_where_something_is_alike() {
        let corrections = Corrections::new();
        let here = places::<Shogi>("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", None);
        assert_eq!(corrections.corrected(Score::ZERO, here), Score::ZERO);
        for _ in 0..20 {
            corrections.add(here, Score::centipawns(300), 6);
        }
        let learnt = corrections.corrected(Score::ZERO, here);
        assert!(Score::ZERO < learnt && learnt.value() <= CORRECTION_MOST_CP);
        // The hands, kings and sliders are the same; what else stands there is not asked.
        let alike = places::<Shogi>("4k4/9/9/4S4/9/9/9/9/4K4 b G 1", None);
        assert_eq!(corrections.corrected(Score::ZERO, alike), learnt);
        // Another hand, another king, a slider more: a part of it. The other side to move: nothing.
        for sfen in [
            "4k4/9/9/9/9/9/9/9/4K4 b S 1",
            "3k5/9/9/9/9/9/9/9/4K4 b G 1",
            "4k4/9/9/9/9/9/9/R8/4K4 b G 1",
        ] {
            let part = corrections.corrected(Score::ZERO, places::<Shogi>(sfen, None));
            assert!(Score::ZERO < part && part < learnt, "{sfen}");
        }
        let other_side = places::<Shogi>("4k4/9/4P4/9/9/9/9/9/4K4 w G 1", None);
        assert_eq!(corrections.corrected(Score::ZERO, other_side), Score::ZERO);
    }

    #[test]
    fn values_stay_within_their_bound() {
        let corrections = Corrections::new();
        let random = &mut fastrand::Rng::with_seed(3);
        let here = places::<Minishogi>("rbsgk/4p/5/P4/KGSBR b - 1", None);
        for _ in 0..10_000 {
            let missing = Score::centipawns(random.i32(-20_000..20_000));
            corrections.add(here, missing, random.i32(1..100));
            assert!(here.0.iter().all(|&place| corrections.read(place).abs() <= MOST));
            let corrected = corrections.corrected(Score::ZERO, here);
            assert!(corrected.value().abs() <= CORRECTION_MOST_CP);
        }
    }
}
