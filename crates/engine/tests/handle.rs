//! Searches on threads of their own: every way to end one, and engines beside each other.

#![cfg(feature = "threads")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use sakiyomi::{
    Engine, Evaluator, Game, Limits, Material, Minishogi, PieceValues, Position, Score,
    SearchHandle, Shogi, Undo, Variant,
};

fn engine<V: Variant>() -> Engine<V> {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn is_send<T: Send>() {}

#[test]
fn engines_and_handles_can_be_sent_to_threads() {
    is_send::<Engine<Shogi, Material>>();
    is_send::<SearchHandle<Minishogi>>();
}

/// Stopped before it can have begun, soon after, and after its end: one result each, with a move.
#[test]
fn a_search_can_be_stopped_at_any_moment() {
    let mut engine = engine::<Minishogi>();
    let game = Game::new();
    for round in 0..3_000_u32 {
        let limits = if round % 3 == 2 { Limits::depth(1) } else { Limits::infinite() };
        let mut search = engine.start(&game, limits);
        for _ in 0..round % 100 * 10 {
            std::hint::spin_loop();
        }
        if round % 3 == 2 {
            while search.try_result().is_none() {
                std::thread::yield_now();
            }
        }
        search.stop();
        search.stop();
        let result = search.wait();
        assert!(game.position().is_legal(result.best.unwrap()));
    }
}

#[test]
fn dropping_a_handle_or_starting_another_search_ends_the_search() {
    let mut engine = engine::<Shogi>();
    let game = Game::new();
    drop(engine.start(&game, Limits::infinite()));
    let first = engine.start(&game, Limits::infinite());
    let second = engine.start(&game, Limits::depth(2));
    assert_eq!(second.wait().depth, 2);
    assert!(first.wait().best.is_some());
    let third = engine.start(&game, Limits::infinite());
    assert_eq!(engine.search(&game, Limits::depth(3)).depth, 3);
    assert!(third.wait().best.is_some());
    // The engine may go before its search.
    let last = engine.start(&game, Limits::infinite());
    drop(engine);
    assert!(!last.is_finished());
    last.stop();
    assert!(last.wait().best.is_some());
}

#[test]
fn iterations_come_in_order_and_end_with_the_search() {
    let mut engine = engine::<Minishogi>();
    let search = engine.start(&Position::start(), Limits::depth(5).lines(2));
    let infos: Vec<(u32, usize)> = search.infos().map(|info| (info.depth, info.line)).collect();
    let expected: Vec<_> = (1..=5).flat_map(|depth| [(depth, 0), (depth, 1)]).collect();
    assert_eq!(infos, expected);
    assert_eq!(search.new_infos().count(), 0);
    assert_eq!(search.wait().lines.len(), 2);
}

#[test]
fn pondering_ends_by_its_limits_only_after_the_hit() {
    let mut engine = engine::<Minishogi>();
    let search = engine.start(&Position::start(), Limits::depth(2).ponder());
    assert_eq!(search.infos().take(2).count(), 2);
    assert!(!search.is_finished());
    search.ponder_hit();
    assert_eq!(search.wait().depth, 2);
}

#[test]
fn a_position_without_moves_has_a_result_without_a_move() {
    let mated: Position<Shogi> = "9/9/9/9/9/9/4K4/6+P2/4k3R w - 2".parse().unwrap();
    let mut engine = engine::<Shogi>();
    let search = engine.start(&mated, Limits::infinite());
    search.stop();
    assert_eq!(search.wait().best, None);
    assert_eq!(engine.search(&mated, Limits::new()).best, None);
}

#[test]
fn two_engines_at_once_find_what_they_find_one_after_the_other() {
    let game: Game<Shogi> = "startpos moves 7g7f 3c3d 2g2f 4c4d".parse().unwrap();
    let small: Position<Minishogi> = Position::start();
    let nodes = Limits::new().nodes(60_000);
    let alone = (engine().search(&game, nodes), engine::<Minishogi>().search(&small, nodes));
    let (mut first, mut second) = (engine(), engine::<Minishogi>());
    let searches = (first.start(&game, nodes), second.start(&small, nodes));
    let together = (searches.0.wait(), searches.1.wait());
    let strip = |mut result: sakiyomi::SearchResult<Shogi>| {
        result.time_ms = 0;
        result
    };
    assert_eq!(strip(alone.0), strip(together.0));
    assert_eq!((alone.1.pv, alone.1.score), (together.1.pv, together.1.score));
    assert_eq!(alone.1.nodes, together.1.nodes);
}

/// Counts men, and panics when it has been asked so often.
#[derive(Debug)]
struct Brittle {
    material: Material,
    left: AtomicU32,
}

impl<V: Variant> Evaluator<V> for Brittle {
    type State = <Material as Evaluator<V>>::State;
    fn root(&self, position: &Position<V>) -> Self::State {
        self.material.root(position)
    }
    fn step(&self, before: &Self::State, after: &Position<V>, undo: &Undo<V>) -> Self::State {
        self.material.step(before, after, undo)
    }
    fn value(&self, state: &Self::State, position: &Position<V>) -> Score {
        let enough = self.left.fetch_sub(1, Ordering::Relaxed) == 0;
        assert!(!enough, "the evaluator is worn out");
        self.material.value(state, position)
    }
    fn values(&self) -> &PieceValues {
        Evaluator::<V>::values(&self.material)
    }
}

/// Whatever asks for the result hears of the panic, now and later; nobody waits for ever, and the engine goes on.
#[test]
fn a_panic_in_the_evaluator_is_an_end_like_any_other() {
    for threads in [1, 2, 3] {
        panics_are_heard_of(threads);
    }
}

fn panics_are_heard_of(threads: usize) {
    let brittle =
        Brittle { material: Material::conventional::<Minishogi>(), left: AtomicU32::new(0) };
    let builder = Engine::<Minishogi>::builder().hash_mib(1).threads(threads);
    let mut engine = builder.evaluator(brittle).build().unwrap();
    let start = Position::start();
    for asked in [0, 500, 5_000] {
        let wear = |engine: &Engine<Minishogi, Brittle>| {
            engine.evaluator().left.store(asked, Ordering::Relaxed);
        };
        wear(&engine);
        let fault = engine.start(&start, Limits::infinite()).join().unwrap_err();
        assert_eq!(fault.to_string(), "the search panicked: the evaluator is worn out");
        wear(&engine);
        let mut search = engine.start(&start, Limits::infinite());
        let _ = search.infos().count();
        while !search.is_finished() {
            std::thread::yield_now();
        }
        for _ in 0..2 {
            catch_unwind(AssertUnwindSafe(|| search.try_result().is_some())).unwrap_err();
        }
        catch_unwind(AssertUnwindSafe(|| search.wait())).unwrap_err();
        wear(&engine);
        drop(engine.start(&start, Limits::infinite()));
        wear(&engine);
        catch_unwind(AssertUnwindSafe(|| engine.search(&start, Limits::infinite()))).unwrap_err();
        engine.evaluator().left.store(u32::MAX, Ordering::Relaxed);
        assert_eq!(engine.start(&start, Limits::depth(3)).wait().depth, 3);
    }
}
