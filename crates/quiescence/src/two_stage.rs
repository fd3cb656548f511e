//! The two stages.
//!
//! A leaf of the search proper is not quiet: a man may be about to be taken. The first stage searches all captures (and
//! pawn promotions) a few plies deep and may stand pat, that is, take the static value instead; in check it searches
//! every evasion and may not stand pat. Where its depth ends, the second stage searches only recaptures on the square
//! of the man just moved; since each ply takes a man on one square, it ends by itself.
//!
//! Source: KFEnd lists 2, 3 and 4. Where we differ:
//! - mate is a distance, not −∞;
//! - results are fail-soft: they may lie outside the window, and are then bounds;
//! - captures are tried in the order of what they take, less what takes it.

use sakiyomi_eval::{Evaluator, Line, PieceValues, Score};
use sakiyomi_rules::{Kind, Move, MoveList, Position, Stage, Variant};

use crate::{Bound, Control, QuiescenceOptions, QuiescenceTable, Stopped, TableEntry, Unlimited};

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
        let mut run = Run { line, options: &self.options, table, control };
        run.first_stage(alpha, beta, self.options.stage_depth, ply)
    }
}

/// One call: what stays the same from node to node.
struct Run<'r, 'e, V: Variant, E: Evaluator<V> + ?Sized, T, C> {
    line: &'r mut Line<'e, V, E>,
    options: &'r QuiescenceOptions,
    table: &'r T,
    control: &'r mut C,
}

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    /// KFEnd list 4. `depth` is what is left of the first stage.
    fn first_stage(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        ply: u32,
    ) -> Result<Score, Stopped> {
        if depth == 0 {
            return self.second_stage(alpha, beta, ply);
        }
        self.control.enter_node()?;
        let (key, first_alpha) = (self.line.key(), alpha);
        let known = self.table.probe(key).filter(|entry| entry.stage_depth >= depth);
        if let Some(entry) = known {
            let score = entry.score.from_node_to_root(ply);
            if entry.bound.settles(score, alpha, beta) {
                return Ok(score);
            }
        }

        let mut moves = MoveList::new();
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        if self.line.position().in_check() {
            self.line.position().append_moves(Stage::All, &mut moves);
            if moves.is_empty() {
                return Ok(Score::mated_in(ply));
            }
        } else {
            best = self.line.value();
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            let position = self.line.position();
            position.append_moves(Stage::Captures, &mut moves);
            if !self.options.pawn_promotions {
                moves.retain(|mv| position.kind_at(mv.to()).is_some());
            }
        }
        order(&mut moves, self.line.position(), self.line.evaluator().values());

        for &mv in &moves {
            self.line.make(mv);
            let result = self.first_stage(-beta, -alpha, depth - 1, ply + 1);
            self.line.unmake();
            let score = -result?;
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let bound = Bound::of(best, first_alpha, beta);
        let score = best.from_root_to_node(ply);
        self.table.store(key, TableEntry { score, bound, stage_depth: depth, best: best_move });
        Ok(best)
    }

    /// KFEnd list 3: recaptures only, standing pat even in check, but mate is seen.
    fn second_stage(&mut self, mut alpha: Score, beta: Score, ply: u32) -> Result<Score, Stopped> {
        self.control.enter_node()?;
        let position = self.line.position();
        // Before standing pat, or a mated side would.
        if position.is_checkmate() {
            return Ok(Score::mated_in(ply));
        }
        let mut best = self.line.value();
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let mut moves = MoveList::new();
        if let Some(square) = self.line.last_target() {
            position.append_moves(Stage::To(square), &mut moves);
            moves.retain(|mv| position.kind_at(mv.to()).is_some());
            order(&mut moves, position, self.line.evaluator().values());
        }
        for &mv in &moves {
            self.line.make(mv);
            let result = self.second_stage(-beta, -alpha, ply + 1);
            self.line.unmake();
            let score = -result?;
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}

/// Dear victims first, cheap takers first.
fn order<V: Variant>(moves: &mut MoveList<V>, position: &Position<V>, values: &PieceValues) {
    moves.as_mut_slice().sort_by_cached_key(|&mv| rank(mv, position, values));
}

fn rank<V: Variant>(mv: Move<V>, position: &Position<V>, values: &PieceValues) -> i32 {
    let victim = position.kind_at(mv.to()).map_or(0, |kind| values.gain_of_capture(kind).value());
    let mover = mv.from().and_then(|from| position.kind_at(from)).unwrap_or(Kind::Pawn);
    let promotion = if mv.is_promotion() { values.gain_of_promotion(mover).value() } else { 0 };
    values.on_board(mover).value() / 16 - victim - promotion
}
