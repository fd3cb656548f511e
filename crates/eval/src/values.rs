//! What men are worth.

use sakiyomi_rules::{Kind, Variant};

use crate::Score;

/// The worth of each kind on the board and in hand, in centipawns.
///
/// ```
/// use sakiyomi_eval::{PieceValues, Score};
/// use sakiyomi_rules::{Kind, Shogi};
/// let values = PieceValues::conventional::<Shogi>();
/// assert_eq!(values.on_board(Kind::Pawn), Score::centipawns(100));
/// // Who takes a tokin takes its worth from the other side and gets a pawn.
/// assert_eq!(
///     values.gain_of_capture(Kind::Tokin),
///     values.on_board(Kind::Tokin) + values.in_hand(Kind::Pawn)
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues {
    board: [i16; 14],
    hand: [i16; 8],
}

impl PieceValues {
    /// From the worth of each kind on the board (by [`Kind::index`], the king's is taken as 0) and in hand.
    #[must_use]
    pub const fn new(mut board: [i16; 14], hand: [i16; 7]) -> Self {
        board[Kind::King as usize] = 0;
        let [p, l, n, s, b, r, g] = hand;
        Self { board, hand: [p, l, n, s, b, r, g, 0] }
    }

    /// A man in hand worth exactly what it is worth on the board, as in Hiyoko shogi.
    #[must_use]
    pub const fn flat(board: [i16; 14]) -> Self {
        let [p, l, n, s, b, r, g, ..] = board;
        Self::new(board, [p, l, n, s, b, r, g])
    }

    /// Usual values of the variant, a pawn being 100; hand and board alike.
    ///
    /// For shogi they are near those that material-only engines use; for minishogi silver, gold and the sliders are
    /// those that the minishogi program starts from or learned (5五将棋 CPU, table of learned values, rounded).
    #[must_use]
    pub const fn conventional<V: Variant>() -> Self {
        if V::HAS_LANCES_AND_KNIGHTS {
            //          P    L    N    S    B    R     G    K  +P   +L   +N   +S   +B    +R
            Self::flat([100, 300, 350, 500, 800, 1000, 550, 0, 550, 540, 540, 540, 1050, 1250])
        } else {
            Self::flat([100, 300, 350, 500, 630, 720, 540, 0, 540, 540, 540, 540, 860, 980])
        }
    }

    /// Worth on the board.
    #[inline]
    #[must_use]
    pub const fn on_board(&self, kind: Kind) -> Score {
        Score::centipawns(self.board[kind.index()] as i32)
    }

    /// Worth in hand; of a promoted kind, what it is worth once it is turned back.
    #[inline]
    #[must_use]
    pub const fn in_hand(&self, kind: Kind) -> Score {
        Score::centipawns(self.hand[kind.index() & 7] as i32)
    }

    /// What taking this man gains: the other side loses it, the taker has it in hand.
    #[inline]
    #[must_use]
    pub const fn gain_of_capture(&self, kind: Kind) -> Score {
        Score::centipawns(self.board[kind.index()] as i32 + self.hand[kind.index() & 7] as i32)
    }

    /// What promoting gains; 0 for kinds that cannot.
    #[inline]
    #[must_use]
    pub const fn gain_of_promotion(&self, kind: Kind) -> Score {
        match kind.promoted() {
            Some(promoted) => Score::centipawns(
                self.board[promoted.index()] as i32 - self.board[kind.index()] as i32,
            ),
            None => Score::ZERO,
        }
    }
}
