//! Playing below full strength.
//!
//! A level searches every legal move to a small depth and draws lots among those that come near the best, the better
//! the likelier. It does not blunder into a mate in one while there is another move, and it plays a mate that it sees.
//!
//! Source: 5五将棋 CPU, *強さを 3 段階に作り分ける*. The article gives depths and windows but no formula for the lottery;
//! here a move's chance falls with e to the power of its distance from the best over a temperature.

use sakiyomi_eval::Score;
use sakiyomi_rules::Variant;
use sakiyomi_search::RootLine;

/// How strong to play, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Level {
    /// やさしい: two plies, and moves up to seven pawns worse than the best.
    Easy,
    /// ふつう: three plies, and moves up to a pawn and a half worse than the best.
    Normal,
    /// つよい: always the best move that is found in 2.5 s.
    #[default]
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// What it stands for.
    #[must_use]
    pub const fn options(self) -> LevelOptions {
        match self {
            Self::Easy => LevelOptions::lottery(2, 700),
            Self::Normal => LevelOptions::lottery(3, 140),
            Self::Hard => LevelOptions::best_in(2500),
        }
    }

    /// As command lines name it: `easy`, `normal`, `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// The level with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// How strong to play, in numbers.
///
/// ```
/// use sakiyomi::{Level, LevelOptions};
/// // Somewhat stronger than easy.
/// let mut options = Level::Easy.options();
/// options.window_cp = 400;
/// options.temperature_cp = 100;
/// assert_eq!(options, LevelOptions::lottery(2, 400));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LevelOptions {
    /// Plies to search; `None` for as many as the time allows.
    pub depth: Option<u32>,
    /// How much worse than the best a move may be to take part in the lottery, in centipawns. 0 for the best move always.
    pub window_cp: u32,
    /// How fast chances fall: a move so much worse than another is drawn e times less often. In centipawns.
    pub temperature_cp: u32,
    /// Time for a move; `None` for no limit.
    pub time_ms: Option<u64>,
}

impl LevelOptions {
    /// A lottery at a fixed depth, with a temperature of a quarter of the window.
    #[must_use]
    pub const fn lottery(depth: u32, window_cp: u32) -> Self {
        Self { depth: Some(depth), window_cp, temperature_cp: window_cp / 4, time_ms: None }
    }

    /// The best move that is found in this time.
    #[must_use]
    pub const fn best_in(time_ms: u64) -> Self {
        Self { depth: None, window_cp: 0, temperature_cp: 0, time_ms: Some(time_ms) }
    }

    /// Draws the move to play: an index into `lines`, which hold every move, best first. `loses_at_once` tells whether a
    /// move lets the other side mate in one. `None` if there are no lines.
    pub(crate) fn draw<V: Variant>(
        &self,
        lines: &[RootLine<V>],
        random: &mut fastrand::Rng,
        loses_at_once: impl Fn(&RootLine<V>) -> bool,
    ) -> Option<usize> {
        let best = lines.first()?.score;
        if best.is_mate() && best > Score::ZERO {
            return Some(0);
        }
        let window = Score::centipawns(i32::try_from(self.window_cp).unwrap_or(i32::MAX));
        let near = lines.iter().take_while(|line| line.score >= best - window).count();
        let safe = |&index: &usize| !loses_at_once(&lines[index]);
        let mut candidates: Vec<usize> = (0..near).filter(safe).collect();
        if candidates.is_empty() {
            candidates.extend((near..lines.len()).find(safe));
        }
        let chances: Vec<u64> =
            candidates.iter().map(|&index| self.chance(best - lines[index].score)).collect();
        // Without a move that does not lose at once, the longest defence.
        let all = chances.iter().sum();
        if all == 0 {
            return Some(candidates.first().copied().unwrap_or(0));
        }
        let mut ticket = random.u64(0..all);
        let drawn = chances.iter().position(|&chance| {
            let drawn = ticket < chance;
            ticket = ticket.saturating_sub(chance);
            drawn
        });
        drawn.map(|index| candidates[index])
    }

    /// Tickets of a move that is so much worse than the best. Whole numbers, so that every machine draws alike.
    fn chance(&self, behind: Score) -> u64 {
        const BEST: f64 = 1_000_000.0;
        let temperature = f64::from(self.temperature_cp.max(1));
        (BEST * (-f64::from(behind.value()) / temperature).exp()).round() as u64
    }
}

impl From<Level> for LevelOptions {
    fn from(level: Level) -> Self {
        level.options()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi_rules::{Minishogi, Position};
    use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};

    /// Lines of these scores; their moves do not matter.
    fn lines(scores: &[Score]) -> Vec<RootLine<Minishogi>> {
        let material = sakiyomi_eval::Material::flat();
        let mut searcher = Searcher::new(material, Preset::Full.into(), 1 << 16);
        let limits = Limits::depth(1).lines(scores.len());
        let result = searcher.search(&Position::start(), &limits, &StopFlag::new(), &mut ());
        let mut lines = result.lines;
        assert_eq!(lines.len(), scores.len());
        for (line, &score) in lines.iter_mut().zip(scores) {
            line.score = score;
        }
        lines
    }

    fn counts(options: LevelOptions, scores: &[i32], unsafe_from: i32) -> Vec<u32> {
        let scores: Vec<Score> = scores.iter().map(|&cp| Score::centipawns(cp)).collect();
        let lines = lines(&scores);
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = vec![0; lines.len()];
        for _ in 0..10_000 {
            let loses = |line: &RootLine<Minishogi>| line.score.value() >= unsafe_from;
            counts[options.draw(&lines, &mut random, loses).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn a_move_one_temperature_worse_is_drawn_e_times_less_often() {
        let drawn = counts(Level::Easy.options(), &[100, -75, -601], i32::MAX);
        let ratio = f64::from(drawn[0]) / f64::from(drawn[1]);
        assert!((2.5..3.0).contains(&ratio), "{drawn:?}");
        assert_eq!(drawn[2], 0, "outside the window");
    }

    #[test]
    fn moves_that_lose_at_once_are_left_out_unless_there_is_no_other() {
        let normal = Level::Normal.options();
        assert_eq!(counts(normal, &[50, 40, 30], 50)[0], 0);
        // The only safe move lies outside the window.
        assert_eq!(counts(normal, &[900, 800, 30], 500), [0, 0, 10_000]);
        assert_eq!(counts(normal, &[900, 800, 700], 500), [10_000, 0, 0]);
    }

    #[test]
    fn a_mate_is_played_and_the_longest_defence_chosen() {
        let mut random = fastrand::Rng::with_seed(2);
        let easy = Level::Easy.options();
        let mates = lines(&[Score::mate_in(3), Score::mate_in(5), Score::centipawns(29_999)]);
        let mated = lines(&[Score::mated_in(4), Score::mated_in(2)]);
        for _ in 0..100 {
            assert_eq!(easy.draw(&mates, &mut random, |_| false), Some(0));
            assert_eq!(easy.draw(&mated, &mut random, |line| line.score < mated[0].score), Some(0));
        }
        assert_eq!(easy.draw::<Minishogi>(&[], &mut random, |_| false), None);
    }

    #[test]
    fn no_window_is_the_best_move() {
        assert_eq!(counts(LevelOptions::lottery(2, 0), &[10, 9, 8], i32::MAX), [10_000, 0, 0]);
    }
}
