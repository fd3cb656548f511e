//! The game at the table: whose turn it is, what is said and what is drawn.

use std::io::{self, BufRead, Write};

use examples::read_line;
use examples::words::threat_sentence;
use sakiyomi::{
    Color, Declaration, DeclarationRule, DrawReason, Engine, Evaluator, Game, LevelOptions, Limits,
    Move, Outcome, Position, ThreatReport, Variant, WinReason,
};

use crate::board::Style;
use crate::entry::{Entry, WORDS, Word};

/// Who sits where, and how it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Whether a person plays black, and white.
    pub(crate) persons: [bool; 2],
    pub(crate) level: LevelOptions,
    /// Further limits of the engine.
    pub(crate) limits: Limits,
    /// What a hint may cost.
    pub(crate) hint: Limits,
    pub(crate) style: Style,
    /// Tell threats without being asked.
    pub(crate) show_threats: bool,
    pub(crate) rule: DeclarationRule,
    /// A game this long goes no further by itself.
    pub(crate) longest: usize,
}

/// One game between persons and the engine, over any reader and writer.
pub(crate) struct Table<V: Variant, E: Evaluator<V>, R, W> {
    game: Game<V>,
    /// What `new` goes back to.
    first: Game<V>,
    engine: Engine<V, E>,
    /// Another one, so that hints do not change what the opponent plays.
    adviser: Engine<V, E>,
    settings: Settings,
    input: R,
    output: W,
}

/// What comes after a turn.
enum Next {
    GoOn,
    Leave,
}

impl<V: Variant, E: Evaluator<V>, R: BufRead, W: Write> Table<V, E, R, W> {
    pub(crate) fn new(
        game: Game<V>,
        [engine, adviser]: [Engine<V, E>; 2],
        settings: Settings,
        input: R,
        output: W,
    ) -> Self {
        Self { first: game.clone(), game, engine, adviser, settings, input, output }
    }

    /// Plays until the player leaves or the input ends; then also a game that was not finished is only said to be so.
    pub(crate) fn run(mut self) -> io::Result<()> {
        writeln!(self.output, "'help' tells what can be typed.")?;
        self.show_board()?;
        let mut told_end = false;
        loop {
            let over = !self.game.outcome().is_ongoing();
            if over && !told_end {
                writeln!(self.output, "{}", ending(self.game.outcome()))?;
                writeln!(self.output, "position {}", self.game)?;
            }
            told_end = over;
            if !over && !self.is_persons_turn() {
                if self.game.ply() >= self.settings.longest {
                    return writeln!(self.output, "The game has become too long.");
                }
                self.engine_plays()?;
                continue;
            }
            if over && self.settings.persons == [false; 2] {
                return Ok(());
            }
            match self.turn()? {
                Next::GoOn => {}
                Next::Leave => break,
            }
        }
        if self.game.outcome().is_ongoing() {
            writeln!(self.output, "Left after {} moves.", self.game.ply())?;
        }
        self.output.flush()
    }

    fn is_persons_turn(&self) -> bool {
        self.settings.persons[self.game.position().side_to_move().index()]
    }

    fn engine_plays(&mut self) -> io::Result<()> {
        let side = self.game.position().side_to_move();
        let stop = sakiyomi::StopFlag::new();
        let (level, limits) = (self.settings.level, self.settings.limits);
        let result = self.engine.choose_until(&self.game, level, limits, &stop);
        if result.declaration == Declaration::Win && self.game.declare(self.settings.rule).is_ok() {
            return writeln!(self.output, "{side} declares.");
        }
        // A game that goes on has a legal move, and the search finds one however short it is.
        let Some(mv) = result.best else { return self.give_up(side) };
        let text = self.notation(mv);
        if self.game.play(mv).is_err() {
            return self.give_up(side);
        }
        writeln!(self.output, "{text} ({mv})")?;
        self.show_board()
    }

    fn give_up(&mut self, side: Color) -> io::Result<()> {
        // It cannot have ended: this side was to move.
        let _ = self.game.resign(side);
        writeln!(self.output, "{side} resigns.")
    }

    /// Asks for a line and does what it says.
    fn turn(&mut self) -> io::Result<Next> {
        let side = self.game.position().side_to_move();
        let over = !self.game.outcome().is_ongoing();
        let prompt = if over { "new, undo or quit" } else { side.name() };
        write!(self.output, "{prompt}> ")?;
        self.output.flush()?;
        let Some(line) = read_line(&mut self.input)? else {
            writeln!(self.output)?;
            return Ok(Next::Leave);
        };
        let entry = line
            .map_err(|fault| fault.to_string())
            .and_then(|line| Entry::read(&line, &self.game).map_err(|fault| fault.to_string()));
        match entry {
            Ok(Entry::Nothing) => {}
            Ok(Entry::Move(mv)) => self.person_plays(mv)?,
            Ok(Entry::Word(Word::Quit)) => return Ok(Next::Leave),
            Ok(Entry::Word(word)) => self.obey(word)?,
            Err(fault) => writeln!(self.output, "{fault}.")?,
        }
        Ok(Next::GoOn)
    }

    fn person_plays(&mut self, mv: Move<V>) -> io::Result<()> {
        let text = self.notation(mv);
        match self.game.play(mv) {
            Ok(()) => writeln!(self.output, "{text} ({mv})")?,
            Err(fault) => return writeln!(self.output, "{fault}."),
        }
        if self.game.outcome().is_ongoing() && self.is_persons_turn() {
            self.show_board()?;
        }
        Ok(())
    }

    fn obey(&mut self, word: Word) -> io::Result<()> {
        match word {
            Word::Help => self.help(),
            Word::Board => self.show_board(),
            Word::Moves => self.show_moves(),
            Word::Undo => self.undo(),
            Word::Hint => self.hint(),
            Word::Threats => {
                let report = self.engine.threats(self.game.position());
                self.tell_threats(&report, true)
            }
            Word::Position => writeln!(self.output, "position {}", self.game),
            Word::Declare => match self.game.declare(self.settings.rule) {
                Ok(_) => Ok(()),
                Err(fault) => writeln!(self.output, "{fault}."),
            },
            Word::Resign => {
                let loser = self.game.position().side_to_move();
                match self.game.resign(loser) {
                    Ok(_) => Ok(()),
                    Err(fault) => writeln!(self.output, "{fault}."),
                }
            }
            Word::New => {
                self.game = self.first.clone();
                self.engine.clear();
                self.show_board()
            }
            // The caller has left already.
            Word::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        writeln!(
            self.output,
            "A move: in USI (7g7f, 8h2b+, P*5e) or in Japanese (７六歩, 2二角成, 同銀, 5五歩打)."
        )?;
        for (_, names, what) in WORDS {
            writeln!(self.output, "{:<10} {what}", names[0])?;
        }
        Ok(())
    }

    fn show_moves(&mut self) -> io::Result<()> {
        let mut moves: Vec<String> = Vec::new();
        for &mv in &self.game.position().legal_moves() {
            moves.push(format!("{} ({mv})", self.notation(mv)));
        }
        moves.sort_unstable();
        writeln!(self.output, "{} moves: {}", moves.len(), moves.join(", "))
    }

    /// Takes back moves until a person is to move who has moved before.
    fn undo(&mut self) -> io::Result<()> {
        let start = self.game.start_position().side_to_move();
        let side_at = |ply: usize| if ply.is_multiple_of(2) { start } else { !start };
        let is_person = |&ply: &usize| self.settings.persons[side_at(ply).index()];
        let Some(ply) = (0..self.game.ply()).rfind(is_person) else {
            return writeln!(self.output, "There is no move of yours to take back.");
        };
        while self.game.ply() > ply {
            self.game.undo();
        }
        self.show_board()
    }

    fn hint(&mut self) -> io::Result<()> {
        let result = self.adviser.search(&self.game, self.settings.hint);
        let Some(best) = result.best else { return writeln!(self.output, "There is no move.") };
        if result.declaration == Declaration::Win {
            writeln!(self.output, "You may declare.")?;
        }
        let pv: Vec<String> = result.pv.iter().map(ToString::to_string).collect();
        let text = self.notation(best);
        writeln!(self.output, "{text} ({best}), {}: {}", result.score, pv.join(" "))
    }

    /// The board with the last move and, if asked for, the threats to the person to move.
    fn show_board(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let marked = self.settings.show_threats && self.is_persons_turn();
        let report = marked.then(|| self.engine.threats(position));
        let last = self.game.last_move().map(|mv| mv.to());
        let board = self.settings.style.draw(position, |square| {
            let strikes = |report: &ThreatReport<V>| {
                report.threats.iter().any(|threat| threat.square == square)
            };
            match &report {
                Some(report) if strikes(report) => '!',
                _ if last == Some(square) => '*',
                _ => ' ',
            }
        });
        write!(self.output, "\n{board}")?;
        let checked = position.in_check() && self.game.outcome().is_ongoing();
        if checked {
            writeln!(self.output, "{} is in check.", position.side_to_move())?;
        }
        match report {
            Some(report) => self.tell_threats(&report, false),
            None => Ok(()),
        }
    }

    fn tell_threats(&mut self, report: &ThreatReport<V>, asked: bool) -> io::Result<()> {
        let by = !self.game.position().side_to_move();
        if report.threats.is_empty() && asked {
            let in_check = self.game.position().in_check();
            let why =
                if in_check { "You are in check; nothing else is threatened" } else { "None" };
            writeln!(self.output, "{why}.")?;
        } else if let Some(answer) = report.answer {
            writeln!(self.output, "After the best answer to the check, {answer}:")?;
        }
        for threat in &report.threats {
            writeln!(self.output, "! {}", threat_sentence(threat, by))?;
        }
        Ok(())
    }

    fn notation(&self, mv: Move<V>) -> String {
        notation(self.game.position(), mv, self.game.last_move())
    }
}

/// A move in Japanese, or in USI where it cannot be said.
fn notation<V: Variant>(position: &Position<V>, mv: Move<V>, last: Option<Move<V>>) -> String {
    let previous = last.map(|mv| mv.to());
    position.to_japanese(mv, previous).unwrap_or_else(|_| mv.to_string())
}

/// How the game ended, in a sentence.
fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => "The game goes on.".to_owned(),
        Outcome::Draw(DrawReason::Repetition) => {
            "A draw: the same position for the fourth time (千日手).".to_owned()
        }
        Outcome::Draw(reason) => format!("A draw: {reason}."),
        Outcome::Win { winner, reason } => {
            let loser = !winner;
            let why = match reason {
                WinReason::Checkmate => format!("{loser} is mated (詰み)"),
                WinReason::NoLegalMove => format!("{loser} has no legal move"),
                WinReason::Repetition => {
                    "the same position for the fourth time (千日手)".to_owned()
                }
                WinReason::PerpetualCheck => {
                    format!("{loser} gave perpetual check (連続王手の千日手)")
                }
                WinReason::Declaration => format!("{winner} declared (入玉宣言)"),
                WinReason::Resignation => format!("{loser} resigned (投了)"),
                _ => reason.to_string(),
            };
            format!("{winner} wins: {why}.")
        }
    }
}
