//! Counts the positions that legal moves lead to, ply by ply: the usual check of a rules library.
//!
//! ```text
//! cargo run --release --example perft -- --depth 6
//! cargo run --release --example perft -- --variant minishogi --depth 7 --divide
//! ```
//!
//! The last line is `nodes 547581517 time 2.1 nps 260000000`; with `--divide` a line for each first move comes before.
//! The last ply is counted without being played. Under three seconds by default.

use std::collections::BTreeMap;
use std::time::Instant;

use clap::Parser;
use examples::{PositionArgs, for_variant, print_line};
use sakiyomi::{Variant, perft};
use serde_json::json;

#[derive(Parser)]
#[command(about = "Counts the leaves of the tree of legal moves")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Plies.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Also say how many leaves lie below each first move.
    #[arg(long)]
    divide: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn main() {
    let args = Args::parse();
    for_variant!(args.position.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    let mut position = args.position.game::<V>().position().clone();
    let start = Instant::now();
    let mut moves = BTreeMap::new();
    let nodes = if args.divide && args.depth > 0 {
        for &mv in &position.legal_moves() {
            let undo = position.make(mv);
            moves.insert(mv.to_string(), perft(&mut position, args.depth - 1));
            position.unmake(undo);
        }
        moves.values().sum()
    } else {
        perft(&mut position, args.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
    if args.json {
        let mut line = json!({
            "depth": args.depth, "nodes": nodes, "seconds": seconds, "nps": nps,
        });
        if args.divide {
            line["moves"] = json!(moves);
        }
        print_line(&line);
    } else {
        for (mv, nodes) in moves {
            print_line(&format!("{mv} {nodes}"));
        }
        print_line(&format!("nodes {nodes} time {seconds:.3} nps {nps}"));
    }
}
