//! Finds the best move of a position: the main job of this library.
//!
//! ```text
//! cargo run --release --example best_move
//! cargo run --release --example best_move -- --variant minishogi --depth 8
//! cargo run --release --example best_move -- --sfen "8k/9/8K/9/9/9/9/9/9 b G 1" --json
//! ```
//!
//! Without arguments: the start position of shogi, one second. A line for each finished depth, such as
//! `depth 5 score cp -17 nodes 1483 nps 1483000 time 1 pv 3i4h 7a6b …`, then the board and `bestmove …`.
//! A side that has no legal move has lost: in JSON `"mate": 0`, zero plies from mate, and no `bestmove`.

use std::ops::ControlFlow;

use clap::Parser;
use examples::{EngineArgs, EvaluatorName, PositionArgs, answer_lines, for_variant, print_line};
use sakiyomi::{
    Engine, Evaluator, Game, Iteration, Limits, Linear, Material, Score, SearchResult, Variant,
};
use serde_json::{Value, json};

#[derive(Parser)]
#[command(about = "Searches a position and names the best move")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Plies to search.
    #[arg(long)]
    depth: Option<u32>,
    /// Nodes to search.
    #[arg(long)]
    nodes: Option<u64>,
    /// Milliseconds to search; one second if no limit is given.
    #[arg(long)]
    movetime: Option<u64>,
    /// Read positions from standard input, one a line; print the last line of each.
    #[arg(long, conflicts_with_all = ["sfen", "moves"])]
    stdin: bool,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn limits(&self) -> Limits {
        let mut limits = Limits::new();
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.time_ms = self.movetime;
        if self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none() {
            limits.time_ms = Some(1000);
        }
        limits
    }
}

fn main() {
    let args = Args::parse();
    for_variant!(args.position.variant, choose(&args));
}

fn choose<V: Variant>(args: &Args) {
    match args.engine.evaluator {
        EvaluatorName::Material => run::<V, _>(args, Material::conventional::<V>()),
        EvaluatorName::Linear => run(args, Linear::<V>::default()),
    }
}

fn run<V: Variant, E: Evaluator<V>>(args: &Args, evaluator: E) {
    let mut engine = args.engine.build(evaluator);
    if args.stdin {
        answer_lines(|game: &Game<V>| {
            // Each line stands for itself, whatever came before it.
            engine.clear();
            let mut last = json!({});
            let result = engine.search_with(game, args.limits(), &mut |i: &Iteration<V>| {
                last = iteration_json(i);
                ControlFlow::Continue(())
            });
            finish_json(&mut last, &result);
            last["sfen"] = json!(game.position().to_sfen());
            last
        });
        return;
    }
    let game = args.position.game::<V>();
    if args.json { run_json(args, &mut engine, &game) } else { run_text(args, &mut engine, &game) }
}

fn run_text<V: Variant, E: Evaluator<V>>(args: &Args, engine: &mut Engine<V, E>, game: &Game<V>) {
    let result = engine.search_with(game, args.limits(), &mut |i: &Iteration<V>| {
        let pv: Vec<String> = i.pv.iter().map(ToString::to_string).collect();
        print_line(&format!(
            "depth {} score {} nodes {} nps {} time {} pv {}",
            i.depth,
            i.score,
            i.nodes,
            i.nps,
            i.time_ms,
            pv.join(" ")
        ));
        ControlFlow::Continue(())
    });
    print_line(&format!("\n{}", game.position().to_diagram()));
    match result.best {
        Some(best) => print_line(&format!("bestmove {best}")),
        None => print_line(&format!("no legal move: {}", game.outcome())),
    }
}

/// Every line is printed as it comes; the last one is held back until the best move is known, since it names it.
fn run_json<V: Variant, E: Evaluator<V>>(args: &Args, engine: &mut Engine<V, E>, game: &Game<V>) {
    let mut held: Option<Value> = None;
    let result = engine.search_with(game, args.limits(), &mut |i: &Iteration<V>| {
        if let Some(line) = held.replace(iteration_json(i)) {
            print_line(&line);
        }
        ControlFlow::Continue(())
    });
    let mut last = held.unwrap_or_else(|| json!({}));
    finish_json(&mut last, &result);
    print_line(&last);
}

fn iteration_json<V: Variant>(iteration: &Iteration<V>) -> Value {
    let mut line = json!({
        "depth": iteration.depth,
        "seldepth": iteration.seldepth,
        "nodes": iteration.nodes,
        "nps": iteration.nps,
        "time_ms": iteration.time_ms,
    });
    put_score(&mut line, iteration.score);
    line["pv"] = json!(iteration.pv);
    line
}

/// What the whole search found: later than its last finished iteration, if that was not its end.
fn finish_json<V: Variant>(line: &mut Value, result: &SearchResult<V>) {
    line["depth"] = json!(result.depth);
    line["seldepth"] = json!(result.seldepth);
    line["nodes"] = json!(result.nodes);
    line["time_ms"] = json!(result.time_ms);
    line["nps"] = json!(result.nodes * 1000 / result.time_ms.max(1));
    put_score(line, result.score);
    line["pv"] = json!(result.pv);
    line["bestmove"] = json!(result.best);
    line["ponder"] = json!(result.ponder);
}

/// `score_cp` or `mate`, one of them.
fn put_score(line: &mut Value, score: Score) {
    if let Value::Object(fields) = line {
        fields.remove("score_cp");
        fields.remove("mate");
    }
    match score.mate_distance() {
        Some(plies) => line["mate"] = json!(plies),
        None => line["score_cp"] = json!(score.value()),
    }
}
