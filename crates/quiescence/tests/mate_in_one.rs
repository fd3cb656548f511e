//! Mate in one against trying every move.

use crate::common::{Board, built, played, recorded};
use sakiyomi_quiescence::mate_in_one;
use sakiyomi_rules::{Kind, Minishogi, Move, Position, Shogi, Variant};

fn mates<V: Variant>(position: &mut Position<V>, mv: Move<V>) -> bool {
    let undo = position.make(mv);
    let mates = position.is_checkmate();
    position.unmake(undo);
    mates
}

#[derive(Default, Debug)]
struct Seen {
    positions: u32,
    mates: u32,
    mates_in_check: u32,
}

fn check<V: Variant>(position: &Position<V>, seen: &mut Seen) {
    let moves = position.legal_moves();
    let trial = &mut position.clone();
    let lawful = |mv: &&Move<V>| mv.dropped() != Some(Kind::Pawn);
    let exists = moves.iter().filter(lawful).any(|&mv| mates(trial, mv));
    let found = mate_in_one(position);
    assert_eq!(found.is_some(), exists, "{found:?} in {position:?}");
    if let Some(mv) = found {
        assert!(moves.contains(&mv), "{mv} is illegal in {position:?}");
        assert!(mv.dropped() != Some(Kind::Pawn) && mates(trial, mv), "{mv} in {position:?}");
    }
    seen.positions += 1;
    seen.mates += u32::from(exists);
    seen.mates_in_check += u32::from(exists && position.in_check());
}

fn check_board<V: Board>(built_count: usize, played_count: usize, least_mates: u32) {
    let mut seen = Seen::default();
    built::<V>(31).take(built_count).for_each(|position| check(&position, &mut seen));
    println!("{} built: {seen:?}", V::NAME);
    assert!(seen.mates > least_mates && seen.mates_in_check > 15, "{seen:?}");
    played::<V>(32).take(played_count).for_each(|position| check(&position, &mut seen));
    recorded::<V>().iter().for_each(|position| check(position, &mut seen));
    println!("{} in all: {seen:?}", V::NAME);
}

#[test]
fn finds_every_mate_in_shogi() {
    check_board::<Shogi>(20_000, 40_000, 1_000);
}

#[test]
fn finds_every_mate_in_minishogi() {
    check_board::<Minishogi>(20_000, 40_000, 1_000);
}

/// The mate problems that the search is tested with: all of length 1 are found, and nothing in longer ones.
#[test]
fn finds_the_mates_of_the_problem_collections() {
    fn check<V: Variant>(text: &str) -> (u32, u32) {
        let mut counts = (0, 0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let &[id, plies, sfen, first_moves, ..] = &fields[..] else { panic!("{line}") };
            let position: Position<V> = sfen.parse().unwrap();
            let found = mate_in_one(&position).map(|mv| mv.to_string());
            if plies == "1" {
                let found = found.unwrap_or_default();
                assert!(first_moves.split(',').any(|mv| mv == found), "{id}: {found}");
                counts.0 += 1;
            } else {
                assert_eq!(found, None, "{id}");
                counts.1 += 1;
            }
        }
        counts
    }
    let shogi = check::<Shogi>(include_str!("../../search/tests/data/mates9.tsv"));
    let minishogi = check::<Minishogi>(include_str!("../../search/tests/data/mates5.tsv"));
    assert!(shogi.0 > 20 && minishogi.0 > 20, "{shogi:?} {minishogi:?}");
}
