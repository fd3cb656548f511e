//! A slow, plain model of the rules, to judge the fast one by.
//!
//! The board is an array of squares, a move is tried by copying the whole position, and every
//! rule is one short function that can be read against the rule book. Nothing here is shared with
//! the library, so that a fault in the one is not a fault in the other.
//!
//! Legality is written twice over. [`NaivePosition::is_legal`] judges one move text by asking each
//! rule in turn; [`NaivePosition::legal_moves`] walks the pieces along their lines and is fast
//! enough to run through games. `naive_oracle.rs` checks that they agree.

#![allow(dead_code)]

pub(crate) mod random;

use std::fmt;

/// Which of the two games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NaiveVariant {
    /// 9x9.
    Shogi,
    /// 5x5.
    Minishogi,
}

impl NaiveVariant {
    pub(crate) const ALL: [NaiveVariant; 2] = [NaiveVariant::Shogi, NaiveVariant::Minishogi];

    /// Number of files, and of ranks.
    pub(crate) fn size(self) -> i8 {
        match self {
            NaiveVariant::Shogi => 9,
            NaiveVariant::Minishogi => 5,
        }
    }

    /// How many ranks at the far end are the promotion zone.
    pub(crate) fn zone_depth(self) -> i8 {
        match self {
            NaiveVariant::Shogi => 3,
            NaiveVariant::Minishogi => 1,
        }
    }

    pub(crate) fn start_sfen(self) -> &'static str {
        match self {
            NaiveVariant::Shogi => {
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
            }
            NaiveVariant::Minishogi => "rbsgk/4p/5/P4/KGSBR b - 1",
        }
    }

    /// How many pieces of a kind the set holds, both sides together.
    pub(crate) fn set_count(self, kind: NaiveKind) -> u8 {
        match (self, kind) {
            (_, NaiveKind::King | NaiveKind::Rook | NaiveKind::Bishop) => 2,
            (NaiveVariant::Shogi, NaiveKind::Pawn) => 18,
            (NaiveVariant::Shogi, _) => 4,
            (NaiveVariant::Minishogi, NaiveKind::Lance | NaiveKind::Knight) => 0,
            (NaiveVariant::Minishogi, _) => 2,
        }
    }

    /// The kinds that can be in hand, in the order in which SFEN writes them.
    pub(crate) fn hand_kinds(self) -> &'static [NaiveKind] {
        use NaiveKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
        match self {
            NaiveVariant::Shogi => &[Rook, Bishop, Gold, Silver, Knight, Lance, Pawn],
            NaiveVariant::Minishogi => &[Rook, Bishop, Gold, Silver, Pawn],
        }
    }

    pub(crate) fn squares(self) -> impl Iterator<Item = NaiveSquare> {
        let size = self.size();
        (1..=size).flat_map(move |file| (1..=size).map(move |rank| NaiveSquare { file, rank }))
    }

    pub(crate) fn contains(self, square: NaiveSquare) -> bool {
        (1..=self.size()).contains(&square.file) && (1..=self.size()).contains(&square.rank)
    }
}

/// Black (sente) moves towards rank a, White (gote) away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NaiveColor {
    Black,
    White,
}

impl NaiveColor {
    pub(crate) fn other(self) -> NaiveColor {
        match self {
            NaiveColor::Black => NaiveColor::White,
            NaiveColor::White => NaiveColor::Black,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NaiveKind {
    Pawn,
    Lance,
    Knight,
    Silver,
    Gold,
    Bishop,
    Rook,
    King,
}

impl NaiveKind {
    fn from_letter(letter: char) -> Option<NaiveKind> {
        Some(match letter {
            'P' => NaiveKind::Pawn,
            'L' => NaiveKind::Lance,
            'N' => NaiveKind::Knight,
            'S' => NaiveKind::Silver,
            'G' => NaiveKind::Gold,
            'B' => NaiveKind::Bishop,
            'R' => NaiveKind::Rook,
            'K' => NaiveKind::King,
            _ => return None,
        })
    }

    pub(crate) fn letter(self) -> char {
        match self {
            NaiveKind::Pawn => 'P',
            NaiveKind::Lance => 'L',
            NaiveKind::Knight => 'N',
            NaiveKind::Silver => 'S',
            NaiveKind::Gold => 'G',
            NaiveKind::Bishop => 'B',
            NaiveKind::Rook => 'R',
            NaiveKind::King => 'K',
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NaivePiece {
    pub(crate) color: NaiveColor,
    pub(crate) kind: NaiveKind,
    pub(crate) promoted: bool,
}

/// Changes of file and rank as Black sees them.
type Directions = &'static [(i8, i8)];

const FORWARD: Directions = &[(0, -1)];
const STRAIGHT: Directions = &[(0, -1), (0, 1), (-1, 0), (1, 0)];
const DIAGONAL: Directions = &[(-1, -1), (1, -1), (-1, 1), (1, 1)];
const KNIGHT: Directions = &[(-1, -2), (1, -2)];
const SILVER: Directions = &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: Directions = &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const KING: Directions = &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];

impl NaivePiece {
    /// Single steps, and the knight's jumps.
    fn steps(self) -> Directions {
        match (self.kind, self.promoted) {
            (NaiveKind::Pawn, false) => FORWARD,
            (NaiveKind::Knight, false) => KNIGHT,
            (NaiveKind::Silver, false) => SILVER,
            (NaiveKind::Gold, _) => GOLD,
            // Promoted small pieces all move as golds.
            (NaiveKind::Pawn | NaiveKind::Lance, true) => GOLD,
            (NaiveKind::Knight | NaiveKind::Silver, true) => GOLD,
            // The dragon adds the diagonal steps to the rook's lines, the horse the straight steps
            // to the bishop's.
            (NaiveKind::Rook, true) => DIAGONAL,
            (NaiveKind::Bishop, true) => STRAIGHT,
            (NaiveKind::Lance | NaiveKind::Rook | NaiveKind::Bishop, false) => &[],
            (NaiveKind::King, _) => KING,
        }
    }

    /// Directions in which the piece runs until something is in the way.
    fn slides(self) -> Directions {
        match (self.kind, self.promoted) {
            (NaiveKind::Lance, false) => FORWARD,
            (NaiveKind::Rook, _) => STRAIGHT,
            (NaiveKind::Bishop, _) => DIAGONAL,
            _ => &[],
        }
    }

    /// A direction as Black sees it, turned round for White.
    fn turned(self, (file, rank): (i8, i8)) -> (i8, i8) {
        match self.color {
            NaiveColor::Black => (file, rank),
            NaiveColor::White => (-file, -rank),
        }
    }

    fn has_promoted_form(self) -> bool {
        !self.promoted && self.kind != NaiveKind::Gold && self.kind != NaiveKind::King
    }
}

impl fmt::Display for NaivePiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.promoted {
            f.write_str("+")?;
        }
        match self.color {
            NaiveColor::Black => write!(f, "{}", self.kind.letter()),
            NaiveColor::White => write!(f, "{}", self.kind.letter().to_ascii_lowercase()),
        }
    }
}

/// Files are counted from the right as Black sees the board, ranks from the top, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NaiveSquare {
    pub(crate) file: i8,
    pub(crate) rank: i8,
}

impl NaiveSquare {
    /// Reads `7f`; whether the board is that large is the caller's question.
    pub(crate) fn from_usi(text: &str) -> Option<NaiveSquare> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Some(NaiveSquare { file: (file - b'0') as i8, rank: (rank - b'a') as i8 + 1 })
            }
            _ => None,
        }
    }

    pub(crate) fn plus(self, (file, rank): (i8, i8)) -> NaiveSquare {
        NaiveSquare { file: self.file + file, rank: self.rank + rank }
    }
}

impl fmt::Display for NaiveSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, (b'a' + self.rank as u8 - 1) as char)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NaiveMove {
    Board { from: NaiveSquare, to: NaiveSquare, promote: bool },
    Drop { kind: NaiveKind, to: NaiveSquare },
}

impl NaiveMove {
    /// Reads a move text of that board: squares outside it, and pieces that its set does not have,
    /// cannot be written.
    pub(crate) fn from_usi(text: &str, variant: NaiveVariant) -> Option<NaiveMove> {
        if !text.is_ascii() {
            return None;
        }
        let square = |part: &str| NaiveSquare::from_usi(part).filter(|&s| variant.contains(s));
        if text.len() == 4 && text.as_bytes()[1] == b'*' {
            let kind = NaiveKind::from_letter(text.as_bytes()[0] as char)?;
            if !variant.hand_kinds().contains(&kind) {
                return None;
            }
            return Some(NaiveMove::Drop { kind, to: square(&text[2..])? });
        }
        let (squares, promote) = match text.strip_suffix('+') {
            Some(squares) => (squares, true),
            None => (text, false),
        };
        if squares.len() != 4 {
            return None;
        }
        Some(NaiveMove::Board { from: square(&squares[..2])?, to: square(&squares[2..])?, promote })
    }
}

impl fmt::Display for NaiveMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NaiveMove::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if promote { "+" } else { "" })
            }
            NaiveMove::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NaivePosition {
    variant: NaiveVariant,
    /// `board[file - 1][rank - 1]`; on 5x5 only the first five of each are used.
    board: [[Option<NaivePiece>; 9]; 9],
    /// `hands[color][kind]`.
    hands: [[u8; 8]; 2],
    side: NaiveColor,
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
    fn ranks_ahead(&self, square: NaiveSquare, color: NaiveColor) -> i8 {
        match color {
            NaiveColor::Black => square.rank - 1,
            NaiveColor::White => self.variant.size() - square.rank,
        }
    }

    fn in_zone(&self, square: NaiveSquare, color: NaiveColor) -> bool {
        self.ranks_ahead(square, color) < self.variant.zone_depth()
    }

    /// A piece may promote when its move begins or ends in the promotion zone.
    fn may_promote(&self, piece: NaivePiece, from: NaiveSquare, to: NaiveSquare) -> bool {
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
    fn obeys_piece_rules(&self, mv: NaiveMove) -> bool {
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

    fn leaves_own_king_attacked(&self, mv: NaiveMove) -> bool {
        self.after(mv).king_attacked(self.side)
    }

    /// A pawn drop that gives mate (uchifuzume).
    ///
    /// The defender has an answer when one of his moves ends the check, and that move need not be
    /// tested for uchifuzume in turn. A dropped pawn checks from the square right before the king,
    /// and a drop opens no line, so the pawn is the only checker and nothing fits between it and
    /// the king: no drop at all can be an answer, a pawn drop least of all. (Had the defender
    /// stood in check already, the position would not have been lawful.)
    fn is_uchifuzume(&self, mv: NaiveMove) -> bool {
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
    fn moves_leaving_king_safe(&self) -> Vec<NaiveMove> {
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
    fn destinations(&self, from: NaiveSquare, piece: NaivePiece) -> Vec<NaiveSquare> {
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

/// Playing.
impl NaivePosition {
    fn after(&self, mv: NaiveMove) -> NaivePosition {
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

    fn read_move(&self, text: &str) -> NaiveMove {
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

fn color_of_letter(letter: char) -> NaiveColor {
    if letter.is_ascii_uppercase() { NaiveColor::Black } else { NaiveColor::White }
}

fn sorted_texts(moves: &[NaiveMove]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(NaiveMove::to_string).collect();
    texts.sort();
    texts
}
