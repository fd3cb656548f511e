//! One game: whose turn it is, the clocks, and how it ends.

use std::fmt::Display;
use std::time::{Duration, Instant};

use sakiyomi::{Clock, Color, DeclarationRule, Game, Limits, Variant};
use sakiyomi_usi::{Answer, ClientError};

use crate::player::{Budget, Player};

/// What a game is played under.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) limits: Limits,
    /// What each side has at the start, where the game is played by clocks.
    pub(crate) clock: Option<Clock>,
    /// A game of so many moves is a draw.
    pub(crate) longest: usize,
    /// How much too late an answer may come, for the way between two programs.
    pub(crate) margin: Duration,
}

/// How a game ended.
pub(crate) struct Ended<V: Variant> {
    pub(crate) game: Game<V>,
    pub(crate) winner: Option<Color>,
    pub(crate) reason: String,
    /// What the loser did wrong, where it did not lose over the board.
    pub(crate) fault: Option<Fault>,
}

/// How a game ends that does not end over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The clock ran out, or the answer came too late.
    Time,
    /// A move, or a declaration, that no rule allows.
    IllegalMove,
    /// The program has gone, hangs or talks nonsense.
    Crash,
    /// Neither side's: the game was broken off.
    TooLong,
}

impl Fault {
    /// The game's reason, with what is to be said of it.
    fn told(self, what: impl Display) -> (Self, String) {
        let name = match self {
            Self::Time => "time",
            Self::IllegalMove => "illegal-move",
            Self::Crash => "crash",
            Self::TooLong => "too-long",
        };
        (self, format!("{name} ({what})"))
    }
}

/// Plays a game from an opening; `players` are black and white.
pub(crate) fn play<V: Variant>(
    rules: &Rules,
    opening: &Game<V>,
    players: [&mut dyn Player<V>; 2],
) -> Ended<V> {
    let mut game = opening.clone();
    let mut clocks = rules.clock.map(|clock| [clock; 2]);
    loop {
        let outcome = game.outcome();
        if !outcome.is_ongoing() {
            let text = outcome.to_string();
            // "black-wins-checkmate", "draw-repetition"
            let reason = text.split_once("wins-").or_else(|| text.split_once('-'));
            let reason = reason.map_or("", |(_, reason)| reason).to_owned();
            return Ended { game, winner: outcome.winner(), reason, fault: None };
        }
        if game.ply() >= rules.longest {
            let (fault, reason) = Fault::TooLong.told(format_args!("{} plies", game.ply()));
            return Ended { game, winner: None, reason, fault: Some(fault) };
        }
        let side = game.position().side_to_move();
        match turn(rules, &mut game, &mut clocks, &mut *players[side.index()]) {
            Ok(Turn::Played) => {}
            Ok(Turn::Resigned) => {
                let reason = "resignation".to_owned();
                return Ended { game, winner: Some(!side), reason, fault: None };
            }
            Err((fault, reason)) => {
                return Ended { game, winner: Some(!side), reason, fault: Some(fault) };
            }
        }
    }
}

enum Turn {
    Played,
    Resigned,
}

/// Lets the side to move play; why it has lost, if it did something wrong. A declaration ends the game as it should.
fn turn<V: Variant>(
    rules: &Rules,
    game: &mut Game<V>,
    clocks: &mut Option<[Clock; 2]>,
    player: &mut dyn Player<V>,
) -> Result<Turn, (Fault, String)> {
    let side = game.position().side_to_move();
    let own = clocks.map(|clocks| clocks[side.index()]);
    let allowed_ms = own.map(|clock| clock.time_ms + clock.byoyomi_ms).or(rules.limits.time_ms);
    let most = allowed_ms.map_or(Duration::from_secs(600), Duration::from_millis) + rules.margin;
    let budget = Budget { limits: rules.limits, clocks: *clocks, most };
    let began = Instant::now();
    let answer = player.choose(game, &budget);
    let took = began.elapsed();
    // A program that has gone did not run out of time, however long it took to notice.
    let hangs = matches!(answer, Err(ClientError::Timeout { .. }));
    if allowed_ms.is_some() && took > most && (answer.is_ok() || hangs) {
        return Err(Fault::Time.told(format_args!("{} ms", took.as_millis())));
    }
    if let Some(clocks) = clocks {
        let clock = &mut clocks[side.index()];
        let took_ms = took.as_millis() as u64;
        clock.time_ms = clock.time_ms.saturating_sub(took_ms) + clock.increment_ms;
    }
    match answer.map_err(|fault| Fault::Crash.told(fault))? {
        Answer::Move(text) => {
            let illegal = || Fault::IllegalMove.told(&text);
            game.play(text.parse().map_err(|_| illegal())?).map_err(|_| illegal())?;
            Ok(Turn::Played)
        }
        Answer::Resign => Ok(Turn::Resigned),
        Answer::Win => {
            let declared = game.declare(DeclarationRule::Points27);
            declared.map_err(|fault| Fault::IllegalMove.told(fault))?;
            Ok(Turn::Played)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sakiyomi::Minishogi;

    /// Answers what it was given, one after the other, and each after a while.
    struct Script(Vec<Result<Answer, ClientError>>, Duration);

    impl Player<Minishogi> for Script {
        fn name(&self) -> String {
            "script".to_owned()
        }
        fn new_game(&mut self, _: u64) -> Result<(), ClientError> {
            Ok(())
        }
        fn choose(&mut self, _: &Game<Minishogi>, _: &Budget) -> Result<Answer, ClientError> {
            std::thread::sleep(self.1);
            if self.0.is_empty() { Err(ClientError::Gone) } else { self.0.remove(0) }
        }
    }

    fn moves(texts: &[&str]) -> Script {
        let answers = texts.iter().map(|text| Ok(Answer::Move((*text).to_owned())));
        Script(answers.collect(), Duration::ZERO)
    }

    fn ended(mut black: Script, mut white: Script, limit: Limits) -> Ended<Minishogi> {
        let margin = Duration::from_millis(1);
        let rules = Rules { limits: limit, clock: None, longest: 6, margin };
        play(&rules, &Game::new(), [&mut black, &mut white])
    }

    #[test]
    fn each_way_to_lose_has_its_name() {
        let none = Limits::new;
        let fault = |black, white, limit| {
            let ended = ended(black, white, limit);
            (ended.fault, ended.winner, ended.reason)
        };
        let white = Some(Color::White);
        let illegal = fault(moves(&["1e1a"]), moves(&[]), none());
        assert_eq!(illegal, (Some(Fault::IllegalMove), white, "illegal-move (1e1a)".to_owned()));
        let gone = fault(moves(&[]), moves(&[]), none());
        assert_eq!((gone.0, gone.1), (Some(Fault::Crash), white), "{}", gone.2);
        let declares = Script(vec![Ok(Answer::Win)], Duration::ZERO);
        assert_eq!(fault(declares, moves(&[]), none()).0, Some(Fault::IllegalMove));
        let slow = Script(vec![Ok(Answer::Move("1e1d".to_owned()))], Duration::from_millis(20));
        assert_eq!(fault(slow, moves(&[]), none().time_ms(1)).0, Some(Fault::Time));
        let resigns = Script(vec![Ok(Answer::Resign)], Duration::ZERO);
        let resigned = fault(resigns, moves(&[]), none());
        assert_eq!(resigned, (None, white, "resignation".to_owned()));
        let long =
            fault(moves(&["1e1d", "1d1e", "1e1d"]), moves(&["5a5b", "5b5a", "5a5b"]), none());
        assert_eq!((long.0, long.1), (Some(Fault::TooLong), None));
    }
}
