//! Statistics with gravity: small numbers that bonuses push towards a bound and never beyond it.
//!
//! Each bonus is lessened by the share of the bound that is used up already, so old knowledge fades as new comes in
//! (Stockfish). The threads of a search share the numbers; an update lost to another thread does no harm.

use core::sync::atomic::{AtomicI16, Ordering};

#[inline]
pub(crate) fn read(value: &AtomicI16) -> i32 {
    i32::from(value.load(Ordering::Relaxed))
}

/// Adds a bonus; the value stays within plus and minus `most`.
pub(crate) fn add_within(value: &AtomicI16, bonus: i32, most: i32) {
    let bonus = bonus.clamp(-most, most);
    let old = read(value);
    let new = old + bonus - old * bonus.abs() / most;
    // A write takes the line from the other threads.
    if new != old {
        value.store(new as i16, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_bound() {
        let random = &mut fastrand::Rng::with_seed(2);
        let value = AtomicI16::new(0);
        for _ in 0..10_000 {
            add_within(&value, random.i32(-3000..6000), 16_384);
            assert!(read(&value).abs() <= 16_384);
        }
        assert!(read(&value) > 0);
    }

    #[test]
    fn a_bonus_counts_for_less_the_nearer_the_bound_is() {
        let value = AtomicI16::new(0);
        let mut before = 0;
        let mut last_gain = i32::MAX;
        for _ in 0..8 {
            add_within(&value, 100, 1000);
            let gain = read(&value) - before;
            assert!(0 < gain && gain < last_gain);
            (before, last_gain) = (read(&value), gain);
        }
        add_within(&value, 5000, 1000);
        assert_eq!(read(&value), 1000);
    }
}
