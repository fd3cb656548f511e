//! One-reply extension (`Technique::OneReplyExtension`): a forced move is searched a ply deeper, since it costs no breadth.
//!
//! Source: Anantharaman, Campbell and Hsu 1988 (as a case of the singular extension).

use sakiyomi_rules::{Position, Variant};

use crate::SearchOptions;
use crate::worker::state::{Candidate, Node};

/// Whether the move is the only evasion of a check, and is to be searched a ply deeper.
#[inline]
pub(in crate::worker) fn applies<V: Variant>(
    options: &SearchOptions,
    node: &Node,
    candidate: &Candidate,
    position: &Position<V>,
) -> bool {
    options.one_reply_extension
        && node.in_check
        && candidate.number == 1
        && node.may_extend
        && position.count_legal() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Minishogi;

    #[test]
    fn a_single_evasion_is_extended_until_the_depth_has_doubled() {
        let options = SearchOptions { one_reply_extension: true, ..SearchOptions::plain() };
        let extends = |sfen: &str, number, may_extend| {
            let position: Position<Minishogi> = sfen.parse().unwrap();
            let node = Node { in_check: position.in_check(), may_extend, ..Node::quiet(3) };
            applies(&options, &node, &Candidate::quiet(number), &position)
        };
        // The rook checks along the edge and the gold holds 4d: the king steps aside, or a pawn comes between.
        let (one, several) = ("r3k/5/1g3/5/K4 b - 1", "r3k/5/1g3/5/K4 b P 1");
        assert!(extends(one, 1, true));
        assert!(!extends(several, 1, true));
        assert!(!extends(one, 2, true) && !extends(one, 1, false));
        // A single move without a check is not forced by anything.
        assert!(!extends("1r2k/5/5/5/K4 b - 1", 1, true));
        let position: Position<Minishogi> = one.parse().unwrap();
        let node = Node { in_check: true, ..Node::quiet(3) };
        assert!(!applies(&SearchOptions::plain(), &node, &Candidate::quiet(1), &position));
    }
}
