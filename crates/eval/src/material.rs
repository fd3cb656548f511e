//! Material and nothing else.

use sakiyomi_rules::{Color, Kind, Position, Shogi, Undo, Variant};

use alloc::vec;

use crate::{Breakdown, Evaluator, Explain, PieceValues, Score, ScorePart};

/// Counts material: what black has less what white has, on the board and in hand.
///
/// [`Material::flat`] is Hiyoko shogi's evaluation: a man in hand is worth what it is worth on the board, so the start
/// position and every position without a loss score exactly 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    values: PieceValues,
}

impl Material {
    /// With values of one's own.
    #[must_use]
    pub const fn new(values: PieceValues) -> Self {
        Self { values }
    }

    /// Shogi's usual values, hand and board alike (Hiyoko shogi v0.06).
    #[must_use]
    pub const fn flat() -> Self {
        Self::conventional::<Shogi>()
    }

    /// The usual values of a variant.
    #[must_use]
    pub const fn conventional<V: Variant>() -> Self {
        Self::new(PieceValues::conventional::<V>())
    }

    /// Black's material less white's, counted from scratch.
    #[must_use]
    pub fn count<V: Variant>(&self, position: &Position<V>) -> Score {
        Score::centipawns(self.balance(position))
    }

    /// As [`count`](Self::count), without limit.
    fn balance<V: Variant>(&self, position: &Position<V>) -> i32 {
        let side = |color| self.on_board(position, color) + self.in_hand(position, color);
        side(Color::Black) - side(Color::White)
    }

    fn on_board<V: Variant>(&self, position: &Position<V>, color: Color) -> i32 {
        let worth =
            |kind| position.pieces(color, kind).count() as i32 * self.values.on_board(kind).value();
        Kind::ALL.into_iter().map(worth).sum()
    }

    fn in_hand<V: Variant>(&self, position: &Position<V>, color: Color) -> i32 {
        let hand = position.hand(color);
        hand.iter().map(|(kind, count)| count as i32 * self.values.in_hand(kind).value()).sum()
    }
}

impl<V: Variant> Evaluator<V> for Material {
    /// Black's material less white's in centipawns, without limit: held within one, it could not be taken further.
    type State = i32;

    fn root(&self, position: &Position<V>) -> i32 {
        self.balance(position)
    }

    #[inline]
    fn step(&self, before: &i32, after: &Position<V>, undo: &Undo<V>) -> i32 {
        let Some(mv) = undo.mv() else { return *before };
        let board = |kind| self.values.on_board(kind).value();
        let hand = |kind| self.values.in_hand(kind).value();
        let mut gain = undo.captured().map_or(0, |kind| board(kind) + hand(kind));
        if let Some(kind) = mv.dropped() {
            gain += board(kind) - hand(kind);
        } else if mv.is_promotion()
            && let Some(promoted) = after.kind_at(mv.to())
        {
            gain += board(promoted) - board(promoted.unpromoted());
        }
        // The side that moved is the one that is not to move now.
        if after.side_to_move() == Color::White { before + gain } else { before - gain }
    }

    #[inline]
    fn value(&self, state: &i32, position: &Position<V>) -> Score {
        let black = Score::centipawns(*state);
        if position.side_to_move() == Color::Black { black } else { -black }
    }

    fn values(&self) -> &PieceValues {
        &self.values
    }
}

impl<V: Variant> Explain<V> for Material {
    fn explain(&self, _: &i32, position: &Position<V>) -> Breakdown {
        let part = |name, of: &dyn Fn(Color) -> i32| ScorePart {
            name,
            black_cp: of(Color::Black),
            white_cp: of(Color::White),
        };
        Breakdown::new(vec![
            part("board", &|color| self.on_board(position, color)),
            part("hand", &|color| self.in_hand(position, color)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;
    use sakiyomi_rules::Minishogi;

    fn running_count_equals_fresh_count<V: Variant>(material: &Material) {
        let mut random = fastrand::Rng::with_seed(3);
        let check = |line: &Line<'_, V, Material>| {
            let fresh = Line::new(material, line.position().clone());
            assert_eq!((line.state(), line.value()), (fresh.state(), fresh.value()));
        };
        for _ in 0..50 {
            let mut line = Line::new(material, Position::<V>::start());
            while line.ply() < 200 {
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                line.make(moves[random.usize(0..moves.len())]);
                check(&line);
            }
            while line.ply() > 0 {
                line.unmake();
                check(&line);
            }
        }
    }

    #[test]
    fn running_count_equals_fresh_count_on_both_boards() {
        let usual = Material::new(PieceValues::new(
            [100, 301, 352, 503, 804, 1005, 556, 0, 557, 548, 549, 541, 1052, 1253],
            [117, 311, 362, 513, 814, 1115, 566],
        ));
        // Far beyond what an evaluation may be, and beyond what a single worth is held within.
        let dearest = Material::new(PieceValues::flat([i16::MAX; 14]));
        let odd = Material::new(PieceValues::new(
            [9_000, -9_000, i16::MIN, 31_000, 20_000, 30_001, -1, 0, 1, 2, -3, 29_999, 7, i16::MAX],
            [i16::MAX, i16::MIN, 25_000, 0, -31_000, 12_000, 5],
        ));
        for material in [usual, dearest, odd] {
            running_count_equals_fresh_count::<Shogi>(&material);
            running_count_equals_fresh_count::<Minishogi>(&material);
        }
    }
}
