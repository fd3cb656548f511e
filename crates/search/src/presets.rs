//! Named sets of options.

use sakiyomi_quiescence::QuiescenceOptions;

use crate::{CheckExtension, Forward, NullMove, SearchOptions, TableUse};

/// A system whose search can be had by name.
///
/// The evaluation is not part of it: Hiyoko shogi's is [`Material::flat`](sakiyomi_eval::Material::flat).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// KFEnd (2000): two-stage quiescence search with threats, forward pruning by quiescence values.
    Kfend,
    /// Hiyoko shogi v0.06: pure alpha-beta, killers, table, a quiescence search of even exchanges, mate in one.
    Hiyoko,
    /// The minishogi program of the article 5五将棋の CPU のしくみ: alpha-beta with table, killers, check extension.
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
            Self::Kfend => SearchOptions {
                quiescence: QuiescenceOptions::kfend(),
                forward: Some(Forward::kfend()),
                ..plain
            },
            Self::Hiyoko => SearchOptions {
                quiescence: QuiescenceOptions::hiyoko(),
                killers: true,
                mate_in_one: true,
                ..plain
            },
            Self::GogoShogi => SearchOptions {
                quiescence: QuiescenceOptions::gogo_shogi(),
                killers: true,
                promotions_before_killers: true,
                check_extension: CheckExtension::Always,
                ..plain
            },
            Self::Full => SearchOptions {
                quiescence: QuiescenceOptions::modern(),
                principal_variation: true,
                aspiration: true,
                mate_distance_pruning: true,
                mate_in_one: true,
                root_mate_search: Some(5_000),
                killers: true,
                counter_moves: true,
                history: true,
                continuation_history: true,
                capture_history: true,
                bad_captures_last: true,
                null_move: Some(NullMove::adaptive()),
                table_value: true,
                correction_history: true,
                prob_cut: true,
                static_null_move: true,
                razoring: true,
                late_move_reductions: true,
                root_reductions: true,
                late_move_pruning: true,
                futility_pruning: true,
                exchange_pruning: true,
                internal_reduction: true,
                check_extension: CheckExtension::Horizon,
                one_reply_extension: true,
                singular_extension: true,
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

    /// The preset with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
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
