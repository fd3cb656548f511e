//! Positions to learn from: which ones, and as what.

use sakiyomi_eval::{Evaluator, Features, Line};
use sakiyomi_quiescence::{Quiescence, QuiescenceOptions};
use sakiyomi_rules::{Color, Variant};

use crate::RecordedGame;
use crate::self_play::mixed;

/// Which positions of a game are learned from: searched ones that are quiet, that is, where the side to move is not in
/// check and the quiescence value is near the static one. In others the next move changes everything, and the static
/// value, which is what learns, cannot know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The farthest that quiescence and static value may lie apart, in centipawns.
    pub quiet_cp: i32,
    /// Every so manieth quiet position is taken: neighbours are much alike.
    pub every: usize,
    /// One game in so many is set aside to judge by. Never a part of a game: its positions are too much alike.
    pub held_out: u64,
}

impl Default for Selection {
    fn default() -> Self {
        Self { quiet_cp: 60, every: 1, held_out: 10 }
    }
}

/// Positions as sums of features, with what came of them. All from black's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Feature numbers shifted left by one; the lowest bit says that it is white's.
    features: Vec<u32>,
    /// Where each sample's features end.
    ends: Vec<usize>,
    /// What the game brought black: 0, ½ or 1.
    results: Vec<f32>,
    /// What the search said, in centipawns.
    scores: Vec<f32>,
}

impl Samples {
    /// No samples.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Memory in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        4 * self.features.len() + size_of::<usize>() * self.ends.len() + 8 * self.results.len()
    }

    /// Adds a sample: its features with the side whose they are, black's share of the result (0 to 1) and black's score
    /// in centipawns.
    pub fn push(
        &mut self,
        features: impl IntoIterator<Item = (usize, Color)>,
        result: f32,
        score_cp: f32,
    ) {
        let coded = |(index, color): (usize, Color)| (index << 1 | color.index()) as u32;
        self.features.extend(features.into_iter().map(coded));
        self.ends.push(self.features.len());
        self.results.push(result);
        self.scores.push(score_cp);
    }

    /// Adds the positions of a game that `selection` takes; `evaluator` judges which are quiet.
    pub fn push_game<V: Variant, E: Evaluator<V>>(
        &mut self,
        game: &RecordedGame<V>,
        selection: &Selection,
        evaluator: &E,
    ) {
        let quiescence = Quiescence::new(QuiescenceOptions::modern());
        let result = match game.winner {
            Some(Color::Black) => 1.0,
            None => 0.5,
            Some(Color::White) => 0.0,
        };
        let mut quiet = 0;
        for (position, recorded) in game.positions() {
            let Some(score) = recorded.score.filter(|score| !score.is_mate()) else { continue };
            if position.in_check() {
                continue;
            }
            let side = position.side_to_move();
            let mut line = Line::new(evaluator, position);
            let apart = quiescence.value(&mut line) - line.value();
            if apart.value().abs() > selection.quiet_cp {
                continue;
            }
            quiet += 1;
            if quiet % selection.every.max(1) != 0 {
                continue;
            }
            let sign = if side == Color::Black { 1.0 } else { -1.0 };
            let mut features = Vec::with_capacity(128);
            Features::visit(line.position(), |index, color| features.push((index, color)));
            self.push(features, result, sign * score.value() as f32);
        }
    }

    /// The features of a sample: number, and 1 for black's, −1 for white's.
    pub fn features(&self, sample: usize) -> impl Iterator<Item = (usize, f32)> {
        let begin = if sample == 0 { 0 } else { self.ends[sample - 1] };
        self.features[begin..self.ends[sample]]
            .iter()
            .map(|&coded| ((coded >> 1) as usize, 1.0 - 2.0 * (coded & 1) as f32))
    }

    /// What the game brought black.
    #[must_use]
    pub fn result(&self, sample: usize) -> f32 {
        self.results[sample]
    }

    /// What the search said for black, in centipawns.
    #[must_use]
    pub fn score_cp(&self, sample: usize) -> f32 {
        self.scores[sample]
    }

    /// Black's value under these weights, in centipawns.
    #[must_use]
    pub fn value_cp(&self, sample: usize, weights: &[f32]) -> f32 {
        self.features(sample).map(|(index, sign)| sign * weights[index]).sum()
    }
}

/// Samples to learn from, and others to judge by.
#[derive(Clone, Debug, Default)]
pub struct SplitSamples {
    /// To learn from.
    pub train: Samples,
    /// To judge by: other games.
    pub held_out: Samples,
    /// Games read.
    pub games: u64,
}

impl SplitSamples {
    /// Adds a game to one side or the other, as its number says.
    pub fn push_game<V: Variant, E: Evaluator<V>>(
        &mut self,
        game: &RecordedGame<V>,
        selection: &Selection,
        evaluator: &E,
    ) {
        self.games += 1;
        let is_held_out =
            selection.held_out > 0 && mixed(game.number).is_multiple_of(selection.held_out);
        let side = if is_held_out { &mut self.held_out } else { &mut self.train };
        side.push_game(game, selection, evaluator);
    }
}
