//! Mate problems: all short ones solved with the right length, and no mate found where there is none.

use crate::common::rows;
use sakiyomi_eval::Material;
use sakiyomi_rules::{Minishogi, Move, Position, Shogi, Variant};
use sakiyomi_search::{
    Limits, MateOutcome, MateSearcher, Preset, SearchOptions, Searcher, StopFlag, Technique,
};

const MATES9: &str = include_str!("data/mates9.tsv");
const MATES5: &str = include_str!("data/mates5.tsv");
const NO_MATES9: &str = include_str!("data/nomates9.tsv");
const NO_MATES5: &str = include_str!("data/nomates5.tsv");

/// A line of checks and evasions that ends in mate.
fn is_mate<V: Variant>(position: &Position<V>, line: &[Move<V>]) -> bool {
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if position.play(mv).is_err() || index % 2 == 0 && !position.in_check() {
            return false;
        }
    }
    position.is_checkmate()
}

fn solves<V: Variant>(
    text: &str,
    nodes: u64,
    plies: std::ops::RangeInclusive<usize>,
) -> (usize, usize) {
    let mut searcher = MateSearcher::new(32 << 20);
    let (mut solved, mut all) = (0, 0);
    for row in rows(text) {
        let [id, length, sfen, first_moves, ..] = row[..] else { panic!("{row:?}") };
        let length: usize = length.parse().unwrap();
        if !plies.contains(&length) {
            continue;
        }
        all += 1;
        let position: Position<V> = sfen.parse().unwrap();
        let result = searcher.search(&position, &Limits::new().nodes(nodes), &StopFlag::new());
        match result.outcome {
            MateOutcome::Mate { line, is_shortest } => {
                assert!(is_mate(&position, &line), "{id}: {line:?}");
                let first = line[0].to_string();
                let right = line.len() == length && first_moves.split(',').any(|mv| mv == first);
                assert!(!is_shortest || right, "{id}: {} for {length} {line:?}", line.len());
                solved += usize::from(is_shortest);
                if !is_shortest {
                    println!("{id}: {length} found as {} in {}", line.len(), result.nodes);
                }
            }
            other => println!("{id}: {length} plies, {other:?} after {}", result.nodes),
        }
    }
    (solved, all)
}

#[test]
fn mates_up_to_seven_plies_are_solved_within_100_000_nodes() {
    let (solved, all) = solves::<Shogi>(MATES9, 100_000, 1..=7);
    assert_eq!(solved, all);
    let (solved, all) = solves::<Minishogi>(MATES5, 100_000, 1..=7);
    assert_eq!(solved, all);
}

#[test]
fn most_longer_mates_are_solved_within_a_million_nodes() {
    let (solved, all) = solves::<Shogi>(MATES9, 1_000_000, 8..=999);
    println!("long mates, 9x9: {solved} of {all}");
    let (solved5, all5) = solves::<Minishogi>(MATES5, 1_000_000, 8..=999);
    println!("long mates, 5x5: {solved5} of {all5}");
    assert!((solved + solved5) * 2 >= all + all5);
}

fn refutes<V: Variant>(text: &str) {
    let mut searcher = MateSearcher::new(32 << 20);
    for row in rows(text) {
        let position: Position<V> = row[1].parse().unwrap();
        let limits = Limits::new().nodes(1_000_000);
        let result = searcher.search(&position, &limits, &StopFlag::new());
        assert_eq!(result.outcome, MateOutcome::NoMate, "{} after {}", row[0], result.nodes);
    }
}

#[test]
fn positions_without_a_mate_are_refuted() {
    refutes::<Shogi>(NO_MATES9);
    refutes::<Minishogi>(NO_MATES5);
}

/// By the search; `slack` is how many plies more than the shortest its mate may have.
fn searches_find<V: Variant>(
    text: &str,
    options: SearchOptions,
    most: u32,
    limits: fn(u32) -> Limits,
    slack: u32,
) {
    let mut searcher = Searcher::new(Material::conventional::<V>(), options, 4 << 20);
    for row in rows(text) {
        let [id, length, sfen, ..] = row[..] else { panic!("{row:?}") };
        let length: u32 = length.parse().unwrap();
        if length > most {
            continue;
        }
        searcher.clear();
        let position: Position<V> = sfen.parse().unwrap();
        let result = searcher.search(&position, &limits(length), &StopFlag::new(), &mut ());
        let found = result.score.mate_distance();
        // Quiet moves may mate sooner than checks alone.
        let shown = found.is_some_and(|plies| plies > 0 && plies <= (length + slack) as i32);
        assert!(shown, "{id}: {length} plies, found {:?}", result.score);
    }
}

/// Without the mate search at the root. Reductions and pruning may hide the shortest mate from an iteration, but not for
/// long that there is one.
#[test]
fn the_full_search_finds_mates_in_one_to_five() {
    let options = SearchOptions::default().with(Technique::RootMateSearch, false);
    searches_find::<Shogi>(MATES9, options, 5, |_| Limits::new().nodes(300_000).mate_plies(11), 6);
    searches_find::<Minishogi>(
        MATES5,
        options,
        5,
        |_| Limits::new().nodes(300_000).mate_plies(11),
        6,
    );
}

/// With the mate search at the root the length is right, too.
#[test]
fn the_full_search_gives_shortest_mates_with_its_mate_search() {
    let options = SearchOptions::default();
    searches_find::<Shogi>(MATES9, options, 3, |_| Limits::depth(1), 0);
    searches_find::<Minishogi>(MATES5, options, 3, |_| Limits::depth(1), 0);
}

/// 5五将棋 CPU: a check costs no depth, so a mate in three is seen two plies deep, and the shortest mate is chosen.
#[test]
fn check_extensions_see_mates_beyond_the_depth() {
    let options = Preset::GogoShogi.options();
    searches_find::<Minishogi>(MATES5, options, 3, |length| Limits::depth(length.div_ceil(2)), 0);
}
