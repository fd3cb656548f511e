//! Which moves give check.

use core::ops::ControlFlow;

use super::MoveSink;
use crate::variant::attacks;
use crate::{Bitboard, Bits, Kind, Move, Position, Square, Variant};

/// From where each kind would check the enemy's king, and which own men uncover a check when they leave their line.
///
/// Worked out once for a position, it answers for many moves: [`Position::gives_check_with`].
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares<V: Variant> {
    by_kind: [V::Bits; 16],
    uncovering: V::Bits,
    king: Option<usize>,
}

impl<V: Variant> CheckSquares<V> {
    /// The squares from which a man of this kind gives check.
    #[inline]
    #[must_use]
    pub fn of(&self, kind: Kind) -> Bitboard<V> {
        Bitboard(self.by_kind[kind.index()])
    }

    /// The side to move's men that stand alone between an own slider and the enemy's king.
    #[inline]
    #[must_use]
    pub fn uncovering(&self) -> Bitboard<V> {
        Bitboard(self.uncovering)
    }
}

/// Lets through to another sink what gives check.
pub(super) struct ChecksOnly<'a, V: Variant, S> {
    pub(super) position: &'a Position<V>,
    pub(super) checks: CheckSquares<V>,
    pub(super) sink: &'a mut S,
}

impl<V: Variant, S> ChecksOnly<'_, V, S> {
    /// The targets by which a man uncovers a check: those off the line to the king, if it stands in a slider's way.
    fn uncovers(&self, from: usize) -> V::Bits {
        match self.checks.king {
            Some(king) if self.checks.uncovering.has(from) => {
                V::Bits::FULL.without(V::line_through(king, from))
            }
            _ => V::Bits::EMPTY,
        }
    }
}

impl<V: Variant, S: MoveSink<V>> MoveSink<V> for ChecksOnly<'_, V, S> {
    fn man(&mut self, from: Square<V>, stay: V::Bits, promote: V::Bits) -> ControlFlow<()> {
        let kind = self.position.code(from.index()).kind_index();
        let uncovers = self.uncovers(from.index());
        let direct = |kind: usize| self.checks.by_kind[kind & 15];
        self.sink.man(
            from,
            stay & (direct(kind) | uncovers),
            promote & (direct(kind | 8) | uncovers),
        )
    }

    fn pawns(&mut self, stay: V::Bits, promote: V::Bits, black: bool) -> ControlFlow<()> {
        let mut uncover = V::Bits::EMPTY;
        (self.checks.uncovering & self.position.men_of_kind(Kind::Pawn)).for_each(|from| {
            // A pawn that could not move again stands nowhere, so the square before it is on the board.
            let to = V::Bits::bit(if black { from - 1 } else { from + 1 });
            uncover |= to & self.uncovers(from);
        });
        let direct = |kind: Kind| self.checks.by_kind[kind.index()];
        self.sink.pawns(
            stay & (direct(Kind::Pawn) | uncover),
            promote & (direct(Kind::Tokin) | uncover),
            black,
        )
    }

    fn drops(&mut self, kind: Kind, to: V::Bits) -> ControlFlow<()> {
        self.sink.drops(kind, to & self.checks.by_kind[kind.index()])
    }
}

impl<V: Variant> Position<V> {
    /// Where the side to move would give check from.
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares<V> {
        let us = self.side_to_move().index();
        let mut by_kind = [V::Bits::EMPTY; 16];
        let Some(king) = self.king_index(us ^ 1) else {
            return CheckSquares { by_kind, uncovering: V::Bits::EMPTY, king: None };
        };
        let occupied = self.all();
        let them = us ^ 1;
        for kind in Kind::ALL {
            // A king gives no check; a man of ours checks from where one of theirs on the king's square would reach.
            if kind != Kind::King {
                by_kind[kind.index()] = attacks::<V>(them, kind.index(), king, occupied);
            }
        }
        CheckSquares { by_kind, uncovering: self.uncovering(king, us), king: Some(king) }
    }

    #[inline(always)]
    fn uncovering(&self, king: usize, us: usize) -> V::Bits {
        let occupied = self.all();
        let mut found = V::Bits::EMPTY;
        self.snipers(king, us).for_each(|sniper| {
            let between = V::between(king, sniper) & occupied;
            if !between.has_several() {
                found |= between;
            }
        });
        found & self.by_color(us)
    }

    /// Whether a legal move gives check.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move<V>) -> bool {
        let us = self.side_to_move().index();
        let Some(king) = self.king_index(us ^ 1) else { return false };
        let to = mv.target();
        if mv.is_drop() {
            return self.checks_from(us, mv.drop_index(), to, king, V::Bits::EMPTY);
        }
        let from = mv.source();
        let kind = self.code(from).kind_index() | usize::from(mv.is_promotion()) << 3;
        let from_bit = V::Bits::bit(from);
        if self.checks_from(us, kind, to, king, from_bit) {
            return true;
        }
        // Uncovered: the square that the man left lies between the king and one of our sliders. Most men share no line
        // with the king, and that is known at once.
        V::lines(king).has(from) && self.uncovers_check(us, from, to, king)
    }

    /// Whether a man of this kind on `to` checks the king, `gone` having left the board. Seen from the king, whose rows
    /// of the tables stay in the cache; an own king is never near it.
    #[inline(always)]
    fn checks_from(&self, us: usize, kind: usize, to: usize, king: usize, gone: V::Bits) -> bool {
        let them = us ^ 1;
        V::reaches(them, kind, king).has(to)
            && (V::steps(them, kind, king).has(to)
                || (V::between(king, to) & self.all()).without(gone).is_empty())
    }

    #[inline]
    fn uncovers_check(&self, us: usize, from: usize, to: usize, king: usize) -> bool {
        let from_bit = V::Bits::bit(from);
        let occupied = self.all().without(from_bit) | V::Bits::bit(to);
        let mut snipers = self.snipers(king, us).without(from_bit);
        while let Some(sniper) = snipers.pop() {
            let between = V::between(king, sniper);
            if between.has(from) && (between & occupied).is_empty() {
                return true;
            }
        }
        false
    }

    /// As [`gives_check`](Self::gives_check), with what [`check_squares`](Self::check_squares) of this position gave.
    #[inline]
    #[must_use]
    pub fn gives_check_with(&self, mv: Move<V>, checks: &CheckSquares<V>) -> bool {
        let to = mv.target();
        if mv.is_drop() {
            return checks.by_kind[mv.drop_index()].has(to);
        }
        let from = mv.source();
        let kind = self.code(from).kind_index() | usize::from(mv.is_promotion()) << 3;
        if checks.by_kind[kind & 15].has(to) {
            return true;
        }
        match checks.king {
            Some(king) if checks.uncovering.has(from) => !V::line_through(king, from).has(to),
            _ => false,
        }
    }
}
