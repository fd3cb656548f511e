//! A slow, plain model of the rules, to judge the fast one by.
//!
//! The board is an array of squares, a move is tried by copying the whole position, and every
//! rule is one short function that can be read against the rule book. Nothing here is shared with
//! the library, so that a fault in the one is not a fault in the other.
//!
//! Legality is written twice over. [`NaivePosition::is_legal`] judges one move text by asking each
//! rule in turn; [`NaivePosition::legal_moves`] walks the pieces along their lines and is fast
//! enough to run through games. `naive_oracle.rs` checks that they agree.

#![allow(dead_code)]

mod lists;
mod notation;
mod position;
pub(crate) mod random;
mod rules;

pub(crate) use notation::{
    NaiveColor, NaiveKind, NaiveMove, NaivePiece, NaiveSquare, NaiveVariant,
};
pub(crate) use position::NaivePosition;
