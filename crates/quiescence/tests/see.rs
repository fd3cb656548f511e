//! Static exchange evaluation against an exchange that is played out on the board.

use crate::common::{Board, built, played, recorded};
use proptest::prelude::*;
use sakiyomi_eval::{PieceValues, Score};
use sakiyomi_quiescence::{see, see_at_least};
use sakiyomi_rules::{Kind, Minishogi, Move, MoveList, Position, Shogi, Stage, Variant};

/// What making the move gains at once.
fn gain<V: Variant>(position: &Position<V>, mv: Move<V>, values: &PieceValues) -> Score {
    let mut gain = Score::ZERO;
    if let Some(kind) = mv.dropped() {
        gain += values.on_board(kind) - values.in_hand(kind);
    }
    if let Some(victim) = position.kind_at(mv.to()) {
        gain += values.gain_of_capture(victim);
    }
    if mv.is_promotion() {
        gain += values.gain_of_promotion(position.kind_at(mv.from().unwrap()).unwrap());
    }
    gain
}

fn takers<V: Variant>(position: &Position<V>, mv: Move<V>) -> MoveList<V> {
    let mut moves = MoveList::new();
    position.append_moves(Stage::To(mv.to()), &mut moves);
    moves
}

/// The documented rule: the cheapest legal taker, equals by square, promoting where it may.
fn cheapest_first<V: Variant>(position: &Position<V>, mv: Move<V>, values: &PieceValues) -> Score {
    let mut after = position.clone();
    after.make(mv);
    let price = |mv: &Move<V>| {
        let kind = after.kind_at(mv.from().unwrap()).unwrap();
        let price = match kind {
            Kind::King => Score::INFINITE,
            _ => values.gain_of_capture(kind),
        };
        (price, mv.from().unwrap().index(), !mv.is_promotion())
    };
    let reply = takers(&after, mv).iter().copied().min_by_key(price);
    let lost = reply.map_or(Score::ZERO, |reply| cheapest_first(&after, reply, values));
    gain(position, mv, values) - lost.max(Score::ZERO)
}

/// Both sides choose among all their takers, with and without promotion.
fn free_choice<V: Variant>(position: &Position<V>, mv: Move<V>, values: &PieceValues) -> Score {
    let mut after = position.clone();
    after.make(mv);
    let replies = takers(&after, mv);
    let values_of = replies.iter().map(|&reply| free_choice(&after, reply, values));
    gain(position, mv, values) - values_of.fold(Score::ZERO, Score::max)
}

/// Hand and board differ, so that no confusion of the two goes unseen.
fn odd_values() -> PieceValues {
    PieceValues::new(
        [100, 301, 352, 503, 804, 1005, 556, 0, 557, 548, 549, 541, 1052, 1253],
        [117, 311, 362, 513, 814, 1115, 566],
    )
}

fn check<V: Variant>(position: &Position<V>, values: &PieceValues) -> (usize, usize) {
    let (mut moves, mut same_as_free) = (0, 0);
    for &mv in &position.legal_moves() {
        let exact = see(position, mv, values);
        let expected = cheapest_first(position, mv, values);
        assert_eq!(exact, expected, "{mv} in {position:?}");
        for distance in [-900, -1, 0, 1, 900] {
            let threshold = exact + Score::centipawns(distance);
            let answer = see_at_least(position, mv, values, threshold);
            assert_eq!(answer, distance <= 0, "{mv} >= {threshold} in {position:?}");
        }
        let at_least_0 = see_at_least(position, mv, values, Score::ZERO);
        assert_eq!(at_least_0, exact >= Score::ZERO, "{mv} in {position:?}");
        if position.kind_at(mv.to()).is_some() {
            moves += 1;
            same_as_free += usize::from(exact == free_choice(position, mv, values));
        }
    }
    (moves, same_as_free)
}

fn check_board<V: Board>(count: usize) {
    for values in [odd_values(), PieceValues::conventional::<V>()] {
        built::<V>(21).take(count).for_each(|position| _ = check(&position, &values));
        played::<V>(22).take(count).for_each(|position| _ = check(&position, &values));
        let (mut moves, mut same) = (0, 0);
        for position in recorded::<V>().iter().step_by(5) {
            let (more, more_same) = check(position, &values);
            (moves, same) = (moves + more, same + more_same);
        }
        println!("{}: {same} of {moves} captures are worth the same by free choice", V::NAME);
        assert!(same * 100 > moves * 98 && moves > 300, "{same} of {moves}");
    }
}

#[test]
fn see_equals_an_exchange_played_out_in_shogi() {
    check_board::<Shogi>(3_000);
}

#[test]
fn see_equals_an_exchange_played_out_in_minishogi() {
    check_board::<Minishogi>(6_000);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn see_equals_an_exchange_played_out_anywhere(seed: u64) {
        let values = odd_values();
        check(&built::<Shogi>(seed).next().unwrap(), &values);
        check(&built::<Minishogi>(seed).next().unwrap(), &values);
    }
}

#[test]
fn a_pinned_man_takes_only_along_its_line() {
    let values = PieceValues::conventional::<Shogi>();
    let mv = "4g4h+".parse().unwrap();
    let knight = values.gain_of_capture(Kind::Knight);
    let promotion = values.gain_of_promotion(Kind::Silver);
    let lost = values.gain_of_capture(Kind::PromotedSilver);
    // The gold on 5h takes back.
    let free: Position<Shogi> = "8k/9/9/9/9/9/5s3/4GN3/4K4 w - 1".parse().unwrap();
    let pinned: Position<Shogi> = "4l3k/9/9/9/9/9/4rs3/4GN3/4K4 w - 1".parse().unwrap();
    assert_eq!(see(&free, mv, &values), knight + promotion - lost);
    // Pinned by the rook it may not; the king does, since nothing covers 4h.
    assert_eq!(see(&pinned, mv, &values), knight + promotion - lost);
    // Here a lance does.
    let covered: Position<Shogi> = "4l3k/9/9/9/9/5l3/4rs3/4GN3/4K4 w - 1".parse().unwrap();
    assert_eq!(see(&covered, mv, &values), knight + promotion);
}
