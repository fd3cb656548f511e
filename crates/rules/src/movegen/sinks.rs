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

/// Some squares of one word as targets of like moves.
#[derive(Clone, Copy)]
struct Batch {
    bits: u64,
    /// The move's word for the lowest square of the word.
    base: u16,
    /// What each further square adds to it.
    step: u16,
}

/// Writes a list. Sets are gathered first, the empty ones left out without a branch, and written in one loop.
pub(super) struct Writer<'a, V: Variant> {
    list: &'a mut MoveList<V>,
    batches: [Batch; BATCHES],
    gathered: usize,
}

const BATCHES: usize = 32;
/// The most that one call of the sink gathers.
const BATCHES_A_CALL: usize = 4;

impl<'a, V: Variant> Writer<'a, V> {
    #[inline(always)]
    pub(super) fn new(list: &'a mut MoveList<V>) -> Self {
        Self { list, batches: [Batch { bits: 0, base: 0, step: 0 }; BATCHES], gathered: 0 }
    }

    #[inline(always)]
    fn gather(&mut self, set: V::Bits, base: u16, step: u16) {
        for which in 0..V::Bits::WORDS {
            let bits = set.word(which);
            let base = base.wrapping_add((63 * which as u16).wrapping_mul(step));
            self.batches[self.gathered % BATCHES] = Batch { bits, base, step };
            self.gathered += usize::from(bits != 0);
        }
    }

    #[inline(always)]
    fn make_room(&mut self) {
        if self.gathered > BATCHES - BATCHES_A_CALL {
            self.empty();
        }
    }

    /// Kept out of line: it is seldom needed before the end.
    #[cold]
    #[inline(never)]
    fn empty(&mut self) {
        self.finish();
    }

    /// Writes what was gathered.
    #[inline(always)]
    pub(super) fn finish(&mut self) {
        for i in 0..self.gathered {
            let Batch { bits, base, step } = self.batches[i % BATCHES];
            self.list.push_set(bits, base, step);
        }
        self.gathered = 0;
    }
}

impl<V: Variant> MoveSink<V> for Writer<'_, V> {
    #[inline(always)]
    fn man(&mut self, from: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()> {
        self.make_room();
        self.gather(stay, Move::<V>::base_from(from.index()), Move::<V>::TO_STEP);
        self.gather(promote, Move::<V>::base_promotion(from.index()), Move::<V>::TO_STEP);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, black: bool) -> ControlFlow<()> {
        self.make_room();
        // The origin of a pawn that goes to square 0, which for white's no pawn does.
        let behind = Move::<V>::PAWN_STEP - Move::<V>::TO_STEP;
        let base = if black { behind } else { behind.wrapping_neg() };
        let promotion = Move::<V>::base_promotion(0);
        self.gather(stay, base, Move::<V>::PAWN_STEP);
        self.gather(promote, base.wrapping_add(promotion), Move::<V>::PAWN_STEP);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, kind: Kind, to: V::Bits) -> ControlFlow<()> {
        let base = Move::<V>::base_drop(kind.index());
        to.for_each(|to| self.list.push(Move::from_base(base, to)));
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
