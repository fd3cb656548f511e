//! Mate in one (`Technique::MateInOne`), looked for without playing moves.
//!
//! Source: YaneuraOu, Hiyoko shogi. Where the position has been at this step before, it was looked for then; where a move
//! is left out, the question is about the others.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, mate_in_one};
use sakiyomi_rules::Variant;

use crate::SearchOptions;
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::state::Node;

/// Whether a mate is looked for; `known_depth` is that of the table's entry.
#[inline]
fn applies(options: &SearchOptions, node: &Node, known_depth: Option<i32>) -> bool {
    let was_here = known_depth.is_some_and(|depth| depth >= 1);
    options.mate_in_one && !node.in_check && !was_here && !node.lacks_move
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of a node where a move mates. It goes into the table under the key.
    #[inline]
    pub(in crate::worker) fn mate_in_one(
        &mut self,
        node: &Node,
        key: u64,
        known_depth: Option<i32>,
    ) -> Option<Value> {
        if !applies(&self.options, node, known_depth) {
            return None;
        }
        let mv = mate_in_one(self.position())?;
        let value = Value::pure(Score::mate_in(node.ply + 1));
        let frame = &mut self.frames[node.ply as usize];
        frame.pv.push(mv);
        (frame.eval, frame.raw_eval) = (None, None);
        self.store(key, Some(mv), value, Some(Bound::Exact), node.depth, node.ply);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_looked_for_once_and_only_where_it_may_be() {
        let options = SearchOptions { mate_in_one: true, ..SearchOptions::plain() };
        let node = Node::quiet(3);
        assert!(applies(&options, &node, None));
        // The quiescence search's entries have depths below 1.
        assert!(applies(&options, &node, Some(0)));
        assert!(!applies(&options, &node, Some(1)));
        assert!(!applies(&options, &Node { in_check: true, ..node }, None));
        assert!(!applies(&options, &Node { lacks_move: true, ..node }, None));
        assert!(!applies(&SearchOptions::plain(), &node, None));
    }
}
