//! Reading Japanese notation: more forms than are written, but never a guess.

use super::{Marks, Motion, Origin, is_great, marks, may_promote};
use crate::names::{digit, kind_of_sign};
use crate::{Bitboard, Color, IllegalMove, Kind, Move, Position, Square, Variant};

/// Why a text is not a move in Japanese notation. Columns count characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JapaneseError {
    /// ▲ or △ of the side that is not to move.
    #[error("column 1: {0} is to move")]
    WrongSide(Color),
    /// No square of the board, and not 同.
    #[error("column {column}: expected a square of this board, or 同")]
    Square {
        /// Where.
        column: usize,
    },
    /// 同 without a move before.
    #[error("column {column}: 同 needs a move before this one")]
    NothingBefore {
        /// Where.
        column: usize,
    },
    /// No man.
    #[error("column {column}: expected a man")]
    Man {
        /// Where.
        column: usize,
    },
    /// Something that can't stand behind the man, or that stands there twice.
    #[error("column {column}: {found:?} cannot stand here")]
    Mark {
        /// Where.
        column: usize,
        /// The character.
        found: char,
    },
    /// The move meant breaks a rule.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// No legal move fits the text.
    #[error("no legal move fits the text")]
    NoSuchMove,
    /// Several legal moves fit the text.
    #[error("several legal moves fit the text")]
    Ambiguous,
}

/// A text taken apart.
struct Parts<V: Variant> {
    to: Square<V>,
    kind: Kind,
    marks: Marks,
    drop: bool,
    /// 成 or 不成.
    promotion: Option<bool>,
    /// As KIF adds it: `(77)`.
    from: Option<Square<V>>,
}

impl<V: Variant> Position<V> {
    /// Reads a move of the side to move in Japanese notation. `previous` is where the move before this one went.
    ///
    /// Read as well: texts without ▲ or △, or with ☗ or ☖; digits of any width; 王 for 玉, 竜 for 龍, 杏 圭 全 for the
    /// promoted men, 行 and 入 for 上, 生 for 不成; 同 with any blank or none; marks that are not needed; the origin as
    /// KIF writes it, `７六歩(77)`. Without 成 or 不成 no promotion is meant; without 打 a man on the board is meant if
    /// one can go there.
    ///
    /// # Errors
    /// What is wrong with the text and where; the rule that the move breaks; or that no legal move fits, or several.
    ///
    /// ```
    /// use sakiyomi_rules::{JapaneseError, Position, Shogi};
    /// let start = Position::<Shogi>::start();
    /// assert_eq!(start.parse_japanese("☗7六歩", None)?.to_string(), "7g7f");
    /// assert_eq!(start.parse_japanese("５八金", None), Err(JapaneseError::Ambiguous));
    /// assert_eq!(start.parse_japanese("５八金左", None)?.to_string(), "6i5h");
    /// # Ok::<(), JapaneseError>(())
    /// ```
    pub fn parse_japanese(
        &self,
        text: &str,
        previous: Option<Square<V>>,
    ) -> Result<Move<V>, JapaneseError> {
        let parts = take_apart(text, self.side_to_move(), previous)?;
        let Parts { to, kind, .. } = parts;
        let origins = self.origins(kind, to);
        let marked = parts.marks != Marks::default() || parts.from.is_some();
        if parts.drop || (origins.is_empty() && !marked && parts.promotion.is_none()) {
            return self.meant_drop(&parts);
        }
        let from = self.meant_origin(&parts, origins)?;
        let promotion = parts.promotion == Some(true);
        if parts.promotion == Some(false) && !may_promote(kind, self.side_to_move(), from, to) {
            return Err(JapaneseError::NoSuchMove);
        }
        let mv = Move::new(from, to, promotion);
        self.check_legality(mv)?;
        Ok(mv)
    }

    fn meant_drop(&self, parts: &Parts<V>) -> Result<Move<V>, JapaneseError> {
        let bare =
            parts.marks == Marks::default() && parts.promotion.is_none() && parts.from.is_none();
        let mv = Move::drop(parts.kind, parts.to).filter(|_| bare);
        let mv = mv.ok_or(JapaneseError::NoSuchMove)?;
        match self.check_legality(mv) {
            Ok(()) => Ok(mv),
            // Without 打 a move on the board may have been meant as well.
            Err(rule) if !parts.drop => Err(self.broken_rule(parts).unwrap_or(rule).into()),
            Err(rule) => Err(rule.into()),
        }
    }

    /// The rule that keeps a man of the kind from the square, if one reaches it at all.
    fn broken_rule(&self, parts: &Parts<V>) -> Option<IllegalMove> {
        let promotion = parts.promotion == Some(true);
        self.pieces(self.side_to_move(), parts.kind)
            .into_iter()
            .filter(|&from| from != parts.to)
            .filter_map(|from| self.check_legality(Move::new(from, parts.to, promotion)).err())
            .find(|&rule| rule != IllegalMove::OutOfReach)
    }

    fn meant_origin(
        &self,
        parts: &Parts<V>,
        origins: Bitboard<V>,
    ) -> Result<Square<V>, JapaneseError> {
        let us = self.side_to_move();
        let &Parts { to, kind, .. } = parts;
        let mut fitting = origins;
        if let Some(from) = parts.from {
            fitting &= Bitboard::of(from);
        }
        if parts.marks != Marks::default() {
            // What would be written comes first; other true descriptions are good enough if they fit one man.
            let exactly = |&from: &Square<V>| marks(kind, us, origins, from, to) == parts.marks;
            let exact: Bitboard<V> = fitting.into_iter().filter(exactly).collect();
            let loosely = |&from: &Square<V>| parts.marks.describe(kind, us, origins, from, to);
            fitting = if exact.is_empty() {
                fitting.into_iter().filter(loosely).collect()
            } else {
                exact
            };
        }
        match fitting.first() {
            None => Err(self.broken_rule(parts).map_or(JapaneseError::NoSuchMove, Into::into)),
            Some(_) if fitting.has_several() => Err(JapaneseError::Ambiguous),
            Some(from) => Ok(from),
        }
    }
}

impl Marks {
    /// Whether these marks are true of the man on `from`, needed or not.
    fn describe<V: Variant>(
        self,
        kind: Kind,
        color: Color,
        origins: Bitboard<V>,
        from: Square<V>,
        to: Square<V>,
    ) -> bool {
        let motion = Motion::of(from, to, color);
        let origin = Origin::of(from, to, color);
        let from_there = match self.origin {
            None => true,
            Some(Origin::Straight) => {
                origin == Origin::Straight && motion == Motion::Forward && !is_great(kind)
            }
            Some(side) if is_great(kind) => {
                let others = origins - Bitboard::of(from);
                match others.first() {
                    Some(other) => Origin::of(from, other, color) == side,
                    None => origin == side,
                }
            }
            Some(side) => origin == side,
        };
        from_there && self.motion.is_none_or(|wanted| wanted == motion)
    }
}

/// The characters of a text with their columns.
struct Reader<'a> {
    rest: core::str::Chars<'a>,
    column: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        self.column += 1;
        self.rest.next()
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let found = self.peek().filter(|&found| wanted(found))?;
        self.next();
        Some(found)
    }

    fn square<V: Variant>(&mut self) -> Result<Square<V>, JapaneseError> {
        let column = self.column;
        let mut number = || self.next().and_then(digit);
        let (file, rank) = (number(), number());
        file.zip(rank)
            .and_then(|(file, rank)| Square::new(file, rank))
            .ok_or(JapaneseError::Square { column })
    }

    fn man(&mut self) -> Result<Kind, JapaneseError> {
        let column = self.column;
        let promoted = self.take(|c| c == '成').is_some();
        let kind = self.next().and_then(kind_of_sign);
        let kind = match kind {
            Some(kind @ (Kind::Lance | Kind::Knight | Kind::Silver)) if promoted => kind.promoted(),
            kind if !promoted => kind,
            _ => None,
        };
        kind.ok_or(JapaneseError::Man { column })
    }
}

fn take_apart<V: Variant>(
    text: &str,
    us: Color,
    previous: Option<Square<V>>,
) -> Result<Parts<V>, JapaneseError> {
    let mut reader = Reader { rest: text.chars(), column: 1 };
    let side = match reader.take(|c| "▲☗▼△☖▽".contains(c)) {
        None => us,
        Some('▲' | '☗' | '▼') => Color::Black,
        Some(_) => Color::White,
    };
    if side != us {
        return Err(JapaneseError::WrongSide(us));
    }
    let column = reader.column;
    let to = if reader.take(|c| c == '同').is_some() {
        reader.take(|c| matches!(c, ' ' | '\u{3000}'));
        previous.ok_or(JapaneseError::NothingBefore { column })?
    } else {
        reader.square()?
    };
    let kind = reader.man()?;
    let mut parts =
        Parts { to, kind, marks: Marks::default(), drop: false, promotion: None, from: None };

    loop {
        let column = reader.column;
        let Some(found) = reader.next() else { return Ok(parts) };
        let again = match found {
            '右' => parts.marks.origin.replace(Origin::Right).is_some(),
            '左' => parts.marks.origin.replace(Origin::Left).is_some(),
            '直' => parts.marks.origin.replace(Origin::Straight).is_some(),
            '上' | '行' | '入' => parts.marks.motion.replace(Motion::Forward).is_some(),
            '寄' => parts.marks.motion.replace(Motion::Sideways).is_some(),
            '引' => parts.marks.motion.replace(Motion::Back).is_some(),
            '打' => core::mem::replace(&mut parts.drop, true),
            '成' => parts.promotion.replace(true).is_some(),
            '生' => parts.promotion.replace(false).is_some(),
            '不' if reader.take(|c| c == '成').is_some() => {
                parts.promotion.replace(false).is_some()
            }
            '(' | '（' => {
                let again = parts.from.replace(reader.square()?).is_some();
                if reader.take(|c| matches!(c, ')' | '）')).is_none() {
                    return Err(JapaneseError::Mark { column, found });
                }
                again
            }
            _ => true,
        };
        if again {
            return Err(JapaneseError::Mark { column, found });
        }
    }
}
