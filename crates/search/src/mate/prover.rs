//! Depth-first proof-number search.
//!
//! The proof number of a node says how many leaves have to be won, at least, to prove the mate, the disproof number how
//! many to refute it. The attacker (to move at every second node) follows the child that is easiest to prove, the
//! defender the one that is easiest to refute, each as long as it stays the easiest.

use alloc::vec::Vec;

use sakiyomi_quiescence::{Control, Stopped, mate_in_one};
use sakiyomi_rules::{Color, Move, MoveList, Position, Square, Stage, Variant};

use super::proofs::Proofs;
use crate::meter::Meter;

/// As the number of plies left: any number.
pub(super) const NO_LIMIT: u32 = u16::MAX as u32;
/// Nothing is searched deeper.
const MOST_PLIES: u32 = 400;
/// Proof and disproof numbers end here.
const INFINITE: u32 = 1 << 28;
/// Rests on nothing but the position.
const PURE: i32 = i32::MAX;

/// Proof and disproof number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Plies to the mate, at most, where it is proven.
    pub(super) plies: u32,
    /// The lowest ply to which a refutation goes back; it holds for other paths only from there on.
    reach: i32,
}

impl Numbers {
    pub(super) const fn proven(plies: u32) -> Self {
        Self { proof: 0, disproof: INFINITE, plies, reach: PURE }
    }

    pub(super) const fn refuted() -> Self {
        Self { proof: INFINITE, disproof: 0, plies: 0, reach: PURE }
    }

    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, plies: 0, reach: PURE }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    /// Whether it is refuted on every path that leads to the root.
    pub(super) const fn is_refuted_for_good(self) -> bool {
        self.disproof == 0 && self.reach >= 0
    }
}

#[derive(Clone, Copy, Debug)]
struct Child<V: Variant> {
    mv: Move<V>,
    numbers: Numbers,
}

pub(super) struct Prover<'a, 'm, V: Variant> {
    position: Position<V>,
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
            path: Vec::new(),
            children: Vec::new(),
            stopped: false,
        }
    }

    /// Whether the search was stopped from outside, not by its budget.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Proves or refutes a mate from the root in at most so many plies.
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

    fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    fn find(&self, left: u32) -> Option<Numbers> {
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
            let numbers = self.sum_up(base, attacks);
            if numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
            {
                break numbers;
            }
            let (index, second) = self.easiest(base, attacks);
            let child = self.children[index];
            // A quarter more than the second best, so that the search does not hop to and fro.
            let until = second.saturating_add(second / 4 + 1);
            let (proof, disproof) = if attacks {
                let others = numbers.disproof - child.numbers.disproof.min(numbers.disproof);
                (proof_limit.min(until), disproof_limit - others)
            } else {
                let share = self.proof_of_group(base, index);
                let others = numbers.proof - share.min(numbers.proof);
                (proof_limit - others, disproof_limit.min(until))
            };
            let undo = self.position.make(child.mv);
            let result = self.visit(proof, disproof, below, ply + 1);
            self.position.unmake(undo);
            self.children[index].numbers = result?;
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

    /// The numbers of a node from those of its children.
    fn sum_up(&self, base: usize, attacks: bool) -> Numbers {
        let children = &self.children[base..];
        if attacks {
            let proof = children.iter().map(|child| child.numbers.proof).min().unwrap_or(INFINITE);
            if proof == 0 {
                let proven = children.iter().filter(|child| child.numbers.proof == 0);
                let plies = proven.map(|child| child.numbers.plies).min().unwrap_or(0);
                return Numbers::proven(plies + 1);
            }
            let sum: u64 = children.iter().map(|child| u64::from(child.numbers.disproof)).sum();
            let disproof = sum.min(u64::from(INFINITE)) as u32;
            // All children are needed to refute.
            let reach = children.iter().map(|child| child.numbers.reach).min().unwrap_or(PURE);
            let reach = if disproof == 0 { reach } else { PURE };
            return Numbers { proof, disproof, plies: 0, reach };
        }
        let refuted = children.iter().filter(|child| child.numbers.disproof == 0);
        if let Some(best) = refuted.max_by_key(|child| child.numbers.reach) {
            return Numbers { reach: best.numbers.reach, ..Numbers::refuted() };
        }
        let disproof =
            children.iter().map(|child| child.numbers.disproof).min().unwrap_or(INFINITE);
        let proof = sum_of_groups(children);
        if proof == 0 {
            let plies = children.iter().map(|child| child.numbers.plies).max().unwrap_or(0);
            return Numbers::proven(plies + 1);
        }
        Numbers::open(proof, disproof)
    }

    /// The child to search and the number of the next best.
    fn easiest(&self, base: usize, attacks: bool) -> (usize, u32) {
        let number = |child: &Child<V>| {
            if attacks { child.numbers.proof } else { child.numbers.disproof }
        };
        let mut best = (base, INFINITE + 1);
        let mut second = INFINITE;
        for (index, child) in self.children.iter().enumerate().skip(base) {
            // A proven defence needs no more search.
            if !attacks && child.numbers.proof == 0 {
                continue;
            }
            let number = number(child);
            if number < best.1 {
                second = best.1.min(INFINITE);
                best = (index, number);
            } else {
                second = second.min(number);
            }
        }
        (best.0, second)
    }

    /// What the group of this child counts for.
    fn proof_of_group(&self, base: usize, index: usize) -> u32 {
        let group = group_of(self.children[index].mv);
        let children = self.children[base..].iter();
        let same = children.filter(|child| group.is_some() && group_of(child.mv) == group);
        let most = same.map(|child| child.numbers.proof).max();
        most.unwrap_or(self.children[index].numbers.proof)
    }

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
        self.path.clear();
        let numbers = self.visit(INFINITE, INFINITE, left, 0);
        self.children.clear();
        let numbers = numbers?;
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

/// Drops on one square stand in the way of the same check.
fn group_of<V: Variant>(mv: Move<V>) -> Option<Square<V>> {
    mv.is_drop().then_some(mv.to())
}

fn sum_of_groups<V: Variant>(children: &[Child<V>]) -> u32 {
    let mut sum: u64 = 0;
    for (index, child) in children.iter().enumerate() {
        let group = group_of(child.mv);
        if group.is_none() {
            sum += u64::from(child.numbers.proof);
            continue;
        }
        let same = |other: &&Child<V>| group_of(other.mv) == group;
        // Each group once, with its first.
        if children[..index].iter().any(|other| same(&other)) {
            continue;
        }
        let most = children[index..].iter().filter(same).map(|other| other.numbers.proof).max();
        sum += u64::from(most.unwrap_or(0));
    }
    sum.min(u64::from(INFINITE)) as u32
}
