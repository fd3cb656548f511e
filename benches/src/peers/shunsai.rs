//! shunsai: magic sliders over 128-bit boards, made and taken back in place.
//!
//! Moves come as one pair of destination boards per piece through a callback. Parsing
//! is the business of `shogi_usi_parser`, which wants the keyword `sfen` first.

use core::ops::ControlFlow;
use std::hint::black_box;

use shogi_usi_parser::FromUsi;
use shunsai::Position;
use shunsai::shogi_core::{Move, PartialPosition};

use crate::subject::RulesSubject;

/// shunsai 0.1.2, read through `shogi_usi_parser` 0.1.0.
#[derive(Debug)]
pub struct Shunsai;

impl RulesSubject for Shunsai {
    type Position = Position;
    type Move = Move;
    type List = Vec<Move>;

    const NAME: &'static str = "shunsai 0.1.2";

    fn text(sfen: &str) -> String {
        format!("sfen {sfen}")
    }

    fn parse(text: &str) -> Option<Position> {
        PartialPosition::from_usi_lite(text).map(Position::new)
    }

    fn perft_bulk(position: &mut Position, depth: u32) -> u64 {
        perft::<true>(position, depth, &mut Vec::with_capacity(1024))
    }

    fn perft_full(position: &mut Position, depth: u32) -> u64 {
        perft::<false>(position, depth, &mut Vec::with_capacity(1024))
    }

    fn list(position: &Position, list: &mut Vec<Move>) -> usize {
        list.clear();
        append(position, list);
        list.len()
    }

    fn count(position: &Position) -> usize {
        let mut count = 0;
        let _ = position.generate_moves(|set| {
            count += set.len();
            ControlFlow::Continue(())
        });
        count
    }

    fn moves(position: &Position) -> Vec<Move> {
        position.legal_moves()
    }

    fn make_unmake(position: &mut Position, moves: &[Move]) -> u64 {
        moves.iter().fold(0, |sum, &mv| {
            let undo = position.do_move(mv);
            let key = black_box(&*position).key();
            position.undo_move(mv, undo);
            sum ^ key
        })
    }

    fn in_check(position: &Position) -> Option<bool> {
        Some(position.in_check())
    }
}

fn append(position: &Position, list: &mut Vec<Move>) {
    let _ = position.generate_moves(|set| {
        set.write_into(list);
        ControlFlow::Continue(())
    });
}

/// Perft over one list shared by all plies as a stack: `legal_moves` would allocate
/// at every node.
fn perft<const BULK: bool>(position: &mut Position, depth: u32, list: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        black_box(&*position);
        return 1;
    }
    if BULK && depth == 1 {
        return Shunsai::count(position) as u64;
    }
    let first = list.len();
    append(position, list);
    let mut nodes = 0;
    for index in first..list.len() {
        let mv = list[index];
        let undo = position.do_move(mv);
        nodes += perft::<BULK>(position, depth - 1, list);
        position.undo_move(mv, undo);
    }
    list.truncate(first);
    nodes
}
