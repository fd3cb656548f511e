//! Which game, decided while the program runs.

use std::fmt;
use std::str::FromStr;

use sakiyomi_rules::{Minishogi, Shogi, Variant};

/// A variant by its name.
///
/// ```
/// use sakiyomi::VariantName;
/// assert_eq!("minishogi".parse(), Ok(VariantName::Minishogi));
/// assert_eq!(VariantName::of_board("rbsgk/4p/5/P4/KGSBR b - 1"), Some(VariantName::Minishogi));
/// assert_eq!(VariantName::of_board("startpos"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum VariantName {
    /// Nine by nine (本将棋).
    #[default]
    Shogi,
    /// Five by five (5五将棋).
    Minishogi,
}

/// A text names no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is neither shogi nor minishogi")]
pub struct VariantNameError {
    /// The text.
    pub found: String,
}

impl VariantName {
    /// All variants.
    pub const ALL: [Self; 2] = [Self::Shogi, Self::Minishogi];

    /// The name of a variant type.
    #[must_use]
    pub fn of<V: Variant>() -> Self {
        if V::NAME == Minishogi::NAME { Self::Minishogi } else { Self::Shogi }
    }

    /// The name as text: `shogi` or `minishogi`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shogi => Shogi::NAME,
            Self::Minishogi => Minishogi::NAME,
        }
    }

    /// The variant whose board this SFEN or `position` line has, by its number of ranks. `None` for `startpos` and for
    /// boards of other sizes.
    #[must_use]
    pub fn of_board(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let board = words.find(|&word| word != "position" && word != "sfen")?;
        match board.matches('/').count() {
            4 => Some(Self::Minishogi),
            8 => Some(Self::Shogi),
            _ => None,
        }
    }
}

impl fmt::Display for VariantName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for VariantName {
    type Err = VariantNameError;

    fn from_str(text: &str) -> Result<Self, VariantNameError> {
        let found = Self::ALL.into_iter().find(|variant| variant.name() == text);
        found.ok_or_else(|| VariantNameError { found: text.to_owned() })
    }
}

/// Runs code that is generic over the variant with the one that a [`VariantName`] names: `V` stands for its type.
///
/// ```
/// use sakiyomi::{Position, VariantName, with_variant};
/// fn moves(name: VariantName) -> usize {
///     with_variant!(name, V => Position::<V>::start().count_legal())
/// }
/// assert_eq!((moves(VariantName::Shogi), moves(VariantName::Minishogi)), (30, 14));
/// ```
#[macro_export]
macro_rules! with_variant {
    ($name:expr, $V:ident => $body:expr) => {
        match $name {
            $crate::VariantName::Minishogi => {
                type $V = $crate::Minishogi;
                $body
            }
            // The enumeration may grow; each release of this macro knows all of its own.
            _ => {
                type $V = $crate::Shogi;
                $body
            }
        }
    };
}
