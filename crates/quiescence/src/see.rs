//! Static exchange evaluation: what a move wins or loses by the exchange on its target square.
//!
//! After the move, the two sides take turns to take what stands on the square, and either may stop when taking on would
//! lose. Each takes with its cheapest man, so one line of captures decides, and it is added up without playing a move:
//! men that have taken are lifted out of the occupancy, which lets the sliders behind them through (x-rays).
//!
//! The rules, which `tests/see.rs` holds against an exchange played out on the board:
//! - What counts is material: [`PieceValues::gain_of_capture`], [`PieceValues::gain_of_promotion`], and for a drop what
//!   the man is worth more on the board than in hand. A quiet move is worth what is lost by it.
//! - The cheapest man takes first, by what it gives to who takes it; equals go by their square. A man that may promote
//!   does. Letting each side choose freely among its men changes the value seldom; the test measures how seldom.
//! - Takers are legal, and not only at the start: a man pinned to its king takes only along the line, whatever has
//!   been taken by then; the king takes only what is not covered; a check from a slider that the exchange uncovers
//!   stops whoever cannot answer it by taking.
//! - Nobody is mated: who cannot take, or need not, stops.
//!
//! Source: the swap algorithm, as chess programs have it; Hiyoko shogi v0.06 for its use. Where we differ: pins and
//! uncovered checks are followed exactly; they cost a test only where a slider looks at the king.

use sakiyomi_eval::{PieceValues, Score};
use sakiyomi_rules::{Bitboard, Color, Kind, Move, Position, Square, Variant, attacks_of};

/// Captures on one square: no more men than the game has.
const LONGEST: usize = 40;

/// What a legal move gains for its side by the exchange that follows on its target square; negative where it loses.
///
/// ```
/// use sakiyomi_eval::{PieceValues, Score};
/// use sakiyomi_quiescence::see;
/// use sakiyomi_rules::{Position, Shogi};
/// // The rook may take a pawn, and a gold the rook.
/// let position: Position<Shogi> = "4k4/4g4/4p4/9/9/4R4/9/9/4K4 b - 1".parse()?;
/// let values = PieceValues::conventional::<Shogi>();
/// let taken = values.gain_of_capture(sakiyomi_rules::Kind::Pawn);
/// let lost = values.gain_of_capture(sakiyomi_rules::Kind::Rook);
/// assert_eq!(see(&position, "5f5c".parse()?, &values), taken - lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn see<V: Variant>(position: &Position<V>, mv: Move<V>, values: &PieceValues) -> Score {
    let (mut exchange, first) = Exchange::after(position, mv, values);
    let mut gains = [Score::ZERO; LONGEST];
    gains[0] = first;
    let mut count = 1;
    while count < LONGEST {
        let Some(gain) = exchange.take() else { break };
        gains[count] = gain;
        count += 1;
    }
    // From the end: each taker gets what it takes less what comes after, or stops.
    let after = gains[1..count].iter().rev().fold(Score::ZERO, |after, &gain| {
        let taking = gain - after;
        taking.max(Score::ZERO)
    });
    gains[0] - after
}

/// Whether [`see`] is at least `threshold`, decided as soon as it is certain; much cheaper than the exact value.
#[must_use]
pub fn see_at_least<V: Variant>(
    position: &Position<V>,
    mv: Move<V>,
    values: &PieceValues,
    threshold: Score,
) -> bool {
    let first = first_gain(position, mv, values);
    if first < threshold {
        return false;
    }
    // The other side has to win more than this by taking.
    let mut needed = first - threshold + ONE;
    let moved = moved_kind(position, mv);
    let stake = values.gain_of_capture(moved);
    if stake < needed && stake + dearest_promotion(values) < needed {
        return true;
    }
    let mut exchange = Exchange::new(position, mv, values, moved);
    // Whether the question now is if the side that made the move falls short.
    let mut against = true;
    loop {
        // The taker may stop with 0, so it reaches anything up to 0.
        if needed <= Score::ZERO {
            return !against;
        }
        match exchange.take() {
            Some(gain) if gain >= needed => needed = gain - needed + ONE,
            _ => return against,
        }
        against = !against;
    }
}

const ONE: Score = Score::centipawns(1);

fn dearest_promotion(values: &PieceValues) -> Score {
    let gains = Kind::HAND.map(|kind| values.gain_of_promotion(kind));
    gains.into_iter().fold(Score::ZERO, Score::max)
}

/// The kind that stands on the target once the move is made.
#[inline]
fn moved_kind<V: Variant>(position: &Position<V>, mv: Move<V>) -> Kind {
    let kind = match (mv.dropped(), mv.from()) {
        (Some(kind), _) => return kind,
        (None, Some(from)) => position.kind_at(from).unwrap_or(Kind::Pawn),
        (None, None) => Kind::Pawn,
    };
    if mv.is_promotion() { kind.promoted().unwrap_or(kind) } else { kind }
}

/// What the move itself gains before anything is taken back.
#[inline]
fn first_gain<V: Variant>(position: &Position<V>, mv: Move<V>, values: &PieceValues) -> Score {
    if let Some(kind) = mv.dropped() {
        return values.on_board(kind) - values.in_hand(kind);
    }
    let mut gain = match position.kind_at(mv.to()) {
        Some(victim) => values.gain_of_capture(victim),
        None => Score::ZERO,
    };
    if mv.is_promotion() {
        gain += values.gain_of_promotion(moved_kind(position, mv).unpromoted());
    }
    gain
}

/// The exchange as it stands after some captures.
struct Exchange<'p, V: Variant> {
    position: &'p Position<V>,
    values: &'p PieceValues,
    target: Square<V>,
    /// Who still stands on the board, the man on the target included.
    occupied: Bitboard<V>,
    /// What the next taker takes.
    victim: Kind,
    /// Who takes next.
    taker: Color,
    /// For each side, whether an enemy slider looks at its king, so that legality has to be looked at; once known.
    exposed: [Option<bool>; 2],
}

impl<'p, V: Variant> Exchange<'p, V> {
    fn after(position: &'p Position<V>, mv: Move<V>, values: &'p PieceValues) -> (Self, Score) {
        let exchange = Self::new(position, mv, values, moved_kind(position, mv));
        (exchange, first_gain(position, mv, values))
    }

    #[inline]
    fn new(position: &'p Position<V>, mv: Move<V>, values: &'p PieceValues, victim: Kind) -> Self {
        let target = mv.to();
        let mut occupied = position.occupied() | Bitboard::of(target);
        if let Some(from) = mv.from() {
            occupied = occupied - Bitboard::of(from);
        }
        let taker = !position.side_to_move();
        Self { position, values, target, occupied, victim, taker, exposed: [None; 2] }
    }

    /// Lets the cheapest man take; gives what that gains, or `None` when nobody may.
    #[inline]
    fn take(&mut self) -> Option<Score> {
        let mut left = self.position.attackers_with(self.target, self.taker, self.occupied)
            - Bitboard::of(self.target);
        loop {
            let (from, kind) = self.cheapest(left)?;
            let without = self.occupied - Bitboard::of(from);
            if !self.is_legal(kind, without) {
                left = left - Bitboard::of(from);
                continue;
            }
            let mut gain = self.values.gain_of_capture(self.victim);
            self.victim = kind;
            if let Some(promoted) = kind.promoted()
                && (from.is_in_zone(self.taker) || self.target.is_in_zone(self.taker))
            {
                gain += self.values.gain_of_promotion(kind);
                self.victim = promoted;
            }
            self.occupied = without;
            self.taker = !self.taker;
            return Some(gain);
        }
    }

    #[inline]
    fn cheapest(&self, men: Bitboard<V>) -> Option<(Square<V>, Kind)> {
        let mut best = None;
        let mut least = Score::INFINITE;
        for from in men {
            let kind = self.position.kind_at(from)?;
            // The king is worth nothing to the evaluator, and takes last.
            let price = match kind {
                Kind::King => Score::INFINITE - ONE,
                _ => self.values.gain_of_capture(kind),
            };
            if price < least {
                (best, least) = (Some((from, kind)), price);
            }
        }
        best
    }

    /// Whether the taker's king is safe once this kind has left its square and stands on the target.
    ///
    /// Only sliders can object: a check by a step comes from the man that moved last, and that is the one taken.
    #[inline]
    fn is_legal(&mut self, kind: Kind, without: Bitboard<V>) -> bool {
        let (us, them) = (self.taker, !self.taker);
        let target = Bitboard::of(self.target);
        if kind == Kind::King {
            let covers = self.position.attackers_with(self.target, them, without) - target;
            return covers.is_empty();
        }
        let Some(king) = self.position.king(us) else { return true };
        let position = self.position;
        let exposed = *self.exposed[us.index()].get_or_insert_with(|| {
            let men = |kind: Kind| position.pieces(them, kind);
            let lines = |kind: Kind| attacks_of(us, kind, king, Bitboard::EMPTY);
            let rooks = lines(Kind::Rook) & (men(Kind::Rook) | men(Kind::Dragon));
            let bishops = lines(Kind::Bishop) & (men(Kind::Bishop) | men(Kind::Horse));
            let lances = lines(Kind::Lance) & men(Kind::Lance);
            !(rooks | bishops | lances).is_empty()
        });
        !exposed || (self.position.attackers_with(king, them, without) - target).is_empty()
    }
}
