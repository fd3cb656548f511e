//! Threats to a side in check: what still hangs after its best answer.
//!
//! The answer takes the turn that could have parried something else, so what hangs then is lost. The best answer is the
//! one after which the worst strike of the other side leaves most.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_rules::{Move, Variant};

use crate::run::Run;
use crate::{Control, QuiescenceTable, Stopped, ThreatOptions};

/// What the side in check has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answered<V: Variant> {
    /// The best answer; `None` for who is mated.
    pub(super) answer: Option<Move<V>>,
    /// The outcome of the worst strike after it, for the side in check.
    pub(super) left: Score,
}

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    pub(super) fn best_answer(
        &mut self,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<Answered<V>, Stopped> {
        let mut best = Answered { answer: None, left: Score::mated_in(ply) };
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        self.moves.push_evasions(self.line.position(), values, self.options, None);
        let mut at = base;
        while let Some(mv) = self.moves.pick(at) {
            at += 1;
            let floor = best.left;
            let left = self.after(mv, |run| run.left_after_answer(floor, options, ply))?;
            if best.answer.is_none() || left > best.left {
                best = Answered { answer: Some(mv), left };
            }
            if self.is_exhausted() {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(best)
    }

    /// The worst outcome for the side that has just answered; at `floor` or below it is only a bound.
    fn left_after_answer(
        &mut self,
        floor: Score,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let standing = -self.line.value();
        let mut left = standing;
        let base = self.push_strikes(options);
        let mut at = base;
        while left > floor
            && let Some(mv) = self.moves.pick(at)
        {
            at += 1;
            left = left.min(self.outcome(mv, left, options, standing, ply)?);
            if self.is_exhausted() {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(left)
    }
}
