//! The levels over whole games.

use sakiyomi::{Engine, Game, Level, LevelOptions, Minishogi, Move, Position, Shogi, Variant};

fn engine<V: Variant>(seed: u64) -> Engine<V> {
    Engine::builder().hash_mib(1).seed(seed).build().unwrap()
}

/// A game of a level against itself, as far as `plies`.
fn play<V: Variant>(engine: &mut Engine<V>, level: Level, plies: usize) -> Vec<Move<V>> {
    let mut game = Game::new();
    while game.outcome().is_ongoing() && game.ply() < plies {
        game.play(engine.choose(&game, level).best.unwrap()).unwrap();
    }
    game.moves().collect()
}

fn one_seed_one_game<V: Variant>() {
    for level in [Level::Easy, Level::Normal] {
        let mut first = engine::<V>(1);
        let moves = play(&mut first, level, 20);
        assert_eq!(play(&mut engine(1), level, 20), moves);
        first.clear();
        assert_eq!(play(&mut first, level, 20), moves);
        assert_ne!(play(&mut engine(2), level, 20)[..10], moves[..10]);
    }
}

#[test]
fn one_seed_repeats_a_game_and_two_differ_within_ten_plies() {
    one_seed_one_game::<Shogi>();
    one_seed_one_game::<Minishogi>();
}

fn mates_at_once<V: Variant>(position: &Position<V>) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let mut after = position.clone();
        after.play(mv).unwrap();
        after.is_checkmate()
    })
}

fn no_free_mates<V: Variant>(games: u64) {
    let mut forced = 0;
    for seed in 0..games {
        let mut engine = engine::<V>(seed);
        let mut game = Game::<V>::new();
        while game.outcome().is_ongoing() && game.ply() < 150 {
            let before = game.position().clone();
            let mates = mates_at_once(&before);
            let mv = engine.choose(&game, Level::Easy).best.unwrap();
            game.play(mv).unwrap();
            if mates {
                assert!(game.position().is_checkmate(), "{before:?} {mv}: missed a mate");
            }
            if mates_at_once(game.position()) {
                // It did so only because every move does.
                for &other in &before.legal_moves() {
                    let mut after = before.clone();
                    after.play(other).unwrap();
                    assert!(mates_at_once(&after), "{before:?}: {mv} instead of {other}");
                }
                forced += 1;
            }
        }
    }
    assert!(forced > 0, "no game ended in mate");
}

#[test]
fn easy_is_mated_in_one_only_where_it_must_be_and_misses_no_mate_in_one() {
    no_free_mates::<Minishogi>(20);
    no_free_mates::<Shogi>(6);
}

/// A window wide enough for every move, and moves as likely as each other: the mate is played all the same.
#[test]
fn a_mate_is_played_whatever_the_window() {
    let position: Position<Shogi> =
        "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79"
            .parse()
            .unwrap();
    let mut engine = engine(3);
    let mut loose = LevelOptions::lottery(4, 20_000);
    loose.temperature_cp = 1_000_000;
    for _ in 0..5 {
        let result = engine.choose(&position, loose);
        assert_eq!(result.score.mate_distance(), Some(3));
        assert_eq!(result.best, Some("P*2b".parse().unwrap()));
    }
}

#[test]
fn numbers_can_be_set_and_moves_asked_for() {
    let position = Position::<Minishogi>::start();
    let best = LevelOptions::lottery(4, 0);
    let engine = &mut engine(0);
    let chosen = engine.choose(&position, best);
    engine.clear();
    let searched = engine.search(&position, sakiyomi::Limits::depth(4));
    assert_eq!((chosen.best, chosen.nodes), (searched.best, searched.nodes));
    let only = ["5d5c".parse().unwrap()];
    let root = sakiyomi::Root::from(&position).only(&only);
    assert_eq!(engine.choose(root, Level::Easy).best, Some(only[0]));
}
