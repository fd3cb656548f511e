//! rsshogi: a rich state (check squares, pins, six keys, repetition) made in place
//! with a stack of states inside the position.
//!
//! It generates into fixed lists, but takes a caller's sink too; a sink that only
//! counts, taking each kind's drops by their number, is its cheapest count.

use std::hint::black_box;

use rsshogi::board::{
    LegalAll, Move32List, Move32Sink, Position, generate_legal_all_move32,
    movegen::generate_moves_move32_into, position_from_sfen,
};
use rsshogi::types::{Bitboard, Color, Move32, PieceType};

use crate::subject::RulesSubject;

/// rsshogi 1.7.3 with its default features, so without the validation of positions.
#[derive(Debug)]
pub struct Rsshogi;

impl RulesSubject for Rsshogi {
    type Position = Position;
    type Move = Move32;
    type List = Move32List;

    const NAME: &'static str = "rsshogi 1.7.3";

    fn parse(text: &str) -> Option<Position> {
        position_from_sfen(text).ok()
    }

    fn perft_bulk(position: &mut Position, depth: u32) -> u64 {
        perft::<true>(position, depth)
    }

    fn perft_full(position: &mut Position, depth: u32) -> u64 {
        perft::<false>(position, depth)
    }

    fn list(position: &Position, list: &mut Move32List) -> usize {
        generate_legal_all_move32(position, list);
        list.len()
    }

    fn count(position: &Position) -> usize {
        let mut sink = Count(0);
        generate_moves_move32_into::<LegalAll, _>(position, &mut sink);
        sink.0
    }

    fn moves(position: &Position) -> Vec<Move32> {
        let mut list = Move32List::new();
        generate_legal_all_move32(position, &mut list);
        list.iter().copied().collect()
    }

    fn make_unmake(position: &mut Position, moves: &[Move32]) -> u64 {
        moves.iter().fold(0, |sum, &mv| {
            position.apply_move32(mv);
            let child = black_box(&*position);
            let state = child.key().low_u64() ^ u64::from(!child.checkers().is_empty());
            undo(position, mv);
            sum ^ state
        })
    }

    fn gives_check(position: &Position, moves: &[Move32]) -> Option<usize> {
        Some(moves.iter().filter(|&&mv| position.gives_check_move32(mv)).count())
    }

    fn in_check(position: &Position) -> Option<bool> {
        Some(!position.checkers().is_empty())
    }
}

/// Counts the moves and keeps none.
struct Count(usize);

impl Move32Sink for Count {
    fn push_move32(&mut self, _: Move32) {
        self.0 += 1;
    }

    fn push_drop_targets(&mut self, _: PieceType, targets: Bitboard, _: Color) {
        self.0 += targets.count() as usize;
    }

    fn retain_unordered<F: FnMut(Move32) -> bool>(&mut self, _: F) {
        unreachable!("legal moves are generated without a filter afterwards");
    }
}

fn perft<const BULK: bool>(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        black_box(&*position);
        return 1;
    }
    if BULK && depth == 1 {
        return Rsshogi::count(position) as u64;
    }
    let mut list = Move32List::new();
    generate_legal_all_move32(position, &mut list);
    let mut nodes = 0;
    for &mv in list.iter() {
        position.apply_move32(mv);
        nodes += perft::<BULK>(position, depth - 1);
        undo(position, mv);
    }
    nodes
}

/// The undo that the library's own perft uses; the checked one would be an unfair charge.
#[expect(unsafe_code, reason = "the library offers its fast undo only so")]
fn undo(position: &mut Position, mv: Move32) {
    // SAFETY: every caller has just applied this very move, so the stack of states
    // is not empty and the move is its last.
    unsafe { position.undo_move32_unchecked(mv) };
}
