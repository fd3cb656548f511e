//! The main thread: a mate search, then iterations, each a ply deeper than the last (iterative deepening).

use alloc::vec::Vec;

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Declaration, Variant};

use crate::mate::{MateOutcome, MateTable, find_mate};
use crate::meter::Ponder;
use crate::params::MAX_DEPTH;
use crate::table::Entry;
use crate::time::Plan;
use crate::worker::{RootMove, Worker};
use crate::{Iteration, Limits, Observer, RootLine, SearchResult, TableUse};

/// The iterations of the main thread.
pub(crate) struct Main<'m, 'a, V: Variant, E: Evaluator<V>> {
    worker: &'m mut Worker<'a, V, E>,
    limits: &'m Limits,
    plan: Plan,
    /// The last finished iteration.
    depth: u32,
    lines: usize,
}

impl<'m, 'a, V: Variant, E: Evaluator<V>> Main<'m, 'a, V, E> {
    /// Sets the worker's clock to what the limits allow.
    pub(crate) fn new(worker: &'m mut Worker<'a, V, E>, limits: &'m Limits) -> Self {
        let plan = Plan::new(limits, worker.position().move_number());
        if limits.ponder {
            worker.meter.pondering = Some(Ponder { time_after_hit: plan.maximum });
        } else {
            worker.meter.deadline = plan.maximum.map(|time| worker.meter.started + time);
        }
        Self { worker, limits, plan, depth: 0, lines: 1 }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn run(&mut self, observer: &mut impl Observer<V>) {
        let moves = self.worker.root_moves.len();
        self.lines = self.limits.lines.clamp(1, moves.max(1));
        if moves == 0 {
            return;
        }
        let last = self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in 1..=last {
            for root in &mut self.worker.root_moves {
                root.previous = root.score;
            }
            for line in 0..self.lines {
                if self.worker.iterate(depth, line).is_err() {
                    self.withdraw_losses(line);
                    return;
                }
                self.complete_pv(line);
                // A later line may turn out better than an earlier one.
                self.worker.root_moves[..=line].sort_by_key(|root| core::cmp::Reverse(root.score));
            }
            self.depth = depth;
            for line in 0..self.lines {
                let stop = self.report(line, observer);
                if stop {
                    return;
                }
            }
            if self.is_enough() {
                return;
            }
        }
    }

    /// In an iteration broken off, a move that loses is the best only of those searched: the others may hold.
    fn withdraw_losses(&mut self, line: usize) {
        for root in &mut self.worker.root_moves[line..] {
            if root.score.is_mate() && root.score < Score::ZERO {
                root.score = root.previous;
            }
        }
    }

    /// A mate search before everything else; whether it found one.
    pub(crate) fn finds_mate(
        &mut self,
        nodes: u64,
        table: &mut MateTable,
        observer: &mut impl Observer<V>,
    ) -> bool {
        // A small part of what there is.
        let nodes = self.limits.nodes.map_or(nodes, |most| nodes.min(most / 10));
        if self.limits.lines != 1 || self.worker.root_moves.is_empty() || nodes == 0 {
            return false;
        }
        let limits = Limits::new().nodes(nodes);
        let position = self.worker.position().clone();
        let result = find_mate(&position, &limits, table, &mut self.worker.meter);
        let MateOutcome::Mate { line, .. } = result.outcome else { return false };
        let moves = &mut self.worker.root_moves;
        let Some(index) = moves.iter().position(|root| line.first() == Some(&root.mv)) else {
            return false;
        };
        moves.swap(0, index);
        moves[0].score = Score::mate_in(line.len() as u32);
        self.worker.seldepth = line.len() as u32;
        moves[0].pv = line;
        self.depth = 1;
        let _ = self.report(0, observer);
        true
    }

    /// Whether another iteration would be of no use or come too late.
    fn is_enough(&mut self) -> bool {
        let best = &self.worker.root_moves[0];
        let distance = best.score.mate_distance();
        let wanted = self.limits.mate_plies;
        if distance
            .is_some_and(|found| wanted.is_some_and(|most| (1..=most as i32).contains(&found)))
        {
            return true;
        }
        // No shorter mate can hide beyond the depth searched.
        let mate_is_final = distance.is_some_and(|plies| plies.unsigned_abs() < self.depth);
        if mate_is_final && !self.limits.infinite && self.lines == 1 {
            return true;
        }
        if self.worker.meter.pondering.is_some() {
            return false;
        }
        let nodes = self.worker.meter.nodes.max(1);
        let effort_permille = best.nodes * 1000 / nodes;
        let (mv, score) = (best.mv.to_bits(), best.score);
        let only_move = self.worker.root_moves.len() == 1;
        self.plan.iteration(mv, score, effort_permille, only_move);
        self.plan.is_over(self.worker.meter.elapsed())
    }

    /// A line cut short by the table goes on with what the table holds.
    fn complete_pv(&mut self, line: usize) {
        if self.worker.options.table != TableUse::Full {
            return;
        }
        // Several threads: it ends also where another thread has settled what comes then.
        let has_helpers = self.worker.meter.shared.team.is_some();
        let most = if has_helpers { self.worker.root_depth as usize } else { 2 };
        let mut count = 0;
        while let Some(&mv) = self.worker.root_moves[line].pv.get(count) {
            self.worker.make(mv);
            count += 1;
        }
        while count < most && self.worker.repetition(count as u32).is_none() {
            let entry: Option<Entry<V>> = self.worker.table.probe(self.worker.line.key());
            let is_sure = |entry: &Entry<V>| count < 2 || entry.bound == Some(Bound::Exact);
            let mv = entry.filter(is_sure).and_then(|entry| entry.mv);
            let Some(mv) = mv.filter(|&mv| self.worker.position().is_legal(mv)) else { break };
            self.worker.make(mv);
            self.worker.root_moves[line].pv.push(mv);
            count += 1;
        }
        self.worker.rewind();
    }

    /// Tells the observer of a line; whether it wants no more.
    fn report(&mut self, line: usize, observer: &mut impl Observer<V>) -> bool {
        let time_ms = self.worker.meter.elapsed().as_millis() as u64;
        let nodes = self.worker.meter.all_nodes();
        let root = &self.worker.root_moves[line];
        let iteration = Iteration {
            depth: self.depth,
            seldepth: self.worker.seldepth,
            line,
            score: root.score,
            bound: Bound::Exact,
            nodes,
            time_ms,
            nps: (nodes * 1000).checked_div(time_ms).unwrap_or(0),
            hashfull_permille: self.worker.table.full_permille(),
            pv: (&root.pv).into(),
        };
        observer.iteration(&iteration).is_break()
    }

    /// What has been found.
    pub(crate) fn result(&self) -> SearchResult<V> {
        let worker = &*self.worker;
        let lines: Vec<RootLine<V>> = worker
            .root_moves
            .iter()
            .take(self.lines)
            .map(|root| RootLine { score: shown_score(root, worker), pv: root.pv.clone() })
            .collect();
        let (score, pv) = match lines.first() {
            Some(line) => (line.score, line.pv.clone()),
            None if worker.position().has_legal_move() => (worker.line.value(), Vec::new()),
            None => (Score::mated_in(0), Vec::new()),
        };
        let declaration = worker.declaration();
        let score = if declaration == Declaration::Win { Score::mate_in(1) } else { score };
        SearchResult {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            score,
            depth: self.depth,
            seldepth: worker.seldepth,
            nodes: worker.meter.all_nodes(),
            time_ms: worker.meter.elapsed().as_millis() as u64,
            pv,
            lines,
            declaration,
        }
    }
}

/// The best that is known: of the running iteration, of the last one, or the static value.
fn shown_score<V: Variant, E: Evaluator<V>>(
    root: &RootMove<V>,
    worker: &Worker<'_, V, E>,
) -> Score {
    let known = [root.score, root.previous].into_iter().find(|&score| score != -Score::INFINITE);
    known.unwrap_or_else(|| worker.line.value())
}
