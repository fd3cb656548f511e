//! What a cut teaches the ordering of moves: killers, counter-moves and the histories.
//!
//! The move that cut gets a bonus that grows with the depth, those tried before it in vain get the same off.

use sakiyomi_eval::Evaluator;
use sakiyomi_rules::{Move, Variant};

use crate::params::{BONUS_MOST, BONUS_PER_SQUARE};
use crate::piece_to::PieceTo;
use crate::worker::Worker;

/// Moves that were tried before the one that cut.
const MOST_TRIED: usize = 32;

/// The moves tried at a node, for the statistics.
pub(super) struct Tried<V: Variant> {
    moves: [Option<Move<V>>; MOST_TRIED],
    count: usize,
}

impl<V: Variant> Tried<V> {
    pub(super) fn new() -> Self {
        Self { moves: [None; MOST_TRIED], count: 0 }
    }

    pub(super) fn add(&mut self, mv: Move<V>) {
        if self.count < MOST_TRIED {
            self.moves[self.count] = Some(mv);
            self.count += 1;
        }
    }
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// A move cut: it and those tried before it in vain are remembered.
    pub(super) fn note_cut(
        &mut self,
        mv: Move<V>,
        ply: u32,
        depth: i32,
        quiets: &Tried<V>,
        captures: &Tried<V>,
    ) {
        let us = self.position().side_to_move();
        let before = self.before(ply);
        let bonus = (BONUS_PER_SQUARE * depth * depth).min(BONUS_MOST);
        if !self.is_tactical(mv) {
            let killers = &mut self.frames[ply as usize].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(before) = before[0].filter(|_| self.options.counter_moves) {
                self.statistics.set_counter(us, before, mv);
            }
            self.add_quiet(mv, before, bonus);
            for &tried in quiets.moves.iter().flatten() {
                self.add_quiet(tried, before, -bonus);
            }
        } else {
            self.add_capture(mv, bonus);
        }
        for &tried in captures.moves.iter().flatten() {
            self.add_capture(tried, -bonus);
        }
    }

    fn add_quiet(&mut self, mv: Move<V>, before: [Option<PieceTo>; 2], bonus: i32) {
        let position = self.line.position();
        if self.options.history {
            self.statistics.add_history(position.side_to_move(), mv, bonus);
        }
        if self.options.continuation_history {
            let here = PieceTo::of(position, mv);
            self.statistics.add_continuation(before, here, bonus);
        }
    }

    fn add_capture(&mut self, mv: Move<V>, bonus: i32) {
        let position = self.line.position();
        let victim = position.kind_at(mv.to()).filter(|_| self.options.capture_history);
        if let Some(victim) = victim {
            self.statistics.add_capture(PieceTo::of(position, mv), victim, bonus);
        }
    }
}
