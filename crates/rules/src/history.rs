//! Repetition (千日手) and perpetual check (連続王手の千日手).
//!
//! Two questions are asked of a history. A game asks for the *ruling*: has the position now come up for the fourth time,
//! and who, if anyone, gave check all the way? A search asks at every node whether the position has come up *before*:
//! going round once more cannot do better, so it judges the first return as the rule would judge the fourth.

use alloc::vec::Vec;

use crate::{Color, Position, RepetitionRule, Variant};

/// What a repetition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repetition {
    /// Drawn (shogi).
    Draw,
    /// This side loses by the variant's rule: black in minishogi.
    Loses(Color),
    /// This side gave check with every move of the cycle, and loses.
    PerpetualCheck(Color),
}

impl Repetition {
    /// Who loses; `None` for a draw.
    #[must_use]
    pub const fn loser(self) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::Loses(color) | Self::PerpetualCheck(color) => Some(color),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Past {
    board_key: u64,
    hand_key: u64,
    /// How many positions in a row with this side to move, this one last, were checks.
    checks: u32,
    /// The position came about by a pass: no cycle reaches back over it.
    after_pass: bool,
}

/// Slots of the filter; a power of two.
const SLOTS: usize = 4096;

/// The positions of a game or of a line of play, oldest first, the present one last.
///
/// ```
/// use sakiyomi_rules::{Color, History, Minishogi, Position, Repetition};
/// let mut position = Position::<Minishogi>::start();
/// let mut history = History::new(&position);
/// for mv in "1e1d 5a5b 1d1e 5b5a ".repeat(3).split_whitespace() {
///     position.play(mv.parse()?)?;
///     history.push(&position);
/// }
/// assert_eq!(history.occurrences(), 4);
/// assert_eq!(history.ruling(&position), Some(Repetition::Loses(Color::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Past>,
    /// How many past positions fall into each slot; where it is one, nothing has come up twice.
    filter: Vec<u16>,
}

impl History {
    /// A history that begins with this position.
    #[must_use]
    pub fn new<V: Variant>(position: &Position<V>) -> Self {
        let mut history = Self { past: Vec::with_capacity(256), filter: alloc::vec![0; SLOTS] };
        history.push(position);
        history
    }

    /// Positions held, the present one included.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is always the first position")]
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Makes room for so many more positions, so that pushing them takes no memory.
    pub fn reserve(&mut self, positions: usize) {
        self.past.reserve(positions);
    }

    /// Adds the position that a move led to.
    #[inline]
    pub fn push<V: Variant>(&mut self, position: &Position<V>) {
        self.add(position, false);
    }

    /// Adds the position that a pass led to.
    #[inline]
    pub fn push_pass<V: Variant>(&mut self, position: &Position<V>) {
        self.add(position, true);
    }

    #[inline]
    fn add<V: Variant>(&mut self, position: &Position<V>, after_pass: bool) {
        let checks = if position.in_check() {
            let before = self.past.len().checked_sub(2).map_or(0, |i| self.past[i].checks);
            before.saturating_add(1)
        } else {
            0
        };
        let (board_key, hand_key) = (position.board_key(), position.hand_key());
        // A slot that has overflowed stays full: it then only says "look", which is always safe.
        let count = &mut self.filter[slot(board_key, hand_key)];
        *count = count.saturating_add(1);
        self.past.push(Past { board_key, hand_key, checks, after_pass });
    }

    /// Forgets the present position; the first one stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.past.len() > 1
            && let Some(last) = self.past.pop()
        {
            let count = &mut self.filter[slot(last.board_key, last.hand_key)];
            if *count < u16::MAX {
                *count -= 1;
            }
        }
    }

    /// The indices of earlier occurrences of the present position, latest first.
    #[inline]
    fn earlier(&self) -> impl Iterator<Item = usize> {
        let last = self.past.len() - 1;
        let now = self.past[last];
        let reach = if self.filter[slot(now.board_key, now.hand_key)] > 1 { last } else { 0 };
        // The same side is to move every second ply, and no two plies alone lead back.
        (1..=reach)
            .map_while(move |back| (!self.past[last - back + 1].after_pass).then_some(last - back))
            .filter(move |&i| {
                let then = &self.past[i];
                then.board_key == now.board_key && then.hand_key == now.hand_key
            })
    }

    /// How often the present position has come up, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        1 + self.earlier().count()
    }

    /// The ruling on the present position: `None` until it has come up for the fourth time. `position` has to be it.
    #[must_use]
    pub fn ruling<V: Variant>(&self, position: &Position<V>) -> Option<Repetition> {
        let first = self.earlier().nth(2)?;
        Some(self.judge(position, first))
    }

    /// For a search: whether the present position has come up before, judged as if the cycle that led back were played
    /// on for ever. `position` has to be it.
    #[inline]
    #[must_use]
    pub fn returned<V: Variant>(&self, position: &Position<V>) -> Option<Repetition> {
        let before = self.earlier().next()?;
        Some(self.judge(position, before))
    }

    /// How many plies ago the present position came up last; `None` if it has not come up before.
    #[inline]
    #[must_use]
    pub fn returned_after(&self) -> Option<usize> {
        self.earlier().next().map(|before| self.past.len() - 1 - before)
    }

    fn judge<V: Variant>(&self, position: &Position<V>, first: usize) -> Repetition {
        let last = self.past.len() - 1;
        let moves_each = ((last - first) / 2) as u32;
        let us = position.side_to_move();
        let they_checked = self.past[last].checks >= moves_each;
        let we_checked = last > 0 && self.past[last - 1].checks >= moves_each;
        match (we_checked, they_checked) {
            (true, false) => Repetition::PerpetualCheck(us),
            (false, true) => Repetition::PerpetualCheck(!us),
            _ => match V::REPETITION {
                RepetitionRule::Draw => Repetition::Draw,
                RepetitionRule::WhiteWins => Repetition::Loses(Color::Black),
            },
        }
    }
}

#[inline]
fn slot(board_key: u64, hand_key: u64) -> usize {
    (board_key ^ hand_key) as usize % SLOTS
}
