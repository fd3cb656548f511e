//! A position: who stands where, who holds what, whose move it is.

use core::fmt;

use crate::piece::Code;
use crate::variant::attacks;
use crate::{Bitboard, Bits, Color, Hand, Kind, Piece, Shogi, Square, Variant, zobrist};

mod make;

pub use make::Undo;
pub(crate) use make::{BlackToMove, Side, WhiteToMove};

/// A position that is lawful to hold: men within the game's set, no two unpromoted pawns of a side on a file, none that
/// could never move, and the side that is not to move not in check.
///
/// The side that gives mate in a problem may lack its king; every other side has exactly one. Where it may be told from
/// the board, that is: reading takes a side without a king for the mating one if it is to move or has just given check.
/// If it plays on without check (lawful, though no problem asks for it), that position can be held and played from, but
/// the SFEN and the set-up made of it are refused.
///
/// Size: 480 bytes in shogi, 144 in minishogi. It holds no history; for rulings on repetition see
/// [`Game`](crate::Game).
///
/// ```
/// use sakiyomi_rules::{Position, Shogi};
/// let mut position = Position::<Shogi>::start();
/// position.play("7g7f".parse()?)?;
/// assert_eq!(
///     position.to_sfen(),
///     "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position<V: Variant = Shogi> {
    /// Both sides' men by kind index; the last two rows stay empty and let indices be masked.
    kinds: [V::Bits; 16],
    colors: [V::Bits; 2],
    /// Men that may not leave the line to their king: the side to move's, and whoever else stands alone between its
    /// king and an enemy slider.
    pinned: V::Bits,
    /// Men that give check to the side to move.
    checkers: V::Bits,
    board: V::PerSquare<Code>,
    board_key: u64,
    hand_key: u64,
    hands: [Hand; 2],
    /// Square index of each king, or [`NO_KING`].
    kings: [u8; 2],
    side: Color,
    move_number: u32,
}

const NO_KING: u8 = u8::MAX;

impl<V: Variant> Position<V> {
    /// The start position of the variant.
    #[must_use]
    pub fn start() -> Self {
        match Self::from_sfen(V::START) {
            Ok(position) => position,
            Err(_) => unreachable!("the start position is lawful"),
        }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The number of the move to be played, as SFEN counts it: 1 in the start position. It stops at `u32::MAX`.
    #[inline]
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The man on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square<V>) -> Option<Piece> {
        self.code(square.index()).piece()
    }

    /// The kind of man on a square.
    #[inline]
    #[must_use]
    pub fn kind_at(&self, square: Square<V>) -> Option<Kind> {
        self.code(square.index()).kind()
    }

    /// What a side holds in hand.
    #[inline]
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Where a side's king stands; `None` only for the attacking side of a mate problem.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square<V>> {
        self.king_index(color.index()).map(Square::from_index_unchecked)
    }

    /// All squares with a man of this side.
    #[inline]
    #[must_use]
    pub fn occupied_by(&self, color: Color) -> Bitboard<V> {
        Bitboard(self.colors[color.index()])
    }

    /// All squares with a man.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard<V> {
        Bitboard(self.all())
    }

    /// The squares with a man of this side and kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard<V> {
        Bitboard(self.men(color.index(), kind.index()))
    }

    /// The squares with a man of this kind, of either side.
    #[inline]
    #[must_use]
    pub fn pieces_of_kind(&self, kind: Kind) -> Bitboard<V> {
        Bitboard(self.kinds[kind.index()])
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The men that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard<V> {
        Bitboard(self.checkers)
    }

    /// The side to move's men that are pinned to their king.
    #[inline]
    #[must_use]
    pub fn pinned(&self) -> Bitboard<V> {
        Bitboard(self.pinned & self.colors[self.side.index()])
    }

    /// Hash key of board, hands and side to move. Equal positions have equal keys whatever moves led to them; the
    /// numbering of moves does not count.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.board_key ^ self.hand_key
    }

    /// Hash key of the board and the side to move.
    #[inline]
    #[must_use]
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Hash key of both hands.
    #[inline]
    #[must_use]
    pub fn hand_key(&self) -> u64 {
        self.hand_key
    }

    /// The men of one side that attack a square, pinned ones included. The square's own content does not matter.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square<V>, by: Color) -> Bitboard<V> {
        self.attackers_with(square, by, self.occupied())
    }

    /// As [`attackers`](Self::attackers), on another occupancy: men on squares outside `occupied` neither attack nor
    /// stand in the way. Taking men out one by one lets the sliders behind them through.
    #[inline]
    #[must_use]
    pub fn attackers_with(
        &self,
        square: Square<V>,
        by: Color,
        occupied: Bitboard<V>,
    ) -> Bitboard<V> {
        Bitboard(self.attackers_index(square.index(), by.index(), occupied.0) & occupied.0)
    }

    /// Whether a man of one side attacks a square.
    #[inline]
    #[must_use]
    pub fn is_attacked(&self, square: Square<V>, by: Color) -> bool {
        self.is_attacked_index(square.index(), by.index(), self.all())
    }

    #[inline(always)]
    pub(crate) fn code(&self, square: usize) -> Code {
        self.board.as_ref()[square]
    }

    #[inline(always)]
    pub(crate) fn all(&self) -> V::Bits {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(crate) fn by_color(&self, color: usize) -> V::Bits {
        self.colors[color & 1]
    }

    #[inline(always)]
    pub(crate) fn men(&self, color: usize, kind: usize) -> V::Bits {
        self.kinds[kind & 15] & self.colors[color & 1]
    }

    #[inline(always)]
    pub(crate) fn king_index(&self, color: usize) -> Option<usize> {
        let king = self.kings[color & 1];
        if king == NO_KING { None } else { Some(usize::from(king)) }
    }

    /// Golds and the promoted men that move like them, of both sides.
    #[inline(always)]
    pub(crate) fn golds(&self) -> V::Bits {
        let promoted_pawns_and_silvers =
            self.kinds[Kind::Tokin.index()] | self.kinds[Kind::PromotedSilver.index()];
        let golds = self.kinds[Kind::Gold.index()] | promoted_pawns_and_silvers;
        if V::HAS_LANCES_AND_KNIGHTS {
            golds
                | self.kinds[Kind::PromotedLance.index()]
                | self.kinds[Kind::PromotedKnight.index()]
        } else {
            golds
        }
    }

    /// Rooks and dragons of both sides.
    #[inline(always)]
    pub(crate) fn rook_like(&self) -> V::Bits {
        self.kinds[Kind::Rook.index()] | self.kinds[Kind::Dragon.index()]
    }

    /// Bishops and horses of both sides.
    #[inline(always)]
    pub(crate) fn bishop_like(&self) -> V::Bits {
        self.kinds[Kind::Bishop.index()] | self.kinds[Kind::Horse.index()]
    }

    /// Men of `by` that attack `square` by a step; sliders only by what they step, so a rook beside the square is not
    /// among them.
    #[inline(always)]
    pub(crate) fn steppers(&self, square: usize, by: usize) -> V::Bits {
        // A man of `by` attacks the square exactly if a man of the other side would attack it from there.
        let them = by ^ 1;
        let step = |kind: Kind| V::steps(them, kind.index(), square);
        let kinds = |kind: Kind| self.kinds[kind.index()];
        let mut found = step(Kind::Pawn) & kinds(Kind::Pawn);
        if V::HAS_LANCES_AND_KNIGHTS {
            found |= step(Kind::Knight) & kinds(Kind::Knight);
        }
        found |= step(Kind::Silver) & kinds(Kind::Silver);
        found |= step(Kind::Gold) & self.golds();
        found |= step(Kind::King) & (kinds(Kind::King) | kinds(Kind::Horse) | kinds(Kind::Dragon));
        found & self.colors[by & 1]
    }

    /// Sliders of `by` whose lines meet `square` on an empty board.
    #[inline(always)]
    pub(crate) fn snipers(&self, square: usize, by: usize) -> V::Bits {
        let reach = |kind: Kind| V::reaches(by ^ 1, kind.index(), square);
        let mut found =
            reach(Kind::Rook) & self.rook_like() | reach(Kind::Bishop) & self.bishop_like();
        if V::HAS_LANCES_AND_KNIGHTS {
            found |= reach(Kind::Lance) & self.kinds[Kind::Lance.index()];
        }
        found & self.colors[by & 1]
    }

    #[inline(always)]
    pub(crate) fn attackers_index(&self, square: usize, by: usize, occupied: V::Bits) -> V::Bits {
        let mut found = self.steppers(square, by);
        self.snipers(square, by).for_each(|sniper| {
            if (V::between(square, sniper) & occupied).is_empty() {
                found |= V::Bits::bit(sniper);
            }
        });
        found
    }

    #[inline(always)]
    pub(crate) fn is_attacked_index(&self, square: usize, by: usize, occupied: V::Bits) -> bool {
        if !self.steppers(square, by).is_empty() {
            return true;
        }
        let mut snipers = self.snipers(square, by);
        while let Some(sniper) = snipers.pop() {
            if (V::between(square, sniper) & occupied).is_empty() {
                return true;
            }
        }
        false
    }

    /// What the man on `square` attacks now; empty for an empty square.
    #[inline]
    #[must_use]
    pub fn attacks_from(&self, square: Square<V>) -> Bitboard<V> {
        let code = self.code(square.index());
        if code.is_empty() {
            return Bitboard::EMPTY;
        }
        Bitboard(attacks::<V>(code.color_index(), code.kind_index(), square.index(), self.all()))
    }
}

impl<V: Variant> Default for Position<V> {
    fn default() -> Self {
        Self::start()
    }
}

impl<V: Variant> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position<{}>({})", V::NAME, self.to_sfen())
    }
}

/// Building a position man by man: [`blank`](Position::blank), [`put`](Position::put) and [`hold`](Position::hold),
/// then [`find_checkers_and_pins`](Position::find_checkers_and_pins). Whether it is lawful is judged afterwards.
impl<V: Variant> Position<V> {
    pub(crate) fn blank() -> Self {
        Self {
            kinds: [V::Bits::EMPTY; 16],
            colors: [V::Bits::EMPTY; 2],
            pinned: V::Bits::EMPTY,
            checkers: V::Bits::EMPTY,
            board: V::per_square(Code::EMPTY),
            board_key: 0,
            hand_key: 0,
            hands: [Hand::EMPTY; 2],
            kings: [NO_KING; 2],
            side: Color::Black,
            move_number: 1,
        }
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: usize, code: Code) {
        let bit = V::Bits::bit(square);
        self.board.as_mut()[square] = code;
        self.kinds[code.kind_index()] |= bit;
        self.colors[code.color_index()] |= bit;
        self.board_key ^= V::board_key(code.index(), square);
        if code.kind_index() == Kind::King.index() {
            self.kings[code.color_index()] = square as u8;
        }
    }

    /// Gives a side `count` men of one kind to hold.
    #[inline(always)]
    pub(crate) fn hold(&mut self, color: usize, kind: usize, count: u32) {
        self.hands[color & 1].add_several(kind, count);
        let key = zobrist::hand(color, kind).wrapping_mul(u64::from(count));
        self.hand_key = self.hand_key.wrapping_add(key);
    }

    pub(crate) fn set_turn(&mut self, side: Color, move_number: u32) {
        if side != self.side {
            self.board_key ^= zobrist::WHITE_TO_MOVE;
        }
        self.side = side;
        self.move_number = move_number.max(1);
    }

    /// From scratch; `make` does the same with what it knows of the last move.
    pub(crate) fn find_checkers_and_pins(&mut self) {
        let (us, them) = (self.side.index(), (!self.side).index());
        self.checkers = V::Bits::EMPTY;
        self.pinned = V::Bits::EMPTY;
        if let Some(king) = self.king_index(us) {
            self.set_checkers_and_pins(self.steppers(king, them), king, them);
        }
    }

    /// Sets checkers and pins from those that check by a step and from the sliders of `them` that see `king`.
    #[inline(always)]
    fn set_checkers_and_pins(&mut self, mut checkers: V::Bits, king: usize, them: usize) {
        let occupied = self.all();
        let mut pinned = V::Bits::EMPTY;
        self.snipers(king, them).for_each(|sniper| {
            let between = V::between(king, sniper) & occupied;
            checkers |= V::Bits::bit(sniper).only_if(between.is_empty());
            pinned |= between.only_if(!between.has_several());
        });
        self.checkers = checkers;
        self.pinned = pinned;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Minishogi;

    #[test]
    fn the_stated_sizes_are_true() {
        assert_eq!(size_of::<Position<Shogi>>(), 480);
        assert_eq!(size_of::<Position<Minishogi>>(), 144);
        assert_eq!(size_of::<Undo<Shogi>>(), 64);
        assert_eq!(size_of::<Undo<Minishogi>>(), 32);
    }

    #[test]
    fn the_move_number_stops_at_its_largest_and_comes_back_exactly() {
        fn check<V: Variant>() {
            for first in [u32::MAX - 1, u32::MAX] {
                let mut position = Position::<V>::start();
                position.set_turn(Color::Black, first);
                let before = position.clone();
                let mv = position.legal_moves()[0];
                let undos = [position.make_pass().unwrap(), position.make_pass().unwrap()];
                let last = position.make(mv);
                assert_eq!(position.move_number(), u32::MAX);
                assert_eq!(position.to_sfen().parse(), Ok(position.clone()));
                [last, undos[1], undos[0]].into_iter().for_each(|undo| position.unmake(undo));
                assert_eq!(position, before);
            }
        }
        check::<Shogi>();
        check::<Minishogi>();
    }
}
