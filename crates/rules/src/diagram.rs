//! Boards drawn as text: with the letters of SFEN, or in Japanese as KIF and BOD files have them.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::names::{FULL_WIDTH, KANJI, NAMES, SIGNS, count};
use crate::{Color, Piece, Position, Square, Variant};

impl<V: Variant> Position<V> {
    /// The board with SFEN's letters: black's men are capitals, promoted men bear a `+`.
    ///
    /// ```
    /// use sakiyomi_rules::{Minishogi, Position};
    /// let start = Position::<Minishogi>::start();
    /// assert_eq!(start.to_letters(), "\
    /// white: -
    ///   5  4  3  2  1
    ///  r  b  s  g  k  a
    ///  .  .  .  .  p  b
    ///  .  .  .  .  .  c
    ///  P  .  .  .  .  d
    ///  K  G  S  B  R  e
    /// black: -
    /// black to move
    /// ");
    /// ```
    #[must_use]
    pub fn to_letters(&self) -> String {
        let mut text = String::with_capacity(512);
        // Writing into a String cannot fail.
        let _ = self.write_letters(&mut text);
        text
    }

    fn write_letters(&self, text: &mut String) -> fmt::Result {
        self.write_letter_hand(text, Color::White)?;
        for file in (1..=V::FILES).rev() {
            write!(text, "  {file}")?;
        }
        text.push('\n');
        for rank in 1..=V::RANKS {
            for square in row::<V>(rank) {
                match self.piece_at(square) {
                    Some(piece) if piece.kind.is_promoted() => write!(text, "{piece} ")?,
                    Some(piece) => write!(text, " {piece} ")?,
                    None => text.push_str(" . "),
                }
            }
            writeln!(text, " {}", char::from(b'a' + rank - 1))?;
        }
        self.write_letter_hand(text, Color::Black)?;
        writeln!(text, "{} to move", self.side_to_move())
    }

    fn write_letter_hand(&self, text: &mut String, color: Color) -> fmt::Result {
        write!(text, "{color}:")?;
        for (kind, number) in self.hand(color).iter() {
            write!(text, " {}", Piece::new(color, kind))?;
            if number > 1 {
                write!(text, "{number}")?;
            }
        }
        text.push_str(if self.hand(color).is_empty() { " -\n" } else { "\n" });
        Ok(())
    }

    /// The board in Japanese, in the form of KIF and BOD files. White's men bear a `v`; promoted silvers, knights and
    /// lances are 全, 圭 and 杏.
    ///
    /// ```
    /// use sakiyomi_rules::{Minishogi, Position};
    /// let position: Position<Minishogi> = "4k/3+P1/5/5/K4 w R2Gbs 8".parse()?;
    /// assert_eq!(position.to_diagram(), "\
    /// 後手の持駒：角　銀
    ///   ５ ４ ３ ２ １
    /// +---------------+
    /// | ・ ・ ・ ・v玉|一
    /// | ・ ・ ・ と ・|二
    /// | ・ ・ ・ ・ ・|三
    /// | ・ ・ ・ ・ ・|四
    /// | 玉 ・ ・ ・ ・|五
    /// +---------------+
    /// 先手の持駒：飛　金二
    /// 後手番
    /// ");
    /// # Ok::<(), sakiyomi_rules::SfenError>(())
    /// ```
    #[must_use]
    pub fn to_diagram(&self) -> String {
        let mut text = String::with_capacity(1024);
        self.write_diagram_hand(&mut text, Color::White);
        text.push(' ');
        for file in (0..usize::from(V::FILES)).rev() {
            text.push(' ');
            text.push(FULL_WIDTH[file]);
        }
        text.push('\n');
        let frame = |text: &mut String| {
            text.push('+');
            text.extend((0..V::FILES).map(|_| "---"));
            text.push_str("+\n");
        };
        frame(&mut text);
        for rank in 1..=V::RANKS {
            text.push('|');
            for square in row::<V>(rank) {
                let piece = self.piece_at(square);
                let white = piece.is_some_and(|piece| piece.color == Color::White);
                text.push(if white { 'v' } else { ' ' });
                text.push(piece.map_or('・', |piece| SIGNS[piece.kind.index()]));
            }
            text.push('|');
            text.push(KANJI[usize::from(rank) - 1]);
            text.push('\n');
        }
        frame(&mut text);
        self.write_diagram_hand(&mut text, Color::Black);
        if self.side_to_move() == Color::White {
            text.push_str("後手番\n");
        }
        text
    }

    fn write_diagram_hand(&self, text: &mut String, color: Color) {
        text.push_str(match color {
            Color::Black => "先手の持駒：",
            Color::White => "後手の持駒：",
        });
        for (index, (kind, number)) in self.hand(color).iter().enumerate() {
            if index > 0 {
                text.push('\u{3000}');
            }
            text.push_str(NAMES[kind.index()]);
            text.extend(count(number));
        }
        text.push_str(if self.hand(color).is_empty() { "なし\n" } else { "\n" });
    }
}

/// The squares of a rank as a player of black sees them, left to right.
pub(crate) fn row<V: Variant>(rank: u8) -> impl Iterator<Item = Square<V>> {
    (1..=V::FILES).rev().filter_map(move |file| Square::new(file, rank))
}

#[cfg(test)]
mod tests {
    use crate::{Position, Shogi};

    #[test]
    fn the_start_looks_as_in_kif_files() {
        let text = Position::<Shogi>::start().to_diagram();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "後手の持駒：なし");
        assert_eq!(lines[1], "  ９ ８ ７ ６ ５ ４ ３ ２ １");
        assert_eq!(lines[3], "|v香v桂v銀v金v玉v金v銀v桂v香|一");
        assert_eq!(lines[4], "| ・v飛 ・ ・ ・ ・ ・v角 ・|二");
        assert_eq!(lines[13], "先手の持駒：なし");
        assert_eq!(lines.len(), 14);
    }

    #[test]
    fn counts_in_hand_are_written_out() {
        let position: Position<Shogi> = "4k4/9/9/9/9/9/9/9/4K4 b R10P2b7p 1".parse().unwrap();
        let text = position.to_diagram();
        assert!(text.contains("先手の持駒：飛　歩十\n"));
        assert!(text.contains("後手の持駒：角二　歩七\n"));
        assert!(position.to_letters().contains("black: R P10\n"));
    }
}
