//! To be written.

pub use sakiyomi_rules::{Color, Game, Minishogi, Position, Shogi, Variant, perft};
