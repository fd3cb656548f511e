//! What the experiments share: positions with one best move, a search of all of them under each setting, a table and a
//! plot.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::*;
use sakiyomi::{Limits, Move, Position, SearchOptions, Searcher, StopFlag, Variant};
use sakiyomi_eval::Linear;

use crate::{fail, print_line};

/// Options of an experiment.
#[derive(Clone, Debug, Args)]
pub struct ExperimentArgs {
    /// The game.
    #[arg(long, default_value_t = crate::VariantName::Shogi)]
    pub variant: crate::VariantName,
    /// Plies to search each position.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub depth: Option<u32>,
    /// Only the first so many positions.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    pub positions: usize,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mib: u32,
    /// Print a JSON line for each setting.
    #[arg(long)]
    pub json: bool,
    /// Also draw the nodes of each setting into this SVG file.
    #[arg(long)]
    pub svg: Option<PathBuf>,
}

/// A setting of the search under a name.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What the table calls it.
    pub name: String,
    /// The setting.
    pub options: SearchOptions,
}

/// What searching all positions under one setting came to.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Outcome {
    /// The setting's name.
    pub setting: String,
    /// Nodes of all positions together.
    pub nodes: u64,
    /// Time of all positions together.
    pub time_ms: u64,
    /// Positions in which the move is that of the first setting.
    pub agree: usize,
    /// Positions in which the move is the best one.
    pub solved: usize,
    /// Positions.
    pub positions: usize,
}

/// Searches the positions under each setting, to the same depth, and prints how they compare; the first setting is what
/// the others are compared with.
pub fn run<V: Variant>(args: &ExperimentArgs, default_depth: u32, settings: &[Setting]) {
    let positions = positions::<V>(args.positions);
    let depth = args.depth.unwrap_or(default_depth);
    let bar = ProgressBar::new((settings.len() * positions.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    let mut reference: Vec<Option<Move<V>>> = Vec::new();
    let mut outcomes = Vec::new();
    for setting in settings {
        bar.set_message(setting.name.clone());
        let hash_bytes = (args.hash_mib as usize) << 20;
        let mut searcher = Searcher::new(Linear::<V>::default(), setting.options, hash_bytes);
        let start = Instant::now();
        let (mut moves, mut nodes) = (Vec::new(), 0);
        for (position, _) in &positions {
            searcher.clear();
            let limits = Limits::depth(depth);
            let result = searcher.search(position, &limits, &StopFlag::new(), &mut ());
            nodes += result.nodes;
            moves.push(result.best);
            bar.inc(1);
        }
        let time_ms = start.elapsed().as_millis() as u64;
        if reference.is_empty() {
            reference.clone_from(&moves);
        }
        let solved = moves.iter().zip(&positions).filter(|(mv, (_, best))| **mv == Some(*best));
        outcomes.push(Outcome {
            setting: setting.name.clone(),
            nodes,
            time_ms,
            agree: moves.iter().zip(&reference).filter(|(a, b)| a == b).count(),
            solved: solved.count(),
            positions: positions.len(),
        });
    }
    bar.finish_and_clear();
    show(args, depth, &outcomes);
}

/// The positions with their best moves.
fn positions<V: Variant>(most: usize) -> Vec<(Position<V>, Move<V>)> {
    let text = if V::FILES == 9 {
        include_str!("data/tactics9.tsv")
    } else {
        include_str!("data/tactics5.tsv")
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(sfen, best)| Some((sfen.parse().ok()?, best.parse().ok()?)))
        .take(most)
        .collect()
}

fn show(args: &ExperimentArgs, depth: u32, outcomes: &[Outcome]) {
    let Some(first) = outcomes.first() else { return };
    if args.json {
        for outcome in outcomes {
            match serde_json::to_string(outcome) {
                Ok(line) => print_line(&line),
                Err(fault) => fail(fault),
            }
        }
    } else {
        print_line(&format!("{} positions to depth {depth}", first.positions));
        print_line(&"setting                        nodes   ratio     ms  agree solved");
        for o in outcomes {
            print_line(&format!(
                "{:24} {:11} {:7.2} {:6} {:6} {:6}",
                o.setting,
                o.nodes,
                o.nodes as f64 / first.nodes.max(1) as f64,
                o.time_ms,
                o.agree,
                o.solved
            ));
        }
    }
    if let Some(path) = &args.svg {
        draw(path, depth, outcomes)
            .unwrap_or_else(|fault| fail(format!("{}: {fault}", path.display())));
    }
}

/// A bar for the nodes of each setting.
fn draw(path: &Path, depth: u32, outcomes: &[Outcome]) -> Result<(), Box<dyn Error>> {
    let height = 110 + 26 * outcomes.len() as u32;
    let area = SVGBackend::new(path, (900, height)).into_drawing_area();
    area.fill(&WHITE)?;
    let most = outcomes.iter().map(|o| o.nodes).max().unwrap_or(1) as f64 / 1e6;
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("Million nodes to depth {depth}"), ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(210)
        .build_cartesian_2d(0.0..most * 1.05, (0..outcomes.len() as i32 - 1).into_segmented())?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(outcomes.len())
        .y_label_formatter(&|value| match value {
            SegmentValue::CenterOf(i) | SegmentValue::Exact(i) => outcomes
                .get(outcomes.len().wrapping_sub(1 + *i as usize))
                .map_or_else(String::new, |o| {
                    format!("{} ({}/{})", o.setting, o.solved, o.positions)
                }),
            SegmentValue::Last => String::new(),
        })
        .x_desc("million nodes; in brackets: solved")
        .draw()?;
    chart.draw_series(
        Histogram::horizontal(&chart)
            .style(BLUE.mix(0.6).filled())
            .margin(3)
            .data(outcomes.iter().rev().enumerate().map(|(i, o)| (i as i32, o.nodes as f64 / 1e6))),
    )?;
    area.present()?;
    Ok(())
}
