//! The value with the line of play that it stands on. For people; the search itself keeps no lines.
//!
//! The line is found afterwards: from a node of known value, the move to the child whose value is its negation, until
//! standing pat gives the value. That searches every node of the line again, with open windows.

use alloc::vec::Vec;

use sakiyomi_eval::{Evaluator, Line, Score};
use sakiyomi_rules::{Move, Variant};

use crate::run::Run;
use crate::{Control, LastStage, Quiescence, QuiescenceTable, Stopped, Unlimited, mate_in_one};

/// What a quiescence search found, and at what cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace<V: Variant> {
    /// The exact value, for the side to move; mates counted from the position.
    pub value: Score,
    /// Nodes of the search that gives the value.
    pub nodes: u64,
    /// The moves that lead to the value; after them a side stands pat, or is mated. Empty where standing pat is best.
    pub moves: Vec<Move<V>>,
}

impl Quiescence {
    /// As [`value`](Self::value), with the nodes searched and the line of play.
    pub fn trace<V: Variant, E: Evaluator<V> + ?Sized>(
        &self,
        line: &mut Line<'_, V, E>,
    ) -> Trace<V> {
        let mut control = Unlimited::default();
        let window = Score::INFINITE;
        let value = self.search(line, -window, window, 0, &(), &mut control);
        let nodes = control.nodes;
        let mut moves = Vec::new();
        let followed = value.and_then(|value| {
            // Every step has the whole budget, or a step could give less than the search did.
            while let Some(mv) = Run::new(line, self.options(), &(), &mut control)
                .next_of_line(value, moves.len() as u32)?
            {
                line.make(mv);
                moves.push(mv);
            }
            Ok(value)
        });
        for _ in &moves {
            line.unmake();
        }
        match followed {
            Ok(value) => Trace { value, nodes, moves },
            Err(Stopped) => unreachable!("nothing stops this search"),
        }
    }
}

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    /// The move by which this node, so many plies below the start, gets a value that is `root_value` for the side that
    /// was to move there; `None` if standing pat gives it.
    fn next_of_line(&mut self, root_value: Score, ply: u32) -> Result<Option<Move<V>>, Stopped> {
        let window = Score::INFINITE;
        let value = if ply.is_multiple_of(2) { root_value } else { -root_value };
        if self.stand_pat(ply)? == Some(value) {
            return Ok(None);
        }
        // Hiyoko's mate in one is not among the captures.
        let looks_for_mate = self.options.mate_in_one
            && self.is_in_first_stage(ply)
            && !self.line.position().in_check();
        if looks_for_mate && let Some(mv) = mate_in_one(self.line.position()) {
            return Ok(Some(mv));
        }
        let evades = self.options.evasions && self.line.position().in_check();
        let filters = self.options.only_even_exchanges && self.is_in_first_stage(ply) && !evades;
        let base = self.push_moves(ply);
        let mut at = base;
        let mut found = None;
        while let Some(mv) = self.pick(&mut at, filters) {
            let score = -self.after(mv, |run| {
                if run.is_in_first_stage(ply) {
                    run.first_stage(-window, window, ply + 1, ply + 1)
                } else {
                    run.second_stage(-window, window, ply + 1)
                }
            })?;
            if score == value {
                found = Some(mv);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(found)
    }

    /// What standing pat gives in a node; `None` where the side to move may not.
    fn stand_pat(&mut self, stage_ply: u32) -> Result<Option<Score>, Stopped> {
        let position = self.line.position();
        if !self.is_in_first_stage(stage_ply) {
            let mated = self.options.last_stage == LastStage::Recaptures && position.is_checkmate();
            return Ok((!mated).then(|| self.line.value()));
        }
        let in_check = position.in_check();
        if in_check && self.options.evasions {
            return Ok(None);
        }
        let value = self.line.value();
        let window = Score::INFINITE;
        if !self.looks_for_threats(stage_ply, -window, window) {
            return Ok(Some(value));
        }
        self.modify_by_threats(value, -window, stage_ply).map(Some)
    }

    /// Pushes the moves that a node searches; gives where they begin.
    fn push_moves(&mut self, stage_ply: u32) -> usize {
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        let position = self.line.position();
        if self.is_in_first_stage(stage_ply) {
            if position.in_check() && self.options.evasions {
                self.moves.push_evasions(position, values, self.options, None);
            } else {
                self.moves.push_captures(position, values, self.options, stage_ply, None);
            }
        } else if let (LastStage::Recaptures, Some(square)) =
            (self.options.last_stage, self.line.last_target())
        {
            self.moves.push_captures_on(square, position, values, self.options);
        }
        base
    }
}
