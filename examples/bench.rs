//! Nodes, speed and time to depth of each preset on a fixed set of positions, and the sum of all nodes.
//!
//! ```text
//! cargo run --release --example bench
//! cargo run --release --example bench -- --preset full --depth 12 --threads 2
//! ```
//!
//! With one thread the nodes are the same in every run and on every machine: a change of them is a change of behaviour,
//! and `docs/PERFORMANCE.md` has those of the present code. With more threads the last columns are medians, over the
//! positions, of shares of what one thread needs: of its time, and of its nodes for each thread, which tells of the work
//! that is done twice and, unlike the time, does not ask for an idle machine. A few seconds by default.

use std::time::Instant;

use clap::{Parser, ValueEnum};
use examples::{PresetName, VariantName, print_line};
use sakiyomi::{Limits, Minishogi, Position, Preset, Searcher, Shogi, StopFlag, Variant};
use sakiyomi_eval::Linear;

#[derive(Parser)]
#[command(about = "Counts the nodes of each preset on a fixed set of positions")]
struct Args {
    /// Only this search.
    #[arg(long, value_enum)]
    preset: Option<PresetName>,
    /// Only this game.
    #[arg(long, value_enum)]
    variant: Option<VariantName>,
    /// Plies; by default 8 for the preset `full` and 4 for the others.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=32))]
    depth: Option<u32>,
    /// Positions of each game, spread evenly over a thousand from games.
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1000))]
    positions: u32,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash_mib: u32,
    /// Print a JSON line for each preset and game.
    #[arg(long)]
    json: bool,
}

/// One preset on one game's positions.
struct Run {
    nodes: Vec<u64>,
    seconds: Vec<f64>,
    /// Whether the search came to the depth; one that finds a mate at once ends before.
    to_depth: Vec<bool>,
}

/// What several threads take of one thread's time and nodes, each: the median over the positions where the one comes to the
/// depth; the time over all positions, too.
struct Shares {
    time_of_all: f64,
    time: f64,
    work: f64,
    positions: usize,
}

impl Shares {
    /// `None` where the one nowhere comes to the depth.
    fn new(several: &Run, one: &Run, threads: u32) -> Option<Self> {
        let reached: Vec<usize> = (0..one.nodes.len()).filter(|&at| one.to_depth[at]).collect();
        let work = |at: usize| several.nodes[at] as f64 / f64::from(threads) / one.nodes[at] as f64;
        let time = |at: usize| several.seconds[at] / one.seconds[at].max(1e-9);
        Some(Self {
            time_of_all: median((0..one.nodes.len()).map(time))?,
            time: median(reached.iter().map(|&at| time(at)))?,
            work: median(reached.iter().map(|&at| work(at)))?,
            positions: reached.len(),
        })
    }
}

fn main() {
    let args = Args::parse();
    let names = PresetName::value_variants().iter().copied();
    let mut total = 0;
    for name in names.filter(|name| args.preset.is_none_or(|wanted| wanted == *name)) {
        let shogi = include_str!("../benches/data/positions9.txt");
        let minishogi = include_str!("../benches/data/positions5.txt");
        let is_wanted = |variant| args.variant.is_none_or(|wanted| wanted == variant);
        if is_wanted(VariantName::Shogi) {
            total += bench::<Shogi>(&args, name.into(), shogi);
        }
        if is_wanted(VariantName::Minishogi) {
            total += bench::<Minishogi>(&args, name.into(), minishogi);
        }
    }
    if args.json {
        print_line(&serde_json::json!({ "nodes": total }));
    } else {
        print_line(&format!("total {total} nodes"));
    }
}

fn bench<V: Variant>(args: &Args, preset: Preset, positions: &str) -> u64 {
    let depth = args.depth.unwrap_or(if preset == Preset::Full { 8 } else { 4 });
    // Only worth the time where there is something to compare.
    let threads = if args.threads > 1 { vec![args.threads, 1] } else { vec![1] };
    let runs = search_all::<V>(args, preset, positions, depth, &threads);
    let here = &runs[0];
    let seconds: f64 = here.seconds.iter().sum();
    let nodes: u64 = here.nodes.iter().sum();
    let nps = nodes as f64 / seconds.max(1e-9);
    let shares = runs.get(1).and_then(|one| Shares::new(here, one, args.threads));
    if args.json {
        print_line(&serde_json::json!({
            "preset": preset.name(), "variant": V::NAME, "depth": depth, "threads": args.threads,
            "nodes": nodes, "seconds": seconds, "nps": nps as u64,
            "time_share": shares.as_ref().map(|shares| shares.time),
            "time_share_of_all": shares.as_ref().map(|shares| shares.time_of_all),
            "work_share": shares.as_ref().map(|shares| shares.work),
            "to_depth": shares.as_ref().map(|shares| shares.positions),
        }));
    } else {
        let share = shares.map_or_else(String::new, |shares| {
            let Shares { time_of_all, time, work, positions } = shares;
            format!(
                "  {time:.2} of one thread's time to the depth ({positions} positions; of all: \
                 {time_of_all:.2}), {work:.2} of its nodes a thread"
            )
        });
        print_line(&format!(
            "{:10} {:9} depth {depth:2} {:10} nodes {seconds:7.2} s {:8.0} nodes/s{share}",
            preset.name(),
            V::NAME,
            nodes,
            nps
        ));
    }
    nodes
}

/// All positions with each number of threads, which take turns at every position, so that what else the machine does falls
/// on all alike.
fn search_all<V: Variant>(
    args: &Args,
    preset: Preset,
    positions: &str,
    depth: u32,
    threads: &[u32],
) -> Vec<Run> {
    let hash_bytes = (args.hash_mib as usize) << 20;
    let new_searcher = |&threads: &u32| {
        let mut searcher = Searcher::new(Linear::<V>::default(), preset.options(), hash_bytes);
        searcher.set_threads(threads as usize);
        (searcher, Run { nodes: Vec::new(), seconds: Vec::new(), to_depth: Vec::new() })
    };
    let mut runs: Vec<_> = threads.iter().map(new_searcher).collect();
    let lines: Vec<&str> = positions.lines().filter(|line| !line.starts_with('#')).collect();
    let step = lines.len() as f64 / f64::from(args.positions);
    let chosen = (0..args.positions).map(|index| lines[(f64::from(index) * step) as usize]);
    for sfen in chosen.filter_map(|line| line.split('\t').nth(4)) {
        let position: Position<V> = sfen.parse().unwrap_or_else(|fault| examples::fail(fault));
        for (searcher, run) in &mut runs {
            searcher.clear();
            let start = Instant::now();
            let limits = Limits::depth(depth);
            let result = searcher.search(&position, &limits, &StopFlag::new(), &mut ());
            run.seconds.push(start.elapsed().as_secs_f64());
            run.nodes.push(result.nodes);
            run.to_depth.push(result.depth >= depth);
        }
    }
    runs.into_iter().map(|(_, run)| run).collect()
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
