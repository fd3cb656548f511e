//! The linear evaluation: a sum of weights, kept up to date move by move.
//!
//! [`Features`] says what the sum is; here it is computed in steps. Its parts fall into three running sums, all black's
//! less white's: what does not depend on a king (men on squares, hands), what is seen from black's king (its own men's
//! defence form and white's attack form), and what is seen from white's. A man that appears or leaves changes each by
//! one entry of a table; a king that moves has what is seen from it summed afresh. The squares attacked round the kings
//! are counted when a value is asked for: no move leaves them untouched for certain.
//!
//! Source: 5五将棋 CPU. Where we differ: the running sums (the article sums from scratch).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use sakiyomi_rules::{
    Bitboard, Color, Kind, Piece, Position, Shogi, Square, Undo, Variant, attacks_of,
};

use crate::features::beside;
use crate::{
    Breakdown, Evaluator, Explain, FeaturePart, Features, PieceValues, Score, ScorePart, Weights,
};

/// The linear evaluation with its weights.
///
/// ```
/// use sakiyomi_eval::{Line, Linear, Score};
/// use sakiyomi_rules::{Minishogi, Position};
/// let linear = Linear::<Minishogi>::default();
/// let line = Line::new(&linear, Position::start());
/// // Both sides stand alike; what is left is having the move.
/// assert_eq!(line.value(), Score::centipawns(20));
/// ```
#[derive(Clone)]
pub struct Linear<V: Variant = Shogi> {
    weights: Weights<V>,
    values: PieceValues,
    tables: Box<Tables<V>>,
}

/// The running sums, black's less white's, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearState {
    /// Men on squares, and hands.
    standing: i32,
    /// What is seen from black's king and from white's.
    seen: [i32; 2],
}

/// Rows for men: `color << 4 | kind`.
const MEN: usize = 32;

#[inline(always)]
fn man(color: Color, kind: Kind) -> usize {
    color.index() << 4 | kind.index()
}

/// The weights laid out for running: signed for black's view, indexed by man.
#[derive(Clone)]
struct Tables<V: Variant> {
    /// `[man][square]`.
    piece_square: Vec<i32>,
    /// For each king, `[man][place seen from that king]`.
    seen: [Vec<i32>; 2],
    /// Number of a square among places: the difference of two, plus `CENTRE`, is a place.
    place: Vec<u16>,
    /// `[color][kind][nth]`.
    hand: Vec<i32>,
    danger: [i32; 9],
    tempo: i32,
    /// The squares next to each square.
    ring: Vec<Bitboard<V>>,
    /// For each attacking colour and king square: from where each group of men can attack next to the king at all.
    reach: [Vec<[Bitboard<V>; GROUPS.len()]>; 2],
    /// The same for all men together.
    near: [Vec<Bitboard<V>>; 2],
}

/// Men that attack alike, and the one whose attacks stand for them.
const GROUPS: [(Kind, &[Kind]); 10] = [
    (Kind::Pawn, &[Kind::Pawn]),
    (Kind::Lance, &[Kind::Lance]),
    (Kind::Knight, &[Kind::Knight]),
    (Kind::Silver, &[Kind::Silver]),
    (
        Kind::Gold,
        &[Kind::Gold, Kind::Tokin, Kind::PromotedSilver, Kind::PromotedLance, Kind::PromotedKnight],
    ),
    (Kind::Bishop, &[Kind::Bishop]),
    (Kind::Rook, &[Kind::Rook]),
    (Kind::Horse, &[Kind::Horse]),
    (Kind::Dragon, &[Kind::Dragon]),
    (Kind::King, &[Kind::King]),
];

/// The group of each kind.
const GROUP_OF: [usize; Kind::ALL.len()] = {
    let mut group_of = [0; Kind::ALL.len()];
    let mut group = 0;
    while group < GROUPS.len() {
        let alike = GROUPS[group].1;
        let mut i = 0;
        while i < alike.len() {
            group_of[alike[i].index()] = group;
            i += 1;
        }
        group += 1;
    }
    group_of
};

impl<V: Variant> Tables<V> {
    const CENTRE: usize = Features::<V>::place(0, 0);
    const HAND_ROW: usize = Features::<V>::HAND_COUNTS;

    fn new(weights: &Weights<V>) -> Self {
        let squares = V::SQUARES;
        let places = Features::<V>::PLACES;
        let mut tables = Self {
            piece_square: vec![0; MEN * squares],
            seen: [vec![0; MEN * places], vec![0; MEN * places]],
            place: Square::<V>::all().map(place_number).collect(),
            hand: vec![0; 2 * 8 * Self::HAND_ROW],
            danger: core::array::from_fn(|n| {
                weights.get(Features::<V>::king_danger(n as u32)).into()
            }),
            tempo: weights.get(Features::<V>::tempo()).into(),
            ring: Square::<V>::all().map(|king| beside(king).collect()).collect(),
            reach: Color::ALL.map(|by| Square::all().map(|king| reach(by, king)).collect()),
            near: Color::ALL.map(|by| Square::all().map(|king| near(by, king)).collect()),
        };
        let weight = |index| i32::from(weights.get(index));
        for kind in Kind::ALL {
            let (black, white) = (man(Color::Black, kind), man(Color::White, kind));
            for square in Square::<V>::all() {
                let value = weight(Features::piece_square(kind, square));
                tables.piece_square[black * squares + square.index()] = value;
                tables.piece_square[white * squares + square.rotated().index()] = -value;
            }
            for files in -(V::FILES as i8 - 1)..V::FILES as i8 {
                for ranks in -(V::RANKS as i8 - 1)..V::RANKS as i8 {
                    let place = Features::<V>::place(files, ranks);
                    let turned = Features::<V>::place(-files, -ranks);
                    let defence = weight(Features::<V>::defence(kind, files, ranks));
                    let attack = weight(Features::<V>::attack(kind, files, ranks));
                    let [from_black, from_white] = &mut tables.seen;
                    from_black[black * places + place] = defence;
                    from_black[white * places + turned] = -attack;
                    from_white[white * places + turned] = -defence;
                    from_white[black * places + place] = attack;
                }
            }
        }
        for kind in Kind::HAND {
            for nth in 1..Self::HAND_ROW {
                let value = weight(Features::<V>::hand(kind, nth as u32));
                tables.hand[Self::in_hand(Color::Black, kind, nth as u32)] = value;
                tables.hand[Self::in_hand(Color::White, kind, nth as u32)] = -value;
            }
        }
        tables
    }

    #[inline(always)]
    fn in_hand(color: Color, kind: Kind, nth: u32) -> usize {
        (color.index() * 8 + (kind.index() & 7)) * Self::HAND_ROW + nth as usize
    }

    #[inline(always)]
    fn place_seen(&self, king: Square<V>, square: Square<V>) -> usize {
        usize::from(self.place[square.index()]) + Self::CENTRE
            - usize::from(self.place[king.index()])
    }

    /// What is seen from a king, summed afresh.
    fn seen_from(&self, color: Color, position: &Position<V>) -> i32 {
        let Some(king) = position.king(color) else { return 0 };
        let table = &self.seen[color.index()];
        let mut sum = 0;
        for square in position.occupied() {
            if let Some(Piece { color, kind }) = position.piece_at(square) {
                sum +=
                    table[man(color, kind) * Features::<V>::PLACES + self.place_seen(king, square)];
            }
        }
        sum
    }

    /// How many squares next to a side's king the other side attacks.
    #[inline]
    fn attacked_beside(&self, position: &Position<V>, color: Color) -> Option<usize> {
        let king = position.king(color)?;
        let them = !color;
        let theirs = position.occupied_by(them);
        let occupied = position.occupied();
        let mut attacked = Bitboard::EMPTY;
        let reach = &self.reach[them.index()][king.index()];
        for square in theirs & self.near[them.index()][king.index()] {
            let Some(kind) = position.kind_at(square) else { continue };
            if reach[GROUP_OF[kind.index()]].contains(square) {
                attacked |= attacks_of(them, kind, square, occupied);
            }
        }
        Some((attacked & self.ring[king.index()]).count() as usize)
    }

    /// What the danger of both kings adds for black.
    #[inline]
    fn danger(&self, position: &Position<V>) -> i32 {
        let of = |color| self.attacked_beside(position, color).map_or(0, |n| self.danger[n]);
        of(Color::Black) - of(Color::White)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of::<i32>()
                * (self.piece_square.len() + 2 * self.seen[0].len() + self.hand.len())
            + size_of::<u16>() * self.place.len()
            + size_of::<Bitboard<V>>() * self.ring.len() * (3 + 2 * GROUPS.len())
    }
}

fn place_number<V: Variant>(square: Square<V>) -> u16 {
    (usize::from(square.file() - 1) * Features::<V>::RANK_SPAN + usize::from(square.rank() - 1))
        as u16
}

/// From where each group of `by`'s men can attack a square next to `king`, if nothing stands in the way.
fn reach<V: Variant>(by: Color, king: Square<V>) -> [Bitboard<V>; GROUPS.len()] {
    GROUPS.map(|(kind, _)| {
        // What attacks a square is what the other side's man would attack from there.
        let from = |square| attacks_of(!by, kind, square, Bitboard::EMPTY);
        beside(king).map(from).fold(Bitboard::EMPTY, |set, squares| set | squares)
    })
}

fn near<V: Variant>(by: Color, king: Square<V>) -> Bitboard<V> {
    reach(by, king).into_iter().fold(Bitboard::EMPTY, |set, squares| set | squares)
}

impl<V: Variant> Linear<V> {
    /// With these weights.
    #[must_use]
    pub fn new(weights: Weights<V>) -> Self {
        let tables = Box::new(Tables::new(&weights));
        let values = piece_values(&weights);
        Self { weights, values, tables }
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &Weights<V> {
        &self.weights
    }

    /// Memory of the evaluator in bytes, its tables included.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(self.weights.as_slice()) + self.tables.bytes()
    }

    /// The value for black without limit.
    #[inline]
    fn sum(&self, state: &LinearState, position: &Position<V>) -> i32 {
        let tempo = match position.side_to_move() {
            Color::Black => self.tables.tempo,
            Color::White => -self.tables.tempo,
        };
        state.standing + state.seen[0] + state.seen[1] + self.tables.danger(position) + tempo
    }
}

/// What men are worth to an evaluation: on the board the mean over all squares where the kind may stand, in hand the
/// first of its kind.
fn piece_values<V: Variant>(weights: &Weights<V>) -> PieceValues {
    let mut board = [0; 14];
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
        // Pawns, lances and knights cannot stand on the last ranks, whatever the weights say there.
        let dead = match kind {
            Kind::Pawn | Kind::Lance => 1,
            Kind::Knight => 2,
            _ => 0,
        };
        let (mut sum, mut count) = (0, 0);
        for square in Square::<V>::all().filter(|square| square.rank() > dead) {
            sum += i32::from(weights.get(Features::piece_square(kind, square)));
            count += 1;
        }
        board[kind.index()] = (sum / count) as i16;
    }
    let hand = Kind::HAND.map(|kind| weights.get(Features::<V>::hand(kind, 1)));
    PieceValues::new(board, hand)
}

impl<V: Variant> Default for Linear<V> {
    /// With the weights set by hand.
    fn default() -> Self {
        Self::new(Weights::hand_set())
    }
}

impl<V: Variant> fmt::Debug for Linear<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Linear").field("weights", &self.weights).finish_non_exhaustive()
    }
}

/// The running sums while one move is worked in.
struct Update<'t, V: Variant> {
    tables: &'t Tables<V>,
    kings: [Option<Square<V>>; 2],
    state: LinearState,
}

impl<V: Variant> Update<'_, V> {
    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: Square<V>, sign: i32) {
        let tables = self.tables;
        let man = man(color, kind);
        self.state.standing += sign * tables.piece_square[man * V::SQUARES + square.index()];
        for ((king, table), seen) in self.kings.iter().zip(&tables.seen).zip(&mut self.state.seen) {
            if let Some(king) = *king {
                *seen +=
                    sign * table[man * Features::<V>::PLACES + tables.place_seen(king, square)];
            }
        }
    }

    #[inline(always)]
    fn hold(&mut self, color: Color, kind: Kind, nth: u32, sign: i32) {
        self.state.standing += sign * self.tables.hand[Tables::<V>::in_hand(color, kind, nth)];
    }
}

impl<V: Variant> Evaluator<V> for Linear<V> {
    type State = LinearState;

    fn root(&self, position: &Position<V>) -> LinearState {
        let mut standing = 0;
        for square in position.occupied() {
            if let Some(Piece { color, kind }) = position.piece_at(square) {
                let row = man(color, kind) * V::SQUARES;
                standing += self.tables.piece_square[row + square.index()];
            }
        }
        for color in Color::ALL {
            for (kind, count) in position.hand(color).iter() {
                for nth in 1..=count {
                    standing += self.tables.hand[Tables::<V>::in_hand(color, kind, nth)];
                }
            }
        }
        let seen = Color::ALL.map(|color| self.tables.seen_from(color, position));
        LinearState { standing, seen }
    }

    #[inline]
    fn step(&self, before: &LinearState, after: &Position<V>, undo: &Undo<V>) -> LinearState {
        let Some(mv) = undo.mv() else { return *before };
        let them = after.side_to_move();
        let us = !them;
        let to = mv.to();
        let Some(placed) = after.kind_at(to) else { return *before };
        let mut update = Update {
            tables: &self.tables,
            kings: Color::ALL.map(|color| after.king(color)),
            state: *before,
        };
        if placed == Kind::King {
            // Summed afresh below.
            update.kings[us.index()] = None;
        }
        match mv.from() {
            None => update.hold(us, placed, after.hand(us).count(placed) + 1, -1),
            Some(from) => {
                let moved = if mv.is_promotion() { placed.unpromoted() } else { placed };
                update.put(us, moved, from, -1);
                if let Some(captured) = undo.captured() {
                    update.put(them, captured, to, -1);
                    let held = captured.unpromoted();
                    update.hold(us, held, after.hand(us).count(held), 1);
                }
            }
        }
        update.put(us, placed, to, 1);
        let mut state = update.state;
        if placed == Kind::King {
            state.seen[us.index()] = self.tables.seen_from(us, after);
        }
        state
    }

    #[inline]
    fn value(&self, state: &LinearState, position: &Position<V>) -> Score {
        let black = self.sum(state, position);
        Score::centipawns(if position.side_to_move() == Color::Black { black } else { -black })
    }

    fn values(&self) -> &PieceValues {
        &self.values
    }
}

impl<V: Variant> Explain<V> for Linear<V> {
    /// One part for each [`FeaturePart`], by its name.
    fn explain(&self, _: &LinearState, position: &Position<V>) -> Breakdown {
        let mut parts = FeaturePart::ALL
            .map(|part| ScorePart { name: part.name(), black_cp: 0, white_cp: 0 })
            .to_vec();
        Features::visit(position, |index, color| {
            let Some(part) = Features::<V>::part_of(index) else { return };
            let part = &mut parts[part as usize];
            let weight = i32::from(self.weights.get(index));
            match color {
                Color::Black => part.black_cp += weight,
                Color::White => part.white_cp += weight,
            }
        });
        Breakdown::new(parts)
    }
}
