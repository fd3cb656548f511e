//! Pieces, squares and moves, and how they are written.

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
    pub(super) fn from_letter(letter: char) -> Option<NaiveKind> {
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
    pub(super) fn steps(self) -> Directions {
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
    pub(super) fn slides(self) -> Directions {
        match (self.kind, self.promoted) {
            (NaiveKind::Lance, false) => FORWARD,
            (NaiveKind::Rook, _) => STRAIGHT,
            (NaiveKind::Bishop, _) => DIAGONAL,
            _ => &[],
        }
    }

    /// A direction as Black sees it, turned round for White.
    pub(super) fn turned(self, (file, rank): (i8, i8)) -> (i8, i8) {
        match self.color {
            NaiveColor::Black => (file, rank),
            NaiveColor::White => (-file, -rank),
        }
    }

    pub(super) fn has_promoted_form(self) -> bool {
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

pub(super) fn color_of_letter(letter: char) -> NaiveColor {
    if letter.is_ascii_uppercase() { NaiveColor::Black } else { NaiveColor::White }
}
