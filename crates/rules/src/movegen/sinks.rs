//! What becomes of the sets that the generator finds.

use core::ops::ControlFlow;

use crate::{Bits, Kind, Move, MoveList, Square, Variant};

/// Takes the legal moves as sets of targets.
///
/// Sets may be empty. Breaking stops the generator at once. The sets' type is the board's word; [`Bits`] reads it.
pub trait MoveSink<V: Variant> {
    /// One man on the board: where it may go without and with promotion.
    fn man(&mut self, from: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()>;

    /// All pawns that are free to move: their targets without and with promotion. A pawn comes from the square behind,
    /// one index more for black, one less for white.
    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, black: bool) -> ControlFlow<()>;

    /// One kind in hand: where it may be dropped.
    fn drops(&mut self, kind: Kind, to: V::Bits) -> ControlFlow<()>;
}

/// Adds up the sizes of the sets.
pub(super) struct Count(pub(super) u32);

impl<V: Variant> MoveSink<V> for Count {
    #[inline(always)]
    fn man(&mut self, _: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()> {
        self.0 += stay.count() + promote.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, _: bool) -> ControlFlow<()> {
        self.0 += stay.count() + promote.count();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, _: Kind, to: V::Bits) -> ControlFlow<()> {
        self.0 += to.count();
        ControlFlow::Continue(())
    }
}

/// Breaks at the first set that is not empty.
pub(super) struct Exists;

fn break_unless(empty: bool) -> ControlFlow<()> {
    if empty { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

impl<V: Variant> MoveSink<V> for Exists {
    fn man(&mut self, _: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()> {
        break_unless((stay | promote).is_empty())
    }

    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, _: bool) -> ControlFlow<()> {
        break_unless((stay | promote).is_empty())
    }

    fn drops(&mut self, _: Kind, to: V::Bits) -> ControlFlow<()> {
        break_unless(to.is_empty())
    }
}

#[inline(always)]
fn pawn_origin(to: usize, black: bool) -> usize {
    if black { to + 1 } else { to - 1 }
}

impl<V: Variant> MoveSink<V> for MoveList<V> {
    #[inline(always)]
    fn man(&mut self, from: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()> {
        let base = Move::<V>::base_from(from.index());
        stay.for_each(|to| self.push(Move::from_base(base, to)));
        let base = Move::<V>::base_promotion(from.index());
        promote.for_each(|to| self.push(Move::from_base(base, to)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, black: bool) -> ControlFlow<()> {
        stay.for_each(|to| {
            self.push(Move::from_base(Move::<V>::base_from(pawn_origin(to, black)), to));
        });
        promote.for_each(|to| {
            self.push(Move::from_base(Move::<V>::base_promotion(pawn_origin(to, black)), to));
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kind: Kind, to: V::Bits) -> ControlFlow<()> {
        let base = Move::<V>::base_drop(kind.index());
        to.for_each(|to| self.push(Move::from_base(base, to)));
        ControlFlow::Continue(())
    }
}

/// Calls a closure with each move.
pub(super) struct Visit<F, T> {
    pub(super) visit: F,
    pub(super) broke_with: Option<T>,
}

impl<F, T> Visit<F, T> {
    fn each<V: Variant>(
        &mut self,
        mut set: V::Bits,
        to_move: impl Fn(usize) -> Move<V>,
    ) -> ControlFlow<()>
    where
        F: FnMut(Move<V>) -> ControlFlow<T>,
    {
        while let Some(to) = set.pop() {
            if let ControlFlow::Break(value) = (self.visit)(to_move(to)) {
                self.broke_with = Some(value);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

impl<V: Variant, F: FnMut(Move<V>) -> ControlFlow<T>, T> MoveSink<V> for Visit<F, T> {
    fn man(&mut self, from: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()> {
        let from = from.index();
        self.each(stay, |to| Move::from_base(Move::<V>::base_from(from), to))?;
        self.each(promote, |to| Move::from_base(Move::<V>::base_promotion(from), to))
    }

    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, black: bool) -> ControlFlow<()> {
        self.each(stay, |to| Move::from_base(Move::<V>::base_from(pawn_origin(to, black)), to))?;
        self.each(promote, |to| {
            Move::from_base(Move::<V>::base_promotion(pawn_origin(to, black)), to)
        })
    }

    fn drops(&mut self, kind: Kind, to: V::Bits) -> ControlFlow<()> {
        self.each(to, |to| Move::from_base(Move::<V>::base_drop(kind.index()), to))
    }
}
