//! Nodes, time and nodes per second of each preset on a fixed set of positions at a fixed depth.
//!
//!     cargo run --release -p benches --bin search_nodes -- --depth 8
//!
//! The nodes of one thread are the same on every machine: a change of them is a change of behaviour.

use std::time::Instant;

use clap::Parser;
use sakiyomi_eval::{Evaluator, Linear, Weights};
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};

const POSITIONS9: &str = include_str!("../../../crates/search/tests/data/tactics9.tsv");
const POSITIONS5: &str = include_str!("../../../crates/search/tests/data/tactics5.tsv");

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// A preset, or all.
    #[arg(long, default_value = "full")]
    preset: String,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Positions of each variant.
    #[arg(long, default_value_t = 20)]
    positions: usize,
}

fn main() {
    let arguments = Arguments::parse();
    for preset in Preset::ALL {
        if arguments.preset == "all" || arguments.preset == preset.name() {
            run::<Shogi, _>(&arguments, preset, POSITIONS9, Linear::new(Weights::hand_set()));
            run::<Minishogi, _>(&arguments, preset, POSITIONS5, Linear::new(Weights::hand_set()));
        }
    }
}

fn run<V: Variant, E: Evaluator<V>>(
    arguments: &Arguments,
    preset: Preset,
    text: &str,
    evaluator: E,
) {
    let mut searcher = Searcher::<V, E>::new(evaluator, preset.into(), 64 << 20);
    searcher.set_threads(arguments.threads);
    let mut nodes = 0;
    let mut seconds = 0.0;
    for line in text.lines().filter(|line| !line.starts_with('#')).take(arguments.positions) {
        let Some(Ok(position)) = line.split('\t').nth(2).map(str::parse::<Position<V>>) else {
            continue;
        };
        searcher.clear();
        let start = Instant::now();
        let limits = Limits::depth(arguments.depth);
        nodes += searcher.search(&position, &limits, &StopFlag::new(), &mut ()).nodes;
        seconds += start.elapsed().as_secs_f64();
    }
    println!(
        "{} {} depth {}: {nodes} nodes, {seconds:.2} s, {:.0} nodes a second",
        preset.name(),
        V::NAME,
        arguments.depth,
        nodes as f64 / seconds
    );
}
