//! A pool under everything that can happen to its requests. A test binary of its own, since it counts memory.

#![cfg(feature = "threads")]

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use sakiyomi::{
    EnginePool, Evaluator, Game, Limits, Material, Minishogi, PieceValues, Position, Priority,
    Request, RequestError, Score, SubmitError, Undo,
};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The tests take turns, since they count the memory of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> std::sync::MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Counts men, and panics where it sees a position with this key.
#[derive(Clone, Debug)]
struct Allergic(Material, u64);

impl Evaluator<Minishogi> for Allergic {
    type State = <Material as Evaluator<Minishogi>>::State;
    fn root(&self, position: &Position<Minishogi>) -> Self::State {
        self.0.root(position)
    }
    fn step(
        &self,
        before: &Self::State,
        after: &Position<Minishogi>,
        undo: &Undo<Minishogi>,
    ) -> Self::State {
        self.0.step(before, after, undo)
    }
    fn value(&self, state: &Self::State, position: &Position<Minishogi>) -> Score {
        assert!(position.key() != self.1, "it itches");
        self.0.value(state, position)
    }
    fn values(&self) -> &PieceValues {
        Evaluator::<Minishogi>::values(&self.0)
    }
}

/// No other game of these tests comes to this position, which lacks most men. There is no mate in it, so the evaluator is
/// asked.
const POISON: &str = "sfen 4k/4p/5/P4/K4 b - 1";

fn pool(threads: usize, most_waiting: usize) -> EnginePool<Minishogi> {
    let poison: Game<Minishogi> = POISON.parse().unwrap();
    let evaluator = Allergic(Material::conventional::<Minishogi>(), poison.position().key());
    EnginePool::<Minishogi>::builder()
        .evaluator(evaluator)
        .threads(threads)
        .hash_mib(threads)
        .most_waiting(most_waiting)
        .build()
        .unwrap()
}

fn games() -> Vec<Game<Minishogi>> {
    ["startpos", "startpos moves 1e1d", "startpos moves 3e2d 4a3b", "startpos moves 2e3d"]
        .map(|text| text.parse().unwrap())
        .to_vec()
}

/// Counts how often it is woken.
#[derive(Default)]
struct Count(AtomicU32);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn poll(request: &mut Request<Minishogi>, waker: &Waker) -> Poll<Result<(), RequestError>> {
    let poll = std::pin::Pin::new(request).poll(&mut Context::from_waker(waker));
    poll.map(|answer| answer.map(drop))
}

fn settle(pool: &EnginePool<Minishogi>) {
    let end = Instant::now() + Duration::from_secs(60);
    while pool.waiting() > 0 {
        assert!(Instant::now() < end, "{} requests wait", pool.waiting());
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// One request each, at random moments cancelled, dropped, stopped, or left alone, and some whose search panics.
fn rush(pool: &EnginePool<Minishogi>, number: u32, random: &mut fastrand::Rng) {
    let games = games();
    let poison: Game<Minishogi> = POISON.parse().unwrap();
    let mut kept = Vec::new();
    for round in 0..number {
        let game = pool.game();
        let panics = round % 10 == 0;
        let root = if panics { &poison } else { &games[random.usize(0..games.len())] };
        let priority = [Priority::Low, Priority::Normal, Priority::High][random.usize(0..3)];
        let nodes = [10, 300, 3_000, 1_000_000][random.usize(0..4)];
        let request = game.search_at(priority, root, Limits::new().nodes(nodes)).unwrap();
        let canceller = request.canceller();
        let wait = Duration::from_micros(random.u64(0..300));
        match random.u32(0..5) {
            0 => drop(request),
            1 => {
                std::thread::sleep(wait);
                drop(request);
            }
            2 => {
                // From another thread, at a moment of its own.
                let _ = std::thread::spawn(move || {
                    std::thread::sleep(wait);
                    canceller.cancel();
                    canceller.cancel();
                })
                .join();
                kept.push((request, panics, true));
            }
            3 => {
                request.stop();
                // Even a search that is stopped at once asks the evaluator for the value of its root.
                kept.push((request, panics, false));
            }
            // Only the long ones need an end.
            _ if nodes == 1_000_000 => request.cancel(),
            _ => kept.push((request, panics, false)),
        }
    }
    for (index, (mut request, panics, cancelled)) in kept.into_iter().enumerate() {
        let answer = if index % 2 == 0 {
            request.wait().map(drop)
        } else {
            let count = Arc::new(Count::default());
            let waker = Waker::from(Arc::clone(&count));
            let answer = loop {
                if let Poll::Ready(answer) = poll(&mut request, &waker) {
                    break answer;
                }
                std::thread::yield_now();
            };
            // A second answer would wake it again.
            drop(request);
            assert!(count.0.load(Ordering::Relaxed) <= 1);
            answer
        };
        match answer {
            Ok(()) => assert!(!panics),
            Err(RequestError::Cancelled) => assert!(cancelled),
            Err(RequestError::Panicked { message }) => {
                assert!(panics && message == "it itches", "{message}");
            }
            Err(fault) => panic!("{fault}"),
        }
    }
}

#[test]
fn a_thousand_requests_cancelled_dropped_and_panicking_are_answered_once_and_leave_nothing() {
    let _alone = alone();
    // The panics that are meant are not worth a line each; what the test itself finds is.
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload_as_str() != Some("it itches") {
            loud(panic);
        }
    }));
    let pool = pool(2, 2_000);
    let mut random = fastrand::Rng::with_seed(1);
    // What is taken once and kept: the threads' buffers, the output of the test.
    rush(&pool, 200, &mut random);
    settle(&pool);
    std::thread::sleep(Duration::from_millis(100));
    let before = MEMORY.current_usage();
    rush(&pool, 1_000, &mut random);
    settle(&pool);
    std::thread::sleep(Duration::from_millis(100));
    let grown = MEMORY.current_usage() as i64 - before as i64;
    let _ = std::panic::take_hook();
    assert!(grown.abs() < 4_096, "{grown} bytes more than before");
    // And it still searches.
    let result = pool.game().search(&Game::new(), Limits::depth(4)).unwrap().wait().unwrap();
    assert_eq!(result.depth, 4);
}

#[test]
fn what_waits_can_be_cancelled_and_a_full_queue_is_an_error() {
    let _alone = alone();
    let pool = pool(1, 2);
    let game = Game::new();
    let long = Limits::new().time_ms(60_000);
    let running = pool.game().search(&game, long).unwrap();
    settle(&pool);
    let first = pool.game().search(&game, long).unwrap();
    let second = pool.game().search(&game, long).unwrap();
    let full = pool.game().search(&game, long);
    assert_eq!(full.unwrap_err(), SubmitError::Full { most: 2 });
    first.cancel();
    assert_eq!((pool.waiting(), first.wait()), (1, Err(RequestError::Cancelled)));
    drop(second);
    assert_eq!(pool.waiting(), 0);
    running.stop();
    assert!(running.wait().unwrap().best.is_some());
    for limits in [Limits::new(), Limits::infinite(), Limits::new().mate_plies(3)] {
        assert_eq!(pool.game().search(&game, limits).unwrap_err(), SubmitError::Unlimited);
    }
}

#[test]
fn the_end_of_the_pool_answers_what_runs_and_what_waits() {
    let _alone = alone();
    let pool = pool(1, 10);
    let game = pool.game();
    let long = Limits::new().time_ms(60_000);
    let ask = || game.search(&Game::new(), long).unwrap();
    let (running, waiting) = (ask(), ask());
    std::thread::sleep(Duration::from_millis(5));
    drop(pool);
    assert_eq!(running.wait(), Err(RequestError::Closed));
    assert_eq!(waiting.wait(), Err(RequestError::Closed));
    assert_eq!(game.search(&Game::new(), long).unwrap_err(), SubmitError::Closed);
}

/// The same request has the same answer whichever thread takes it and whatever came before, and it is that of a searcher
/// that is new.
#[test]
fn a_repeatable_pool_repeats_every_answer() {
    let _alone = alone();
    let builder = EnginePool::<Minishogi>::builder().threads(2).hash_mib(2).repeatable(true);
    let pool = builder.build().unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let games = games();
    let limits = [Limits::new().nodes(3_000), Limits::depth(5), Limits::new().nodes(7_777)];
    let mut expected = Vec::new();
    for game in &games {
        for limits in limits {
            let mut fresh = sakiyomi::Engine::<Minishogi>::builder().hash_mib(1).build().unwrap();
            let result = fresh.search(game, limits);
            expected.push((result.best, result.score, result.nodes, result.pv));
        }
    }
    let mut asked: Vec<usize> = (0..8 * expected.len()).map(|i| i % expected.len()).collect();
    random.shuffle(&mut asked);
    let requests: Vec<_> = asked
        .iter()
        .map(|&which| {
            pool.game().search(&games[which / limits.len()], limits[which % limits.len()]).unwrap()
        })
        .collect();
    for (which, request) in asked.into_iter().zip(requests) {
        let found = request.wait().unwrap();
        assert_eq!((found.best, found.score, found.nodes, found.pv), expected[which], "{which}");
    }
}
