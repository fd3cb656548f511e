//! Compares rules libraries with each other, all of them interleaved in one process.
//!
//! `RUSTFLAGS="-C target-cpu=native" cargo run --profile bench -p benches --bin rules_ratios`
//!
//! Prints a Markdown table of nanoseconds per unit: the median of the rounds and, in
//! brackets, the least. A shared machine changes its speed from minute to minute, so
//! figures of two runs do not compare; those of one row do, since in each round the
//! libraries run one after the other, a fraction of a second each, and the one that
//! starts changes. Answers are asserted before anything is timed. Five rounds take about
//! a minute and a half.

use std::time::Duration;

use benches::corpus::Corpus;
use benches::runner::{Runner, minishogi_runners, runners};
use benches::work::{MATSURI_3, MATSURI_4, MAX_3, MINI_START_6, START_5, Work};
use clap::Parser;
use cpu_time::ThreadTime;

/// A library of ours has a name that starts so.
const OURS: &str = "sakiyomi";

/// How long one library should run in one round; shorter work is repeated.
const ROUND: Duration = Duration::from_millis(150);

/// Compares rules libraries, interleaved in one process.
#[derive(Parser)]
struct Options {
    /// How many times each library does each row.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only the rows whose name has this in it.
    #[arg(long, default_value = "")]
    rows: String,
}

struct Row {
    name: &'static str,
    unit: &'static str,
    work: Work,
}

impl Row {
    const fn new(name: &'static str, unit: &'static str, work: Work) -> Self {
        Self { name, unit, work }
    }
}

const ROWS: [Row; 11] = [
    Row::new("perft bulk, start 5", "leaf", Work::PerftBulk(START_5)),
    Row::new("perft bulk, matsuri 4", "leaf", Work::PerftBulk(MATSURI_4)),
    Row::new("perft bulk, max 3", "leaf", Work::PerftBulk(MAX_3)),
    Row::new("perft full, start 5", "leaf", Work::PerftFull(START_5)),
    Row::new("perft full, matsuri 3", "leaf", Work::PerftFull(MATSURI_3)),
    Row::new("list", "move", Work::List),
    Row::new("count", "move", Work::Count),
    Row::new("make + unmake", "move", Work::MakeUnmake),
    Row::new("gives_check", "move", Work::GivesCheck),
    Row::new("in_check", "position", Work::InCheck),
    Row::new("SFEN parse", "position", Work::Parse),
];

const MINISHOGI_ROWS: [Row; 8] = [
    Row::new("minishogi: perft bulk, start 6", "leaf", Work::PerftBulk(MINI_START_6)),
    Row::new("minishogi: perft full, start 6", "leaf", Work::PerftFull(MINI_START_6)),
    Row::new("minishogi: list", "move", Work::List),
    Row::new("minishogi: count", "move", Work::Count),
    Row::new("minishogi: make + unmake", "move", Work::MakeUnmake),
    Row::new("minishogi: gives_check", "move", Work::GivesCheck),
    Row::new("minishogi: in_check", "position", Work::InCheck),
    Row::new("minishogi: SFEN parse", "position", Work::Parse),
];

fn main() {
    let options = Options::parse();
    let corpus = Corpus::shogi();
    table(&options, &ROWS, &corpus, runners(&corpus));
    let corpus = Corpus::minishogi();
    table(&options, &MINISHOGI_ROWS, &corpus, minishogi_runners(&corpus));
}

fn table(options: &Options, rows: &[Row], corpus: &Corpus, mut runners: Vec<Box<dyn Runner>>) {
    let mut rows = rows.iter().filter(|row| row.name.contains(&options.rows)).peekable();
    if rows.peek().is_none() {
        return;
    }
    print!("| ns per unit: median (least) of {} | unit |", options.rounds);
    for runner in &runners {
        print!(" {} |", runner.name());
    }
    println!(" ours / fastest peer |");
    println!("|---|---|{}---|", "---|".repeat(runners.len()));
    for row in rows {
        let times = measure(row.work, corpus, &mut runners, options.rounds);
        print!("| {} | {} |", row.name, row.unit);
        for times in &times {
            match times {
                Some(times) => print!(" {:.2} ({:.2}) |", median(times), least(times)),
                None => print!(" – |"),
            }
        }
        println!(" {} |", ratio(&runners, &times).unwrap_or_else(|| "–".to_owned()));
    }
    println!();
}

/// The times of each library in nanoseconds per unit, one for each round; `None` for
/// a library that does not offer the work.
fn measure(
    work: Work,
    corpus: &Corpus,
    runners: &mut [Box<dyn Runner>],
    rounds: u32,
) -> Vec<Option<Vec<f64>>> {
    let passes: Vec<_> = runners
        .iter_mut()
        .map(|runner| runner.check(work, corpus).then(|| passes_of(work, runner.as_mut())))
        .collect();
    let mut times: Vec<_> = passes.iter().map(|passes| passes.map(|_| Vec::new())).collect();
    let count = runners.len();
    for round in 0..rounds as usize {
        // Another library starts each round, so that none always follows the same one.
        for index in (0..count).map(|index| (index + round) % count) {
            if let (Some(passes), Some(times)) = (passes[index], &mut times[index]) {
                let time = time(work, runners[index].as_mut(), passes);
                let units = work.units(corpus) * u64::from(passes);
                times.push(time.as_nanos() as f64 / units as f64);
            }
        }
    }
    times
}

/// How many passes fill a round.
fn passes_of(work: Work, runner: &mut dyn Runner) -> u32 {
    let mut passes = 1;
    loop {
        let time = time(work, runner, passes);
        // Measured over a stretch long enough that the clock's own cost is nothing.
        if time > ROUND / 10 || passes > 1 << 24 {
            let scale = ROUND.as_secs_f64() / time.as_secs_f64();
            return (f64::from(passes) * scale).round().max(1.0) as u32;
        }
        passes *= 4;
    }
}

fn time(work: Work, runner: &mut dyn Runner, passes: u32) -> Duration {
    let start = ThreadTime::now();
    for _ in 0..passes {
        std::hint::black_box(runner.pass(work));
    }
    start.elapsed()
}

/// Our median over the least of the peers', then the same of the minima in brackets.
fn ratio(runners: &[Box<dyn Runner>], times: &[Option<Vec<f64>>]) -> Option<String> {
    let best = |ours: bool, of: fn(&[f64]) -> f64| {
        runners
            .iter()
            .zip(times)
            .filter(|(runner, _)| runner.name().starts_with(OURS) == ours)
            .filter_map(|(_, times)| times.as_deref().map(of))
            .min_by(f64::total_cmp)
    };
    let medians = best(true, median)? / best(false, median)?;
    let minima = best(true, least)? / best(false, least)?;
    Some(format!("{medians:.2} ({minima:.2})"))
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

fn least(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}
