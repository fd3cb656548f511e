//! What the worker asks of the transposition table and tells it.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Move, Variant};

use crate::TableUse;
use crate::table::Entry;
use crate::value::Value;
use crate::worker::Worker;

/// Under which key the table keeps a position without one of its moves.
pub(super) fn key_without<V: Variant>(key: u64, mv: Move<V>) -> u64 {
    key ^ u64::from(mv.to_bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// What the table holds under the key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry<V>> {
        if self.options.table == TableUse::Off { None } else { self.table.probe(key) }
    }

    /// The value of a node of this window and depth by what the table holds of it, where that settles it.
    pub(crate) fn answer(
        &self,
        entry: &Entry<V>,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Option<Score> {
        let is_deep_enough = match self.options.table {
            TableUse::SameDepth => entry.depth == depth,
            _ => entry.depth >= depth,
        };
        let score = entry.score.from_node_to_root(ply);
        (is_deep_enough && entry.bound?.settles(score, alpha, beta)).then_some(score)
    }

    /// Remembers the value of the node at this ply.
    pub(super) fn store(
        &self,
        key: u64,
        mv: Option<Move<V>>,
        value: Value,
        bound: Option<Bound>,
        depth: i32,
        ply: u32,
    ) {
        if self.options.table == TableUse::Off {
            return;
        }
        // What rests on the path holds for the path alone; the move is still worth knowing.
        let bound = bound.filter(|_| !value.is_tainted_at(ply));
        let score = value.score.from_root_to_node(ply);
        let eval = self.frames[ply as usize].raw_eval.filter(|_| !self.position().in_check());
        self.table.store(key, Entry { mv, score, eval, depth, bound });
    }
}
