//! Says what the other side threatens, and what that costs: the threat modifier of KFEnd (lists 5 to 8) as words.
//!
//! ```text
//! cargo run --release --example threats
//! cargo run --release --example threats -- --sfen "4k4/9/9/9/1r2S4/9/1P7/5G3/4K4 b - 1"
//! ```
//!
//! Without a position it tells the stories of the page's figures 1 to 6: a gold that hangs or not, a rook that attacks
//! one man or two, a rook that can flee or not; then a file that is open to a rook, and a check under which a rook hangs.
//! Each threat is what the other side would win if the side to move passed or, in check, after its best answer. One
//! threat takes a sixth of its loss off the static value; a second, or one that cannot be escaped, half.
//! With `--json` or `--stdin` one object a line. At once.

use std::fmt::Write;

use clap::Parser;
use examples::words::{kind_name, threat_sentence};
use examples::{PositionArgs, VariantName, answer_lines, fail, for_variant, print_line};
use sakiyomi::{Game, Position, Square, ThreatReport, Variant};
use sakiyomi_quiescence::threats;
use serde_json::{Value, json};

#[derive(Parser)]
#[command(about = "Names the threats to the side to move and what they cost")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Read a position from each line of standard input.
    #[arg(long, conflicts_with_all = ["sfen", "moves"])]
    stdin: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Positions made to have what the text says of the page's figures, whose boards are pictures, and two more kinds.
const STORIES: [(&str, &str); 8] = [
    ("1. A guarded pawn two files from a gold", "4k2n1/9/6p2/8G/9/9/9/9/4K4 b - 1"),
    ("2. The pawn stands before the gold and will take it", "4k2n1/9/8p/8G/9/9/9/9/4K4 b - 1"),
    (
        "3. A rook attacks a silver; the pawn it also sees is guarded",
        "4k4/9/9/9/1r2S4/9/1P7/2G6/4K4 b - 1",
    ),
    ("4. Nobody guards the pawn: two threats at once", "4k4/9/9/9/1r2S4/9/1P7/5G3/4K4 b - 1"),
    (
        "5. A pawn attacks a rook that has an open side",
        "7nk/7s1/7pp/5s3/4p4/4RP3/PP1PP4/1S7/KN7 b - 1",
    ),
    ("6. The rook is hemmed in by its own pawns", "7nk/7s1/7pp/5s3/4p4/3PRP3/PP2P4/1S7/KN7 b - 1"),
    ("A rook's file into the camp is open: a dragon is made", "4k4/1r7/9/p8/9/9/9/9/4K4 b - 1"),
    (
        "Black has to answer the check, and the rook hangs: two threats at once",
        "k3l4/9/9/9/9/6n2/9/7R1/4K4 b - 1",
    ),
];

fn main() {
    let args = Args::parse();
    if args.stdin {
        for_variant!(args.position.variant, answer_lines(describe));
    } else if args.position.is_given() || args.position.variant == VariantName::Minishogi {
        for_variant!(args.position.variant, one(&args));
    } else {
        for (title, sfen) in STORIES {
            let game: Game = sfen.parse().unwrap_or_else(|fault| fail(fault));
            print(&game, args.json, title);
        }
    }
}

fn one<V: Variant>(args: &Args) {
    print(&args.position.game::<V>(), args.json, "");
}

fn print<V: Variant>(game: &Game<V>, as_json: bool, title: &str) {
    if as_json {
        print_line(&describe(game));
    } else {
        print_line(&format!("{title}\n{}", words(game.position(), &threats(game.position()))));
    }
}

fn describe<V: Variant>(game: &Game<V>) -> Value {
    let position = game.position();
    let report = threats(position);
    let found: Vec<Value> = report
        .threats
        .iter()
        .map(|threat| {
            json!({
                "move": threat.mv.to_string(),
                "square": threat.square.to_string(),
                "victim": threat.victim.map(kind_name),
                "by": kind_name(threat.by),
                "loss_cp": threat.loss.value(),
                "mates": threat.mates,
                "has_flight": threat.has_flight,
                "kind": threat.kind.name(),
            })
        })
        .collect();
    json!({
        "sfen": position.to_sfen(),
        "in_check": position.in_check(),
        "answer": report.answer.map(|mv| mv.to_string()),
        "static_cp": report.static_value.value(),
        "modified_cp": report.modified.value(),
        "threat1_cp": report.first.value(),
        "threat2_cp": report.second.value(),
        "threats": found,
    })
}

fn words<V: Variant>(position: &Position<V>, report: &ThreatReport<V>) -> String {
    let mut text = board(position);
    let side = position.side_to_move();
    let _ = writeln!(text, "{side} to move, static value {} cp", report.static_value.value());
    if let Some(answer) = report.answer {
        let _ = writeln!(text, "  in check; after the best answer, {answer}:");
    }
    if report.threats.is_empty() {
        text.push_str(if position.is_checkmate() { "  mated\n" } else { "  no threats\n" });
    }
    for threat in &report.threats {
        let _ = writeln!(text, "  {}", threat_sentence(threat, !side));
    }
    let cost = (report.static_value - report.modified).value();
    let _ =
        writeln!(text, "modified value {} cp: the threats cost {cost}", report.modified.value());
    text
}

/// Black's men in capitals, white's in small letters.
fn board<V: Variant>(position: &Position<V>) -> String {
    let mut text = String::new();
    for rank in 1..=V::RANKS {
        for file in (1..=V::FILES).rev() {
            let man = Square::new(file, rank).and_then(|square| position.piece_at(square));
            let man = man.map_or("·".to_owned(), |piece| piece.to_string());
            let _ = write!(text, "{man:>3}");
        }
        text.push('\n');
    }
    text
}
