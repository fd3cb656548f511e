//! Whether a plan is still worth following.
//!
//! The thesis leaves open what becomes of a plan that has failed: it goes on paying for ever (Mori chapter 5). Here a
//! plan has a strength from 0 to 1, read off the board on which a search begins, that scales its bonuses through that
//! search:
//! - a step that no man can make any more ends the plan: a station was lost;
//! - a king in check, or with enemy men bearing on the squares around it, has other cares;
//! - pieces exchanged beyond one pawn each mean that the opening is over; the plan fades as more goes into the hands;
//! - a finished castle is kept, but only as firmly as a pawn is: a quarter of its bonuses remains.
//!
//! The strength is settled at the root and stays the same below it. Were it judged at every node, taking a hanging
//! rook would cost all bonuses at once and would not be played.

use sakiyomi_rules::{Bitboard, Color, Kind, Position, Variant};

use crate::features::beside;
use crate::{PieceValues, Plan, Progress, RookStyle};

/// Pieces in both hands together up to this worth, in centipawns, are one exchange of pawns.
const PAWN_EXCHANGE_CP: i32 = 200;
/// From there the plan fades to nothing over so much more: an exchange of silvers or a bishop's loss ends it.
const FADE_CP: i32 = 600;
/// Strength by enemy men that attack a square next to the king; one (a bishop on a long diagonal) is usual.
const BY_ATTACKERS: [u16; 4] = [PlanHealth::FULL, PlanHealth::FULL, PlanHealth::FULL / 2, 0];
/// What remains of a finished plan.
const KEPT: u16 = PlanHealth::FULL / 4;

/// How well a plan stands, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanHealth {
    /// From 0, given up, to [`FULL`](Self::FULL).
    pub strength: u16,
    /// How far the plan has come.
    pub progress: Progress,
    /// Whether the king is in check.
    pub in_check: bool,
    /// Enemy men that attack a square next to the king.
    pub attackers: u32,
    /// Worth of the men in both hands, in centipawns.
    pub exchanged_cp: i32,
}

impl PlanHealth {
    /// The strength of a plan with nothing against it.
    pub const FULL: u16 = 256;

    /// Looks at a side's plan.
    #[must_use]
    pub fn of<V: Variant>(plan: &Plan<V>, position: &Position<V>, color: Color) -> Self {
        let progress = plan.progress(position, color);
        let in_check = position.side_to_move() == color && position.in_check();
        let attackers = attackers_beside_king(position, color);
        let exchanged_cp = exchanged(position);
        let over = (exchanged_cp - PAWN_EXCHANGE_CP).clamp(0, FADE_CP);
        let by_exchange = u32::from(Self::FULL) * (FADE_CP - over) as u32 / FADE_CP as u32;
        let strength = if progress.is_complete() {
            KEPT
        } else if in_check || !progress.lost.is_empty() {
            0
        } else {
            let by_attackers = BY_ATTACKERS[attackers.min(3) as usize];
            (by_exchange * u32::from(by_attackers) / u32::from(Self::FULL)) as u16
        };
        Self { strength, progress, in_check, attackers, exchanged_cp }
    }

    /// Whether the plan is given up.
    #[must_use]
    pub const fn is_given_up(&self) -> bool {
        self.strength == 0
    }
}

fn attackers_beside_king<V: Variant>(position: &Position<V>, color: Color) -> u32 {
    let Some(king) = position.king(color) else { return 0 };
    let attackers: Bitboard<V> = beside(king)
        .map(|square| position.attackers(square, !color))
        .fold(Bitboard::EMPTY, |all, some| all | some);
    attackers.count()
}

fn exchanged<V: Variant>(position: &Position<V>) -> i32 {
    let values = PieceValues::conventional::<V>();
    let worth = |(kind, count): (Kind, u32)| values.in_hand(kind).value() * count as i32;
    Color::ALL.into_iter().flat_map(|color| position.hand(color).iter()).map(worth).sum()
}

/// The plan with the fewest missing steps that has not failed; those meant against the opponent's way of placing the
/// rook (or against any) before others, and earlier ones before later ones of equal claim. Gives its index and health.
#[must_use]
pub fn choose_plan<V: Variant>(
    plans: &[Plan<V>],
    position: &Position<V>,
    color: Color,
) -> Option<(usize, PlanHealth)> {
    let rook = RookStyle::of(position, !color);
    plans
        .iter()
        .enumerate()
        .map(|(i, plan)| (i, plan, PlanHealth::of(plan, position, color)))
        .filter(|(_, _, health)| !health.is_given_up())
        .min_by_key(|(_, plan, health)| {
            let fits = plan.meant_against().is_none() || plan.meant_against() == rook;
            (!fits, health.progress.missing())
        })
        .map(|(i, _, health)| (i, health))
}
