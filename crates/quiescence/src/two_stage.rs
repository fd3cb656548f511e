//! The two stages.
//!
//! A leaf of the search proper is not quiet: a man may be about to be taken. The first stage searches all captures (and
//! pawn promotions) a few plies deep and may stand pat, that is, take the static value instead; in check it searches
//! every evasion and may not stand pat. Where its depth ends, the second stage searches only recaptures on the square
//! of the man just moved; since each ply takes a man on one square, it ends by itself.
//!
//! Source: KFEnd lists 2, 3, 4 and 5. Where we differ:
//! - mate is a distance, not −∞;
//! - results are fail-soft: they may lie outside the window, and are then bounds;
//! - captures are tried in an order, and pawns, bishops and rooks that may promote do;
//! - the table, which the page mentions only, knows for how many plies of the first stage an entry was searched.

use sakiyomi_eval::{Evaluator, Line, Score};
use sakiyomi_rules::{Move, Variant};

use crate::moves::{Moves, first_gain};
use crate::{
    Bound, Control, LastStage, QuiescenceOptions, QuiescenceTable, Stopped, TableEntry,
    ThreatPlace, Unlimited, mate_in_one, see_at_least,
};

/// The quiescence search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quiescence {
    options: QuiescenceOptions,
}

impl Quiescence {
    /// With these options.
    #[must_use]
    pub const fn new(options: QuiescenceOptions) -> Self {
        Self { options }
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &QuiescenceOptions {
        &self.options
    }

    /// The exact value of the position at the end of the line, for the side to move; mates counted from there.
    pub fn value<V: Variant, E: Evaluator<V> + ?Sized>(&self, line: &mut Line<'_, V, E>) -> Score {
        let window = Score::INFINITE;
        match self.search(line, -window, window, 0, &(), &mut Unlimited::default()) {
            Ok(score) => score,
            Err(Stopped) => unreachable!("nothing stops this search"),
        }
    }

    /// Searches with a window. `ply` is the distance from the root, from which mates are counted.
    ///
    /// A result within the window is exact; one outside is a bound. A table must not be shared between searches with
    /// different options or evaluators.
    ///
    /// # Errors
    /// [`Stopped`] when `control` says so; the line is then as it was.
    pub fn search<V: Variant, E: Evaluator<V> + ?Sized>(
        &self,
        line: &mut Line<'_, V, E>,
        alpha: Score,
        beta: Score,
        ply: u32,
        table: &impl QuiescenceTable<V>,
        control: &mut impl Control,
    ) -> Result<Score, Stopped> {
        Run::new(line, &self.options, table, control).first_stage(alpha, beta, 0, ply)
    }
}

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
    fn enter_node(&mut self) -> Result<bool, Stopped> {
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

    /// KFEnd list 5. `stage_ply` counts from the start of the quiescence search, `ply` from the root.
    pub(crate) fn first_stage(
        &mut self,
        mut alpha: Score,
        beta: Score,
        stage_ply: u32,
        ply: u32,
    ) -> Result<Score, Stopped> {
        if !self.is_in_first_stage(stage_ply) {
            return match self.options.last_stage {
                LastStage::Recaptures => self.second_stage(alpha, beta, ply),
                LastStage::StaticValue => self.enter_node().map(|_| self.line.value()),
            };
        }
        if !self.enter_node()? {
            return Ok(self.line.value());
        }

        // 1. What the table knows.
        let looks_for_threats = self.looks_for_threats(stage_ply, alpha, beta);
        // A value that depends on the window of its search is none to keep.
        let uses_table = !looks_for_threats || !self.threats_depend_on_window();
        let (first_alpha, left) = (alpha, self.stage_left(stage_ply));
        let mut known_best = None;
        if uses_table && let Some(entry) = self.table.probe(self.line.key()) {
            let exact = self.options.exact_table_depth;
            if entry.stage_depth == left || !exact && entry.stage_depth > left {
                let score = entry.score.from_node_to_root(ply);
                if entry.bound.settles(score, alpha, beta) {
                    return Ok(score);
                }
            }
            known_best = entry.best;
        }

        // 2. Evasions, or standing pat and captures.
        let base = self.moves.len();
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let in_check = self.line.position().in_check();
        let evades = in_check && self.options.evasions;
        let values = self.line.evaluator().values();
        if evades {
            let position = self.line.position();
            if !self.moves.push_evasions(position, values, self.options, known_best) {
                return Ok(Score::mated_in(ply));
            }
        } else {
            if self.options.mate_in_one
                && !in_check
                && let Some(mv) = mate_in_one(self.line.position())
            {
                let score = Score::mate_in(ply + 1);
                self.store(score, Bound::Exact, left, ply, Some(mv), uses_table);
                return Ok(score);
            }
            best = self.line.value();
            if looks_for_threats && !in_check {
                best = self.modify_by_threats(best, alpha, ply)?;
            }
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            let position = self.line.position();
            self.moves.push_captures(position, values, self.options, stage_ply, known_best);
        }

        // 3. The moves, best first.
        let filters = self.options.only_even_exchanges && !evades;
        let bar = self.options.futility_margin_cp.filter(|_| !evades);
        let bar = bar.map(|margin| best + Score::centipawns(margin));
        let mut at = base;
        while let Some(mv) = self.pick(&mut at, filters && bar.is_none()) {
            if let Some(bar) = bar {
                let most = bar + first_gain(self.line.position(), mv, values);
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
                // Asked only now, since it costs more.
                if filters && !see_at_least(self.line.position(), mv, values, Score::ZERO) {
                    continue;
                }
            }
            let score =
                -self.after(mv, |run| run.first_stage(-beta, -alpha, stage_ply + 1, ply + 1))?;
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
            }
            if score >= beta || self.is_exhausted() {
                break;
            }
        }
        // Out of budget before the last evasion: what was not tried may be no mate.
        if evades && self.is_exhausted() && at < self.moves.len() && best.is_mate() {
            best = best.max(self.line.value());
        }
        self.moves.truncate(base);
        let bound = Bound::of(best, first_alpha, beta);
        self.store(best, bound, left, ply, best_move, uses_table);
        Ok(best)
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

    #[inline]
    fn store(
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
    fn stage_left(&self, stage_ply: u32) -> u32 {
        let depends = self.options.ply_limit.is_some()
            || self.options.threats.is_some_and(|t| t.place != ThreatPlace::Everywhere);
        if self.options.stage_depth >= QuiescenceOptions::ONE_STAGE && !depends {
            QuiescenceOptions::ONE_STAGE
        } else {
            self.options.stage_depth.min(QuiescenceOptions::ONE_STAGE) - stage_ply
        }
    }

    #[inline]
    fn looks_for_threats(&self, stage_ply: u32, alpha: Score, beta: Score) -> bool {
        match self.options.threats.map(|threats| threats.place) {
            None => false,
            Some(ThreatPlace::Everywhere) => true,
            Some(ThreatPlace::Start) => stage_ply == 0,
            Some(ThreatPlace::StartOfOpenWindow) => stage_ply == 0 && (beta - alpha).value() > 1,
        }
    }

    fn threats_depend_on_window(&self) -> bool {
        let place = self.options.threats.map(|threats| threats.place);
        place == Some(ThreatPlace::StartOfOpenWindow)
    }

    /// Whether a node so many plies below the start belongs to the first stage.
    #[inline]
    pub(crate) fn is_in_first_stage(&self, stage_ply: u32) -> bool {
        stage_ply < self.options.stage_depth.min(QuiescenceOptions::MOST_PLIES)
    }

    /// What standing pat gives in a node; `None` where the side to move may not. For [`Quiescence::trace`].
    pub(crate) fn stand_pat(&mut self, stage_ply: u32) -> Result<Option<Score>, Stopped> {
        let position = self.line.position();
        if !self.is_in_first_stage(stage_ply) {
            let mated = self.options.last_stage == LastStage::Recaptures && position.is_checkmate();
            return Ok((!mated).then(|| self.line.value()));
        }
        let in_check = position.in_check();
        if in_check && self.options.evasions {
            return Ok(None);
        }
        let value = self.line.value();
        let window = Score::INFINITE;
        if in_check || !self.looks_for_threats(stage_ply, -window, window) {
            return Ok(Some(value));
        }
        self.modify_by_threats(value, -window, stage_ply).map(Some)
    }

    /// Pushes the moves that a node searches; gives where they begin. For [`Quiescence::trace`].
    pub(crate) fn push_moves(&mut self, stage_ply: u32) -> usize {
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        let position = self.line.position();
        if self.is_in_first_stage(stage_ply) {
            if position.in_check() && self.options.evasions {
                self.moves.push_evasions(position, values, self.options, None);
            } else {
                self.moves.push_captures(position, values, self.options, stage_ply, None);
            }
        } else if let (LastStage::Recaptures, Some(square)) =
            (self.options.last_stage, self.line.last_target())
        {
            self.moves.push_captures_on(square, position, values, self.options);
        }
        base
    }

    /// KFEnd list 3: recaptures only, standing pat even in check, but mate is seen.
    pub(crate) fn second_stage(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let in_budget = self.enter_node()?;
        // Before standing pat, or a mated side would.
        if self.line.position().is_checkmate() {
            return Ok(Score::mated_in(ply));
        }
        let mut best = self.line.value();
        if best >= beta || !in_budget {
            return Ok(best);
        }
        let Some(square) = self.line.last_target() else { return Ok(best) };
        alpha = alpha.max(best);
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        self.moves.push_captures_on(square, self.line.position(), values, self.options);
        let mut at = base;
        while let Some(mv) = self.moves.pick(at) {
            at += 1;
            let score = -self.after(mv, |run| run.second_stage(-beta, -alpha, ply + 1))?;
            if score > best {
                best = score;
                alpha = alpha.max(score);
            }
            if score >= beta || self.is_exhausted() {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(best)
    }
}
