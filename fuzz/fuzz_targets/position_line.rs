//! `position` lines: what is read writes back and reads the same, and all moves can be taken back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sakiyomi_rules::{Game, Minishogi, Shogi, Variant};

fn check<V: Variant>(text: &str) {
    let Ok(mut game) = text.parse::<Game<V>>() else { return };
    let written = game.to_string();
    let read: Game<V> = written.parse().expect("what we write can be read");
    assert_eq!(read.position(), game.position());
    assert_eq!((read.outcome(), read.ended_at()), (game.outcome(), game.ended_at()));
    assert_eq!(read.to_string(), written);
    let moves: Vec<_> = game.moves().collect();
    for &mv in moves.iter().rev() {
        assert_eq!(game.undo(), Some(mv));
    }
    assert_eq!(game.position(), game.start_position());
    assert_eq!(game.undo(), None);
}

fuzz_target!(|text: &str| {
    check::<Shogi>(text);
    check::<Minishogi>(text);
});
