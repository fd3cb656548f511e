//! Games as self-play keeps them: a compact binary file that can be cut off, joined and checked.
//!
//! A file is a row of *sections*. Integers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | tag: `SKYH` (head) or `SKYG` (game) |
//! | 4 | length of the body in bytes, at most 65,536 |
//! | … | the body |
//! | 4 | CRC-32 of tag, length and body |
//!
//! A **head** says where the games after it come from; its body is JSON ([`RecordHead`]). A file begins with one. Files
//! joined end to end are one file: a head may follow anywhere, if the variant is the same.
//!
//! A **game** holds its moves from the start position, and with them every position:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | result: 0 black won, 1 drawn, 2 white won |
//! | 1 | how it ended: 0 by the rules, 1 called, 2 too long, 3 by the rules after a call that was right, 4 after a wrong one |
//! | 1 | length of the start position's SFEN, 0 for the variant's own |
//! | … | the SFEN |
//! | 4 each | a move (2 bytes, as [`Move::to_bits`]) and the score that the search gave it (2 bytes, centipawns for the side that moves; −32,768 for a move that was not searched) |
//!
//! A position thus costs four bytes on either board. Reading plays every move by the rules, so what comes out is lawful
//! whatever the file holds.

use std::io::{self, Read, Write};
use std::marker::PhantomData;

use sakiyomi_eval::Score;
use sakiyomi_rules::{Color, Game, Move, Position, Shogi, Variant};
use serde::{Deserialize, Serialize};

const HEAD: [u8; 4] = *b"SKYH";
const GAME: [u8; 4] = *b"SKYG";
/// The version of the format that this library writes and reads.
pub const RECORD_VERSION: u32 = 1;
const LONGEST_BODY: usize = 1 << 16;
const NOT_SEARCHED: i16 = i16::MIN;

/// Where games come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordHead {
    /// Version of the format.
    pub version: u32,
    /// The variant's name.
    pub variant: String,
    /// What played: search and evaluation, in words that tell two engines apart.
    pub engine: String,
    /// Nodes for each move.
    pub nodes: u64,
    /// The seed from which, with its number, each game follows.
    pub seed: u64,
    /// This file's share: games whose number leaves the first when divided by the second.
    pub shard: [u64; 2],
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Over the board.
    Rules,
    /// Both sides agreed on the winner for long enough.
    Called,
    /// It was broken off and counts as drawn.
    TooLong,
    /// A call was noted but the game was played out: the one called the winner won.
    CalledRightly,
    /// As before, but the one called the winner did not win.
    CalledWrongly,
}

impl Ending {
    const ALL: [Self; 5] =
        [Self::Rules, Self::Called, Self::TooLong, Self::CalledRightly, Self::CalledWrongly];
}

/// A move of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove<V: Variant = Shogi> {
    /// The move.
    pub mv: Move<V>,
    /// What the search said for the side that moved; `None` for a move that was not searched.
    pub score: Option<Score>,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame<V: Variant = Shogi> {
    /// Its number.
    pub number: u64,
    /// Who won; `None` if it was drawn.
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
    /// Where it began.
    pub start: Position<V>,
    /// Its moves.
    pub moves: Vec<RecordedMove<V>>,
}

impl<V: Variant> RecordedGame<V> {
    /// Each position of the game with the move played in it, from the start.
    pub fn positions(&self) -> impl Iterator<Item = (Position<V>, RecordedMove<V>)> {
        let mut position = self.start.clone();
        self.moves.iter().map(move |&recorded| {
            let before = position.clone();
            position.make(recorded.mv);
            (before, recorded)
        })
    }
}

/// Why a file of games cannot be read, or not further.
#[derive(Debug, thiserror::Error)]
#[error("byte {offset}: {fault}")]
pub struct RecordError {
    /// Where the section begins that is at fault.
    pub offset: u64,
    /// What is wrong with it.
    pub fault: RecordFault,
}

/// What is wrong with a section.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file ends within it.
    #[error("the file ends within a section")]
    Truncated,
    /// It begins with something else than a tag.
    #[error("found tag {0:?}, expected SKYH or SKYG")]
    Tag([u8; 4]),
    /// It says it is longer than a section may be.
    #[error("a section of {0} bytes, expected at most {LONGEST_BODY}")]
    Length(u32),
    /// Its bytes are not those that were written.
    #[error("checksum {stored:08x} is stored, {computed:08x} computed")]
    Checksum {
        /// As the file says.
        stored: u32,
        /// As it should be.
        computed: u32,
    },
    /// A game before any head.
    #[error("a game before the head")]
    NoHead,
    /// A head that is not what [`RecordHead`] says.
    #[error("the head: {0}")]
    Head(serde_json::Error),
    /// A version that this library does not read.
    #[error("version {0}, expected {RECORD_VERSION}")]
    Version(u32),
    /// Games of another variant.
    #[error("games of {found}, expected {expected}")]
    Variant {
        /// As the head says.
        found: String,
        /// What was to be read.
        expected: &'static str,
    },
    /// A game's fixed part is not there, or says what it cannot.
    #[error("game: byte {at} of its body: {what}")]
    Game {
        /// Offset within the body.
        at: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A move that breaks a rule.
    #[error("game {number}: ply {ply}: no legal move")]
    Move {
        /// The game.
        number: u64,
        /// Which move, from 0.
        ply: usize,
    },
    /// The file cannot be read at all.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes games.
#[derive(Debug)]
pub struct RecordWriter<W: Write, V: Variant = Shogi> {
    to: W,
    variant: PhantomData<V>,
}

impl<W: Write, V: Variant> RecordWriter<W, V> {
    /// Begins a file with its head.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn new(to: W, head: &RecordHead) -> io::Result<Self> {
        let mut writer = Self::resumed(to);
        let body = serde_json::to_vec(head)?;
        writer.section(HEAD, &body)?;
        Ok(writer)
    }

    /// Goes on with a file that has its head, and ends behind a whole section (see [`whole_sections`]).
    pub fn resumed(to: W) -> Self {
        Self { to, variant: PhantomData }
    }

    /// Adds a game. It is in the file when this returns, as far as the operating system says so.
    ///
    /// # Errors
    /// Those of the writer; a game of more than about 16,000 moves is `InvalidInput`.
    pub fn write(&mut self, game: &RecordedGame<V>) -> io::Result<()> {
        let mut body = Vec::with_capacity(64 + 4 * game.moves.len());
        body.extend(game.number.to_le_bytes());
        body.push(match game.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        body.push(game.ending as u8);
        let is_usual = game.start == Position::start();
        let sfen = if is_usual { String::new() } else { game.start.to_sfen() };
        // No lawful SFEN comes near this length.
        body.push(u8::try_from(sfen.len()).map_err(|_| io::ErrorKind::InvalidInput)?);
        body.extend(sfen.as_bytes());
        for recorded in &game.moves {
            body.extend(recorded.mv.to_bits().to_le_bytes());
            let score = recorded.score.map_or(NOT_SEARCHED, |score| score.value() as i16);
            body.extend(score.to_le_bytes());
        }
        self.section(GAME, &body)
    }

    fn section(&mut self, tag: [u8; 4], body: &[u8]) -> io::Result<()> {
        if body.len() > LONGEST_BODY {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut bytes = Vec::with_capacity(12 + body.len());
        bytes.extend(tag);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        // One write for a section: what is cut off is cut off between games, as a rule.
        self.to.write_all(&bytes)?;
        self.to.flush()
    }
}

/// Reads games one by one, checking everything. After an error there is nothing more.
#[derive(Debug)]
pub struct RecordReader<R: Read, V: Variant = Shogi> {
    sections: Sections<R>,
    head: Option<RecordHead>,
    variant: PhantomData<V>,
}

impl<R: Read, V: Variant> RecordReader<R, V> {
    /// Reads from here; buffered is better.
    pub fn new(from: R) -> Self {
        let sections = Sections { from, offset: 0, end: 0, is_over: false };
        Self { sections, head: None, variant: PhantomData }
    }

    /// The head of the games last read.
    pub fn head(&self) -> Option<&RecordHead> {
        self.head.as_ref()
    }

    fn game(&mut self) -> Result<Option<RecordedGame<V>>, RecordFault> {
        while let Some((tag, body)) = self.sections.next_section()? {
            if tag == GAME {
                if self.head.is_none() {
                    return Err(RecordFault::NoHead);
                }
                return game_from(&body).map(Some);
            }
            self.head = Some(head_from(&body, V::NAME)?);
        }
        Ok(None)
    }
}

impl<R: Read, V: Variant> Iterator for RecordReader<R, V> {
    type Item = Result<RecordedGame<V>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let fault = match self.game() {
            Ok(game) => return game.map(Ok),
            Err(fault) => fault,
        };
        self.sections.is_over = true;
        Some(Err(RecordError { offset: self.sections.offset, fault }))
    }
}

/// The whole sections at the beginning of a file: what a run that was killed left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeSections {
    /// The last head.
    pub head: Option<RecordHead>,
    /// How many games there are.
    pub games: u64,
    /// Bytes up to the end of the last whole section; what comes behind is to be cut off.
    pub bytes: u64,
}

/// Counts the whole sections of a file of games, without looking at the moves.
///
/// # Errors
/// Anything but a file that ends within its last section.
pub fn whole_sections<V: Variant>(from: impl Read) -> Result<WholeSections, RecordError> {
    let mut sections = Sections { from, offset: 0, end: 0, is_over: false };
    let mut whole = WholeSections::default();
    loop {
        let fault = match sections.next_section() {
            Ok(None) | Err(RecordFault::Truncated) => return Ok(whole),
            Ok(Some((HEAD, body))) => match head_from(&body, V::NAME) {
                Ok(head) => {
                    whole.head = Some(head);
                    None
                }
                Err(fault) => Some(fault),
            },
            Ok(Some(_)) => {
                whole.games += 1;
                None
            }
            Err(fault) => Some(fault),
        };
        if let Some(fault) = fault {
            return Err(RecordError { offset: sections.offset, fault });
        }
        whole.bytes = sections.end;
    }
}

/// A section's tag and body.
type Section = ([u8; 4], Vec<u8>);

/// Reads sections and checks that they are as they were written.
#[derive(Debug)]
struct Sections<R> {
    from: R,
    /// Where the present section begins, and where it ends.
    offset: u64,
    end: u64,
    is_over: bool,
}

impl<R: Read> Sections<R> {
    fn next_section(&mut self) -> Result<Option<Section>, RecordFault> {
        self.offset = self.end;
        let mut start = [0; 8];
        let got = if self.is_over { 0 } else { read_up_to(&mut self.from, &mut start)? };
        if got == 0 {
            return Ok(None);
        }
        let [a, b, c, d, length @ ..] = start;
        let (tag, length) = ([a, b, c, d], u32::from_le_bytes(length));
        let known = HEAD.starts_with(&tag[..got.min(4)]) || GAME.starts_with(&tag[..got.min(4)]);
        if !known {
            return Err(RecordFault::Tag(tag));
        }
        if got < start.len() {
            return Err(RecordFault::Truncated);
        }
        if length as usize > LONGEST_BODY {
            return Err(RecordFault::Length(length));
        }
        let mut body = vec![0; length as usize + 4];
        if read_up_to(&mut self.from, &mut body)? < body.len() {
            return Err(RecordFault::Truncated);
        }
        let mut hasher = crc32fast::Hasher::new();
        let checksum = body.split_off(length as usize);
        hasher.update(&start);
        hasher.update(&body);
        let stored = checksum.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        let computed = hasher.finalize();
        if stored != computed {
            return Err(RecordFault::Checksum { stored, computed });
        }
        self.end = self.offset + 12 + u64::from(length);
        Ok(Some((tag, body)))
    }
}

/// Fills the buffer as far as there is something, and says how far.
fn read_up_to(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match from.read(&mut buffer[got..]) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(got)
}

fn head_from(body: &[u8], variant: &'static str) -> Result<RecordHead, RecordFault> {
    let head: RecordHead = serde_json::from_slice(body).map_err(RecordFault::Head)?;
    if head.version != RECORD_VERSION {
        return Err(RecordFault::Version(head.version));
    }
    if head.variant != variant {
        return Err(RecordFault::Variant { found: head.variant, expected: variant });
    }
    Ok(head)
}

fn game_from<V: Variant>(body: &[u8]) -> Result<RecordedGame<V>, RecordFault> {
    let fault = |at, what| RecordFault::Game { at, what };
    let short = || fault(body.len(), "it ends too soon");
    let (number, rest) = body.split_first_chunk::<8>().ok_or_else(short)?;
    let number = u64::from_le_bytes(*number);
    let (&[result, ending, sfen_len], rest) = rest.split_first_chunk::<3>().ok_or_else(short)?;
    let winner = match result {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::White),
        _ => return Err(fault(8, "no such result")),
    };
    let ending = *Ending::ALL.get(usize::from(ending)).ok_or_else(|| fault(9, "no such ending"))?;
    let (sfen, moves) = rest.split_at_checked(sfen_len.into()).ok_or_else(short)?;
    let start = match sfen {
        [] => Position::start(),
        _ => str::from_utf8(sfen)
            .ok()
            .and_then(|sfen| sfen.parse().ok())
            .ok_or_else(|| fault(11, "the start position cannot be read"))?,
    };
    if moves.len() % 4 != 0 {
        return Err(fault(body.len(), "it ends within a move"));
    }
    let mut game = Game::from_position(start);
    let mut recorded = Vec::with_capacity(moves.len() / 4);
    for (ply, four) in moves.chunks_exact(4).enumerate() {
        let illegal = || RecordFault::Move { number, ply };
        let mv = Move::from_bits(u16::from_le_bytes([four[0], four[1]])).ok_or_else(illegal)?;
        game.play(mv).map_err(|_| illegal())?;
        let score = i16::from_le_bytes([four[2], four[3]]);
        let score = (score != NOT_SEARCHED).then(|| Score::from_value(score.into()));
        recorded.push(RecordedMove { mv, score });
    }
    Ok(RecordedGame {
        number,
        winner,
        ending,
        start: game.start_position().clone(),
        moves: recorded,
    })
}
