//! Singular extension (`Technique::SingularExtension`): a table move that is much better than all others is searched a ply
//! deeper, since everything hangs on it.
//!
//! Source: Anantharaman, Campbell and Hsu 1988, in the form of Stockfish: the node is searched again without the move, half
//! as deep, against a bar a little below the table's score. Where the others reach the bar and the bar beta, another move
//! cuts as well (multi-cut); where the table's score alone reaches beta, the move is searched a ply less deep.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, Stopped};
use sakiyomi_rules::{Move, Variant};

use crate::SearchOptions;
use crate::params::{SINGULAR_DEPTH, SINGULAR_MARGIN_CP};
use crate::table::Entry;
use crate::value::Value;
use crate::worker::Worker;
use crate::worker::state::{Node, ONE, is_decisive};

/// What the search without the move showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::worker) enum Singular {
    /// Nothing.
    Nothing,
    /// The move is searched so many plies deeper.
    Extend(i32),
    /// The node is cut.
    Cut(Value),
}

/// Whether it is asked at all, of the table move of a node whose entry has this depth, bound and score.
#[inline]
fn applies(
    options: &SearchOptions,
    node: &Node,
    known_depth: i32,
    bound: Option<Bound>,
    score: Score,
) -> bool {
    options.singular_extension
        && node.depth >= SINGULAR_DEPTH
        && !node.lacks_move
        && node.may_extend
        && known_depth >= node.depth - 3
        && bound.is_some_and(|bound| bound != Bound::Upper)
        && !is_decisive(score)
}

/// What the others must not reach, for a table's score.
#[inline]
fn bar(score: Score, depth: i32) -> Score {
    score - Score::centipawns(SINGULAR_MARGIN_CP * depth)
}

/// What follows from the value of the others.
#[inline]
fn judge(others: Value, bar: Score, score: Score, beta: Score) -> Singular {
    if others.score < bar {
        Singular::Extend(1)
    } else if bar >= beta {
        Singular::Cut(Value { score: bar, ..others })
    } else if score >= beta {
        Singular::Extend(-1)
    } else {
        Singular::Nothing
    }
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// Asks whether the table move stands alone; `score` is the table's, seen from the root.
    #[inline]
    pub(in crate::worker) fn singular(
        &mut self,
        node: &Node,
        mv: Move<V>,
        entry: &Entry<V>,
        score: Score,
    ) -> Result<Singular, Stopped> {
        if !applies(&self.options, node, entry.depth, entry.bound, score) {
            return Ok(Singular::Nothing);
        }
        let at = node.ply as usize;
        let bar = bar(score, node.depth);
        self.frames[at].excluded = Some(mv);
        let half = (node.depth - 1) / 2;
        let others = self.node::<false>(bar - ONE, bar, half, node.ply, node.expects_cut)?;
        self.frames[at].excluded = None;
        Ok(judge(others, bar, score, node.beta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_asked_where_the_table_knows_enough() {
        let options = SearchOptions { singular_extension: true, ..SearchOptions::plain() };
        let (node, score) = (Node::quiet(SINGULAR_DEPTH), Score::centipawns(40));
        let (least, lower) = (SINGULAR_DEPTH - 3, Some(Bound::Lower));
        assert!(applies(&options, &node, least, lower, score));
        assert!(applies(&options, &node, least, Some(Bound::Exact), score));
        assert!(!applies(&options, &node, least - 1, lower, score));
        assert!(!applies(&options, &node, least, Some(Bound::Upper), score));
        assert!(!applies(&options, &node, least, None, score));
        assert!(!applies(&options, &node, least, lower, Score::mate_in(9)));
        for node in [
            Node::quiet(SINGULAR_DEPTH - 1),
            Node { lacks_move: true, ..node },
            Node { may_extend: false, ..node },
        ] {
            assert!(!applies(&options, &node, SINGULAR_DEPTH, lower, score));
        }
        assert!(!applies(&SearchOptions::plain(), &node, least, lower, score));
    }

    #[test]
    fn a_move_alone_is_extended_and_one_among_several_may_cut() {
        let cp = Score::centipawns;
        let others = |score| Value { score: cp(score), reach: 3 };
        let (score, depth) = (cp(100), 10);
        let bar = bar(score, depth);
        assert_eq!(bar, cp(100 - 2 * 10));
        assert_eq!(judge(others(79), bar, score, cp(50)), Singular::Extend(1));
        // The value without the move rests on what the others rest on.
        let cut = Singular::Cut(Value { score: bar, reach: 3 });
        assert_eq!(judge(others(80), bar, score, cp(80)), cut);
        assert_eq!(judge(others(80), bar, score, cp(81)), Singular::Extend(-1));
        assert_eq!(judge(others(80), bar, score, cp(100)), Singular::Extend(-1));
        assert_eq!(judge(others(80), bar, score, cp(101)), Singular::Nothing);
    }
}
