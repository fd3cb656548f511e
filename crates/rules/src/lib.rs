//! Exact and fast rules of shogi (本将棋, 9×9) and minishogi (5五将棋, 5×5).
//!
//! A variant is a type: [`Position<Shogi>`](Position) and `Position<Minishogi>` are compiled apart, each with words and
//! tables of its own size. Legal moves are legal to the last rule: nifu, men that could never move, pins, forced
//! promotion and pawn-drop mate (uchifuzume) are settled before a move is written down, and lawful non-promotions are
//! never left out.
//!
//! ```
//! use sakiyomi_rules::{perft, Position, Shogi};
//!
//! let mut position: Position<Shogi> =
//!     "8k/9/8K/9/9/9/9/9/9 b 2P 1".parse()?;
//! assert_eq!(perft(&mut position, 1), position.legal_moves().len() as u64);
//! for mv in ["P*1b", "P*2i"] {
//!     println!("{mv}: {:?}", position.check_legality(mv.parse()?));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! - `std` (default): nothing yet needs it; without it the crate is `no_std` with `alloc`.
//! - `serde`: positions as SFEN, moves and squares as USI, sides, men and handicaps by name. Reading checks what parsing
//!   checks.

#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod bitboard;
mod bits;
mod color;
mod csa;
mod declaration;
mod diagram;
mod game;
mod geometry;
mod hand;
mod handicap;
mod history;
mod japanese;
mod legality;
mod movegen;
mod moves;
mod names;
mod outcome;
mod piece;
mod position;
mod position_command;
#[cfg(feature = "serde")]
mod serde_text;
mod setup;
mod sfen;
mod square;
mod svg;
mod usi;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use bits::{Bits, Bits25, Bits81};
pub use color::Color;
pub use csa::CsaError;
pub use declaration::{Declaration, DeclarationFaults, DeclarationRule, ImpasseCount};
pub use game::{Game, GameError};
pub use hand::Hand;
pub use handicap::{Handicap, HandicapError};
pub use history::{History, Repetition};
pub use japanese::JapaneseError;
pub use legality::IllegalMove;
pub use movegen::{CheckSquares, MoveSink, Stage, perft, perft_full};
pub use moves::{Move, MoveList};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use piece::{Kind, Piece};
pub use position::{Position, Undo};
pub use position_command::{MAX_MOVES, PositionCommandError};
pub use setup::{Setup, SetupFaults};
pub use sfen::{SfenError, SfenField};
pub use square::{Square, SquareError};
pub use svg::BoardSvg;
pub use usi::MoveTextError;
pub use variant::{Minishogi, RepetitionRule, Shogi, Variant, attacks_of};
