//! Boards as pictures: one SVG text that needs nothing but a font with Japanese characters.

use core::fmt::{self, Display, Formatter};

use crate::diagram::row;
use crate::names::{FULL_WIDTH, KANJI, SIGNS, count};
use crate::{Color, Kind, Move, Position, Square, Variant};

/// Side of a square, in the picture's units.
const CELL: u32 = 44;
/// Room for the numbers above and at the right.
const MARGIN: u32 = 22;
/// Width of the column for one hand.
const STAND: u32 = 72;
/// Height that a kind in hand takes.
const STAND_STEP: u32 = 36;
/// Between a hand and the board.
const GAP: u32 = 14;

const PAPER_COLOR: &str = "#fffdf7";
const BOARD_COLOR: &str = "#f3d9a4";
const LINE_COLOR: &str = "#4a3618";
const MAN_COLOR: &str = "#fbeccb";
const LAST_COLOR: &str = "#f2a65e";
const LEFT_COLOR: &str = "#f9cf9a";
const PROMOTED_INK: &str = "#b3261e";
const INK: &str = "#1d1508";
const FONTS: &str =
    "'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho','Noto Sans CJK JP',serif";

/// A picture of a position: made by [`Position::to_svg`], displayed as SVG.
///
/// White's men stand upside down, as on a real board; promoted men are red; hands stand beside the board at their
/// owner's right, with the side to move marked.
///
/// ```
/// use sakiyomi_rules::{Position, Shogi};
/// let mut position = Position::<Shogi>::start();
/// let mv = "7g7f".parse()?;
/// position.play(mv)?;
/// let svg = position.to_svg().last_move(mv).to_string();
/// assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
/// assert_eq!(svg.matches("歩").count(), 18);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardSvg<'a, V: Variant> {
    position: &'a Position<V>,
    last_move: Option<Move<V>>,
}

impl<V: Variant> Position<V> {
    /// The position as a picture.
    #[must_use]
    pub fn to_svg(&self) -> BoardSvg<'_, V> {
        BoardSvg { position: self, last_move: None }
    }
}

impl<V: Variant> BoardSvg<'_, V> {
    /// Colours the squares that the last move left and reached.
    #[must_use]
    pub fn last_move(mut self, mv: Move<V>) -> Self {
        self.last_move = Some(mv);
        self
    }

    const LEFT: u32 = STAND + GAP;
    const WIDTH: u32 = Self::LEFT + V::FILES as u32 * CELL + MARGIN + GAP + STAND;
    const HEIGHT: u32 = MARGIN + V::RANKS as u32 * CELL + MARGIN / 2;

    /// The upper left corner of a square.
    fn corner(square: Square<V>) -> (u32, u32) {
        let column = u32::from(V::FILES - square.file());
        (Self::LEFT + column * CELL, MARGIN + u32::from(square.rank() - 1) * CELL)
    }

    fn write_squares(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = (u32::from(V::FILES) * CELL, u32::from(V::RANKS) * CELL);
        writeln!(
            f,
            r#"<rect x="{}" y="{MARGIN}" width="{width}" height="{height}" fill="{BOARD_COLOR}"/>"#,
            Self::LEFT
        )?;
        if let Some(mv) = self.last_move {
            for (square, color) in [(mv.from(), LEFT_COLOR), (Some(mv.to()), LAST_COLOR)] {
                let Some((x, y)) = square.map(Self::corner) else { continue };
                writeln!(
                    f,
                    r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{color}"/>"#
                )?;
            }
        }

        write!(f, r#"<path d=""#)?;
        for file in 1..u32::from(V::FILES) {
            write!(f, "M{} {MARGIN}v{height}", Self::LEFT + file * CELL)?;
        }
        for rank in 1..u32::from(V::RANKS) {
            write!(f, "M{} {}h{width}", Self::LEFT, MARGIN + rank * CELL)?;
        }
        writeln!(f, r#"" stroke="{LINE_COLOR}" fill="none"/>"#)?;
        // The four dots mark the corners of the promotion zones, where there is room between them.
        let zone = u32::from(V::PROMOTION_RANKS);
        if zone > 1 {
            for (x, y) in [(zone, zone), (2 * zone, zone), (zone, 2 * zone), (2 * zone, 2 * zone)] {
                let (x, y) = (Self::LEFT + x * CELL, MARGIN + y * CELL);
                writeln!(f, r#"<circle cx="{x}" cy="{y}" r="3" fill="{LINE_COLOR}"/>"#)?;
            }
        }
        writeln!(
            f,
            r#"<rect x="{}" y="{MARGIN}" width="{width}" height="{height}" fill="none" stroke="{LINE_COLOR}" stroke-width="2"/>"#,
            Self::LEFT
        )
    }

    fn write_numbers(f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g font-size="13" fill="{LINE_COLOR}" text-anchor="middle">"#)?;
        for (file, number) in (1..=u32::from(V::FILES)).zip(FULL_WIDTH) {
            let x = Self::LEFT + (u32::from(V::FILES) - file) * CELL + CELL / 2;
            writeln!(f, r#"<text x="{x}" y="{}">{}</text>"#, MARGIN - 7, number)?;
        }
        let x = Self::LEFT + u32::from(V::FILES) * CELL + MARGIN / 2;
        for (rank, number) in (0..u32::from(V::RANKS)).zip(KANJI) {
            let y = MARGIN + rank * CELL + CELL / 2 + 5;
            writeln!(f, r#"<text x="{x}" y="{y}">{}</text>"#, number)?;
        }
        writeln!(f, "</g>")
    }

    fn write_men(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for square in (1..=V::RANKS).flat_map(row::<V>) {
            let Some(piece) = self.position.piece_at(square) else { continue };
            let (x, y) = Self::corner(square);
            let turn = if piece.color == Color::White { " rotate(180)" } else { "" };
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            writeln!(f, r#"<g transform="translate({x} {y}){turn}">"#)?;
            write_man(f, piece.kind)?;
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// One hand as its owner sees it: black's beside the lower right corner, white's the same turned about the middle.
    fn write_hand(&self, f: &mut Formatter<'_>, color: Color) -> fmt::Result {
        let bottom = MARGIN + u32::from(V::RANKS) * CELL;
        let (turn, sign) = match color {
            Color::Black => (0, '☗'),
            Color::White => (180, '☖'),
        };
        let (middle_x, middle_y) = (Self::WIDTH / 2, (MARGIN + bottom) / 2);
        writeln!(f, r#"<g transform="rotate({turn} {middle_x} {middle_y})">"#)?;
        let hand = self.position.hand(color);
        let kinds = hand.iter().count() as u32;
        let x = Self::WIDTH - STAND / 2;
        let top = bottom - kinds * STAND_STEP;
        let ink = if self.position.side_to_move() == color { PROMOTED_INK } else { INK };
        writeln!(
            f,
            r#"<text x="{x}" y="{}" font-size="24" fill="{ink}" text-anchor="middle">{sign}</text>"#,
            top - 8
        )?;
        for (index, (kind, number)) in (0..).zip(hand.iter()) {
            let y = top + index * STAND_STEP + STAND_STEP / 2;
            writeln!(f, r#"<g transform="translate({} {y}) scale(0.85)">"#, x - 14)?;
            write_man(f, kind)?;
            writeln!(f, "</g>")?;
            write!(f, r#"<text x="{}" y="{}" font-size="15" fill="{INK}">"#, x + 3, y + 6)?;
            for digit in count(number) {
                write!(f, "{digit}")?;
            }
            writeln!(f, "</text>")?;
        }
        writeln!(f, "</g>")
    }
}

/// A man of black about the origin.
fn write_man(f: &mut Formatter<'_>, kind: Kind) -> fmt::Result {
    let ink = if kind.is_promoted() { PROMOTED_INK } else { INK };
    let sign = SIGNS[kind.index()];
    writeln!(
        f,
        r#"<path d="M0-19 12-14 16 18H-16L-12-14Z" fill="{MAN_COLOR}" stroke="{LINE_COLOR}" stroke-width="0.8" stroke-linejoin="round"/><text y="11" font-size="24" fill="{ink}" text-anchor="middle">{sign}</text>"#
    )
}

impl<V: Variant> Display for BoardSvg<'_, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = (Self::WIDTH, Self::HEIGHT);
        // Nothing in the text comes from outside: an SFEN we write has no character that XML reads as its own.
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="{FONTS}">"#
        )?;
        writeln!(f, "<title>{}</title>", self.position.to_sfen())?;
        writeln!(f, r#"<rect width="{width}" height="{height}" fill="{PAPER_COLOR}"/>"#)?;
        self.write_squares(f)?;
        Self::write_numbers(f)?;
        self.write_men(f)?;
        for color in Color::ALL {
            self.write_hand(f, color)?;
        }
        writeln!(f, "</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi};
    use std::string::ToString;

    /// Every tag that is opened is closed, in order; attributes are quoted.
    fn is_well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            let name = tag.split([' ', '/']).next().unwrap_or("");
            if tag.matches('"').count() % 2 != 0 {
                return false;
            }
            match (tag.strip_prefix('/'), tag.ends_with('/')) {
                (Some(name), _) if open.pop() != Some(name) => return false,
                (Some(_), _) | (None, true) => {}
                (None, false) => open.push(name),
            }
        }
        open.is_empty()
    }

    #[test]
    fn pictures_hold_every_man_and_stay_well_formed() {
        let sfen = "4k4/9/9/4+P4/9/9/9/9/4K4 b R2G10Pb3p 1";
        let position: Position<Shogi> = sfen.parse().unwrap();
        let svg = position.to_svg().last_move("5e5d+".parse().unwrap()).to_string();
        assert!(is_well_formed(&svg), "{svg}");
        assert_eq!(svg.matches("rotate(180)").count(), 1);
        assert_eq!((svg.matches('と').count(), svg.matches('歩').count()), (1, 2));
        assert!(svg.contains(">十<") && svg.contains(LAST_COLOR) && svg.contains(LEFT_COLOR));

        let svg = Position::<Minishogi>::start().to_svg().to_string();
        assert!(is_well_formed(&svg), "{svg}");
        assert_eq!(svg.matches("rotate(180)").count(), 6);
        assert!(!svg.contains(LAST_COLOR));
    }
}
