//! Kinds of men, and men with a colour.

use crate::Color;

/// A kind of man, promoted kinds included.
///
/// Shogi knows all fourteen; minishogi has no lances and knights. The discriminants are chosen so that promotion sets
/// one bit (8) and so that the seven kinds that a hand can hold come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Fu (歩).
    Pawn = 0,
    /// Kyosha (香).
    Lance = 1,
    /// Keima (桂).
    Knight = 2,
    /// Gin (銀).
    Silver = 3,
    /// Kaku (角).
    Bishop = 4,
    /// Hisha (飛).
    Rook = 5,
    /// Kin (金).
    Gold = 6,
    /// Gyoku (玉).
    King = 7,
    /// Promoted pawn (と).
    Tokin = 8,
    /// Promoted lance (成香).
    PromotedLance = 9,
    /// Promoted knight (成桂).
    PromotedKnight = 10,
    /// Promoted silver (成銀).
    PromotedSilver = 11,
    /// Promoted bishop (馬).
    Horse = 12,
    /// Promoted rook (龍).
    Dragon = 13,
}

impl Kind {
    /// All kinds, in the order of their index.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
        Self::King,
        Self::Tokin,
        Self::PromotedLance,
        Self::PromotedKnight,
        Self::PromotedSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that a hand can hold, in the order of their index.
    pub const HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Bishop, Self::Rook, Self::Gold];

    /// 0 to 13.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, if there is one.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() { Some(Self::ALL[index]) } else { None }
    }

    /// The kind this one promotes to; `None` for golds, kings and promoted men.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        if self.can_promote() { Some(Self::ALL[self.index() | 8]) } else { None }
    }

    /// The kind as it lies in a hand: promoted men turned back, every other kind itself.
    #[inline]
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        Self::ALL[self.index() & 7]
    }

    /// Whether this man stands with its promoted face up.
    #[inline]
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self.index() >= 8
    }

    /// Whether this man has a promoted face to turn to.
    #[inline]
    #[must_use]
    pub const fn can_promote(self) -> bool {
        self.index() < 6
    }

    /// The capital letter of SFEN for the unpromoted face: `P L N S B R G K`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"PLNSBRGK"[self.index() & 7] as char
    }

    /// The unpromoted kind of a capital SFEN letter.
    #[inline]
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'L' => Self::Lance,
            'N' => Self::Knight,
            'S' => Self::Silver,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'G' => Self::Gold,
            'K' => Self::King,
            _ => return None,
        })
    }
}

/// A man on the board: its kind and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A man of this side and kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self { color, kind }
    }
}

impl core::fmt::Display for Piece {
    /// As SFEN writes it: `P`, `+r`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        use core::fmt::Write;
        if self.kind.is_promoted() {
            f.write_char('+')?;
        }
        let letter = self.kind.letter();
        f.write_char(match self.color {
            Color::Black => letter,
            Color::White => letter.to_ascii_lowercase(),
        })
    }
}

/// A square's content in the mailbox: `color << 4 | kind`, or [`Code::EMPTY`].
///
/// One byte, and an index of tables with 32 rows without a branch on emptiness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Code(pub(crate) u8);

impl Code {
    pub(crate) const EMPTY: Self = Self(31);

    #[inline]
    pub(crate) const fn new(color: Color, kind: Kind) -> Self {
        Self((color as u8) << 4 | kind as u8)
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// 0 to 13, or 15 for an empty square.
    #[inline]
    pub(crate) fn kind_index(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// 0 to 29, or 31 for an empty square.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0 & 31)
    }

    #[inline]
    pub(crate) fn color_index(self) -> usize {
        usize::from(self.0 >> 4 & 1)
    }

    #[inline]
    pub(crate) fn kind(self) -> Option<Kind> {
        Kind::from_index(self.kind_index())
    }

    #[inline]
    pub(crate) fn piece(self) -> Option<Piece> {
        self.kind().map(|kind| Piece::new(Color::from_index(self.color_index()), kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_and_back_are_inverse() {
        for kind in Kind::ALL {
            if let Some(promoted) = kind.promoted() {
                assert!(promoted.is_promoted() && !kind.is_promoted());
                assert_eq!(promoted.unpromoted(), kind);
            }
            assert_eq!(Kind::from_index(kind.index()), Some(kind));
        }
        assert_eq!(Kind::ALL.iter().filter(|k| k.can_promote()).count(), 6);
    }

    #[test]
    fn codes_keep_piece_and_colour() {
        for color in Color::ALL {
            for kind in Kind::ALL {
                assert_eq!(Code::new(color, kind).piece(), Some(Piece::new(color, kind)));
            }
        }
        assert_eq!(Code::EMPTY.piece(), None);
    }
}
