//! Depth-first proof-number search.
//!
//! The proof number of a node says how many leaves have to be won, at least, to prove the mate, the disproof number how
//! many to refute it. The attacker (to move at every second node) follows the child that is easiest to prove, the
//! defender the one that is easiest to refute, each as long as it stays the easiest.

use alloc::vec::Vec;

use sakiyomi_quiescence::{Control, Stopped, mate_in_one};
use sakiyomi_rules::{Color, Move, MoveList, Position, Stage, Variant};

use super::children::{Child, easiest, proof_of_group, sum_up};
use super::numbers::{INFINITE, NO_LIMIT, Numbers, PURE};
use super::proofs::Proofs;
use crate::meter::Meter;

/// Nothing is searched deeper.
const MOST_PLIES: u32 = 400;
/// Children of all nodes of a line, as a rule.
const CHILDREN_OF_LINE: usize = 1024;

pub(super) struct Prover<'a, 'm, V: Variant> {
    pub(super) position: Position<V>,
    attacker: Color,
    proofs: &'a mut Proofs,
    meter: &'a mut Meter<'m>,
    /// Stop when the meter shows so many nodes.
    pub(super) budget: u64,
    /// Positions on the path where the attacker is to move, by ply / 2.
    path: Vec<u64>,
    /// The children of all nodes on the path, one after another.
    children: Vec<Child<V>>,
    stopped: bool,
}

impl<'a, 'm, V: Variant> Prover<'a, 'm, V> {
    pub(super) fn new(
        position: &Position<V>,
        proofs: &'a mut Proofs,
        meter: &'a mut Meter<'m>,
    ) -> Self {
        Self {
            position: position.clone(),
            attacker: position.side_to_move(),
            proofs,
            meter,
            budget: u64::MAX,
            path: Vec::with_capacity(MOST_PLIES as usize / 2 + 1),
            children: Vec::with_capacity(CHILDREN_OF_LINE),
            stopped: false,
        }
    }

    /// Whether the search was stopped from outside, not by its budget.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Proves or refutes a mate from here in at most so many plies.
    pub(super) fn prove(&mut self, plies: u32) -> Result<Numbers, Stopped> {
        let root = self.position.clone();
        let result = self.visit(INFINITE, INFINITE, plies, 0);
        self.position = root;
        self.path.clear();
        self.children.clear();
        result
    }

    fn enter_node(&mut self) -> Result<(), Stopped> {
        if self.meter.nodes >= self.budget {
            return Err(Stopped);
        }
        let result = self.meter.enter_node();
        self.stopped |= result.is_err();
        result
    }

    pub(super) fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// What the table knows of the position, with so many plies left.
    pub(super) fn find(&self, left: u32) -> Option<Numbers> {
        let hand = self.position.hand(self.attacker);
        self.proofs.find(self.position.board_key(), hand, left)
    }

    fn store(&mut self, left: u32, numbers: Numbers, effort: u64) {
        let hand = self.position.hand(self.attacker);
        self.proofs.store(self.position.board_key(), hand, left, numbers, effort);
    }

    /// Searches the position until its numbers reach one of the thresholds.
    fn visit(
        &mut self,
        proof_limit: u32,
        disproof_limit: u32,
        left: u32,
        ply: u32,
    ) -> Result<Numbers, Stopped> {
        self.enter_node()?;
        let first = self.meter.nodes;
        let attacks = self.attacks();
        let limited = left != NO_LIMIT;

        // The path holds a position for every second ply above this one.
        self.path.truncate(ply.div_ceil(2) as usize);

        // 1. What needs no search.
        if ply >= MOST_PLIES {
            return Ok(Numbers { reach: -1, ..Numbers::refuted() });
        }
        if attacks {
            if left == 0 {
                return Ok(Numbers::refuted());
            }
            if mate_in_one(&self.position).is_some() {
                let numbers = Numbers::proven(1);
                self.store(left, numbers, 1);
                return Ok(numbers);
            }
            if left == 1 {
                self.store(left, Numbers::refuted(), 1);
                return Ok(Numbers::refuted());
            }
            self.path.push(self.position.key());
        }

        // 2. The moves: checks or evasions.
        let mut list = MoveList::new();
        if attacks {
            self.position.append_moves(Stage::Checks, &mut list);
        } else {
            list = self.position.legal_moves();
        }
        if list.is_empty() {
            let numbers = if attacks { Numbers::refuted() } else { Numbers::proven(0) };
            self.store(left, numbers, 1);
            return Ok(numbers);
        }
        let below = if limited { left - u32::from(left > 0) } else { NO_LIMIT };
        let base = self.children.len();
        for &mv in &list {
            let numbers = self.first_numbers(mv, below)?;
            self.children.push(Child { mv, numbers });
            // One is enough.
            if if attacks { numbers.proof == 0 } else { numbers.disproof == 0 } {
                break;
            }
        }

        // 3. The child that decides, until a threshold is reached.
        let numbers = loop {
            let numbers = sum_up(&self.children[base..], attacks);
            if numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
            {
                break numbers;
            }
            let (index, second) = easiest(&self.children[base..], attacks);
            let child = self.children[base + index];
            // A quarter more than the second best, so that the search does not hop to and fro.
            let until = second.saturating_add(second / 4 + 1);
            let (proof, disproof) = if attacks {
                let others = numbers.disproof - child.numbers.disproof.min(numbers.disproof);
                (proof_limit.min(until), disproof_limit - others)
            } else {
                let share = proof_of_group(&self.children[base..], index);
                let others = numbers.proof - share.min(numbers.proof);
                (proof_limit - others, disproof_limit.min(until))
            };
            let undo = self.position.make(child.mv);
            let result = self.visit(proof, disproof, below, ply + 1);
            self.position.unmake(undo);
            self.children[base + index].numbers = result?;
        };
        self.children.truncate(base);

        // 4. Remember; not a refutation that belongs to the path.
        let numbers =
            if numbers.reach >= ply as i32 { Numbers { reach: PURE, ..numbers } } else { numbers };
        if numbers.disproof > 0 || numbers.reach == PURE {
            self.store(left, numbers, self.meter.nodes - first + 1);
        }
        Ok(numbers)
    }

    /// What is known of a child before it is searched.
    fn first_numbers(&mut self, mv: Move<V>, left: u32) -> Result<Numbers, Stopped> {
        self.enter_node()?;
        let undo = self.position.make(mv);
        // With a limit, going round only loses plies.
        let repeated = if left == NO_LIMIT && self.attacks() {
            self.path.iter().position(|&key| key == self.position.key())
        } else {
            None
        };
        let numbers = if let Some(index) = repeated {
            // The attacker's checks would be perpetual.
            Numbers { reach: 2 * index as i32, ..Numbers::refuted() }
        } else if let Some(known) = self.find(left) {
            known
        } else if self.attacks() {
            Numbers::open(1, 1)
        } else {
            // The fewer the evasions, the nearer the mate.
            match self.position.count_legal() as u32 {
                0 => Numbers::proven(0),
                _ if left == 0 => Numbers::refuted(),
                evasions => Numbers::open(evasions, 1),
            }
        };
        self.position.unmake(undo);
        Ok(numbers)
    }
}
