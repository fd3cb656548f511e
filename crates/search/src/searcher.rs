//! The searcher: options, table and evaluator in one value, and the iterations.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "threads")]
use core::sync::atomic::{AtomicBool, Ordering};

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Declaration, Shogi, Variant};

use crate::mate::{MateOutcome, MateTable, find_mate};
use crate::meter::{Ponder, Shared};
use crate::params::MAX_DEPTH;
use crate::statistics::Statistics;
use crate::table::{Entry, TranspositionTable};
use crate::team::Team;
use crate::time::Plan;
use crate::time_source::DefaultTime;
use crate::worker::Worker;
use crate::{
    Iteration, Limits, Observer, Root, RootLine, SearchOptions, SearchResult, StopFlag,
    TableMemoryError, TableUse, TimeSource,
};

/// Searches positions. Owns all that a search needs: nothing is shared between two searchers.
///
/// ```
/// use sakiyomi_eval::Material;
/// use sakiyomi_rules::{Position, Shogi};
/// use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};
///
/// let mut searcher = Searcher::new(Material::flat(), Preset::Full.into(), 16 << 20);
/// // A gold at the head of the king, held up by a pawn, is mate.
/// let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let result = searcher.search(&position, &Limits::depth(3), &StopFlag::new(), &mut ());
/// assert_eq!(result.best, Some("G*5b".parse()?));
/// assert_eq!(result.score.mate_distance(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<V: Variant = Shogi, E: Evaluator<V> = sakiyomi_eval::Material> {
    evaluator: E,
    options: SearchOptions,
    table: TranspositionTable,
    time: Box<dyn TimeSource>,
    /// What is known of moves.
    statistics: Statistics<V>,
    threads: usize,
    /// Of the mate search at the root.
    mates: MateTable,
}

impl<V: Variant, E: Evaluator<V>> Searcher<V, E> {
    /// A searcher with a table of at most so many bytes, and less where the memory is not to be had; see
    /// [`hash_bytes`](Self::hash_bytes).
    #[must_use]
    pub fn new(evaluator: E, options: SearchOptions, hash_bytes: usize) -> Self {
        Self::with_table(evaluator, options, TranspositionTable::new(hash_bytes))
    }

    /// A searcher with a table of this size.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn try_new(
        evaluator: E,
        options: SearchOptions,
        hash_bytes: usize,
    ) -> Result<Self, TableMemoryError> {
        Ok(Self::with_table(evaluator, options, TranspositionTable::try_new(hash_bytes)?))
    }

    fn with_table(evaluator: E, options: SearchOptions, table: TranspositionTable) -> Self {
        Self {
            evaluator,
            options,
            table,
            time: Box::<DefaultTime>::default(),
            statistics: Statistics::new(),
            threads: 1,
            mates: MateTable::new(MATE_TABLE_BYTES),
        }
    }

    /// Reads the time here; needed where the system has no clock.
    #[must_use]
    pub fn with_time_source(mut self, time: impl TimeSource + 'static) -> Self {
        self.time = Box::new(time);
        self
    }

    /// The evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Puts another evaluator in its place; what was remembered is forgotten.
    pub fn set_evaluator(&mut self, evaluator: E) -> E {
        self.clear();
        core::mem::replace(&mut self.evaluator, evaluator)
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Searches otherwise from now on; what was remembered is forgotten, since it was found by other means.
    pub fn set_options(&mut self, options: SearchOptions) {
        self.options = options;
        self.clear();
    }

    /// Memory of the transposition table, which is what was asked for or a little less.
    #[must_use]
    pub fn hash_bytes(&self) -> usize {
        self.table.size_bytes()
    }

    /// Puts an empty table of another size in place.
    ///
    /// # Errors
    /// There is no memory for it; the table is one of the old size then, and empty.
    pub fn set_hash_bytes(&mut self, hash_bytes: usize) -> Result<(), TableMemoryError> {
        // The old one goes first: there may not be room for both.
        let before = self.hash_bytes();
        self.table = TranspositionTable::new(0);
        let made = TranspositionTable::try_new(hash_bytes);
        let fault = made.as_ref().err().copied();
        self.table = made.unwrap_or_else(|_| TranspositionTable::new(before));
        fault.map_or(Ok(()), Err)
    }

    /// How many threads search together.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Searches with so many threads, at least one: they share the table and what is known of moves, and
    /// divide the moves among themselves. With more than one, results are
    /// no longer the same each time.
    #[cfg(feature = "threads")]
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Forgets all positions searched: the next search is as the first.
    pub fn clear(&mut self) {
        self.table.clear();
        self.statistics.clear();
    }

    /// Searches until a limit is reached, the flag is set or the observer breaks.
    ///
    /// There is always a best move where there is a legal one. With one thread, and limits of depth and nodes alone, the
    /// result is the same each time the searcher is new or cleared.
    pub fn search<'r>(
        &mut self,
        root: impl Into<Root<'r, V>>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut impl Observer<V>,
    ) -> SearchResult<V> {
        let root = root.into();
        self.table.new_search();
        let mut shared = Shared::new(stop, &*self.time);
        if self.threads > 1 {
            shared.team = Some(Team::new(root.position.count_legal()));
        }
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let (evaluator, options, table) = (&self.evaluator, self.options, &self.table);
        let statistics = &self.statistics;
        let new_worker =
            || Worker::new(evaluator, &root, options, table, &shared, statistics, node_limit);
        let mut worker = new_worker();
        let mut plan = Plan::new(limits, root.position.move_number());
        if limits.ponder {
            worker.meter.pondering = Some(Ponder { time_after_hit: plan.maximum });
        } else {
            worker.meter.deadline = plan.maximum.map(|time| worker.meter.started + time);
        }
        let mut main = Main { worker: &mut worker, limits, plan: &mut plan, depth: 0, lines: 1 };
        // Mates by checks are looked for only where any move will do and one is enough.
        let mates = self.options.root_mate_search.filter(|_| root.moves.is_none());
        // By the main thread alone: a mate is mostly found before other threads have begun.
        let is_mate = mates.is_some_and(|nodes| main.finds_mate(nodes, &mut self.mates, observer));
        #[cfg(feature = "threads")]
        std::thread::scope(|scope| {
            let spawn_helper = |_| {
                scope.spawn(|| {
                    let finish = Finish(&shared.finished);
                    help(&mut new_worker());
                    core::mem::forget(finish);
                })
            };
            let helpers = if is_mate { 0 } else { self.threads - 1 };
            let helpers: Vec<_> = (0..helpers).map(spawn_helper).collect();
            let finish = Finish(&shared.finished);
            if !is_mate {
                main.run(observer);
            }
            drop(finish);
            for helper in helpers {
                if let Err(panic) = helper.join() {
                    std::panic::resume_unwind(panic);
                }
            }
        });
        #[cfg(not(feature = "threads"))]
        if !is_mate {
            main.run(observer);
        }
        let result = main.result();
        if limits.infinite || limits.ponder {
            wait_for_stop(stop, limits);
        }
        result
    }
}

/// Ends all threads of a search when it is dropped: by the main thread at its end, and by whichever thread an evaluator or
/// an observer panics on, where the others would wait for it for ever.
#[cfg(feature = "threads")]
struct Finish<'a>(&'a AtomicBool);

#[cfg(feature = "threads")]
impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Memory of the mate search at the root.
const MATE_TABLE_BYTES: usize = 1 << 20;

/// A search without end has nothing left to search: its answer waits until it is asked for.
fn wait_for_stop(stop: &StopFlag, limits: &Limits) {
    // If nobody else holds the flag, nobody will set it.
    while stop.is_shared() && !stop.is_stopped() {
        if limits.ponder && !limits.infinite && stop.is_ponder_hit() {
            return;
        }
        #[cfg(feature = "std")]
        std::thread::sleep(core::time::Duration::from_millis(1));
        #[cfg(not(feature = "std"))]
        core::hint::spin_loop();
    }
}

/// A helper: works on the main thread's passes until that one has finished.
#[cfg(feature = "threads")]
fn help<V: Variant, E: Evaluator<V>>(helper: &mut Worker<'_, V, E>) {
    let Some(team) = &helper.meter.shared.team else { return };
    let mut followed = 0;
    helper.meter.follows = Some(followed);
    while !helper.meter.is_stopped() && !helper.root_moves.is_empty() {
        let pass = team.pass();
        if pass.number == followed {
            std::thread::yield_now();
            continue;
        }
        followed = pass.number;
        // Where it is broken off, there is another pass, or nothing more to do.
        let _ = helper.follow(team, &pass);
    }
    helper.meter.hand_in();
}

/// The iterations of the main thread.
struct Main<'m, 'a, V: Variant, E: Evaluator<V>> {
    worker: &'m mut Worker<'a, V, E>,
    limits: &'m Limits,
    plan: &'m mut Plan,
    /// The last finished iteration.
    depth: u32,
    lines: usize,
}

impl<V: Variant, E: Evaluator<V>> Main<'_, '_, V, E> {
    fn run(&mut self, observer: &mut impl Observer<V>) {
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
    fn finds_mate(
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
        let pv = self.worker.root_moves[line].pv.clone();
        let mut longer = Vec::new();
        for mv in pv {
            self.worker.make(mv);
            longer.push(mv);
        }
        while longer.len() < most && self.worker.repetition(longer.len() as u32).is_none() {
            let entry: Option<Entry<V>> = self.worker.table.probe(self.worker.line.key());
            let is_sure = |entry: &Entry<V>| longer.len() < 2 || entry.bound == Some(Bound::Exact);
            let mv = entry.filter(is_sure).and_then(|entry| entry.mv);
            let Some(mv) = mv.filter(|&mv| self.worker.position().is_legal(mv)) else { break };
            self.worker.make(mv);
            longer.push(mv);
        }
        self.worker.rewind();
        self.worker.root_moves[line].pv = longer;
    }

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

    fn result(&mut self) -> SearchResult<V> {
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
    root: &crate::worker::RootMove<V>,
    worker: &Worker<'_, V, E>,
) -> Score {
    let known = [root.score, root.previous].into_iter().find(|&score| score != -Score::INFINITE);
    known.unwrap_or_else(|| worker.line.value())
}

impl<V: Variant, E: Evaluator<V>> fmt::Debug for Searcher<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("evaluator", &self.evaluator)
            .field("options", &self.options)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}
