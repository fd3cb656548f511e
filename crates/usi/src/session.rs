//! The conversation: commands in, answers out.

use std::io::{self, BufRead, Read};

use crate::Usi;
use crate::go::Go;
use crate::output::Output;
use crate::seat::Seat;
use crate::settings::Settings;

/// The longest line that is read, in bytes: tens of thousands of moves.
const LONGEST_LINE: u64 = 1 << 20;

pub(crate) struct Session {
    id: [String; 2],
    evaluators: Vec<String>,
    settings: Settings,
    seat: Seat,
    output: Output,
}

impl Session {
    pub(crate) fn new(usi: &Usi, output: Output) -> Self {
        let evaluators = usi.evaluator_names();
        Self {
            id: [usi.name.clone(), usi.author.clone()],
            settings: Settings::new(evaluators.first().map_or("", String::as_str)),
            evaluators,
            seat: Seat::new(usi.shogi.clone(), usi.minishogi.clone()),
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
                self.seat.finish();
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
                self.seat.prepare(&self.settings, &self.output);
                self.output.line("readyok");
            }
            "setoption" => {
                let before = self.settings.variant;
                if let Err(fault) = self.settings.set(rest, &self.evaluators) {
                    self.output.say(fault);
                } else if self.settings.variant != before {
                    self.seat.set_variant(self.settings.variant);
                }
            }
            "usinewgame" => self.seat.forget(&self.settings),
            "position" => self.position(rest),
            "go" => {
                // What was asked before is answered before anything is said of this.
                self.seat.finish();
                let go = Go::parse(rest);
                for fault in &go.faults {
                    self.output.say(fault);
                }
                self.seat.go(&go, &self.settings, &self.output);
            }
            "stop" => self.seat.stop(),
            "ponderhit" => self.seat.ponder_hit(),
            "gameover" => {
                self.seat.mute();
                self.seat.stop();
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
        if let Err(fault) = self.seat.set_position(text, self.settings.variant) {
            self.output.say(format_args!("position: {fault}; the last one stays"));
        }
    }
}
