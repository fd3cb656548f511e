//! Handicap starts (駒落ち): white gives men away and moves first.

use core::fmt;
use core::str::FromStr;

use crate::{Position, Shogi};

/// The usual handicaps of shogi. Left and right are white's own: white's right lance stands on 9a.
///
/// The list and its names are those of the Japan Shogi Association and of the KIF format; a handicap of five without a
/// side gives the right knight.
///
/// ```
/// use sakiyomi_rules::{Color, Handicap};
/// let rook: Handicap = "飛車落ち".parse()?;
/// assert_eq!(rook, Handicap::Rook);
/// assert_eq!(rook.name(), "rook");
/// let position = rook.position();
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(Handicap::of(&position), Some(rook));
/// # Ok::<(), sakiyomi_rules::HandicapError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Handicap {
    /// None; black moves first (平手).
    Even,
    /// The left lance (香落ち).
    Lance,
    /// The right lance (右香落ち).
    RightLance,
    /// The bishop (角落ち).
    Bishop,
    /// The rook (飛車落ち).
    Rook,
    /// The rook and the left lance (飛香落ち).
    RookLance,
    /// Rook and bishop (二枚落ち).
    TwoPiece,
    /// Rook, bishop and the left lance (三枚落ち).
    ThreePiece,
    /// Rook, bishop and both lances (四枚落ち).
    FourPiece,
    /// As four, and the right knight (五枚落ち).
    FivePiece,
    /// As four, and the left knight (左五枚落ち).
    LeftFivePiece,
    /// As four, and both knights (六枚落ち).
    SixPiece,
    /// As six, and the right silver (右七枚落ち).
    RightSevenPiece,
    /// As six, and the left silver (左七枚落ち).
    LeftSevenPiece,
    /// As six, and both silvers (八枚落ち).
    EightPiece,
    /// As eight, and both golds (十枚落ち).
    TenPiece,
}

impl Handicap {
    /// All of them, the smallest first.
    pub const ALL: [Self; 16] = [
        Self::Even,
        Self::Lance,
        Self::RightLance,
        Self::Bishop,
        Self::Rook,
        Self::RookLance,
        Self::TwoPiece,
        Self::ThreePiece,
        Self::FourPiece,
        Self::FivePiece,
        Self::LeftFivePiece,
        Self::SixPiece,
        Self::RightSevenPiece,
        Self::LeftSevenPiece,
        Self::EightPiece,
        Self::TenPiece,
    ];

    /// English name, Japanese name, and white's two rear ranks in SFEN.
    const fn entry(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Even => ("even", "平手", "lnsgkgsnl/1r5b1"),
            Self::Lance => ("lance", "香落ち", "lnsgkgsn1/1r5b1"),
            Self::RightLance => ("right-lance", "右香落ち", "1nsgkgsnl/1r5b1"),
            Self::Bishop => ("bishop", "角落ち", "lnsgkgsnl/1r7"),
            Self::Rook => ("rook", "飛車落ち", "lnsgkgsnl/7b1"),
            Self::RookLance => ("rook-lance", "飛香落ち", "lnsgkgsn1/7b1"),
            Self::TwoPiece => ("two-piece", "二枚落ち", "lnsgkgsnl/9"),
            Self::ThreePiece => ("three-piece", "三枚落ち", "lnsgkgsn1/9"),
            Self::FourPiece => ("four-piece", "四枚落ち", "1nsgkgsn1/9"),
            Self::FivePiece => ("five-piece", "五枚落ち", "2sgkgsn1/9"),
            Self::LeftFivePiece => ("left-five-piece", "左五枚落ち", "1nsgkgs2/9"),
            Self::SixPiece => ("six-piece", "六枚落ち", "2sgkgs2/9"),
            Self::RightSevenPiece => ("right-seven-piece", "右七枚落ち", "3gkgs2/9"),
            Self::LeftSevenPiece => ("left-seven-piece", "左七枚落ち", "2sgkg3/9"),
            Self::EightPiece => ("eight-piece", "八枚落ち", "3gkg3/9"),
            Self::TenPiece => ("ten-piece", "十枚落ち", "4k4/9"),
        }
    }

    /// The English name: small letters with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().0
    }

    /// The Japanese name, as KIF writes it behind 手合割.
    #[must_use]
    pub const fn japanese_name(self) -> &'static str {
        self.entry().1
    }

    /// The start position. White is to move, except without a handicap.
    #[must_use]
    pub fn position(self) -> Position<Shogi> {
        let side = if self == Self::Even { 'b' } else { 'w' };
        let rear = self.entry().2;
        let sfen = alloc::format!("{rear}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1");
        match Position::from_sfen(&sfen) {
            Ok(position) => position,
            Err(_) => unreachable!("handicap starts are lawful"),
        }
    }

    /// Which of these starts a position is, if it is one; its move number does not matter.
    #[must_use]
    pub fn of(position: &Position<Shogi>) -> Option<Self> {
        let key = position.key();
        Self::ALL.into_iter().find(|handicap| handicap.position().key() == key)
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no handicap has this name; see Handicap::ALL")]
#[non_exhaustive]
pub struct HandicapError;

impl FromStr for Handicap {
    type Err = HandicapError;

    /// Reads an English or a Japanese name.
    fn from_str(text: &str) -> Result<Self, HandicapError> {
        Self::ALL
            .into_iter()
            .find(|handicap| text == handicap.name() || text == handicap.japanese_name())
            .ok_or(HandicapError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Kind, Square};

    #[test]
    fn each_start_lacks_as_many_men_as_its_name_says() {
        let missing = [0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 10];
        for (handicap, missing) in Handicap::ALL.into_iter().zip(missing) {
            let position = handicap.position();
            assert_eq!(position.occupied_by(Color::White).count(), 20 - missing, "{handicap}");
            assert_eq!(position.occupied_by(Color::Black).count(), 20);
            let first = if missing == 0 { Color::Black } else { Color::White };
            assert_eq!(position.side_to_move(), first);
            assert_eq!(Handicap::of(&position), Some(handicap));
            assert_eq!(handicap.name().parse(), Ok(handicap));
            assert_eq!(handicap.japanese_name().parse(), Ok(handicap));
        }
        assert_eq!("queen".parse::<Handicap>(), Err(HandicapError));
    }

    #[test]
    fn right_is_whites_right() {
        let at = |file, rank| Square::<Shogi>::new(file, rank).unwrap();
        let kind = |handicap: Handicap, square| handicap.position().kind_at(square);
        assert_eq!(kind(Handicap::RightLance, at(9, 1)), None);
        assert_eq!(kind(Handicap::Lance, at(1, 1)), None);
        assert_eq!(kind(Handicap::Rook, at(8, 2)), None);
        assert_eq!(kind(Handicap::FivePiece, at(8, 1)), None);
        assert_eq!(kind(Handicap::LeftFivePiece, at(8, 1)), Some(Kind::Knight));
        assert_eq!(kind(Handicap::RightSevenPiece, at(7, 1)), None);
        assert_eq!(kind(Handicap::LeftSevenPiece, at(3, 1)), None);
    }
}
