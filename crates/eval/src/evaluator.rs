//! The trait that evaluators implement.

use alloc::sync::Arc;
use core::fmt::Debug;

use sakiyomi_rules::{Position, Undo, Variant};

use crate::{PieceValues, Score};

/// Judges positions.
///
/// The evaluator itself is shared and does not change; what it needs to know of a line of play is a
/// [`State`](Self::State), one for each ply. A state is made from the one before it and is never changed, so taking a
/// move back is forgetting the last one: nothing can drift.
///
/// Laws, held by tests for the evaluators of this crate:
/// - where [`path_key`](Self::path_key) is 0, the value after any moves and undos equals that of a fresh
///   [`root`](Self::root) state;
/// - `|value|` stays within [`Score::MAX_EVALUATION`].
///
/// An evaluator of one's own needs three methods:
///
/// ```
/// use sakiyomi_eval::{Evaluator, Line, PieceValues, Score};
/// use sakiyomi_rules::{Color, Position, Shogi, Undo, Variant};
///
/// /// Counts men, whatever they are.
/// #[derive(Debug)]
/// struct HeadCount(PieceValues);
///
/// impl<V: Variant> Evaluator<V> for HeadCount {
///     type State = ();
///     fn root(&self, _: &Position<V>) {}
///     fn step(&self, _: &(), _: &Position<V>, _: &Undo<V>) {}
///     fn value(&self, _: &(), position: &Position<V>) -> Score {
///         let men = |color: Color| {
///             position.occupied_by(color).count() as i32 + position.hand(color).total() as i32
///         };
///         let us = position.side_to_move();
///         Score::centipawns(100 * (men(us) - men(!us)))
///     }
///     fn values(&self) -> &PieceValues { &self.0 }
/// }
///
/// let evaluator = HeadCount(PieceValues::conventional::<Shogi>());
/// let line = Line::new(&evaluator, Position::<Shogi>::start());
/// assert_eq!(line.value(), Score::ZERO);
/// ```
pub trait Evaluator<V: Variant>: Send + Sync + Debug {
    /// What is known of one position of a line of play.
    type State: Clone + Send + Debug;

    /// The state of a position that is looked at without a history.
    fn root(&self, position: &Position<V>) -> Self::State;

    /// The state after a move or a pass. `after` is the position that it led to; `undo` tells the move and what it took.
    fn step(&self, before: &Self::State, after: &Position<V>, undo: &Undo<V>) -> Self::State;

    /// The worth of the position for the side to move.
    fn value(&self, state: &Self::State, position: &Position<V>) -> Score;

    /// What men are worth to this evaluator when they are exchanged; for ordering and static exchange evaluation.
    fn values(&self) -> &PieceValues;

    /// Not 0 where the value depends on the way that led here: two visits of a position whose keys differ may have
    /// different values, and tables keep them apart.
    #[inline]
    fn path_key(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }
}

/// Evaluators behind a pointer that is shared.
macro_rules! shared {
    ($($pointer:ty),+) => {$(
        impl<V: Variant, E: Evaluator<V> + ?Sized> Evaluator<V> for $pointer {
            type State = E::State;

            fn root(&self, position: &Position<V>) -> E::State {
                (**self).root(position)
            }

            #[inline]
            fn step(&self, before: &E::State, after: &Position<V>, undo: &Undo<V>) -> E::State {
                (**self).step(before, after, undo)
            }

            #[inline]
            fn value(&self, state: &E::State, position: &Position<V>) -> Score {
                (**self).value(state, position)
            }

            fn values(&self) -> &PieceValues {
                (**self).values()
            }

            #[inline]
            fn path_key(&self, state: &E::State) -> u64 {
                (**self).path_key(state)
            }
        }
    )+};
}
shared!(&E, Arc<E>);
