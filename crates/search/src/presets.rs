//! Named sets of options.

use crate::{SearchOptions, TableUse};

/// A system whose search can be had by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// KFEnd (2000): two-stage quiescence search, threats, forward pruning.
    Kfend,
    /// Hiyoko shogi v0.06: pure alpha-beta, killers, table.
    Hiyoko,
    /// The minishogi program of the article 5五将棋の CPU のしくみ.
    GogoShogi,
    /// Everything that makes the search stronger.
    #[default]
    Full,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 4] = [Self::Kfend, Self::Hiyoko, Self::GogoShogi, Self::Full];

    /// The options it stands for.
    #[must_use]
    pub fn options(self) -> SearchOptions {
        let plain = SearchOptions { table: TableUse::Full, ..SearchOptions::plain() };
        match self {
            Self::Kfend => plain,
            Self::Hiyoko => SearchOptions { killers: true, ..plain },
            Self::GogoShogi => SearchOptions { killers: true, check_extension: true, ..plain },
            Self::Full => SearchOptions {
                principal_variation: true,
                aspiration: true,
                killers: true,
                check_extension: true,
                ..plain
            },
        }
    }

    /// As command lines name it: `kfend`, `hiyoko`, `gogo-shogi`, `full`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kfend => "kfend",
            Self::Hiyoko => "hiyoko",
            Self::GogoShogi => "gogo-shogi",
            Self::Full => "full",
        }
    }
}

impl From<Preset> for SearchOptions {
    fn from(preset: Preset) -> Self {
        preset.options()
    }
}

impl Default for SearchOptions {
    /// [`Preset::Full`].
    fn default() -> Self {
        Preset::Full.options()
    }
}
