//! Japanese notation: the first line is a `position` line, the others are moves in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sakiyomi_rules::{Game, Minishogi, Shogi, Variant};

fn check<V: Variant>(text: &str) {
    let (line, moves) = text.split_once('\n').unwrap_or(("startpos", text));
    let Ok(game) = line.parse::<Game<V>>() else { return };
    let position = game.position();
    let previous = game.last_move().map(|mv| mv.to());
    for text in moves.lines() {
        let Ok(mv) = position.parse_japanese(text, previous) else { continue };
        assert!(position.is_legal(mv));
        let written = position.to_japanese(mv, previous).expect("a move that is read is legal");
        assert_eq!(position.parse_japanese(&written, previous), Ok(mv));
        let written = position.to_csa(mv).expect("a move that is read is legal");
        assert_eq!(position.parse_csa(&written), Ok(mv));
    }
}

fuzz_target!(|text: &str| {
    check::<Shogi>(text);
    check::<Minishogi>(text);
});
