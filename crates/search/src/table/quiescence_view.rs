//! The table as the quiescence search sees it.
//!
//! Its depths are stored below those of the search proper, so a shallower result never answers a deeper question.

use sakiyomi_quiescence::{QuiescenceOptions, QuiescenceTable, TableEntry};
use sakiyomi_rules::Variant;

use super::{Entry, TranspositionTable};

/// Where the depths of the quiescence search begin.
const QUIESCENCE: i32 = -80;
/// Plies of the first stage that an entry can tell apart from more.
const LONGEST_STAGE: u32 = QuiescenceOptions::ONE_STAGE;

/// What the quiescence search sees of the table; nothing, where the options say so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuiescenceView<'t>(pub(crate) Option<&'t TranspositionTable>);

impl<V: Variant> QuiescenceTable<V> for QuiescenceView<'_> {
    #[inline]
    fn probe(&self, key: u64) -> Option<TableEntry<V>> {
        let entry: Entry<V> = self.0?.probe(key)?;
        let stage_depth = u32::try_from(entry.depth - QUIESCENCE).ok()?;
        Some(TableEntry { score: entry.score, bound: entry.bound?, stage_depth, best: entry.mv })
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        if let Some(table) = self.0 {
            table.prefetch(key);
        }
    }

    #[inline]
    fn store(&self, key: u64, entry: TableEntry<V>) {
        let Some(table) = self.0 else { return };
        let TableEntry { score, bound, stage_depth, best } = entry;
        let depth = QUIESCENCE + stage_depth.min(LONGEST_STAGE) as i32;
        table.store(key, Entry { mv: best, score, eval: None, depth, bound: Some(bound) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_eval::Score;
    use sakiyomi_quiescence::Bound;
    use sakiyomi_rules::Shogi;

    #[test]
    fn a_quiescence_result_answers_only_questions_up_to_its_depth() {
        let table = TranspositionTable::new(64);
        let view = QuiescenceView(Some(&table));
        let score = Score::centipawns(7);
        let stored = TableEntry { score, bound: Bound::Exact, stage_depth: 2, best: None };
        QuiescenceTable::<Shogi>::store(&view, 5, stored);
        assert_eq!(view.probe(5), Some(stored));
        assert!(table.probe::<Shogi>(5).is_some_and(|entry| entry.depth < 1));
        // A result of the search proper is deeper than any of the quiescence search, and is not thrown away for one.
        let bound = Some(Bound::Lower);
        let proper: Entry<Shogi> = Entry { mv: None, score, eval: None, depth: 1, bound };
        table.store(5, proper);
        QuiescenceTable::<Shogi>::store(&view, 5, stored);
        let found: Option<TableEntry<Shogi>> = view.probe(5);
        assert!(found.is_some_and(|entry| entry.stage_depth > LONGEST_STAGE));
    }
}
