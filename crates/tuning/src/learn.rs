//! Logistic regression of game results on weights: "Texel's method".
//!
//! 1. A value of `v` centipawns for black foretells the share σ(v / scale) of the points. The scale is fitted first, with
//!    the weights as they are.
//! 2. What is to be foretold is a mix of the game's result and of what the search said, the latter through the same σ.
//! 3. The mean logistic loss, with a pull of each weight towards where it began, is made small by Adam over batches in
//!    an order drawn anew for each pass.
//! 4. Games set aside judge each pass; the weights of the best pass are the result.
//!
//! Source: 5五将棋 CPU, "機械学習で点数を決める"; the mix and Adam are today's usual.
//!
//! The sums of a batch are formed in [`LANES`] lanes that are added up in a fixed order, so the result is the same
//! whatever the number of threads.

use std::ops::ControlFlow;

use crate::Samples;

/// How weights are learned.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnOptions {
    /// The game result's share of what is to be foretold; the search score has the rest.
    pub result_share: f32,
    /// Most passes over the samples.
    pub epochs: usize,
    /// Samples of a batch.
    pub batch: usize,
    /// The first step size in centipawns; it falls to a hundredth over the passes.
    pub rate_cp: f32,
    /// How far a weight is expected to move, in centipawns (standard deviation of the prior). One number for each
    /// weight, or one for all.
    pub prior_cp: Vec<f32>,
    /// Passes without gain on the games set aside after which learning stops.
    pub patience: usize,
    /// What the order of samples follows from.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self {
            result_share: 0.5,
            epochs: 30,
            batch: 8_192,
            rate_cp: 2.0,
            prior_cp: vec![100.0],
            patience: 4,
            seed: 1,
            threads: 1,
        }
    }
}

/// A pass over the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: usize,
    /// Mean logistic loss over the samples as they were met.
    pub loss: f64,
    /// Mean logistic loss over the games set aside, after the pass.
    pub held_out_loss: f64,
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// In centipawns.
    pub weights: Vec<f32>,
    /// Centipawns at which the expected share is σ(1), 73 %.
    pub scale_cp: f32,
    /// Mean loss on the games set aside before learning.
    pub first_held_out_loss: f64,
    /// All passes.
    pub epochs: Vec<Epoch>,
}

/// Lanes of a batch's sums.
const LANES: usize = 8;

/// The share of the points that a value foretells.
#[must_use]
pub fn expected_share(value_cp: f32, scale_cp: f32) -> f32 {
    1.0 / (1.0 + (-value_cp / scale_cp).exp())
}

/// Samples with what makes their loss.
#[derive(Clone, Copy)]
pub struct Objective<'s> {
    /// The samples.
    pub samples: &'s Samples,
    /// See [`Learned::scale_cp`].
    pub scale_cp: f32,
    /// See [`LearnOptions::result_share`].
    pub result_share: f32,
}

impl std::fmt::Debug for Objective<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Objective")
            .field("samples", &self.samples.len())
            .field("scale_cp", &self.scale_cp)
            .field("result_share", &self.result_share)
            .finish()
    }
}

impl Objective<'_> {
    fn target(&self, sample: usize) -> f32 {
        let by_search = expected_share(self.samples.score_cp(sample), self.scale_cp);
        self.result_share * self.samples.result(sample) + (1.0 - self.result_share) * by_search
    }

    /// The loss of one sample, and its derivative by the sample's value.
    fn loss_and_slope(&self, sample: usize, weights: &[f32]) -> (f64, f32) {
        let value = self.samples.value_cp(sample, weights) / self.scale_cp;
        let target = self.target(sample);
        // ln(1 + e^v) − t·v, written so that it does not overflow.
        let loss = value.max(0.0) + (-value.abs()).exp().ln_1p() - target * value;
        (loss.into(), (expected_share(value, 1.0) - target) / self.scale_cp)
    }

    /// The mean loss over all samples; 0 if there are none.
    #[must_use]
    pub fn loss(&self, weights: &[f32], threads: usize) -> f64 {
        let all: Vec<u32> = (0..self.samples.len() as u32).collect();
        let sums = lanes(&all, threads, |part| {
            part.iter().map(|&sample| self.loss_and_slope(sample as usize, weights).0).sum::<f64>()
        });
        sums.into_iter().sum::<f64>() / self.samples.len().max(1) as f64
    }

    /// The mean loss over some samples; its gradient by the weights goes to `gradient`.
    fn gradient(
        &self,
        batch: &[u32],
        weights: &[f32],
        threads: usize,
        scratch: &mut [Vec<f32>],
        gradient: &mut [f32],
    ) -> f64 {
        let share = 1.0 / batch.len() as f32;
        let sums = lanes_with(batch, threads, scratch, |part, sums| {
            sums.fill(0.0);
            let mut total = 0.0;
            for &sample in part {
                let (loss, slope) = self.loss_and_slope(sample as usize, weights);
                total += loss;
                for (index, sign) in self.samples.features(sample as usize) {
                    sums[index] += sign * slope * share;
                }
            }
            total
        });
        gradient.fill(0.0);
        for lane in scratch.iter() {
            for (sum, part) in gradient.iter_mut().zip(lane) {
                *sum += part;
            }
        }
        sums.into_iter().sum::<f64>() / batch.len().max(1) as f64
    }

    /// The gradient of the mean loss over all samples.
    #[must_use]
    pub fn full_gradient(&self, weights: &[f32]) -> Vec<f32> {
        let all: Vec<u32> = (0..self.samples.len() as u32).collect();
        let mut gradient = vec![0.0; weights.len()];
        let mut scratch = vec![vec![0.0; weights.len()]; LANES];
        self.gradient(&all, weights, 1, &mut scratch, &mut gradient);
        gradient
    }
}

/// The scale under which these weights foretell the results best: a golden-section search between 50 and 5,000
/// centipawns. Where they tell no position from another it is 600.
#[must_use]
pub fn fit_scale(samples: &Samples, weights: &[f32], threads: usize) -> f32 {
    let values: Vec<(f32, f32)> = (0..samples.len())
        .map(|sample| (samples.value_cp(sample, weights), samples.result(sample)))
        .collect();
    let loss = |log_scale: f32| {
        let scale = log_scale.exp();
        let sums = lanes(&values, threads, |part| {
            let one = |&(value, result): &(f32, f32)| {
                let value = value / scale;
                f64::from(value.max(0.0) + (-value.abs()).exp().ln_1p() - result * value)
            };
            part.iter().map(one).sum::<f64>()
        });
        sums.into_iter().sum::<f64>()
    };
    if values.iter().all(|&(value, _)| value == 0.0) {
        return 600.0;
    }
    let golden = (5_f32.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (50_f32.ln(), 5_000_f32.ln());
    for _ in 0..40 {
        let span = golden * (high - low);
        if loss(high - span) < loss(low + span) { high = low + span } else { low = high - span }
    }
    ((low + high) / 2.0).exp()
}

/// Learns weights from `train`, judged by `held_out`. `hear` is told of every pass with the weights after it and may end
/// it all.
pub fn learn(
    train: &Samples,
    held_out: &Samples,
    start: &[f32],
    options: &LearnOptions,
    mut hear: impl FnMut(&Epoch, &[f32]) -> ControlFlow<()>,
) -> Learned {
    let scale_cp = fit_scale(train, start, options.threads);
    let on = |samples| Objective { samples, scale_cp, result_share: options.result_share };
    let (objective, judge) = (on(train), on(held_out));
    let mut learned = Learned {
        weights: start.to_vec(),
        scale_cp,
        first_held_out_loss: judge.loss(start, options.threads),
        epochs: Vec::new(),
    };
    let mut weights = start.to_vec();
    let mut adam = Adam::new(start.len());
    let mut order: Vec<u32> = (0..train.len() as u32).collect();
    let mut random = fastrand::Rng::with_seed(options.seed);
    let mut scratch = vec![vec![0.0; start.len()]; LANES];
    let mut gradient = vec![0.0; start.len()];
    let (mut best, mut since_best) = (f64::INFINITY, 0);
    // The pull towards the start, as a share of the mean loss: 1 / (variance × samples).
    let pull = |index: usize| {
        let prior =
            options.prior_cp.get(index).or(options.prior_cp.first()).copied().unwrap_or(100.0);
        1.0 / (prior * prior * train.len().max(1) as f32)
    };
    let pulls: Vec<f32> = (0..start.len()).map(pull).collect();
    for number in 1..=options.epochs {
        random.shuffle(&mut order);
        let done = (number - 1) as f32 / options.epochs as f32;
        let rate = options.rate_cp * 0.01_f32.powf(done);
        let mut total = 0.0;
        for batch in order.chunks(options.batch.max(1)) {
            let loss =
                objective.gradient(batch, &weights, options.threads, &mut scratch, &mut gradient);
            total += loss * batch.len() as f64;
            for (index, slope) in gradient.iter_mut().enumerate() {
                *slope += pulls[index] * (weights[index] - start[index]);
            }
            adam.step(&mut weights, &gradient, rate);
        }
        let held_out_loss = judge.loss(&weights, options.threads);
        let epoch = Epoch { number, loss: total / train.len().max(1) as f64, held_out_loss };
        learned.epochs.push(epoch);
        let judged = if held_out.is_empty() { epoch.loss } else { held_out_loss };
        since_best += 1;
        if judged < best {
            (best, since_best) = (judged, 0);
            learned.weights.clone_from(&weights);
        }
        if hear(&epoch, &weights).is_break() || since_best >= options.patience.max(1) {
            break;
        }
    }
    learned
}

/// Adam [Kingma and Ba 2014].
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    step: i32,
}

impl Adam {
    const KEEP_MEAN: f32 = 0.9;
    const KEEP_SQUARE: f32 = 0.999;

    fn new(len: usize) -> Self {
        Self { mean: vec![0.0; len], square: vec![0.0; len], step: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.step += 1;
        let rate = rate * (1.0 - Self::KEEP_SQUARE.powi(self.step)).sqrt()
            / (1.0 - Self::KEEP_MEAN.powi(self.step));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean += (1.0 - Self::KEEP_MEAN) * (slope - *mean);
            *square += (1.0 - Self::KEEP_SQUARE) * (slope * slope - *square);
            *weight -= rate * *mean / (square.sqrt() + 1e-12);
        }
    }
}

/// What `work` makes of each of the lanes that `items` fall into, in order, on so many threads.
fn lanes<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let mut nothing = vec![(); LANES];
    lanes_with(items, threads, &mut nothing, |part, ()| work(part))
}

/// As [`lanes`], with something to work with for each.
fn lanes_with<T: Sync, S: Send, R: Send>(
    items: &[T],
    threads: usize,
    scratch: &mut [S],
    work: impl Fn(&[T], &mut S) -> R + Sync,
) -> Vec<R> {
    let lane = |number: usize| {
        let at = |number| items.len() * number / LANES;
        &items[at(number)..at(number + 1)]
    };
    if threads <= 1 {
        return scratch.iter_mut().enumerate().map(|(n, scratch)| work(lane(n), scratch)).collect();
    }
    let each = LANES.div_ceil(threads);
    let run = |first: usize, scratch: &mut [S]| -> Vec<R> {
        let numbered = scratch.iter_mut().enumerate();
        numbered.map(|(n, scratch)| work(lane(first + n), scratch)).collect()
    };
    let run = &run;
    std::thread::scope(|scope| {
        let chunks = scratch.chunks_mut(each).enumerate();
        let threads: Vec<_> =
            chunks.map(|(n, scratch)| scope.spawn(move || run(n * each, scratch))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<R>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::Color;

    const FEATURES: usize = 12;

    /// Samples of few features each, whose results are drawn as `truth` foretells under scale 300.
    fn samples(count: usize, truth: &[f32], seed: u64) -> Samples {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut samples = Samples::new();
        for _ in 0..count {
            let features: Vec<(usize, Color)> = (0..5)
                .map(|_| (random.usize(..truth.len()), *random.choice(Color::ALL.iter()).unwrap()))
                .collect();
            let signed = |&(index, color): &(usize, Color)| {
                if color == Color::Black { truth[index] } else { -truth[index] }
            };
            let value: f32 = features.iter().map(signed).sum();
            let result = if random.f32() < expected_share(value, 300.0) { 1.0 } else { 0.0 };
            samples.push(features, result, value);
        }
        samples
    }

    fn truth() -> Vec<f32> {
        (0..FEATURES).map(|index| 40.0 * index as f32 - 180.0).collect()
    }

    #[test]
    fn the_gradient_is_what_differences_say() {
        let samples = samples(500, &truth(), 1);
        let objective = Objective { samples: &samples, scale_cp: 300.0, result_share: 0.7 };
        let weights: Vec<f32> = (0..FEATURES).map(|index| 13.0 * index as f32 - 50.0).collect();
        for (index, slope) in objective.full_gradient(&weights).into_iter().enumerate() {
            let moved = |by: f32| {
                let mut weights = weights.clone();
                weights[index] += by;
                objective.loss(&weights, 1)
            };
            let difference = (moved(4.0) - moved(-4.0)) / 8.0;
            assert!((f64::from(slope) - difference).abs() < 2e-6, "{index}: {slope} {difference}");
        }
    }

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let (train, held_out) = (samples(60_000, &truth(), 2), samples(5_000, &truth(), 3));
        let options = LearnOptions {
            result_share: 1.0,
            epochs: 20,
            batch: 1_000,
            rate_cp: 10.0,
            prior_cp: vec![10_000.0],
            patience: 20,
            ..LearnOptions::default()
        };
        let start: Vec<f32> = truth().iter().map(|weight| 100.0 * weight.signum()).collect();
        let learned = learn(&train, &held_out, &start, &options, |_, _| ControlFlow::Continue(()));
        // Only weights by scale are settled by the results.
        for (index, (found, truth)) in learned.weights.iter().zip(truth()).enumerate() {
            let found = found / learned.scale_cp * 300.0;
            assert!((found - truth).abs() < 12.0, "{index}: {found} {truth}");
        }
        let last = learned.epochs.last().unwrap();
        assert!(last.held_out_loss < learned.first_held_out_loss);
    }

    #[test]
    fn the_scale_is_found() {
        let truth = truth();
        let scale = fit_scale(&samples(60_000, &truth, 4), &truth, 2);
        assert!((scale - 300.0).abs() < 10.0, "{scale}");
    }

    #[test]
    fn one_thread_and_three_learn_the_same_numbers() {
        let samples = samples(3_000, &truth(), 5);
        let with = |threads| {
            let options =
                LearnOptions { batch: 100, epochs: 3, threads, ..LearnOptions::default() };
            learn(&samples, &samples, &truth(), &options, |_, _| ControlFlow::Continue(()))
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn nothing_to_learn_from_leaves_the_weights_alone() {
        let nothing = Samples::new();
        let options = LearnOptions::default();
        let learned =
            learn(&nothing, &nothing, &truth(), &options, |_, _| ControlFlow::Continue(()));
        assert_eq!(learned.weights, truth());
    }
}
