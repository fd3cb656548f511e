//! KFEnd's forward pruning: moves ranked by the quiescence value that they lead to.
//!
//! Every move is played and its key is the full-window value of the quiescence search after it, seen from the mover.
//! The best n are kept; besides them at least five captures, since an exchange that loses material may still decide, and
//! a few pawn drops and pushes that attack a man (歩の叩き, 突き捨て), the commonest of tesuji (手筋). Because the
//! quiescence search feels threats, moves that make one, parry one or win something rank high at every depth.
//!
//! Source: KFEnd list 9. Where we differ:
//! - at the root, and in check, nothing is left out;
//! - the same ranks can order and reduce instead of prune (realisation-probability searches and late-move reductions
//!   do with other signals what KFEnd did with this one);
//! - the table's move is searched first and always kept.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::{Bitboard, Kind, Move, MoveList, Position, Stage, Variant, attacks_of};

use crate::Forward;
use crate::worker::{Ranked, Worker};

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// Puts the moves of the node on the list, best key first, and tells how many of them are within the width.
    pub(super) fn rank_forward(
        &mut self,
        forward: &Forward,
        table_move: Option<Move<V>>,
        depth: i32,
        ply: u32,
    ) -> Result<usize, Stopped> {
        let mut list = MoveList::new();
        self.position().append_moves(Stage::All, &mut list);
        let base = self.moves.len();
        for &mv in &list {
            let key = if Some(mv) == table_move {
                Score::INFINITE
            } else {
                let open = Score::INFINITE;
                self.line.make(mv);
                let result = self.quiet_value(-open, open, ply + 1);
                self.line.unmake();
                -result?
            };
            self.moves.push(Ranked::new(key.value(), mv));
        }
        self.moves[base..].sort_unstable_by(|a, b| b.cmp(a));
        if self.position().in_check() {
            return Ok(list.len());
        }
        // Who is kept beyond the width moves up behind those within it, in order.
        let width = forward.width_at(depth.max(0) as u32);
        let mut kept = width.min(list.len());
        let is_capture = |position: &Position<V>, ranked: Ranked| {
            ranked.mv::<V>().is_some_and(|mv| position.kind_at(mv.to()).is_some())
        };
        let position = self.line.position();
        let within = &self.moves[base..base + kept];
        let mut captures = within.iter().filter(|&&ranked| is_capture(position, ranked)).count();
        let mut tesuji = 0;
        for at in base + kept..self.moves.len() {
            let ranked = self.moves[at];
            let keep = if is_capture(position, ranked) {
                captures += 1;
                captures <= usize::from(forward.captures)
            } else if ranked.mv().is_some_and(|mv| is_pawn_attack(position, mv)) {
                tesuji += 1;
                tesuji <= forward.tesuji
            } else {
                false
            };
            if keep {
                self.moves[base + kept..=at].rotate_right(1);
                kept += 1;
            }
        }
        Ok(kept)
    }
}

/// Whether the move drops or pushes a pawn so that it attacks a man.
fn is_pawn_attack<V: Variant>(position: &Position<V>, mv: Move<V>) -> bool {
    let kind = mv.dropped().or_else(|| mv.from().and_then(|from| position.kind_at(from)));
    if kind != Some(Kind::Pawn) || mv.is_promotion() {
        return false;
    }
    let us = position.side_to_move();
    let attacked = attacks_of(us, Kind::Pawn, mv.to(), Bitboard::EMPTY);
    !(attacked & position.occupied_by(!us)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Shogi;

    #[test]
    fn pawns_that_attack_a_man_are_seen() {
        let position: Position<Shogi> = "4k4/9/4s4/9/9/9/4P4/9/4K4 b P 1".parse().unwrap();
        let attacks = |text: &str| is_pawn_attack(&position, text.parse().unwrap());
        assert!(!attacks("5g5f") && !attacks("P*4d"));
        let position: Position<Shogi> = "4k4/9/4s4/9/9/9/9/9/4K4 b P 1".parse().unwrap();
        assert!(is_pawn_attack(&position, "P*5d".parse().unwrap()));
    }
}
