//! The weights of the linear evaluation, and the file that holds them.
//!
//! The file is little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | `SKYW` |
//! | 4–5 | version, 1 |
//! | 6, 7 | files and ranks of the board |
//! | 8–31 | sizes of the six parts, four bytes each |
//! | 32– | the weights, two bytes each, parts in the order of [`FeaturePart::ALL`] |
//! | last 8 | FNV-1a (64 bits) of everything before |
//!
//! Each step of FNV-1a is a bijection of its state, so a file with one changed byte never passes. Minishogi's file has
//! 4,210 bytes, shogi's 20,134.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use sakiyomi_rules::{Shogi, Variant};

use crate::{FeaturePart, Features};

const MAGIC: [u8; 4] = *b"SKYW";
const VERSION: u16 = 1;
const HEAD: usize = 32;
const CHECKSUM: usize = 8;

/// The weights of all features of a variant, in centipawns.
///
/// ```
/// use sakiyomi_eval::{Features, Weights};
/// use sakiyomi_rules::{Kind, Minishogi};
/// let mut weights = Weights::<Minishogi>::hand_set();
/// weights.set(Features::<Minishogi>::hand(Kind::Gold, 1), 609);
/// let bytes = weights.to_bytes();
/// assert_eq!(Weights::from_bytes(&bytes)?, weights);
/// # Ok::<(), sakiyomi_eval::WeightsError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Weights<V: Variant = Shogi> {
    values: Vec<i16>,
    variant: PhantomData<V>,
}

impl<V: Variant> Weights<V> {
    /// The largest size of a weight, either way; −32,768 is left out so that every weight has a negative.
    pub const MAX: i16 = i16::MAX;

    /// All zero.
    #[must_use]
    pub fn zero() -> Self {
        Self { values: vec![0; Features::<V>::LEN], variant: PhantomData }
    }

    /// One weight; 0 for an index past the last.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> i16 {
        self.values.get(index).copied().unwrap_or(0)
    }

    /// Sets a weight, held within ±[`MAX`](Self::MAX); an index past the last is left out.
    pub fn set(&mut self, index: usize, weight: i16) {
        if let Some(value) = self.values.get_mut(index) {
            *value = weight.max(-Self::MAX);
        }
    }

    /// All weights in the order of their features.
    #[must_use]
    pub fn as_slice(&self) -> &[i16] {
        &self.values
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + 2 * self.values.len() + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([V::FILES, V::RANKS]);
        for part in FeaturePart::ALL {
            bytes.extend((Features::<V>::size(part) as u32).to_le_bytes());
        }
        for value in &self.values {
            bytes.extend(value.to_le_bytes());
        }
        let checksum = fnv1a(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Says what is wrong and where: see [`WeightsError`]. Nothing larger than the variant's weights is allocated,
    /// whatever the file says.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let expected = HEAD + 2 * Features::<V>::LEN + CHECKSUM;
        let length = WeightsError::Length { found: bytes.len(), expected };
        let (magic, rest) = bytes.split_first_chunk::<4>().ok_or_else(|| length.clone())?;
        if *magic != MAGIC {
            return Err(WeightsError::Magic { found: *magic });
        }
        let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(|| length.clone())?;
        let version = u16::from_le_bytes(*version);
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let (&[files, ranks], mut rest) =
            rest.split_first_chunk::<2>().ok_or_else(|| length.clone())?;
        if (files, ranks) != (V::FILES, V::RANKS) {
            return Err(WeightsError::Board { files, ranks, variant: V::NAME });
        }
        for (i, part) in FeaturePart::ALL.into_iter().enumerate() {
            let (found, after) = rest.split_first_chunk::<4>().ok_or_else(|| length.clone())?;
            rest = after;
            let (found, size) = (u32::from_le_bytes(*found), Features::<V>::size(part) as u32);
            if found != size {
                return Err(WeightsError::PartSize {
                    offset: 8 + 4 * i,
                    part,
                    found,
                    expected: size,
                });
            }
        }
        if bytes.len() != expected {
            return Err(length);
        }
        let (content, stored) = bytes.split_at(expected - CHECKSUM);
        let stored = stored.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let computed = fnv1a(content);
        if stored != computed {
            return Err(WeightsError::Checksum { stored, computed });
        }
        let values: Vec<i16> = content[HEAD..]
            .chunks_exact(2)
            .map(|two| i16::from_le_bytes([two[0], two[1]]))
            .collect();
        if let Some(index) = values.iter().position(|&value| value < -Self::MAX) {
            let part = Features::<V>::part_of(index).unwrap_or(FeaturePart::Tempo);
            return Err(WeightsError::Weight { offset: HEAD + 2 * index, part });
        }
        Ok(Self { values, variant: PhantomData })
    }
}

impl<V: Variant> fmt::Debug for Weights<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights<{}>({} numbers)", V::NAME, self.values.len())
    }
}

/// Why bytes are not a file of weights. Offsets count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It begins with something else.
    #[error("byte 0: found {found:?}, expected {MAGIC:?} (\"SKYW\")")]
    Magic {
        /// The first four bytes.
        found: [u8; 4],
    },
    /// A version that this library does not read.
    #[error("byte 4: found version {found}, expected {VERSION}")]
    Version {
        /// Its version.
        found: u16,
    },
    /// Weights of another board.
    #[error("byte 6: found a board of {files} by {ranks}, expected that of {variant}")]
    Board {
        /// Its files.
        files: u8,
        /// Its ranks.
        ranks: u8,
        /// The variant that was asked for.
        variant: &'static str,
    },
    /// A part of another size.
    #[error("byte {offset}: found {found} weights for {part}, expected {expected}")]
    PartSize {
        /// Where the size stands.
        offset: usize,
        /// The part.
        part: FeaturePart,
        /// The size in the file.
        found: u32,
        /// The size that the part has.
        expected: u32,
    },
    /// Bytes missing at the end, or too many.
    #[error("byte {}: found {found} bytes, expected {expected}", found.min(expected))]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there have to be.
        expected: usize,
    },
    /// The content was changed.
    #[error("checksum at the end: found {stored:#018x}, expected {computed:#018x}")]
    Checksum {
        /// What the file says.
        stored: u64,
        /// What its content gives.
        computed: u64,
    },
    /// −32,768, which has no negative.
    #[error("byte {offset}: found weight -32768 in {part}, expected -32767 to 32767")]
    Weight {
        /// Where the weight stands.
        offset: usize,
        /// The part it belongs to.
        part: FeaturePart,
    },
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Minishogi;
    use std::string::ToString;

    #[test]
    fn the_checksum_is_fnv1a() {
        // From the authors' test vectors.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    fn random<V: Variant>(seed: u64) -> Weights<V> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut weights = Weights::zero();
        (0..Features::<V>::LEN).for_each(|i| weights.set(i, random.i16(..)));
        weights
    }

    #[test]
    fn a_file_gives_the_weights_back() {
        let small = random::<Minishogi>(1);
        assert_eq!(small.to_bytes().len(), 4_210);
        assert_eq!(Weights::from_bytes(&small.to_bytes()), Ok(small));
        let large = random::<Shogi>(2);
        assert_eq!(large.to_bytes().len(), 20_134);
        assert_eq!(Weights::from_bytes(&large.to_bytes()), Ok(large));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let good = random::<Minishogi>(3).to_bytes();
        for i in 0..good.len() {
            let mut bad = good.clone();
            bad[i] ^= 1 << (i % 8);
            assert!(Weights::<Minishogi>::from_bytes(&bad).is_err(), "byte {i}");
            assert!(Weights::<Minishogi>::from_bytes(&good[..i]).is_err(), "cut at {i}");
        }
        let long = [good.as_slice(), &[0]].concat();
        assert_eq!(
            Weights::<Minishogi>::from_bytes(&long),
            Err(WeightsError::Length { found: 4_211, expected: 4_210 })
        );
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let good = Weights::<Minishogi>::hand_set().to_bytes();
        let message = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bad = good.clone();
            change(&mut bad);
            Weights::<Minishogi>::from_bytes(&bad).unwrap_err().to_string()
        };
        assert!(message(&|b| b[0] = b'X').starts_with("byte 0: found [88, 75, 89, 87]"));
        assert_eq!(message(&|b| b[4] = 9), "byte 4: found version 9, expected 1");
        assert_eq!(
            message(&|b| b[11] = 0xff),
            "byte 8: found 4278190355 weights for piece-square, expected 275"
        );
        assert_eq!(message(&|b| b.truncate(100)), "byte 100: found 100 bytes, expected 4210");
        assert_eq!(
            Weights::<Shogi>::from_bytes(&good).unwrap_err().to_string(),
            "byte 6: found a board of 5 by 5, expected that of shogi"
        );
        assert!(message(&|b| b[40] ^= 1).starts_with("checksum at the end"));
        let too_low = message(&|b| {
            b[HEAD + 600..HEAD + 602].copy_from_slice(&i16::MIN.to_le_bytes());
            let end = b.len() - CHECKSUM;
            let checksum = fnv1a(&b[..end]).to_le_bytes();
            b[end..].copy_from_slice(&checksum);
        });
        assert!(too_low.starts_with("byte 632: found weight -32768 in attack"), "{too_low}");
    }
}
