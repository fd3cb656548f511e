//! Hash keys: one random word for each man on each square and for each count of men in hand.

/// The next word of the SplitMix64 sequence (Steele, Lea and Flood 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `[piece code][square]`; the row of empty squares is 0, so that a capture's key can be taken without a branch.
pub(crate) const fn board_keys<const N: usize>(seed: u64) -> [[u64; N]; 32] {
    let mut state = seed;
    let mut keys = [[0; N]; 32];
    let mut piece = 0;
    while piece < 31 {
        let mut square = 0;
        while square < N {
            keys[piece][square] = next(&mut state);
            square += 1;
        }
        piece += 1;
    }
    keys
}

/// Taken in when white is to move.
pub(crate) const WHITE_TO_MOVE: u64 = 0x5d1c_29a4_7be0_83f7;

/// `[colour][kind]`: added once for each man held, wrapping; so a hand's key is a sum and needs no count.
static HAND: [[u64; 8]; 2] = {
    let mut state = 0x6861_6e64_6b65_7973;
    let mut keys = [[0; 8]; 2];
    let mut i = 0;
    while i < 16 {
        keys[i / 8][i % 8] = next(&mut state) | 1;
        i += 1;
    }
    keys
};

#[inline(always)]
pub(crate) fn hand(color: usize, kind: usize) -> u64 {
    HAND[color & 1][kind & 7]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn sums_of_hand_keys_do_not_collide() {
        use std::collections::HashSet;
        let most = [18, 4, 4, 4, 2, 2, 4];
        // Every pair of hands of two kinds each, for both sides.
        let mut seen = HashSet::new();
        for a in 0..Kind::HAND.len() {
            for b in a + 1..Kind::HAND.len() {
                for (na, nb) in (1..=most[a]).flat_map(|na| (1..=most[b]).map(move |nb| (na, nb))) {
                    for color in 0..2 {
                        let key = hand(color, a)
                            .wrapping_mul(na)
                            .wrapping_add(hand(color, b).wrapping_mul(nb));
                        assert!(seen.insert(key));
                    }
                }
            }
        }
    }
}
