//! The techniques of the search one by one: what each is worth, seen by switching it off.
//!
//! ```text
//! cargo run --release --example ablation
//! cargo run --release --example ablation -- --preset kfend --depth 4 --svg ablation.svg
//! ```
//!
//! The first row is the preset as it is, the next ones have one technique each switched off: nodes and time to the same
//! depth, in how many positions the move stays the same, how many positions, which have one best move each, are solved.
//! Half a minute by default; progress goes to standard error.

use clap::Parser;
use examples::experiment::{ExperimentArgs, Setting, run};
use examples::{PresetName, for_variant};
use sakiyomi::Preset;
use sakiyomi_search::Technique;

#[derive(Parser)]
#[command(about = "Switches the techniques of a preset off one by one")]
struct Args {
    #[command(flatten)]
    experiment: ExperimentArgs,
    /// The search to take apart.
    #[arg(long, value_enum, default_value_t = PresetName::Full)]
    preset: PresetName,
}

fn main() {
    let args = Args::parse();
    let preset = Preset::from(args.preset);
    let whole = Setting { name: preset.name().to_owned(), options: preset.options() };
    let without = Technique::ALL.iter().filter(|technique| technique.is_on(&whole.options)).map(
        |&technique| Setting {
            name: format!("- {}", technique.name()),
            options: whole.options.with(technique, false),
        },
    );
    let settings: Vec<Setting> = std::iter::once(whole.clone()).chain(without).collect();
    let depth = if preset == Preset::Full { 10 } else { 4 };
    for_variant!(args.experiment.variant, run(&args.experiment, depth, &settings));
}
