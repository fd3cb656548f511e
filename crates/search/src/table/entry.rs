//! An entry of the table, and how it lies in a word of 64 bits.

use sakiyomi_eval::Score;
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Move, Variant};

/// What the search proper stores; mates counted from the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<V: Variant> {
    pub(crate) mv: Option<Move<V>>,
    pub(crate) score: Score,
    /// The static value, whatever was searched; `None` in check.
    pub(crate) eval: Option<Score>,
    pub(crate) depth: i32,
    /// `None`: only the move and the static value count.
    pub(crate) bound: Option<Bound>,
}

/// Stands for "no static value". No score is as large.
const NO_EVAL: i16 = i16::MAX;

impl<V: Variant> Entry<V> {
    pub(super) fn pack(&self, generation: u8) -> u64 {
        let bits16 = |value: i16| u64::from(value.cast_unsigned());
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.value() as i16);
        let depth = (self.depth as i8).cast_unsigned();
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        u64::from(self.mv.map_or(0, Move::to_bits))
            | bits16(self.score.value() as i16) << 16
            | bits16(eval) << 32
            | u64::from(depth) << 48
            | bound << 56
            | u64::from(generation) << 58
    }

    pub(super) fn unpack(data: u64) -> Self {
        let eval = (data >> 32) as i16;
        Self {
            mv: Move::from_bits(data as u16),
            score: Score::from_value(i32::from((data >> 16) as i16)),
            eval: (eval != NO_EVAL).then(|| Score::from_value(i32::from(eval))),
            depth: depth_of(data),
            bound: match data >> 56 & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
        }
    }
}

pub(super) fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as i8)
}

pub(super) fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Shogi;

    #[test]
    fn every_field_survives_at_its_bounds() {
        let worst = Score::from_value(-32_500);
        for mv in [None, "8h2b+".parse().ok()] {
            for score in [worst, Score::ZERO, -worst] {
                for eval in [None, Some(worst), Some(-worst)] {
                    for depth in [-80, -1, 0, 1, 100, 127] {
                        for bound in
                            [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)]
                        {
                            let entry: Entry<Shogi> = Entry { mv, score, eval, depth, bound };
                            for generation in [0, 63] {
                                let data = entry.pack(generation);
                                assert_eq!(Entry::unpack(data), entry);
                                assert_eq!(depth_of(data), depth);
                                assert_eq!(generation_of(data), generation);
                            }
                        }
                    }
                }
            }
        }
    }
}
