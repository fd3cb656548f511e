//! Attacks and checks, and the rules one by one.

use super::{NaiveColor, NaiveKind, NaiveMove, NaivePiece, NaivePosition, NaiveSquare};

/// Attacks and checks.
impl NaivePosition {
    /// Whether the piece on `from` could go to `to` by the way it moves, whatever stands on `to`.
    fn reaches(&self, from: NaiveSquare, to: NaiveSquare) -> bool {
        let Some(piece) = self.piece_at(from) else { return false };
        if piece.steps().iter().any(|&step| from.plus(piece.turned(step)) == to) {
            return true;
        }
        piece.slides().iter().any(|&direction| {
            let direction = piece.turned(direction);
            let mut square = from.plus(direction);
            while self.variant.contains(square) {
                if square == to {
                    return true;
                }
                if self.piece_at(square).is_some() {
                    return false;
                }
                square = square.plus(direction);
            }
            false
        })
    }

    /// The squares of all pieces of that colour that reach the square, pinned or not, whatever
    /// stands on it.
    pub(crate) fn attackers(&self, square: NaiveSquare, by: NaiveColor) -> Vec<NaiveSquare> {
        self.variant
            .squares()
            .filter(|&from| self.piece_at(from).is_some_and(|piece| piece.color == by))
            .filter(|&from| self.reaches(from, square))
            .collect()
    }

    fn king_attacked(&self, color: NaiveColor) -> bool {
        // A side without a king is never in check.
        self.king(color).is_some_and(|king| !self.attackers(king, color.other()).is_empty())
    }

    /// Whether the side to move stands in check.
    pub(crate) fn in_check(&self) -> bool {
        self.king_attacked(self.side)
    }

    /// Whether the side that is not to move stands in check, which no lawful position allows.
    pub(crate) fn opponent_in_check(&self) -> bool {
        self.king_attacked(self.side.other())
    }

    /// The pieces that give check to the side to move.
    pub(crate) fn checkers(&self) -> Vec<NaiveSquare> {
        self.king(self.side).map_or(Vec::new(), |king| self.attackers(king, self.side.other()))
    }

    /// The pieces of that colour that shield their own king: take one away, and one more enemy
    /// attacks him.
    pub(crate) fn pinned(&self, color: NaiveColor) -> Vec<NaiveSquare> {
        let Some(king) = self.king(color) else { return Vec::new() };
        let attackers = self.attackers(king, color.other()).len();
        self.variant
            .squares()
            .filter(|&square| square != king)
            .filter(|&square| self.piece_at(square).is_some_and(|piece| piece.color == color))
            .filter(|&square| {
                let mut without = self.clone();
                without.set(square, None);
                without.attackers(king, color.other()).len() > attackers
            })
            .collect()
    }
}

/// The rules, one by one.
impl NaivePosition {
    /// Number of ranks between the square and the far edge as that colour sees it.
    pub(super) fn ranks_ahead(&self, square: NaiveSquare, color: NaiveColor) -> i8 {
        match color {
            NaiveColor::Black => square.rank - 1,
            NaiveColor::White => self.variant.size() - square.rank,
        }
    }

    pub(super) fn in_zone(&self, square: NaiveSquare, color: NaiveColor) -> bool {
        self.ranks_ahead(square, color) < self.variant.zone_depth()
    }

    /// A piece may promote when its move begins or ends in the promotion zone.
    pub(super) fn may_promote(
        &self,
        piece: NaivePiece,
        from: NaiveSquare,
        to: NaiveSquare,
    ) -> bool {
        piece.has_promoted_form()
            && (self.in_zone(from, piece.color) || self.in_zone(to, piece.color))
    }

    /// Whether the piece could never move again from that square: an unpromoted pawn or lance on
    /// the last rank, a knight on the last two.
    pub(crate) fn is_dead(&self, piece: NaivePiece, square: NaiveSquare) -> bool {
        let ahead = self.ranks_ahead(square, piece.color);
        match piece.kind {
            _ if piece.promoted => false,
            NaiveKind::Pawn | NaiveKind::Lance => ahead == 0,
            NaiveKind::Knight => ahead < 2,
            _ => false,
        }
    }

    /// Whether an unpromoted pawn of that colour stands on the file, so that another dropped there
    /// would be nifu.
    pub(crate) fn has_pawn_on_file(&self, color: NaiveColor, file: i8) -> bool {
        let pawn = NaivePiece { color, kind: NaiveKind::Pawn, promoted: false };
        (1..=self.variant.size())
            .any(|rank| self.piece_at(NaiveSquare { file, rank }) == Some(pawn))
    }

    /// Everything but the safety of the king and uchifuzume.
    pub(super) fn obeys_piece_rules(&self, mv: NaiveMove) -> bool {
        match mv {
            NaiveMove::Board { from, to, promote } => {
                let Some(piece) = self.piece_at(from) else { return false };
                let own = |piece: NaivePiece| piece.color == self.side;
                own(piece)
                    && self.reaches(from, to)
                    && !self.piece_at(to).is_some_and(own)
                    && (!promote || self.may_promote(piece, from, to))
                    && (promote || !self.is_dead(piece, to))
            }
            NaiveMove::Drop { kind, to } => {
                let piece = NaivePiece { color: self.side, kind, promoted: false };
                let nifu = kind == NaiveKind::Pawn && self.has_pawn_on_file(self.side, to.file);
                self.hand(self.side, kind) > 0
                    && self.variant.contains(to)
                    && self.piece_at(to).is_none()
                    && !self.is_dead(piece, to)
                    && !nifu
            }
        }
    }

    pub(super) fn leaves_own_king_attacked(&self, mv: NaiveMove) -> bool {
        self.after(mv).king_attacked(self.side)
    }

    /// A pawn drop that gives mate (uchifuzume).
    ///
    /// The defender has an answer when one of his moves ends the check, and that move need not be
    /// tested for uchifuzume in turn. A dropped pawn checks from the square right before the king,
    /// and a drop opens no line, so the pawn is the only checker and nothing fits between it and
    /// the king: no drop at all can be an answer, a pawn drop least of all. (Had the defender
    /// stood in check already, the position would not have been lawful.)
    pub(super) fn is_uchifuzume(&self, mv: NaiveMove) -> bool {
        if !matches!(mv, NaiveMove::Drop { kind: NaiveKind::Pawn, .. }) {
            return false;
        }
        let after = self.after(mv);
        after.in_check() && after.moves_leaving_king_safe().is_empty()
    }

    /// Whether the text is a legal move here: every rule asked in turn.
    pub(crate) fn is_legal(&self, text: &str) -> bool {
        let Some(mv) = NaiveMove::from_usi(text, self.variant) else { return false };
        self.obeys_piece_rules(mv) && !self.leaves_own_king_attacked(mv) && !self.is_uchifuzume(mv)
    }
}
