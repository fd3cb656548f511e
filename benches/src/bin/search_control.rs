//! How soon a search ends when it is told to, and how exactly it keeps its time. For an idle machine.
//!
//! `cargo run --release -p benches --bin search_control`
//!
//! Prints the median, the 99th percentile and the worst of: the time from `stop()` in another thread to the result; the
//! time by which a search of 100 ms takes longer. About two minutes.

use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use sakiyomi_eval::Linear;
use sakiyomi_rules::{Position, Shogi};
use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};

#[derive(Parser)]
struct Arguments {
    /// Searches that are stopped.
    #[arg(long, default_value_t = 1000)]
    stops: u32,
    /// Searches of 100 ms.
    #[arg(long, default_value_t = 500)]
    timed: u32,
    /// Threads of the search.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

const POSITIONS: &str = include_str!("../../../crates/search/tests/data/tactics9.tsv");

fn main() {
    let arguments = Arguments::parse();
    let positions: Vec<Position<Shogi>> = POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').nth(2)?.parse().ok())
        .collect();
    let mut searcher = Searcher::new(Linear::default(), Preset::Full.into(), 64 << 20);
    searcher.set_threads(arguments.threads);
    let mut random = fastrand::Rng::with_seed(1);

    let mut late = Vec::new();
    for i in 0..arguments.stops {
        let position = &positions[i as usize % positions.len()];
        let stop = StopFlag::new();
        let wait = Duration::from_micros(random.u64(0..60_000));
        let stopper = {
            let stop = stop.clone();
            thread::spawn(move || {
                thread::sleep(wait);
                let told = Instant::now();
                stop.stop();
                told
            })
        };
        let result = searcher.search(position, &Limits::infinite(), &stop, &mut ());
        let ended = Instant::now();
        assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
        if let Ok(told) = stopper.join() {
            late.push(ended.saturating_duration_since(told));
        }
    }
    report("from stop to result", &mut late);

    let mut over = Vec::new();
    for i in 0..arguments.timed {
        let position = &positions[i as usize % positions.len()];
        searcher.clear();
        let start = Instant::now();
        let limits = Limits::new().time_ms(100).overhead_ms(0);
        let _ = searcher.search(position, &limits, &StopFlag::new(), &mut ());
        over.push(start.elapsed().saturating_sub(Duration::from_millis(100)));
    }
    report("over 100 ms", &mut over);
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort();
    let ms = |share: usize| {
        let place = (times.len() * share / 100).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!("{what}: median {:.2} ms, 99 % {:.2} ms, worst {:.2} ms", ms(50), ms(99), ms(100));
}
