//! The engine as a USI program, to be loaded into ShogiHome, Shogidokoro or a client of floodgate.
//!
//! ```text
//! cargo build --release --example usi      # then load target/release/examples/usi
//! printf 'usi\nisready\nposition startpos\ngo movetime 500\n' | (cat; sleep 1) | target/release/examples/usi
//! ```
//!
//! It takes no arguments: everything is set by options, which it lists when it is told `usi`.

use std::io::{stdin, stdout};

use sakiyomi_usi::Usi;

fn main() -> std::io::Result<()> {
    Usi::default().run(stdin().lock(), stdout())
}
