//! A game: a start position, the moves played, and how it stands.
//!
//! The rules that end a game by themselves are applied after every move: no legal move (with or without check) and the
//! fourth occurrence of a position. What a player does (declare, resign, play what no rule allows) ends it too, by a
//! method each.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    Color, Declaration, DeclarationFaults, DeclarationRule, DrawReason, History, IllegalMove, Move,
    Outcome, Position, Shogi, Undo, Variant, WinReason,
};

/// Why a game did not take what was asked of it. The game is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The game has ended.
    #[error("the game has ended: {0}")]
    Over(Outcome),
    /// The move breaks a rule.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Something is missing for the declaration.
    #[error("no declaration: {0}")]
    Declaration(#[from] DeclarationFaults),
    /// A move was reported as illegal that breaks no rule.
    #[error("the move breaks no rule")]
    LegalMove,
}

/// A game of one variant from any position.
///
/// ```
/// use sakiyomi_rules::{Game, Minishogi, Outcome};
/// let mut game = Game::<Minishogi>::new();
/// for mv in "1e1d 5a5b 1d1e 5b5a ".repeat(3).split_whitespace() {
///     assert_eq!(game.outcome(), Outcome::Ongoing);
///     game.play(mv.parse()?)?;
/// }
/// assert_eq!(game.outcome().to_string(), "white-wins-repetition");
/// assert_eq!(game.ended_at(), Some(12));
/// assert!(game.play("1e1d".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game<V: Variant = Shogi> {
    start: Position<V>,
    position: Position<V>,
    history: History,
    undos: Vec<Undo<V>>,
    end: Option<End>,
}

#[derive(Clone, Copy, Debug)]
struct End {
    outcome: Outcome,
    /// Moves that had been played.
    ply: usize,
}

impl<V: Variant> Game<V> {
    /// A game from the variant's start position.
    #[must_use]
    pub fn new() -> Self {
        Self::from_position(Position::start())
    }

    /// A game from any position. It has ended at ply 0 if the side to move has no legal move there.
    #[must_use]
    pub fn from_position(start: Position<V>) -> Self {
        let mut game = Self {
            position: start.clone(),
            history: History::new(&start),
            start,
            undos: Vec::new(),
            end: None,
        };
        game.rule();
        game
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that the move breaks, or how the game has ended before; nothing is changed then.
    pub fn play(&mut self, mv: Move<V>) -> Result<(), GameError> {
        self.go_on()?;
        Ok(self.play_on(mv)?)
    }

    /// Plays a legal move even where the game has ended by repetition, declaration, resignation or an illegal move. How
    /// and when it ended stays. For records and `position` lines that go on after the end.
    ///
    /// # Errors
    /// The rule that the move breaks; nothing is changed then.
    pub fn play_on(&mut self, mv: Move<V>) -> Result<(), IllegalMove> {
        let undo = self.position.play(mv)?;
        self.undos.push(undo);
        self.history.push(&self.position);
        if self.end.is_none() {
            self.rule();
        }
        Ok(())
    }

    /// Takes back the last move and gives it; `None` if there is none. An end that came after the position now reached
    /// is forgotten, and so is one that a player brought about in it: after this, that player thinks again.
    pub fn undo(&mut self) -> Option<Move<V>> {
        let last = self.undos.pop();
        if let Some(undo) = last {
            self.position.unmake(undo);
            self.history.pop();
        }
        if self.end.is_some_and(|end| end.ply >= self.undos.len()) {
            self.end = None;
            self.rule();
        }
        last.and_then(|undo| undo.mv())
    }

    /// How the game stands.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.end.map_or(Outcome::Ongoing, |end| end.outcome)
    }

    /// How many moves had been played when the game ended; `None` while it goes on.
    #[inline]
    #[must_use]
    pub fn ended_at(&self) -> Option<usize> {
        self.end.map(|end| end.ply)
    }

    /// The side to move declares by entering king.
    ///
    /// # Errors
    /// What is missing, or how the game has ended before. Tournament rules may count a wrong declaration as lost; then
    /// call [`resign`](Self::resign).
    pub fn declare(&mut self, rule: DeclarationRule) -> Result<Outcome, GameError> {
        self.go_on()?;
        let winner = self.position.side_to_move();
        let outcome = match self.position.declaration(rule)? {
            Declaration::Draw => Outcome::Draw(DrawReason::Declaration),
            _ => Outcome::Win { winner, reason: WinReason::Declaration },
        };
        Ok(self.end_with(outcome))
    }

    /// A side resigns; it need not be the side to move.
    ///
    /// # Errors
    /// How the game has ended before.
    pub fn resign(&mut self, loser: Color) -> Result<Outcome, GameError> {
        self.go_on()?;
        Ok(self.end_with(Outcome::Win { winner: !loser, reason: WinReason::Resignation }))
    }

    /// The side to move has played, over the board or in a record, a move that breaks a rule: it loses, and the outcome
    /// names the rule. The move is not made.
    ///
    /// # Errors
    /// [`GameError::LegalMove`] if it breaks none; or how the game has ended before.
    pub fn adjudicate_illegal(&mut self, mv: Move<V>) -> Result<Outcome, GameError> {
        self.go_on()?;
        let Err(rule) = self.position.check_legality(mv) else { return Err(GameError::LegalMove) };
        let winner = !self.position.side_to_move();
        Ok(self.end_with(Outcome::Win { winner, reason: WinReason::IllegalMove(rule) }))
    }

    /// The position now on the board.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position<V> {
        &self.position
    }

    /// The position that the game began with.
    #[inline]
    #[must_use]
    pub fn start_position(&self) -> &Position<V> {
        &self.start
    }

    /// The keys of all positions so far, for a search that is to see repetitions with the game behind it.
    #[inline]
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Number of moves played.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.undos.len()
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move<V>> {
        self.undos.iter().filter_map(Undo::mv)
    }

    /// The last move played.
    #[inline]
    #[must_use]
    pub fn last_move(&self) -> Option<Move<V>> {
        self.undos.last().and_then(Undo::mv)
    }

    /// All positions, from the start to the one on the board: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = Position<V>> {
        let mut position = self.start.clone();
        core::iter::once(self.start.clone()).chain(self.moves().map(move |mv| {
            position.make(mv);
            position.clone()
        }))
    }

    fn go_on(&self) -> Result<(), GameError> {
        self.end.map_or(Ok(()), |end| Err(GameError::Over(end.outcome)))
    }

    fn end_with(&mut self, outcome: Outcome) -> Outcome {
        self.end = Some(End { outcome, ply: self.undos.len() });
        outcome
    }

    /// Ends the game if a rule does so by itself.
    fn rule(&mut self) {
        let position = &self.position;
        let outcome = if !position.has_legal_move() {
            let reason =
                if position.in_check() { WinReason::Checkmate } else { WinReason::NoLegalMove };
            Some(Outcome::Win { winner: !position.side_to_move(), reason })
        } else {
            // A position that came up before had a legal move then, so the two rules never meet.
            self.history.ruling(position).map(Outcome::from)
        };
        if let Some(outcome) = outcome {
            self.end_with(outcome);
        }
    }
}

impl<V: Variant> Default for Game<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> fmt::Debug for Game<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start)
            .field("moves", &self.moves().collect::<Vec<_>>())
            .field("outcome", &self.outcome())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(sfen: &str, moves: &str) -> Game<Shogi> {
        let mut game = Game::from_position(sfen.parse().unwrap());
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn nothing_changes_when_a_move_is_refused() {
        let mut game = game("startpos", "7g7f");
        let before = game.position().clone();
        assert_eq!(
            game.play("7f7e".parse().unwrap()),
            Err(GameError::Illegal(IllegalMove::NotOwnMan))
        );
        assert_eq!((game.position(), game.ply(), game.history().len()), (&before, 1, 2));
    }

    #[test]
    fn mate_and_stalemate_are_told_apart() {
        let mated = game("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
        assert_eq!(mated.outcome().to_string(), "black-wins-checkmate");
        let stuck = game("8k/9/7GN/9/9/9/9/9/4K4 w - 1", "");
        assert_eq!(stuck.outcome().to_string(), "black-wins-no-legal-move");
        assert_eq!((mated.ended_at(), stuck.ended_at()), (Some(1), Some(0)));
    }

    #[test]
    fn a_player_can_end_the_game_and_think_again() {
        let mut game = game("startpos", "7g7f");
        game.resign(Color::White).unwrap();
        assert_eq!(game.outcome().to_string(), "black-wins-resignation");
        assert!(matches!(game.play("3c3d".parse().unwrap()), Err(GameError::Over(_))));
        assert_eq!(
            game.undo().map(|mv| mv.to_bits()),
            "7g7f".parse().ok().map(Move::<Shogi>::to_bits)
        );
        assert_eq!(game.outcome(), Outcome::Ongoing);

        game.resign(Color::Black).unwrap();
        assert_eq!(game.undo(), None);
        assert_eq!(game.outcome(), Outcome::Ongoing);
    }

    #[test]
    fn an_illegal_move_loses_by_the_rule_it_broke() {
        let mut game = game("startpos", "");
        assert_eq!(game.adjudicate_illegal("7g7f".parse().unwrap()), Err(GameError::LegalMove));
        let outcome = game.adjudicate_illegal("7g7e".parse().unwrap()).unwrap();
        let reason = WinReason::IllegalMove(IllegalMove::OutOfReach);
        assert_eq!(outcome, Outcome::Win { winner: Color::White, reason });
    }

    #[test]
    fn declarations_end_the_game() {
        let mut game = game("+R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B4P 1", "");
        assert_eq!(
            game.declare(DeclarationRule::Points27),
            Err(GameError::Declaration(DeclarationFaults::TOO_FEW_POINTS))
        );
        let outcome = game.declare(DeclarationRule::Points24).unwrap();
        assert_eq!(outcome.to_string(), "draw-declaration");
    }

    #[test]
    fn a_repetition_stands_while_moves_go_on_and_falls_when_they_are_taken_back() {
        let shuffle = "2h3h 8b7b 3h2h 7b8b ";
        let mut game = game("startpos", &shuffle.repeat(3));
        game.play_on("7g7f".parse().unwrap()).unwrap();
        game.play_on("3c3d".parse().unwrap()).unwrap();
        assert_eq!((game.ended_at(), game.ply()), (Some(12), 14));
        for _ in 0..2 {
            game.undo();
            assert_eq!(game.outcome(), Outcome::Draw(DrawReason::Repetition));
            assert_eq!(game.ended_at(), Some(12));
        }
        game.undo();
        assert_eq!(game.outcome(), Outcome::Ongoing);
        assert_eq!(game.positions().last().as_ref(), Some(game.position()));
    }
}
