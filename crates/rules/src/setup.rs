//! Setting up a position man by man, with everything wrong about it reported together.

use core::fmt;

use bitflags::bitflags;

use crate::movegen::dead_end;
use crate::piece::Code;
use crate::{Bitboard, Bits, Color, Hand, Kind, Piece, Position, Shogi, Square, Variant};

bitflags! {
    /// What keeps a set-up from being a position. Several faults may be there at once.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct SetupFaults: u16 {
        /// Black has no king, and is not the side that gives mate in a problem.
        const NO_BLACK_KING = 1;
        /// White has no king, and is not the side that gives mate in a problem.
        const NO_WHITE_KING = 1 << 1;
        /// Black has more than one king.
        const SEVERAL_BLACK_KINGS = 1 << 2;
        /// White has more than one king.
        const SEVERAL_WHITE_KINGS = 1 << 3;
        /// There are more men of a kind than the game owns.
        const TOO_MANY_MEN = 1 << 4;
        /// Two unpromoted pawns of one side stand on a file (nifu, 二歩).
        const NIFU = 1 << 5;
        /// A man stands where it could never move (行き所のない駒).
        const DEAD_END = 1 << 6;
        /// The side that is not to move is in check.
        const OPPONENT_IN_CHECK = 1 << 7;
        /// The game does not know this kind of man.
        const FOREIGN_MAN = 1 << 8;
    }
}

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (Self::NO_BLACK_KING, "black has no king"),
            (Self::NO_WHITE_KING, "white has no king"),
            (Self::SEVERAL_BLACK_KINGS, "black has several kings"),
            (Self::SEVERAL_WHITE_KINGS, "white has several kings"),
            (Self::TOO_MANY_MEN, "there are more men of a kind than the game owns"),
            (Self::NIFU, "two unpromoted pawns of one side stand on a file (nifu)"),
            (Self::DEAD_END, "a man stands where it could never move"),
            (Self::OPPONENT_IN_CHECK, "the side that is not to move is in check"),
            (Self::FOREIGN_MAN, "a man stands there that this game does not know"),
        ];
        let mut first = true;
        for (flag, text) in words {
            if self.contains(flag) {
                if !first {
                    f.write_str("; ")?;
                }
                f.write_str(text)?;
                first = false;
            }
        }
        Ok(())
    }
}

impl core::error::Error for SetupFaults {}

/// A board being set up, not yet checked. [`Position::from_setup`] checks it.
///
/// ```
/// use sakiyomi_rules::{Color, Kind, Minishogi, Piece, Position, Setup, SetupFaults};
/// let mut setup = Setup::<Minishogi>::empty();
/// setup.put("5a".parse()?, Some(Piece::new(Color::White, Kind::King)));
/// setup.put("5e".parse()?, Some(Piece::new(Color::White, Kind::Rook)));
/// setup.put("1e".parse()?, Some(Piece::new(Color::Black, Kind::King)));
/// setup.side_to_move = Color::White;
/// // White is to move, but its rook already attacks black's king.
/// assert_eq!(Position::from_setup(&setup), Err(SetupFaults::OPPONENT_IN_CHECK));
/// setup.side_to_move = Color::Black;
/// assert!(Position::from_setup(&setup)?.in_check());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<V: Variant = Shogi> {
    pub(crate) board: V::PerSquare<Code>,
    /// Men in hand, black's first.
    pub hands: [Hand; 2],
    /// Whose move it is.
    pub side_to_move: Color,
    /// The number of the move to be played, from 1.
    pub move_number: u32,
}

impl<V: Variant> Setup<V> {
    /// An empty board, empty hands, black to move.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            board: V::per_square(Code::EMPTY),
            hands: [Hand::EMPTY; 2],
            side_to_move: Color::Black,
            move_number: 1,
        }
    }

    /// Puts a man on a square, or takes it off.
    pub fn put(&mut self, square: Square<V>, piece: Option<Piece>) {
        self.board.as_mut()[square.index()] =
            piece.map_or(Code::EMPTY, |piece| Code::new(piece.color, piece.kind));
    }

    /// The man on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square<V>) -> Option<Piece> {
        self.board.as_ref()[square.index()].piece()
    }
}

impl<V: Variant> From<&Position<V>> for Setup<V> {
    fn from(position: &Position<V>) -> Self {
        let mut setup = Self::empty();
        for square in Square::all() {
            setup.put(square, position.piece_at(square));
        }
        setup.hands = Color::ALL.map(|color| position.hand(color));
        setup.side_to_move = position.side_to_move();
        setup.move_number = position.move_number();
        setup
    }
}

impl<V: Variant> Position<V> {
    /// Makes a position of a set-up. A move number of 0 is read as 1.
    ///
    /// # Errors
    /// All that is wrong with the set-up, together.
    pub fn from_setup(setup: &Setup<V>) -> Result<Self, SetupFaults> {
        let mut position = Self::blank();
        for (square, &code) in setup.board.as_ref().iter().enumerate() {
            if !code.is_empty() {
                position.put(square, code);
            }
        }
        for color in Color::ALL {
            for (kind, count) in setup.hands[color.index()].iter() {
                position.hold(color.index(), kind.index(), count);
            }
        }
        position.set_turn(setup.side_to_move, setup.move_number);
        position.checked()
    }

    /// A position that was put together, if it is lawful.
    pub(crate) fn checked(mut self) -> Result<Self, SetupFaults> {
        self.find_checkers_and_pins();
        let faults = self.faults();
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }

    fn faults(&self) -> SetupFaults {
        let mut faults = SetupFaults::empty();
        let several = [SetupFaults::SEVERAL_BLACK_KINGS, SetupFaults::SEVERAL_WHITE_KINGS];
        let none = [SetupFaults::NO_BLACK_KING, SetupFaults::NO_WHITE_KING];
        let (us, them) = (self.side_to_move(), !self.side_to_move());

        for color in Color::ALL {
            let kings = self.pieces(color, Kind::King);
            faults.set(several[color.index()], kings.has_several());
            // The attacker of a problem may lack its king: it is to move, or it has just given check.
            let attacks = color == us || self.in_check();
            let bare = kings.is_empty() && (!attacks || self.pieces_of_kind(Kind::King).is_empty());
            faults.set(none[color.index()], bare);

            let pawns = self.pieces(color, Kind::Pawn).0;
            if pawns.has_two_on_a_file() {
                faults |= SetupFaults::NIFU;
            }
            for kind in [Kind::Pawn, Kind::Lance, Kind::Knight] {
                let dead = Bitboard(dead_end::<V>(color.index(), kind.index()));
                if !(self.pieces(color, kind) & dead).is_empty() {
                    faults |= SetupFaults::DEAD_END;
                }
            }
        }

        for kind in 0..8 {
            let mut men = self.pieces_of_kind(Kind::ALL[kind]).count();
            if let Some(promoted) = Kind::ALL[kind].promoted() {
                men += self.pieces_of_kind(promoted).count();
            }
            men += Color::ALL.iter().map(|&c| self.hand(c).count(Kind::ALL[kind])).sum::<u32>();
            let owned = u32::from(V::MEN[kind]);
            if men > owned && kind != Kind::King.index() {
                faults |=
                    if owned == 0 { SetupFaults::FOREIGN_MAN } else { SetupFaults::TOO_MANY_MEN };
            }
        }

        if let Some(king) = self.king(them) {
            faults.set(SetupFaults::OPPONENT_IN_CHECK, self.is_attacked(king, us));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Minishogi;

    #[test]
    fn several_faults_are_reported_together() {
        let mut setup = Setup::<Shogi>::empty();
        let mut put = |square: &str, color, kind| {
            setup.put(square.parse().unwrap(), Some(Piece::new(color, kind)));
        };
        put("5a", Color::White, Kind::King);
        put("5i", Color::Black, Kind::King);
        put("5h", Color::White, Kind::Rook);
        put("4e", Color::Black, Kind::Pawn);
        put("4f", Color::Black, Kind::Pawn);
        put("1a", Color::Black, Kind::Lance);
        setup.side_to_move = Color::White;
        let faults = Position::from_setup(&setup).unwrap_err();
        assert_eq!(
            faults,
            SetupFaults::NIFU | SetupFaults::DEAD_END | SetupFaults::OPPONENT_IN_CHECK
        );
    }

    #[test]
    fn a_position_and_its_setup_are_the_same() {
        let position = Position::<Shogi>::start();
        assert_eq!(Position::from_setup(&Setup::from(&position)), Ok(position));
    }

    #[test]
    fn a_side_without_a_king_is_known_by_its_turn_or_its_check() {
        fn read_again(position: &Position<Shogi>) -> Result<Position<Shogi>, SetupFaults> {
            Position::from_setup(&Setup::from(position))
        }
        let mut position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/9 b 2G 1".parse().unwrap();
        assert_eq!(read_again(&position), Ok(position.clone()));
        let undo = position.play("G*5b".parse().unwrap()).unwrap();
        assert_eq!(read_again(&position), Ok(position.clone()));
        position.unmake(undo);
        // No check: the board no longer tells who mates.
        position.play("G*1i".parse().unwrap()).unwrap();
        assert_eq!(read_again(&position), Err(SetupFaults::NO_BLACK_KING));
        assert!(position.has_legal_move());
    }

    #[test]
    fn men_that_the_game_does_not_know_are_refused() {
        let foreign = Kind::ALL.into_iter().filter(|k| Minishogi::MEN[k.unpromoted().index()] == 0);
        let mut count = 0;
        for kind in foreign {
            let mut setup = Setup::<Minishogi>::from(&Position::start());
            setup.put("3c".parse().unwrap(), Some(Piece::new(Color::White, kind)));
            assert_eq!(Position::from_setup(&setup), Err(SetupFaults::FOREIGN_MAN), "{kind:?}");
            let mut setup = Setup::<Minishogi>::from(&Position::start());
            setup.hands[0].add(kind.unpromoted());
            assert_eq!(Position::from_setup(&setup), Err(SetupFaults::FOREIGN_MAN), "{kind:?}");
            count += 1;
        }
        assert_eq!(count, 4);
    }

    #[test]
    fn hands_as_full_as_they_get_are_refused_and_overflow_nothing() {
        for kind in Kind::HAND {
            let mut setup = Setup::<Shogi>::from(&Position::start());
            for hand in &mut setup.hands {
                (0..100).for_each(|_| hand.add(kind));
                let others = Kind::HAND.into_iter().filter(|&other| other != kind);
                assert_eq!(others.map(|other| hand.count(other)).sum::<u32>(), 0);
            }
            assert_eq!(Position::from_setup(&setup), Err(SetupFaults::TOO_MANY_MEN), "{kind:?}");
        }
    }
}
