//! Plays games of an engine against itself and keeps them in a file, for `learn` and `train`.
//!
//! ```text
//! cargo run --release --example selfplay
//! cargo run --release --example selfplay -- --variant shogi --games 100000 --nodes 2000 --out games.skyr --threads 2
//! cargo run --release --example selfplay -- --variant shogi --games 100000 --nodes 2000 --out games.skyr --resume
//! cargo run --release --example selfplay -- --games 100000 --shard 1/4 --out part1.skyr     # the second of four machines
//! ```
//!
//! Each game follows from the seed and its number alone, so the file is the same whatever the number of threads, and the
//! files of several shards can be joined with `cat`. A run that is killed loses the games in flight; `--resume` goes on.
//! Without arguments: twenty quick games of minishogi, a few seconds.

use std::fs::{File, OpenOptions};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use examples::{EvaluatorName, PresetName, VariantName, fail, for_variant, print_line};
use sakiyomi::{Evaluator, Linear, Material, Preset, Variant, Weights};
use sakiyomi_tuning::{
    Ending, RECORD_VERSION, RecordHead, RecordWriter, RecordedGame, SelfPlay, whole_sections,
};
use serde_json::json;

#[derive(Parser)]
#[command(about = "Plays games of an engine against itself and keeps them")]
struct Args {
    /// The game.
    #[arg(long, default_value_t = VariantName::Minishogi)]
    variant: VariantName,
    /// The search of both sides.
    #[arg(long, value_enum, default_value_t = PresetName::Full)]
    preset: PresetName,
    /// What both sides judge by.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Linear)]
    evaluator: EvaluatorName,
    /// A file of weights for the linear evaluation.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Games of all shards together.
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What the games follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// This machine's share, from 0/N to N-1/N.
    #[arg(long, default_value = "0/1", value_parser = shard)]
    shard: [u64; 2],
    /// Games played at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Where the games go; a file of the system's temporary directory if not given.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Go on where an earlier run was ended.
    #[arg(long)]
    resume: bool,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

fn shard(text: &str) -> Result<[u64; 2], String> {
    let fault = || format!("{text:?} is not of the form I/N with I less than N");
    let (part, of) = text.split_once('/').ok_or_else(fault)?;
    let (part, of) = (part.parse().map_err(|_| fault())?, of.parse().map_err(|_| fault())?);
    if part < of { Ok([part, of]) } else { Err(fault()) }
}

fn main() {
    let args = Args::parse();
    for_variant!(args.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    match (&args.weights, args.evaluator) {
        (Some(file), _) => {
            let bytes = std::fs::read(file)
                .unwrap_or_else(|fault| fail(format!("{}: {fault}", file.display())));
            let weights = Weights::<V>::from_bytes(&bytes)
                .unwrap_or_else(|fault| fail(format!("{}: {fault}", file.display())));
            let name = format!("linear {:08x}", crc32fast::hash(&bytes));
            play::<V, _>(args, Linear::new(weights), &name);
        }
        (None, EvaluatorName::Linear) => play::<V, _>(args, Linear::default(), "linear"),
        (None, EvaluatorName::Material) => {
            play::<V, _>(args, Material::conventional::<V>(), "material")
        }
    }
}

fn play<V: Variant, E: Evaluator<V>>(args: &Args, evaluator: E, evaluator_name: &str) {
    let preset: Preset = args.preset.into();
    let settings = SelfPlay::new::<V>(preset.options(), args.nodes, args.seed);
    let head = RecordHead {
        version: RECORD_VERSION,
        variant: V::NAME.to_owned(),
        engine: format!(
            "sakiyomi {} {} {evaluator_name}",
            env!("CARGO_PKG_VERSION"),
            preset.name()
        ),
        nodes: args.nodes,
        seed: args.seed,
        shard: args.shard,
    };
    let path = args.out.clone().unwrap_or_else(|| {
        std::env::temp_dir().join(format!("sakiyomi-selfplay-{}.skyr", V::NAME))
    });
    let in_file =
        |fault: &dyn std::fmt::Display| -> ! { fail(format!("{}: {fault}", path.display())) };
    let (mut writer, done) = open(args, &path, &head).unwrap_or_else(|fault| in_file(&fault));

    let [part, of] = args.shard;
    let mine = args.games.saturating_sub(part).div_ceil(of);
    let numbers = (done..mine).map(|index| part + index * of);
    let mut progress = Progress::new(args, mine.saturating_sub(done));
    settings.run(&Arc::new(evaluator), args.threads.into(), numbers, |game| {
        writer.write(&game).unwrap_or_else(|fault| in_file(&fault));
        progress.hear(&game);
        ControlFlow::Continue(())
    });
    progress.end(&path, args);
}

/// The file, ready for the next game, and how many games it has.
fn open<V: Variant>(
    args: &Args,
    path: &PathBuf,
    head: &RecordHead,
) -> Result<(RecordWriter<File, V>, u64), Box<dyn std::error::Error>> {
    if !args.resume || !path.exists() {
        if args.out.is_some() && path.exists() {
            return Err("it is there already; go on with --resume, or choose another".into());
        }
        return Ok((RecordWriter::new(File::create(path)?, head)?, 0));
    }
    let whole = whole_sections::<V>(BufReader::new(File::open(path)?))?;
    match &whole.head {
        None => return Ok((RecordWriter::new(File::create(path)?, head)?, 0)),
        Some(found) if found != head => {
            return Err(format!("its games are others: {found:?}, expected {head:?}").into());
        }
        Some(_) => {}
    }
    let file = OpenOptions::new().append(true).open(path)?;
    file.set_len(whole.bytes)?;
    Ok((RecordWriter::resumed(file), whole.games))
}

/// What has been played so far in this run.
struct Progress {
    json: bool,
    begun: Instant,
    told: Instant,
    to_play: u64,
    games: u64,
    positions: u64,
    called: u64,
    played_out: u64,
    wrong: u64,
    too_long: u64,
    /// Won by black, drawn, won by white.
    results: [u64; 3],
}

impl Progress {
    fn new(args: &Args, to_play: u64) -> Self {
        let now = Instant::now();
        let (json, results) = (args.json, [0; 3]);
        let (games, positions, called, played_out, wrong, too_long) = (0, 0, 0, 0, 0, 0);
        Self {
            json,
            begun: now,
            told: now,
            to_play,
            games,
            positions,
            called,
            played_out,
            wrong,
            too_long,
            results,
        }
    }

    fn hear<V: Variant>(&mut self, game: &RecordedGame<V>) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        match game.ending {
            Ending::Called => self.called += 1,
            Ending::CalledRightly => self.played_out += 1,
            Ending::CalledWrongly => {
                self.played_out += 1;
                self.wrong += 1;
            }
            Ending::TooLong => self.too_long += 1,
            Ending::Rules => {}
        }
        self.results[game.winner.map_or(1, |winner| 2 * winner.index())] += 1;
        if self.told.elapsed() >= Duration::from_secs(10) {
            self.told = Instant::now();
            self.tell();
        }
    }

    fn per_hour(&self, count: u64) -> u64 {
        (count as f64 * 3600.0 / self.begun.elapsed().as_secs_f64().max(1e-3)) as u64
    }

    fn tell(&self) {
        let seconds = self.begun.elapsed().as_secs();
        let left = seconds * (self.to_play - self.games.min(self.to_play)) / self.games.max(1);
        if self.json {
            print_line(&json!({
                "games": self.games, "positions": self.positions,
                "games_per_hour": self.per_hour(self.games), "seconds": seconds, "seconds_left": left,
            }));
        } else {
            eprintln!(
                "{} of {} games, {} positions an hour, {left} s left",
                self.games,
                self.to_play,
                self.per_hour(self.positions)
            );
        }
    }

    fn end(&self, path: &std::path::Path, args: &Args) {
        let [black, drawn, white] = self.results;
        if self.json {
            print_line(&json!({
                "games": self.games, "positions": self.positions,
                "games_per_hour": self.per_hour(self.games), "seconds": self.begun.elapsed().as_secs(),
                "file": path.display().to_string(), "seed": args.seed,
                "shard": format!("{}/{}", args.shard[0], args.shard[1]),
                "black": black, "draws": drawn, "white": white,
                "called": self.called, "played_out": self.played_out, "wrong_calls": self.wrong,
                "too_long": self.too_long,
            }));
        } else {
            print_line(&format!(
                "{} games, {} positions ({} games an hour): black won {black}, white {white}, drawn {drawn}",
                self.games,
                self.positions,
                self.per_hour(self.games)
            ));
            print_line(&format!(
                "called {}; of {} more that were played out after the call, the call was wrong in {}; too long {}",
                self.called, self.played_out, self.wrong, self.too_long
            ));
            print_line(&path.display());
        }
    }
}
