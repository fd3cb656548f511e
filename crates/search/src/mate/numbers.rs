//! Proof and disproof numbers.

/// As the number of plies left: any number.
pub(super) const NO_LIMIT: u32 = u16::MAX as u32;
/// Proof and disproof numbers end here.
pub(super) const INFINITE: u32 = 1 << 28;
/// Rests on nothing but the position.
pub(super) const PURE: i32 = i32::MAX;

/// Proof and disproof number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Plies to the mate, at most, where it is proven.
    pub(super) plies: u32,
    /// The lowest ply to which a refutation goes back; it holds for other paths only from there on.
    pub(super) reach: i32,
}

impl Numbers {
    pub(super) const fn proven(plies: u32) -> Self {
        Self { proof: 0, disproof: INFINITE, plies, reach: PURE }
    }

    pub(super) const fn refuted() -> Self {
        Self { proof: INFINITE, disproof: 0, plies: 0, reach: PURE }
    }

    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, plies: 0, reach: PURE }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    /// Whether it is refuted on every path that leads to the root.
    pub(super) const fn is_refuted_for_good(self) -> bool {
        self.disproof == 0 && self.reach >= 0
    }
}
