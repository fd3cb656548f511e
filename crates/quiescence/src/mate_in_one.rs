//! Mate in one (一手詰め), found without playing moves.
//!
//! A mating move is a check, so only checks are looked at, and they are found as sets: the squares from which each kind
//! would check ([`CheckSquares`]), crossed with where the men in hand and on the board can go; and every move of a man
//! that uncovers a slider. Each candidate is then judged on the board as it would stand, by its occupancy alone: does
//! the king have a flight, can the checking man be taken, can something be put between, with pins looked at for each
//! defender. The first question answers most candidates.
//!
//! Pawn drops are never tried, since mate by one is illegal (uchifuzume, 打ち歩詰め); everything else is found.
//!
//! Source: mate-in-one routines as shogi engines have them.

use core::ops::ControlFlow;

use sakiyomi_rules::{
    Bitboard, CheckSquares, Color, Kind, Move, Position, Square, Stage, Variant, attacks_of,
};

/// A move that mates at once and is no pawn drop, if there is one. In check too.
///
/// ```
/// use sakiyomi_quiescence::mate_in_one;
/// use sakiyomi_rules::{Position, Shogi};
/// // A gold at the head of the king, held up by a pawn.
/// let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// assert_eq!(mate_in_one(&position), Some("G*5b".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn mate_in_one<V: Variant>(position: &Position<V>) -> Option<Move<V>> {
    let us = position.side_to_move();
    let king = position.king(!us)?;
    let checks = position.check_squares();
    let hunt = Hunt {
        position,
        us,
        them: !us,
        king,
        ring: attacks_of(!us, Kind::King, king, Bitboard::EMPTY),
    };
    if position.in_check() {
        return hunt.evasions(&checks);
    }
    hunt.drops(&checks).or_else(|| hunt.board_moves(&checks)).or_else(|| hunt.uncoverings(&checks))
}

struct Hunt<'p, V: Variant> {
    position: &'p Position<V>,
    us: Color,
    them: Color,
    /// The king to be mated.
    king: Square<V>,
    /// The squares round it.
    ring: Bitboard<V>,
}

impl<V: Variant> Hunt<'_, V> {
    /// In check there are few moves, and they are legal as they come.
    fn evasions(&self, checks: &CheckSquares<V>) -> Option<Move<V>> {
        self.position.visit_moves(Stage::All, |mv| {
            let mates = mv.dropped() != Some(Kind::Pawn)
                && self.position.gives_check_with(mv, checks)
                && self.mates(mv);
            if mates { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
        })
    }

    fn drops(&self, checks: &CheckSquares<V>) -> Option<Move<V>> {
        let hand = self.position.hand(self.us);
        let free = !self.position.occupied();
        let mut loose = None;
        for kind in Kind::HAND {
            if kind == Kind::Pawn || !hand.has(kind) {
                continue;
            }
            let squares = checks.of(kind) & free;
            if squares.is_empty() {
                continue;
            }
            // A dropped man guards no flight but those it attacks itself, and lives beside the king only if another
            // man guards it.
            let loose = *loose.get_or_insert_with(|| self.loose_flights());
            for to in squares - (loose & self.ring) {
                let lifted = self.position.occupied() - Bitboard::of(self.king);
                if (loose - attacks_of(self.us, kind, to, lifted)).is_empty()
                    && let Some(mv) = Move::drop(kind, to).filter(|&mv| self.mates(mv))
                {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// The flights, and empty squares beside the king, that we do not guard as things stand.
    fn loose_flights(&self) -> Bitboard<V> {
        let lifted = self.position.occupied() - Bitboard::of(self.king);
        let squares = self.ring - self.position.occupied_by(self.them);
        let is_loose =
            |&to: &Square<V>| self.position.attackers_with(to, self.us, lifted).is_empty();
        squares.into_iter().filter(is_loose).collect()
    }

    /// Checks by the man that moves.
    fn board_moves(&self, checks: &CheckSquares<V>) -> Option<Move<V>> {
        let ours = self.position.occupied_by(self.us);
        // Those that uncover a slider are looked at with all their moves.
        for from in ours - checks.uncovering() {
            let kind = self.position.kind_at(from)?;
            if kind == Kind::King || !self.may_come_to_check(kind, from) {
                continue;
            }
            let to = self.position.attacks_from(from) - ours;
            if let Some(promoted) = kind.promoted() {
                let checking = to & checks.of(promoted);
                let all = from.is_in_zone(self.us);
                for to in checking {
                    if all || to.is_in_zone(self.us) {
                        let mv = Move::new(from, to, true);
                        if self.is_legal(kind, from, to) && self.mates(mv) {
                            return Some(mv);
                        }
                    }
                }
            }
            // Whoever checks from a square could move on from there, so it is no dead end.
            for to in to & checks.of(kind) {
                let mv = Move::new(from, to, false);
                if self.is_legal(kind, from, to) && self.mates(mv) {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// Whether a man is near enough to check by a move; sliders always are.
    #[inline]
    fn may_come_to_check(&self, kind: Kind, from: Square<V>) -> bool {
        let (files, ranks) = match kind {
            Kind::Bishop | Kind::Rook | Kind::Horse | Kind::Dragon => return true,
            Kind::Lance => return from.file().abs_diff(self.king.file()) <= 1,
            Kind::Knight => (2, 4),
            _ => (2, 2),
        };
        from.file().abs_diff(self.king.file()) <= files
            && from.rank().abs_diff(self.king.rank()) <= ranks
    }

    /// Checks by a slider from whose line a man steps aside, the king included; and that man's own checks.
    fn uncoverings(&self, checks: &CheckSquares<V>) -> Option<Move<V>> {
        let ours = self.position.occupied_by(self.us);
        for from in checks.uncovering() {
            let kind = self.position.kind_at(from)?;
            for to in self.position.attacks_from(from) - ours {
                if !self.is_legal(kind, from, to) {
                    continue;
                }
                let in_zone = from.is_in_zone(self.us) || to.is_in_zone(self.us);
                let promotion = Move::new(from, to, true);
                if kind.can_promote() && in_zone && self.mates(promotion) {
                    return Some(promotion);
                }
                let rank = to.rank_from_far_edge(self.us);
                let dead_end = match kind {
                    Kind::Pawn | Kind::Lance => rank == 1,
                    Kind::Knight => rank <= 2,
                    _ => false,
                };
                let mv = Move::new(from, to, false);
                if !dead_end && self.mates(mv) {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// Whether our king is safe after the move; we are not in check now.
    fn is_legal(&self, kind: Kind, from: Square<V>, to: Square<V>) -> bool {
        let target = Bitboard::of(to);
        let after = (self.position.occupied() - Bitboard::of(from)) | target;
        if kind == Kind::King {
            return (self.position.attackers_with(to, self.them, after) - target).is_empty();
        }
        if !self.position.pinned().contains(from) {
            return true;
        }
        let Some(own_king) = self.position.king(self.us) else { return true };
        (self.position.attackers_with(own_king, self.them, after) - target).is_empty()
    }

    /// Whether a legal move that is no pawn drop mates.
    fn mates(&self, mv: Move<V>) -> bool {
        let to = mv.to();
        let target = Bitboard::of(to);
        let mut occupied = self.position.occupied() | target;
        let kind = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => Some(kind),
            (None, Some(from)) => {
                occupied = occupied - Bitboard::of(from);
                let kind = self.position.kind_at(from);
                if mv.is_promotion() { kind.and_then(Kind::promoted) } else { kind }
            }
            (None, None) => None,
        };
        let Some(kind) = kind else { return false };
        let after = After { hunt: self, occupied, kind, to };
        !after.king_can_flee() && after.check_holds(mv)
    }
}

/// The board once the move is made, by its occupancy. The position's own sets still have the mover on its old square,
/// which is out of the occupancy, and a taken man on the target, which has to be masked away.
struct After<'h, 'p, V: Variant> {
    hunt: &'h Hunt<'p, V>,
    occupied: Bitboard<V>,
    /// Who stands on the target now.
    kind: Kind,
    to: Square<V>,
}

impl<V: Variant> After<'_, '_, V> {
    fn king_can_flee(&self) -> bool {
        let hunt = self.hunt;
        let lifted = self.occupied - Bitboard::of(hunt.king);
        let theirs = hunt.position.occupied_by(hunt.them) - Bitboard::of(self.to);
        let flights = hunt.ring - theirs - attacks_of(hunt.us, self.kind, self.to, lifted);
        flights
            .into_iter()
            .any(|flight| hunt.position.attackers_with(flight, hunt.us, lifted).is_empty())
    }

    /// Whether there is a check that no man but the king can answer.
    fn check_holds(&self, mv: Move<V>) -> bool {
        let hunt = self.hunt;
        let mut checkers = hunt.position.attackers_with(hunt.king, hunt.us, self.occupied);
        if self.mover_reaches_king(self.occupied) {
            checkers |= Bitboard::of(self.to);
        }
        let Some(checker) = checkers.first() else { return false };
        if checkers.has_several() {
            return true;
        }
        if self.can_be_answered_on(checker, checkers) {
            return false;
        }
        let between = Bitboard::between(hunt.king, checker);
        if between.into_iter().any(|square| self.can_be_answered_on(square, Bitboard::EMPTY)) {
            return false;
        }
        between.is_empty() || !self.can_drop_on(between, mv)
    }

    /// Whether a man other than the king can lawfully go to a square; `gone` is our man that it takes there.
    fn can_be_answered_on(&self, square: Square<V>, gone: Bitboard<V>) -> bool {
        let hunt = self.hunt;
        let not_these = Bitboard::of(hunt.king) | Bitboard::of(self.to);
        let men = hunt.position.attackers_with(square, hunt.them, self.occupied) - not_these;
        men.into_iter().any(|from| {
            let occupied = (self.occupied - Bitboard::of(from)) | Bitboard::of(square);
            let others = hunt.position.attackers_with(hunt.king, hunt.us, occupied) - gone;
            let mover = !gone.contains(self.to) && self.mover_reaches_king(occupied);
            others.is_empty() && !mover
        })
    }

    fn mover_reaches_king(&self, occupied: Bitboard<V>) -> bool {
        let hunt = self.hunt;
        self.kind != Kind::King
            && attacks_of(hunt.us, self.kind, self.to, occupied).contains(hunt.king)
    }

    fn can_drop_on(&self, squares: Bitboard<V>, mv: Move<V>) -> bool {
        let hunt = self.hunt;
        let hand = hunt.position.hand(hunt.them);
        if hand.is_empty() {
            return false;
        }
        let in_reach = |least: u8| {
            squares.into_iter().any(|square| square.rank_from_far_edge(hunt.them) >= least)
        };
        let anywhere = [Kind::Silver, Kind::Gold, Kind::Bishop, Kind::Rook];
        if anywhere.iter().any(|&kind| hand.has(kind))
            || hand.has(Kind::Lance) && in_reach(2)
            || hand.has(Kind::Knight) && in_reach(3)
        {
            return true;
        }
        if !hand.has(Kind::Pawn) {
            return false;
        }
        let pawns = hunt.position.pieces(hunt.them, Kind::Pawn) - Bitboard::of(self.to);
        let mut pawn_squares = squares.into_iter().filter(|square| {
            square.rank_from_far_edge(hunt.them) >= 2
                && !pawns.into_iter().any(|pawn| pawn.file() == square.file())
        });
        // A pawn put between may itself be a pawn-drop mate, and then does not help. So rare that the move is played.
        let own_king = hunt.position.king(hunt.us);
        let checks_us = |square: &Square<V>| {
            own_king.is_some_and(|king| {
                attacks_of(hunt.them, Kind::Pawn, *square, Bitboard::EMPTY).contains(king)
            })
        };
        match pawn_squares.next() {
            None => false,
            Some(square) if !checks_us(&square) => true,
            Some(_) => {
                let mut position = hunt.position.clone();
                position.make(mv);
                position.has_legal_move()
            }
        }
    }
}
