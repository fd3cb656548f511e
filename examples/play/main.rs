//! A game in the terminal against a level.
//!
//! ```text
//! cargo run --release --example play
//! cargo run --release --example play -- --level easy --variant minishogi --show-threats
//! cargo run --release --example play -- --level hard --movetime 5000 --side white --handicap rook
//! cargo run --release --example play -- --side none --seed 7          # the level against itself
//! ```
//!
//! The board is drawn before each of your moves; `*` stands behind the man that moved last and, with `--show-threats`, `!`
//! behind each man of yours that is in danger. Moves are typed in USI (`7g7f`, `8h2b+`, `P*5e`) or in Japanese (`７六歩`,
//! `2二角成`, `同銀`); `help` lists the words, among them `undo`, `hint`, `threats`, `declare` and `resign`. The end of the
//! input leaves the game. The engine never resigns: the last blow is yours to give.

mod board;
#[cfg(test)]
mod conversations;
mod entry;
mod table;

use std::io::{stdin, stdout};

use board::Style;
use clap::{Parser, ValueEnum};
use examples::{EngineArgs, EvaluatorName, PositionArgs, VariantName, fail, for_variant};
use sakiyomi::{DeclarationRule, Evaluator, Handicap, Level, Limits, Linear, Material, Variant};
use table::{Settings, Table};

#[derive(Parser)]
#[command(about = "A game in the terminal against a level")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// How strong the engine plays.
    #[arg(long, value_enum, default_value_t = LevelName::Easy)]
    level: LevelName,
    /// Which side you play.
    #[arg(long, value_enum, default_value_t = SideName::Black)]
    side: SideName,
    /// What white gives black, in shogi: lance, bishop, rook, rook-lance, two-piece and so on. White moves first.
    #[arg(long, value_parser = handicap, conflicts_with = "sfen")]
    handicap: Option<Handicap>,
    /// Milliseconds for a move of the engine; a level has its own limit.
    #[arg(long)]
    movetime: Option<u64>,
    /// Plies for a move of the engine, at most.
    #[arg(long)]
    depth: Option<u32>,
    /// Nodes for a move of the engine, at most.
    #[arg(long)]
    nodes: Option<u64>,
    /// What settles the engine's choice among moves; without it each game differs.
    #[arg(long)]
    seed: Option<u64>,
    /// How the board is drawn.
    #[arg(long, value_enum, default_value_t = Style::Japanese)]
    board: Style,
    /// Tell what you are threatened with before each move.
    #[arg(long)]
    show_threats: bool,
    /// The rule by which a win is declared.
    #[arg(long, value_enum, default_value_t = RuleName::Points27)]
    declaration: RuleName,
}

#[derive(Clone, Copy, ValueEnum)]
enum LevelName {
    Easy,
    Normal,
    Hard,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideName {
    Black,
    White,
    /// Two persons, with the engine to ask for hints.
    Both,
    /// The engine alone.
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleName {
    #[value(name = "27")]
    Points27,
    #[value(name = "24")]
    Points24,
}

fn handicap(text: &str) -> Result<Handicap, String> {
    text.parse().map_err(|_| {
        let names: Vec<&str> = Handicap::ALL.iter().map(|handicap| handicap.name()).collect();
        format!("it is none of {}", names.join(", "))
    })
}

/// A hint is worth so many nodes: a fraction of a second, and the same each time.
const HINT_NODES: u64 = 200_000;
/// Hints need little memory.
const HINT_HASH_MIB: u32 = 8;
/// A game of the engine against itself is broken off here.
const LONGEST: usize = 512;

impl Args {
    fn settings(&self) -> Settings {
        let mut level = match self.level {
            LevelName::Easy => Level::Easy,
            LevelName::Normal => Level::Normal,
            LevelName::Hard => Level::Hard,
        }
        .options();
        // Another time takes the place of the level's own; depth and nodes make it weaker only.
        level.time_ms = self.movetime.or(level.time_ms);
        let mut limits = Limits::new();
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        Settings {
            persons: match self.side {
                SideName::Black => [true, false],
                SideName::White => [false, true],
                SideName::Both => [true, true],
                SideName::None => [false, false],
            },
            level,
            limits,
            hint: Limits::new().nodes(HINT_NODES),
            style: self.board,
            show_threats: self.show_threats,
            rule: match self.declaration {
                RuleName::Points27 => DeclarationRule::Points27,
                RuleName::Points24 => DeclarationRule::Points24,
            },
            longest: LONGEST,
        }
    }
}

fn main() {
    let mut args = Args::parse();
    if let Some(handicap) = args.handicap {
        if args.position.variant != VariantName::Shogi {
            fail("handicaps are those of shogi");
        }
        args.position.sfen = Some(handicap.position().to_sfen());
    }
    for_variant!(args.position.variant, choose(&args));
}

fn choose<V: Variant>(args: &Args) {
    match args.engine.evaluator {
        EvaluatorName::Material => run::<V, _>(args, Material::conventional::<V>),
        EvaluatorName::Linear => run(args, Linear::<V>::default),
    }
}

fn run<V: Variant, E: Evaluator<V>>(args: &Args, evaluator: impl Fn() -> E) {
    let settings = args.settings();
    let mut engine = args.engine.build(evaluator());
    let mut options = *engine.options();
    options.declaration = Some(settings.rule);
    engine.set_options(options);
    engine.set_seed(args.seed.unwrap_or_else(|| fastrand::u64(..)));
    let adviser = EngineArgs { hash_mib: HINT_HASH_MIB, threads: 1, ..args.engine.clone() };
    let engines = [engine, adviser.build(evaluator())];
    let game = args.position.game::<V>();
    let table = Table::new(game, engines, settings, stdin().lock(), stdout().lock());
    // A terminal that has gone away is no fault of the program.
    if let Err(fault) = table.run()
        && fault.kind() != std::io::ErrorKind::BrokenPipe
    {
        fail(fault);
    }
}
