//! Says what a position is worth, and takes the score apart.
//!
//! ```text
//! cargo run --release --example evaluate -- --moves "7g7f 3c3d 8h2b+"
//! cargo run --release --example evaluate -- --variant minishogi --evaluator material --json
//! ```
//!
//! A line for each part, what black has of it and what white has, then the total for the side to move. With `--json`
//! parts and total are for the side to move, and the parts add up to the total; `black` and `white` hold each side's.
//! `--weights FILE` reads the linear evaluation's weights from a file.

use std::path::PathBuf;

use clap::Parser;
use examples::{EvaluatorName, PositionArgs, answer_lines, fail, for_variant, print_line};
use sakiyomi::{Color, Position, Variant};
use sakiyomi_eval::{Explain, Linear, Material, ScorePart, Weights};
use serde_json::{Map, Value, json};

#[derive(Parser)]
#[command(about = "Evaluates a position and shows the parts of the score")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// What judges the position.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Linear)]
    evaluator: EvaluatorName,
    /// A file of weights for the linear evaluation, instead of those set by hand.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Read positions from standard input, one a line, and answer each with a JSON line.
    #[arg(long, conflicts_with_all = ["sfen", "moves"])]
    stdin: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn main() {
    let args = Args::parse();
    for_variant!(args.position.variant, choose(&args));
}

fn choose<V: Variant>(args: &Args) {
    match args.evaluator {
        EvaluatorName::Material => run::<V, _>(args, &Material::conventional::<V>()),
        EvaluatorName::Linear => run(args, &Linear::<V>::new(weights(args))),
    }
}

fn weights<V: Variant>(args: &Args) -> Weights<V> {
    let Some(path) = &args.weights else { return Weights::hand_set() };
    let bytes =
        std::fs::read(path).unwrap_or_else(|fault| fail(format!("{}: {fault}", path.display())));
    Weights::from_bytes(&bytes).unwrap_or_else(|fault| fail(format!("{}: {fault}", path.display())))
}

fn run<V: Variant, E: Explain<V>>(args: &Args, evaluator: &E) {
    if args.stdin {
        return answer_lines::<V>(|game| answer(evaluator, game.position()));
    }
    let game = args.position.game::<V>();
    let position = game.position();
    if args.json {
        return print_line(&answer(evaluator, position));
    }
    let parts = evaluator.explain(&evaluator.root(position), position);
    print_line(&format!("{:<14}{:>8}{:>8}{:>9}", "part", "black", "white", "balance"));
    for part in parts.parts() {
        let ScorePart { name, black_cp, white_cp, .. } = part;
        print_line(&format!("{name:<14}{black_cp:>8}{white_cp:>8}{:>+9}", part.balance_cp()));
    }
    let side = position.side_to_move();
    print_line(&format!("total for {side}, to move: {:+}", parts.total(side).value()));
}

fn answer<V: Variant, E: Explain<V>>(evaluator: &E, position: &Position<V>) -> Value {
    let state = evaluator.root(position);
    let parts = evaluator.explain(&state, position);
    let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
    let map = |of: &dyn Fn(&ScorePart) -> i32| -> Map<String, Value> {
        parts.parts().iter().map(|part| (part.name.to_owned(), of(part).into())).collect()
    };
    json!({
        "sfen": position.to_sfen(),
        "side": position.side_to_move().name(),
        "total_cp": evaluator.value(&state, position).value(),
        "parts": map(&|part| sign * part.balance_cp()),
        "black": map(&|part| part.black_cp),
        "white": map(&|part| part.white_cp),
    })
}
