//! What quiescence searches make of a position, side by side: value, nodes, and the line of play behind the value.
//!
//! ```text
//! cargo run --release --example quiescence
//! cargo run --release --example quiescence -- --setting two-stage,kfend --sfen "4k4/9/9/9/1r2S4/9/1P7/5G3/4K4 b - 1"
//! ```
//!
//! Settings: `static` (no search), `recaptures` (the second stage alone), `two-stage` (KFEnd without threats), `kfend`
//! (with threats), `see-threats` (threats from static exchange evaluation), `one-stage` (all captures to the end),
//! `modern` (one stage, no losing exchanges) and `hiyoko`. The default position is one where threats decide between
//! two captures. A side that has no legal move has lost whatever a setting would say: `mate 0`. With `--json` or `--stdin` one object a line for each setting. At once.

use clap::{Parser, ValueEnum};
use examples::{PositionArgs, for_variant, print_line, stdin_lines};
use sakiyomi::{Game, Score, Variant};
use sakiyomi_eval::{Line, Material};
use sakiyomi_quiescence::{Quiescence, QuiescenceOptions, ThreatOptions, Trace};
use serde_json::{Value, json};

#[derive(Parser)]
#[command(about = "Compares quiescence searches on a position")]
struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Which settings, parted by commas; all of them by default.
    #[arg(long, value_enum, value_delimiter = ',')]
    setting: Vec<Setting>,
    /// Plies of the first stage of the settings that have two: 0 to 6.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=6))]
    depth: Option<u32>,
    /// Read a position from each line of standard input.
    #[arg(long, conflicts_with_all = ["sfen", "moves"])]
    stdin: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Setting {
    Static,
    Recaptures,
    TwoStage,
    Kfend,
    SeeThreats,
    OneStage,
    Modern,
    Hiyoko,
}

impl Setting {
    /// `None` for no search at all.
    fn options(self, depth: Option<u32>) -> Option<QuiescenceOptions> {
        let mut options = match self {
            Self::Static => return None,
            Self::Recaptures | Self::TwoStage => QuiescenceOptions::default(),
            Self::Kfend => QuiescenceOptions::kfend(),
            Self::SeeThreats => {
                QuiescenceOptions::default().with_threats(Some(ThreatOptions::exchanges()))
            }
            Self::OneStage => QuiescenceOptions::gogo_shogi(),
            Self::Modern => QuiescenceOptions::modern(),
            Self::Hiyoko => QuiescenceOptions::hiyoko(),
        };
        match (self, depth) {
            (Self::Recaptures, _) => options.stage_depth = 0,
            (Self::TwoStage | Self::Kfend | Self::SeeThreats, Some(depth)) => {
                options.stage_depth = depth;
            }
            _ => {}
        }
        Some(options)
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Black may take a tokin with its silver or with its rook, for the same material. Only the settings that know of
/// threats tell the two apart, and choose the rook, as deep search does: from 8h it attacks more.
const FIGHT: &str = "1nsgg2n1/l2k3bl/p1pppsppp/5p3/3G5/6P1P/P1P1PP1PN/1+pR2S3/LNSGK3L b RPbp 31";

fn main() {
    let mut args = Args::parse();
    if args.setting.is_empty() {
        args.setting = Setting::value_variants().to_vec();
    }
    for_variant!(args.position.variant, run(&mut args));
}

fn run<V: Variant>(args: &mut Args) {
    if args.stdin {
        for (number, line) in stdin_lines() {
            let game = line
                .map_err(|fault| fault.to_string())
                .and_then(|line| line.parse::<Game<V>>().map_err(|fault| fault.to_string()));
            match game {
                Ok(game) => print(&game, args, true),
                Err(fault) => print_line(&json!({ "error": fault, "line": number })),
            }
        }
        return;
    }
    if !args.position.is_given() && V::FILES == 9 {
        args.position.sfen = Some(FIGHT.to_owned());
    }
    print(&args.position.game::<V>(), args, args.json);
}

fn print<V: Variant>(game: &Game<V>, args: &Args, as_json: bool) {
    let material = Material::conventional::<V>();
    let mut line = Line::new(&material, game.position().clone());
    if !as_json {
        print_line(&line.position().to_sfen());
    }
    for &setting in &args.setting {
        let trace = match setting.options(args.depth) {
            Some(options) => Some(Quiescence::new(options).trace(&mut line)),
            None => None,
        };
        let value = trace.as_ref().map_or_else(|| line.value(), |trace| trace.value);
        // Settings that do not look at evasions take a mated king for a quiet one.
        let value = if line.position().has_legal_move() { value } else { Score::mated_in(0) };
        let nodes = trace.as_ref().map_or(0, |trace| trace.nodes);
        let pv = trace.map(|Trace { moves, .. }| moves).unwrap_or_default();
        let name = setting.name();
        if as_json {
            let mut object: Value = json!({
                "sfen": line.position().to_sfen(), "setting": name, "nodes": nodes, "pv": pv,
            });
            match value.mate_distance() {
                Some(plies) => object["mate"] = json!(plies),
                None => object["value_cp"] = json!(value.value()),
            }
            print_line(&object);
        } else {
            let value = value.to_string();
            let pv: Vec<String> = pv.iter().map(ToString::to_string).collect();
            print_line(&format!("{name:<12} {value:<9} {nodes:>7} nodes  {}", pv.join(" ")));
        }
    }
}
