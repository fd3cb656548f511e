//! What the whole-crate tests share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use sakiyomi_eval::{Features, Weights};
use sakiyomi_rules::{Color, Hand, Piece, Position, Setup, Square, Variant};

/// The same position with colours swapped and the board turned round.
pub fn mirrored<V: Variant>(position: &Position<V>) -> Position<V> {
    let from = Setup::from(position);
    let mut to = Setup::empty();
    for square in Square::<V>::all() {
        let piece = from.piece_at(square).map(|piece| Piece::new(!piece.color, piece.kind));
        to.put(square.rotated(), piece);
    }
    let [black, white] = from.hands;
    to.hands = [white, black];
    to.side_to_move = !from.side_to_move;
    to.move_number = from.move_number;
    Position::from_setup(&to).expect("the mirror of a lawful position is lawful")
}

/// Weights that no two features share, so that a wrong index shows.
pub fn random_weights<V: Variant>(seed: u64, most: i16) -> Weights<V> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut weights = Weights::zero();
    (0..Features::<V>::LEN).for_each(|i| weights.set(i, random.i16(-most..=most)));
    weights
}

/// Every man of the game on or beside one side, the other left with its king.
pub fn everything_on_one_side<V: Variant>(color: Color, in_hand: bool) -> Position<V> {
    use sakiyomi_rules::Kind;
    let mut setup = Setup::<V>::empty();
    let corner = |color: Color| {
        let square = Square::from_index(0).expect("on the board");
        if color == Color::White { square } else { square.rotated() }
    };
    setup.put(corner(color), Some(Piece::new(color, Kind::King)));
    setup.put(corner(!color), Some(Piece::new(!color, Kind::King)));
    let mut hand = Hand::EMPTY;
    // Promoted men stand on the own side's half of the board, where they give no check.
    let mut squares = Square::<V>::all().filter(|&square| {
        square.rank_from_far_edge(color) > V::RANKS / 2 && square != corner(color)
    });
    for kind in Kind::HAND {
        for _ in 0..V::MEN[kind.index()] {
            let square = if in_hand || matches!(kind, Kind::Bishop | Kind::Rook) {
                None
            } else {
                squares.next()
            };
            match square {
                Some(square) => {
                    let kind = kind.promoted().unwrap_or(kind);
                    setup.put(square, Some(Piece::new(color, kind)));
                }
                None => hand.add(kind),
            }
        }
    }
    setup.hands[color.index()] = hand;
    setup.side_to_move = color;
    Position::from_setup(&setup).expect("lawful")
}
