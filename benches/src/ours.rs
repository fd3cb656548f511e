//! sakiyomi-rules, held as its users hold it.

use std::hint::black_box;

use sakiyomi_rules::{Move, MoveList, Position, Stage, Variant};

use crate::subject::RulesSubject;

/// sakiyomi-rules for one variant.
#[derive(Debug)]
pub struct Sakiyomi<V>(core::marker::PhantomData<V>);

impl<V: Variant> RulesSubject for Sakiyomi<V> {
    type Position = Position<V>;
    type Move = Move<V>;
    type List = MoveList<V>;

    const NAME: &'static str = "sakiyomi";

    fn parse(text: &str) -> Option<Position<V>> {
        Position::from_sfen(text).ok()
    }

    fn perft_bulk(position: &mut Position<V>, depth: u32) -> u64 {
        sakiyomi_rules::perft(position, depth)
    }

    fn perft_full(position: &mut Position<V>, depth: u32) -> u64 {
        full(position, &mut vec![MoveList::new(); depth as usize])
    }

    fn list(position: &Position<V>, list: &mut MoveList<V>) -> usize {
        list.clear();
        position.append_moves(Stage::All, list);
        list.len()
    }

    fn count(position: &Position<V>) -> usize {
        position.count_legal()
    }

    fn moves(position: &Position<V>) -> Vec<Move<V>> {
        position.legal_moves().to_vec()
    }

    fn make_unmake(position: &mut Position<V>, moves: &[Move<V>]) -> u64 {
        moves.iter().fold(0, |sum, &mv| {
            let undo = position.make(mv);
            let child = black_box(&*position);
            let seen = child.key() ^ u64::from(child.in_check());
            position.unmake(undo);
            sum ^ seen
        })
    }

    fn gives_check(position: &Position<V>, moves: &[Move<V>]) -> Option<usize> {
        Some(moves.iter().filter(|&&mv| position.gives_check(mv)).count())
    }

    fn in_check(position: &Position<V>) -> Option<bool> {
        Some(position.in_check())
    }
}

/// Perft over one list for each ply, made once.
fn full<V: Variant>(position: &mut Position<V>, lists: &mut [MoveList<V>]) -> u64 {
    let Some((list, lists)) = lists.split_first_mut() else {
        black_box(&*position);
        return 1;
    };
    list.clear();
    position.append_moves(Stage::All, list);
    let mut nodes = 0;
    for &mv in &*list {
        let undo = position.make(mv);
        nodes += full(position, lists);
        position.unmake(undo);
    }
    nodes
}
