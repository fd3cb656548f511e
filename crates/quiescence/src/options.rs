//! What the quiescence search does, as a value.

/// Options of the quiescence search; [`Default`] is KFEnd's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuiescenceOptions {
    /// Plies of the first stage, in which all captures are searched, before only recaptures are (KFEnd list 9: 3).
    pub stage_depth: u32,
    /// Whether pawn promotions are searched with the captures (KFEnd, after Kotani and Iida 1995).
    pub pawn_promotions: bool,
}

impl Default for QuiescenceOptions {
    fn default() -> Self {
        Self { stage_depth: 3, pawn_promotions: true }
    }
}
