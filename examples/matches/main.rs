//! Plays two players against one another, both colours of each opening, and gives the difference in Elo.
//!
//! ```text
//! cargo run --release --example matches
//! cargo run --release --example matches -- --a full --b hiyoko --games 200 --movetime 50 --variant minishogi
//! cargo run --release --example matches -- --a full,-null-move --b full --nodes 5000
//! cargo run --release --example matches -- --a level:normal --b level:easy --json > games.jsonl
//! cargo run --release --example matches -- --engine-b fairy-stockfish --option-b Hash=64 --movetime 100 --variant shogi
//! cargo run --release --example matches -- --engine-b fairy-stockfish --time 1000 --increment 100 --jobs 2
//! ```
//!
//! A player is a preset (`full`, `kfend`, `hiyoko`, `gogo-shogi`), with techniques switched off and on (`full,-null-move`,
//! names as the example `ablation` prints them), or a level (`level:easy`, `level:normal`, `level:hard`; the word before the
//! colon may be left out), or any program that speaks USI. It is told the variant, its table's size and its threads by
//! whatever names it has for them. A line for each game, then the result with its 95 % interval. Who makes an illegal
//! move, is late or goes away has lost; such losses, and games broken off, are counted apart. A program that has gone
//! or hangs is started anew for the next game.
//! Without arguments: twenty short games of minishogi, half a minute.

mod elo;
mod player;
mod referee;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use clap::Parser;
use elo::{Points, Tally};
use examples::{VariantName, fail, for_variant, print_line};
use player::{Description, EvaluatorName, Player};
use referee::{Ended, Fault, Rules, play};
use sakiyomi::{Clock, Color, Engine, Game, Limits, Linear, Variant};
use serde_json::json;

#[derive(Parser)]
#[command(about = "Plays two players against one another")]
struct Args {
    /// The game.
    #[arg(long, default_value_t = VariantName::Minishogi)]
    variant: VariantName,
    /// The first player.
    #[arg(long, default_value = "full")]
    a: String,
    /// The second player.
    #[arg(long, default_value = "hiyoko")]
    b: String,
    /// What the first player judges by.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Linear)]
    evaluator_a: EvaluatorName,
    /// What the second player judges by.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Linear)]
    evaluator_b: EvaluatorName,
    /// A USI program as the first player: a command with its arguments.
    #[arg(long)]
    engine_a: Option<String>,
    /// A USI program as the second player.
    #[arg(long)]
    engine_b: Option<String>,
    /// An option for the first program, NAME=VALUE; may be given several times.
    #[arg(long)]
    option_a: Vec<String>,
    /// An option for the second program.
    #[arg(long)]
    option_b: Vec<String>,
    /// Games; each opening is played twice.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Milliseconds for each move; 20 if no other limit is given. A level but `hard` has limits of its own.
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes for each move.
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long)]
    depth: Option<u32>,
    /// Milliseconds on each player's clock.
    #[arg(long)]
    time: Option<u64>,
    /// Milliseconds that each move adds to the clock.
    #[arg(long, visible_alias = "inc", default_value_t = 0, requires = "time")]
    increment: u64,
    /// Milliseconds for each move once the clock is empty.
    #[arg(long, default_value_t = 0, requires = "time", conflicts_with = "increment")]
    byoyomi: u64,
    /// How many milliseconds too late an answer may come.
    #[arg(long, default_value_t = 50)]
    margin: u64,
    /// Random plies of each opening.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    opening_plies: u32,
    /// A game this long is a draw.
    #[arg(long, default_value_t = 320)]
    longest: usize,
    /// Size of each player's table in MiB.
    #[arg(long, default_value_t = 16)]
    hash_mib: usize,
    /// Threads of each player.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Games played at once.
    #[arg(long, visible_alias = "concurrency", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
    /// What settles the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn rules(&self) -> Rules {
        let mut limits = Limits::new().overhead_ms(0);
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.time_ms = self.movetime;
        let clock = self.time.map(|time_ms| Clock {
            time_ms,
            increment_ms: self.increment,
            byoyomi_ms: self.byoyomi,
        });
        let unlimited = [self.nodes, self.movetime, self.time].iter().all(Option::is_none);
        if unlimited && self.depth.is_none() {
            limits.time_ms = Some(20);
        }
        if clock.is_some() {
            limits = limits.overhead_ms(10);
        }
        Rules { limits, clock, longest: self.longest, margin: Duration::from_millis(self.margin) }
    }

    fn descriptions(&self) -> [Description; 2] {
        let describe =
            |text: &String, evaluator, command: &Option<String>, options: &Vec<_>| Description {
                text: text.clone(),
                evaluator,
                command: command.clone(),
                options: options.clone(),
                hash_mib: self.hash_mib,
                threads: self.threads,
            };
        [
            describe(&self.a, self.evaluator_a, &self.engine_a, &self.option_a),
            describe(&self.b, self.evaluator_b, &self.engine_b, &self.option_b),
        ]
    }
}

fn main() {
    let args = Args::parse();
    for_variant!(args.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    let pairs = args.games.div_ceil(2);
    let mut random = fastrand::Rng::with_seed(args.seed);
    let openings: Vec<Game<V>> =
        (0..pairs).map(|_| opening::<V>(&mut random, args.opening_plies)).collect();
    let next = AtomicU32::new(0);
    let tally = Mutex::new(Tally::default());
    let names = std::thread::scope(|scope| {
        let play_pairs = || {
            let [mut a, mut b] = args.descriptions().map(|description| description.player::<V>());
            let names = [a.name(), b.name()];
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                let Some(opening) = openings.get(pair as usize) else { return names };
                let games =
                    Color::ALL.map(|a_is| one_game(args, pair, opening, a_is, [&mut *a, &mut *b]));
                if let Ok(mut tally) = tally.lock() {
                    tally.add(games.map(|(points, _)| points));
                    for (points, fault) in games {
                        // What the loser did, where there is one.
                        let player = usize::from(points == Points::Win);
                        fault.into_iter().for_each(|fault| tally.blame(fault, player));
                    }
                }
            }
        };
        let threads: Vec<_> = (0..args.jobs).map(|_| scope.spawn(play_pairs)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).last()
    });
    let Some(names) = names else { fail("the players have failed") };
    if let Ok(tally) = tally.into_inner() {
        report_match(args, &names, &tally);
    }
}

fn one_game<V: Variant>(
    args: &Args,
    pair: u32,
    opening: &Game<V>,
    a_is: Color,
    [a, b]: [&mut dyn Player<V>; 2],
) -> (Points, Option<Fault>) {
    for player in [&mut *a, &mut *b] {
        player.new_game(args.seed.wrapping_add(pair.into())).unwrap_or_else(|fault| fail(fault));
    }
    let names = if a_is == Color::Black { [a.name(), b.name()] } else { [b.name(), a.name()] };
    let players = if a_is == Color::Black { [a, b] } else { [b, a] };
    let ended = play(&args.rules(), opening, players);
    report_game(args, opening, &ended, &names);
    let points = match ended.winner {
        None => Points::Draw,
        Some(winner) if winner == a_is => Points::Win,
        Some(_) => Points::Loss,
    };
    (points, ended.fault)
}

/// Random moves, until the position is not lost for either side at a glance.
fn opening<V: Variant>(random: &mut fastrand::Rng, plies: u32) -> Game<V> {
    let builder = Engine::builder().evaluator(Linear::<V>::default()).hash_mib(1);
    let mut judge = builder.build().unwrap_or_else(|fault| fail(fault));
    loop {
        let mut game = Game::new();
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if let Some(&mv) = random.choice(moves.as_slice()) {
                // Legal, and where the game has ended the opening is thrown away below.
                let _ = game.play(mv);
            }
        }
        let score = judge.search(&game, Limits::depth(6)).score.value();
        if game.outcome().is_ongoing() && score.abs() < 200 {
            return game;
        }
    }
}

fn report_game<V: Variant>(
    args: &Args,
    opening: &Game<V>,
    ended: &Ended<V>,
    [black, white]: &[String; 2],
) {
    let Ended { game, winner, reason, .. } = ended;
    let winner = winner.map_or("draw", Color::name);
    let moves = |game: &Game<V>| game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>();
    if args.json {
        print_line(&json!({
            "opening": moves(opening), "black": black, "white": white, "winner": winner,
            "reason": reason, "plies": game.ply(), "moves": moves(game),
        }));
    } else {
        print_line(&format!("{black} - {white}: {winner} ({reason}), {} plies", game.ply()));
    }
}

fn report_match(args: &Args, [a, b]: &[String; 2], tally: &Tally) {
    let Tally { wins, draws, losses, time_losses, illegal_moves, crashes, unfinished, .. } = tally;
    let [elo, low, high] = tally.elo();
    let [share, share_low, share_high] = tally.share_interval().map(|share| 100.0 * share);
    if args.json {
        print_line(&json!({
            "wins": wins, "draws": draws, "losses": losses,
            "elo": elo, "elo_low": low, "elo_high": high,
            "percent": share, "percent_low": share_low, "percent_high": share_high,
            "time_losses": both(time_losses), "illegal_moves": both(illegal_moves),
            "crashes": both(crashes), "unfinished": unfinished,
        }));
    } else {
        print_line(&format!(
            "{a} against {b}: {wins} wins, {draws} draws, {losses} losses, {share:.1} % \
             ({share_low:.1} to {share_high:.1}): {elo:+.0} Elo ({low:+.0} to {high:+.0})"
        ));
        let pair = |[a, b]: &[u32; 2]| format!("{a} and {b}");
        print_line(&format!(
            "lost on time {}, by illegal moves {}, by crashes {}; unfinished {unfinished}",
            pair(time_losses),
            pair(illegal_moves),
            pair(crashes),
        ));
    }
}

/// A number for each player.
fn both([a, b]: &[u32; 2]) -> serde_json::Value {
    json!({ "a": a, "b": b })
}
