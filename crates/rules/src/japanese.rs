//! Japanese notation (棋譜表記) of a move in its position: `▲７六歩`, `△同　銀`, `▲５三銀引不成`.
//!
//! Source: Japan Shogi Association, 棋譜の表記方法. The square (同 if the last move went there), the man as it stood
//! before the move, what tells it from other men of its kind that could go there, and 成 or 不成 where promotion was
//! open, 打 where a man on the board could have gone there as well. Men are told apart by the way they move (上 forward,
//! 寄 sideways, 引 back) if that suffices; else by where they come from (右, 左, and 直 for the one that goes straight
//! forward, which is never said of horses and dragons); else by both.
//!
//! Where we differ: a man that may not go to the square (because it is pinned, say) does not count among those to be
//! told apart; the texts are unique among legal moves. 同 is followed by a full-width blank where the man is one
//! character and nothing follows, as printed records do to keep their columns.

use alloc::string::String;

use crate::names::{FULL_WIDTH, KANJI, NAMES};
use crate::{Bitboard, Color, IllegalMove, Kind, Move, Position, Square, Stage, Variant};

mod read;

pub use read::JapaneseError;

/// Which way a man moves, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Forward,
    Sideways,
    Back,
}

/// Where a man comes from, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Left,
    Straight,
    Right,
}

/// What tells a man from others of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    origin: Option<Origin>,
    motion: Option<Motion>,
}

impl Motion {
    fn of<V: Variant>(from: Square<V>, to: Square<V>, color: Color) -> Self {
        match from.rank_from_far_edge(color).cmp(&to.rank_from_far_edge(color)) {
            core::cmp::Ordering::Greater => Self::Forward,
            core::cmp::Ordering::Equal => Self::Sideways,
            core::cmp::Ordering::Less => Self::Back,
        }
    }

    const fn sign(self) -> char {
        match self {
            Self::Forward => '上',
            Self::Sideways => '寄',
            Self::Back => '引',
        }
    }
}

impl Origin {
    /// Where `from` lies, seen from `to` by a player of this colour.
    fn of<V: Variant>(from: Square<V>, to: Square<V>, color: Color) -> Self {
        let (from, to) = match color {
            Color::Black => (from, to),
            Color::White => (from.rotated(), to.rotated()),
        };
        match from.file().cmp(&to.file()) {
            core::cmp::Ordering::Greater => Self::Left,
            core::cmp::Ordering::Equal => Self::Straight,
            core::cmp::Ordering::Less => Self::Right,
        }
    }

    const fn sign(self) -> char {
        match self {
            Self::Left => '左',
            Self::Straight => '直',
            Self::Right => '右',
        }
    }
}

/// Whether left and right are told by comparing the men with each other and not with the square: there are two of a
/// kind at most, and 直 is never said of them.
const fn is_great(kind: Kind) -> bool {
    matches!(kind, Kind::Horse | Kind::Dragon)
}

/// The marks of the man on `from`, among the men of its kind on `origins` that could go to `to`.
fn marks<V: Variant>(
    kind: Kind,
    color: Color,
    origins: Bitboard<V>,
    from: Square<V>,
    to: Square<V>,
) -> Marks {
    if !origins.has_several() {
        return Marks::default();
    }
    let motion = Motion::of(from, to, color);
    let moving_alike = origins.into_iter().filter(|&other| Motion::of(other, to, color) == motion);
    let mut others = moving_alike.filter(|&other| other != from);
    let Some(other) = others.next() else {
        return Marks { motion: Some(motion), origin: None };
    };
    if is_great(kind) {
        return Marks { origin: Some(Origin::of(from, other, color)), motion: None };
    }
    let origin = Origin::of(from, to, color);
    let from_there = origins.into_iter().filter(|&other| Origin::of(other, to, color) == origin);
    // Straight back cannot be doubled, so Straight is straight forward here.
    let alone = origin == Origin::Straight || from_there.count() == 1;
    Marks { origin: Some(origin), motion: if alone { None } else { Some(motion) } }
}

impl<V: Variant> Position<V> {
    /// The squares of the side to move's men of a kind that may go to a square.
    fn origins(&self, kind: Kind, to: Square<V>) -> Bitboard<V> {
        let mut origins = Bitboard::EMPTY;
        let _ = self.visit_moves::<()>(Stage::To(to), |mv| {
            if let Some(from) = mv.from().filter(|&from| self.kind_at(from) == Some(kind)) {
                origins |= Bitboard::of(from);
            }
            core::ops::ControlFlow::Continue(())
        });
        origins
    }

    /// A move in Japanese notation, with ▲ or △. `previous` is where the move before this one went, if there was one;
    /// a move to the same square is written with 同.
    ///
    /// The text is unique among the legal moves, and [`parse_japanese`](Self::parse_japanese) reads it back.
    ///
    /// # Errors
    /// The rule that the move breaks.
    ///
    /// ```
    /// use sakiyomi_rules::{Position, Shogi};
    /// let mut position = Position::<Shogi>::start();
    /// let mut previous = None;
    /// let mut texts = Vec::new();
    /// for text in ["7g7f", "3c3d", "8h2b+", "3a2b", "4i5h"] {
    ///     let mv = text.parse()?;
    ///     texts.push(position.to_japanese(mv, previous)?);
    ///     previous = Some(mv.to());
    ///     position.play(mv)?;
    /// }
    /// assert_eq!(texts, ["▲７六歩", "△３四歩", "▲２二角成", "△同　銀", "▲５八金右"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_japanese(
        &self,
        mv: Move<V>,
        previous: Option<Square<V>>,
    ) -> Result<String, IllegalMove> {
        self.check_legality(mv)?;
        let (us, to) = (self.side_to_move(), mv.to());
        let mut text = String::with_capacity(24);
        text.push(if us == Color::Black { '▲' } else { '△' });
        if previous == Some(to) {
            text.push('同');
        } else {
            text.push(FULL_WIDTH[usize::from(to.file()) - 1]);
            text.push(KANJI[usize::from(to.rank()) - 1]);
        }
        let after_square = text.len();

        let kind = mv.from().map_or(mv.dropped(), |from| self.kind_at(from));
        let kind = kind.ok_or(IllegalMove::NoManThere)?;
        let origins = self.origins(kind, to);
        text.push_str(NAMES[kind.index()]);
        match mv.from() {
            Some(from) => {
                let marks = marks(kind, us, origins, from, to);
                text.extend(marks.origin.map(Origin::sign));
                text.extend(marks.motion.map(Motion::sign));
                if mv.is_promotion() {
                    text.push('成');
                } else if may_promote(kind, us, from, to) {
                    text.push_str("不成");
                }
            }
            None if !origins.is_empty() => text.push('打'),
            None => {}
        }
        if previous == Some(to) && text[after_square..].chars().count() == 1 {
            text.insert(after_square, '\u{3000}');
        }
        Ok(text)
    }
}

fn may_promote<V: Variant>(kind: Kind, color: Color, from: Square<V>, to: Square<V>) -> bool {
    kind.can_promote() && (from.is_in_zone(color) || to.is_in_zone(color))
}
