//! The features of the linear evaluation, as numbers of a list.
//!
//! A position is a sum of features, each with a weight: what stands where, what stands where seen from the enemy king
//! (attack form) and from the own king (defence form), what is in hand, how many squares round the king the enemy
//! attacks, and whose move it is. White's men read the same weights as black's with the board turned round.
//!
//! Source: 5五将棋 CPU, "局面に点数をつける". Its 2,085 numbers are 275 + 891 + 891 + 18 + 9 + 1; that 275 is 11 × 25
//! (ten kinds, and a row for an empty square), 891 is 11 × 9 × 9, and 18 is 6 × 3, is our reading of the sizes.
//! On the board of nine by nine the same parts have 15 × 81, twice 15 × 17 × 17, 8 × 19, 9 and 1: 10,047 numbers.
//!
//! Where we differ: a man in hand is worth what its place among its equals says (first, second, ...), so the row of
//! `n` men adds the entries 1 to `n`; the article does not say whether its entry is that or their sum.

use core::marker::PhantomData;
use core::ops::Range;

use sakiyomi_rules::{Color, Kind, Position, Shogi, Square, Variant};

/// One of the six parts of the linear evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeaturePart {
    /// Kind × square.
    PieceSquare,
    /// Kind × place seen from the enemy king.
    Attack,
    /// Kind × place seen from the own king.
    Defence,
    /// Kind × which one of its equals in hand.
    Hand,
    /// How many squares next to the king the enemy attacks, 0 to 8.
    KingDanger,
    /// Having the move.
    Tempo,
}

impl FeaturePart {
    /// All parts, in the order in which their weights lie.
    pub const ALL: [Self; 6] =
        [Self::PieceSquare, Self::Attack, Self::Defence, Self::Hand, Self::KingDanger, Self::Tempo];

    /// The name, as breakdowns and error messages show it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PieceSquare => "piece-square",
            Self::Attack => "attack",
            Self::Defence => "defence",
            Self::Hand => "hand",
            Self::KingDanger => "king-danger",
            Self::Tempo => "tempo",
        }
    }
}

impl core::fmt::Display for FeaturePart {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// The numbering of a variant's features.
///
/// ```
/// use sakiyomi_eval::{FeaturePart, Features};
/// use sakiyomi_rules::{Minishogi, Shogi};
/// assert_eq!(FeaturePart::ALL.map(Features::<Minishogi>::size), [275, 891, 891, 18, 9, 1]);
/// assert_eq!(Features::<Minishogi>::LEN, 2_085);
/// assert_eq!(FeaturePart::ALL.map(Features::<Shogi>::size), [1_215, 4_335, 4_335, 152, 9, 1]);
/// assert_eq!(Features::<Shogi>::LEN, 10_047);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Features<V: Variant = Shogi>(PhantomData<V>);

impl<V: Variant> Features<V> {
    /// Rows for kinds: one each, and row 0, which stands for no man and is never read.
    pub(crate) const KINDS: usize = if V::HAS_LANCES_AND_KNIGHTS { 15 } else { 11 };
    const HAND_KINDS: usize = if V::HAS_LANCES_AND_KNIGHTS { 8 } else { 6 };
    /// 0 to the most men of one kind that a hand can hold.
    pub(crate) const HAND_COUNTS: usize = {
        let (mut most, mut kind) = (0, 0);
        while kind < Kind::HAND.len() {
            if V::MEN[kind] > most {
                most = V::MEN[kind];
            }
            kind += 1;
        }
        most as usize + 1
    };
    /// Rank differences, −(ranks − 1) to ranks − 1.
    pub(crate) const RANK_SPAN: usize = 2 * V::RANKS as usize - 1;
    /// Places that a square can have seen from another one.
    pub(crate) const PLACES: usize = (2 * V::FILES as usize - 1) * Self::RANK_SPAN;

    /// How many features there are.
    pub const LEN: usize = Self::start(FeaturePart::Tempo) + 1;

    /// How many features a part has.
    #[must_use]
    pub const fn size(part: FeaturePart) -> usize {
        match part {
            FeaturePart::PieceSquare => Self::KINDS * V::SQUARES,
            FeaturePart::Attack | FeaturePart::Defence => Self::KINDS * Self::PLACES,
            FeaturePart::Hand => Self::HAND_KINDS * Self::HAND_COUNTS,
            FeaturePart::KingDanger => 9,
            FeaturePart::Tempo => 1,
        }
    }

    const fn start(part: FeaturePart) -> usize {
        let (mut start, mut i) = (0, 0);
        while i < part as usize {
            start += Self::size(FeaturePart::ALL[i]);
            i += 1;
        }
        start
    }

    /// The indices of a part.
    #[must_use]
    pub const fn range(part: FeaturePart) -> Range<usize> {
        let start = Self::start(part);
        start..start + Self::size(part)
    }

    /// The part that an index belongs to; `None` past the last.
    #[must_use]
    pub fn part_of(index: usize) -> Option<FeaturePart> {
        FeaturePart::ALL.into_iter().find(|&part| Self::range(part).contains(&index))
    }

    /// The row of a kind, from 1; 0 for kinds that the variant has not. Kinds that a hand can hold come first.
    #[must_use]
    pub(crate) const fn row(kind: Kind) -> usize {
        if V::HAS_LANCES_AND_KNIGHTS {
            kind.index() + 1
        } else {
            match kind {
                Kind::Pawn => 1,
                Kind::Silver => 2,
                Kind::Bishop => 3,
                Kind::Rook => 4,
                Kind::Gold => 5,
                Kind::King => 6,
                Kind::Tokin => 7,
                Kind::PromotedSilver => 8,
                Kind::Horse => 9,
                Kind::Dragon => 10,
                _ => 0,
            }
        }
    }

    /// A man on a square, as its side sees the board (black's side of it at the bottom).
    #[must_use]
    pub const fn piece_square(kind: Kind, square: Square<V>) -> usize {
        Self::row(kind) * V::SQUARES + square.index()
    }

    /// A man so many files and ranks away from the enemy king: its own less the king's, as its side sees the board.
    /// Differences beyond the board are held at its edge.
    #[must_use]
    pub const fn attack(kind: Kind, files: i8, ranks: i8) -> usize {
        Self::start(FeaturePart::Attack)
            + Self::row(kind) * Self::PLACES
            + Self::place(files, ranks)
    }

    /// As [`attack`](Self::attack), seen from the own king.
    #[must_use]
    pub const fn defence(kind: Kind, files: i8, ranks: i8) -> usize {
        Self::start(FeaturePart::Defence)
            + Self::row(kind) * Self::PLACES
            + Self::place(files, ranks)
    }

    pub(crate) const fn place(files: i8, ranks: i8) -> usize {
        const fn held(difference: i8, most: i8) -> usize {
            let difference = if difference < -most {
                -most
            } else if difference > most {
                most
            } else {
                difference
            };
            (difference + most) as usize
        }
        held(files, V::FILES as i8 - 1) * Self::RANK_SPAN + held(ranks, V::RANKS as i8 - 1)
    }

    /// The `nth` man of its kind in hand, from 1; the most that the variant knows if there are more. Entries with
    /// `nth` 0 are never read.
    #[must_use]
    pub const fn hand(kind: Kind, nth: u32) -> usize {
        let most = Self::HAND_COUNTS - 1;
        let nth = if nth as usize > most { most } else { nth as usize };
        let row = if kind.index() < Kind::HAND.len() { Self::row(kind) } else { 0 };
        Self::start(FeaturePart::Hand) + row * Self::HAND_COUNTS + nth
    }

    /// A king with so many (0 to 8) attacked squares next to it.
    #[must_use]
    pub const fn king_danger(attacked: u32) -> usize {
        let attacked = if attacked > 8 { 8 } else { attacked };
        Self::start(FeaturePart::KingDanger) + attacked as usize
    }

    /// Having the move.
    #[must_use]
    pub const fn tempo() -> usize {
        Self::start(FeaturePart::Tempo)
    }

    /// Calls `visit` with every feature of a position and the side whose it is, one call for each occurrence. The
    /// position's value for black is the sum of black's weights less white's.
    ///
    /// This is the plain definition; [`Linear`](crate::Linear) computes the same sum in steps.
    pub fn visit(position: &Position<V>, mut visit: impl FnMut(usize, Color)) {
        for color in Color::ALL {
            let own_king = position.king(color).map(|king| seen_by(color, king));
            let enemy_king = position.king(!color).map(|king| seen_by(color, king));
            for square in position.occupied_by(color) {
                let Some(kind) = position.kind_at(square) else { continue };
                let square = seen_by(color, square);
                visit(Self::piece_square(kind, square), color);
                if let Some(king) = enemy_king {
                    let (files, ranks) = difference(square, king);
                    visit(Self::attack(kind, files, ranks), color);
                }
                if let Some(king) = own_king {
                    let (files, ranks) = difference(square, king);
                    visit(Self::defence(kind, files, ranks), color);
                }
            }
            for (kind, count) in position.hand(color).iter() {
                (1..=count).for_each(|nth| visit(Self::hand(kind, nth), color));
            }
            if let Some(king) = position.king(color) {
                let attacked =
                    beside(king).filter(|&square| position.is_attacked(square, !color)).count();
                visit(Self::king_danger(attacked as u32), color);
            }
        }
        visit(Self::tempo(), position.side_to_move());
    }
}

/// The square as its side sees it.
fn seen_by<V: Variant>(color: Color, square: Square<V>) -> Square<V> {
    if color == Color::Black { square } else { square.rotated() }
}

fn difference<V: Variant>(square: Square<V>, king: Square<V>) -> (i8, i8) {
    (square.file() as i8 - king.file() as i8, square.rank() as i8 - king.rank() as i8)
}

/// The squares next to a square.
pub(crate) fn beside<V: Variant>(king: Square<V>) -> impl Iterator<Item = Square<V>> {
    Square::all().filter(move |&square| {
        let (files, ranks) = difference(square, king);
        square != king && files.abs() <= 1 && ranks.abs() <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Minishogi;
    use std::collections::HashSet;

    fn every_feature_has_a_number_of_its_own<V: Variant>() {
        let mut seen = HashSet::new();
        let mut add = |index, part| {
            assert!(seen.insert(index), "{index}");
            assert_eq!(Features::<V>::part_of(index), Some(part));
        };
        for kind in Kind::ALL.into_iter().filter(|&kind| V::MEN[kind.unpromoted().index()] > 0) {
            for square in Square::<V>::all() {
                add(Features::piece_square(kind, square), FeaturePart::PieceSquare);
            }
            for files in -(V::FILES as i8 - 1)..V::FILES as i8 {
                for ranks in -(V::RANKS as i8 - 1)..V::RANKS as i8 {
                    add(Features::<V>::attack(kind, files, ranks), FeaturePart::Attack);
                    add(Features::<V>::defence(kind, files, ranks), FeaturePart::Defence);
                }
            }
            if Kind::HAND.contains(&kind) {
                for nth in 1..Features::<V>::HAND_COUNTS as u32 {
                    add(Features::<V>::hand(kind, nth), FeaturePart::Hand);
                }
            }
        }
        (0..9).for_each(|n| add(Features::<V>::king_danger(n), FeaturePart::KingDanger));
        add(Features::<V>::tempo(), FeaturePart::Tempo);
        assert!(Features::<V>::part_of(Features::<V>::LEN).is_none());
    }

    #[test]
    fn every_feature_has_a_number_of_its_own_on_both_boards() {
        every_feature_has_a_number_of_its_own::<Shogi>();
        every_feature_has_a_number_of_its_own::<Minishogi>();
    }
}
