//! The tests of the quiescence search, in one program: each of several would be compiled with all that it tests.

mod common;
mod limits;
mod lists;
mod mate_in_one;
mod see;
mod stories;
mod threats;
