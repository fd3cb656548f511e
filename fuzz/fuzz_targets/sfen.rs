//! SFEN: what is read writes back and reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sakiyomi_rules::{Color, Minishogi, Position, Shogi, Variant};

fn check<V: Variant>(text: &str) {
    let Ok(position) = Position::<V>::from_sfen(text) else { return };
    let written = position.to_sfen();
    let read = Position::<V>::from_sfen(&written).expect("what we write can be read");
    assert_eq!(read, position);
    assert_eq!(read.key(), position.key());
    assert_eq!(read.to_sfen(), written);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal());
    let mut play = position.clone();
    for &mv in &moves {
        let undo = play.play(mv).expect("a listed move is legal");
        play.unmake(undo);
    }
    assert_eq!(play, position);
    for color in Color::ALL {
        assert!(position.impasse_count(color).points <= 54);
    }
    let _ = (position.to_diagram(), position.to_letters(), position.to_svg().to_string());
}

fuzz_target!(|text: &str| {
    check::<Shogi>(text);
    check::<Minishogi>(text);
});
