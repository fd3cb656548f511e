//! The moves of the nodes being searched, on one stack for the whole call, and their order.
//!
//! A node pushes its moves, takes the best of them one after the other, and gives the rest back: most nodes are cut
//! off after one or two, so nothing is sorted, and no node allocates or clears a list of its own. The stack lies within the
//! call's own frame: only a line with more than [`INLINE`] moves left to try takes memory elsewhere.

use core::ops::ControlFlow;

use sakiyomi_eval::{PieceValues, Score};
use sakiyomi_rules::{Kind, Move, Position, Square, Stage, Variant};
use smallvec::SmallVec;

use crate::{CaptureOrder, QuiescenceOptions, see};

/// A move and what it is ordered by, greatest first.
#[derive(Clone, Copy, Debug)]
struct Keyed<V: Variant> {
    key: i32,
    mv: Move<V>,
}

/// The stack of moves.
#[derive(Debug)]
pub(crate) struct Moves<V: Variant>(SmallVec<[Keyed<V>; INLINE]>);

/// Moves on the stack before it takes memory elsewhere.
const INLINE: usize = 256;

impl<V: Variant> Moves<V> {
    pub(crate) fn new() -> Self {
        // Not `new_const`: a constant is copied as a whole, and this array must stay uninitialised.
        Self(SmallVec::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Gives back what lies above `base`.
    pub(crate) fn truncate(&mut self, base: usize) {
        self.0.truncate(base);
    }

    /// Brings the best move from `at` upwards to `at`, and gives it; `None` when there is none.
    #[inline]
    pub(crate) fn pick(&mut self, at: usize) -> Option<Move<V>> {
        let rest = self.0.get_mut(at..)?;
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].key > rest[best].key {
                best = i;
            }
        }
        if best != 0 {
            rest.swap(0, best);
        }
        rest.first().map(|keyed| keyed.mv)
    }

    #[inline]
    fn push(&mut self, key: i32, mv: Move<V>) {
        self.0.push(Keyed { key, mv });
    }

    /// Every legal move; whether there is one.
    pub(crate) fn push_evasions(
        &mut self,
        position: &Position<V>,
        values: &PieceValues,
        options: &QuiescenceOptions,
        first: Option<Move<V>>,
    ) -> bool {
        let base = self.len();
        let _ = position.visit_moves(Stage::All, |mv| {
            if options.needless_non_promotions || !is_needless(position, mv) {
                let key = if first == Some(mv) {
                    i32::MAX
                } else if mv.is_drop() {
                    // Interpositions last: most are taken for nothing.
                    -1_000
                } else {
                    victim_then_taker(position, mv, values)
                };
                self.push(key, mv);
            }
            ControlFlow::<()>::Continue(())
        });
        self.len() > base
    }

    /// Captures and promotions, as the options have them at this ply of the quiescence search.
    pub(crate) fn push_captures(
        &mut self,
        position: &Position<V>,
        values: &PieceValues,
        options: &QuiescenceOptions,
        ply: u32,
        first: Option<Move<V>>,
    ) {
        let limited = options.ply_limit.is_some_and(|limit| ply >= limit);
        let mut push = |mv: Move<V>| {
            let victim = position.kind_at(mv.to());
            if victim.is_none() && !options.pawn_promotions && is_pawn(position, mv)
                || limited && victim == Some(Kind::Pawn) && !mv.is_promotion()
                || !options.needless_non_promotions && is_needless(position, mv)
            {
                return;
            }
            let key = match options.order {
                _ if first == Some(mv) => i32::MAX,
                CaptureOrder::VictimThenTaker => victim_then_taker(position, mv, values),
                CaptureOrder::ExchangeAndVictim => {
                    let exchange = see(position, mv, values);
                    if options.only_even_exchanges && exchange < Score::ZERO {
                        return;
                    }
                    let most = values.gain_of_capture(Kind::Silver);
                    let victim = victim.map_or(Score::ZERO, |kind| values.on_board(kind));
                    (exchange.min(most) + victim / 4).value()
                }
            };
            self.push(key, mv);
        };
        let _ = position.visit_moves(Stage::Captures, |mv| {
            push(mv);
            ControlFlow::<()>::Continue(())
        });
        if options.other_promotions && !limited {
            let _ = position.visit_moves(Stage::Quiets, |mv| {
                if mv.is_promotion() {
                    push(mv);
                }
                ControlFlow::<()>::Continue(())
            });
        }
    }

    /// Promotions of rooks and bishops that take nothing.
    pub(crate) fn push_major_promotions(&mut self, position: &Position<V>, values: &PieceValues) {
        let us = position.side_to_move();
        let majors = position.pieces(us, Kind::Rook) | position.pieces(us, Kind::Bishop);
        for from in majors {
            let suspect = position.in_check() || position.pinned().contains(from);
            for to in position.attacks_from(from) - position.occupied() {
                let mv = Move::new(from, to, true);
                let promotes = from.is_in_zone(us) || to.is_in_zone(us);
                if promotes && (!suspect || position.is_legal(mv)) {
                    self.push(victim_then_taker(position, mv, values), mv);
                }
            }
        }
    }

    /// Captures on one square, straight from its attackers.
    #[inline]
    pub(crate) fn push_captures_on(
        &mut self,
        square: Square<V>,
        position: &Position<V>,
        values: &PieceValues,
        options: &QuiescenceOptions,
    ) {
        let us = position.side_to_move();
        let takers = position.attackers(square, us);
        if takers.is_empty() || !position.occupied_by(!us).contains(square) {
            return;
        }
        let suspects = position.pinned();
        let in_check = position.in_check();
        for from in takers {
            let Some(kind) = position.kind_at(from) else { continue };
            let stay = Move::new(from, square, false);
            let suspect = in_check || kind == Kind::King || suspects.contains(from);
            let promotes = kind.can_promote() && (from.is_in_zone(us) || square.is_in_zone(us));
            if promotes {
                let mv = stay.with_promotion(true);
                if suspect && !position.is_legal(mv) {
                    continue;
                }
                self.push(victim_then_taker(position, mv, values), mv);
                if !options.needless_non_promotions && promotes_always(kind)
                    || square.rank_from_far_edge(us) <= needs_ranks(kind)
                {
                    continue;
                }
            } else if suspect && !position.is_legal(stay) {
                continue;
            }
            self.push(victim_then_taker(position, stay, values), stay);
        }
    }
}

/// Ranks at the far edge where an unpromoted man of this kind could never move.
fn needs_ranks(kind: Kind) -> u8 {
    match kind {
        Kind::Pawn | Kind::Lance => 1,
        Kind::Knight => 2,
        _ => 0,
    }
}

/// Kinds that lose no move by promoting.
fn promotes_always(kind: Kind) -> bool {
    matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Rook)
}

fn is_pawn<V: Variant>(position: &Position<V>, mv: Move<V>) -> bool {
    mv.from().is_some_and(|from| position.kind_at(from) == Some(Kind::Pawn))
}

/// Whether a move leaves out a promotion that would only have gained.
#[inline]
fn is_needless<V: Variant>(position: &Position<V>, mv: Move<V>) -> bool {
    let Some(from) = mv.from() else { return false };
    let us = position.side_to_move();
    !mv.is_promotion()
        && (mv.to().is_in_zone(us) || from.is_in_zone(us))
        && position.kind_at(from).is_some_and(promotes_always)
}

/// What a capture or promotion gains before anything is taken back.
#[inline]
pub(crate) fn first_gain<V: Variant>(
    position: &Position<V>,
    mv: Move<V>,
    values: &PieceValues,
) -> Score {
    let victim = position.kind_at(mv.to()).map_or(Score::ZERO, |kind| values.gain_of_capture(kind));
    let mover = mv.from().filter(|_| mv.is_promotion()).and_then(|from| position.kind_at(from));
    victim + mover.map_or(Score::ZERO, |kind| values.gain_of_promotion(kind))
}

#[inline]
fn victim_then_taker<V: Variant>(position: &Position<V>, mv: Move<V>, values: &PieceValues) -> i32 {
    let victim = position.kind_at(mv.to()).map_or(0, |kind| values.gain_of_capture(kind).value());
    let mover = mv.from().and_then(|from| position.kind_at(from)).unwrap_or(Kind::Pawn);
    let promotion = if mv.is_promotion() { values.gain_of_promotion(mover).value() } else { 0 };
    victim + promotion - values.on_board(mover).value() / 16
}
