//! The experiment of the article on null-move pruning: how much the pass saves, and what it costs, for each R.
//!
//! ```text
//! cargo run --release --example null_move
//! cargo run --release --example null_move -- --variant minishogi --depth 9 --svg null-move.svg
//! ```
//!
//! A row for each setting: nodes and time to the same depth, in how many positions its move is that of the search
//! without null moves, and how many of the positions, which have one best move each, it solves. Everything else is as
//! in the preset `full`. Half a minute by default; progress goes to standard error.

use clap::Parser;
use examples::experiment::{ExperimentArgs, Setting, run};
use examples::for_variant;
use sakiyomi::Preset;
use sakiyomi_search::NullMove;

#[derive(Parser)]
#[command(about = "Compares the forms of null-move pruning")]
struct Args {
    #[command(flatten)]
    experiment: ExperimentArgs,
}

fn main() {
    let args = Args::parse();
    let mut verified = NullMove::fixed(3);
    verified.verify_from_depth = Some(5);
    let forms = [
        ("off", None),
        ("R = 1", Some(NullMove::fixed(1))),
        ("R = 2", Some(NullMove::fixed(2))),
        ("R = 3", Some(NullMove::fixed(3))),
        ("R = 4", Some(NullMove::fixed(4))),
        ("R = 3, verified", Some(verified)),
        ("R = 2, delayed", Some(NullMove::fixed(2).delayed(3, 200))),
        ("R = 3, delayed", Some(NullMove::fixed(3).delayed(3, 200))),
        ("adaptive", Some(NullMove::adaptive())),
    ];
    let settings = forms.map(|(name, null_move)| {
        let mut options = Preset::Full.options();
        options.null_move = null_move;
        Setting { name: name.to_owned(), options }
    });
    for_variant!(args.experiment.variant, run(&args.experiment, 12, &settings));
}
