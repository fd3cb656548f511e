//! The line of a mate that has been proven: the moves are looked up again in the table, and searched where it has
//! forgotten them.

use alloc::vec::Vec;

use sakiyomi_quiescence::{Stopped, mate_in_one};
use sakiyomi_rules::{Move, MoveList, Stage, Variant};

use super::prover::Prover;

impl<V: Variant> Prover<'_, '_, V> {
    /// The line of a mate in `plies`; the longest defence, where that is known to be the shortest mate.
    pub(super) fn line(&mut self, plies: u32, is_shortest: bool) -> Vec<Move<V>> {
        let root = self.position.clone();
        // What it takes to look the line up again is small beside what it took to find it.
        self.budget = u64::MAX;
        let mut line = Vec::new();
        let mut left = plies;
        loop {
            let next =
                if self.attacks() { self.attack(left) } else { self.defence(left, is_shortest) };
            let Ok(Some((mv, plies))) = next else { break };
            line.push(mv);
            self.position.make(mv);
            left = plies;
        }
        self.position = root;
        line
    }

    /// Whether the position is a mate in at most so many plies, and in how many at most.
    fn plies_within(&mut self, left: u32) -> Result<Option<u32>, Stopped> {
        let known = self.find(left);
        if let Some(numbers) = known.filter(|numbers| numbers.proof == 0 || numbers.disproof == 0) {
            return Ok((numbers.proof == 0).then_some(numbers.plies));
        }
        let numbers = self.prove(left)?;
        Ok(numbers.is_proven().then_some(numbers.plies))
    }

    fn attack(&mut self, left: u32) -> Result<Option<(Move<V>, u32)>, Stopped> {
        if let Some(mv) = mate_in_one(&self.position) {
            return Ok(Some((mv, 0)));
        }
        let mut list = MoveList::new();
        self.position.append_moves(Stage::Checks, &mut list);
        let below = left.saturating_sub(1);
        // Those first of which it is known.
        for searches in [false, true] {
            for &mv in &list {
                let undo = self.position.make(mv);
                let plies = if searches {
                    self.plies_within(below)
                } else {
                    let known = self.find(below).filter(|numbers| numbers.proof == 0);
                    Ok(known.map(|numbers| numbers.plies))
                };
                self.position.unmake(undo);
                if plies?.is_some() {
                    return Ok(Some((mv, below)));
                }
            }
        }
        Ok(None)
    }

    fn defence(&mut self, left: u32, is_shortest: bool) -> Result<Option<(Move<V>, u32)>, Stopped> {
        let below = left.saturating_sub(1);
        let mut longest: Option<(Move<V>, u32)> = None;
        for &mv in &self.position.legal_moves() {
            let undo = self.position.make(mv);
            let shorter = if is_shortest && below >= 2 {
                self.plies_within(below - 2)
            } else {
                self.plies_within(below)
            };
            self.position.unmake(undo);
            match shorter? {
                None => return Ok(Some((mv, below))),
                Some(plies) if longest.is_none_or(|(_, most)| plies > most) => {
                    longest = Some((mv, plies));
                }
                Some(_) => {}
            }
        }
        Ok(longest)
    }
}
