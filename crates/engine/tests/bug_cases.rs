//! The cases of `bug-cases.tsv` that ask for an evaluator or a search.

use sakiyomi::{
    Engine, Evaluator, Game, Limits, Material, Minishogi, Position, Score, Shogi, Variant,
};
use sakiyomi_eval::{Linear, WithPlan, castles};

const CASES: &str = include_str!("../../rules/tests/data/bug-cases.tsv");

fn engine<V: Variant>() -> Engine<V> {
    Engine::builder().hash_mib(16).build().unwrap()
}

fn static_value<V: Variant, E: Evaluator<V>>(evaluator: E, text: &str) -> Score {
    let position = text.trim().parse::<Position<V>>().unwrap();
    Engine::<V>::builder().evaluator(evaluator).hash_mib(1).build().unwrap().evaluate(&position)
}

/// The value by every evaluator of the variant.
fn static_values(text: &str) -> Vec<Score> {
    if let Some(text) = text.trim().strip_prefix("minishogi:") {
        return vec![
            static_value::<Minishogi, _>(Material::conventional::<Minishogi>(), text),
            static_value::<Minishogi, _>(Material::flat(), text),
            static_value::<Minishogi, _>(Linear::<Minishogi>::default(), text),
        ];
    }
    let mut planned = WithPlan::new(Linear::<Shogi>::default());
    for color in sakiyomi::Color::ALL {
        for plan in castles::all() {
            planned = planned.plan(color, plan);
        }
    }
    vec![
        static_value::<Shogi, _>(Material::conventional::<Shogi>(), text),
        static_value::<Shogi, _>(Material::flat(), text),
        static_value::<Shogi, _>(Linear::<Shogi>::default(), text),
        static_value::<Shogi, _>(planned, text),
    ]
}

fn depth(text: &str) -> Limits {
    Limits::depth(text.trim().strip_prefix("depth ").unwrap().parse().unwrap())
}

#[test]
fn nothing_goes_wrong_again() {
    let mut checked = 0;
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, _, kind, input, expected, _] = fields[..] else {
            panic!("{line}: not six fields")
        };
        let (first, second) = input.split_once('|').unwrap_or((input, ""));
        match kind {
            "eval-mirror" => {
                let second = second.trim_start_matches('|');
                assert_eq!(static_values(first), static_values(second), "{id}");
            }
            "eval-bound" => {
                assert!(static_values(first).iter().all(|value| !value.is_mate()), "{id}");
            }
            "mate-in" => {
                let position = first.trim().parse::<Position>().unwrap();
                let result = engine::<Shogi>().search(&position, depth(second));
                let plies = expected.split_whitespace().next().unwrap().parse().unwrap();
                assert_eq!(result.score, Score::mate_in(plies), "{id}");
            }
            "bestmove-in" | "bestmove-not" => {
                let game = first.parse::<Game<Shogi>>().unwrap();
                let best = engine::<Shogi>().search(&game, depth(second)).best.unwrap().to_string();
                let named = expected.split(" or ").any(|mv| mv == best);
                assert_eq!(named, kind == "bestmove-in", "{id}: {best}");
            }
            _ => continue,
        }
        checked += 1;
    }
    assert!(checked >= 9, "only {checked} cases");
}

fn game(id: &str) -> Game<Shogi> {
    let line = CASES.lines().find(|line| line.split('\t').next() == Some(id)).unwrap();
    let input = line.split('\t').nth(3).unwrap();
    input.split('|').next().unwrap().parse().unwrap()
}

/// b26-2: a search counts no repetitions in the game that it was given.
#[test]
fn a_search_leaves_the_game_as_it_was() {
    let game: Game<Shogi> =
        "startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b".parse().unwrap();
    let before = (game.to_string(), game.position().key(), game.history().occurrences());
    engine::<Shogi>().search(&game, Limits::depth(4));
    assert!(game.outcome().is_ongoing());
    assert_eq!((game.to_string(), game.position().key(), game.history().occurrences()), before);
}

/// b46-2: the mating side does not dawdle, though the table remembers longer mates.
#[test]
fn a_mate_comes_nearer_with_every_ply() {
    let mut game = game("b44-2");
    let mut engine = engine::<Shogi>();
    let mut distances = Vec::new();
    while game.outcome().is_ongoing() {
        let result = engine.search(&game, Limits::depth(10));
        distances.push(result.score.mate_distance().unwrap());
        game.play(result.best.unwrap()).unwrap();
    }
    assert_eq!(distances, [5, -4, 3, -2, 1]);
}

/// b50-2: what would be the fourth occurrence in the game is a good move without its history.
#[test]
fn repetition_counts_with_the_history_alone() {
    let position = game("b50-1").position().clone();
    let score = engine::<Shogi>().search(&position, Limits::depth(6)).score;
    assert!(score > Score::centipawns(500), "{score}");
}
