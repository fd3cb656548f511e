//! The linear evaluation against its plain definition, over long random games on both boards.

mod common;

use common::{everything_on_one_side, mirrored, random_weights};
use proptest::prelude::*;
use sakiyomi_eval::{
    Breakdown, Evaluator, Explain, Features, Line, Linear, Material, PieceValues, Score, Weights,
};
use sakiyomi_rules::{Color, Kind, Minishogi, Position, Shogi, Square, Variant};

/// The sum as `Features` defines it.
fn plain<V: Variant>(weights: &Weights<V>, position: &Position<V>) -> Score {
    let mut black = 0;
    Features::visit(position, |index, color| {
        let weight = i32::from(weights.get(index));
        black += if color == Color::Black { weight } else { -weight };
    });
    Score::centipawns(if position.side_to_move() == Color::Black { black } else { -black })
}

/// What a game went through, so that a test can say that it met what it is meant to meet.
#[derive(Debug, Default)]
struct Met {
    drops: usize,
    promoted_captured: usize,
    king_moves: usize,
    passes: usize,
}

/// Plays `plies` random moves with undos in between, and checks each position.
fn check_game<V: Variant>(linear: &Linear<V>, seed: u64, plies: usize, met: &mut Met) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut line = Line::new(linear, Position::<V>::start());
    for _ in 0..plies {
        let moves = line.position().legal_moves();
        if moves.is_empty() || random.usize(0..10) == 0 {
            (0..random.usize(1..6)).for_each(|_| line.unmake());
        } else if random.usize(0..20) == 0 && line.make_pass() {
            met.passes += 1;
        } else {
            // Captures, promotions and drops more often than chance has it.
            let pick = |random: &mut fastrand::Rng| moves[random.usize(0..moves.len())];
            let mut mv = pick(&mut random);
            for _ in 0..3 {
                if mv.is_promotion() || line.position().kind_at(mv.to()).is_some() {
                    break;
                }
                mv = pick(&mut random);
            }
            let captured = line.position().kind_at(mv.to());
            let moved = mv.from().and_then(|from| line.position().kind_at(from));
            met.drops += usize::from(mv.is_drop());
            met.promoted_captured += usize::from(captured.is_some_and(Kind::is_promoted));
            met.king_moves += usize::from(moved == Some(Kind::King));
            line.make(mv);
        }
        let position = line.position();
        assert_eq!(*line.state(), linear.root(position), "{position:?}");
        let value = line.value();
        assert_eq!(value, plain(linear.weights(), position), "{position:?}");
        let parts = linear.explain(line.state(), position);
        assert_eq!(parts.total(position.side_to_move()), value);
        assert_eq!(sum(&parts, position.side_to_move()), value.value());
        let turned = mirrored(position);
        assert_eq!(linear.value(&linear.root(&turned), &turned), value, "{position:?}");
    }
}

fn sum(parts: &Breakdown, side: Color) -> i32 {
    let black: i32 = parts.parts().iter().map(|part| part.black_cp - part.white_cp).sum();
    if side == Color::Black { black } else { -black }
}

fn long_games<V: Variant>() {
    let mut met = Met::default();
    for seed in 0..12 {
        let linear = Linear::<V>::new(random_weights(seed, 900));
        check_game(&linear, seed, 600, &mut met);
    }
    assert!(met.drops > 100 && met.promoted_captured > 100, "{met:?}");
    assert!(met.king_moves > 100 && met.passes > 50, "{met:?}");
}

#[test]
fn running_value_equals_the_plain_sum_in_long_games_of_shogi() {
    long_games::<Shogi>();
}

#[test]
fn running_value_equals_the_plain_sum_in_long_games_of_minishogi() {
    long_games::<Minishogi>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn running_value_equals_the_plain_sum(seed in any::<u64>(), plies in 1_usize..200) {
        check_game(&Linear::<Shogi>::new(random_weights(seed, 2_000)), seed, plies, &mut Met::default());
        check_game(
            &Linear::<Minishogi>::new(random_weights(seed, 2_000)),
            seed,
            plies,
            &mut Met::default(),
        );
    }
}

/// Every evaluator of the crate at the ends of what a board can hold.
fn extremes<V: Variant>(evaluators: &[&dyn Check<V>]) {
    for color in Color::ALL {
        for in_hand in [false, true] {
            let position = everything_on_one_side::<V>(color, in_hand);
            for evaluator in evaluators {
                evaluator.check(&position);
            }
        }
    }
}

trait Check<V: Variant> {
    fn check(&self, position: &Position<V>);
}

impl<V: Variant, E: Explain<V>> Check<V> for E {
    fn check(&self, position: &Position<V>) {
        let state = self.root(position);
        let value = self.value(&state, position);
        assert!(!value.is_mate() && value.value().abs() <= Score::MAX_EVALUATION.value());
        assert!(value < Score::mate_in(Score::MAX_MATE_PLIES));
        let side = position.side_to_move();
        assert_eq!(sum(&self.explain(&state, position), side), value.value(), "{position:?}");
    }
}

#[test]
fn scores_stay_below_mates_with_all_men_on_one_side() {
    let loud = |color: i16| {
        let mut weights = Weights::<Shogi>::zero();
        (0..Features::<Shogi>::LEN).for_each(|i| weights.set(i, color * i16::MAX));
        Linear::new(weights)
    };
    extremes::<Shogi>(&[
        &Material::flat(),
        &Material::new(PieceValues::flat([i16::MAX; 14])),
        &Linear::<Shogi>::default(),
        &loud(1),
        &loud(-1),
    ]);
    extremes::<Minishogi>(&[
        &Material::conventional::<Minishogi>(),
        &Linear::<Minishogi>::default(),
        &Linear::<Minishogi>::new(random_weights(1, i16::MAX)),
    ]);
}

#[test]
fn eighteen_pawns_in_hand_are_counted() {
    let position: Position<Shogi> = "4k4/9/9/9/9/9/9/9/4K4 b 18P 1".parse().unwrap();
    assert_eq!(Material::flat().count(&position), Score::centipawns(1_800));
    let linear = Linear::<Shogi>::default();
    linear.check(&position);
    let nth = |nth| i32::from(linear.weights().get(Features::<Shogi>::hand(Kind::Pawn, nth)));
    let parts = linear.explain(&linear.root(&position), &position);
    assert_eq!(parts.part("hand").unwrap().black_cp, (1..=18).map(nth).sum::<i32>());
}

#[test]
fn a_limit_is_a_part_of_its_own() {
    let position: Position<Shogi> = "4k4/9/9/9/9/9/9/9/4K4 w 18P 1".parse().unwrap();
    let dear = Material::new(PieceValues::flat([2_000; 14]));
    let parts = dear.explain(&dear.root(&position), &position);
    assert_eq!(parts.part("limit").unwrap().balance_cp(), 30_000 - 36_000);
    assert_eq!(parts.total(Color::White), Score::centipawns(-30_000));
}

#[test]
fn the_side_without_a_king_is_evaluated_too() {
    let position: Position<Shogi> = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
    let linear = Linear::<Shogi>::new(random_weights(5, 500));
    let mut line = Line::new(&linear, position);
    assert_eq!(line.value(), plain(linear.weights(), line.position()));
    for mv in line.position().legal_moves().iter().copied() {
        line.make(mv);
        assert_eq!(line.value(), plain(linear.weights(), line.position()));
        line.unmake();
    }
}

#[test]
fn a_silver_near_the_enemy_king_counts_as_attack_and_near_the_own_as_defence() {
    let mut weights = Weights::<Minishogi>::zero();
    weights.set(Features::<Minishogi>::attack(Kind::Silver, 2, 1), 70);
    weights.set(Features::<Minishogi>::defence(Kind::Silver, -1, 0), 7);
    let linear = Linear::new(weights);
    let value = |sfen: &str| {
        let position: Position<Minishogi> = sfen.parse().unwrap();
        linear.value(&linear.root(&position), &position).value()
    };
    // Black's silver on 5b: two files more than white's king on 3a, and one rank.
    assert_eq!(value("2k2/S4/5/5/K4 b - 1"), 70);
    // The same for white: its silver on 1d, black's king on 3e.
    assert_eq!(value("k4/5/5/4s/2K2 w - 1"), 70);
    // Black's silver on 2e beside its king on 3e: one file less.
    assert_eq!(value("k4/5/5/5/2KS1 b - 1"), 7);
}

#[test]
fn piece_values_are_the_means_of_the_weights() {
    let linear = Linear::<Minishogi>::new(random_weights(6, 2_000));
    let values = Evaluator::<Minishogi>::values(&linear);
    for kind in [Kind::Pawn, Kind::Silver, Kind::Gold, Kind::Rook, Kind::Tokin, Kind::Dragon] {
        // A pawn never stands on the last rank.
        let squares =
            Square::<Minishogi>::all().filter(|square| kind != Kind::Pawn || square.rank() > 1);
        let weight = |square| linear.weights().get(Features::piece_square(kind, square));
        let weights: Vec<i32> = squares.map(|square| weight(square).into()).collect();
        let mean = weights.iter().sum::<i32>() / weights.len() as i32;
        assert_eq!(values.on_board(kind).value(), mean, "{kind:?}");
    }
    let first = linear.weights().get(Features::<Minishogi>::hand(Kind::Gold, 1));
    assert_eq!(values.in_hand(Kind::Gold).value(), i32::from(first));
}

/// Hiyoko shogi and KFEnd play with conventional values; those set by hand stay near them in what a man is worth at all.
#[test]
fn values_set_by_hand_stay_near_the_conventional_ones() {
    fn stay<V: Variant>(kinds: &[Kind]) {
        let linear = Linear::<V>::default();
        let values = Evaluator::<V>::values(&linear);
        let conventional = PieceValues::conventional::<V>();
        for &kind in kinds {
            let usual = conventional.on_board(kind).value();
            let difference = (values.on_board(kind).value() - usual).abs();
            assert!(difference <= 100.max(usual / 5), "{kind:?}: {difference} of {usual}");
        }
    }
    let men = [Kind::Pawn, Kind::Silver, Kind::Gold, Kind::Bishop, Kind::Rook, Kind::Dragon];
    stay::<Minishogi>(&men);
    stay::<Shogi>(&men);
}
