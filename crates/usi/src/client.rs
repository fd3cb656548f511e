//! The other side of the protocol: an engine that runs as a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What went wrong with an engine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The command names no program.
    #[error("no program is named")]
    NoProgram,
    /// The program cannot be started.
    #[error("cannot start {program:?}: {source}")]
    Start {
        /// What was to be started.
        program: String,
        /// Why it was not.
        source: std::io::Error,
    },
    /// The program takes no more commands, or has ended.
    #[error("the engine has gone")]
    Gone,
    /// No answer came in time.
    #[error("no {waited_for:?} within {timeout:?}")]
    Timeout {
        /// The word that should have come.
        waited_for: &'static str,
        /// How long it was waited for.
        timeout: Duration,
    },
    /// The answer is not what the protocol has.
    #[error("{0:?} is no answer to go")]
    Answer(String),
}

/// What an engine answers to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move as it was written; it may be illegal.
    Move(String),
    /// It resigns.
    Resign,
    /// It declares a win by entering king.
    Win,
}

/// An engine that runs as a process and speaks USI. Dropping it ends the process.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    commands: ChildStdin,
    lines: Receiver<String>,
    name: String,
    /// The names of the options that it has declared.
    options: Vec<String>,
}

/// How long an engine may take for what is no search.
const PATIENCE: Duration = Duration::from_secs(20);

impl EngineProcess {
    /// Starts a program with its arguments, parted by blanks, and says `usi`.
    ///
    /// # Errors
    /// The program cannot be started or does not answer.
    pub fn start(command: &str) -> Result<Self, ClientError> {
        let mut words = command.split_ascii_whitespace();
        let program = words.next().ok_or(ClientError::NoProgram)?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| ClientError::Start { program: program.to_owned(), source })?;
        let (Some(commands), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Gone);
        };
        let (sender, lines) = channel();
        // Ends with the process, whose output it reads.
        std::thread::spawn(move || {
            let mut answers = BufReader::new(answers);
            let mut bytes = Vec::new();
            while answers.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if sender.send(line).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let (name, options) = (program.to_owned(), Vec::new());
        let mut engine = Self { child, commands, lines, name, options };
        engine.send("usi")?;
        loop {
            let line = engine.line("usiok", Instant::now() + PATIENCE, PATIENCE)?;
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = name.to_owned();
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                engine.options.push(name.to_owned());
            } else if line == "usiok" {
                return Ok(engine);
            }
        }
    }

    /// What the engine calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has declared an option of this name.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets an option, declared or not.
    ///
    /// # Errors
    /// The engine has gone.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Makes the engine ready for a new game.
    ///
    /// # Errors
    /// The engine has gone or does not answer.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send("isready")?;
        self.wait_for("readyok", PATIENCE)?;
        self.send("usinewgame")?;
        // Or what an engine clears for the new game would fall into the time of the first move, its own or the opponent's.
        self.send("isready")?;
        self.wait_for("readyok", PATIENCE).map(drop)
    }

    /// Asks for a move. `position` and `go` are what follows those words.
    ///
    /// # Errors
    /// The engine has gone, answers nothing in that time, or something that is no answer.
    pub fn go(
        &mut self,
        position: &str,
        go: &str,
        timeout: Duration,
    ) -> Result<Answer, ClientError> {
        self.send(&format!("position {position}"))?;
        self.send(&format!("go {go}"))?;
        let line = self.wait_for("bestmove", timeout)?;
        match line.split_ascii_whitespace().nth(1) {
            Some("resign") => Ok(Answer::Resign),
            Some("win") => Ok(Answer::Win),
            Some(mv) => Ok(Answer::Move(mv.to_owned())),
            None => Err(ClientError::Answer(line)),
        }
    }

    fn send(&mut self, command: &str) -> Result<(), ClientError> {
        let text = format!("{command}\n");
        let sent = self.commands.write_all(text.as_bytes()).and_then(|()| self.commands.flush());
        sent.map_err(|_| ClientError::Gone)
    }

    /// The next line whose first word is this.
    fn wait_for(&mut self, word: &'static str, timeout: Duration) -> Result<String, ClientError> {
        let end = Instant::now() + timeout;
        loop {
            let line = self.line(word, end, timeout)?;
            if line.split_ascii_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
    }

    fn line(
        &self,
        waited_for: &'static str,
        end: Instant,
        timeout: Duration,
    ) -> Result<String, ClientError> {
        let left = end.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|fault| match fault {
            RecvTimeoutError::Timeout => ClientError::Timeout { waited_for, timeout },
            RecvTimeoutError::Disconnected => ClientError::Gone,
        })
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // It is asked first; a process that has ended already is no fault.
        let _ = self.send("quit");
        for _ in 0..50 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
