//! Learns the numbers of the linear evaluation from games of self-play.
//!
//! ```text
//! cargo run --release --example learn                       # plays, learns and matches minishogi, under three minutes
//! cargo run --release --example learn -- --variant shogi games1.skyr games2.skyr --out shogi.skyw --curve loss.svg
//! cargo run --release --example learn -- --start material games.skyr --result-share 1 --out mini.skyw --pictures .
//! ```
//!
//! One line for each pass over the positions: the mean loss on them, and on the games set aside. Learning ends when the
//! latter no longer falls, and keeps the best. `--pictures DIR` draws what was learned.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Parser;
use examples::{VariantName, fail, for_variant, print_line};
use sakiyomi::{Kind, Limits, Linear, PieceValues, Preset, Square, Variant, Weights};
use sakiyomi_eval::Features;
use sakiyomi_tuning::{
    LearnOptions, Learned, PairedMatch, RecordReader, RecordedGame, Selection, SelfPlay,
    SplitSamples, Tally, learn,
};
use serde_json::json;

#[path = "learning/pictures.rs"]
mod pictures;

#[derive(Parser)]
#[command(about = "Learns the numbers of the linear evaluation from games of self-play")]
struct Args {
    /// The game.
    #[arg(long, default_value_t = VariantName::Minishogi)]
    variant: VariantName,
    /// Files of games; without any, games are played first, and a match after.
    files: Vec<PathBuf>,
    /// What to start from: `hand-set`, `material`, `default`, or a file of weights.
    #[arg(long, default_value = "hand-set")]
    start: String,
    /// The game result's share of what is foretold; the rest is what the search said.
    #[arg(long, default_value_t = 0.5)]
    result_share: f32,
    /// The most passes.
    #[arg(long, default_value_t = 30)]
    epochs: usize,
    /// Positions of a batch.
    #[arg(long, default_value_t = 8192)]
    batch: usize,
    /// The first step size in centipawns.
    #[arg(long, default_value_t = 2.0)]
    rate: f32,
    /// How far numbers are expected to move, in centipawns.
    #[arg(long, default_value_t = 100.0)]
    prior: f32,
    /// Every so manieth quiet position is learned from.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// The farthest that quiescence and static value may lie apart, in centipawns.
    #[arg(long, default_value_t = 60)]
    quiet: i32,
    /// What the order of positions follows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where the learned numbers go.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Where the curve of the losses goes, as SVG.
    #[arg(long)]
    curve: Option<PathBuf>,
    /// A folder for pictures of the numbers, as SVG.
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

fn main() {
    let args = Args::parse();
    for_variant!(args.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    let start = start_weights::<V>(&args.start);
    let judge = Linear::new(start.clone());
    let selection = Selection { quiet_cp: args.quiet, every: args.every, ..Selection::default() };
    let mut samples = SplitSamples::default();
    if args.files.is_empty() {
        play_games(args, &judge, |game| samples.push_game(&game, &selection, &judge));
    }
    for path in &args.files {
        for game in games_of::<V>(path) {
            samples.push_game(&game, &selection, &judge);
        }
    }
    let learned = learn_from::<V>(args, &start, &samples);
    let weights = rounded::<V>(&learned);
    let bytes = weights.to_bytes();
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| std::env::temp_dir().join(format!("sakiyomi-learned-{}.skyw", V::NAME)));
    write(&out, &bytes);
    if let Some(path) = &args.curve {
        write(path, pictures::curve(&learned).as_bytes());
    }
    if let Some(folder) = &args.pictures {
        for (name, svg) in pictures::boards(&weights) {
            write(&folder.join(name), svg.as_bytes());
        }
    }
    let positions = samples.train.len() + samples.held_out.len();
    if args.json {
        print_line(&json!({
            "file": out.display().to_string(), "positions": positions, "games": samples.games,
            "seed": args.seed, "scale_cp": learned.scale_cp,
        }));
    } else {
        print_line(&format!(
            "{}: from {positions} positions of {} games",
            out.display(),
            samples.games
        ));
        tell_values(&Linear::new(weights.clone()));
    }
    if args.files.is_empty() {
        match_against_start(args, start, weights);
    }
}

fn start_weights<V: Variant>(name: &str) -> Weights<V> {
    match name {
        "hand-set" => Weights::hand_set(),
        "material" => material_weights(),
        "zero" => Weights::zero(),
        path => {
            let in_file = |fault: &dyn std::fmt::Display| -> ! { fail(format!("{path}: {fault}")) };
            let bytes = std::fs::read(path).unwrap_or_else(|fault| in_file(&fault));
            Weights::from_bytes(&bytes).unwrap_or_else(|fault| in_file(&fault))
        }
    }
}

/// Conventional values of men, wherever they stand, and nothing else.
fn material_weights<V: Variant>() -> Weights<V> {
    let mut weights = Weights::zero();
    let values = PieceValues::conventional::<V>();
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
        for square in Square::<V>::all() {
            let value = values.on_board(kind).value() as i16;
            weights.set(Features::piece_square(kind, square), value);
        }
    }
    for kind in Kind::HAND {
        for nth in 1..=u32::from(V::MEN[kind.index()]) {
            weights.set(Features::<V>::hand(kind, nth), values.in_hand(kind).value() as i16);
        }
    }
    weights
}

fn games_of<V: Variant>(path: &Path) -> impl Iterator<Item = RecordedGame<V>> {
    let in_file =
        |fault: &dyn std::fmt::Display| -> ! { fail(format!("{}: {fault}", path.display())) };
    let file = File::open(path).unwrap_or_else(|fault| in_file(&fault));
    let games = RecordReader::<_, V>::new(BufReader::new(file));
    games.map(move |game| game.unwrap_or_else(|fault| in_file(&fault)))
}

/// Without files: a small run from games to match.
const OWN_GAMES: u64 = 1_500;
const OWN_NODES: u64 = 400;
const OWN_PAIRS: u64 = 60;

fn play_games<V: Variant>(
    args: &Args,
    evaluator: &Linear<V>,
    mut hear: impl FnMut(RecordedGame<V>),
) {
    let play = SelfPlay::new::<V>(Preset::Full.options(), OWN_NODES, args.seed);
    let begun = Instant::now();
    let mut count = 0;
    play.run(evaluator, args.threads.into(), 0..OWN_GAMES, |game| {
        count += 1;
        if count % 250 == 0 {
            eprintln!(
                "{count} of {OWN_GAMES} games played, {:.0} s",
                begun.elapsed().as_secs_f64()
            );
        }
        hear(game);
        ControlFlow::Continue(())
    });
}

fn learn_from<V: Variant>(args: &Args, start: &Weights<V>, samples: &SplitSamples) -> Learned {
    let begun = Instant::now();
    eprintln!(
        "{} positions to learn from, {} set aside, {} MB",
        samples.train.len(),
        samples.held_out.len(),
        samples.train.memory_bytes() >> 20
    );
    let options = LearnOptions {
        result_share: args.result_share,
        epochs: args.epochs,
        batch: args.batch,
        rate_cp: args.rate,
        prior_cp: vec![args.prior],
        seed: args.seed,
        threads: args.threads.into(),
        ..LearnOptions::default()
    };
    let numbers: Vec<f32> = start.as_slice().iter().map(|&weight| weight.into()).collect();
    let learned = learn(&samples.train, &samples.held_out, &numbers, &options, |epoch, _| {
        let seconds = begun.elapsed().as_secs_f64();
        if args.json {
            print_line(&json!({
                "epoch": epoch.number, "loss": epoch.loss, "held_out_loss": epoch.held_out_loss,
                "seconds": seconds,
            }));
        } else {
            print_line(&format!(
                "pass {}: loss {:.5}, on the games set aside {:.5}, {seconds:.0} s",
                epoch.number, epoch.loss, epoch.held_out_loss
            ));
        }
        ControlFlow::Continue(())
    });
    eprintln!(
        "scale {:.0} cp; set aside, before: {:.5}",
        learned.scale_cp, learned.first_held_out_loss
    );
    learned
}

fn rounded<V: Variant>(learned: &Learned) -> Weights<V> {
    let mut weights = Weights::zero();
    for (index, weight) in learned.weights.iter().enumerate() {
        weights.set(index, weight.round() as i16);
    }
    weights
}

fn tell_values<V: Variant>(linear: &Linear<V>) {
    use sakiyomi::Evaluator;
    let values = linear.values();
    for kind in Kind::ALL
        .into_iter()
        .filter(|&kind| V::MEN[kind.unpromoted().index()] > 0 && kind != Kind::King)
    {
        let hand = if Kind::HAND.contains(&kind) {
            values.in_hand(kind).value().to_string()
        } else {
            String::new()
        };
        print_line(&format!(
            "{kind:?}: {} on the board, {hand} in hand",
            values.on_board(kind).value()
        ));
    }
}

fn match_against_start<V: Variant>(args: &Args, start: Weights<V>, learned: Weights<V>) {
    let play = SelfPlay::new::<V>(Preset::Full.options(), OWN_NODES, args.seed ^ 0x5eed);
    let mut after = play.searcher(Linear::new(learned));
    let mut before = play.searcher(Linear::new(start));
    let paired = PairedMatch { play, limits: Limits::new().nodes(3_000), pairs: OWN_PAIRS };
    let tally = paired.play(&mut after, &mut before, |tally: &Tally| {
        if tally.games().is_multiple_of(40) {
            eprintln!("{} games of the match played", tally.games());
        }
        ControlFlow::Continue(())
    });
    let [share, low, high] = tally.share_interval().map(|share| 100.0 * share);
    let [elo, elo_low, elo_high] = tally.elo();
    if args.json {
        print_line(&json!({
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "elo": elo, "elo_low": elo_low, "elo_high": elo_high,
        }));
    } else {
        print_line(&format!(
            "after against before: {} wins, {} draws, {} losses: {share:.1} % ({low:.1} to {high:.1}), \
             {elo:+.0} Elo ({elo_low:+.0} to {elo_high:+.0})",
            tally.wins, tally.draws, tally.losses
        ));
    }
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes)
        .unwrap_or_else(|fault| fail(format!("{}: {fault}", path.display())));
}
