//! Repetitions in the search: the cases of the rules crate's data, one move before the ruling.

use crate::common::rows;
use sakiyomi_eval::{Material, Score};
use sakiyomi_rules::{Color, Game, Minishogi, Shogi, Variant};
use sakiyomi_search::{Limits, Preset, Root, Searcher, StopFlag};

const REPETITION9: &str = include_str!("../../rules/tests/data/repetition9.tsv");
const REPETITION5: &str = include_str!("../../rules/tests/data/repetition5.tsv");

/// Score from which a game counts as decided.
const DECIDED: Score = Score::centipawns(20_000);

fn check<V: Variant>(text: &str) {
    let mut judged = [0; 3];
    for preset in Preset::ALL {
        let mut options = preset.options();
        // The judgement is to come from the tree.
        options.root_mate_search = None;
        let mut searcher = Searcher::new(Material::conventional::<V>(), options, 1 << 20);
        for row in rows(text) {
            let [id, _, start, ruling, ply, moves, ..] = row[..] else { panic!("{row:?}") };
            let Ok(ply) = ply.parse::<usize>() else { continue };
            let mut game = Game::<V>::from_position(start.parse().unwrap());
            let moves: Vec<_> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
            for &mv in &moves[..ply - 1] {
                game.play(mv).unwrap();
            }
            let us = game.position().side_to_move();
            let loser = match ruling {
                "draw" => None,
                "black_loses" => Some(Color::Black),
                "white_loses" => Some(Color::White),
                other => panic!("{other}"),
            };
            // 1. The move that repeats is valued as the rule has it.
            searcher.clear();
            let repeating = [moves[ply - 1]];
            let root = Root::from(&game).only(&repeating);
            let limits = Limits::depth(3);
            let forced = searcher.search(root, &limits, &StopFlag::new(), &mut ());
            assert_eq!(forced.best, Some(repeating[0]));
            match loser {
                None => assert_eq!(forced.score, Score::ZERO, "{id}"),
                Some(loser) if loser == us => assert!(forced.score <= -DECIDED, "{id}"),
                Some(_) => assert!(forced.score >= DECIDED && !forced.score.is_mate(), "{id}"),
            }
            // 2. Free to choose, a side takes a win and walks into a loss only where all else loses too.
            searcher.clear();
            let free = searcher.search(&game, &limits, &StopFlag::new(), &mut ());
            match loser {
                None => {
                    assert!(free.score >= Score::ZERO, "{id}: {:?}", free.score);
                    judged[0] += 1;
                }
                Some(loser) if loser == us => {
                    let avoids = free.best != Some(repeating[0]);
                    assert!(avoids || free.score <= -DECIDED, "{id}");
                    judged[1] += usize::from(avoids);
                }
                Some(_) => {
                    assert!(free.score >= DECIDED, "{id}: {:?}", free.score);
                    judged[2] += 1;
                }
            }
        }
    }
    assert!(judged[1] > 0 && judged[2] > 0, "{judged:?}");
}

#[test]
fn shogi_draws_and_perpetual_checks() {
    check::<Shogi>(REPETITION9);
}

#[test]
fn minishogi_repetition_is_whites() {
    check::<Minishogi>(REPETITION5);
}
