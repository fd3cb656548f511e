//! Plays two players against one another, both colours of each opening, and gives the difference in Elo.
//!
//! ```text
//! cargo run --release --example matches
//! cargo run --release --example matches -- --a full --b hiyoko --games 200 --movetime 50 --variant minishogi
//! cargo run --release --example matches -- --a full,-null-move --b full --nodes 5000
//! cargo run --release --example matches -- --a normal --b easy --json > games.jsonl
//! ```
//!
//! A player is a preset (`full`, `kfend`, `hiyoko`, `gogo-shogi`), with techniques switched off and on (`full,-null-move`,
//! names as the example `ablation` prints them), or a level (`easy`, `normal`, `hard`). A line for each game, then the
//! result with its 95 % interval. Without arguments: twenty short games of minishogi, half a minute.

use clap::{Parser, ValueEnum};
use examples::{VariantName, fail, for_variant, print_line};
use sakiyomi::{
    Color, Engine, Evaluator, Game, Level, Limits, Linear, Material, Move, Outcome, Preset,
    SearchOptions, Technique, Variant,
};
use serde_json::json;

#[derive(Parser)]
#[command(about = "Plays two players against one another")]
struct Args {
    /// The game.
    #[arg(long, value_enum, default_value_t = VariantName::Minishogi)]
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
    /// Random plies of each opening.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    opening_plies: u32,
    /// A game this long is a draw.
    #[arg(long, default_value_t = 320)]
    longest: usize,
    /// Size of each player's table in MiB.
    #[arg(long, default_value_t = 16)]
    hash_mib: usize,
    /// What settles the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON lines.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EvaluatorName {
    Material,
    Linear,
}

impl Args {
    fn limits(&self) -> Limits {
        let mut limits = Limits::new().overhead_ms(0);
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.time_ms = self.movetime;
        if self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none() {
            limits.time_ms = Some(20);
        }
        limits
    }
}

/// Whoever moves in a game.
trait Player<V: Variant> {
    fn new_game(&mut self, seed: u64);
    fn choose(&mut self, game: &Game<V>) -> Option<Move<V>>;
}

struct EnginePlayer<V: Variant, E: Evaluator<V>> {
    engine: Engine<V, E>,
    limits: Limits,
    level: Option<Level>,
}

impl<V: Variant, E: Evaluator<V>> Player<V> for EnginePlayer<V, E> {
    fn new_game(&mut self, seed: u64) {
        self.engine.set_seed(seed);
        self.engine.clear();
    }

    fn choose(&mut self, game: &Game<V>) -> Option<Move<V>> {
        match self.level {
            Some(level) => self.engine.choose(game, level).best,
            None => self.engine.search(game, self.limits).best,
        }
    }
}

fn player<V: Variant>(args: &Args, text: &str, name: EvaluatorName) -> Box<dyn Player<V>> {
    match name {
        EvaluatorName::Material => engine_player(args, text, Material::conventional::<V>()),
        EvaluatorName::Linear => engine_player(args, text, Linear::<V>::default()),
    }
}

fn engine_player<V: Variant, E: Evaluator<V> + 'static>(
    args: &Args,
    text: &str,
    evaluator: E,
) -> Box<dyn Player<V>> {
    // A level plays with the strongest search; `hard` is that search under the limits of the match.
    let level = Level::from_name(text);
    let options = if level.is_some() { SearchOptions::default() } else { options(text) };
    let engine = Engine::builder()
        .evaluator(evaluator)
        .options(options)
        .hash_mib(args.hash_mib)
        .build()
        .unwrap_or_else(|fault| fail(fault));
    let level = level.filter(|&level| level != Level::Hard);
    Box::new(EnginePlayer { engine, limits: args.limits(), level })
}

fn options(text: &str) -> SearchOptions {
    let mut parts = text.split(',');
    let name = parts.next().unwrap_or_default();
    let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
    let Some(preset) = preset else { fail(format!("{name:?} is neither a preset nor a level")) };
    parts.fold(preset.options(), |options, part| {
        let switch = part.strip_prefix('-').map(|name| (name, false));
        let switch = switch.or_else(|| part.strip_prefix('+').map(|name| (name, true)));
        let Some((name, on)) = switch else {
            fail(format!("{part:?} begins with neither - nor +"))
        };
        match Technique::from_name(name) {
            Some(technique) => options.with(technique, on),
            None => fail(format!("there is no technique {name:?}")),
        }
    })
}

fn main() {
    let args = Args::parse();
    for_variant!(args.variant, run(&args));
}

fn run<V: Variant>(args: &Args) {
    let mut a = player::<V>(args, &args.a, args.evaluator_a);
    let mut b = player::<V>(args, &args.b, args.evaluator_b);
    let mut random = fastrand::Rng::with_seed(args.seed);
    // Of the first player: wins, draws, losses.
    let mut tally = [0u32; 3];
    for pair in 0..args.games.div_ceil(2) {
        let opening = opening::<V>(&mut random, args.opening_plies);
        for a_is in Color::ALL {
            a.new_game(u64::from(pair));
            b.new_game(u64::from(pair));
            let game = play(args, &opening, a_is, &mut *a, &mut *b);
            let index = match game.outcome().winner() {
                Some(winner) => {
                    if winner == a_is {
                        0
                    } else {
                        2
                    }
                }
                None => 1,
            };
            tally[index] += 1;
            report_game(args, &opening, &game, a_is);
        }
    }
    report_match(args, tally);
}

fn play<V: Variant>(
    args: &Args,
    opening: &Game<V>,
    a_is: Color,
    a: &mut dyn Player<V>,
    b: &mut dyn Player<V>,
) -> Game<V> {
    let mut game = opening.clone();
    while game.outcome().is_ongoing() && game.ply() < args.longest {
        let side = game.position().side_to_move();
        let mover: &mut dyn Player<V> = if side == a_is { &mut *a } else { &mut *b };
        let played = mover.choose(&game).map(|mv| game.play(mv));
        if !matches!(played, Some(Ok(()))) {
            fail(format!("{side} has no legal move for {game}"));
        }
    }
    game
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

fn report_game<V: Variant>(args: &Args, opening: &Game<V>, game: &Game<V>, a_is: Color) {
    let (black, white) = if a_is == Color::Black { (&args.a, &args.b) } else { (&args.b, &args.a) };
    let (winner, reason) = match game.outcome() {
        Outcome::Win { winner, reason } => (winner.name(), reason.to_string()),
        Outcome::Draw(reason) => ("draw", reason.to_string()),
        Outcome::Ongoing => ("draw", "too-long".to_owned()),
    };
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

fn report_match(args: &Args, tally: [u32; 3]) {
    let [wins, draws, losses] = tally;
    let [elo, low, high] = elo(tally);
    if args.json {
        print_line(&json!({
            "wins": wins, "draws": draws, "losses": losses,
            "elo": elo, "elo_low": low, "elo_high": high,
        }));
    } else {
        print_line(&format!(
            "{} against {}: {wins} wins, {draws} draws, {losses} losses: {elo:+.0} Elo \
             ({low:+.0} to {high:+.0})",
            args.a, args.b
        ));
    }
}

/// The difference in Elo and its 95 % interval, by the normal approximation of the mean score.
fn elo(tally: [u32; 3]) -> [f64; 3] {
    let [wins, draws, losses] = tally.map(f64::from);
    let games = wins + draws + losses;
    let mean = (wins + draws / 2.0) / games;
    let variance =
        (wins * (1.0 - mean).powi(2) + draws * (0.5 - mean).powi(2) + losses * mean.powi(2))
            / games;
    let error = 1.96 * (variance / games).sqrt();
    // A clean sweep has no finite difference.
    [mean, mean - error, mean + error]
        .map(|share| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10())
}
