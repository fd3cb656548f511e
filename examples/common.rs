//! What the example programs share: the position to look at, lines of standard input, faults.

pub mod experiment;
pub mod words;

use std::fmt::Display;
use std::io::{self, BufRead, Read};

use clap::ValueEnum;
pub use sakiyomi::VariantName;
use sakiyomi::{Engine, Evaluator, Game, Preset, Variant};

/// Calls a function that is generic over the variant with the one that was asked for.
#[macro_export]
macro_rules! for_variant {
    ($variant:expr, $function:ident($($argument:expr),*)) => {
        sakiyomi::with_variant!($variant, V => $function::<V>($($argument),*))
    };
}

/// The position to look at.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// The game.
    #[arg(long, default_value_t = VariantName::Shogi)]
    pub variant: VariantName,
    /// The position as SFEN, or `startpos`; without it, the start position or one that suits the example.
    #[arg(long)]
    pub sfen: Option<String>,
    /// Moves to play from there, in USI, parted by blanks.
    #[arg(long, default_value = "")]
    pub moves: String,
}

impl PositionArgs {
    /// The position with the moves that led to it; a fault ends the program.
    #[must_use]
    pub fn game<V: Variant>(&self) -> Game<V> {
        let start = self.sfen.as_deref().unwrap_or("startpos");
        let text = format!("{start} moves {}", self.moves);
        text.parse().unwrap_or_else(|fault| fail(fault))
    }

    /// Whether a position was asked for, be it the start position; examples with a story of their own tell it otherwise.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.sfen.is_some() || !self.moves.is_empty()
    }
}

/// Which of the named searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PresetName {
    /// The strongest.
    Full,
    /// KFEnd (2000).
    Kfend,
    /// Hiyoko shogi v0.06.
    Hiyoko,
    /// The minishogi program 5五将棋 CPU.
    GogoShogi,
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Self {
        match name {
            PresetName::Full => Self::Full,
            PresetName::Kfend => Self::Kfend,
            PresetName::Hiyoko => Self::Hiyoko,
            PresetName::GogoShogi => Self::GogoShogi,
        }
    }
}

/// What judges positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvaluatorName {
    /// What the men are worth, and nothing else.
    Material,
    /// Men on squares, attack, defence, hands, the king's danger.
    Linear,
}

/// The engine to look with.
#[derive(Clone, Debug, clap::Args)]
pub struct EngineArgs {
    /// The search.
    #[arg(long, value_enum, default_value_t = PresetName::Full)]
    pub preset: PresetName,
    /// What judges positions.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Linear)]
    pub evaluator: EvaluatorName,
    /// Threads; with more than one, results are not the same each time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash_mib: u32,
}

impl EngineArgs {
    /// The engine with this evaluator, that of the name [`evaluator`](Self::evaluator); a fault ends the program.
    #[must_use]
    pub fn build<V: Variant, E: Evaluator<V>>(&self, evaluator: E) -> Engine<V, E> {
        Engine::builder()
            .evaluator(evaluator)
            .preset(self.preset.into())
            .threads(self.threads as usize)
            .hash_mib(self.hash_mib as usize)
            .build()
            .unwrap_or_else(|fault| fail(fault))
    }
}

/// Says what is wrong on standard error and exits with status 2, as for arguments that cannot be read.
pub fn fail(fault: impl Display) -> ! {
    eprintln!("error: {fault}");
    std::process::exit(2)
}

/// The longest line that is read, in bytes: tens of thousands of moves.
const LONGEST_LINE: u64 = 1 << 20;

/// Why a line of standard input was not read.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// It is no UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// It is longer than a mebibyte.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
}

/// The lines of standard input with their numbers from 1; whatever they hold, reading goes on. A blank line is one, too, so
/// that answers can be matched with lines.
pub fn stdin_lines() -> impl Iterator<Item = (usize, Result<String, LineFault>)> {
    let mut input = io::stdin().lock();
    std::iter::from_fn(move || read_line(&mut input).unwrap_or_else(|fault| fail(fault)))
        .enumerate()
        .map(|(index, line)| (index + 1, line))
}

/// The next line; `None` at the end of the input.
///
/// # Errors
/// What went wrong with reading. A line that is no text is no such fault: the one after it can be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineFault>>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineFault::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| LineFault::NotUtf8)))
}

/// Reads a position with its moves from each line of standard input and prints what `answer` makes of it as one JSON
/// line; a line that cannot be read gives an error object, and the next is read.
pub fn answer_lines<V: Variant>(mut answer: impl FnMut(&Game<V>) -> serde_json::Value) {
    for (number, line) in stdin_lines() {
        let game = line
            .map_err(|fault| fault.to_string())
            .and_then(|line| line.parse::<Game<V>>().map_err(|fault| fault.to_string()));
        let object = match game {
            Ok(game) => answer(&game),
            Err(fault) => serde_json::json!({ "error": fault, "line": number }),
        };
        print_line(&object);
    }
}

/// Prints one line; a reader that has gone away ends the program quietly.
pub fn print_line(line: &impl Display) {
    use std::io::Write;
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The guide's code is compiled and run with the tests; here, since it shows all published crates.
#[cfg(doctest)]
#[doc = include_str!("../docs/GUIDE.md")]
struct Guide;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_do_not_hide_the_next() {
        let mut bytes = b"startpos\n\xff\xfe\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 2 << 20));
        bytes.extend(b"\nlast");
        let mut input = io::Cursor::new(bytes);
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().unwrap().unwrap(), "startpos\n");
        assert!(matches!(next(), Some(Err(LineFault::NotUtf8))));
        assert!(matches!(next(), Some(Err(LineFault::TooLong))));
        assert_eq!(next().unwrap().unwrap(), "last");
        assert!(next().is_none());
    }
}
