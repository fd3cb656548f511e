//! Measurements of the sakiyomi crates.
//!
//! The rules are measured beside the fastest rules libraries published for Rust:
//! [`subject`] says what a library is asked to do, [`peers`] holds one
//! implementation per library, [`corpus`] the positions, and [`runner`] binds the
//! three together behind one object-safe trait. Two front ends use them:
//!
//! - `cargo run --profile bench -p benches --bin rules_ratios` runs all libraries
//!   interleaved in one process and prints ratios, which stay meaningful on a
//!   machine whose speed drifts;
//! - `cargo bench -p benches --bench rules` follows one library over time.
//!
//! The quiescence search is measured against itself, technique by technique:
//!
//! - `cargo run --release -p benches --bin quiescence_table` prints the ablation table,
//!   over the positions of [`games`];
//! - `cargo bench -p benches --bench quiescence` follows its parts over time.
//!
//! To add a library, implement [`subject::RulesSubject`] and name it in
//! [`runner::runners`].

pub mod corpus;
pub mod games;
pub mod ours;
pub mod peers;
pub mod runner;
pub mod subject;
pub mod work;
