//! With all pruning off the search gives the value of plain minimax over the same quiescence search.

use crate::common::random_positions;
use sakiyomi_eval::{Line, Material, Score};
use sakiyomi_quiescence::{Quiescence, Unlimited};
use sakiyomi_rules::{Declaration, DeclarationRule, History, Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{Limits, SearchOptions, Searcher, StopFlag, TableUse};

/// Minimax written down plainly: no window, no table, no order.
struct Plain<'a, V: Variant> {
    line: Line<'a, V, Material>,
    history: History,
    quiescence: Quiescence,
}

impl<V: Variant> Plain<'_, V> {
    fn value(&mut self, depth: u32, ply: u32) -> Score {
        if ply > 0 {
            if let Some(repetition) = self.history.returned(self.line.position()) {
                let loss = Score::centipawns(25_000 - ply as i32);
                return match repetition.loser() {
                    None => Score::ZERO,
                    Some(loser) if loser == self.line.position().side_to_move() => -loss,
                    Some(_) => loss,
                };
            }
            let declared = self.line.position().declaration(DeclarationRule::Points27);
            if declared == Ok(Declaration::Win) {
                return Score::mate_in(ply + 1);
            }
        }
        if depth == 0 {
            let open = Score::INFINITE;
            let unlimited = &mut Unlimited::default();
            return self
                .quiescence
                .search(&mut self.line, -open, open, ply, &(), unlimited)
                .unwrap();
        }
        let mut best = Score::mated_in(ply);
        for &mv in &self.line.position().legal_moves() {
            self.line.make(mv);
            self.history.push(self.line.position());
            best = best.max(-self.value(depth - 1, ply + 1));
            self.history.pop();
            self.line.unmake();
        }
        best
    }
}

fn plain_value<V: Variant>(
    evaluator: &Material,
    position: &Position<V>,
    options: &SearchOptions,
    depth: u32,
) -> Score {
    let mut plain = Plain {
        line: Line::new(evaluator, position.clone()),
        history: History::new(position),
        quiescence: Quiescence::new(options.quiescence),
    };
    plain.value(depth, 0)
}

fn all_options() -> Vec<SearchOptions> {
    let plain = SearchOptions::plain();
    let mut with_order = plain;
    with_order.principal_variation = true;
    with_order.aspiration = true;
    with_order.mate_distance_pruning = true;
    with_order.killers = true;
    with_order.counter_moves = true;
    with_order.history = true;
    with_order.continuation_history = true;
    with_order.capture_history = true;
    with_order.bad_captures_last = true;
    let with_table = |mut options: SearchOptions| {
        options.table = TableUse::SameDepth;
        options
    };
    vec![plain, with_table(plain), with_order, with_table(with_order)]
}

fn agrees_on<V: Variant>(position: &Position<V>, depth: u32) -> Score {
    agrees_with_threads(position, depth, 1)
}

fn agrees_with_threads<V: Variant>(position: &Position<V>, depth: u32, threads: usize) -> Score {
    let evaluator = Material::conventional::<V>();
    let expected = plain_value(&evaluator, position, &SearchOptions::plain(), depth);
    for options in all_options() {
        let mut searcher = Searcher::new(evaluator.clone(), options, 1 << 20);
        searcher.set_threads(threads);
        let result = searcher.search(position, &Limits::depth(depth), &StopFlag::new(), &mut ());
        assert_eq!(result.score, expected, "{position:?} depth {depth} {options:?}");
    }
    expected
}

fn agrees<V: Variant>(seed: u64, counts: [usize; 4]) {
    for (depth, count) in (1..=4).zip(counts) {
        for position in random_positions::<V>(seed + u64::from(depth), count, 60) {
            agrees_on(&position, depth);
        }
    }
}

#[test]
fn values_are_those_of_minimax_on_the_large_board() {
    agrees::<Shogi>(10, [150, 60, 4, 1]);
}

#[test]
fn values_are_those_of_minimax_on_the_small_board() {
    agrees::<Minishogi>(20, [200, 150, 60, 12]);
}

/// Threads that take moves off one another, and break off what another has settled, still find the same values.
#[test]
fn values_are_those_of_minimax_with_several_threads() {
    for threads in [2, 5] {
        for position in random_positions::<Minishogi>(30, 12, 60) {
            agrees_with_threads(&position, 4, threads);
        }
        for position in random_positions::<Shogi>(31, 4, 60) {
            agrees_with_threads(&position, 3, threads);
        }
    }
    for sfen in ["k4/5/2R2/5/4K w - 1", "4k/5/5/1r3/K4 b - 1", "k4/5/1g3/5/1G2K w - 1"] {
        for threads in [2, 3, 8] {
            agrees_with_threads::<Minishogi>(&sfen.parse().unwrap(), 6, threads);
        }
    }
}

/// With few men on the board most lines come round again, by checks and without: what rests on a repetition must not
/// answer for the position elsewhere.
#[test]
fn values_are_those_of_minimax_where_positions_repeat() {
    for sfen in ["4k4/9/9/9/9/9/9/9/4K4 b - 1", "k8/9/9/9/9/9/9/9/4K3P w - 1"] {
        agrees_on::<Shogi>(&sfen.parse().unwrap(), 6);
    }
    for (sfen, depth) in [
        // These two come out wrong if values that rest on a repetition are kept.
        ("3r1/4k/2K2/5/g4 w - 1", 6),
        ("5/2b1k/5/2K2/5 b - 1", 6),
        ("k4/5/5/5/4K b - 1", 8),
        ("k4/5/5/5/4K w - 1", 8),
        ("k4/5/2R2/5/4K w - 1", 6),
        ("k4/2S2/5/5/4K b - 1", 6),
        ("4k/5/5/1r3/K4 b - 1", 6),
        ("k4/5/1g3/5/1G2K w - 1", 6),
    ] {
        agrees_on::<Minishogi>(&sfen.parse().unwrap(), depth);
    }
}
