//! Declaring a win by entering king (入玉宣言), by 27 points and by 24.
//!
//! A player whose king stands in the promotion zone, who is to move and not in check, and who has ten more men in the
//! zone, counts points: five for each rook and bishop, promoted or not, one for every other man but the king, of those
//! that stand in the zone and those in hand. By the 27-point rule (Computer Shogi Association, rules of the World
//! Computer Shogi Championship, article 25) black wins with 28 and white with 27; by the 24-point rule (Japan Shogi
//! Association) either side wins with 31 and draws with 24 to 30.
//!
//! Where we differ: points are always counted from the men that are there. Customs that credit the giver of a handicap
//! with the men given are not applied; such a program adds them to [`ImpasseCount::points`] itself. Minishogi knows no
//! declaration: its counts can be read, but nothing can be declared.

use core::fmt;

use bitflags::bitflags;

use crate::{Bitboard, Color, Kind, Position, Variant};

/// Points that a side of shogi needs to win by the 27-point rule, black's first. White moves second and needs fewer.
const POINTS_27: [u32; 2] = [28, 27];
/// Points to draw, and to win, by the 24-point rule.
const POINTS_24: [u32; 2] = [24, 31];
/// Men besides the king that have to stand in the zone.
const MEN_IN_ZONE: u32 = 10;

/// Which rule a player declares by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeclarationRule {
    /// 28 points win for black, 27 for white.
    Points27,
    /// 31 points win, 24 to 30 draw.
    Points24,
}

/// What a declaration comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Declaration {
    /// It may not be made.
    No,
    /// The game is drawn.
    Draw,
    /// The side that declares wins.
    Win,
}

impl fmt::Display for Declaration {
    /// `no`, `draw` or `win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::No => "no",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// What a side has to show when it wants to declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImpasseCount {
    /// Men in the promotion zone and in hand: rooks and bishops 5, others 1, the king nothing.
    pub points: u32,
    /// Men in the zone, the king not counted.
    pub men_in_zone: u32,
    /// Whether the king stands in the zone.
    pub king_in_zone: bool,
}

bitflags! {
    /// What is missing for a declaration. Several things may be missing at once.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct DeclarationFaults: u8 {
        /// The game has no declaration (minishogi).
        const NOT_IN_THIS_GAME = 1;
        /// The king does not stand in the promotion zone.
        const KING_OUTSIDE_ZONE = 1 << 1;
        /// The king is in check.
        const IN_CHECK = 1 << 2;
        /// Fewer than ten men stand in the zone besides the king.
        const TOO_FEW_MEN = 1 << 3;
        /// The points do not suffice.
        const TOO_FEW_POINTS = 1 << 4;
    }
}

impl fmt::Display for DeclarationFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (Self::NOT_IN_THIS_GAME, "this game has no declaration"),
            (Self::KING_OUTSIDE_ZONE, "the king stands outside the promotion zone"),
            (Self::IN_CHECK, "the king is in check"),
            (Self::TOO_FEW_MEN, "fewer than ten men besides the king stand in the zone"),
            (Self::TOO_FEW_POINTS, "the points do not suffice"),
        ];
        let mut parting = "";
        for (_, text) in words.iter().filter(|(flag, _)| self.contains(*flag)) {
            write!(f, "{parting}{text}")?;
            parting = "; ";
        }
        Ok(())
    }
}

impl core::error::Error for DeclarationFaults {}

impl<V: Variant> Position<V> {
    /// Points, men in the zone and the king's place of one side, as the rules of declaration count them.
    ///
    /// ```
    /// use sakiyomi_rules::{Color, Position, Shogi};
    /// let position: Position<Shogi> = "+R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B5P 1".parse()?;
    /// let count = position.impasse_count(Color::Black);
    /// // On the board 2 × 5 + 8, in hand 5 + 5.
    /// assert_eq!((count.points, count.men_in_zone, count.king_in_zone), (28, 10, true));
    /// # Ok::<(), sakiyomi_rules::SfenError>(())
    /// ```
    #[must_use]
    pub fn impasse_count(&self, color: Color) -> ImpasseCount {
        let zone = Bitboard(V::zone(color.index()));
        let king = self.pieces(color, Kind::King);
        let men = (self.occupied_by(color) & zone) - king;
        let great = Bitboard(self.rook_like() | self.bishop_like()) & men;
        let hand = self.hand(color);
        let great_in_hand = hand.count(Kind::Rook) + hand.count(Kind::Bishop);
        ImpasseCount {
            points: men.count() + hand.total() + 4 * (great.count() + great_in_hand),
            men_in_zone: men.count(),
            king_in_zone: !(king & zone).is_empty(),
        }
    }

    /// What the side to move would get by declaring now.
    ///
    /// # Errors
    /// All that is missing.
    pub fn declaration(&self, rule: DeclarationRule) -> Result<Declaration, DeclarationFaults> {
        let us = self.side_to_move();
        let count = self.impasse_count(us);
        let (enough, win) = match rule {
            DeclarationRule::Points27 => (POINTS_27[us.index()], POINTS_27[us.index()]),
            DeclarationRule::Points24 => (POINTS_24[0], POINTS_24[1]),
        };
        let mut faults = DeclarationFaults::empty();
        faults.set(DeclarationFaults::NOT_IN_THIS_GAME, !V::HAS_DECLARATION);
        faults.set(DeclarationFaults::KING_OUTSIDE_ZONE, !count.king_in_zone);
        faults.set(DeclarationFaults::IN_CHECK, self.in_check());
        faults.set(DeclarationFaults::TOO_FEW_MEN, count.men_in_zone < MEN_IN_ZONE);
        faults.set(DeclarationFaults::TOO_FEW_POINTS, count.points < enough);
        match faults.is_empty() {
            true if count.points >= win => Ok(Declaration::Win),
            true => Ok(Declaration::Draw),
            false => Err(faults),
        }
    }

    /// Whether the side to move may declare a win by the 27-point rule: `Win` or `No`.
    #[must_use]
    pub fn declare27(&self) -> Declaration {
        self.declaration(DeclarationRule::Points27).unwrap_or(Declaration::No)
    }

    /// What the side to move may declare by the 24-point rule.
    #[must_use]
    pub fn declare24(&self) -> Declaration {
        self.declaration(DeclarationRule::Points24).unwrap_or(Declaration::No)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi};

    #[test]
    fn everything_missing_is_named() {
        let start = Position::<Shogi>::start();
        let faults = start.declaration(DeclarationRule::Points27).unwrap_err();
        assert_eq!(
            faults,
            DeclarationFaults::KING_OUTSIDE_ZONE
                | DeclarationFaults::TOO_FEW_MEN
                | DeclarationFaults::TOO_FEW_POINTS
        );
    }

    #[test]
    fn minishogi_counts_but_never_declares() {
        let position: Position<Minishogi> = "K+P+PGS/5/5/5/4k b 2R2BGS 1".parse().unwrap();
        assert_eq!(position.impasse_count(Color::Black).points, 4 + 20 + 2);
        assert_eq!(position.declare27(), Declaration::No);
        assert_eq!(position.declare24(), Declaration::No);
    }
}
