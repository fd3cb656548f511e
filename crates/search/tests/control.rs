//! Limits, stopping, determinism.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use crate::common::random_positions;
use sakiyomi_eval::Material;
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{
    Clock, Iteration, Limits, Preset, Root, SearchOptions, SearchResult, Searcher, StopFlag,
};

fn searcher<V: Variant>(options: SearchOptions) -> Searcher<V, Material> {
    Searcher::new(Material::conventional::<V>(), options, 1 << 20)
}

fn comparable<V: Variant>(mut result: SearchResult<V>) -> SearchResult<V> {
    result.time_ms = 0;
    result
}

fn repeats<V: Variant>() {
    for preset in Preset::ALL {
        let mut kept = searcher::<V>(preset.options());
        for position in random_positions::<V>(3, 6, 60) {
            for limits in [Limits::depth(4), Limits::new().nodes(20_000)] {
                let flag = StopFlag::new();
                let fresh = searcher(preset.options()).search(&position, &limits, &flag, &mut ());
                kept.clear();
                let again = kept.search(&position, &limits, &flag, &mut ());
                assert_eq!(comparable(fresh), comparable(again), "{preset:?} {position:?}");
            }
        }
    }
}

#[test]
fn one_thread_repeats_itself() {
    repeats::<Shogi>();
    repeats::<Minishogi>();
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_node() {
    for nodes in [1, 2, 63, 64, 65, 1000, 10_000] {
        for position in random_positions::<Minishogi>(8, 20, 30) {
            let limits = Limits::new().nodes(nodes);
            let result =
                searcher(Preset::Full.into()).search(&position, &limits, &StopFlag::new(), &mut ());
            assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
            assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
        }
    }
}

/// A thousand stops, each from another thread while the search is at a place that nobody can know.
#[test]
fn every_stop_gives_a_legal_move() {
    let mut random = fastrand::Rng::with_seed(11);
    let positions = random_positions::<Minishogi>(12, 50, 60);
    let mut searcher = searcher::<Minishogi>(Preset::Full.into());
    for round in 0..1000 {
        let position = &positions[round % positions.len()];
        let flag = StopFlag::new();
        let waits = Duration::from_micros(random.u64(0..2_000));
        let stopper = {
            let flag = flag.clone();
            thread::spawn(move || {
                thread::sleep(waits);
                flag.stop();
            })
        };
        searcher.set_threads(1 + round % 2);
        let result = searcher.search(position, &Limits::infinite(), &flag, &mut ());
        stopper.join().unwrap();
        assert!(flag.is_stopped());
        assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
        assert_eq!(result.best, result.pv.first().copied());
        let mut after = position.clone();
        for &mv in &result.pv {
            after.play(mv).unwrap();
        }
    }
}

#[test]
fn a_flag_that_is_set_already_still_gives_a_move() {
    let flag = StopFlag::new();
    flag.stop();
    let start = Position::<Shogi>::start();
    let result = searcher(Preset::Full.into()).search(&start, &Limits::new(), &flag, &mut ());
    assert!(result.best.is_some_and(|mv| start.is_legal(mv)));
    assert_eq!(result.depth, 0);
}

#[test]
fn an_observer_hears_every_depth_and_may_end_the_search() {
    let mut depths = Vec::new();
    let mut observer = |iteration: &Iteration<'_, Shogi>| {
        depths.push(iteration.depth);
        assert_eq!(iteration.line, 0);
        assert!(!iteration.pv.is_empty());
        if iteration.depth == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let start = Position::<Shogi>::start();
    let result = searcher(Preset::Full.into()).search(
        &start,
        &Limits::new(),
        &StopFlag::new(),
        &mut observer,
    );
    assert_eq!(depths, [1, 2, 3]);
    assert_eq!(result.depth, 3);
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    for position in random_positions::<Minishogi>(14, 20, 40) {
        let mut options = SearchOptions::plain();
        options.principal_variation = true;
        let limits = Limits::depth(2).lines(4);
        let result =
            searcher::<Minishogi>(options).search(&position, &limits, &StopFlag::new(), &mut ());
        let count = position.count_legal().min(4);
        assert_eq!(result.lines.len(), count);
        assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
        // Each is the best of what is left when the better ones are forbidden.
        let mut left = position.legal_moves().to_vec();
        for line in &result.lines {
            let only = Root::from(&position).only(&left);
            let best = searcher(options).search(only, &Limits::depth(2), &StopFlag::new(), &mut ());
            assert_eq!(best.score, line.score);
            left.retain(|&mv| mv != line.pv[0]);
        }
    }
}

#[test]
fn only_the_given_moves_are_searched() {
    let start = Position::<Shogi>::start();
    let edge = ["9g9f".parse().unwrap(), "1g1f".parse().unwrap(), "5e5d".parse().unwrap()];
    let root = Root::from(&start).only(&edge);
    let limits = Limits::depth(3).lines(10);
    let result = searcher(Preset::Full.into()).search(root, &limits, &StopFlag::new(), &mut ());
    assert_eq!(result.lines.len(), 2);
    assert!(edge[..2].contains(&result.best.unwrap()));
}

#[test]
fn a_mated_side_has_no_move_and_a_score_that_says_so() {
    let mated: Position<Shogi> = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1".parse().unwrap();
    let flag = StopFlag::new();
    let result = searcher(Preset::Full.into()).search(&mated, &Limits::depth(5), &flag, &mut ());
    assert_eq!((result.best, result.score.mate_distance()), (None, Some(0)));
}

#[test]
fn pondering_ends_after_the_hit() {
    let start = Position::<Minishogi>::start();
    let flag = StopFlag::new();
    let hitter = {
        let flag = flag.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            flag.ponder_hit();
        })
    };
    let limits = Limits::new().clock(Clock { byoyomi_ms: 50, ..Clock::default() }).ponder();
    let result = searcher(Preset::Full.into()).search(&start, &limits, &flag, &mut ());
    hitter.join().unwrap();
    assert!(flag.is_ponder_hit() && !flag.is_stopped());
    assert!(result.best.is_some());
}

#[test]
fn a_win_by_declaration_is_seen_at_the_root_and_in_the_tree() {
    let sfen = "+R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B5P 1";
    let position: Position<Shogi> = sfen.parse().unwrap();
    let flag = StopFlag::new();
    let result = searcher(Preset::Full.into()).search(&position, &Limits::depth(1), &flag, &mut ());
    assert_eq!(result.declaration, sakiyomi_rules::Declaration::Win);
    // White to move cannot stop it: black declares with its next turn.
    let position: Position<Shogi> = sfen.replace(" b ", " w ").parse().unwrap();
    let result = searcher(Preset::Full.into()).search(&position, &Limits::depth(3), &flag, &mut ());
    assert_eq!(result.score.mate_distance(), Some(-2));
}

/// Two threads, over and over: each search ends, with a value that one thread finds as well where there is only one.
#[test]
fn two_threads_find_the_mate_that_one_finds() {
    let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
    let options = SearchOptions::default().with(sakiyomi_search::Technique::RootMateSearch, false);
    let mut searcher = searcher::<Shogi>(options);
    searcher.set_threads(2);
    for depth in 1..50 {
        let limits = Limits::depth(depth % 8 + 1);
        let result = searcher.search(&position, &limits, &StopFlag::new(), &mut ());
        assert_eq!(result.score.mate_distance(), Some(1));
    }
}

/// A thread that breaks off a node of its line takes only the value over: the line goes on with what the table holds.
#[test]
fn lines_of_several_threads_can_be_played() {
    fn check<V: Variant>(seed: u64, count: usize, depth: u32) {
        let mut searcher = searcher::<V>(Preset::Full.into());
        searcher.set_threads(3);
        let mut long = 0;
        for position in random_positions::<V>(seed, count, 40) {
            let limits = Limits::depth(depth);
            let mut played = |iteration: &Iteration<'_, V>| {
                let mut after = position.clone();
                for &mv in &*iteration.pv {
                    assert!(after.is_legal(mv), "{mv:?} of {:?} in\n{position:?}", iteration.pv);
                    after.make(mv);
                }
                ControlFlow::Continue(())
            };
            let result = searcher.search(&position, &limits, &StopFlag::new(), &mut played);
            assert!(result.depth == depth || result.score.is_mate(), "an iteration was given up");
            long += usize::from(result.score.is_mate() || result.pv.len() as u32 >= depth / 2);
        }
        assert!(long * 4 >= count * 3, "{long} of {count}");
    }
    check::<Shogi>(41, 12, 9);
    check::<Minishogi>(42, 30, 11);
}

/// The helpers end with the main thread, even if it ends by a panic.
#[test]
fn a_panic_of_the_observer_ends_all_threads() {
    let caught = std::panic::catch_unwind(|| {
        let mut searcher = searcher::<Minishogi>(Preset::Full.into());
        searcher.set_threads(2);
        let mut panics = |_: &Iteration<'_, Minishogi>| panic!("an observer's fault");
        let start = Position::start();
        searcher.search(&start, &Limits::depth(5), &StopFlag::new(), &mut panics)
    });
    assert!(caught.is_err());
}
