//! USI and CSA moves: what is read writes back the same; what is legal can be played and taken back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sakiyomi_rules::{Minishogi, Move, Position, Shogi, Variant};

fn check<V: Variant>(text: &str) {
    let start = Position::<V>::start();
    if let Ok(mv) = text.parse::<Move<V>>() {
        assert_eq!(mv.to_string(), text);
        assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        let mut position = start.clone();
        assert_eq!(start.is_legal(mv), start.legal_moves().contains(&mv));
        if let Ok(undo) = position.play(mv) {
            position.unmake(undo);
        }
        assert_eq!(position, start);
    }
    if let Ok(mv) = start.parse_csa(text) {
        let written = start.to_csa(mv).expect("a move that is read is legal");
        assert_eq!(written.trim_start_matches('+'), text.trim_start_matches('+'));
    }
}

fuzz_target!(|text: &str| {
    check::<Shogi>(text);
    check::<Minishogi>(text);
});
