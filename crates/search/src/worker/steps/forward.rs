//! KFEnd's forward pruning (`Technique::Forward`): moves ranked by the quiescence value that they lead to.
//!
//! Every move is played and its key is the full-window value of the quiescence search after it, seen from the mover.
//! The best n are kept; besides them at least five captures, since an exchange that loses material may still decide, and
//! a few pawn drops and pushes that attack a man (歩の叩き, 突き捨て), the commonest of tesuji (手筋). Because the
//! quiescence search feels threats, moves that make one, parry one or win something rank high at every depth.
//!
//! Source: KFEnd list 9. Where we differ:
//! - at the root, and in check, nothing is left out;
//! - where every move that is kept is mated, the others are searched after all: a mate is claimed only where it is one;
//! - one ply above the leaves nothing is ranked: the value of the node is the best key either way, and a search with a
//!   window finds it for less;
//! - a key need not be exact once it is known that it is none of the n best: the window is closed there;
//! - the same ranks can order and reduce instead of prune (realisation-probability searches and late-move reductions
//!   do with other signals what KFEnd did with this one);
//! - the table's move is searched first and always kept.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::{Bitboard, Kind, Move, MoveList, Position, Stage, Variant, attacks_of};
use smallvec::SmallVec;

use crate::params::REDUCTION_DEPTH;
use crate::worker::Worker;
use crate::worker::ranked::Ranked;
use crate::worker::state::Node;
use crate::{Forward, ForwardUse, SearchOptions};

/// What becomes of moves beyond the width, and where it ends.
#[derive(Clone, Copy, Debug)]
pub(in crate::worker) struct Width {
    moves: i32,
    prunes: bool,
    reduces: bool,
}

impl Width {
    /// All moves are within it.
    pub(in crate::worker) const ALL: Self = Self { moves: i32::MAX, prunes: false, reduces: false };

    pub(in crate::worker) fn new(forward: &Forward, moves: usize) -> Self {
        Self {
            moves: moves as i32,
            prunes: forward.purpose == ForwardUse::Prune,
            reduces: forward.purpose == ForwardUse::OrderAndReduce,
        }
    }

    /// Whether the move of this number is left out, as long as there is another that does not lose the game.
    #[inline]
    pub(in crate::worker) fn leaves_out(&self, number: i32) -> bool {
        number > self.moves && self.prunes
    }

    /// The reduction of the move of this number, which is otherwise searched `next` plies deep.
    #[inline]
    pub(in crate::worker) fn reduction(&self, node: &Node, number: i32, next: i32, r: i32) -> i32 {
        if self.reduces && number > self.moves && node.depth >= REDUCTION_DEPTH {
            (r + 1).min((next - 1).max(0))
        } else {
            r
        }
    }
}

/// The settings, where moves are ranked at this node.
#[inline]
pub(in crate::worker) fn settings(options: &SearchOptions, node: &Node) -> Option<Forward> {
    options.forward.filter(|forward| node.depth >= forward.least_depth as i32)
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// Puts the moves of the node on the list, best key first, and tells how many of them are within the width.
    pub(in crate::worker) fn rank_forward(
        &mut self,
        forward: &Forward,
        table_move: Option<Move<V>>,
        depth: i32,
        ply: u32,
    ) -> Result<usize, Stopped> {
        let mut list = MoveList::new();
        self.position().append_moves(Stage::All, &mut list);
        let base = self.moves.len();
        let width = forward.width_at(depth.max(0) as u32);
        let prunes = forward.purpose == ForwardUse::Prune && !self.position().in_check();
        // KFEnd keeps at most 14; one more for the key that falls out.
        let mut best_keys: SmallVec<[Score; 16]> = SmallVec::with_capacity(width + 1);
        for &mv in &list {
            let key = if Some(mv) == table_move {
                Score::INFINITE
            } else {
                let open = Score::INFINITE;
                let least = best_keys.get(width - 1).filter(|_| prunes).copied().unwrap_or(-open);
                self.line.make(mv);
                let result = self.quiet_value(-open, -least, ply + 1);
                self.line.unmake();
                let key = -result?;
                // A bound ranks below an exact key that is no less.
                if key > least { key } else { key.min(least - Score::centipawns(1)) }
            };
            best_keys.insert(best_keys.partition_point(|&other| other >= key), key);
            best_keys.truncate(width);
            self.moves.push(Ranked::new(key.value(), mv));
        }
        self.moves[base..].sort_unstable_by(|a, b| b.cmp(a));
        if self.position().in_check() {
            return Ok(list.len());
        }
        // Who is kept beyond the width moves up behind those within it, in order.
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

    use crate::meter::Shared;
    use crate::statistics::Statistics;
    use crate::table::TranspositionTable;
    use crate::{NoTime, Preset, Root, StopFlag};
    use sakiyomi_eval::{Line, Material};
    use sakiyomi_quiescence::Quiescence;
    use sakiyomi_rules::Shogi;

    /// List 9 written down again: the best by key, then captures up to five, then some tesuji.
    #[test]
    fn the_best_moves_five_captures_and_some_tesuji_are_kept() {
        let evaluator = Material::flat();
        let mut options = Preset::Kfend.options();
        // Keys that do not depend on the window or on what was searched before.
        options.quiescence.exact_table_depth = true;
        options.quiescence.node_budget = None;
        let Some(forward) = options.forward else { panic!("KFEnd prunes forward") };
        let table = TranspositionTable::new(1 << 20);
        let stop = StopFlag::new();
        let shared = Shared::new(&stop, &NoTime);
        let mut random = fastrand::Rng::with_seed(6);
        let mut pruned = 0;
        for _ in 0..40 {
            let mut position = Position::<Shogi>::start();
            for _ in 0..random.usize(0..80) {
                let moves = position.legal_moves();
                position.make(moves[random.usize(0..moves.len())]);
                if !position.has_legal_move() {
                    position = Position::start();
                }
            }
            let statistics = Statistics::new();
            let mut worker = Worker::new(
                &evaluator,
                &Root::from(&position),
                options,
                &table,
                &shared,
                &statistics,
                u64::MAX,
            );
            let kept = worker.rank_forward(&forward, None, 3, 0).unwrap();
            let ranked: Vec<Move<Shogi>> =
                worker.moves.iter().filter_map(|ranked| ranked.mv()).collect();
            let moves = position.legal_moves();
            assert_eq!(ranked.len(), moves.len());
            assert!(moves.iter().all(|mv| ranked.contains(mv)));
            if position.in_check() {
                assert_eq!(kept, moves.len());
                continue;
            }
            pruned += usize::from(kept < moves.len());

            let quiescence = Quiescence::new(options.quiescence);
            let mut line = Line::new(&evaluator, position.clone());
            let mut key = |mv: Move<Shogi>| {
                line.make(mv);
                let value = -quiescence.value(&mut line);
                line.unmake();
                value
            };
            let width = forward.width_at(3).min(moves.len());
            assert!(kept <= width + 5 + 4);
            // Nothing left out ranks above what is kept for its key.
            let least = ranked[..width].iter().map(|&mv| key(mv)).min().unwrap();
            assert!(ranked[kept..].iter().all(|&mv| key(mv) <= least));
            let is_capture = |mv: &&Move<Shogi>| position.kind_at(mv.to()).is_some();
            let captures = moves.iter().filter(is_capture).count();
            let kept_captures = ranked[..kept].iter().filter(is_capture).count();
            assert!(kept_captures >= captures.min(5));
            for mv in &ranked[width..kept] {
                assert!(is_capture(&mv) || is_pawn_attack(&position, *mv));
            }
        }
        assert!(pruned > 20);
    }

    #[test]
    fn moves_beyond_the_width_are_left_out_or_reduced_as_the_purpose_says() {
        let width = |purpose| Width::new(&Forward { purpose, ..Forward::kfend() }, 10);
        let node = Node::quiet(REDUCTION_DEPTH);
        let shallow = Node::quiet(REDUCTION_DEPTH - 1);
        for (purpose, prunes, reduces) in [
            (ForwardUse::Prune, true, 0),
            (ForwardUse::OrderAndReduce, false, 1),
            (ForwardUse::Order, false, 0),
        ] {
            let width = width(purpose);
            assert_eq!((width.leaves_out(10), width.leaves_out(11)), (false, prunes));
            assert_eq!(width.reduction(&node, 10, 5, 2), 2);
            assert_eq!(width.reduction(&node, 11, 5, 2), 2 + reduces);
            assert_eq!(width.reduction(&shallow, 11, 5, 2), 2);
            // A ply is left.
            assert_eq!(width.reduction(&node, 11, 3, 2), 2);
        }
        assert!(!Width::ALL.leaves_out(600));
        assert_eq!(Width::ALL.reduction(&node, 600, 5, 2), 2);
        let options = Preset::Kfend.options();
        assert!(settings(&options, &Node::quiet(2)).is_some());
        assert!(settings(&options, &Node::quiet(1)).is_none());
    }

    #[test]
    fn pawns_that_attack_a_man_are_seen() {
        let position: Position<Shogi> = "4k4/9/4s4/9/9/9/4P4/9/4K4 b P 1".parse().unwrap();
        let attacks = |text: &str| is_pawn_attack(&position, text.parse().unwrap());
        assert!(!attacks("5g5f") && !attacks("P*4d"));
        let position: Position<Shogi> = "4k4/9/4s4/9/9/9/9/9/4K4 b P 1".parse().unwrap();
        assert!(is_pawn_attack(&position, "P*5d".parse().unwrap()));
    }
}
