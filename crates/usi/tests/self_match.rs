//! Games of the engine against itself, each side a session of its own, over memory: every move legal, every game finished.
//! (Case b75-2 of the collected bugs, at a size for every day; the example `matches` plays it in full.)

use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use sakiyomi::{Color, DeclarationRule, Game, Minishogi, Shogi, Variant};
use sakiyomi_usi::Usi;

mod pipes;

/// An answer may be late on a machine that has other work, but not for ever.
const PATIENCE: Duration = Duration::from_secs(30);
/// No game of this strength is so long.
const LONGEST: usize = 700;

struct Side {
    commands: Sender<Vec<u8>>,
    answers: Receiver<String>,
}

impl Side {
    fn new<V: Variant>() -> Self {
        let (commands, answers, _) = pipes::start(Usi::default());
        let mut side = Self { commands, answers };
        for option in ["USI_Hash value 1", "NetworkDelay value 0", "ResignValue value 2500"] {
            side.send(&format!("setoption name {option}"));
        }
        side.send(&format!("setoption name Variant value {}", V::NAME));
        side.send("isready");
        side.wait_for("readyok");
        side.send("usinewgame");
        side
    }

    fn send(&mut self, command: &str) {
        self.commands.send(format!("{command}\n").into_bytes()).unwrap();
    }

    /// The line that begins so; all before it has to be what may come before it.
    fn wait_for(&mut self, word: &str) -> String {
        loop {
            let line = self.answers.recv_timeout(PATIENCE).expect("an answer");
            if line.starts_with(word) {
                return line;
            }
            assert!(line.starts_with("info ") && !line.contains("error"), "{line}");
        }
    }
}

/// Plays a game to its end; `go` makes the command from the clocks.
fn play<V: Variant>(opening: &str, go: impl Fn([u64; 2]) -> String, clock_ms: u64) -> Game<V> {
    let mut sides = [Side::new::<V>(), Side::new::<V>()];
    let mut game: Game<V> = opening.parse().unwrap();
    let mut clocks = [clock_ms; 2];
    while game.outcome().is_ongoing() {
        assert!(game.ply() < LONGEST, "unfinished: {game}");
        let mover = game.position().side_to_move();
        let side = &mut sides[mover.index()];
        side.send(&format!("position {game}"));
        let began = Instant::now();
        side.send(&format!("go {}", go(clocks)));
        let answer = side.wait_for("bestmove ");
        let took = began.elapsed().as_millis() as u64;
        let clock = &mut clocks[mover.index()];
        *clock = clock.saturating_sub(took) + INCREMENT_MS;
        match answer.split(' ').nth(1).unwrap() {
            "resign" => drop(game.resign(mover).unwrap()),
            "win" => drop(game.declare(DeclarationRule::Points27).unwrap()),
            mv => game.play(mv.parse().unwrap()).unwrap_or_else(|fault| {
                panic!("{game}: {mv}: {fault}");
            }),
        }
    }
    for (color, side) in Color::ALL.into_iter().zip(&mut sides) {
        let won = game.outcome().winner() == Some(color);
        side.send(if won { "gameover win" } else { "gameover lose" });
        side.send("quit");
    }
    game
}

const INCREMENT_MS: u64 = 10;

const OPENINGS9: [&str; 2] = ["startpos moves 7g7f 3c3d", "startpos moves 2g2f 8c8d 9g9f"];
const OPENINGS5: [&str; 2] = ["startpos", "startpos moves 3e2d 4a3b"];

#[test]
fn games_by_nodes_are_lawful_and_end() {
    let mut ends = Vec::new();
    for (opening9, opening5) in OPENINGS9.into_iter().zip(OPENINGS5) {
        let go = |_| "nodes 400".to_owned();
        ends.push(play::<Shogi>(opening9, go, 0).outcome());
        ends.push(play::<Minishogi>(opening5, go, 0).outcome());
    }
    assert!(ends.iter().all(|end| !end.is_ongoing()), "{ends:?}");
    assert!(ends.iter().any(|end| end.winner().is_some()), "{ends:?}");
}

/// Clocks and times of moves are used; how well they are kept is not asked here, where the machine may be busy.
#[test]
fn games_by_the_clock_are_lawful_and_end() {
    let clocks = |[black, white]: [u64; 2]| {
        format!("btime {black} wtime {white} binc {INCREMENT_MS} winc {INCREMENT_MS}")
    };
    play::<Shogi>(OPENINGS9[0], clocks, 200);
    play::<Minishogi>(OPENINGS5[0], clocks, 200);
    play::<Minishogi>(OPENINGS5[1], |_| "movetime 5".to_owned(), 0);
}
