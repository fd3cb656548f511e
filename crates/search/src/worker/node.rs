//! A node of the tree below the root.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::{Bound, Stopped};
use sakiyomi_rules::{Declaration, Move, Variant};

use crate::TableUse;
use crate::params::MAX_PLY;
use crate::table::Entry;
use crate::value::Value;
use crate::worker::Worker;

const ONE: Score = Score::centipawns(1);

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// The value of the position at the end of the line, `depth` plies deep, fail-soft: outside the window it is a
    /// bound. `PV` says that the window is open.
    pub(crate) fn node<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: u32,
    ) -> Result<Value, Stopped> {
        self.frames[ply as usize].pv.clear();
        // 1. Repetitions come before everything else: the position is not what it was the first time.
        if let Some(value) = self.repetition(ply) {
            self.enter_node(ply)?;
            return Ok(value);
        }
        let mut best = Value::pure(-Score::INFINITE);
        // 2. A side that may declare a win has won; one that may declare a draw has at least that.
        match self.declaration() {
            Declaration::Win => {
                self.enter_node(ply)?;
                return Ok(Value::pure(Score::mate_in(ply + 1)));
            }
            Declaration::Draw => best.score = self.draw_score(),
            _ => {}
        }
        let in_check = self.position().in_check();
        let depth = if in_check && self.options.check_extension { depth + 1 } else { depth };
        if ply >= MAX_PLY {
            self.enter_node(ply)?;
            return Ok(Value::pure(self.line.value()));
        }
        if depth <= 0 {
            self.seldepth = self.seldepth.max(ply);
            return Ok(Value::pure(self.quiet_value(alpha, beta, ply)?));
        }
        self.enter_node(ply)?;

        // 3. The table.
        let key = self.line.key();
        let entry: Option<Entry<V>> =
            if self.options.table == TableUse::Off { None } else { self.table.probe(key) };
        if let Some(entry) = entry {
            let deep_enough = match self.options.table {
                TableUse::SameDepth => entry.depth == depth,
                _ => entry.depth >= depth,
            };
            let score = entry.score.from_node_to_root(ply);
            let may_answer = !PV || !self.options.principal_variation;
            if deep_enough
                && may_answer
                && entry.bound.is_some_and(|bound| bound.settles(score, alpha, beta))
            {
                return Ok(Value::pure(score));
            }
        }
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| self.position().is_legal(mv));

        // 4. The moves.
        let first_alpha = alpha;
        alpha = alpha.max(best.score);
        let moves = self.ordered_moves(table_move, ply);
        if moves.is_empty() {
            return Ok(Value::pure(Score::mated_in(ply)));
        }
        let mut best_move = None;
        let mut reach = i32::MAX;
        for (searched, &mv) in moves.iter().enumerate() {
            self.make(mv);
            let value = if searched == 0 || !self.options.principal_variation {
                -self.node::<PV>(-beta, -alpha, depth - 1, ply + 1)?
            } else {
                let value = -self.node::<false>(-alpha - ONE, -alpha, depth - 1, ply + 1)?;
                if PV && value.score > alpha && value.score < beta {
                    -self.node::<PV>(-beta, -alpha, depth - 1, ply + 1)?
                } else {
                    value
                }
            };
            self.unmake();
            reach = reach.min(value.reach);
            if value.score > best.score {
                best = value;
                if value.score > alpha {
                    best_move = Some(mv);
                    alpha = value.score;
                    self.take_over_pv(mv, ply);
                    if value.score >= beta {
                        self.note_cut(mv, ply);
                        break;
                    }
                }
            }
        }
        // A cut rests on its move alone, every other value on all moves.
        if best.score < beta {
            best.reach = reach;
        }
        if !best.is_tainted_at(ply) {
            best.reach = i32::MAX;
        }

        // 5. Remember.
        if self.options.table != TableUse::Off {
            let bound = Bound::of(best.score, first_alpha, beta);
            let bound = (!best.is_tainted_at(ply)).then_some(bound);
            let score = best.score.from_root_to_node(ply);
            self.table.store(key, Entry { mv: best_move, score, eval: None, depth, bound });
        }
        Ok(best)
    }

    /// The line from here is this move and the line below.
    pub(crate) fn take_over_pv(&mut self, mv: Move<V>, ply: u32) {
        let (here, below) = self.frames.split_at_mut(ply as usize + 1);
        let pv = &mut here[ply as usize].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    fn note_cut(&mut self, mv: Move<V>, ply: u32) {
        if self.position().kind_at(mv.to()).is_none() {
            let killers = &mut self.frames[ply as usize].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
    }
}
