//! What a player types: a move in USI or Japanese, or a word.

use sakiyomi::{Game, GameError, JapaneseError, Move, MoveTextError, Variant};

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<V: Variant> {
    Move(Move<V>),
    Word(Word),
    /// A blank line.
    Nothing,
}

/// What can be asked for besides a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Help,
    Board,
    Moves,
    Undo,
    Hint,
    Threats,
    Position,
    Declare,
    Resign,
    New,
    Quit,
}

/// The words with what they do; the first name of each is shown.
pub(crate) const WORDS: [(Word, &[&str], &str); 11] = [
    (Word::Help, &["help", "?", "h"], "what can be typed"),
    (Word::Board, &["board", "b", "盤"], "the board once more"),
    (Word::Moves, &["moves", "m"], "every legal move"),
    (Word::Undo, &["undo", "u", "待った"], "takes back your last move and the answer to it"),
    (Word::Hint, &["hint", "ヒント"], "what the engine would play for you"),
    (Word::Threats, &["threats", "t", "狙い"], "what you are threatened with"),
    (Word::Position, &["position", "p"], "the game so far as a line of USI"),
    (Word::Declare, &["declare", "宣言"], "declares a win by entering king"),
    (Word::Resign, &["resign", "投了"], "gives the game up"),
    (Word::New, &["new"], "begins again"),
    (Word::Quit, &["quit", "q", "exit"], "leaves"),
];

/// Why a line is neither a word nor a move that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EntryFault {
    #[error("{0}; a move is 7g7f, P*5e or ７六歩, and 'help' tells the rest")]
    Usi(#[from] MoveTextError),
    #[error("{0}")]
    Japanese(#[from] JapaneseError),
    #[error("{0}")]
    Game(#[from] GameError),
}

impl<V: Variant> Entry<V> {
    /// Reads a line in the position that `game` has reached. A move is legal.
    pub(crate) fn read(text: &str, game: &Game<V>) -> Result<Self, EntryFault> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Self::Nothing);
        }
        let lower = text.to_lowercase();
        if let Some((word, ..)) = WORDS.iter().find(|(_, names, _)| names.contains(&&*lower)) {
            return Ok(Self::Word(*word));
        }
        let mv = match text.parse::<Move<V>>() {
            Ok(mv) => mv,
            // Without a single Japanese character, a Japanese move was not meant.
            Err(fault) if text.is_ascii() => return Err(fault.into()),
            Err(_) => {
                let previous = game.last_move().map(|mv| mv.to());
                game.position().parse_japanese(text, previous)?
            }
        };
        game.position().check_legality(mv).map_err(GameError::from)?;
        Ok(Self::Move(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi::{Minishogi, Shogi};

    #[test]
    fn one_move_can_be_written_in_many_ways() {
        let game: Game<Shogi> = "startpos moves 7g7f 3c3d 8h2b+".parse().unwrap();
        for text in ["3a2b", "同銀", " △同　銀 ", "2二銀", "☖２二銀", "22銀(31)"] {
            let mv = "3a2b".parse().unwrap();
            assert_eq!(Entry::read(text, &game), Ok(Entry::Move(mv)), "{text}");
        }
        let start = Game::<Shogi>::new();
        for text in ["7g7f", "７六歩", "▲7六歩", "76歩"] {
            let mv = "7g7f".parse().unwrap();
            assert_eq!(Entry::read(text, &start), Ok(Entry::Move(mv)), "{text}");
        }
        let mut small = Game::<Minishogi>::new();
        small.play("1e1d".parse().unwrap()).unwrap();
        assert!(matches!(Entry::read("５二玉", &small), Err(EntryFault::Japanese(_))));
        assert!(matches!(Entry::read("２二玉", &small), Ok(Entry::Move(_))));
    }

    #[test]
    fn words_count_whatever_their_case_and_faults_are_named() {
        let game = Game::<Shogi>::new();
        assert_eq!(Entry::read("Undo", &game), Ok(Entry::Word(Word::Undo)));
        assert_eq!(Entry::read(" 投了\r\n", &game), Ok(Entry::Word(Word::Resign)));
        assert_eq!(Entry::read(" \n", &game), Ok(Entry::Nothing));
        let fault = |text| Entry::read(text, &game).unwrap_err().to_string();
        assert_eq!(fault("7g7e"), "the man cannot reach that square");
        assert!(fault("castle").contains("7g7f, P*5e"), "{}", fault("castle"));
        assert_eq!(fault("５八金"), "several legal moves fit the text");
        assert_eq!(fault("△７六歩"), "column 1: black is to move");
    }
}
