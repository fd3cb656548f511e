//! Says of each position what the rules say of it, as one JSON object a line.
//!
//! ```text
//! echo 'startpos moves 7g7f' | cargo run --release --example inspect
//! cargo run --release --example inspect -- --variant minishogi < positions.txt
//! ```
//!
//! A line of standard input is `SFEN` or `startpos`, then perhaps ` moves ` and moves in USI. Its object has the position
//! after the moves (`sfen`, `side`, `in_check`, `legal`, `key`), the ruling on the game so far (`outcome`, and the ply
//! after which it fell, `ended_at`), and declarations (`declare27`, `declare24`, `points`). A line that cannot be read
//! gives `{"error": …, "line": N}`, and the next one is read.

use clap::Parser;
use examples::{VariantName, answer_lines, for_variant};
use sakiyomi::{Color, Game, Variant};
use serde_json::{Value, json};

#[derive(Parser)]
#[command(about = "Describes each position of standard input as a JSON line")]
struct Args {
    /// The game.
    #[arg(long, default_value_t = VariantName::Shogi)]
    variant: VariantName,
}

fn main() {
    let args = Args::parse();
    for_variant!(args.variant, answer_lines(describe));
}

fn describe<V: Variant>(game: &Game<V>) -> Value {
    let position = game.position();
    let mut legal: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    legal.sort();
    let points = |color| position.impasse_count(color).points;
    json!({
        "sfen": position.to_sfen(),
        "side": position.side_to_move().name(),
        "in_check": position.in_check(),
        "legal": legal,
        "key": format!("{:016x}", position.key()),
        "outcome": game.outcome().to_string(),
        "ended_at": game.ended_at(),
        "declare27": position.declare27().to_string(),
        "declare24": position.declare24().to_string(),
        "points": { "black": points(Color::Black), "white": points(Color::White) },
    })
}
