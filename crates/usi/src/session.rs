//! The conversation: commands in, answers out.

use std::io::{self, BufRead, Read};

use sakiyomi::{Minishogi, Shogi};

use crate::Usi;
use crate::go::Go;
use crate::output::Output;
use crate::seat::{Seat, VariantSeat};
use crate::settings::{Settings, VariantName};

/// The longest line that is read, in bytes: tens of thousands of moves.
const LONGEST_LINE: u64 = 1 << 20;

pub(crate) struct Session {
    id: [String; 2],
    evaluators: Vec<String>,
    settings: Settings,
    shogi: VariantSeat<Shogi>,
    minishogi: VariantSeat<Minishogi>,
    /// The variant of the position on the board.
    current: VariantName,
    output: Output,
}

impl Session {
    pub(crate) fn new(usi: &Usi, output: Output) -> Self {
        let evaluators = usi.evaluator_names();
        Self {
            id: [usi.name.clone(), usi.author.clone()],
            settings: Settings::new(evaluators.first().map_or("", String::as_str)),
            evaluators,
            shogi: VariantSeat::new(usi.shogi.clone()),
            minishogi: VariantSeat::new(usi.minishogi.clone()),
            current: VariantName::Shogi,
            output,
        }
    }

    /// Reads commands until `quit`, the end of the input or a fault.
    pub(crate) fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            let end = match read {
                Ok(0) => true,
                Ok(_) if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") => {
                    input.skip_until(b'\n')?;
                    self.output.say(format_args!("a line is longer than {LONGEST_LINE} bytes"));
                    false
                }
                Ok(_) => !self.command(&String::from_utf8_lossy(&line)),
                Err(fault) => return Err(fault),
            };
            if end {
                self.shogi.finish();
                self.minishogi.finish();
            }
            if let Some(fault) = self.output.fault() {
                return Err(fault);
            }
            if end {
                return Ok(());
            }
        }
    }

    /// Obeys one command; `false` if it was the last.
    fn command(&mut self, line: &str) -> bool {
        let line = line.trim();
        let (word, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        match word {
            "usi" => self.introduce(),
            "isready" => {
                let (settings, output) = (self.settings.clone(), self.output.clone());
                self.seat().prepare(&settings, &output);
                self.output.line("readyok");
            }
            "setoption" => {
                let before = self.settings.variant;
                if let Err(fault) = self.settings.set(rest, &self.evaluators) {
                    self.output.say(fault);
                } else if self.settings.variant != before {
                    self.current = self.settings.variant;
                }
            }
            "usinewgame" => {
                self.shogi.forget(&self.settings);
                self.minishogi.forget(&self.settings);
            }
            "position" => self.position(rest),
            "go" => {
                // The variant may have changed while the other one was thinking.
                self.shogi.finish();
                self.minishogi.finish();
                let go = Go::parse(rest);
                for fault in &go.faults {
                    self.output.say(fault);
                }
                let (settings, output) = (self.settings.clone(), self.output.clone());
                self.seat().go(&go, &settings, &output);
            }
            "stop" => {
                self.shogi.stop();
                self.minishogi.stop();
            }
            "ponderhit" => {
                self.shogi.ponder_hit();
                self.minishogi.ponder_hit();
            }
            "gameover" => {
                for seat in [&self.shogi as &dyn Seat, &self.minishogi] {
                    seat.mute();
                    seat.stop();
                }
            }
            "quit" => return false,
            "" => {}
            _ => self.output.say(format_args!("unknown command {word:?}")),
        }
        true
    }

    fn introduce(&self) {
        let [name, author] = &self.id;
        self.output.line(format_args!("id name {name}"));
        self.output.line(format_args!("id author {author}"));
        for line in Settings::declarations(&self.evaluators) {
            self.output.line(line);
        }
        self.output.line("usiok");
    }

    /// The board's size tells the variant, whatever the option says; `startpos` goes by the option.
    fn position(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        let board = words.find(|&word| word != "sfen").unwrap_or("");
        let variant = match board.matches('/').count() {
            4 => VariantName::Minishogi,
            8 => VariantName::Shogi,
            _ => self.settings.variant,
        };
        let before = std::mem::replace(&mut self.current, variant);
        if let Err(fault) = self.seat().set_position(text) {
            self.current = before;
            self.output.say(format_args!("position: {fault}; the last one stays"));
        }
    }

    fn seat(&mut self) -> &mut dyn Seat {
        match self.current {
            VariantName::Shogi => &mut self.shogi,
            VariantName::Minishogi => &mut self.minishogi,
        }
    }
}
