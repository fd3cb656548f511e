//! The board as a player sees it: black below, hands beside it, marks behind men that count.

use std::fmt::{self, Write};

use clap::ValueEnum;
use sakiyomi::{Color, Kind, Piece, Position, Square, Variant};

/// How men are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// As in printed diagrams; white's men bear a `v`.
    Japanese,
    /// As in SFEN: black's men in capitals, promoted ones with a `+`.
    Letters,
}

/// One character for each man, in the order of [`Kind::index`].
const SIGNS: [(Kind, char); 14] = [
    (Kind::Pawn, '歩'),
    (Kind::Lance, '香'),
    (Kind::Knight, '桂'),
    (Kind::Silver, '銀'),
    (Kind::Bishop, '角'),
    (Kind::Rook, '飛'),
    (Kind::Gold, '金'),
    (Kind::King, '玉'),
    (Kind::Tokin, 'と'),
    (Kind::PromotedLance, '杏'),
    (Kind::PromotedKnight, '圭'),
    (Kind::PromotedSilver, '全'),
    (Kind::Horse, '馬'),
    (Kind::Dragon, '龍'),
];
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn sign(kind: Kind) -> char {
    SIGNS.iter().find(|(other, _)| *other == kind).map_or('？', |(_, sign)| *sign)
}

impl Style {
    /// The board; `mark` gives what stands behind a square, a blank for nothing.
    pub(crate) fn draw<V: Variant>(
        self,
        position: &Position<V>,
        mark: impl Fn(Square<V>) -> char,
    ) -> String {
        let mut text = String::new();
        // Writing into a String cannot fail.
        let _ = self.write(&mut text, position, mark);
        text
    }

    fn write<V: Variant>(
        self,
        text: &mut String,
        position: &Position<V>,
        mark: impl Fn(Square<V>) -> char,
    ) -> fmt::Result {
        self.write_hand(text, position, Color::White)?;
        for file in (1..=V::FILES).rev() {
            match self {
                Self::Japanese => write!(text, " {} ", FILES[usize::from(file) - 1])?,
                Self::Letters => write!(text, "  {file}")?,
            }
        }
        text.push('\n');
        for rank in 1..=V::RANKS {
            for file in (1..=V::FILES).rev() {
                let Some(square) = Square::new(file, rank) else { continue };
                self.write_man(text, position.piece_at(square))?;
                text.push(mark(square));
            }
            match self {
                Self::Japanese => writeln!(text, " {}", RANKS[usize::from(rank) - 1])?,
                Self::Letters => writeln!(text, " {}", char::from(b'a' + rank - 1))?,
            }
        }
        self.write_hand(text, position, Color::Black)
    }

    fn write_man(self, text: &mut String, piece: Option<Piece>) -> fmt::Result {
        match (self, piece) {
            (Self::Japanese, None) => text.write_str(" ・"),
            (Self::Japanese, Some(piece)) => {
                text.push(if piece.color == Color::White { 'v' } else { ' ' });
                text.write_char(sign(piece.kind))
            }
            (Self::Letters, None) => text.write_str(" ."),
            (Self::Letters, Some(piece)) => write!(text, "{:>2}", piece.to_string()),
        }
    }

    fn write_hand<V: Variant>(
        self,
        text: &mut String,
        position: &Position<V>,
        color: Color,
    ) -> fmt::Result {
        text.push_str(match (self, color) {
            (Self::Japanese, Color::Black) => "▲持駒",
            (Self::Japanese, Color::White) => "△持駒",
            (Self::Letters, Color::Black) => "black holds",
            (Self::Letters, Color::White) => "white holds",
        });
        for (kind, number) in position.hand(color).iter() {
            match self {
                Self::Japanese => write!(text, " {}", sign(kind))?,
                Self::Letters => write!(text, " {}", Piece::new(color, kind))?,
            }
            if number > 1 {
                write!(text, "{number}")?;
            }
        }
        text.push_str(if position.hand(color).is_empty() { " -\n" } else { "\n" });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi::Minishogi;

    #[test]
    fn men_hands_and_marks_stand_where_they_belong() {
        let position: Position<Minishogi> = "4k/3+P1/5/5/K4 w R2Gbs 8".parse().unwrap();
        let tokin: Square<Minishogi> = "2b".parse().unwrap();
        let mark = |square| if square == tokin { '!' } else { ' ' };
        let letters = "\
white holds b s
  5  4  3  2  1
 .  .  .  .  k  a
 .  .  . +P! .  b
 .  .  .  .  .  c
 .  .  .  .  .  d
 K  .  .  .  .  e
black holds R G2
";
        assert_eq!(Style::Letters.draw(&position, mark), letters);
        let japanese = "\
△持駒 角 銀
 ５  ４  ３  ２  １ 
 ・  ・  ・  ・ v玉  一
 ・  ・  ・  と! ・  二
 ・  ・  ・  ・  ・  三
 ・  ・  ・  ・  ・  四
 玉  ・  ・  ・  ・  五
▲持駒 飛 金2
";
        assert_eq!(Style::Japanese.draw(&position, mark), japanese);
    }

    #[test]
    fn every_kind_has_its_sign() {
        for kind in Kind::ALL {
            assert_ne!(sign(kind), '？', "{kind:?}");
        }
    }
}
