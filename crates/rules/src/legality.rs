//! Whether one move is legal, and which rule it breaks if not.

use crate::movegen::dead_end;
use crate::position::{BlackToMove, Side, WhiteToMove};
use crate::variant::attacks;
use crate::{Bits, Color, Kind, Move, Position, Variant};

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is no man on the square that the move starts from.
    #[error("there is no man on the square to move from")]
    NoManThere,
    /// The man to move is the opponent's.
    #[error("the man to move is the opponent's")]
    NotOwnMan,
    /// The man does not move like that, or something stands in its way.
    #[error("the man cannot reach that square")]
    OutOfReach,
    /// An own man stands on the target.
    #[error("an own man stands on the target square")]
    OwnManOnTarget,
    /// Golds, kings and promoted men have nothing to promote to.
    #[error("this kind of man cannot promote")]
    CannotPromote,
    /// The move neither starts nor ends in the promotion zone.
    #[error("a promotion has to start or end in the promotion zone")]
    OutsidePromotionZone,
    /// The man could never move again (行き所のない駒).
    #[error("the man could never move again from there")]
    DeadEnd,
    /// The kind is not in hand.
    #[error("no man of this kind is in hand")]
    NotInHand,
    /// A drop needs an empty square.
    #[error("a man can only be dropped on an empty square")]
    TargetOccupied,
    /// Two unpromoted pawns of one side on a file (二歩).
    #[error("an unpromoted pawn of this side already stands on the file (nifu)")]
    Nifu,
    /// Mate by a dropped pawn (打ち歩詰め).
    #[error("a dropped pawn may not give mate (uchifuzume)")]
    Uchifuzume,
    /// The mover's king could be taken.
    #[error("the move leaves the king in check")]
    KingLeftInCheck,
}

impl<V: Variant> Position<V> {
    /// Whether a move is legal here. Agrees with [`legal_moves`](Self::legal_moves) for every move that can be written.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: Move<V>) -> bool {
        self.check_legality(mv).is_ok()
    }

    /// Whether a move is legal here.
    ///
    /// # Errors
    /// The first rule that the move breaks.
    ///
    /// ```
    /// use sakiyomi_rules::{IllegalMove, Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// assert_eq!(start.check_legality("7g7e".parse()?), Err(IllegalMove::OutOfReach));
    /// assert_eq!(start.check_legality("P*5e".parse()?), Err(IllegalMove::NotInHand));
    /// # Ok::<(), sakiyomi_rules::MoveTextError>(())
    /// ```
    pub fn check_legality(&self, mv: Move<V>) -> Result<(), IllegalMove> {
        match self.side_to_move() {
            Color::Black => self.check_as::<BlackToMove>(mv),
            Color::White => self.check_as::<WhiteToMove>(mv),
        }
    }

    fn check_as<S: Side>(&self, mv: Move<V>) -> Result<(), IllegalMove> {
        if mv.is_drop() { self.check_drop::<S>(mv) } else { self.check_board_move::<S>(mv) }
    }

    fn check_board_move<S: Side>(&self, mv: Move<V>) -> Result<(), IllegalMove> {
        let (from, to) = (mv.source(), mv.target());
        let code = self.code(from);
        if code.is_empty() {
            return Err(IllegalMove::NoManThere);
        }
        if code.color_index() != S::US {
            return Err(IllegalMove::NotOwnMan);
        }
        if self.by_color(S::US).has(to) {
            return Err(IllegalMove::OwnManOnTarget);
        }
        let kind = code.kind_index();
        let occupied = self.all();
        if !attacks::<V>(S::US, kind, from, occupied).has(to) {
            return Err(IllegalMove::OutOfReach);
        }
        if mv.is_promotion() {
            if !Kind::ALL[kind].can_promote() {
                return Err(IllegalMove::CannotPromote);
            }
            let zone = V::zone(S::US);
            if !zone.has(from) && !zone.has(to) {
                return Err(IllegalMove::OutsidePromotionZone);
            }
        } else if dead_end::<V>(S::US, kind).has(to) {
            return Err(IllegalMove::DeadEnd);
        }

        let Some(king) = self.king_index(S::US) else { return Ok(()) };
        let safe = if kind == Kind::King.index() {
            !self.is_attacked_index(to, S::THEM, occupied.without(V::Bits::bit(from)))
        } else {
            let keeps_line = !self.pinned().0.has(from) || V::line_through(king, from).has(to);
            keeps_line && (!self.in_check() || self.saves_from_check(king, to, true))
        };
        if safe { Ok(()) } else { Err(IllegalMove::KingLeftInCheck) }
    }

    /// Whether a man that arrives on `to` ends the check: by taking the one checker or by standing between.
    fn saves_from_check(&self, king: usize, to: usize, may_take: bool) -> bool {
        let checkers = self.checkers().0;
        match checkers.lowest() {
            Some(checker) if !checkers.has_several() => {
                V::between(king, checker).has(to) || may_take && checker == to
            }
            _ => false,
        }
    }

    fn check_drop<S: Side>(&self, mv: Move<V>) -> Result<(), IllegalMove> {
        let kind = mv.drop_index();
        let to = mv.target();
        if self.hand(Color::from_index(S::US)).count_index(kind) == 0 {
            return Err(IllegalMove::NotInHand);
        }
        if self.all().has(to) {
            return Err(IllegalMove::TargetOccupied);
        }
        if dead_end::<V>(S::US, kind).has(to) {
            return Err(IllegalMove::DeadEnd);
        }
        let is_pawn = kind == Kind::Pawn.index();
        if is_pawn && self.men(S::US, kind).fill_files().has(to) {
            return Err(IllegalMove::Nifu);
        }
        if let (Some(king), true) = (self.king_index(S::US), self.in_check())
            && !self.saves_from_check(king, to, false)
        {
            return Err(IllegalMove::KingLeftInCheck);
        }
        if let (true, Some(king)) = (is_pawn, self.king_index(S::THEM)) {
            let drop = V::Bits::bit(to);
            if V::steps(S::THEM, kind, king).has(to) && self.is_uchifuzume::<S>(king, drop) {
                return Err(IllegalMove::Uchifuzume);
            }
        }
        Ok(())
    }
}
