//! Playing moves and taking them back.

use super::{NO_KING, Position};
use crate::piece::Code;
use crate::{Bits, Color, IllegalMove, Kind, Move, Variant, zobrist};

/// What [`Position::make`] needs to be taken back by [`Position::unmake`]. 64 bytes in shogi, 32 in minishogi.
#[derive(Clone, Copy, Debug)]
pub struct Undo<V: Variant> {
    pinned: V::Bits,
    checkers: V::Bits,
    board_key: u64,
    hand_key: u64,
    /// Kept because the count stops at its largest number.
    move_number: u32,
    mv: Option<Move<V>>,
    captured: Code,
}

impl<V: Variant> Undo<V> {
    /// The move that was made; `None` for a pass.
    #[inline]
    #[must_use]
    pub fn mv(&self) -> Option<Move<V>> {
        self.mv
    }

    /// The kind that was taken, as it stood on the board.
    #[inline]
    #[must_use]
    pub fn captured(&self) -> Option<Kind> {
        self.captured.kind()
    }
}

/// The side to move as a type, so that colour is decided once a move and not once a step.
pub(crate) trait Side {
    const US: usize;
    const THEM: usize = Self::US ^ 1;
}
pub(crate) struct BlackToMove;
pub(crate) struct WhiteToMove;
impl Side for BlackToMove {
    const US: usize = 0;
}
impl Side for WhiteToMove {
    const US: usize = 1;
}

impl<V: Variant> Position<V> {
    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    /// Names the rule that the move would break; the position is then unchanged.
    pub fn play(&mut self, mv: Move<V>) -> Result<Undo<V>, IllegalMove> {
        self.check_legality(mv)?;
        Ok(self.make(mv))
    }

    /// Plays a move that this position generated or called legal. Keys, checkers and pins are up to date afterwards.
    ///
    /// Any other move may leave the position in a state that no rule describes, or panic; [`play`](Self::play) is the
    /// method for moves from outside.
    #[inline]
    pub fn make(&mut self, mv: Move<V>) -> Undo<V> {
        match self.side {
            Color::Black => self.make_as::<BlackToMove>(mv),
            Color::White => self.make_as::<WhiteToMove>(mv),
        }
    }

    #[inline(always)]
    fn make_as<S: Side>(&mut self, mv: Move<V>) -> Undo<V> {
        let to = mv.target();
        let to_bit = V::Bits::bit(to);
        let mut undo = Undo {
            pinned: self.pinned,
            checkers: self.checkers,
            board_key: self.board_key,
            hand_key: self.hand_key,
            move_number: self.move_number,
            mv: Some(mv),
            captured: Code::EMPTY,
        };
        let mut key = self.board_key ^ zobrist::WHITE_TO_MOVE;
        let placed;
        if mv.is_drop() {
            let kind = mv.drop_index();
            placed = Code((S::US << 4 | kind) as u8);
            self.hands[S::US].remove_index(kind);
            self.hand_key = self.hand_key.wrapping_sub(zobrist::hand(S::US, kind));
            self.kinds[kind] ^= to_bit;
            self.colors[S::US] ^= to_bit;
        } else {
            let from = mv.source();
            let from_bit = V::Bits::bit(from);
            let moved = self.code(from);
            let captured = self.code(to);
            placed = Code(moved.0 | u8::from(mv.is_promotion()) << 3);
            if !captured.is_empty() {
                let kind = captured.kind_index();
                undo.captured = captured;
                self.kinds[kind] ^= to_bit;
                self.colors[S::THEM] ^= to_bit;
                self.hands[S::US].add_index(kind);
                self.hand_key = self.hand_key.wrapping_add(zobrist::hand(S::US, kind));
                key ^= V::board_key(captured.index(), to);
            }
            self.board.as_mut()[from] = Code::EMPTY;
            self.move_man(moved, placed, from_bit, to_bit);
            self.colors[S::US] ^= from_bit | to_bit;
            key ^= V::board_key(moved.index(), from);
            if moved.kind_index() == Kind::King.index() {
                self.kings[S::US] = to as u8;
            }
        }
        self.board.as_mut()[to] = placed;
        self.board_key = key ^ V::board_key(placed.index(), to);
        self.side = Color::from_index(S::THEM);
        self.move_number = self.move_number.saturating_add(1);

        // Of all steps only the last mover's can have begun to give check; slides may have been opened anywhere.
        let king = self.kings[S::THEM];
        if king == NO_KING {
            self.checkers = V::Bits::EMPTY;
            self.pinned = V::Bits::EMPTY;
        } else {
            let king = usize::from(king);
            // Seen from the king, whose row of the table is in the cache.
            let checker = V::steps(S::THEM, placed.kind_index(), king) & to_bit;
            self.set_checkers_and_pins(checker, king, S::US);
        }
        undo
    }

    /// The [`key`](Self::key) that the position will have after a move that it generated or called legal; much cheaper
    /// than making the move. A search fetches its table's entry with it while the move is being made.
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move<V>) -> u64 {
        let us = self.side.index();
        let to = mv.target();
        let mut key = self.board_key ^ zobrist::WHITE_TO_MOVE;
        let mut hand_key = self.hand_key;
        let placed;
        if mv.is_drop() {
            placed = us << 4 | mv.drop_index();
            hand_key = hand_key.wrapping_sub(zobrist::hand(us, mv.drop_index()));
        } else {
            let from = mv.source();
            let moved = self.code(from);
            let captured = self.code(to);
            placed = moved.index() | usize::from(mv.is_promotion()) << 3;
            key ^= V::board_key(moved.index(), from);
            if !captured.is_empty() {
                hand_key = hand_key.wrapping_add(zobrist::hand(us, captured.kind_index()));
                key ^= V::board_key(captured.index(), to);
            }
        }
        key ^ V::board_key(placed, to) ^ hand_key
    }

    /// Takes back the last move or pass. `undo` has to be what making it returned.
    #[inline]
    pub fn unmake(&mut self, undo: Undo<V>) {
        match self.side {
            // The side to move now is not the one whose move is taken back.
            Color::Black => self.unmake_as::<WhiteToMove>(undo),
            Color::White => self.unmake_as::<BlackToMove>(undo),
        }
    }

    #[inline(always)]
    fn unmake_as<S: Side>(&mut self, undo: Undo<V>) {
        self.pinned = undo.pinned;
        self.checkers = undo.checkers;
        self.board_key = undo.board_key;
        self.hand_key = undo.hand_key;
        self.side = Color::from_index(S::US);
        self.move_number = undo.move_number;
        let Some(mv) = undo.mv else { return };

        let to = mv.target();
        let to_bit = V::Bits::bit(to);
        let placed = self.code(to);
        self.board.as_mut()[to] = undo.captured;
        if mv.is_drop() {
            self.kinds[mv.drop_index()] ^= to_bit;
            self.hands[S::US].add_index(mv.drop_index());
            self.colors[S::US] ^= to_bit;
            return;
        }
        let from = mv.source();
        let from_bit = V::Bits::bit(from);
        let moved = Code(placed.0 ^ u8::from(mv.is_promotion()) << 3);
        self.board.as_mut()[from] = moved;
        self.move_man(moved, placed, from_bit, to_bit);
        self.colors[S::US] ^= from_bit | to_bit;
        if moved.kind_index() == Kind::King.index() {
            self.kings[S::US] = from as u8;
        }
        if !undo.captured.is_empty() {
            let kind = undo.captured.kind_index();
            self.kinds[kind] ^= to_bit;
            self.colors[S::THEM] ^= to_bit;
            self.hands[S::US].remove_index(kind);
        }
    }

    /// Moves a man in the board of its kind; in one read and write if it stays what it is, since two would wait for one
    /// another.
    #[inline(always)]
    fn move_man(&mut self, on_from: Code, on_to: Code, from: V::Bits, to: V::Bits) {
        if on_from == on_to {
            self.kinds[on_from.kind_index()] ^= from | to;
        } else {
            self.kinds[on_from.kind_index()] ^= from;
            self.kinds[on_to.kind_index()] ^= to;
        }
    }

    /// Lets the side to move pass, with checkers and pins of the new side to move. For null moves and threats; no rule
    /// of shogi allows it.
    ///
    /// Returns `None`, and changes nothing, if the side to move is in check: its king could then be taken.
    #[inline]
    pub fn make_pass(&mut self) -> Option<Undo<V>> {
        if self.in_check() {
            return None;
        }
        let undo = Undo {
            pinned: self.pinned,
            checkers: self.checkers,
            board_key: self.board_key,
            hand_key: self.hand_key,
            move_number: self.move_number,
            mv: None,
            captured: Code::EMPTY,
        };
        let us = self.side.index();
        self.side = !self.side;
        self.board_key ^= zobrist::WHITE_TO_MOVE;
        self.move_number = self.move_number.saturating_add(1);
        self.pinned = V::Bits::EMPTY;
        self.checkers = V::Bits::EMPTY;
        if let Some(king) = self.king_index(us ^ 1) {
            self.set_checkers_and_pins(V::Bits::EMPTY, king, us);
        }
        Some(undo)
    }
}
