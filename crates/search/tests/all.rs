//! The tests of the search, in one program: each of several would be compiled with all that it tests.

mod common;
mod control;
mod mate_claims;
mod mates;
mod minimax;
mod presets;
mod repetition;
mod tactics;
mod techniques;
