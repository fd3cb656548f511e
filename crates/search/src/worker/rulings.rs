//! Where the rules decide within the tree: repetition (sennichite, 千日手) and declared wins (入玉宣言).

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_rules::{Declaration, Repetition, Variant};

use crate::params::REPETITION_LOSS_CP;
use crate::value::Value;
use crate::worker::Worker;

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of a position that has come up before, if it has.
    ///
    /// A return to a position of the tree is judged at once as the rule judges the fourth occurrence: going round again
    /// cannot help either side. A return to a position of the game before the root is not, until it really is the
    /// fourth: the side that would lose by it has shown only that it once played into it, and may do otherwise now.
    pub(crate) fn repetition(&self, ply: u32) -> Option<Value> {
        let back = self.history.returned_after()?;
        let position = self.line.position();
        let reach = ply as i32 - back as i32;
        let (verdict, reach) = if reach >= 0 {
            (self.history.returned(position)?, reach)
        } else {
            (self.history.ruling(position)?, -1)
        };
        Some(Value { score: self.score_of_repetition(verdict, ply), reach })
    }

    fn score_of_repetition(&self, verdict: Repetition, ply: u32) -> Score {
        let us = self.position().side_to_move();
        let loss = Score::centipawns(REPETITION_LOSS_CP - ply as i32);
        match verdict.loser() {
            None => self.draw_score(),
            Some(loser) if loser == us => -loss,
            Some(_) => loss,
        }
    }

    /// A draw, for the side to move.
    pub(crate) fn draw_score(&self) -> Score {
        let contempt = Score::centipawns(self.options.contempt_cp);
        if self.position().side_to_move() == self.root_side { -contempt } else { contempt }
    }

    /// What the side to move may declare.
    pub(crate) fn declaration(&self) -> Declaration {
        let Some(rule) = self.options.declaration.filter(|_| V::HAS_DECLARATION) else {
            return Declaration::No;
        };
        let position = self.position();
        let us = position.side_to_move();
        if !position.king(us).is_some_and(|king| king.is_in_zone(us)) {
            return Declaration::No;
        }
        position.declaration(rule).unwrap_or(Declaration::No)
    }
}
