//! Solves mate problems (詰将棋): the line, or the word that there is none.
//!
//! ```text
//! cargo run --release --example mate
//! cargo run --release --example mate -- --sfen "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" --json
//! cargo run --release --example mate -- --stdin --nodes 100000 < problems.txt
//! ```
//!
//! Without arguments: a mate in seven, drawn and solved in well under a second. `unknown` means that the nodes or the
//! time did not suffice to tell; there, and where there is no mate, `plies` is null and `pv` empty.

use clap::Parser;
use examples::{PositionArgs, answer_lines, for_variant, print_line};
use sakiyomi::{Game, Limits, StopFlag, Variant};
use sakiyomi_search::{MateOutcome, MateResult, MateSearcher};
use serde_json::{Value, json};

/// A mate in seven from a game.
const PROBLEM: &str =
    "1S6+R/p2g5/1s1k1pp1p/3lp2p1/2p2PB1P/Gp1L5/2PPP1PP1/1B2R3L/2S3KN1 b 2GS3N3Pl 97";

#[derive(Parser)]
#[command(about = "Looks for a mate by checks")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Positions to look at, at most.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Milliseconds to look, at most.
    #[arg(long)]
    movetime: Option<u64>,
    /// Only mates of at most so many plies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Size of the table of proofs in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash_mib: u32,
    /// Read problems from standard input, one a line, and answer each with a JSON line.
    #[arg(long, conflicts_with_all = ["sfen", "moves"])]
    stdin: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn main() {
    let mut args = Args::parse();
    if !args.position.is_given() && args.position.variant == examples::VariantName::Shogi {
        args.position.sfen = Some(PROBLEM.to_owned());
    }
    for_variant!(args.position.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    let mut searcher = MateSearcher::new((args.hash_mib as usize) << 20);
    let mut limits = Limits::new().nodes(args.nodes);
    limits.time_ms = args.movetime;
    limits.mate_plies = args.depth;
    let mut solve = |game: &Game<V>| searcher.search(game.position(), &limits, &StopFlag::new());
    if args.stdin {
        answer_lines(|game: &Game<V>| to_json(game, &solve(game)));
        return;
    }
    let game = args.position.game::<V>();
    let result = solve(&game);
    if args.json {
        print_line(&to_json(&game, &result));
        return;
    }
    print_line(&game.position().to_diagram());
    print_line(&match &result.outcome {
        MateOutcome::Mate { line, .. } => {
            format!("mate in {}: {}", line.len(), in_words(&game, line))
        }
        MateOutcome::NoMate => "no mate".to_owned(),
        _ => "unknown".to_owned(),
    });
    print_line(&format!("{} positions", result.nodes));
}

/// The line in Japanese notation and in USI.
fn in_words<V: Variant>(game: &Game<V>, line: &[sakiyomi::Move<V>]) -> String {
    let mut position = game.position().clone();
    let mut previous = game.last_move().map(|mv| mv.to());
    let mut words = Vec::new();
    for &mv in line {
        let text = position.to_japanese(mv, previous).unwrap_or_default();
        words.push(format!("{text} ({mv})"));
        position.make(mv);
        previous = Some(mv.to());
    }
    words.join(" ")
}

fn to_json<V: Variant>(game: &Game<V>, result: &MateResult<V>) -> Value {
    let (word, line) = match &result.outcome {
        MateOutcome::Mate { line, .. } => ("mate", &line[..]),
        MateOutcome::NoMate => ("no_mate", &[][..]),
        _ => ("unknown", &[][..]),
    };
    json!({
        "sfen": game.position().to_sfen(),
        "result": word,
        "plies": (word == "mate").then_some(line.len()),
        "pv": line,
        "nodes": result.nodes,
    })
}
