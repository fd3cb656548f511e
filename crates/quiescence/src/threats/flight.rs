//! Whether a threatened man can get away, and what it saves by moving where it cannot.
//!
//! Source: KFEnd list 8.

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_rules::{Bitboard, Color, Kind, Move, Position, Square, Variant};

use super::worst::Worst;
use crate::run::Run;
use crate::{Control, QuiescenceTable, Stopped, ThreatOptions, ThreatSource, see_at_least};

/// Where a threatened man may lawfully go.
pub(super) struct VictimMoves<V: Variant> {
    from: Square<V>,
    kind: Kind,
    us: Color,
    targets: Bitboard<V>,
}

impl<V: Variant> VictimMoves<V> {
    pub(super) fn new(position: &Position<V>, from: Square<V>, kind: Kind) -> Self {
        let us = position.side_to_move();
        let mut targets = position.attacks_from(from) - position.occupied_by(us);
        if position.in_check() || position.pinned().contains(from) {
            targets = targets
                .into_iter()
                .filter(|&to| {
                    let stay = Move::new(from, to, false);
                    position.is_legal(stay) || position.is_legal(stay.with_promotion(true))
                })
                .collect();
        }
        Self { from, kind, us, targets }
    }

    /// Whether a target is not attacked once the victim has left its square.
    pub(super) fn has_flight(&self, position: &Position<V>) -> bool {
        let lifted = position.occupied() - Bitboard::of(self.from);
        self.targets.into_iter().any(|to| position.attackers_with(to, !self.us, lifted).is_empty())
    }

    fn to(&self, to: Square<V>, promotion: bool) -> Option<Move<V>> {
        let lawful = if promotion {
            let in_zone = self.from.is_in_zone(self.us) || to.is_in_zone(self.us);
            self.kind.can_promote() && in_zone
        } else {
            let rank = to.rank_from_far_edge(self.us);
            match self.kind {
                Kind::Pawn | Kind::Lance => rank > 1,
                Kind::Knight => rank > 2,
                _ => true,
            }
        };
        lawful.then(|| Move::new(self.from, to, promotion))
    }
}

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    /// List 8: the most that the victim of `mv`, the worst threat, can save by moving; the second threat's outcome if it
    /// has a flight, or no victim is taken.
    pub(super) fn best_flight(
        &mut self,
        mv: Move<V>,
        worst: &Worst<V>,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let (left_alone, limit) = (worst.first, worst.second);
        let values = self.line.evaluator().values();
        let square = mv.to();
        let Some(kind) = self.line.position().kind_at(square) else { return Ok(limit) };
        let moves = VictimMoves::new(self.line.position(), square, kind);
        if moves.has_flight(self.line.position()) {
            return Ok(limit);
        }
        let mut most = left_alone;
        if options.source == ThreatSource::Exchanges {
            return Ok(most);
        }
        // Captures are looked at as captures of our own, in the first stage.
        let quiet = moves.targets - self.line.position().occupied();
        for to in quiet {
            for promotion in [true, false] {
                let Some(mv) = moves.to(to, promotion) else { continue };
                // It has to save something.
                let least = most - worst.static_value + Score::centipawns(1);
                if options.promising_only && !see_at_least(self.line.position(), mv, values, least)
                {
                    continue;
                }
                let score = -self.after(mv, |run| run.second_stage(-limit, -most, ply + 1))?;
                most = most.max(score);
                if most >= limit || self.is_exhausted() {
                    return Ok(most);
                }
            }
        }
        Ok(most)
    }
}
