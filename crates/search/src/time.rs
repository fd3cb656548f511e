//! How much of the clock to use for a move.
//!
//! Two times: after the *optimum* no new iteration is begun, at the *maximum* the one that runs is broken off. The
//! optimum is a share of what the clock holds, and moves with what the iterations show: a best move that changes or a
//! score that falls asks for more, a best move that took nearly all nodes for less.
//!
//! Source: the scheme of Stockfish and YaneuraOu, with numbers of our own.

use core::time::Duration;

use sakiyomi_eval::Score;

use crate::{Clock, Limits};

/// Moves that the clock has to last for, at least.
const LEAST_MOVES: u64 = 20;
/// Moves of a side until a game is over, as far as the clock is concerned.
const MOVES_PER_GAME: u64 = 70;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    optimum: Option<Duration>,
    /// When a running iteration is broken off.
    pub(crate) maximum: Option<Duration>,
    /// Thousandths of the optimum.
    scale_permille: u64,
    best_move: u16,
    /// Iterations in which the best move has stayed.
    stable_for: u32,
    last_score: Option<Score>,
}

impl Plan {
    pub(crate) fn new(limits: &Limits, move_number: u32) -> Self {
        let fixed = limits.time_ms.map(|ms| ms.saturating_sub(limits.overhead_ms));
        let clock = limits.clock.map(|clock| split(clock, limits.overhead_ms, move_number));
        let maximum = match (fixed, clock) {
            (Some(fixed), Some((_, most))) => Some(fixed.min(most)),
            (fixed, clock) => fixed.or(clock.map(|(_, most)| most)),
        };
        Self {
            optimum: clock.map(|(optimum, _)| Duration::from_millis(optimum)),
            // Even where there is no time at all, a move is looked for.
            maximum: maximum.map(|ms| Duration::from_millis(ms.max(1))),
            scale_permille: 1000,
            best_move: 0,
            stable_for: 0,
            last_score: None,
        }
    }

    /// Takes in what an iteration has shown.
    pub(crate) fn iteration(
        &mut self,
        mv: u16,
        score: Score,
        effort_permille: u64,
        only_move: bool,
    ) {
        self.stable_for = if mv == self.best_move { self.stable_for + 1 } else { 0 };
        self.best_move = mv;
        let stability = [1600, 1300, 1100, 1000, 900, 800][self.stable_for.min(5) as usize];
        let fall = self.last_score.map_or(0, |last| (last - score).value().clamp(-100, 300));
        self.last_score = Some(score);
        let falling = (1000 + 2 * i64::from(fall)).max(800) as u64;
        let effort = 1400 - effort_permille.min(1000) * 6 / 10;
        self.scale_permille = stability * falling / 1000 * effort / 1000;
        if only_move {
            self.scale_permille = 0;
        }
    }

    /// Whether no further iteration should begin.
    pub(crate) fn is_over(&self, elapsed: Duration) -> bool {
        let Some(optimum) = self.optimum else { return false };
        let wanted = optimum.as_micros() as u64 * self.scale_permille / 1000;
        elapsed.as_micros() as u64 >= wanted
    }
}

/// Optimum and maximum in milliseconds.
fn split(clock: Clock, overhead_ms: u64, move_number: u32) -> (u64, u64) {
    let Clock { time_ms, increment_ms, byoyomi_ms } = clock;
    let per_move = increment_ms.saturating_add(byoyomi_ms);
    let all = time_ms.saturating_add(byoyomi_ms).saturating_sub(overhead_ms);
    let played = u64::from(move_number / 2);
    let moves_left = MOVES_PER_GAME.saturating_sub(played).max(LEAST_MOVES);
    let optimum = (time_ms / moves_left).saturating_add(per_move * 9 / 10);
    // With little besides byoyomi there is nothing to save: it all comes back.
    if time_ms < byoyomi_ms / 5 {
        return (all, all);
    }
    let most = (optimum.saturating_mul(5)).min(time_ms / 3 + per_move).min(all);
    (optimum.min(most), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_is_ever_overdrawn() {
        let random = &mut fastrand::Rng::with_seed(5);
        for _ in 0..10_000 {
            let most = 1 << random.u32(0..24);
            let clock = Clock {
                time_ms: random.u64(0..most),
                increment_ms: random.u64(0..20_000),
                byoyomi_ms: random.u64(0..60_000),
            };
            let overhead = random.u64(0..200);
            let (optimum, maximum) = split(clock, overhead, random.u32(1..300));
            let all = (clock.time_ms + clock.byoyomi_ms).saturating_sub(overhead);
            assert!(optimum <= maximum && maximum <= all, "{clock:?}: {optimum} {maximum}");
        }
    }

    #[test]
    fn byoyomi_alone_is_used_up() {
        let clock = Clock { byoyomi_ms: 10_000, ..Clock::default() };
        assert_eq!(split(clock, 100, 30), (9_900, 9_900));
    }

    #[test]
    fn a_move_that_stays_best_takes_less_time_than_one_that_changes() {
        let clock = Clock { time_ms: 60_000, ..Clock::default() };
        let limits = Limits::new().clock(clock);
        let (mut calm, mut restless) = (Plan::new(&limits, 1), Plan::new(&limits, 1));
        for i in 0..8 {
            calm.iteration(1, Score::ZERO, 600, false);
            restless.iteration(i, Score::centipawns(-20 * i32::from(i)), 300, false);
        }
        let time = calm.optimum.unwrap();
        assert!(calm.is_over(time) && !restless.is_over(time));
        calm.iteration(1, Score::ZERO, 1000, true);
        assert!(calm.is_over(Duration::ZERO));
    }
}
