//! Plays two settings of the search against one another, both colours of each opening, and prints the difference in Elo.
//!
//!     cargo run --release -p benches --bin preset_match -- --a full --b hiyoko --games 200 --movetime 50
//!
//! A setting is a preset, with techniques switched off and on: `full-null-move`, written `full,-null-move,+forward`.

use std::fmt::Display;
use std::time::Instant;

use clap::Parser;
use sakiyomi_eval::{Evaluator, Linear, Material, Weights};
use sakiyomi_rules::{Color, Game, Minishogi, Outcome, Shogi, Variant};
use sakiyomi_search::{Limits, Preset, SearchOptions, Searcher, StopFlag, Technique};

#[derive(Parser, Clone)]
struct Arguments {
    /// shogi or minishogi.
    #[arg(long, default_value = "minishogi")]
    variant: String,
    /// The first setting.
    #[arg(long, default_value = "full")]
    a: String,
    /// The second setting.
    #[arg(long, default_value = "hiyoko")]
    b: String,
    /// Games, two for each opening.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Milliseconds for each move.
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes for each move.
    #[arg(long)]
    nodes: Option<u64>,
    /// material or linear.
    #[arg(long, default_value = "linear")]
    evaluator: String,
    #[arg(long, default_value_t = 16)]
    hash_mib: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies of each opening.
    #[arg(long, default_value_t = 4)]
    opening_plies: usize,
}

fn options(text: &str) -> Result<SearchOptions, String> {
    let mut parts = text.split(',');
    let name = parts.next().unwrap_or_default();
    let preset = Preset::from_name(name).ok_or(format!("no preset {name:?}"))?;
    parts.try_fold(preset.options(), |options, part| {
        let (on, name) = match part.split_at_checked(1) {
            Some(("+", name)) => (true, name),
            Some(("-", name)) => (false, name),
            _ => return Err(format!("{part:?} begins with neither + nor -")),
        };
        let technique = Technique::from_name(name).ok_or(format!("no technique {name:?}"))?;
        Ok(options.with(technique, on))
    })
}

fn main() -> Result<(), String> {
    let arguments = Arguments::parse();
    match (arguments.variant.as_str(), arguments.evaluator.as_str()) {
        ("shogi", "material") => play::<Shogi, _>(&arguments, &Material::conventional::<Shogi>()),
        ("minishogi", "material") => {
            play::<Minishogi, _>(&arguments, &Material::conventional::<Minishogi>())
        }
        ("shogi", "linear") => {
            play::<Shogi, _>(&arguments, &Linear::new(Weights::<Shogi>::hand_set()))
        }
        ("minishogi", "linear") => {
            play::<Minishogi, _>(&arguments, &Linear::new(Weights::<Minishogi>::hand_set()))
        }
        (variant, evaluator) => Err(format!("no {variant:?} with {evaluator:?}")),
    }
}

fn play<V: Variant, E: Evaluator<V>>(arguments: &Arguments, evaluator: &E) -> Result<(), String> {
    let hash = arguments.hash_mib << 20;
    let mut a = Searcher::<V, _>::new(evaluator, options(&arguments.a)?, hash);
    let mut b = Searcher::<V, _>::new(evaluator, options(&arguments.b)?, hash);
    let mut limits = Limits::new().overhead_ms(0);
    limits.time_ms = arguments.movetime;
    limits.nodes = arguments.nodes;
    if limits == Limits::new().overhead_ms(0) {
        return Err("give --movetime or --nodes".into());
    }
    let mut random = fastrand::Rng::with_seed(arguments.seed);
    // Wins, draws and losses of the first setting; depths reached by each.
    let mut tally = [0_usize; 3];
    let mut depths = [(0_u64, 0_u64); 2];
    let start = Instant::now();
    for pair in 0..arguments.games.div_ceil(2) {
        let opening = opening::<V>(&mut random, arguments.opening_plies);
        for a_is in Color::ALL {
            a.clear();
            b.clear();
            let mut game = opening.clone();
            while game.outcome() == Outcome::Ongoing && game.ply() < 300 {
                let is_a = game.position().side_to_move() == a_is;
                let searcher = if is_a { &mut a } else { &mut b };
                let result = searcher.search(&game, &limits, &StopFlag::new(), &mut ());
                let (sum, count) = &mut depths[usize::from(!is_a)];
                (*sum, *count) = (*sum + u64::from(result.depth), *count + 1);
                let mv = result.best.ok_or("no move")?;
                game.play(mv).map_err(|error| error.to_string())?;
            }
            let index = match game.outcome() {
                Outcome::Win { winner, .. } if winner == a_is => 0,
                Outcome::Win { .. } => 2,
                _ => 1,
            };
            tally[index] += 1;
        }
        if pair % 10 == 9 {
            eprintln!("{} games, {:?}: {}", 2 * pair + 2, start.elapsed(), Elo(tally));
        }
    }
    let mean = |(sum, count): (u64, u64)| sum as f64 / count.max(1) as f64;
    let [wins, draws, losses] = tally;
    println!(
        "{} - {}: +{wins} ={draws} -{losses}, {}; mean depth {:.1} and {:.1}",
        arguments.a,
        arguments.b,
        Elo(tally),
        mean(depths[0]),
        mean(depths[1])
    );
    Ok(())
}

/// A few random moves that hang no mate.
fn opening<V: Variant>(random: &mut fastrand::Rng, plies: usize) -> Game<V> {
    loop {
        let mut game = Game::<V>::new();
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get(random.usize(0..moves.len().max(1))) else { break };
            if game.play(mv).is_err() {
                break;
            }
        }
        let mut judge =
            Searcher::<V, _>::new(Material::conventional::<V>(), SearchOptions::default(), 1 << 20);
        let result = judge.search(&game, &Limits::depth(6), &StopFlag::new(), &mut ());
        if game.outcome() == Outcome::Ongoing && result.score.value().abs() < 200 {
            return game;
        }
    }
}

/// Difference in Elo with its 95 % interval, by the normal approximation of the mean score.
struct Elo([usize; 3]);

impl Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [wins, draws, losses] = self.0.map(|count| count as f64);
        let games = wins + draws + losses;
        let mean = (wins + draws / 2.0) / games;
        let variance =
            (wins * (1.0 - mean).powi(2) + draws * (0.5 - mean).powi(2) + losses * mean.powi(2))
                / games;
        let error = 1.96 * (variance / games).sqrt();
        let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.001, 0.999) - 1.0).log10();
        write!(f, "{:+.0} Elo ({:+.0} to {:+.0})", elo(mean), elo(mean - error), elo(mean + error))
    }
}
