//! Positions for tests.
#![allow(dead_code, reason = "each test file uses a part")]

use sakiyomi_rules::{Position, Variant};

/// The lines of a data file, as columns.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// Positions from random play, none of them over.
pub(crate) fn random_positions<V: Variant>(
    seed: u64,
    count: usize,
    most_plies: usize,
) -> Vec<Position<V>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::<V>::start();
        for _ in 0..random.usize(0..most_plies) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[random.usize(0..moves.len())]);
        }
        if position.has_legal_move() {
            positions.push(position);
        }
    }
    positions
}
