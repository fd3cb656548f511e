//! What is known of the positions of a mate search.
//!
//! Entries stand under the key of the board alone, with the attacker's hand beside it: who mates with some men in hand
//! mates with more, and who cannot mate cannot with fewer (the defender then holds the rest). So one entry answers for
//! many hands.

use alloc::vec::Vec;
use core::fmt;

use sakiyomi_rules::Hand;

use super::numbers::{NO_LIMIT, Numbers};

/// Entries looked at for one key.
const WINDOW: usize = 8;

#[derive(Clone, Copy, Debug)]
struct Proof {
    board_key: u64,
    hand: Hand,
    proof: u32,
    disproof: u32,
    /// Plies that were left where this was found.
    left: u16,
    /// Plies to the mate, where it is proven.
    plies: u16,
    /// Nodes that it took; 0 for an empty entry.
    effort: u32,
}

/// The table of a mate search.
pub(crate) struct Proofs {
    entries: Vec<Proof>,
}

impl Proofs {
    pub(crate) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Proof>()).max(2 * WINDOW);
        let empty = Proof {
            board_key: 0,
            hand: Hand::default(),
            proof: 0,
            disproof: 0,
            left: 0,
            plies: 0,
            effort: 0,
        };
        Self { entries: alloc::vec![empty; count] }
    }

    pub(crate) fn clear(&mut self) {
        for entry in &mut self.entries {
            entry.effort = 0;
        }
    }

    fn window(&self, board_key: u64) -> core::ops::Range<usize> {
        let starts = self.entries.len() - WINDOW + 1;
        let start = ((u128::from(board_key) * starts as u128) >> 64) as usize;
        start..start + WINDOW
    }

    /// What is known with `left` plies left.
    pub(super) fn find(&self, board_key: u64, hand: Hand, left: u32) -> Option<Numbers> {
        let mut known = None;
        for entry in &self.entries[self.window(board_key)] {
            if entry.effort == 0 || entry.board_key != board_key {
                continue;
            }
            if entry.proof == 0 {
                if hand.contains(entry.hand) && u32::from(entry.plies) <= left {
                    return Some(Numbers::proven(u32::from(entry.plies)));
                }
            } else if entry.disproof == 0 {
                if entry.hand.contains(hand) && left <= u32::from(entry.left) {
                    return Some(Numbers::refuted());
                }
            } else if entry.hand == hand && u32::from(entry.left) == left {
                known = Some(Numbers::open(entry.proof, entry.disproof));
            }
        }
        known
    }

    pub(super) fn store(
        &mut self,
        board_key: u64,
        hand: Hand,
        left: u32,
        numbers: Numbers,
        effort: u64,
    ) {
        let new = Proof {
            board_key,
            hand,
            proof: numbers.proof,
            disproof: numbers.disproof,
            left: left.min(NO_LIMIT) as u16,
            plies: numbers.plies.min(u32::from(u16::MAX)) as u16,
            effort: effort.clamp(1, u64::from(u32::MAX)) as u32,
        };
        let window = self.window(board_key);
        let entries = &mut self.entries[window];
        let same = |old: &Proof| {
            old.effort > 0
                && old.board_key == board_key
                && old.hand == hand
                && (old.left == new.left && old.proof != 0 && old.disproof != 0
                    || new.proof == 0 && old.proof == 0
                    || new.disproof == 0 && old.disproof == 0 && old.left <= new.left)
        };
        let place = match entries.iter().position(same) {
            Some(place) => Some(place),
            None => (0..WINDOW).min_by_key(|&i| entries[i].effort),
        };
        if let Some(place) = place {
            let shorter_is_known = new.proof == 0
                && same(&entries[place])
                && entries[place].proof == 0
                && entries[place].plies <= new.plies;
            if !shorter_is_known {
                entries[place] = new;
            }
        }
    }
}

impl fmt::Debug for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proofs").field("entries", &self.entries.len()).finish()
    }
}
