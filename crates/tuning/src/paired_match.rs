//! Matches between two searchers over paired openings.

use std::ops::ControlFlow;

use sakiyomi_eval::Evaluator;
use sakiyomi_rules::{Color, Declaration, Game, Variant};
use sakiyomi_search::{Limits, Searcher, StopFlag};

use crate::{Points, SelfPlay, Tally};

/// A match in which each opening is played twice with colours changed.
#[derive(Clone, Debug)]
pub struct PairedMatch {
    /// Where the openings come from, and when a game is too long.
    pub play: SelfPlay,
    /// What each move may cost.
    pub limits: Limits,
    /// Openings.
    pub pairs: u64,
}

impl PairedMatch {
    /// Plays it. `hear` is told of the results after each pair and may end it.
    pub fn play<V: Variant, A: Evaluator<V>, B: Evaluator<V>>(
        &self,
        first: &mut Searcher<V, A>,
        second: &mut Searcher<V, B>,
        mut hear: impl FnMut(&Tally) -> ControlFlow<()>,
    ) -> Tally {
        let mut tally = Tally::default();
        for pair in 0..self.pairs {
            first.clear();
            let opening = self.play.opening_of(first, pair);
            tally.add(Color::ALL.map(|first_is| self.game(&opening, first_is, first, second)));
            if hear(&tally).is_break() {
                break;
            }
        }
        tally
    }

    fn game<V: Variant, A: Evaluator<V>, B: Evaluator<V>>(
        &self,
        opening: &Game<V>,
        first_is: Color,
        first: &mut Searcher<V, A>,
        second: &mut Searcher<V, B>,
    ) -> Points {
        first.clear();
        second.clear();
        let mut game = opening.clone();
        let winner = loop {
            if !game.outcome().is_ongoing() {
                break game.outcome().winner();
            }
            if game.ply() >= self.play.longest {
                break None;
            }
            let us = game.position().side_to_move();
            let result = if us == first_is {
                first.search(&game, &self.limits, &StopFlag::new(), &mut ())
            } else {
                second.search(&game, &self.limits, &StopFlag::new(), &mut ())
            };
            if result.declaration == Declaration::Win {
                break Some(us);
            }
            let Some(mv) = result.best else { break Some(!us) };
            if game.play(mv).is_err() {
                unreachable!("the search gives legal moves");
            }
        };
        match winner {
            None => Points::Draw,
            Some(winner) if winner == first_is => Points::Win,
            Some(_) => Points::Loss,
        }
    }
}
