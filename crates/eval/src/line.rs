//! A line of play being explored.

use alloc::vec::Vec;
use core::fmt;

use sakiyomi_rules::{Move, Position, Shogi, Square, Undo, Variant};

use crate::{Evaluator, Score};

/// A position joined with its evaluator's running state, and the moves that led to it since the root.
///
/// This is what quiescence and search walk the tree with: [`make`](Self::make) a legal move, look, and
/// [`unmake`](Self::unmake).
pub struct Line<'e, V: Variant = Shogi, E: Evaluator<V> + ?Sized = crate::Material> {
    evaluator: &'e E,
    position: Position<V>,
    /// One more than `undos`: the root's, then one for each move.
    states: Vec<E::State>,
    undos: Vec<Undo<V>>,
}

impl<'e, V: Variant, E: Evaluator<V> + ?Sized> Line<'e, V, E> {
    /// A line that has only its root.
    #[must_use]
    pub fn new(evaluator: &'e E, position: Position<V>) -> Self {
        let mut states = Vec::with_capacity(128);
        states.push(evaluator.root(&position));
        Self { evaluator, position, states, undos: Vec::with_capacity(128) }
    }

    /// The position at the end of the line.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position<V> {
        &self.position
    }

    /// The evaluator.
    #[inline]
    #[must_use]
    pub fn evaluator(&self) -> &'e E {
        self.evaluator
    }

    /// The evaluator's state for the position at the end of the line.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &E::State {
        match self.states.last() {
            Some(state) => state,
            None => unreachable!("the root's state is never taken off"),
        }
    }

    /// Moves and passes since the root.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.undos.len()
    }

    /// The moves and passes since the root (`None` is a pass).
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Option<Move<V>>> + ExactSizeIterator {
        self.undos.iter().map(Undo::mv)
    }

    /// What the last move or pass was, with what it took; `None` at the root.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<&Undo<V>> {
        self.undos.last()
    }

    /// Where the last move went: the square on which it could be answered by a recapture. `None` after a pass and at
    /// the root.
    #[inline]
    #[must_use]
    pub fn last_target(&self) -> Option<Square<V>> {
        self.last().and_then(Undo::mv).map(Move::to)
    }

    /// The static value for the side to move.
    #[inline]
    #[must_use]
    pub fn value(&self) -> Score {
        self.evaluator.value(self.state(), &self.position)
    }

    /// Key for tables: the position's, and the evaluator's where the way here counts.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.position.key() ^ self.evaluator.path_key(self.state())
    }

    /// Plays a legal move. See [`Position::make`] for what happens with others.
    #[inline]
    pub fn make(&mut self, mv: Move<V>) {
        let undo = self.position.make(mv);
        self.push(undo);
    }

    /// Lets the side to move pass; refuses, and gives `false`, in check.
    #[inline]
    #[must_use]
    pub fn make_pass(&mut self) -> bool {
        let undo = self.position.make_pass();
        undo.map(|undo| self.push(undo)).is_some()
    }

    #[inline]
    fn push(&mut self, undo: Undo<V>) {
        let state = self.evaluator.step(self.state(), &self.position, &undo);
        self.states.push(state);
        self.undos.push(undo);
    }

    /// Takes back the last move or pass; at the root it does nothing.
    #[inline]
    pub fn unmake(&mut self) {
        if let Some(undo) = self.undos.pop() {
            self.position.unmake(undo);
            self.states.pop();
        }
    }
}

impl<V: Variant, E: Evaluator<V> + ?Sized> Clone for Line<'_, V, E> {
    fn clone(&self) -> Self {
        Self {
            evaluator: self.evaluator,
            position: self.position.clone(),
            states: self.states.clone(),
            undos: self.undos.clone(),
        }
    }
}

impl<V: Variant, E: Evaluator<V> + ?Sized> fmt::Debug for Line<'_, V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("position", &self.position)
            .field("ply", &self.ply())
            .field("state", self.state())
            .finish_non_exhaustive()
    }
}
