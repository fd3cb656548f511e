//! What each technique of the quiescence search costs: nodes and time of a call over a fixed set of positions.
//!
//! ```text
//! cargo run --release -p benches --bin quiescence_table
//! ```
//!
//! Prints a Markdown table for each board and kind of window. A full window gives the exact value, as KFEnd ranks moves
//! by; a null window just above the static value is what an alpha-beta search mostly asks for. Rows take turns, position
//! by position, so that a computer whose speed drifts slows all of them; times are of this thread's processor. About
//! a minute.

use std::time::Duration;

use benches::games::{Recorded, positions};
use clap::Parser;
use cpu_time::ThreadTime;
use sakiyomi_eval::{Line, Material, Score};
use sakiyomi_quiescence::{Quiescence, QuiescenceOptions, ThreatOptions, ThreatPlace, Unlimited};
use sakiyomi_rules::{Minishogi, Shogi, Variant};

#[derive(Parser)]
#[command(about = "Prints the ablation table of the quiescence search")]
struct Args {
    /// Positions of each board.
    #[arg(long, default_value_t = 500)]
    positions: usize,
    /// Most nodes of a call; one stage of all captures would now and then need millions.
    #[arg(long, default_value_t = 20_000)]
    budget: u64,
    /// Rounds over all positions; the quickest counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

struct Row {
    id: &'static str,
    what: &'static str,
    options: QuiescenceOptions,
    nodes: u64,
    time: Duration,
    cut: u64,
    values: Vec<Score>,
}

fn rows(budget: u64) -> Vec<Row> {
    let two_stages = QuiescenceOptions::default();
    let stages = |depth| {
        let mut options = two_stages;
        options.stage_depth = depth;
        options
    };
    let with = |change: fn(&mut ThreatOptions)| {
        let mut threats = ThreatOptions::kfend();
        change(&mut threats);
        two_stages.with_threats(Some(threats))
    };
    let mut mate = two_stages;
    mate.mate_in_one = true;
    let mut even = two_stages;
    even.only_even_exchanges = true;
    let divisors = |single, double| {
        let mut threats = ThreatOptions::kfend();
        (threats.single_divisor, threats.double_divisor) = (single, double);
        two_stages.with_threats(Some(threats))
    };
    let modern = QuiescenceOptions::modern();
    [
        ("A0", "one stage, all captures", QuiescenceOptions::gogo_shogi()),
        ("A1", "one stage, SEE ≥ 0", modern),
        (
            "A1h",
            "Hiyoko: SEE ≥ 0, limit at ply 7, mate in one, no evasions",
            QuiescenceOptions::hiyoko(),
        ),
        ("A2", "two stages, depth 3", two_stages),
        ("A2a", "two stages, depth 0", stages(0)),
        ("A2b", "two stages, depth 1", stages(1)),
        ("A2c", "two stages, depth 6", stages(6)),
        ("A2s", "A2 with SEE ≥ 0", even),
        ("A2m", "A2 with mate in one", mate),
        ("A3", "A2, one threat ÷6", with(|t| (t.double, t.inescapable) = (false, false))),
        ("A4", "A3, two threats ÷2", with(|t| t.inescapable = false)),
        ("A5", "A4, inescapable ÷2", with(|_| {})),
        ("A6", "A5, each capture a threat of its own", with(|t| t.one_for_each_victim = false)),
        ("A7", "A5, useless work done too", with(|t| t.skip_useless = false)),
        ("A8a", "A5, ÷4 and ÷2", divisors(4, 2)),
        ("A8b", "A5, ÷8 and ÷3", divisors(8, 3)),
        ("A8c", "A5, ÷12 and ÷4", divisors(12, 4)),
        ("A9", "A1, threats from SEE", modern.with_threats(Some(ThreatOptions::exchanges()))),
        ("A9s", "A2, threats from SEE", two_stages.with_threats(Some(ThreatOptions::exchanges()))),
        ("A10", "A5, threats at the start only", with(|t| t.place = ThreatPlace::Start)),
        (
            "A11",
            "A5, there and in open windows only",
            with(|t| t.place = ThreatPlace::StartOfOpenWindow),
        ),
    ]
    .into_iter()
    .map(|(id, what, mut options)| {
        options.node_budget = Some(budget);
        let (nodes, time, cut, values) = (0, Duration::MAX, 0, Vec::new());
        Row { id, what, options, nodes, time, cut, values }
    })
    .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Window {
    Full,
    Null,
}

fn measure<V: Recorded>(args: &Args, window: Window) -> Vec<Row> {
    let material = Material::conventional::<V>();
    let positions = positions::<V>(args.positions);
    let mut rows = rows(args.budget);
    for _ in 0..args.rounds {
        let mut times = vec![Duration::ZERO; rows.len()];
        rows.iter_mut().for_each(|row| (row.nodes, row.cut) = (0, 0));
        rows.iter_mut().for_each(|row| row.values.clear());
        for position in &positions {
            let mut line = Line::new(&material, position.clone());
            let (alpha, beta) = match window {
                Window::Full => (-Score::INFINITE, Score::INFINITE),
                Window::Null => (line.value(), line.value() + Score::centipawns(1)),
            };
            for (row, time) in rows.iter_mut().zip(&mut times) {
                let quiescence = Quiescence::new(row.options);
                let mut control = Unlimited::default();
                let start = ThreadTime::now();
                let value = quiescence.search(&mut line, alpha, beta, 0, &(), &mut control);
                *time += start.elapsed();
                row.nodes += control.nodes;
                row.cut += u64::from(control.nodes >= args.budget);
                row.values.push(value.expect("nothing stops this search"));
            }
        }
        for (row, time) in rows.iter_mut().zip(times) {
            row.time = row.time.min(time);
        }
    }
    rows
}

fn print<V: Variant>(rows: &[Row], window: Window) {
    let find = |id| rows.iter().find(|row| row.id == id).expect("the row is there");
    let (one, two) = (find("A1"), find("A2"));
    let window_name = match window {
        Window::Full => "full window",
        Window::Null => "null window above the static value",
    };
    let calls = one.values.len() as f64;
    println!("\n{}, {window_name}, {calls} positions\n", V::NAME);
    println!(
        "| id | quiescence search | nodes | µs | ns/node | ×A1 nodes | ×A2 nodes | ×A2 time | cut |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for row in rows {
        let nanos = row.time.as_nanos() as f64;
        println!(
            "| {} | {} | {:.2} | {:.2} | {:.0} | {:.2} | {:.2} | {:.2} | {} |",
            row.id,
            row.what,
            row.nodes as f64 / calls,
            nanos / calls / 1_000.0,
            nanos / row.nodes as f64,
            row.nodes as f64 / one.nodes as f64,
            row.nodes as f64 / two.nodes as f64,
            nanos / two.time.as_nanos() as f64,
            row.cut,
        );
    }
    if window == Window::Full {
        let same = find("A5").values == find("A7").values;
        println!("\nA5 and A7 give the same values: {}.", if same { "yes" } else { "NO" });
    }
}

fn main() {
    let args = Args::parse();
    println!(
        "Nodes and time of one call. Cut: calls that used up the budget of {} nodes.",
        args.budget
    );
    for window in [Window::Full, Window::Null] {
        print::<Shogi>(&measure::<Shogi>(&args, window), window);
        print::<Minishogi>(&measure::<Minishogi>(&args, window), window);
    }
}
