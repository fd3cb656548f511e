//! The two worst threats, and what they take off the static value.

use sakiyomi_eval::Score;
use sakiyomi_rules::{Move, Position, Square, Variant};

use crate::ThreatOptions;

/// The square of the victim or, where nothing is taken, of the man that promotes: what tells threats apart. Strikes that
/// share it cannot both be carried out.
#[inline]
pub(super) fn struck<V: Variant>(position: &Position<V>, mv: Move<V>) -> Square<V> {
    match mv.from() {
        Some(from) if position.kind_at(mv.to()).is_none() => from,
        _ => mv.to(),
    }
}

/// The two worst outcomes so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worst<V: Variant> {
    pub(super) static_value: Score,
    /// threat1 of list 7.
    pub(super) first: Score,
    /// threat2 of lists 7 and 8.
    pub(super) second: Score,
    /// What leads to the first, and what it strikes.
    by: Option<(Move<V>, Square<V>)>,
}

impl<V: Variant> Worst<V> {
    pub(super) const fn new(static_value: Score) -> Self {
        Self { static_value, first: static_value, second: static_value, by: None }
    }

    /// The move that leads to the worst outcome.
    #[inline]
    pub(super) fn by(&self) -> Option<Move<V>> {
        self.by.map(|(mv, _)| mv)
    }

    /// KFEnd list 7. What does not beat the second is no news.
    #[inline]
    pub(super) fn add(
        &mut self,
        score: Score,
        mv: Move<V>,
        target: Square<V>,
        options: &ThreatOptions,
    ) {
        let same_victim =
            options.one_for_each_victim && self.by.is_some_and(|(_, other)| other == target);
        if score < self.first {
            if options.double && !same_victim {
                self.second = self.first;
            }
            (self.first, self.by) = (score, Some((mv, target)));
        } else if options.double && score < self.second && !same_victim {
            self.second = score;
        }
    }

    /// What is left after the best answer to a check: the second of two threats, the check having been the first.
    pub(super) fn add_after_check(&mut self, left: Score, options: &ThreatOptions) {
        self.first = self.first.min(left);
        if options.double {
            self.second = self.first;
        }
    }

    /// From which score on an outcome is no news.
    #[inline]
    pub(super) fn limit(&self, options: &ThreatOptions) -> Score {
        if options.double { self.second } else { self.first }
    }

    /// The end of lists 6 to 8.
    #[inline]
    pub(super) fn modified(&self, options: &ThreatOptions) -> Score {
        let less = |after: Score, divisor: i32| {
            let loss = (self.static_value - after).min(options.loss_cap).max(Score::ZERO);
            // Held within what an evaluation may be.
            Score::centipawns((self.static_value - loss / divisor.max(1)).value())
        };
        let single = less(self.first, options.single_divisor);
        single.min(less(self.second, options.double_divisor))
    }
}
