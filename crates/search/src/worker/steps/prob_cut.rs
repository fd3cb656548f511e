//! ProbCut (`Technique::ProbCut`): a capture that reaches well beyond beta in a much shallower search would reach beta in the full one.
//!
//! Source: Buro 1995, in the form of Stockfish and YaneuraOu: captures alone are tried, first by the quiescence search and,
//! where that says yes, by a search some plies shallower. Where we differ: numbers of our own.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, Stopped};
use sakiyomi_rules::{Move, Variant};

use crate::SearchOptions;
use crate::params::{PROB_CUT_DEPTH, PROB_CUT_LESS, PROB_CUT_MARGIN_CP, PROB_CUT_MOVES};
use crate::table::Entry;
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::state::{Node, ONE, is_decisive};

/// What a capture has to reach in the shallower search.
#[inline]
fn bar(beta: Score) -> Score {
    beta + Score::centipawns(PROB_CUT_MARGIN_CP)
}

/// Whether captures are tried; `known` is depth and score of the table's entry, seen from the root.
#[inline]
fn applies(options: &SearchOptions, node: &Node, known: Option<(i32, Score)>) -> bool {
    // A search that was about as deep has said no.
    let is_hopeless = known
        .is_some_and(|(depth, score)| depth > node.depth - PROB_CUT_LESS && score < bar(node.beta));
    options.prob_cut
        && node.depth >= PROB_CUT_DEPTH
        && !node.is_open
        && !node.lacks_move
        && !is_decisive(node.beta)
        && !is_hopeless
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of a node out of check that can be cut in this way.
    pub(in crate::worker) fn prob_cut(
        &mut self,
        node: &Node,
        entry: Option<Entry<V>>,
    ) -> Result<Option<Value>, Stopped> {
        let Some(eval) = node.eval else { return Ok(None) };
        let &Node { depth, ply, expects_cut: cut, .. } = node;
        let known = entry.map(|entry| (entry.depth, entry.score.from_node_to_root(ply)));
        if !applies(&self.options, node, known) {
            return Ok(None);
        }
        let (bar, less) = (bar(node.beta), depth - PROB_CUT_LESS);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_tried_where_depth_and_table_leave_hope() {
        let options = SearchOptions { prob_cut: true, ..SearchOptions::plain() };
        let node = Node::quiet(PROB_CUT_DEPTH);
        let (bar, less) = (bar(node.beta), PROB_CUT_DEPTH - PROB_CUT_LESS);
        let below = bar - ONE;
        assert_eq!(bar, node.beta + Score::centipawns(PROB_CUT_MARGIN_CP));
        assert!(applies(&options, &node, None));
        // What is known counts from a ply beyond the shallower search on.
        assert!(applies(&options, &node, Some((less, below))));
        assert!(!applies(&options, &node, Some((less + 1, below))));
        assert!(applies(&options, &node, Some((less + 1, bar))));
        for other in [
            Node::quiet(PROB_CUT_DEPTH - 1),
            Node { is_open: true, ..node },
            Node { lacks_move: true, ..node },
            Node { beta: Score::mate_in(9), ..node },
            Node { beta: Score::mated_in(9), ..node },
        ] {
            assert!(!applies(&options, &other, None));
        }
        assert!(!applies(&SearchOptions::plain(), &node, None));
    }
}
