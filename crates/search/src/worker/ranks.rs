//! How likely a move is to be good, before it is searched: what the picker orders moves by.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::see_at_least;
use sakiyomi_rules::{Kind, Move, Variant};

use crate::piece_to::PieceTo;
use crate::statistics::Following;
use crate::worker::Worker;

impl<'a, V: Variant, E: Evaluator<V>> Worker<'a, V, E> {
    /// Whether the move is of the captures' stage.
    pub(crate) fn is_tactical(&self, mv: Move<V>) -> bool {
        let position = self.position();
        let is_pawn = || mv.from().and_then(|from| position.kind_at(from)) == Some(Kind::Pawn);
        position.kind_at(mv.to()).is_some() || mv.is_promotion() && is_pawn()
    }

    pub(crate) fn is_even(&self, mv: Move<V>) -> bool {
        self.exchange_at_least(mv, 0)
    }

    pub(crate) fn exchange_at_least(&self, mv: Move<V>, centipawns: i32) -> bool {
        let values = self.line.evaluator().values();
        see_at_least(self.position(), mv, values, Score::centipawns(centipawns))
    }

    /// Dear victims first, cheap takers first.
    pub(crate) fn capture_rank(&self, mv: Move<V>) -> i32 {
        let position = self.position();
        let values = self.line.evaluator().values();
        let mover = mv.from().and_then(|from| position.kind_at(from)).unwrap_or(Kind::Pawn);
        let mut rank = -values.on_board(mover).value() / 16;
        if mv.is_promotion() {
            rank += values.gain_of_promotion(mover).value();
        }
        if let Some(victim) = position.kind_at(mv.to()) {
            rank += values.gain_of_capture(victim).value();
            if self.options.capture_history {
                rank += self.statistics.capture(PieceTo::of(position, mv), victim) / 32;
            }
        }
        rank
    }

    pub(crate) fn quiet_rank(&self, mv: Move<V>, ply: u32, following: Following<'_>) -> i32 {
        let mut rank = self.quiet_history(mv, following);
        if self.options.promotions_before_killers {
            if mv.is_promotion() {
                rank += 400_000;
            }
            let killers = self.frames[ply as usize].killers;
            if self.options.killers && killers.contains(&Some(mv)) {
                rank += if killers[0] == Some(mv) { 300_000 } else { 200_000 };
            }
        } else if mv.is_promotion() {
            rank += 4_000;
        }
        rank
    }

    /// How well a quiet move has done, within plus and minus three times the bound of the statistics.
    #[inline]
    pub(crate) fn quiet_history(&self, mv: Move<V>, following: Following<'_>) -> i32 {
        let position = self.position();
        let history = if self.options.history {
            self.statistics.history(position.side_to_move(), mv)
        } else {
            0
        };
        history + following.sum(PieceTo::of(position, mv))
    }

    /// What followed on the moves before this ply, as far as the options want to know.
    #[inline]
    pub(crate) fn following(&self, ply: u32) -> Following<'a> {
        if self.options.continuation_history {
            self.statistics.after(self.before(ply))
        } else {
            Following::default()
        }
    }

    /// The move made `back` plies before this ply.
    pub(crate) fn played(&self, ply: u32, back: u32) -> Option<PieceTo> {
        let ply = ply.checked_sub(back)?;
        self.frames[ply as usize].played
    }

    /// The moves one and two plies before.
    pub(crate) fn before(&self, ply: u32) -> [Option<PieceTo>; 2] {
        [self.played(ply, 1), self.played(ply, 2)]
    }
}
