//! Each switch does something, and the forms of the null move differ.

use crate::common::{random_positions, rows};
use sakiyomi_eval::Linear;
use sakiyomi_rules::{Minishogi, Position};
use sakiyomi_search::{
    Limits, NullMove, Preset, SearchOptions, SearchResult, Searcher, StopFlag, Technique,
};

fn positions() -> Vec<Position<Minishogi>> {
    let tactics = rows(include_str!("data/tactics5.tsv")).map(|row| row[2].parse().unwrap());
    tactics.chain(random_positions(41, 20, 50)).collect()
}

fn search(
    options: SearchOptions,
    position: &Position<Minishogi>,
    depth: u32,
) -> SearchResult<Minishogi> {
    let limits = Limits::depth(depth).nodes(200_000);
    let mut result = Searcher::new(Linear::default(), options, 1 << 20).search(
        position,
        &limits,
        &StopFlag::new(),
        &mut (),
    );
    result.time_ms = 0;
    result
}

/// Whether the two search differently somewhere.
fn differ(one: SearchOptions, other: SearchOptions, depth: u32) -> bool {
    let positions = positions();
    positions
        .iter()
        .any(|position| search(one, position, depth).nodes != search(other, position, depth).nodes)
}

#[test]
fn every_switch_changes_the_search() {
    for &technique in Technique::ALL {
        let uses = Preset::ALL.into_iter().rev().find(|preset| technique.is_on(&preset.options()));
        let Some(preset) = uses else { panic!("no preset uses {technique:?}") };
        let on = preset.options();
        let depth = if preset == Preset::Full { 10 } else { 3 };
        assert!(differ(on, on.with(technique, false), depth), "{technique:?} of {preset:?}");
        assert_eq!(on.with(technique, false).with(technique, true), on);
    }
}

fn with_null(null: Option<NullMove>) -> SearchOptions {
    let mut options = Preset::Full.options();
    options.null_move = null;
    options
}

#[test]
fn a_null_move_delayed_beyond_the_last_move_is_none() {
    let never = with_null(Some(NullMove::fixed(2).delayed(10_000, 30)));
    for position in &positions() {
        assert_eq!(search(never, position, 6), search(with_null(None), position, 6));
    }
    let delayed = with_null(Some(NullMove::fixed(2).delayed(2, 30)));
    assert!(differ(delayed, never, 6));
    assert!(differ(delayed, with_null(Some(NullMove::fixed(2))), 6));
}

#[test]
fn a_verified_null_move_cuts_less_than_one_that_is_believed() {
    let with = |verify_from_depth| {
        let mut null = NullMove::fixed(2);
        null.verify_from_depth = verify_from_depth;
        with_null(Some(null))
    };
    assert!(differ(with(None), with(Some(4)), 7));
    let deep = with(Some(99));
    assert!(
        positions()
            .iter()
            .all(|position| search(with(None), position, 7) == search(deep, position, 7))
    );
}

#[test]
fn reductions_of_the_null_move_differ() {
    let with = |r| with_null(Some(NullMove::fixed(r)));
    for r in 1..4 {
        assert!(differ(with(r), with(r + 1), 7));
    }
}
