//! Positions of the recorded games that the rules are tested with: of those that engines played, since positions of
//! random games, where everything hangs, are not what a search is asked about.

use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};

/// A board with recorded games.
pub trait Recorded: Variant {
    /// The games, one a line; the second field says who played, the seventh holds the moves.
    const GAMES: &'static str;
}

impl Recorded for Shogi {
    const GAMES: &'static str = include_str!("../../crates/rules/tests/data/games9.tsv");
}

impl Recorded for Minishogi {
    const GAMES: &'static str = include_str!("../../crates/rules/tests/data/games5.tsv");
}

/// So many positions, evenly spread over all that the games have.
///
/// # Panics
/// If the records cannot be read, which the tests of the rules would have found.
#[must_use]
pub fn positions<V: Recorded>(count: usize) -> Vec<Position<V>> {
    let mut all = Vec::new();
    for line in V::GAMES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.get(1) != Some(&"engine") {
            continue;
        }
        let mut position = Position::<V>::start();
        for text in fields.get(6).expect("a game has moves").split(' ') {
            all.push(position.clone());
            let mv = text.parse().expect("a game's moves are moves");
            position.play(mv).expect("a game's moves are legal");
        }
    }
    let taken = count.min(all.len());
    (0..taken).map(|i| all[i * all.len() / taken].clone()).collect()
}
