//! What a thread does for the others, and what it gets from them: moves that another thread searches are left for later, and
//! what another thread has settled is broken off. `team.rs` tells how the threads work together.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_quiescence::Stopped;
use sakiyomi_rules::{Move, Variant};

use crate::params::{MAX_PLY, SHARED_DEPTH};
use crate::team::{Place, Question};
use crate::value::Value;
use crate::worker::Worker;

/// Nodes between two looks at the nodes above.
const NODES_PER_LOOK_ABOVE: u64 = 64;

/// How a worker stood when it came to a node, so that it can come back there when the search below is broken off.
pub(super) struct Mark {
    ply: u32,
    entered: usize,
    moves: usize,
    no_null_before: u32,
    question: Option<Question>,
}

impl<V: Variant, E: Evaluator<V>> Worker<'_, V, E> {
    /// Whether nodes of this depth are shared among threads.
    pub(super) fn shares(&self, depth: i32) -> bool {
        self.team.is_some() && depth >= SHARED_DEPTH
    }

    /// How the worker stands now, at the node at this ply.
    pub(super) fn mark(&self, ply: u32) -> Mark {
        Mark {
            ply,
            entered: self.entered.len(),
            moves: self.moves.len(),
            no_null_before: self.no_null_before,
            question: self.frames[ply as usize].question,
        }
    }

    /// Ends the search of the marked node: where it was broken off because another thread has settled this very node, the
    /// worker is as it was at the mark, and what the other has found is the value.
    pub(super) fn catch(
        &mut self,
        mark: &Mark,
        result: Result<Value, Stopped>,
    ) -> Result<Value, Stopped> {
        let result = match self.settled.take_if(|(ply, _)| result.is_err() && *ply == mark.ply) {
            Some((_, score)) => {
                self.return_to(mark);
                Ok(Value::pure(score))
            }
            None => result,
        };
        self.frames[mark.ply as usize].question = mark.question;
        result
    }

    fn return_to(&mut self, mark: &Mark) {
        let (ply, deepest) = (mark.ply as usize, self.line.ply().min(MAX_PLY as usize));
        while self.line.ply() > ply {
            self.unmake();
        }
        while self.entered.len() > mark.entered {
            self.leave_move();
        }
        self.moves.truncate(mark.moves);
        self.no_null_before = mark.no_null_before;
        for frame in &mut self.frames[ply..=deepest] {
            frame.excluded = None;
            frame.question = None;
        }
        self.frames[ply].pv.clear();
    }

    /// What the table settles of this question by now, where another thread has been here meanwhile.
    fn settled_meanwhile(&self, question: &Question, ply: u32) -> Option<Score> {
        let entry = self.table.probe(question.key)?;
        self.answer(&entry, question.alpha, question.beta, question.depth, ply)
    }

    /// Asks the table, now and then, whether another thread has settled a node above: then all below it is in vain.
    pub(super) fn look_above(&mut self, ply: u32) -> Result<(), Stopped> {
        if self.team.is_none() || self.meter.nodes < self.next_look_above {
            return Ok(());
        }
        self.next_look_above = self.meter.nodes + NODES_PER_LOOK_ABOVE;
        self.settled = (0..ply).find_map(|above| {
            let question = self.frames[above as usize].question.as_ref()?;
            Some((above, self.settled_meanwhile(question, above)?))
        });
        if self.settled.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether another thread searches this move; it had better be taken up later.
    pub(super) fn is_busy(&self, key: u64, mv: Move<V>) -> bool {
        self.team.is_some_and(|team| team.is_busy(Place::new(key, mv)))
    }

    /// Tells the other threads that this move is being searched, until [`leave_move`](Self::leave_move).
    pub(super) fn enter_move(&mut self, key: u64, mv: Move<V>) {
        if let Some(team) = self.team {
            let place = Place::new(key, mv);
            team.enter(place);
            self.entered.push(place);
        }
    }

    /// The move that was entered last has been searched.
    pub(super) fn leave_move(&mut self) {
        if let Some((team, place)) = self.team.zip(self.entered.pop()) {
            team.leave(place);
        }
    }
}
