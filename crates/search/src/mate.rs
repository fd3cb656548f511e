//! Mate search (詰み): whether the side to move can mate by checks alone, and how.
//!
//! Two searches share a table. Depth-first proof-number search without a limit of plies ([`prover`]) finds mates of any
//! length and refutes; it cares nothing for length. The same search with a limit, raised by two plies at a time, finds
//! the shortest mate, and what it refutes it refutes for that many plies. Very short mates are tried with limits first,
//! then the search without limit has half of the nodes, then what was found is shortened with the rest.
//!
//! Source: df-pn (Nagai 2002) with thresholds enlarged by a quarter and proof by dominance of hands. Where we differ:
//! - mates in one are seen as sets, without playing moves;
//! - interpositions on one square count as one (the largest proof number, not the sum): they mostly fall by one capture;
//! - a refutation that rests on a repetition along the path is not stored (graph history interaction).

use alloc::boxed::Box;
use alloc::vec::Vec;

use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::{Move, Position, Shogi, Variant};

use crate::meter::{Meter, Shared};
use crate::time_source::DefaultTime;
use crate::{Limits, StopFlag, TimeSource};

mod children;
mod line;
mod numbers;
mod proofs;
mod prover;

use numbers::NO_LIMIT;
use proofs::Proofs;
use prover::Prover;

/// What a mate search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MateOutcome<V: Variant = Shogi> {
    /// A mate.
    Mate {
        /// The attacker's moves and the longest defence, down to the mate.
        line: Vec<Move<V>>,
        /// Whether it is known that no shorter mate exists.
        is_shortest: bool,
    },
    /// There is no mate by checks (of so many plies, if the limits say so).
    NoMate,
    /// The limits did not suffice to tell.
    Unknown,
}

/// What a mate search found, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MateResult<V: Variant = Shogi> {
    /// Mate, no mate, or unknown.
    pub outcome: MateOutcome<V>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Searches for mates with a table of its own.
///
/// ```
/// use sakiyomi_rules::{Position, Shogi};
/// use sakiyomi_search::{Limits, MateOutcome, MateSearcher, StopFlag};
/// let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let mut searcher = MateSearcher::new(1 << 20);
/// let result = searcher.search(&position, &Limits::new().nodes(1000), &StopFlag::new());
/// let line = vec!["G*5b".parse()?];
/// assert_eq!(result.outcome, MateOutcome::Mate { line, is_shortest: true });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MateSearcher {
    proofs: Proofs,
    time: Box<dyn TimeSource>,
}

impl MateSearcher {
    /// With a table of at most so many bytes.
    #[must_use]
    pub fn new(hash_bytes: usize) -> Self {
        Self { proofs: Proofs::new(hash_bytes), time: Box::<DefaultTime>::default() }
    }

    /// Reads the time here; needed where the system has no clock.
    #[must_use]
    pub fn with_time_source(mut self, time: impl TimeSource + 'static) -> Self {
        self.time = Box::new(time);
        self
    }

    /// Whether the side to move mates by checks.
    ///
    /// Of the limits, those on nodes, time and plies of the mate count; without any, the search goes on until it is
    /// decided or stopped.
    pub fn search<V: Variant>(
        &mut self,
        position: &Position<V>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> MateResult<V> {
        let shared = Shared::new(stop, &*self.time);
        let mut meter = Meter::new(&shared, u64::MAX);
        let time = limits.time_ms.map(|ms| ms.saturating_sub(limits.overhead_ms));
        meter.deadline = time.map(|ms| meter.started + core::time::Duration::from_millis(ms));
        find_mate(position, limits, &mut self.proofs, &mut meter)
    }
}

/// The mate search with a counter of the caller's.
pub(crate) fn find_mate<V: Variant>(
    position: &Position<V>,
    limits: &Limits,
    proofs: &mut Proofs,
    meter: &mut Meter<'_>,
) -> MateResult<V> {
    proofs.clear();
    let first = meter.nodes;
    let end = limits.nodes.map_or(u64::MAX, |nodes| first.saturating_add(nodes));
    let outcome = Hunt { prover: Prover::new(position, proofs, meter), first, end }
        .run(limits.mate_plies)
        .unwrap_or(MateOutcome::Unknown);
    MateResult { outcome, nodes: meter.nodes - first }
}

pub(crate) use proofs::Proofs as MateTable;

/// Plies tried with limits before the search without.
const PLIES_FIRST: u32 = 3;
/// Limits beyond this are not worth their search.
const MOST_LIMITED_PLIES: u32 = 99;

struct Hunt<'a, 'm, V: Variant> {
    prover: Prover<'a, 'm, V>,
    first: u64,
    end: u64,
}

impl<V: Variant> Hunt<'_, '_, V> {
    fn run(&mut self, most_plies: Option<u32>) -> Result<MateOutcome<V>, Stopped> {
        let mut plies = 1;
        let most = most_plies.unwrap_or(MOST_LIMITED_PLIES);
        // 1. The shortest.
        self.prover.budget = self.end;
        while plies <= PLIES_FIRST.min(most) {
            if self.prover.prove(plies)?.is_proven() {
                return Ok(self.mate(plies, true));
            }
            plies += 2;
        }
        // 2. Of any length.
        let mut found = None;
        if most_plies.is_none() {
            self.prover.budget = self.first + (self.end - self.first) / 2;
            let numbers = self.prover.prove(NO_LIMIT);
            match numbers {
                Ok(numbers) if numbers.is_proven() => found = Some(numbers.plies),
                Ok(numbers) if numbers.is_refuted_for_good() => return Ok(MateOutcome::NoMate),
                _ if self.prover.is_stopped() => return Ok(MateOutcome::Unknown),
                _ => {}
            }
            self.prover.budget = self.end;
        }
        // 3. As short as can be.
        while plies <= found.map_or(most, |found| found.saturating_sub(2)) {
            match self.prover.prove(plies) {
                Ok(numbers) if numbers.is_proven() => return Ok(self.mate(plies, true)),
                Ok(_) => plies += 2,
                Err(Stopped) => {
                    return Ok(found.map_or(MateOutcome::Unknown, |found| self.mate(found, false)));
                }
            }
        }
        Ok(match found {
            Some(found) => self.mate(found, true),
            None if most_plies.is_some() => MateOutcome::NoMate,
            None => MateOutcome::Unknown,
        })
    }

    fn mate(&mut self, plies: u32, is_shortest: bool) -> MateOutcome<V> {
        MateOutcome::Mate { line: self.prover.line(plies, is_shortest), is_shortest }
    }
}
