//! Positions for the tests of this crate: random play, random set-ups, recorded games.

#![allow(dead_code)]

use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};

#[path = "../../../rules/tests/naive/mod.rs"]
mod naive;

use naive::NaiveVariant;
use naive::random::random_built;

/// A board of the library and its twin in the plain model of the rules.
pub(crate) trait Board: Variant {
    const NAIVE: &'static str;
}
impl Board for Shogi {
    const NAIVE: &'static str = "shogi";
}
impl Board for Minishogi {
    const NAIVE: &'static str = "minishogi";
}

fn naive_variant<V: Board>() -> NaiveVariant {
    if V::NAIVE == "shogi" { NaiveVariant::Shogi } else { NaiveVariant::Minishogi }
}

/// Lawful positions put together at random, full of checks, pins and half-made mates.
pub(crate) fn built<V: Board>(seed: u64) -> impl Iterator<Item = Position<V>> {
    let mut random = fastrand::Rng::with_seed(seed);
    core::iter::repeat_with(move || {
        let sfen = random_built(naive_variant::<V>(), &mut random);
        sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
    })
}

/// Positions of games of random moves, in which captures are preferred.
pub(crate) fn played<V: Variant>(seed: u64) -> impl Iterator<Item = Position<V>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::<V>::start();
    let mut plies = 0;
    core::iter::repeat_with(move || {
        let moves = position.legal_moves();
        if moves.is_empty() || plies == 250 {
            position = Position::start();
            plies = 0;
        } else {
            let captures: Vec<_> =
                moves.iter().filter(|mv| position.kind_at(mv.to()).is_some()).collect();
            let mv = if !captures.is_empty() && random.u32(0..4) == 0 {
                *captures[random.usize(0..captures.len())]
            } else {
                moves[random.usize(0..moves.len())]
            };
            position.make(mv);
            plies += 1;
        }
        position.clone()
    })
}

/// The positions of recorded games.
pub(crate) fn recorded<V: Board>() -> Vec<Position<V>> {
    let text = if V::NAIVE == "shogi" {
        include_str!("../../../rules/tests/data/games9.tsv")
    } else {
        include_str!("../../../rules/tests/data/games5.tsv")
    };
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let Some(moves) = line.split('\t').nth(6) else { panic!("too few fields in `{line}`") };
        let mut position = Position::<V>::start();
        for text in moves.split(' ') {
            let mv = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            position.play(mv).unwrap_or_else(|error| panic!("{text}: {error} in `{line}`"));
            all.push(position.clone());
        }
    }
    all
}
