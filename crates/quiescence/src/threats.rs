//! Threats: what standing pat would cost.
//!
//! To stand pat is to pass, and then the other side strikes. The modifier, in the order in which it works:
//!
//! 1. The side to move passes (list 6). In check it may not pass: it answers the check instead (`answer.rs`).
//! 2. Each strike of the other side is played out by the second stage (list 6). A strike is a capture or the promotion
//!    of a pawn, a rook or a bishop.
//! 3. The two worst outcomes are kept (list 7): one move parries one threat, so the second weighs more (`worst.rs`).
//! 4. A worst threat whose victim cannot get away counts as a second one (list 8, `flight.rs`).
//! 5. A share of the loss is taken off the static value.
//!
//! `report.rs` gives the same as a list for people.
//!
//! Source: KFEnd lists 6, 7 and 8. Where we differ:
//! - Only the worst threat is tested for flights, after all strikes have been searched. List 8 tests whenever a
//!   capture becomes the worst so far, which gives the same: the flights of any other can save no more than the second
//!   worst threat already costs.
//! - By default one threat counts for each victim and for each man that promotes, losses are capped, and useless work
//!   is skipped ([`ThreatOptions`](crate::ThreatOptions)).
//! - Flights are judged with the victim lifted, so that it cannot flee along the line of what attacks it; taking an
//!   unguarded man is a flight.
//! - Pawn promotions that take nothing are threats like captures, as they are in the first stage. So are those of rooks
//!   and bishops: the second threat of the page's figure 4 is a dragon that is made, though its lists name captures
//!   alone. [`ThreatOptions::major_promotions`](crate::ThreatOptions::major_promotions) leaves them out.
//! - The lists are silent about a side in check. Here the check counts as the worst of two threats, since it has to be
//!   parried first, and what still hangs after the best answer as the second.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_rules::{Bitboard, Move, Variant};

use crate::run::Run;
use crate::{Control, QuiescenceTable, Stopped, ThreatOptions, ThreatSource, see, see_at_least};

mod answer;
mod flight;
mod report;
mod worst;

pub use report::{Threat, ThreatKind, ThreatReport, threats};
use worst::{Worst, struck};

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    /// KFEnd's modifyByThreat.
    pub(crate) fn modify_by_threats(
        &mut self,
        static_value: Score,
        alpha: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let options = self.options.threats.unwrap_or_default();
        if options.skip_useless && static_value <= alpha {
            return Ok(static_value);
        }
        let worst = self.worst_threats(static_value, alpha, &options, ply)?;
        Ok(worst.modified(&options))
    }

    fn worst_threats(
        &mut self,
        static_value: Score,
        alpha: Score,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<Worst<V>, Stopped> {
        let mut worst = Worst::new(static_value);
        // 1. The pass.
        if !self.line.make_pass() {
            let left = self.best_answer(options, ply)?.left;
            worst.add_after_check(left, options);
            return Ok(worst);
        }
        let searched = self.search_strikes(&mut worst, alpha, options, ply);
        self.line.unmake();
        searched?;
        // 4. Flights. There is nothing to gain where the second threat is as bad as the first.
        let done = options.skip_useless && worst.modified(options) <= alpha;
        if let (true, false, Some(mv)) = (options.inescapable, done, worst.by())
            && worst.first < worst.second
        {
            let saved = self.best_flight(mv, &worst, options, ply)?;
            worst.second = worst.second.min(saved);
        }
        Ok(worst)
    }

    /// Steps 2 and 3, after the pass.
    fn search_strikes(
        &mut self,
        worst: &mut Worst<V>,
        alpha: Score,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<(), Stopped> {
        let base = self.push_strikes(options);
        let values = self.line.evaluator().values();
        let static_value = worst.static_value;
        let mut at = base;
        let mut searched = Bitboard::EMPTY;
        while let Some(mv) = self.moves.pick(at) {
            at += 1;
            let limit = worst.limit(options);
            let target = struck(self.line.position(), mv);
            if options.promising_only {
                // It has to win more than what the limit has cost already.
                let least = static_value - limit + Score::centipawns(1);
                let hopeless = options.one_for_each_victim && searched.contains(target)
                    || !see_at_least(self.line.position(), mv, values, least);
                if hopeless {
                    continue;
                }
                searched |= Bitboard::of(target);
            }
            let score = self.outcome(mv, limit, options, static_value, ply)?;
            worst.add(score, mv, target, options);
            let done = options.skip_useless && worst.modified(options) <= alpha;
            if done || self.is_exhausted() {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(())
    }

    /// Pushes what the side to move could strike with; gives where that begins.
    fn push_strikes(&mut self, options: &ThreatOptions) -> usize {
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        let position = self.line.position();
        // The start of the quiescence search has no ply limit, and threats have none.
        self.moves.push_captures(position, values, self.options, 0, None);
        if options.major_promotions && !self.options.other_promotions {
            self.moves.push_major_promotions(position, values);
        }
        base
    }

    /// What the other side has left after a strike; at `limit` or above it is only a bound. `standing` is what it has
    /// now.
    fn outcome(
        &mut self,
        mv: Move<V>,
        limit: Score,
        options: &ThreatOptions,
        standing: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        match options.source {
            // No sign is turned: after a pass and a strike it is our move again.
            ThreatSource::Search => {
                self.after(mv, |run| run.second_stage(-Score::INFINITE, limit, ply + 2))
            }
            ThreatSource::Exchanges => {
                let values = self.line.evaluator().values();
                Ok(standing - see(self.line.position(), mv, values))
            }
        }
    }
}
