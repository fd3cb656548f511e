//! What paired games say of the difference in strength.

/// Results so far, from the first player's side. Games come in pairs with one opening and both colours, so that what the
/// opening gives one player it gives the other; the spread is that of the pairs, not of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs by their points: 0, ½, 1, 1½, 2.
    pairs: [u32; 5],
}

/// A game from the first player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// Lost.
    Loss = 0,
    /// Drawn.
    Draw = 1,
    /// Won.
    Win = 2,
}

impl Tally {
    /// Adds the two games of an opening.
    pub fn add(&mut self, pair: [Points; 2]) {
        for points in pair {
            match points {
                Points::Win => self.wins += 1,
                Points::Draw => self.draws += 1,
                Points::Loss => self.losses += 1,
            }
        }
        self.pairs[pair[0] as usize + pair[1] as usize] += 1;
    }

    /// Games so far.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points; 0 without a game.
    #[must_use]
    pub fn share(&self) -> f64 {
        let [wins, draws] = [self.wins, self.draws].map(f64::from);
        (wins + draws / 2.0) / f64::from(self.games().max(1))
    }

    /// The share with its 95 % interval: the normal approximation of the mean of the pairs, with one pair won and one lost
    /// added for the spread, so that a clean sweep has an interval, too.
    #[must_use]
    pub fn share_interval(&self) -> [f64; 3] {
        let mut pairs = self.pairs.map(f64::from);
        pairs[0] += 1.0;
        pairs[4] += 1.0;
        let count: f64 = pairs.iter().sum();
        let points = |index: usize| index as f64 / 4.0;
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            pairs.iter().enumerate().map(|(index, pairs)| pairs * f(points(index))).sum()
        };
        let mean = sum(&|points| points) / count;
        let variance = sum(&|points| (points - mean).powi(2)) / (count - 1.0);
        let error = 1.96 * (variance / count).sqrt();
        [self.share(), (mean - error).max(0.0), (mean + error).min(1.0)]
    }

    /// The difference in Elo with its 95 % interval.
    #[must_use]
    pub fn elo(&self) -> [f64; 3] {
        self.share_interval().map(elo)
    }
}

/// A share of the points as a difference in Elo; a clean sweep has no finite one and gives 1200.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_pairs() {
        let mut even = Tally::default();
        // Every opening wins for one colour: no spread but for the two pairs added.
        (0..100).for_each(|_| even.add([Points::Win, Points::Loss]));
        let [share, low, high] = even.share_interval();
        assert!((share - 0.5).abs() < 1e-9 && low > 0.48 && high < 0.52, "{low} {high}");
        let mut spread = Tally::default();
        (0..50).for_each(|_| spread.add([Points::Win, Points::Win]));
        (0..50).for_each(|_| spread.add([Points::Loss, Points::Loss]));
        let [share, low, high] = spread.share_interval();
        assert!((share - 0.5).abs() < 1e-9 && low < 0.41 && high > 0.59, "{low} {high}");
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let mut tally = Tally::default();
        (0..10).for_each(|_| tally.add([Points::Win, Points::Draw]));
        assert!((tally.elo()[0] - 190.85).abs() < 0.01);
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.games()), (10, 10, 0, 20));
    }
}
