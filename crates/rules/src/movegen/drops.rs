//! Drops, with nifu (二歩), dead ends and pawn-drop mate (打ち歩詰め) settled.

use core::ops::ControlFlow;

use super::MoveSink;
use crate::position::Side;
use crate::{Bits, Color, Kind, Position, Variant};

impl<V: Variant> Position<V> {
    #[inline(always)]
    pub(super) fn drops<S: Side>(
        &self,
        targets: V::Bits,
        sink: &mut impl MoveSink<V>,
    ) -> ControlFlow<()> {
        let hand = self.hand(Color::from_index(S::US));
        if hand.is_empty() || targets.is_empty() {
            return ControlFlow::Continue(());
        }
        if hand.has(Kind::Pawn) {
            sink.drops(Kind::Pawn, self.pawn_drops::<S>(targets))?;
        }
        if !hand.has_more_than_pawns() {
            return ControlFlow::Continue(());
        }
        if V::HAS_LANCES_AND_KNIGHTS {
            if hand.has(Kind::Lance) {
                sink.drops(Kind::Lance, targets.without(V::far_ranks(S::US, 1)))?;
            }
            if hand.has(Kind::Knight) {
                sink.drops(Kind::Knight, targets.without(V::far_ranks(S::US, 2)))?;
            }
        }
        for kind in [Kind::Silver, Kind::Bishop, Kind::Rook, Kind::Gold] {
            if hand.has(kind) {
                sink.drops(kind, targets)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawn_drops<S: Side>(&self, targets: V::Bits) -> V::Bits {
        let own_pawns = self.men(S::US, Kind::Pawn.index());
        let mut targets = targets.without(own_pawns.fill_files()).without(V::far_ranks(S::US, 1));
        if let Some(king) = self.king_index(S::THEM) {
            // The square from which our pawn would check, if the board has it.
            let front = V::steps(S::THEM, Kind::Pawn.index(), king) & targets;
            if !front.is_empty() && self.is_uchifuzume::<S>(king, front) {
                targets = targets.without(front);
            }
        }
        targets
    }

    /// Whether a pawn dropped on the one square of `drop`, in front of the enemy's king on `king`, would mate.
    ///
    /// The pawn gives the only check, so the defender may take it with any man that is free to, or move the king.
    /// Nothing can be put between.
    pub(crate) fn is_uchifuzume<S: Side>(&self, king: usize, drop: V::Bits) -> bool {
        let Some(at) = drop.lowest() else { return false };
        let occupied = self.all() | drop;
        let king_bit = V::Bits::bit(king);

        // Taken by a man other than the king? A pinned one may only if it moves along its line, and the pawn itself
        // shuts the one line that leads to its own square; so pinned men, counted with the pawn on the board, may not.
        let takers = self.attackers_index(at, S::THEM, occupied).without(king_bit);
        if !takers.is_empty() {
            let mut pinned = V::Bits::EMPTY;
            self.snipers(king, S::US).for_each(|sniper| {
                let between = V::between(king, sniper) & occupied;
                if !between.has_several() {
                    pinned |= between;
                }
            });
            if !takers.without(pinned).is_empty() {
                return false;
            }
        }

        let without_king = occupied.without(king_bit);
        let mut flights =
            V::steps(S::THEM, Kind::King.index(), king).without(self.by_color(S::THEM));
        while let Some(flight) = flights.pop() {
            if !self.is_attacked_index(flight, S::US, without_king) {
                return false;
            }
        }
        true
    }
}
