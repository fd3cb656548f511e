//! Games of an engine against itself.
//!
//! Each game follows from the seed and its number alone: the opening is drawn from them, and a search limited by nodes
//! repeats itself. So it does not matter how many threads or machines share the work.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use sakiyomi_eval::{Evaluator, Score};
use sakiyomi_rules::{Color, Declaration, Game, Outcome, Variant};
use sakiyomi_search::{Limits, SearchOptions, Searcher, StopFlag};

use crate::{Ending, RecordedGame, RecordedMove};

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The search of both sides.
    pub options: SearchOptions,
    /// Nodes for each move.
    pub nodes: u64,
    /// What, with a game's number, settles it.
    pub seed: u64,
    /// Random plies of an opening.
    pub opening_plies: RangeInclusive<u32>,
    /// An opening that the search gives a side more than this, in centipawns, is drawn anew.
    pub opening_limit_cp: i32,
    /// A game is called when both sides give the same one at least this, in centipawns …
    pub call_cp: i32,
    /// … for so many plies.
    pub call_plies: u32,
    /// One game in so many is played out after its call, to see whether the call was right.
    pub play_out: u64,
    /// A game of so many plies is broken off and drawn.
    pub longest: usize,
}

impl SelfPlay {
    /// Usual settings for a variant.
    #[must_use]
    pub fn new<V: Variant>(options: SearchOptions, nodes: u64, seed: u64) -> Self {
        let is_large = V::FILES == 9;
        Self {
            options,
            nodes,
            seed,
            opening_plies: if is_large { 4..=12 } else { 2..=6 },
            opening_limit_cp: 400,
            call_cp: 2_500,
            call_plies: 6,
            play_out: 10,
            longest: if is_large { 320 } else { 160 },
        }
    }

    /// A searcher for [`game`](Self::game). Its table is small: a game's searches are.
    pub fn searcher<V: Variant, E: Evaluator<V>>(&self, evaluator: E) -> Searcher<V, E> {
        let bytes = (self.nodes * 256).clamp(1 << 20, 64 << 20).next_power_of_two();
        Searcher::new(evaluator, self.options, bytes as usize)
    }

    /// Plays the game with this number. What the searcher remembers of earlier ones is forgotten first.
    pub fn game<V: Variant, E: Evaluator<V>>(
        &self,
        searcher: &mut Searcher<V, E>,
        number: u64,
    ) -> RecordedGame<V> {
        let mut random = self.random(number);
        searcher.clear();
        let mut game = self.opening(searcher, &mut random);
        let is_played_out = random.u64(0..self.play_out.max(1)) == 0;
        let mut moves: Vec<RecordedMove<V>> =
            game.moves().map(|mv| RecordedMove { mv, score: None }).collect();
        let mut agreed = Agreement::default();
        let mut called = None;
        let winner = loop {
            let outcome = game.outcome();
            if !outcome.is_ongoing() {
                break outcome.winner();
            }
            if game.ply() >= self.longest {
                return self.record(&game, number, None, Ending::TooLong, moves);
            }
            let result = self.search(searcher, &game, self.nodes);
            let us = game.position().side_to_move();
            if result.declaration == Declaration::Win {
                break Some(us);
            }
            let Some(mv) = result.best else { break Some(!us) };
            moves.push(RecordedMove { mv, score: Some(result.score) });
            if game.play(mv).is_err() {
                unreachable!("the search gives legal moves");
            }
            let judged = agreed.hear(us, result.score, self.call_cp);
            if called.is_none() && agreed.plies >= self.call_plies {
                if !is_played_out {
                    return self.record(&game, number, judged, Ending::Called, moves);
                }
                called = judged;
            }
        };
        let ending = match called {
            None => Ending::Rules,
            Some(_) if called == winner => Ending::CalledRightly,
            Some(_) => Ending::CalledWrongly,
        };
        self.record(&game, number, winner, ending, moves)
    }

    fn record<V: Variant>(
        &self,
        game: &Game<V>,
        number: u64,
        winner: Option<Color>,
        ending: Ending,
        moves: Vec<RecordedMove<V>>,
    ) -> RecordedGame<V> {
        RecordedGame { number, winner, ending, start: game.start_position().clone(), moves }
    }

    /// The opening of the game with this number.
    pub fn opening_of<V: Variant, E: Evaluator<V>>(
        &self,
        searcher: &mut Searcher<V, E>,
        number: u64,
    ) -> Game<V> {
        self.opening(searcher, &mut self.random(number))
    }

    /// Neighbouring numbers must not give neighbouring states of the generator.
    fn random(&self, number: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(mixed(self.seed ^ mixed(number)))
    }

    /// Random legal moves, until neither side has won or is much better.
    fn opening<V: Variant, E: Evaluator<V>>(
        &self,
        searcher: &mut Searcher<V, E>,
        random: &mut fastrand::Rng,
    ) -> Game<V> {
        loop {
            let mut game = Game::new();
            for _ in 0..random.u32(self.opening_plies.clone()) {
                let moves = game.position().legal_moves();
                if let Some(&mv) = random.choice(moves.as_slice()) {
                    // A game that has ended is thrown away below.
                    let _ = game.play(mv);
                }
            }
            if game.outcome() != Outcome::Ongoing {
                continue;
            }
            let score = self.search(searcher, &game, self.nodes).score;
            if score.value().abs() <= self.opening_limit_cp {
                return game;
            }
        }
    }

    fn search<V: Variant, E: Evaluator<V>>(
        &self,
        searcher: &mut Searcher<V, E>,
        game: &Game<V>,
        nodes: u64,
    ) -> sakiyomi_search::SearchResult<V> {
        searcher.search(game, &Limits::new().nodes(nodes), &StopFlag::new(), &mut ())
    }

    /// Plays the games with these numbers on so many threads, and gives them out in the order of the numbers until
    /// `sink` breaks. `evaluator` is shared.
    pub fn run<V: Variant, E: Evaluator<V> + Clone>(
        &self,
        evaluator: &E,
        threads: usize,
        numbers: impl Iterator<Item = u64> + Send,
        mut sink: impl FnMut(RecordedGame<V>) -> ControlFlow<()>,
    ) {
        let state = WorkState { numbers, begun: 0, given_out: 0, is_over: false };
        let work = Work { state: Mutex::new(state), freed: Condvar::new() };
        let (send, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (send, work) = (send.clone(), &work);
                scope.spawn(move || {
                    let mut searcher = self.searcher(evaluator.clone());
                    while let Some((place, number)) = work.take() {
                        if send.send((place, self.game(&mut searcher, number))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for (place, game) in &finished {
                waiting.insert(place, game);
                while let Some(game) = waiting.remove(&next) {
                    next += 1;
                    work.give_out();
                    if sink(game).is_break() {
                        work.end();
                        drop(finished);
                        return;
                    }
                }
            }
        });
    }
}

/// Numbers of games still to be played.
struct Work<I> {
    state: Mutex<WorkState<I>>,
    freed: Condvar,
}

struct WorkState<I> {
    numbers: I,
    /// Games begun, and those of them that were given out.
    begun: u64,
    given_out: u64,
    is_over: bool,
}

impl<I: Iterator<Item = u64>> Work<I> {
    /// How far the games begun may run ahead of those given out.
    const AHEAD: u64 = 256;

    /// The next number, once it is not too far ahead; `None` when there is no more to do.
    fn take(&self) -> Option<(u64, u64)> {
        let mut state = self.lock();
        while !state.is_over && state.begun >= state.given_out + Self::AHEAD {
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_over {
            return None;
        }
        let place = state.begun;
        let number = state.numbers.next()?;
        state.begun += 1;
        Some((place, number))
    }

    fn give_out(&self) {
        self.lock().given_out += 1;
        self.freed.notify_all();
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.freed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, WorkState<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who both sides have said is winning, and for how long.
#[derive(Default)]
struct Agreement {
    winner: Option<Color>,
    plies: u32,
}

impl Agreement {
    /// Takes in what the side that moved thinks, and gives the winner that is agreed on.
    fn hear(&mut self, us: Color, score: Score, call_cp: i32) -> Option<Color> {
        let judged = match score.value() {
            value if value >= call_cp => Some(us),
            value if value <= -call_cp => Some(!us),
            _ => None,
        };
        self.plies = if judged.is_some() && judged == self.winner { self.plies + 1 } else { 1 };
        self.winner = judged;
        if judged.is_none() {
            self.plies = 0;
        }
        judged
    }
}

/// The finaliser of `SplitMix64`: spreads a number over all bits.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_eval::Linear;
    use sakiyomi_rules::Minishogi;
    use sakiyomi_search::Preset;

    fn games(
        threads: usize,
        numbers: impl Iterator<Item = u64> + Send,
    ) -> Vec<RecordedGame<Minishogi>> {
        let play = SelfPlay::new::<Minishogi>(Preset::Full.options(), 200, 7);
        let mut games = Vec::new();
        play.run(&Linear::default(), threads, numbers, |game| {
            games.push(game);
            ControlFlow::Continue(())
        });
        games
    }

    #[test]
    fn games_do_not_depend_on_the_number_of_threads_nor_on_what_was_played_before() {
        let one = games(1, 0..12);
        assert_eq!(one, games(3, 0..12));
        assert_eq!(
            one[1..].iter().step_by(2).cloned().collect::<Vec<_>>(),
            games(2, (1..12).step_by(2))
        );
        assert!(one.windows(2).all(|two| two[0].moves != two[1].moves));
    }

    #[test]
    fn a_sink_that_breaks_ends_the_run() {
        let play = SelfPlay::new::<Minishogi>(Preset::Full.options(), 50, 7);
        let mut count = 0;
        play.run::<Minishogi, _>(&Linear::default(), 2, 0.., |_| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 3);
    }

    #[test]
    fn agreement_counts_plies_on_which_both_sides_name_one_winner() {
        let mut agreed = Agreement::default();
        let mut hear = |us, cp| {
            agreed.hear(us, Score::centipawns(cp), 1000);
            agreed.plies
        };
        assert_eq!(hear(Color::Black, 1200), 1);
        assert_eq!(hear(Color::White, -1000), 2);
        assert_eq!(hear(Color::Black, 999), 0);
        assert_eq!(hear(Color::White, -5000), 1);
        assert_eq!(hear(Color::Black, -5000), 1);
        assert_eq!(hear(Color::White, 5000), 2);
    }
}
