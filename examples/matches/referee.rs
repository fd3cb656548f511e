//! One game: whose turn it is, the clocks, and how it ends.

use std::time::{Duration, Instant};

use sakiyomi::{Clock, Color, DeclarationRule, Game, Limits, Variant};
use sakiyomi_usi::Answer;

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
            return Ended { game, winner: outcome.winner(), reason };
        }
        if game.ply() >= rules.longest {
            return Ended { game, winner: None, reason: "too-long".to_owned() };
        }
        let side = game.position().side_to_move();
        if let Err(reason) = turn(rules, &mut game, &mut clocks, &mut *players[side.index()]) {
            return Ended { game, winner: Some(!side), reason };
        }
    }
}

/// Lets the side to move play; why it has lost, if it has. A declaration ends the game as it should.
fn turn<V: Variant>(
    rules: &Rules,
    game: &mut Game<V>,
    clocks: &mut Option<[Clock; 2]>,
    player: &mut dyn Player<V>,
) -> Result<(), String> {
    let side = game.position().side_to_move();
    let own = clocks.map(|clocks| clocks[side.index()]);
    let allowed_ms = own.map(|clock| clock.time_ms + clock.byoyomi_ms).or(rules.limits.time_ms);
    let most = allowed_ms.map_or(Duration::from_secs(600), Duration::from_millis) + rules.margin;
    let budget = Budget { limits: rules.limits, clocks: *clocks, most };
    let began = Instant::now();
    let answer = player.choose(game, &budget);
    let took = began.elapsed();
    if allowed_ms.is_some() && took > most {
        return Err(format!("time ({} ms)", took.as_millis()));
    }
    if let Some(clocks) = clocks {
        let clock = &mut clocks[side.index()];
        let took_ms = took.as_millis() as u64;
        clock.time_ms = clock.time_ms.saturating_sub(took_ms) + clock.increment_ms;
    }
    match answer.map_err(|fault| format!("fault ({fault})"))? {
        Answer::Move(text) => {
            let mv = text.parse().map_err(|_| format!("illegal-move ({text})"))?;
            game.play(mv).map_err(|_| format!("illegal-move ({text})"))
        }
        Answer::Resign => Err("resignation".to_owned()),
        Answer::Win => {
            let declared = game.declare(DeclarationRule::Points27);
            declared.map(drop).map_err(|_| "false-declaration".to_owned())
        }
    }
}
