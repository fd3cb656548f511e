//! A small plain search, and games against opponents that let a castle be built.
#![allow(unreachable_pub, reason = "shared by test files")]

use sakiyomi_eval::{Evaluator, Line, Plan, Score};
use sakiyomi_quiescence::{Quiescence, QuiescenceOptions, Unlimited};
use sakiyomi_rules::{Color, Move, Position, Shogi, Square, Variant};

/// Alpha-beta to a fixed depth with the quiescence search below, deepened ply by ply so that the best move so far is
/// tried first: of equal moves it stays. No table, no pruning.
pub fn best_move<V: Variant, E: Evaluator<V>>(
    evaluator: &E,
    position: &Position<V>,
    depth: u32,
) -> Option<(Move<V>, Score)> {
    let mut line = Line::new(evaluator, position.clone());
    let mut moves = position.legal_moves();
    let mut best = None;
    for depth in 1..=depth {
        let mut alpha = -Score::INFINITE;
        for i in 0..moves.len() {
            line.make(moves[i]);
            let score = -alpha_beta(&mut line, -Score::INFINITE, -alpha, depth - 1, 1);
            line.unmake();
            if score > alpha {
                alpha = score;
                best = Some((moves[i], score));
                moves.as_mut_slice()[..=i].rotate_right(1);
            }
        }
    }
    best
}

fn alpha_beta<V: Variant, E: Evaluator<V>>(
    line: &mut Line<'_, V, E>,
    mut alpha: Score,
    beta: Score,
    depth: u32,
    ply: u32,
) -> Score {
    if depth == 0 {
        return quiescence(line, alpha, beta, ply);
    }
    let mut moves = line.position().legal_moves();
    if moves.is_empty() {
        return Score::mated_in(ply);
    }
    // Captures first.
    let position = line.position();
    moves.as_mut_slice().sort_by_key(|mv| position.kind_at(mv.to()).is_none());
    for &mv in &moves {
        line.make(mv);
        let score = -alpha_beta(line, -beta, -alpha, depth - 1, ply + 1);
        line.unmake();
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn quiescence<V: Variant, E: Evaluator<V>>(
    line: &mut Line<'_, V, E>,
    alpha: Score,
    beta: Score,
    ply: u32,
) -> Score {
    let search = Quiescence::new(QuiescenceOptions::default());
    let score = search.search(line, alpha, beta, ply, &(), &mut Unlimited::default());
    score.expect("nothing stops it")
}

/// Who sits on the other side.
pub enum Opponent<'e> {
    /// Makes these moves, then goes to and fro with the last two.
    Waits(&'static [&'static str]),
    /// Thinks, with a plan of its own.
    Plays(&'e dyn Fn(&Position) -> Option<Move>),
}

/// A game as it was played.
#[derive(Debug)]
pub struct Game {
    /// The planning side's moves with the position after each.
    pub own: Vec<(Move, Position)>,
    /// The own move after which the castle stood.
    pub completed: Option<usize>,
    pub last: Position,
}

impl Game {
    pub fn moves(&self) -> String {
        self.own.iter().map(|(mv, _)| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Which own move (from 1) made each step of the plan.
    pub fn played_at(&self, plan: &Plan, color: Color) -> Vec<Option<usize>> {
        let made = |step: &sakiyomi_eval::Step| {
            let step = step.seen_by(color);
            self.own.iter().position(|(mv, after)| {
                mv.from() == step.from
                    && mv.to() == step.to
                    && after.kind_at(mv.to()) == Some(step.kind)
            })
        };
        plan.steps().iter().map(|step| made(step).map(|i| i + 1)).collect()
    }
}

/// Plays from `start` until the castle stands or `most` own moves are made.
pub fn play(
    start: &Position,
    color: Color,
    plan: &Plan,
    most: usize,
    own: &dyn Fn(&Position) -> Option<Move>,
    opponent: &Opponent<'_>,
) -> Game {
    let mut game = Game { own: Vec::new(), completed: None, last: start.clone() };
    let mut waited = 0;
    while game.own.len() < most && game.completed.is_none() {
        let position = &mut game.last;
        let ours = position.side_to_move() == color;
        let mv = match opponent {
            _ if ours => own(position),
            Opponent::Plays(choose) => choose(position),
            Opponent::Waits(moves) => {
                let at = if waited < moves.len() {
                    waited
                } else {
                    moves.len() - 2 + (waited - moves.len()) % 2
                };
                waited += 1;
                moves[at].parse().ok().filter(|&mv| position.is_legal(mv))
            }
        };
        let Some(mv) = mv.or_else(|| position.legal_moves().first().copied()) else { break };
        position.play(mv).expect("a chosen move is legal");
        if ours {
            game.own.push((mv, position.clone()));
            if plan.progress(position, color).is_complete() {
                game.completed = Some(game.own.len());
            }
        }
    }
    game
}

/// Moves after which a man stands again on a square that it has left.
pub fn returns(game: &Game) -> Vec<Move> {
    // Where the man now on each square has been.
    let mut trails: Vec<(Square<Shogi>, Vec<Square<Shogi>>)> = Vec::new();
    let mut found = Vec::new();
    for &(mv, _) in &game.own {
        let Some(from) = mv.from() else { continue };
        let at = trails.iter().position(|(square, _)| *square == from);
        let mut trail = at.map(|at| trails.swap_remove(at).1).unwrap_or_default();
        trails.retain(|(square, _)| *square != mv.to());
        if trail.contains(&mv.to()) {
            found.push(mv);
        }
        trail.push(from);
        trails.push((mv.to(), trail));
    }
    found
}

/// Squares next to a side's king that the other side attacks.
pub fn attacked_beside_king(position: &Position, color: Color) -> Vec<Square<Shogi>> {
    let Some(king) = position.king(color) else { return Vec::new() };
    Square::all()
        .filter(|&square| {
            let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
            square != king && near(square.file(), king.file()) && near(square.rank(), king.rank())
        })
        .filter(|&square| position.is_attacked(square, !color))
        .collect()
}
