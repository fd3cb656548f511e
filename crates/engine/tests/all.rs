//! The tests of the facade, in one program: each of several would be compiled with all that it tests.

mod bug_cases;
mod handle;
mod levels;
mod serde;
