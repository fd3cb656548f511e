//! haitaka: copy-make boards that carry checkers and pins, sliders by Qugiy subtraction.
//!
//! Moves come as one destination board per piece through a callback, and the
//! library has no list of its own. Known to be wrong about some pawn drops that mate,
//! so the corpus holds no position where that shows.

use std::hint::black_box;

use haitaka::{Board, Move};

use crate::subject::RulesSubject;

/// haitaka 0.3.2 with its `qugiy` sliders.
#[derive(Debug)]
pub struct Haitaka;

impl RulesSubject for Haitaka {
    type Position = Board;
    type Move = Move;
    type List = Vec<Move>;

    const NAME: &'static str = "haitaka 0.3.2";

    fn parse(text: &str) -> Option<Board> {
        Board::from_sfen(text).ok()
    }

    fn perft_bulk(position: &mut Board, depth: u32) -> u64 {
        perft::<true>(position, depth)
    }

    fn perft_full(position: &mut Board, depth: u32) -> u64 {
        perft::<false>(position, depth)
    }

    fn list(position: &Board, list: &mut Vec<Move>) -> usize {
        list.clear();
        position.generate_moves(|set| {
            list.extend(set);
            false
        });
        list.len()
    }

    fn count(position: &Board) -> usize {
        let mut count = 0;
        // The length of the iterator, not of the set: the latter counts squares, and
        // a square may stand for two moves.
        position.generate_moves(|set| {
            count += set.into_iter().len();
            false
        });
        count
    }

    fn moves(position: &Board) -> Vec<Move> {
        let mut list = Vec::new();
        Self::list(position, &mut list);
        list
    }

    fn make_unmake(position: &mut Board, moves: &[Move]) -> u64 {
        moves.iter().fold(0, |sum, &mv| {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let child = black_box(&child);
            sum ^ child.hash() ^ u64::from(!child.checkers().is_empty())
        })
    }

    fn in_check(position: &Board) -> Option<bool> {
        Some(!position.checkers().is_empty())
    }
}

/// Plays moves from inside the callback, as the library's own example does, so that
/// nothing is listed. Board moves and drops get a callback each, which the compiler
/// then fits to each kind of piece: measured faster than one callback, than a list, and
/// than summing over an iterator.
fn perft<const BULK: bool>(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    if BULK && depth == 1 {
        return Haitaka::count(board) as u64;
    }
    let mut nodes = 0;
    board.generate_board_moves(|set| {
        for mv in set {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += perft::<BULK>(&child, depth - 1);
        }
        false
    });
    board.generate_drops(|set| {
        for mv in set {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += perft::<BULK>(&child, depth - 1);
        }
        false
    });
    nodes
}
