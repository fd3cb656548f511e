//! The USI protocol over any reader and writer.
//!
//! [`Usi`] is the engine's side: it reads commands, thinks on a thread of its own while it goes on reading, and writes
//! answers. `examples/usi` is this on standard input and output:
//!
//! ```no_run
//! sakiyomi_usi::Usi::default().run(std::io::stdin().lock(), std::io::stdout())?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! An engine with an evaluator of one's own needs little more:
//!
//! ```
//! use sakiyomi::{Material, Shogi};
//! use sakiyomi_usi::Usi;
//!
//! let usi = Usi::new("Head Count", "A. N. Author")
//!     .shogi_evaluator("mine", || Material::conventional::<Shogi>());
//! let commands = "usi\nisready\nposition startpos moves 7g7f\ngo depth 2\n";
//! let answers = usi.answers(commands);
//! assert!(answers.starts_with("id name Head Count\n"));
//! assert!(answers.lines().last().unwrap().starts_with("bestmove "));
//! ```
//!
//! [`EngineProcess`] is the other side: it runs an engine as a process and asks it for moves.
//!
//! Sources: the protocol as the pages of Shogidokoro describe it (将棋所), and what GUIs and servers are known to send
//! beyond it. Where it leaves things open:
//! - `position` with a board of the other variant's size is enough to change the variant for that position.
//! - A broken `position` is answered by `info string` and changes nothing.
//! - `go` without any limit thinks for 2.5 s, as the level Hard does.
//! - Options set while the engine thinks hold from the next `go` on.
//! - A panic while thinking, in an evaluator of somebody else's for instance, is told by `info string error: …` and answered
//!   by the best move found until then, or any legal one; the conversation goes on with an engine built anew.
//! - `gameover` ends a search without a `bestmove`; the end of input ends it with one.

mod client;
mod go;
mod job;
mod order;
mod output;
mod seat;
mod session;
mod settings;
mod usi;

pub use client::{Answer, ClientError, EngineProcess};
pub use usi::Usi;
