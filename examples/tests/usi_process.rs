//! The example `usi` as a process, asked for moves by the library's own client: whole games against itself, every move
//! legal and every game finished, and its end when it is told to go.
//!
//! The program has to be built, as `cargo test` does unless it is told to build this test alone.

use std::path::PathBuf;
use std::time::Duration;

use sakiyomi::{DeclarationRule, Game, Minishogi, Shogi, Variant};
use sakiyomi_usi::{Answer, EngineProcess};

/// An answer may be late on a machine that has other work, but not for ever.
const PATIENCE: Duration = Duration::from_secs(30);
/// No game of this strength is so long.
const LONGEST: usize = 700;

/// Beside the folder in which this test lies.
fn program() -> String {
    let test = std::env::current_exe().unwrap();
    let mut path: PathBuf = test.ancestors().nth(2).unwrap().join("examples").join("usi");
    path.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{path:?} is not there; cargo build -p examples --example usi");
    path.to_str().unwrap().to_owned()
}

fn engine<V: Variant>() -> EngineProcess {
    let mut engine = EngineProcess::start(&program()).unwrap();
    assert!(engine.name().starts_with("sakiyomi "), "{}", engine.name());
    for (name, value) in [("Variant", V::NAME), ("USI_Hash", "1"), ("ResignValue", "2500")] {
        assert!(engine.has_option(name), "{name}");
        engine.set_option(name, value).unwrap();
    }
    engine.new_game().unwrap();
    engine
}

fn play<V: Variant>(opening: &str, go: &str) {
    let mut sides = [engine::<V>(), engine::<V>()];
    let mut game: Game<V> = opening.parse().unwrap();
    while game.outcome().is_ongoing() {
        assert!(game.ply() < LONGEST, "unfinished: {game}");
        let mover = game.position().side_to_move();
        match sides[mover.index()].go(&game.to_string(), go, PATIENCE).unwrap() {
            Answer::Move(mv) => game.play(mv.parse().unwrap()).unwrap(),
            Answer::Resign => drop(game.resign(mover).unwrap()),
            Answer::Win => drop(game.declare(DeclarationRule::Points27).unwrap()),
        }
    }
}

#[test]
fn games_between_processes_are_lawful_and_end() {
    play::<Shogi>("startpos moves 7g7f 8c8d", "nodes 300");
    play::<Minishogi>("startpos", "nodes 300");
    play::<Minishogi>("startpos moves 3e2d", "movetime 3");
}
