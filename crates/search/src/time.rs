//! How much of the clock to use for a move.
//!
//! Two times: after the *optimum* no new iteration is begun, at the *maximum* the one that runs is broken off. The
//! optimum is what the clock holds divided by the moves that remain, and what each move adds. It moves with what the
//! iterations show: a best move that changes or a score that falls asks for more, a best move that took nearly all nodes
//! for less. No single move takes more than a small share of the clock, however restless the search: a handicap game
//! begins with a score that falls at each iteration, and has all its moves before it.
//!
//! Source: the scheme of Stockfish and YaneuraOu, with numbers of our own. `docs/PERFORMANCE.md` shows what comes of it
//! over whole games; a test below plays them.

use core::time::Duration;

use sakiyomi_eval::Score;

use crate::{Clock, Limits};

/// Moves that the clock has to last for, at least.
const LEAST_MOVES: u64 = 30;
/// Moves of a side until a game is over, as far as the clock is concerned.
const MOVES_PER_GAME: u64 = 80;
/// The optimum grows to at most so much, in thousandths, by what the iterations show.
const MOST_PERMILLE: u64 = 2_000;
/// The maximum is so many times the optimum, and at most this part of the clock besides what the move adds.
const MOST_OPTIMA: u64 = 3;
const MOST_OF_CLOCK: u64 = 15;

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
        let scale = stability * falling / 1000 * effort / 1000;
        self.scale_permille = scale.min(MOST_PERMILLE);
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
    let all = time_ms.saturating_add(byoyomi_ms).saturating_sub(overhead_ms);
    // With little besides byoyomi there is nothing to save: it all comes back. (YaneuraOu's final push.)
    if time_ms < byoyomi_ms.saturating_add(byoyomi_ms / 5) {
        return (byoyomi_ms.saturating_sub(overhead_ms), all);
    }
    let played = u64::from(move_number / 2);
    let moves_left = MOVES_PER_GAME.saturating_sub(played).max(LEAST_MOVES);
    // The overhead is spent on each of the moves that remain as well.
    let spare = time_ms.saturating_sub(overhead_ms.saturating_mul(moves_left));
    // As long as the clock has time, byoyomi is paid from it; an increment comes in any case.
    let increment = increment_ms / 10 * 9;
    let added = increment.saturating_add(byoyomi_ms / 10 * 6);
    let optimum = (spare / moves_left).saturating_add(added);
    let share = (spare / MOST_OF_CLOCK).saturating_add(increment).saturating_add(byoyomi_ms);
    let most = optimum.saturating_mul(MOST_OPTIMA).min(share).min(all);
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

    /// What the iterations of a simulated search show.
    #[derive(Clone, Copy, Debug)]
    enum Mood {
        /// The best move changes now and then, the score goes up and down.
        Usual,
        /// The best move changes and the score falls at each iteration, as in a handicap game's opening.
        Restless,
    }

    /// Milliseconds taken for a move: iterations each of which takes 1.8 times as long as the last.
    fn think(clock: Clock, overhead: u64, mood: Mood, ply: u32, random: &mut fastrand::Rng) -> u64 {
        let limits = Limits::new().clock(clock).overhead_ms(overhead);
        let mut plan = Plan::new(&limits, ply + 1);
        let most = plan.maximum.unwrap();
        let mut elapsed = Duration::from_micros(random.u64(200..400));
        let (mut mv, mut score) = (1, 0);
        loop {
            if elapsed >= most {
                return most.as_millis() as u64;
            }
            let (changes, step) = match mood {
                Mood::Usual => (random.u32(0..5) == 0, random.i32(-40..=40)),
                Mood::Restless => (true, -120),
            };
            mv += u16::from(changes);
            score += step;
            let effort = if changes { 300 } else { random.u64(400..900) };
            plan.iteration(mv, Score::centipawns(score), effort, false);
            if plan.is_over(elapsed) {
                return elapsed.as_millis() as u64;
            }
            elapsed = elapsed.mul_f64(1.8);
        }
    }

    /// The longest move and the share of the clock used after 1, 20, 40, 80 and 120 moves of a side, in thousandths. The
    /// clock loses the overhead besides what is thought.
    fn play(start: Clock, overhead: u64, mood: Mood, seed: u64) -> (u64, [u64; 5]) {
        let random = &mut fastrand::Rng::with_seed(seed);
        let (mut clock, mut longest, mut used) = (start, 0, [0; 5]);
        for count in 1..=120 {
            let taken = think(clock, overhead, mood, 2 * count - 2, random) + overhead;
            assert!(taken <= clock.time_ms + clock.byoyomi_ms, "{start:?}: {taken} of {clock:?}");
            longest = longest.max(taken);
            clock.time_ms = clock.time_ms.saturating_sub(taken);
            let share = 1000 - clock.time_ms * 1000 / start.time_ms;
            if let Some(at) = [1, 20, 40, 80, 120].iter().position(|&at| at == count) {
                used[at] = share;
            }
            clock.time_ms = (clock.time_ms + clock.increment_ms).min(start.time_ms);
        }
        (longest, used)
    }

    /// Whole games by several clocks: the clock never runs out, no first move takes a large part of it, what is there is
    /// used in the middle game, and something is left for a long game's end.
    #[test]
    fn the_clock_is_spent_over_the_whole_game() {
        let clock = |time_ms, increment_ms, byoyomi_ms| Clock { time_ms, increment_ms, byoyomi_ms };
        println!(
            "| clock | search | longest | 1 | 20 | 40 | 80 | 120 |\n|---|---|---|---|---|---|---|---|"
        );
        for (name, clock, overhead) in [
            ("10 min", clock(600_000, 0, 0), 100),
            ("1 min", clock(60_000, 0, 0), 10),
            ("0.8 s", clock(800, 0, 0), 1),
            ("1 min + 1 s byoyomi", clock(60_000, 0, 1_000), 10),
            ("10 min + 10 s byoyomi", clock(600_000, 0, 10_000), 100),
            ("3 min + 2 s", clock(180_000, 2_000, 0), 10),
            ("10 s + 0.1 s", clock(10_000, 100, 0), 10),
        ] {
            for mood in [Mood::Usual, Mood::Restless] {
                let games = (0..20).map(|seed| play(clock, overhead, mood, seed));
                let games: Vec<(u64, [u64; 5])> = games.collect();
                let mean = |at: usize| games.iter().map(|game| game.1[at]).sum::<u64>() / 20;
                let [first, twenty, forty, eighty, last] = [0, 1, 2, 3, 4].map(mean);
                let longest = games.iter().map(|game| game.0).max().unwrap_or(0);
                let percent = [first, twenty, forty, eighty, last]
                    .map(|permille| format!("{:.1} %", permille as f64 / 10.0));
                println!("| {name} | {mood:?} | {longest} ms | {} |", percent.join(" | "));
                let most_on_first = games.iter().map(|game| game.1[0]).max().unwrap_or(0);
                assert!(most_on_first <= 90, "{name} {mood:?}: {most_on_first}");
                // Without time for each move the end of a long game is to have some, too.
                if clock.byoyomi_ms == 0 {
                    assert!(eighty <= 990, "{name} {mood:?}: {eighty}");
                    assert!(matches!(mood, Mood::Restless) || last < 1000, "{name}: {last}");
                }
                if matches!(mood, Mood::Usual) {
                    assert!((100..=600).contains(&twenty), "{name}: {twenty}");
                    assert!((250..=1000).contains(&forty), "{name}: {forty}");
                    assert!(eighty >= 500, "{name}: {eighty}");
                }
            }
        }
    }

    /// The case that was reported: nearly nine seconds of sixty for the first move.
    #[test]
    fn a_first_move_takes_a_twelfth_of_the_clock_at_most() {
        for (byoyomi_ms, increment_ms) in [(1_000, 0), (0, 1_000), (0, 0)] {
            let clock = Clock { time_ms: 60_000, increment_ms, byoyomi_ms };
            let (optimum, most) = split(clock, 10, 1);
            assert!(most <= 5_000 && optimum * 2 <= most, "{clock:?}: {optimum} {most}");
        }
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
