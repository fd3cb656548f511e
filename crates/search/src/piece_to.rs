//! A kind of man on a square, as the mover sees it: what the statistics know moves by.

use sakiyomi_rules::{Color, Kind, Move, Position, Square, Variant};

const KINDS: usize = 14;

/// What is moved where to. Squares are seen from the mover's side, so both sides learn from one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(usize);

impl PieceTo {
    /// How many there are.
    pub(crate) const fn count<V: Variant>() -> usize {
        KINDS * V::SQUARES
    }

    /// The one of a move; the man counts as what it is before the move.
    #[inline]
    pub(crate) fn of<V: Variant>(position: &Position<V>, mv: Move<V>) -> Self {
        let kind = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => kind,
            (None, from) => from.and_then(|from| position.kind_at(from)).unwrap_or(Kind::Pawn),
        };
        Self(kind.index() * V::SQUARES + seen_from(mv.to(), position.side_to_move()))
    }

    /// Below [`count`](Self::count).
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

#[inline]
fn seen_from<V: Variant>(square: Square<V>, color: Color) -> usize {
    if color == Color::Black { square.index() } else { square.rotated().index() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Minishogi;

    #[test]
    fn both_sides_see_the_same_move_alike_and_other_moves_apart() {
        let start = Position::<Minishogi>::start();
        let mut after = start.clone();
        after.make("1e1d".parse().unwrap());
        let black = PieceTo::of(&start, "2e2d".parse().unwrap());
        assert_eq!(PieceTo::of(&after, "4a4b".parse().unwrap()), black);
        let moves = start.legal_moves();
        for &mv in &moves {
            let here = PieceTo::of(&start, mv);
            assert!(here.index() < PieceTo::count::<Minishogi>());
            let alike = |&&other: &&Move<Minishogi>| PieceTo::of(&start, other) == here;
            let same = moves.iter().filter(alike);
            assert!(same.into_iter().all(|other| other.to() == mv.to()));
        }
    }
}
