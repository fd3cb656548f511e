//! The units of work that are timed, with what they must answer.

use crate::corpus::Corpus;

/// A perft of one named position.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// The name of the position in the corpus.
    pub position: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The known number of leaves.
    pub leaves: u64,
}

/// Perft of the start position, 4 plies.
pub const START_4: Perft = Perft { position: "start", depth: 4, leaves: 719_731 };
/// Perft of the start position, 5 plies.
pub const START_5: Perft = Perft { position: "start", depth: 5, leaves: 19_861_490 };
/// Perft of the middle game with many drops and promotions, 3 plies.
pub const MATSURI_3: Perft = Perft { position: "matsuri", depth: 3, leaves: 4_809_015 };
/// The same, 4 plies.
pub const MATSURI_4: Perft = Perft { position: "matsuri", depth: 4, leaves: 516_925_165 };
/// Perft of the position with the most legal moves, 593, 2 plies.
pub const MAX_2: Perft = Perft { position: "max", depth: 2, leaves: 105_677 };
/// The same, 3 plies.
pub const MAX_3: Perft = Perft { position: "max", depth: 3, leaves: 53_393_368 };

/// Perft of minishogi's start position, 6 plies.
pub const MINI_START_6: Perft = Perft { position: "start", depth: 6, leaves: 8_276_188 };
/// Perft of minishogi's bare kings with all men in black's hand, 3 plies.
pub const MINI_HANDS_3: Perft = Perft { position: "hands", depth: 3, leaves: 31_823 };

/// One thing to time.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Perft with the last ply counted only.
    PerftBulk(Perft),
    /// Perft with every leaf made.
    PerftFull(Perft),
    /// Listing the legal moves of every position.
    List,
    /// Counting the legal moves of every position.
    Count,
    /// Making and taking back every legal move of every position.
    MakeUnmake,
    /// Asking of every legal move of every position whether it gives check.
    GivesCheck,
    /// Asking of every position whether the side to move is in check.
    InCheck,
    /// Reading every position from its SFEN.
    Parse,
}

impl Work {
    /// How many units (leaves, moves or positions) one pass does.
    #[must_use]
    pub fn units(self, corpus: &Corpus) -> u64 {
        match self {
            Self::PerftBulk(perft) | Self::PerftFull(perft) => perft.leaves,
            Self::List | Self::Count | Self::MakeUnmake | Self::GivesCheck => corpus.total_moves(),
            Self::InCheck | Self::Parse => corpus.cases().len() as u64,
        }
    }

    /// What one pass must answer; `None` where each library has an answer of its own.
    #[must_use]
    pub fn answer(self, corpus: &Corpus) -> Option<u64> {
        match self {
            Self::PerftBulk(perft) | Self::PerftFull(perft) => Some(perft.leaves),
            Self::List | Self::Count => Some(corpus.total_moves()),
            // Keys are random numbers, and every library has drawn others.
            Self::MakeUnmake => None,
            Self::GivesCheck => Some(corpus.total_checks()),
            Self::InCheck => Some(corpus.total_in_check()),
            Self::Parse => Some(corpus.cases().len() as u64),
        }
    }
}
