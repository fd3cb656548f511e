//! KFEnd's lists, transcribed to the letter, against the library.
//!
//! The transcription is slow and obvious: positions are cloned, values counted from scratch, all legal moves generated
//! and filtered. Four things are as the crate documents them and not on the page: mate is a distance instead of −∞,
//! losses are capped before they are divided, flights are judged with the victim lifted, and moves are sorted (by
//! victim), which changes no value and keeps the running time in bounds.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::common::{Board, built, played, recorded};
use sakiyomi_eval::{Evaluator, Line, Material, PieceValues, Score};
use sakiyomi_quiescence::{
    LastStage, Quiescence, QuiescenceOptions, QuiescenceTable, TableEntry, Unlimited,
};
use sakiyomi_rules::{
    Bitboard, Color, Kind, Minishogi, Move, Position, Shogi, Square, Undo, Variant,
};

/// Material, and a little for where each man stands, so that quiet moves count and ties are seldom.
#[derive(Debug)]
struct Placement(Material);

fn bonus(kind: Kind, square: usize) -> i32 {
    ((square * 7 + kind.index() * 13) % 41) as i32 - 20
}

impl<V: Variant> Evaluator<V> for Placement {
    type State = ();
    fn root(&self, _: &Position<V>) {}
    fn step(&self, _: &(), _: &Position<V>, _: &Undo<V>) {}
    fn value(&self, _: &(), position: &Position<V>) -> Score {
        let placed = |color: Color| -> i32 {
            let men = position.occupied_by(color).into_iter();
            men.map(|square| bonus(position.kind_at(square).unwrap(), square.index())).sum()
        };
        let placed = placed(Color::Black) - placed(Color::White);
        let black = self.0.count(position) + Score::centipawns(placed);
        if position.side_to_move() == Color::Black { black } else { -black }
    }
    fn values(&self) -> &PieceValues {
        Evaluator::<V>::values(&self.0)
    }
}

/// Which list the transcription follows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum List {
    Two,
    Four,
    Six,
    Seven,
    Eight,
    /// List 8 with promotions of rooks and bishops, and one threat for each victim and each man that promotes without
    /// taking, as the crate documents it.
    EightByVictim,
}

struct Lists<'e> {
    evaluator: &'e Placement,
    list: List,
    max_qui_depth: u32,
}

const MONO_THREAT_C: i32 = 6;
const DOUBLE_THREAT_C: i32 = 2;
const LOSS_CAP: i32 = 2_000;

/// A position and where the last move went.
type Node<V> = (Position<V>, Option<Square<V>>);

fn play<V: Variant>(position: &Position<V>, mv: Move<V>) -> Node<V> {
    let mut after = position.clone();
    after.make(mv);
    (after, Some(mv.to()))
}

/// 取る手のみ: captures, and pawn promotions with them.
fn captures<V: Variant>(position: &Position<V>) -> Vec<Move<V>> {
    let takes_or_promotes = |mv: &Move<V>| {
        let pawn = mv.from().is_some_and(|from| position.kind_at(from) == Some(Kind::Pawn));
        position.kind_at(mv.to()).is_some() || pawn && mv.is_promotion()
    };
    let mut moves: Vec<Move<V>> =
        position.legal_moves().iter().copied().filter(takes_or_promotes).collect();
    moves.sort_by_key(|mv| -position.kind_at(mv.to()).map_or(0, price));
    moves
}

/// Captures, and promotions of rooks and bishops with them.
fn strikes<V: Variant>(position: &Position<V>) -> Vec<Move<V>> {
    let mut moves = captures(position);
    for &mv in position.legal_moves().iter() {
        let mover = mv.from().and_then(|from| position.kind_at(from));
        let major = matches!(mover, Some(Kind::Rook | Kind::Bishop));
        if major && mv.is_promotion() && !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

fn price(kind: Kind) -> i32 {
    PieceValues::conventional::<Shogi>().gain_of_capture(kind).value()
}

impl Lists<'_> {
    fn static_value<V: Variant>(&self, position: &Position<V>) -> Score {
        self.evaluator.value(&(), position)
    }

    /// Lists 2, 4 and 5.
    fn nega_max_qui<V: Variant>(
        &self,
        (position, last): &Node<V>,
        mut alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Score {
        if depth == self.max_qui_depth {
            if self.list == List::Two {
                return self.static_value(position);
            }
            return self.nega_max_qui_end(position, *last, alpha, beta, depth);
        }
        let mut best_score;
        let moves;
        if position.in_check() {
            moves = position.legal_moves().to_vec();
            if moves.is_empty() {
                return Score::mated_in(depth);
            }
            best_score = alpha;
        } else {
            best_score = self.static_value(position);
            if !matches!(self.list, List::Two | List::Four) {
                best_score = self.modify_by_threat(position, best_score, depth);
            }
            if best_score >= beta {
                return best_score;
            }
            if alpha > best_score {
                best_score = alpha;
            }
            moves = captures(position);
        }
        for mv in moves {
            let score = -self.nega_max_qui(&play(position, mv), -beta, -best_score, depth + 1);
            if score > best_score {
                best_score = score;
            }
            if best_score >= beta {
                break;
            }
        }
        alpha = best_score;
        alpha
    }

    /// List 3. `ply` is for the distance of mates only.
    fn nega_max_qui_end<V: Variant>(
        &self,
        position: &Position<V>,
        last: Option<Square<V>>,
        alpha: Score,
        beta: Score,
        ply: u32,
    ) -> Score {
        let moves = position.legal_moves();
        if position.in_check() && moves.is_empty() {
            return Score::mated_in(ply);
        }
        let takes_the_last_mover =
            |mv: &&Move<V>| Some(mv.to()) == last && position.kind_at(mv.to()).is_some();
        let mut best_score = self.static_value(position);
        if best_score >= beta {
            return best_score;
        }
        if alpha > best_score {
            best_score = alpha;
        }
        for &mv in moves.iter().filter(takes_the_last_mover) {
            let (after, to) = play(position, mv);
            let score = -self.nega_max_qui_end(&after, to, -beta, -best_score, ply + 1);
            if score > best_score {
                best_score = score;
            }
            if best_score >= beta {
                break;
            }
        }
        best_score
    }

    /// Lists 6, 7 and 8.
    fn modify_by_threat<V: Variant>(
        &self,
        position: &Position<V>,
        static_value: Score,
        ply: u32,
    ) -> Score {
        if self.list == List::EightByVictim {
            return self.modify_by_victim(position, static_value, ply);
        }
        let mut passed = position.clone();
        passed.make_pass().unwrap();
        let (mut threat1, mut threat2) = (static_value, static_value);
        for mv in captures(&passed) {
            let (after, to) = play(&passed, mv);
            let beta = if self.list == List::Six { threat1 } else { threat2 };
            let score = self.nega_max_qui_end(&after, to, -Score::INFINITE, beta, ply + 2);
            if self.list == List::Six {
                if score < threat1 {
                    threat1 = score;
                }
                continue;
            }
            if score < threat1 {
                threat2 = threat1;
                threat1 = score;
            } else if score < threat2 {
                threat2 = score;
            }
            if self.list == List::Seven || score >= threat2 {
                continue;
            }
            let max_score = self.best_flight(position, mv.to(), score, threat2, ply);
            if max_score < threat2 {
                threat2 = max_score;
            }
        }
        self.end_of_lists(static_value, threat1, threat2)
    }

    /// One threat for each victim: the worst outcome of each, the two worst of those, and the flights of the victim of
    /// the worst. Where nothing is taken, the man that promotes stands for the victim.
    fn modify_by_victim<V: Variant>(
        &self,
        position: &Position<V>,
        static_value: Score,
        ply: u32,
    ) -> Score {
        let mut passed = position.clone();
        passed.make_pass().unwrap();
        let mut by_square = HashMap::new();
        for mv in strikes(&passed) {
            let (after, to) = play(&passed, mv);
            let score =
                self.nega_max_qui_end(&after, to, -Score::INFINITE, Score::INFINITE, ply + 2);
            let takes = passed.kind_at(mv.to()).is_some();
            let victim = if takes { mv.to() } else { mv.from().unwrap() };
            let worst = by_square.entry(victim).or_insert(static_value);
            *worst = score.min(*worst);
        }
        let mut outcomes: Vec<(Score, Square<V>)> =
            by_square.into_iter().map(|(square, score)| (score, square)).collect();
        outcomes.sort();
        let threat1 = outcomes.first().map_or(static_value, |&(score, _)| score);
        let mut threat2 = outcomes.get(1).map_or(static_value, |&(score, _)| score);
        if let Some(&(_, square)) = outcomes.first().filter(|_| threat1 < threat2) {
            threat2 = threat2.min(self.best_flight(position, square, threat1, threat2, ply));
        }
        self.end_of_lists(static_value, threat1, threat2)
    }

    /// The middle of list 8: what the man on `square` saves by moving; `threat2` where it has a flight.
    fn best_flight<V: Variant>(
        &self,
        position: &Position<V>,
        square: Square<V>,
        score: Score,
        threat2: Score,
        ply: u32,
    ) -> Score {
        // A man that promotes without taking leaves nobody who would flee.
        if !position.occupied_by(position.side_to_move()).contains(square) {
            return threat2;
        }
        let moves: Vec<Move<V>> =
            position.legal_moves().iter().copied().filter(|mv| mv.from() == Some(square)).collect();
        let lifted = position.occupied() - Bitboard::of(square);
        let them = !position.side_to_move();
        let escapes = |mv: &Move<V>| position.attackers_with(mv.to(), them, lifted).is_empty();
        if moves.iter().any(escapes) {
            return threat2;
        }
        let mut max_score = score;
        for mv in moves {
            if position.kind_at(mv.to()).is_some() {
                continue;
            }
            let (after, to) = play(position, mv);
            let score = -self.nega_max_qui_end(&after, to, -threat2, -max_score, ply + 1);
            if score > max_score {
                max_score = score;
                if max_score >= threat2 {
                    break;
                }
            }
        }
        max_score
    }

    fn end_of_lists(&self, static_value: Score, threat1: Score, threat2: Score) -> Score {
        let loss = |after: Score| (static_value - after).value().min(LOSS_CAP);
        let res1 = static_value - Score::centipawns(loss(threat1) / MONO_THREAT_C);
        if self.list == List::Six {
            return res1;
        }
        let res2 = static_value - Score::centipawns(loss(threat2) / DOUBLE_THREAT_C);
        if res1 < res2 { res1 } else { res2 }
    }
}

/// Remembers everything.
struct Memory<V: Variant>(RefCell<HashMap<u64, TableEntry<V>>>);

impl<V: Variant> QuiescenceTable<V> for Memory<V> {
    fn probe(&self, key: u64) -> Option<TableEntry<V>> {
        self.0.borrow().get(&key).copied()
    }
    fn store(&self, key: u64, entry: TableEntry<V>) {
        self.0.borrow_mut().insert(key, entry);
    }
}

fn options(list: List, stage_depth: u32) -> QuiescenceOptions {
    let mut options = QuiescenceOptions::faithful();
    options.stage_depth = stage_depth;
    if list == List::Two {
        options.last_stage = LastStage::StaticValue;
    }
    if matches!(list, List::Two | List::Four) {
        options.threats = None;
    } else if let Some(threats) = &mut options.threats {
        threats.double = list != List::Six;
        threats.inescapable = matches!(list, List::Eight | List::EightByVictim);
        threats.one_for_each_victim = list == List::EightByVictim;
        threats.major_promotions = list == List::EightByVictim;
    }
    options
}

/// Every list and stage depth on every position; each table lives through all positions and depths of its list.
fn check<V: Board>(positions: impl Iterator<Item = Position<V>>, deepest: u32) {
    let evaluator = Placement(Material::conventional::<V>());
    let mut random = fastrand::Rng::with_seed(41);
    let lists = [List::Two, List::Four, List::Six, List::Seven, List::Eight, List::EightByVictim];
    let memories = lists.map(|_| Memory(RefCell::new(HashMap::new())));
    let window = Score::INFINITE;
    for position in positions {
        let mut line = Line::new(&evaluator, position.clone());
        // Half of the time a move leads there, for the second stage has to know the last one.
        let moves = position.legal_moves();
        if random.bool() && !moves.is_empty() {
            line.make(moves[random.usize(0..moves.len())]);
        }
        let position = line.position().clone();
        let last = line.last_target();
        for (list, memory) in lists.into_iter().zip(&memories) {
            for stage_depth in 0..=deepest {
                let slow = Lists { evaluator: &evaluator, list, max_qui_depth: stage_depth };
                let node = (position.clone(), last);
                let expected = slow.nega_max_qui(&node, -window, window, 0);
                let fast = Quiescence::new(options(list, stage_depth));
                let case = || format!("{list:?} depth {stage_depth} in {position:?}");
                assert_eq!(fast.value(&mut line), expected, "{}", case());
                let mut search = |alpha, beta| {
                    let mut control = Unlimited::default();
                    fast.search(&mut line, alpha, beta, 0, memory, &mut control).unwrap()
                };
                assert_eq!(search(-window, window), expected, "with a table, {}", case());
                // Any window gives the value or a true bound.
                let alpha = expected + Score::centipawns(random.i32(-400..400));
                let beta = alpha + Score::centipawns(random.i32(1..300));
                let found = search(alpha, beta);
                let right = if found >= beta {
                    expected >= found
                } else if found <= alpha {
                    expected <= found
                } else {
                    expected == found
                };
                assert!(right, "{found:?} in {alpha:?}..{beta:?} for {expected:?}, {}", case());
            }
        }
    }
}

/// Middle game: somewhat into the recorded games, men in hand.
fn middle_game<V: Board>(count: usize) -> impl Iterator<Item = Position<V>> {
    let all = recorded::<V>();
    let step = (all.len() / 2 / count).max(1);
    let met = |position: &Position<V>| Color::ALL.iter().any(|&c| !position.hand(c).is_empty());
    let some: Vec<_> = all.into_iter().filter(met).step_by(step).take(count).collect();
    assert_eq!(some.len(), count);
    some.into_iter()
}

#[test]
fn lists_agree_on_random_shogi_positions() {
    check(built::<Shogi>(51).take(1_000).chain(played(52).take(1_000)), 4);
}

#[test]
fn lists_agree_on_random_minishogi_positions() {
    check(built::<Minishogi>(53).take(1_000).chain(played(54).take(1_000)), 4);
}

#[test]
fn lists_agree_in_the_middle_game() {
    check(middle_game::<Shogi>(500), 4);
    check(middle_game::<Minishogi>(500), 4);
}
