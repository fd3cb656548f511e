//! `serde` for the types of this crate, as the texts that people know: SFEN, USI, names. Reading checks everything that
//! parsing the text would; nothing unlawful comes in by this door.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{Color, Handicap, Kind, Move, Outcome, Piece, Position, Square, Variant};

/// Reads a text with a function.
struct Text<T, F> {
    read: F,
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T, E: Display, F: FnOnce(&str) -> Result<T, E>> Visitor<'_> for Text<T, F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<D: Error>(self, text: &str) -> Result<T, D> {
        (self.read)(text).map_err(D::custom)
    }
}

fn read<'de, T, E: Display, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Text { read, expected, value: PhantomData })
}

/// Types whose `Display` is what `FromStr` reads.
macro_rules! by_text {
    ($([$($generic:tt)*] $type:ty: $expected:literal),+ $(,)?) => {$(
        impl<$($generic)*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de, $($generic)*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read(deserializer, $expected, Self::from_str)
            }
        }
    )+};
}
by_text!(
    [V: Variant] Move<V>: "a USI move",
    [V: Variant] Square<V>: "a square",
    [] Handicap: "the name of a handicap",
);

impl<V: Variant> Serialize for Position<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_sfen())
    }
}

impl<'de, V: Variant> Deserialize<'de> for Position<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, "a position in SFEN", Self::from_sfen)
    }
}

/// As `black-wins-checkmate`; outcomes are written, not read.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, "\"black\" or \"white\"", |text| {
            let color = Self::ALL.into_iter().find(|color| color.name() == text);
            color.ok_or("a side is \"black\" or \"white\"")
        })
    }
}

/// The man that SFEN writes so: `P`, `+r`.
fn piece(text: &str) -> Option<Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Kind::ALL.map(|kind| Piece::new(color, kind)))
        .find(|piece| alloc::string::ToString::to_string(piece) == text)
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, "a man in SFEN", |text| piece(text).ok_or("no man of SFEN"))
    }
}

/// As SFEN writes black's: `P`, `+R`.
impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Piece::new(Color::Black, *self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let piece = Piece::deserialize(deserializer)?;
        match piece.color {
            Color::Black => Ok(piece.kind),
            Color::White => {
                Err(D::Error::invalid_value(Unexpected::Other("a small letter"), &"a capital"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Minishogi, Shogi};
    use serde::de::DeserializeOwned;

    fn back<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: &T, text: &str) {
        let written = serde_json::to_string(value).unwrap();
        assert_eq!(written, format!("\"{text}\""));
        assert_eq!(&serde_json::from_str::<T>(&written).unwrap(), value);
    }

    #[test]
    fn values_are_written_as_their_texts_and_read_back() {
        back(&Position::<Minishogi>::start(), "rbsgk/4p/5/P4/KGSBR b - 1");
        back(&"8h2b+".parse::<Move<Shogi>>().unwrap(), "8h2b+");
        back(&"7g".parse::<Square<Shogi>>().unwrap(), "7g");
        back(&Color::White, "white");
        back(&Piece::new(Color::White, Kind::Dragon), "+r");
        back(&Handicap::RookLance, "rook-lance");
        for kind in Kind::ALL {
            let written = serde_json::to_string(&kind).unwrap();
            assert_eq!(serde_json::from_str::<Kind>(&written).unwrap(), kind);
        }
        let outcome = serde_json::to_string(&Outcome::Ongoing).unwrap();
        assert_eq!(outcome, "\"ongoing\"");
    }

    #[test]
    fn unlawful_values_do_not_come_in() {
        let position = |text| serde_json::from_str::<Position<Shogi>>(text);
        let error = position("\"4k4/4R4/9/9/9/9/9/9/4K4 b - 1\"").unwrap_err();
        assert!(error.to_string().contains("in check"), "{error}");
        assert!(position("7").is_err());
        assert!(serde_json::from_str::<Move<Minishogi>>("\"9a9b\"").is_err());
        assert!(serde_json::from_str::<Kind>("\"p\"").is_err());
        assert!(serde_json::from_str::<Color>("\"b\"").is_err());
    }
}
