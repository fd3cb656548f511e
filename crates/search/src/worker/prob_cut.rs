//! ProbCut: a capture that reaches well beyond beta in a much shallower search would reach beta in the full one.
//!
//! Source: Buro 1995, in the form of Stockfish and YaneuraOu: captures alone are tried, first by the quiescence search and,
//! where that says yes, by a search some plies shallower. Where we differ: numbers of our own.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, Stopped};
use sakiyomi_rules::{Move, Variant};

use crate::params::{PROB_CUT_DEPTH, PROB_CUT_LESS, PROB_CUT_MARGIN_CP, PROB_CUT_MOVES};
use crate::table::Entry;
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::node::{ONE, is_decisive};

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of a node out of check that can be cut in this way; `eval` is its static value.
    pub(super) fn prob_cut(
        &mut self,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: u32,
        cut: bool,
        entry: Option<Entry<V>>,
    ) -> Result<Option<Value>, Stopped> {
        if !self.options.prob_cut || depth < PROB_CUT_DEPTH || is_decisive(beta) {
            return Ok(None);
        }
        let bar = beta + Score::centipawns(PROB_CUT_MARGIN_CP);
        let less = depth - PROB_CUT_LESS;
        // A search that was about as deep has said no.
        let is_hopeless = entry
            .is_some_and(|entry| entry.depth > less && entry.score.from_node_to_root(ply) < bar);
        if is_hopeless {
            return Ok(None);
        }
        let needed = (bar - eval).value().max(0);
        let table_move = entry.and_then(|entry| entry.mv);
        let first = table_move.filter(|&mv| self.position().is_legal(mv) && self.is_tactical(mv));
        let mut picker = self.picker(first, ply);
        let mut tried = 0;
        // Killers come after the captures that do not lose; no other move has to be listed.
        while tried < PROB_CUT_MOVES
            && let Some(mv) =
                self.next_move(&mut picker, ply).filter(|&mv: &Move<V>| self.is_tactical(mv))
        {
            if !self.exchange_at_least(mv, needed) {
                continue;
            }
            tried += 1;
            self.make(mv);
            let mut value = Value::pure(-self.quiet_value(-bar, -bar + ONE, ply + 1)?);
            if value.score >= bar {
                value = -self.node::<false>(-bar, -bar + ONE, less, ply + 1, !cut)?;
            }
            self.unmake();
            if value.score >= bar {
                self.finish(&picker);
                self.store(self.line.key(), Some(mv), value, Some(Bound::Lower), less + 1, ply);
                return Ok(Some(value));
            }
        }
        self.finish(&picker);
        Ok(None)
    }
}
