//! Lists of moves.

use super::{NaiveKind, NaiveMove, NaivePiece, NaivePosition, NaiveSquare};

/// What a legal move is, for checking generators that make only some kinds of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NaiveClass {
    pub(crate) capture: bool,
    /// A pawn promotes and captures nothing.
    pub(crate) quiet_pawn_promotion: bool,
    pub(crate) drop: bool,
    /// The side to move stands in check, so that the move answers it.
    pub(crate) evasion: bool,
    /// The move gives check.
    pub(crate) check: bool,
}

/// Lists of moves.
impl NaivePosition {
    /// Every move text that can be written on this board: all pairs of squares with and without
    /// `+`, and all drops on all squares.
    pub(crate) fn writable_moves(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for from in self.variant.squares() {
            for to in self.variant.squares() {
                for promote in [false, true] {
                    texts.push(NaiveMove::Board { from, to, promote }.to_string());
                }
            }
        }
        for &kind in self.variant.hand_kinds() {
            for to in self.variant.squares() {
                texts.push(NaiveMove::Drop { kind, to }.to_string());
            }
        }
        texts
    }

    /// The legal moves as the definition has them: of all that can be written, those that are
    /// legal. Sorted.
    pub(crate) fn legal_moves_by_definition(&self) -> Vec<String> {
        let mut texts = self.writable_moves();
        texts.retain(|text| self.is_legal(text));
        texts.sort();
        texts
    }

    /// The same list found by walking: each piece along its lines, each piece in hand to each empty
    /// square. Sorted.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        let mut moves = self.moves_leaving_king_safe();
        moves.retain(|&mv| !self.is_uchifuzume(mv));
        sorted_texts(&moves)
    }

    /// The pawn drops that every other rule allows but that would give mate. Sorted.
    pub(crate) fn uchifuzume_drops(&self) -> Vec<String> {
        let drops = self.variant.squares().map(|to| NaiveMove::Drop { kind: NaiveKind::Pawn, to });
        let found: Vec<NaiveMove> = drops
            .filter(|&mv| self.obeys_piece_rules(mv) && !self.leaves_own_king_attacked(mv))
            .filter(|&mv| self.is_uchifuzume(mv))
            .collect();
        sorted_texts(&found)
    }

    /// The legal moves, and with them the uchifuzume drops.
    pub(super) fn moves_leaving_king_safe(&self) -> Vec<NaiveMove> {
        let mut moves = Vec::new();
        for from in self.variant.squares() {
            let Some(piece) = self.piece_at(from) else { continue };
            if piece.color != self.side {
                continue;
            }
            for to in self.destinations(from, piece) {
                if !self.is_dead(piece, to) {
                    moves.push(NaiveMove::Board { from, to, promote: false });
                }
                if self.may_promote(piece, from, to) {
                    moves.push(NaiveMove::Board { from, to, promote: true });
                }
            }
        }
        for &kind in self.variant.hand_kinds() {
            if self.hand(self.side, kind) == 0 {
                continue;
            }
            let piece = NaivePiece { color: self.side, kind, promoted: false };
            for to in self.variant.squares() {
                if self.piece_at(to).is_some() || self.is_dead(piece, to) {
                    continue;
                }
                if kind == NaiveKind::Pawn && self.has_pawn_on_file(self.side, to.file) {
                    continue;
                }
                moves.push(NaiveMove::Drop { kind, to });
            }
        }
        moves.retain(|&mv| !self.leaves_own_king_attacked(mv));
        moves
    }

    /// Where a piece can go: squares that are empty or hold an enemy.
    pub(super) fn destinations(&self, from: NaiveSquare, piece: NaivePiece) -> Vec<NaiveSquare> {
        let mut found = Vec::new();
        for &step in piece.steps() {
            let to = from.plus(piece.turned(step));
            if self.variant.contains(to)
                && self.piece_at(to).is_none_or(|other| other.color != piece.color)
            {
                found.push(to);
            }
        }
        for &direction in piece.slides() {
            let direction = piece.turned(direction);
            let mut to = from.plus(direction);
            while self.variant.contains(to) {
                match self.piece_at(to) {
                    None => found.push(to),
                    Some(other) => {
                        if other.color != piece.color {
                            found.push(to);
                        }
                        break;
                    }
                }
                to = to.plus(direction);
            }
        }
        found
    }

    /// The legal moves whose class satisfies a condition, sorted.
    pub(crate) fn legal_moves_where(&self, wanted: impl Fn(NaiveClass) -> bool) -> Vec<String> {
        let mut texts = self.legal_moves();
        texts.retain(|text| wanted(self.classify(text)));
        texts
    }

    pub(crate) fn captures(&self) -> Vec<String> {
        self.legal_moves_where(|class| class.capture)
    }

    /// Leaf count of the tree of legal moves.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = self.moves_leaving_king_safe();
        moves.retain(|&mv| !self.is_uchifuzume(mv));
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }
}

fn sorted_texts(moves: &[NaiveMove]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(NaiveMove::to_string).collect();
    texts.sort();
    texts
}
