//! The command `go`.

use sakiyomi::{Clock, Color, Limits};

/// What `go` asks for. Words may come in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// Black's and white's; `None` where the command names no clock at all.
    clocks: Option<[Clock; 2]>,
    move_time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
    pub(crate) mate: Option<Mate>,
    /// As they were written; legality is asked later.
    pub(crate) moves: Option<Vec<String>>,
    /// What could not be read.
    pub(crate) faults: Vec<String>,
}

/// `go mate`: for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mate {
    Infinite,
    Ms(u64),
}

const WORDS: [&str; 14] = [
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movetime",
    "nodes",
    "depth",
    "mate",
    "movestogo",
    "rtime",
    "infinite",
    "ponder",
    "searchmoves",
];

/// Kept back from `movetime`, which is meant to the millisecond.
const MOVE_TIME_OVERHEAD_MS: u64 = 1;

impl Go {
    /// Reads what follows the word `go`. What makes no sense is passed over and noted.
    pub(crate) fn parse(text: &str) -> Self {
        let mut go = Self::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let moves = go.moves.get_or_insert_default();
                    while let Some(mv) = words.next_if(|next| !WORDS.contains(next)) {
                        moves.push(mv.to_owned());
                    }
                }
                "mate" if words.next_if_eq(&"infinite").is_some() => go.mate = Some(Mate::Infinite),
                _ if WORDS.contains(&word) => {
                    let value = words.next_if(|next| !WORDS.contains(next));
                    let number = value.map(number);
                    // A clock that is named but cannot be read is empty: better to move at once than to lose on time.
                    if number.is_none_or(|number| number.is_none()) {
                        go.faults
                            .push(format!("{word}: {} is no number", value.unwrap_or("nothing")));
                    }
                    go.set(word, number.flatten());
                }
                _ => go.faults.push(format!("go {word} is unknown")),
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: Option<u64>) {
        let ms = number.unwrap_or(0);
        let mut clocks = self.clocks.unwrap_or_default();
        let [black, white] = &mut clocks;
        match word {
            "btime" => black.time_ms = ms,
            "wtime" => white.time_ms = ms,
            "binc" => black.increment_ms = ms,
            "winc" => white.increment_ms = ms,
            "byoyomi" => (black.byoyomi_ms, white.byoyomi_ms) = (ms, ms),
            "movetime" => return self.move_time_ms = Some(ms),
            "nodes" => return self.nodes = number,
            "depth" => {
                let depth = |number| u32::try_from(number).unwrap_or(u32::MAX).max(1);
                return self.depth = number.map(depth);
            }
            "mate" => return self.mate = Some(number.map_or(Mate::Infinite, Mate::Ms)),
            // Of other games.
            _ => return,
        }
        self.clocks = Some(clocks);
    }

    /// When a search for this side ends. `default_ms` is for a command that says nothing of it.
    pub(crate) fn limits(
        &self,
        side: Color,
        delay_ms: u64,
        lines: usize,
        default_ms: u64,
    ) -> Limits {
        let mut limits = Limits::new().lines(lines).overhead_ms(delay_ms);
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.infinite = self.infinite;
        limits.ponder = self.ponder;
        if self.infinite {
            return limits;
        }
        limits.clock = self.clocks.map(|clocks| clocks[side.index()]);
        if let Some(ms) = self.move_time_ms {
            limits = limits.time_ms(ms).overhead_ms(MOVE_TIME_OVERHEAD_MS);
            limits.clock = None;
        }
        if limits.clock.is_none()
            && limits.time_ms.is_none()
            && limits.depth.is_none()
            && limits.nodes.is_none()
        {
            limits.time_ms = Some(default_ms);
        }
        limits
    }
}

/// A number as GUIs send them: those below 0 are 0. `None` for what is no number or beyond all bounds.
fn number(text: &str) -> Option<u64> {
    let number: i128 = text.parse().ok()?;
    u64::try_from(number.max(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits {
        Go::parse(text).limits(Color::White, 30, 1, 2500)
    }

    #[test]
    fn each_side_has_its_clock_and_words_come_in_any_order() {
        let clock = Clock { time_ms: 2, increment_ms: 4, byoyomi_ms: 5 };
        assert_eq!(limits("byoyomi 5 btime 1 winc 4 wtime 2 binc 3").clock, Some(clock));
        assert_eq!(limits("btime 1 wtime -7").clock, Some(Clock::default()));
        let both = limits("nodes 10 depth 0");
        assert_eq!((both.nodes, both.depth, both.time_ms), (Some(10), Some(1), None));
        assert_eq!(limits("depth 99999999999").depth, Some(u32::MAX));
    }

    #[test]
    fn a_move_time_is_exact_and_goes_before_clocks() {
        let limits = limits("btime 9000 wtime 9000 movetime 100");
        assert_eq!((limits.time_ms, limits.clock, limits.overhead_ms), (Some(100), None, 1));
    }

    #[test]
    fn without_a_limit_there_is_one_and_infinite_has_none() {
        assert_eq!(limits("").time_ms, Some(2500));
        assert_eq!(limits("ponder").time_ms, Some(2500));
        let infinite = limits("infinite btime 1 wtime 1");
        assert_eq!((infinite.time_ms, infinite.clock), (None, None));
    }

    #[test]
    fn rubbish_is_noted_and_empties_the_clock() {
        let go = Go::parse("btime 99999999999999999999 wtime x byoyomi quickly 7");
        assert_eq!(go.faults.len(), 4, "{:?}", go.faults);
        assert_eq!(go.clocks, Some([Clock::default(); 2]));
        assert_eq!(Go::parse("nodes x").nodes, None);
        assert_eq!(Go::parse("btime").faults.len(), 1);
    }

    #[test]
    fn moves_end_at_the_next_word() {
        let go = Go::parse("searchmoves 7g7f P*5e depth 3");
        assert_eq!(go.moves, Some(vec!["7g7f".to_owned(), "P*5e".to_owned()]));
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn mates_have_a_time_or_none() {
        assert_eq!(Go::parse("mate 5000").mate, Some(Mate::Ms(5000)));
        assert_eq!(Go::parse("mate infinite").mate, Some(Mate::Infinite));
        assert!(!Go::parse("mate infinite").infinite);
    }
}
