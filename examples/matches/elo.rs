//! What a match says of the difference in strength.

use crate::referee::Fault;

/// A match so far, from the first player's side. Games come in pairs with one opening and both colours, so that what the
/// opening gives one player it gives the other; the spread is that of the pairs, not of the games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// Pairs by their points: 0, ½, 1, 1½, 2.
    pairs: [u32; 5],
    /// Games that each player lost on time, by an illegal move, by a crash.
    pub(crate) time_losses: [u32; 2],
    pub(crate) illegal_moves: [u32; 2],
    pub(crate) crashes: [u32; 2],
    /// Games that were broken off and count as draws.
    pub(crate) unfinished: u32,
}

/// A game from the first player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Points {
    Loss = 0,
    Draw = 1,
    Win = 2,
}

impl Tally {
    pub(crate) fn add(&mut self, pair: [Points; 2]) {
        for points in pair {
            match points {
                Points::Win => self.wins += 1,
                Points::Draw => self.draws += 1,
                Points::Loss => self.losses += 1,
            }
        }
        self.pairs[pair[0] as usize + pair[1] as usize] += 1;
    }

    /// Counts what went wrong in a game, by the first player or the second.
    pub(crate) fn blame(&mut self, fault: Fault, player: usize) {
        match fault {
            Fault::Time => self.time_losses[player] += 1,
            Fault::IllegalMove => self.illegal_moves[player] += 1,
            Fault::Crash => self.crashes[player] += 1,
            Fault::TooLong => self.unfinished += 1,
        }
    }

    /// The share of points.
    pub(crate) fn share(&self) -> f64 {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        (wins + draws / 2.0) / (wins + draws + losses).max(1.0)
    }

    /// The share with its 95 % interval: the normal approximation of the mean of the pairs, with one pair won and one lost
    /// added for the spread, so that a clean sweep has an interval, too.
    pub(crate) fn share_interval(&self) -> [f64; 3] {
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
    pub(crate) fn elo(&self) -> [f64; 3] {
        self.share_interval().map(elo)
    }
}

/// A share of the points as a difference in Elo; a clean sweep has no finite one and gives 1200.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10()
}
