//! Starting numbers for the linear evaluation, set by hand.
//!
//! They are in the spirit of 5五将棋 CPU before it learned ("silver 500, gold 540; a man near the enemy king a little
//! more"). The article gives only these examples; everything else here is ours, and tuning is expected to replace it.
//!
//! Minishogi's squares, first men in hand, guards and danger follow, in round numbers, what a logistic fit of some hundred
//! groups of features said of 2,580 games that the engine played against itself.

use sakiyomi_rules::{Kind, Square, Variant};

use crate::{Features, PieceValues, Weights};

/// What being one to four steps away from the enemy king adds, in thousandths of a man's worth. On the small board every
/// man is in the fight, and standing near the king is most of what it is worth.
const ATTACK_SMALL: [i32; 5] = [0, 420, 350, 175, 70];
/// A rook works from afar.
const ATTACK_SMALL_ROOK: [i32; 5] = [0, 400, 220, 80, 40];
/// Golds and silvers: two steps away they hold the king, and it cannot take them.
const ATTACK_SMALL_GENERAL: [i32; 5] = [0, 415, 450, 195, 70];
const ATTACK_LARGE: [i32; 5] = [0, 240, 200, 100, 40];
/// What a gold or silver one to three steps away from its own king adds, in centipawns; other men a third of it.
const DEFENCE_SMALL: [i32; 4] = [0, 120, 80, 30];
const DEFENCE_LARGE: [i32; 4] = [0, 60, 40, 15];
/// By attacked squares next to the king. Minishogi's king has fewer squares to go to, so each counts more.
const DANGER_SMALL: [i16; 9] = [40, 30, -10, -50, -70, -80, -90, -100, -110];
const DANGER_LARGE: [i16; 9] = [30, 15, -15, -40, -65, -85, -100, -115, -130];
const TEMPO: i16 = 20;

impl<V: Variant> Weights<V> {
    /// Starting numbers, set by hand.
    #[must_use]
    pub fn hand_set() -> Self {
        let values = PieceValues::conventional::<V>();
        let mut weights = Self::zero();
        for kind in Kind::ALL.into_iter().filter(|&kind| V::MEN[kind.unpromoted().index()] > 0) {
            let worth = values.on_board(kind).value();
            for square in Square::<V>::all() {
                let value = worth + standing::<V>(kind, square);
                weights.set(Features::piece_square(kind, square), value as i16);
            }
            for files in -(V::FILES as i8 - 1)..V::FILES as i8 {
                for ranks in -(V::RANKS as i8 - 1)..V::RANKS as i8 {
                    let distance = usize::from(files.unsigned_abs().max(ranks.unsigned_abs()));
                    weights.set(
                        Features::<V>::attack(kind, files, ranks),
                        attack::<V>(kind, distance, ranks, worth) as i16,
                    );
                    weights.set(
                        Features::<V>::defence(kind, files, ranks),
                        defence::<V>(kind, distance, ranks) as i16,
                    );
                }
            }
        }
        for kind in Kind::HAND.into_iter().filter(|kind| V::MEN[kind.index()] > 0) {
            let worth = values.in_hand(kind).value();
            for nth in 1..=u32::from(V::MEN[kind.index()]) {
                // A man that can be dropped anywhere is worth a little more; pawns in number less.
                let value = match (kind, nth) {
                    // On the small board the first of a kind is what makes drops possible at all.
                    (Kind::Pawn, 1) if is_small::<V>() => worth * 160 / 100,
                    (Kind::Gold, 1) if is_small::<V>() => worth * 115 / 100,
                    (Kind::Silver, 1) if is_small::<V>() => worth * 112 / 100,
                    (Kind::Rook, 1) if is_small::<V>() => worth * 105 / 100,
                    (Kind::Pawn, 1) => worth * 115 / 100,
                    (Kind::Pawn, nth) => worth * (104 - nth.min(8) as i32 * 2) / 100,
                    (Kind::Gold | Kind::Silver, 1) => worth * 105 / 100,
                    (_, 1) => worth * 102 / 100,
                    _ => worth,
                };
                weights.set(Features::<V>::hand(kind, nth), value as i16);
            }
        }
        let danger = if is_small::<V>() { DANGER_SMALL } else { DANGER_LARGE };
        for (attacked, weight) in danger.into_iter().enumerate() {
            weights.set(Features::<V>::king_danger(attacked as u32), weight);
        }
        weights.set(Features::<V>::tempo(), TEMPO);
        weights
    }
}

const fn is_small<V: Variant>() -> bool {
    V::FILES < 9
}

/// What a square adds to a man, in centipawns.
fn standing<V: Variant>(kind: Kind, square: Square<V>) -> i32 {
    let advanced = i32::from(V::RANKS - square.rank());
    let middle = i32::from(V::FILES / 2 + 1);
    let off_middle = (i32::from(square.file()) - middle).abs();
    if is_small::<V>() {
        // Five files: from the middle one a man reaches all, and one at the edge half of them. A rook wants to promote.
        return match kind {
            Kind::Pawn => -20 * advanced,
            Kind::Silver => -12 * advanced - 40 * off_middle,
            Kind::Gold => 40 - 8 * advanced - 80 * off_middle,
            Kind::Bishop => -40 + 10 * advanced - 30 * off_middle,
            Kind::Rook => 55 * advanced - 60 * off_middle,
            Kind::Tokin => -60 * advanced - 25 * off_middle,
            Kind::Horse => -20 * off_middle,
            Kind::Dragon => 15 * advanced + 30 * off_middle,
            Kind::King => -4 * advanced + 30 * off_middle,
            _ => -8 * off_middle,
        };
    }
    match kind {
        Kind::Pawn => 3 * advanced,
        Kind::Lance => 0,
        Kind::Knight | Kind::Silver => 4 * advanced.min(5) - 2 * off_middle,
        Kind::Bishop | Kind::Horse => 4 - 2 * off_middle,
        Kind::Rook | Kind::Dragon => 2 * advanced,
        Kind::Gold => -2 * advanced,
        // A king that has walked out is hunted.
        Kind::King => -12 * (advanced - 1).max(0) + 4 * off_middle,
        Kind::Tokin | Kind::PromotedLance | Kind::PromotedKnight | Kind::PromotedSilver => {
            -2 * off_middle
        }
    }
}

/// What nearness to the enemy king adds: the dearer the man, the more; men behind the king (past it) less.
fn attack<V: Variant>(kind: Kind, distance: usize, ranks: i8, worth: i32) -> i32 {
    if kind == Kind::King {
        return 0;
    }
    let by_distance = match kind {
        Kind::Rook if is_small::<V>() => ATTACK_SMALL_ROOK,
        Kind::Gold | Kind::Silver if is_small::<V>() => ATTACK_SMALL_GENERAL,
        _ if is_small::<V>() => ATTACK_SMALL,
        _ => ATTACK_LARGE,
    };
    let nearness = by_distance.get(distance).copied().unwrap_or(0);
    let value = worth.min(600) * nearness / 1000;
    if ranks < 0 { value * 2 / 3 } else { value }
}

/// What guarding the own king adds; a guard in front (on a smaller rank) or beside serves better than one behind.
fn defence<V: Variant>(kind: Kind, distance: usize, ranks: i8) -> i32 {
    let by_distance = if is_small::<V>() { DEFENCE_SMALL } else { DEFENCE_LARGE };
    let nearness = by_distance.get(distance).copied().unwrap_or(0);
    let value = match kind {
        Kind::Bishop if is_small::<V>() => [0, 80, 0, -70][distance.min(3)],
        Kind::Pawn if is_small::<V>() => [0, 80, 20, 12][distance.min(3)],
        Kind::Gold if is_small::<V>() => [0, 155, 55, 75][distance.min(3)],
        Kind::Silver if is_small::<V>() => [0, 100, 75, 70][distance.min(3)],
        Kind::King | Kind::Rook | Kind::Bishop => 0,
        Kind::Gold | Kind::Silver => nearness,
        _ => nearness / 3,
    };
    if ranks > 0 { value / 2 } else { value }
}
