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
use examples::{PositionArgs, answer_lines, for_variant, print_line};
use sakiyomi::{Game, Variant, perft};
use serde_json::{Value, json};

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
    /// Read positions from standard input, one a line, and answer each with a JSON line.
    #[arg(long, conflicts_with_all = ["sfen", "moves"])]
    stdin: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn main() {
    let args = Args::parse();
    for_variant!(args.position.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    if args.stdin {
        return answer_lines::<V>(|game| count(game, args).json(game, args));
    }
    let game = args.position.game::<V>();
    let counted = count(&game, args);
    if args.json {
        return print_line(&counted.json(&game, args));
    }
    let Counted { nodes, seconds, .. } = counted;
    for (mv, nodes) in &counted.moves {
        print_line(&format!("{mv} {nodes}"));
    }
    print_line(&format!("nodes {nodes} time {seconds:.3} nps {}", counted.nps()));
}

struct Counted {
    nodes: u64,
    seconds: f64,
    /// Leaves below each first move; empty unless they were asked for.
    moves: BTreeMap<String, u64>,
}

fn count<V: Variant>(game: &Game<V>, args: &Args) -> Counted {
    let mut position = game.position().clone();
    let mut moves = BTreeMap::new();
    let start = Instant::now();
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
    Counted { nodes, seconds: start.elapsed().as_secs_f64(), moves }
}

impl Counted {
    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.seconds.max(1e-9)) as u64
    }

    fn json<V: Variant>(&self, game: &Game<V>, args: &Args) -> Value {
        let mut line = json!({
            "sfen": game.position().to_sfen(),
            "depth": args.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "nps": self.nps(),
        });
        if args.divide {
            line["moves"] = json!(self.moves);
        }
        line
    }
}
