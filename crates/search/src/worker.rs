//! One thread's search: the line it walks and what it remembers.

use alloc::vec::Vec;

use sakiyomi_eval::{Evaluator, Line, Score};
use sakiyomi_quiescence::{Control, Quiescence, Stopped};
use sakiyomi_rules::{Color, History, Move, Position, Variant};

use crate::meter::{Meter, Shared};
use crate::params::MAX_PLY;
use crate::piece_to::PieceTo;
use crate::statistics::Statistics;
use crate::table::TranspositionTable;
use crate::table::quiescence_view::QuiescenceView;
use crate::team::{Place, Question, Team};
use crate::{Root, SearchOptions, TableUse};

mod learn;
mod node;
mod picker;
mod ranked;
mod ranks;
mod root;
mod root_move;
mod rulings;
mod state;
mod steps;
mod table_use;
mod together;

use ranked::Ranked;
pub(crate) use root_move::RootMove;

/// What is known at one ply of the line.
#[derive(Clone, Debug)]
pub(crate) struct Frame<V: Variant> {
    pub(crate) pv: Vec<Move<V>>,
    pub(crate) killers: [Option<Move<V>>; 2],
    /// The static value, put right by the corrections; `None` in check.
    pub(crate) eval: Option<Score>,
    /// The static value as the evaluator gives it, for the table.
    pub(crate) raw_eval: Option<Score>,
    /// What was moved from here where to; `None` for a pass.
    pub(crate) played: Option<PieceTo>,
    /// Left out while it is asked whether it stands alone (singular extension).
    pub(crate) excluded: Option<Move<V>>,
    /// What this node asks, where several threads search: another one may settle it.
    pub(crate) question: Option<Question>,
}

impl<V: Variant> Frame<V> {
    fn new() -> Self {
        Self {
            pv: line_buffer(),
            killers: [None; 2],
            eval: None,
            raw_eval: None,
            played: None,
            excluded: None,
            question: None,
        }
    }
}

/// Room for the longest principal variation. All memory is taken before a search begins; with the first moves in the frame
/// itself (`smallvec`) longer lines would take it in the midst of the search.
fn line_buffer<V: Variant>() -> Vec<Move<V>> {
    Vec::with_capacity(MAX_PLY as usize + 2)
}

/// One thread of a search.
pub(crate) struct Worker<'a, V: Variant, E: Evaluator<V>> {
    pub(crate) line: Line<'a, V, E>,
    pub(crate) history: History,
    pub(crate) options: SearchOptions,
    pub(crate) quiescence: Quiescence,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) meter: Meter<'a>,
    pub(crate) frames: Vec<Frame<V>>,
    pub(crate) root_moves: Vec<RootMove<V>>,
    pub(crate) seldepth: u32,
    pub(crate) statistics: &'a Statistics<V>,
    /// The moves of all nodes of the line, one after another; each node takes its own off again.
    pub(crate) moves: Vec<Ranked>,
    /// Depth of the iteration.
    pub(crate) root_depth: u32,
    /// No null move above this ply: a null move's cut is being verified.
    pub(crate) no_null_before: u32,
    /// Where several threads search.
    team: Option<&'a Team>,
    /// What this thread has told the others that it searches.
    entered: Vec<Place>,
    next_look_above: u64,
    /// A node of the line that another thread has settled, its ply and value: the search unwinds to it.
    settled: Option<(u32, Score)>,
    root_side: Color,
    /// The order in which a pass takes up the moves of the root.
    turns: Vec<usize>,
}

/// Moves of all nodes of a line, as a rule.
const MOVES_OF_LINE: usize = 4096;

impl<'a, V: Variant, E: Evaluator<V>> Worker<'a, V, E> {
    pub(crate) fn new(
        evaluator: &'a E,
        root: &Root<'_, V>,
        options: SearchOptions,
        table: &'a TranspositionTable,
        shared: &'a Shared<'a>,
        statistics: &'a Statistics<V>,
        node_limit: u64,
    ) -> Self {
        let position = root.position;
        let mut quiescence = options.quiescence;
        quiescence.exact_table_depth |= options.table == TableUse::SameDepth;
        let mut history = root.history.cloned().unwrap_or_else(|| History::new(position));
        history.reserve(MAX_PLY as usize + 2);
        let mut worker = Self {
            line: Line::new(evaluator, position.clone()),
            history,
            options,
            quiescence: Quiescence::new(quiescence),
            table,
            meter: Meter::new(shared, node_limit),
            frames: (0..MAX_PLY as usize + 2).map(|_| Frame::new()).collect(),
            root_moves: Vec::new(),
            seldepth: 0,
            statistics,
            moves: Vec::with_capacity(MOVES_OF_LINE),
            root_depth: 0,
            no_null_before: 0,
            team: shared.team.as_ref(),
            entered: Vec::new(),
            next_look_above: 0,
            settled: None,
            root_side: position.side_to_move(),
            turns: Vec::new(),
        };
        worker.root_moves = worker.list_root_moves(root.moves);
        // With several threads a move may come up twice.
        worker.turns.reserve(2 * worker.root_moves.len());
        worker
    }

    pub(crate) fn position(&self) -> &Position<V> {
        self.line.position()
    }

    pub(crate) fn make(&mut self, mv: Move<V>) {
        let played = PieceTo::of(self.line.position(), mv);
        self.frames[self.line.ply().min(MAX_PLY as usize)].played = Some(played);
        self.table.prefetch(self.line.position().key_after(mv));
        self.line.make(mv);
        self.history.push(self.line.position());
    }

    /// Passes; refuses in check.
    pub(crate) fn make_pass(&mut self) -> bool {
        let passed = self.line.make_pass();
        if passed {
            self.history.push_pass(self.line.position());
            self.frames[self.line.ply() - 1].played = None;
        }
        passed
    }

    pub(crate) fn unmake(&mut self) {
        self.line.unmake();
        self.history.pop();
    }

    /// Back to the root, from wherever the search was stopped.
    pub(crate) fn rewind(&mut self) {
        while self.line.ply() > 0 {
            self.unmake();
        }
        while !self.entered.is_empty() {
            self.leave_move();
        }
        self.moves.clear();
        self.no_null_before = 0;
        for frame in &mut self.frames {
            frame.excluded = None;
            frame.question = None;
        }
    }

    /// The quiescence search at the end of the line.
    pub(crate) fn quiet_value(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let table = (self.options.table != TableUse::Off).then_some(self.table);
        let view = QuiescenceView(table);
        self.quiescence.search(&mut self.line, alpha, beta, ply, &view, &mut self.meter)
    }

    /// Counts a node of the search proper.
    pub(crate) fn enter_node(&mut self, ply: u32) -> Result<(), Stopped> {
        self.seldepth = self.seldepth.max(ply);
        self.look_above(ply)?;
        self.meter.enter_node()
    }

    /// The line from here is this move and the line below.
    pub(crate) fn take_over_pv(&mut self, mv: Move<V>, ply: u32) {
        let (here, below) = self.frames.split_at_mut(ply as usize + 1);
        let pv = &mut here[ply as usize].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}
