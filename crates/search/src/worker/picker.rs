//! Which move next: in stages, so that moves that are never tried are never made.
//!
//! Table move, captures that do not lose, killers and the counter-move, quiet moves by history, captures that lose. Each
//! stage leaves out what an earlier one has given, so nothing is searched twice (Hiyoko shogi v0.06 did, and its author
//! called it a waste).

use core::ops::ControlFlow;

use sakiyomi_eval::Evaluator;
use sakiyomi_rules::{Move, Stage, Variant};

use crate::worker::Worker;
use crate::worker::ranked::{Ranked, bring_best_to_front};

/// So many quiet moves are picked one by one before the rest are sorted.
const PICKED: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Table,
    Captures,
    GoodCaptures,
    Special(usize),
    Quiets,
    TheQuiets,
    BadCaptures,
    Evasions,
    Listed,
}

/// How far the moves of one node have been given. The moves themselves stand in the worker's list from `base` on.
#[derive(Clone, Debug)]
pub(crate) struct Picker<V: Variant> {
    step: Step,
    table_move: Option<Move<V>>,
    /// Killers and counter-move.
    specials: [Option<Move<V>>; 3],
    base: usize,
    at: usize,
    /// Losing captures have been moved to `base..bad_end`.
    bad_end: usize,
    bad_at: usize,
    skip_quiets: bool,
}

impl<V: Variant> Picker<V> {
    /// Gives no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }
}

impl<'a, V: Variant, E: Evaluator<V>> Worker<'a, V, E> {
    pub(crate) fn picker(&self, table_move: Option<Move<V>>, ply: u32) -> Picker<V> {
        let mut specials = [None; 3];
        if self.options.killers && !self.options.promotions_before_killers {
            let [first, second] = self.frames[ply as usize].killers;
            specials = [first, second, None];
        }
        if let Some(before) = self.played(ply, 1).filter(|_| self.options.counter_moves) {
            let us = self.position().side_to_move();
            let counter = self.statistics.counter(us, before);
            specials[2] = counter.filter(|&mv| !specials.contains(&Some(mv)));
        }
        let base = self.moves.len();
        let step = Step::Table;
        let (at, bad_end, bad_at, skip_quiets) = (base, base, base, false);
        Picker { step, table_move, specials, base, at, bad_end, bad_at, skip_quiets }
    }

    /// A picker that gives the moves that stand in the list from `base` on, in that order.
    pub(crate) fn picker_of_list(&self, base: usize) -> Picker<V> {
        Picker {
            step: Step::Listed,
            table_move: None,
            specials: [None; 3],
            base,
            at: base,
            bad_end: base,
            bad_at: base,
            skip_quiets: false,
        }
    }

    /// Takes the picker's moves off the list.
    pub(crate) fn finish(&mut self, picker: &Picker<V>) {
        self.moves.truncate(picker.base);
    }

    /// The next move to try.
    pub(crate) fn next_move(&mut self, picker: &mut Picker<V>, ply: u32) -> Option<Move<V>> {
        loop {
            match picker.step {
                Step::Table => {
                    let in_check = self.position().in_check();
                    picker.step = if in_check { Step::Evasions } else { Step::Captures };
                    if in_check {
                        self.list_evasions(ply);
                    }
                    if picker.table_move.is_some() {
                        return picker.table_move;
                    }
                }
                Step::Captures => {
                    self.list_captures();
                    picker.step = Step::GoodCaptures;
                }
                Step::GoodCaptures => {
                    let Some(mv) = self.take(picker) else {
                        picker.step = Step::Special(0);
                        continue;
                    };
                    if self.options.bad_captures_last && !self.is_even(mv) {
                        self.moves[picker.bad_end] = self.moves[picker.at - 1];
                        picker.bad_end += 1;
                    } else {
                        return Some(mv);
                    }
                }
                Step::Special(index) => {
                    if index == picker.specials.len() || picker.skip_quiets {
                        picker.step = Step::Quiets;
                        continue;
                    }
                    picker.step = Step::Special(index + 1);
                    let special = picker.specials[index].filter(|&mv| {
                        Some(mv) != picker.table_move
                            && !self.is_tactical(mv)
                            && self.position().is_legal(mv)
                    });
                    picker.specials[index] = special;
                    if special.is_some() {
                        return special;
                    }
                }
                Step::Quiets => {
                    if picker.skip_quiets {
                        picker.step = Step::BadCaptures;
                        continue;
                    }
                    self.moves.truncate(picker.bad_end);
                    picker.at = picker.bad_end;
                    self.list_quiets(ply);
                    picker.step = Step::TheQuiets;
                }
                Step::TheQuiets => {
                    if picker.skip_quiets || picker.at == self.moves.len() {
                        picker.step = Step::BadCaptures;
                        continue;
                    }
                    let rest = &mut self.moves[picker.at..];
                    // Most nodes are cut after a few moves, and sorting them all is dear.
                    match picker.at - picker.bad_end {
                        0..PICKED => bring_best_to_front(rest),
                        PICKED => rest.sort_unstable_by(|a, b| b.cmp(a)),
                        _ => {}
                    }
                    let mv: Option<Move<V>> = self.moves[picker.at].mv();
                    picker.at += 1;
                    if mv != picker.table_move && !picker.specials.contains(&mv) {
                        return mv;
                    }
                }
                Step::BadCaptures => {
                    if picker.bad_at == picker.bad_end {
                        return None;
                    }
                    picker.bad_at += 1;
                    return self.moves[picker.bad_at - 1].mv();
                }
                Step::Evasions => return self.take(picker),
                Step::Listed => {
                    let next = self.moves.get(picker.at)?;
                    picker.at += 1;
                    return next.mv();
                }
            }
        }
    }

    /// The best of the moves not yet given, the table move left out.
    fn take(&mut self, picker: &mut Picker<V>) -> Option<Move<V>> {
        loop {
            bring_best_to_front(&mut self.moves[picker.at..]);
            let mv: Option<Move<V>> = self.moves.get(picker.at)?.mv();
            picker.at += 1;
            if mv != picker.table_move {
                return mv;
            }
        }
    }

    fn list_captures(&mut self) {
        let base = self.list(Stage::Captures);
        for at in base..self.moves.len() {
            if let Some(mv) = self.moves[at].mv() {
                self.moves[at] = Ranked::new(self.capture_rank(mv), mv);
            }
        }
    }

    fn list_quiets(&mut self, ply: u32) {
        let base = self.list(Stage::Quiets);
        self.list(Stage::Drops);
        let following = self.following(ply);
        for at in base..self.moves.len() {
            if let Some(mv) = self.moves[at].mv() {
                self.moves[at] = Ranked::new(self.quiet_rank(mv, ply, following), mv);
            }
        }
    }

    fn list_evasions(&mut self, ply: u32) {
        const CAPTURE: i32 = 1 << 20;
        let base = self.list(Stage::All);
        let following = self.following(ply);
        for at in base..self.moves.len() {
            let Some(mv) = self.moves[at].mv() else { continue };
            let rank = if self.is_tactical(mv) {
                CAPTURE + self.capture_rank(mv)
            } else {
                self.quiet_rank(mv, ply, following)
            };
            self.moves[at] = Ranked::new(rank, mv);
        }
    }

    /// Puts the moves of a stage on the list, without ranks; where they begin.
    #[inline]
    fn list(&mut self, stage: Stage<V>) -> usize {
        let base = self.moves.len();
        let moves = &mut self.moves;
        let _ = self.line.position().visit_moves(stage, |mv| {
            moves.push(Ranked::new(0, mv));
            ControlFlow::<()>::Continue(())
        });
        base
    }
}
