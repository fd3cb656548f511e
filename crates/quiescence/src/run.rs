//! One call of the quiescence search: what its nodes share.

use sakiyomi_eval::{Evaluator, Line, Score};
use sakiyomi_rules::{Move, Variant};

use crate::moves::Moves;
use crate::{
    Bound, Control, QuiescenceOptions, QuiescenceTable, Stopped, TableEntry, ThreatPlace,
    see_at_least,
};

/// One call: what stays the same from node to node.
pub(crate) struct Run<'r, 'e, V: Variant, E: Evaluator<V> + ?Sized, T, C> {
    pub(crate) line: &'r mut Line<'e, V, E>,
    pub(crate) options: &'r QuiescenceOptions,
    pub(crate) moves: Moves<V>,
    table: &'r T,
    control: &'r mut C,
    nodes_left: u64,
}

impl<'r, 'e, V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'r, 'e, V, E, T, C>
{
    pub(crate) fn new(
        line: &'r mut Line<'e, V, E>,
        options: &'r QuiescenceOptions,
        table: &'r T,
        control: &'r mut C,
    ) -> Self {
        let nodes_left = options.node_budget.unwrap_or(u64::MAX);
        Self { line, options, moves: Moves::new(), table, control, nodes_left }
    }

    /// Counts a node; whether the budget still had it.
    #[inline]
    pub(crate) fn enter_node(&mut self) -> Result<bool, Stopped> {
        self.control.enter_node()?;
        let had = self.nodes_left > 0;
        self.nodes_left = self.nodes_left.saturating_sub(1);
        Ok(had)
    }

    /// Whether the node budget is used up.
    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes_left == 0
    }

    /// Plays a move, searches, and takes it back, whatever came of it.
    #[inline]
    pub(crate) fn after(
        &mut self,
        mv: Move<V>,
        search: impl FnOnce(&mut Self) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.table.prefetch(self.line.position().key_after(mv));
        self.line.make(mv);
        let result = search(self);
        self.line.unmake();
        result
    }

    /// The next move from `at` upwards; with `filters` only one that loses no material by exchange.
    #[inline]
    pub(crate) fn pick(&mut self, at: &mut usize, filters: bool) -> Option<Move<V>> {
        let values = self.line.evaluator().values();
        loop {
            let mv = self.moves.pick(*at)?;
            *at += 1;
            if !filters || see_at_least(self.line.position(), mv, values, Score::ZERO) {
                return Some(mv);
            }
        }
    }

    /// What the table knows of this node.
    #[inline]
    pub(crate) fn known(&self) -> Option<TableEntry<V>> {
        self.table.probe(self.line.key())
    }

    #[inline]
    pub(crate) fn store(
        &self,
        score: Score,
        bound: Bound,
        stage_depth: u32,
        ply: u32,
        best: Option<Move<V>>,
        uses_table: bool,
    ) {
        // Out of budget, some nodes below had no true value.
        if uses_table && !self.is_exhausted() {
            let score = score.from_root_to_node(ply);
            self.table.store(self.line.key(), TableEntry { score, bound, stage_depth, best });
        }
    }

    /// What a table entry of this ply counts as. In one stage all plies are searched alike, unless something depends
    /// on the ply.
    #[inline]
    pub(crate) fn stage_left(&self, stage_ply: u32) -> u32 {
        let depends = self.options.ply_limit.is_some()
            || self.options.threats.is_some_and(|t| t.place != ThreatPlace::Everywhere);
        if self.options.stage_depth >= QuiescenceOptions::ONE_STAGE && !depends {
            QuiescenceOptions::ONE_STAGE
        } else {
            self.options.stage_depth.min(QuiescenceOptions::ONE_STAGE) - stage_ply
        }
    }

    #[inline]
    pub(crate) fn looks_for_threats(&self, stage_ply: u32, alpha: Score, beta: Score) -> bool {
        match self.options.threats.map(|threats| threats.place) {
            None => false,
            Some(ThreatPlace::Everywhere) => true,
            Some(ThreatPlace::Start) => stage_ply == 0,
            Some(ThreatPlace::StartOfOpenWindow) => stage_ply == 0 && (beta - alpha).value() > 1,
        }
    }

    pub(crate) fn threats_depend_on_window(&self) -> bool {
        let place = self.options.threats.map(|threats| threats.place);
        place == Some(ThreatPlace::StartOfOpenWindow)
    }

    /// Whether a node so many plies below the start belongs to the first stage.
    #[inline]
    pub(crate) fn is_in_first_stage(&self, stage_ply: u32) -> bool {
        stage_ply < self.options.stage_depth.min(QuiescenceOptions::MOST_PLIES)
    }
}
