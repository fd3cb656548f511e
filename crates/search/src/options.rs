//! What the search does, as a value: every technique is a field.

use sakiyomi_quiescence::QuiescenceOptions;
use sakiyomi_rules::DeclarationRule;

/// How results in the transposition table are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableUse {
    /// Not at all.
    Off,
    /// Only results of exactly the depth asked for, and not in the quiescence search: values are then those of a search
    /// without a table. For experiments.
    SameDepth,
    /// Results of the depth asked for and deeper.
    Full,
}

/// Options of a search. Each field is one technique; see [`Preset`](crate::Preset) for sets of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The quiescence search at the leaves.
    pub quiescence: QuiescenceOptions,
    /// The transposition table.
    pub table: TableUse,
    /// Searches the first move with the open window and the others with an empty one (principal variation search,
    /// Marsland and Campbell 1982).
    pub principal_variation: bool,
    /// Searches a window round the last iteration's score first (aspiration windows).
    pub aspiration: bool,
    /// Moves that cut elsewhere at the same ply are tried early (killer moves).
    pub killers: bool,
    /// One ply more in check (5五将棋 CPU).
    pub check_extension: bool,
    /// By which rule a side may win by entering king, at the root and in the tree; `None` if it may not.
    pub declaration: Option<DeclarationRule>,
    /// What a draw by repetition is worth less than 0 to the side that searches, in centipawns.
    pub contempt_cp: i32,
}

impl SearchOptions {
    /// Alpha-beta and the quiescence search, and nothing else.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            quiescence: QuiescenceOptions::default(),
            table: TableUse::Off,
            principal_variation: false,
            aspiration: false,
            killers: false,
            check_extension: false,
            declaration: Some(DeclarationRule::Points27),
            contempt_cp: 0,
        }
    }
}
