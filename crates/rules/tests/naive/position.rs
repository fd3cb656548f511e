//! A position: reading, writing, looking, playing.

use super::lists::NaiveClass;
use super::notation::color_of_letter;
use super::{NaiveColor, NaiveKind, NaiveMove, NaivePiece, NaiveSquare, NaiveVariant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NaivePosition {
    pub(super) variant: NaiveVariant,
    /// `board[file - 1][rank - 1]`; on 5x5 only the first five of each are used.
    board: [[Option<NaivePiece>; 9]; 9],
    /// `hands[color][kind]`.
    hands: [[u8; 8]; 2],
    pub(super) side: NaiveColor,
    move_number: u32,
}

/// Reading, writing and looking.
impl NaivePosition {
    pub(crate) fn empty(variant: NaiveVariant, side: NaiveColor) -> NaivePosition {
        NaivePosition { variant, board: [[None; 9]; 9], hands: [[0; 8]; 2], side, move_number: 1 }
    }

    pub(crate) fn start(variant: NaiveVariant) -> NaivePosition {
        NaivePosition::from_sfen(variant.start_sfen(), variant).expect("the start position reads")
    }

    /// Reads an SFEN. Only the form is checked: whether the position may be held at all (counts,
    /// nifu, the side not to move in check) is not judged here.
    pub(crate) fn from_sfen(text: &str, variant: NaiveVariant) -> Option<NaivePosition> {
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() != 3 && fields.len() != 4 {
            return None;
        }
        let side = match fields[1] {
            "b" => NaiveColor::Black,
            "w" => NaiveColor::White,
            _ => return None,
        };
        let mut position = NaivePosition::empty(variant, side);
        position.read_board(fields[0])?;
        position.read_hands(fields[2])?;
        if let Some(number) = fields.get(3) {
            position.move_number = number.parse().ok()?;
        }
        Some(position)
    }

    fn read_board(&mut self, text: &str) -> Option<()> {
        let size = self.variant.size();
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != size as usize {
            return None;
        }
        for (rank, rank_text) in (1..=size).zip(ranks) {
            // The text runs from the highest file down to file 1.
            let mut file = size;
            let mut promoted = false;
            for letter in rank_text.chars() {
                if file < 1 {
                    return None;
                }
                if letter == '+' && !promoted {
                    promoted = true;
                } else if letter.is_ascii_digit() && letter != '0' && !promoted {
                    file -= letter as i8 - '0' as i8;
                } else {
                    let kind = NaiveKind::from_letter(letter.to_ascii_uppercase())?;
                    let mut piece =
                        NaivePiece { color: color_of_letter(letter), kind, promoted: false };
                    if self.variant.set_count(kind) == 0 || promoted && !piece.has_promoted_form() {
                        return None;
                    }
                    piece.promoted = promoted;
                    self.set(NaiveSquare { file, rank }, Some(piece));
                    promoted = false;
                    file -= 1;
                }
            }
            if file != 0 || promoted {
                return None;
            }
        }
        Some(())
    }

    fn read_hands(&mut self, text: &str) -> Option<()> {
        if text == "-" {
            return Some(());
        }
        let mut count = 0;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                count = count * 10 + digit;
                if count == 0 || count > 18 {
                    return None;
                }
            } else {
                let kind = NaiveKind::from_letter(letter.to_ascii_uppercase())?;
                if !self.variant.hand_kinds().contains(&kind) {
                    return None;
                }
                *self.hand_mut(color_of_letter(letter), kind) = count.max(1) as u8;
                count = 0;
            }
        }
        (count == 0).then_some(())
    }

    pub(crate) fn to_sfen(&self) -> String {
        let size = self.variant.size();
        let mut text = String::new();
        for rank in 1..=size {
            let mut empty = 0;
            for file in (1..=size).rev() {
                match self.piece_at(NaiveSquare { file, rank }) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text += &piece.to_string();
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if rank < size {
                text.push('/');
            }
        }
        text += match self.side {
            NaiveColor::Black => " b ",
            NaiveColor::White => " w ",
        };
        let before_hands = text.len();
        for color in [NaiveColor::Black, NaiveColor::White] {
            for &kind in self.variant.hand_kinds() {
                let count = self.hand(color, kind);
                if count > 1 {
                    text += &count.to_string();
                }
                if count > 0 {
                    text += &NaivePiece { color, kind, promoted: false }.to_string();
                }
            }
        }
        if text.len() == before_hands {
            text.push('-');
        }
        text + " " + &self.move_number.to_string()
    }

    pub(crate) fn variant(&self) -> NaiveVariant {
        self.variant
    }

    pub(crate) fn side_to_move(&self) -> NaiveColor {
        self.side
    }

    pub(crate) fn piece_at(&self, square: NaiveSquare) -> Option<NaivePiece> {
        self.board[square.file as usize - 1][square.rank as usize - 1]
    }

    pub(crate) fn set(&mut self, square: NaiveSquare, piece: Option<NaivePiece>) {
        self.board[square.file as usize - 1][square.rank as usize - 1] = piece;
    }

    pub(crate) fn hand(&self, color: NaiveColor, kind: NaiveKind) -> u8 {
        self.hands[color as usize][kind as usize]
    }

    pub(crate) fn hand_mut(&mut self, color: NaiveColor, kind: NaiveKind) -> &mut u8 {
        &mut self.hands[color as usize][kind as usize]
    }

    pub(crate) fn king(&self, color: NaiveColor) -> Option<NaiveSquare> {
        let king = NaivePiece { color, kind: NaiveKind::King, promoted: false };
        self.variant.squares().find(|&square| self.piece_at(square) == Some(king))
    }
}

/// Playing.
impl NaivePosition {
    pub(super) fn after(&self, mv: NaiveMove) -> NaivePosition {
        let mut next = self.clone();
        match mv {
            NaiveMove::Board { from, to, promote } => {
                let mut piece = self.piece_at(from).expect("a piece to move");
                // A captured piece changes sides and loses its promotion.
                if let Some(captured) = self.piece_at(to) {
                    *next.hand_mut(self.side, captured.kind) += 1;
                }
                piece.promoted |= promote;
                next.set(from, None);
                next.set(to, Some(piece));
            }
            NaiveMove::Drop { kind, to } => {
                *next.hand_mut(self.side, kind) -= 1;
                next.set(to, Some(NaivePiece { color: self.side, kind, promoted: false }));
            }
        }
        next.side = self.side.other();
        next.move_number += 1;
        next
    }

    pub(super) fn read_move(&self, text: &str) -> NaiveMove {
        NaiveMove::from_usi(text, self.variant).unwrap_or_else(|| panic!("`{text}` is no move"))
    }

    /// The position after a move. Legality is the caller's business; a move of no piece, or a drop
    /// from an empty hand, panics.
    pub(crate) fn play(&self, text: &str) -> NaivePosition {
        self.after(self.read_move(text))
    }

    /// The same position with the other side to move, one ply later. Only when not in check: else
    /// the result would not be a lawful position.
    pub(crate) fn pass(&self) -> NaivePosition {
        NaivePosition { side: self.side.other(), move_number: self.move_number + 1, ..self.clone() }
    }

    /// Whether the move leaves the opponent in check.
    pub(crate) fn gives_check(&self, text: &str) -> bool {
        self.play(text).in_check()
    }

    pub(crate) fn classify(&self, text: &str) -> NaiveClass {
        let (capture, pawn_promotion, drop) = match self.read_move(text) {
            NaiveMove::Board { from, to, promote } => {
                let pawn = self.piece_at(from).is_some_and(|piece| piece.kind == NaiveKind::Pawn);
                (self.piece_at(to).is_some(), pawn && promote, false)
            }
            NaiveMove::Drop { .. } => (false, false, true),
        };
        NaiveClass {
            capture,
            quiet_pawn_promotion: pawn_promotion && !capture,
            drop,
            evasion: self.in_check(),
            check: self.gives_check(text),
        }
    }
}
