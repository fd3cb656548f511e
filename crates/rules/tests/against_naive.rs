//! The fast rules against the plain ones, on positions of random play and on positions built at random.
//!
//! Random play alone finds none of the faults that rules libraries are known for (pawn-drop mates with pinned defenders,
//! drops that answer a check, pins after a pass); the built positions, with few men near the edges, are full of them.

mod naive;

use std::collections::HashSet;
use std::ops::ControlFlow;

use naive::random::{random_built, random_play};
use naive::{NaivePosition, NaiveVariant};
use sakiyomi_rules::{
    Bitboard, Color, Minishogi, Move, MoveList, Position, Setup, SetupFaults, Shogi, Stage, Variant,
};

/// Positions of each sort and variant.
const POSITIONS: usize = 20_000;

fn stage<V: Variant>(position: &Position<V>, stage: Stage<V>) -> HashSet<Move<V>> {
    let mut list = MoveList::new();
    position.append_moves(stage, &mut list);
    let set: HashSet<Move<V>> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "{position:?}: {stage:?} gives a move twice");
    set
}

fn squares<V: Variant>(set: Bitboard<V>) -> Vec<String> {
    let mut names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    names
}

fn names(squares: Vec<naive::NaiveSquare>) -> Vec<String> {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    names
}

/// Whatever does not depend on how a position came about.
fn assert_same_view<V: Variant>(position: &Position<V>, plain: &NaivePosition) {
    assert_eq!(position.to_sfen(), plain.to_sfen());
    assert_eq!(position.in_check(), plain.in_check(), "{position:?}");
    assert_eq!(squares(position.checkers()), names(plain.checkers()), "{position:?}");
    let us = plain.side_to_move();
    assert_eq!(squares(position.pinned()), names(plain.pinned(us)), "{position:?}");
    // Keys, checkers and pins kept move by move are those found from scratch.
    match Position::from_setup(&Setup::from(position)) {
        Ok(fresh) => assert_eq!(&fresh, position),
        // A problem's attacker without a king has let the defender off: playable, but not to be set up.
        Err(faults) => {
            assert!((SetupFaults::NO_BLACK_KING | SetupFaults::NO_WHITE_KING).contains(faults))
        }
    }
}

fn assert_same_moves<V: Variant>(position: &Position<V>, plain: &NaivePosition) -> Vec<Move<V>> {
    let expected: HashSet<Move<V>> =
        plain.legal_moves().iter().map(|text| text.parse().unwrap()).collect();
    let all = stage(position, Stage::All);
    assert_eq!(all, expected, "{position:?}");
    assert_eq!(position.count_legal(), expected.len(), "{position:?}");
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{position:?}");
    assert_eq!(position.is_checkmate(), expected.is_empty() && plain.in_check());
    all.into_iter().collect()
}

fn check<V: Variant>(plain: &NaivePosition, writable: &[Move<V>]) {
    let mut position: Position<V> = plain.to_sfen().parse().unwrap();
    assert_same_view(&position, plain);
    let legal = assert_same_moves(&position, plain);
    let mut is_listed = vec![false; 1 << 16];
    legal.iter().for_each(|mv| is_listed[usize::from(mv.to_bits())] = true);
    for &mv in writable {
        assert_eq!(
            position.is_legal(mv),
            is_listed[usize::from(mv.to_bits())],
            "{position:?} {mv}"
        );
    }

    // The stages part the moves by what they are.
    let (captures, quiets, drops) = (
        stage(&position, Stage::Captures),
        stage(&position, Stage::Quiets),
        stage(&position, Stage::Drops),
    );
    assert_eq!(captures.len() + quiets.len() + drops.len(), legal.len(), "{position:?}");
    let checks = stage(&position, Stage::Checks);
    let evasions = stage(&position, Stage::Evasions);
    assert_eq!(evasions.len(), if plain.in_check() { legal.len() } else { 0 }, "{position:?}");
    let check_squares = position.check_squares();
    for &mv in &legal {
        let class = plain.classify(&mv.to_string());
        assert_eq!(captures.contains(&mv), class.capture || class.quiet_pawn_promotion, "{mv}");
        assert_eq!(drops.contains(&mv), class.drop, "{position:?} {mv}");
        assert_eq!(position.gives_check(mv), class.check, "{position:?} {mv}");
        assert_eq!(position.gives_check_with(mv, &check_squares), class.check, "{position:?} {mv}");
        assert_eq!(checks.contains(&mv), class.check, "{position:?} {mv}");
    }
    for kind_of_stage in
        [Stage::All, Stage::Captures, Stage::Quiets, Stage::Drops, Stage::Evasions, Stage::Checks]
    {
        let mut visited = HashSet::new();
        let broke = position.visit_moves(kind_of_stage, |mv| {
            visited.insert(mv);
            ControlFlow::<()>::Continue(())
        });
        assert!(broke.is_none());
        assert_eq!(visited, stage(&position, kind_of_stage), "{position:?} {kind_of_stage:?}");
        assert_eq!(position.count_moves(kind_of_stage), visited.len(), "{position:?}");
    }
    for square in legal.iter().map(|mv| mv.to()).collect::<HashSet<_>>() {
        let there: HashSet<Move<V>> =
            legal.iter().copied().filter(|mv| mv.to() == square && !mv.is_drop()).collect();
        assert_eq!(stage(&position, Stage::To(square)), there, "{position:?} {square}");
        // Some squares of each position; all come up often enough.
        if !(square.index() + legal.len()).is_multiple_of(4) {
            continue;
        }
        for (color, plain_color) in
            [(Color::Black, naive::NaiveColor::Black), (Color::White, naive::NaiveColor::White)]
        {
            let place = naive::NaiveSquare::from_usi(&square.to_string()).unwrap();
            let attackers = names(plain.attackers(place, plain_color));
            assert_eq!(squares(position.attackers(square, color)), attackers, "{position:?}");
            assert_eq!(position.is_attacked(square, color), !attackers.is_empty());
        }
    }

    // Every move and its undo; some of them looked at closely.
    let before = position.clone();
    for (i, &mv) in legal.iter().enumerate() {
        let key = position.key_after(mv);
        let undo = position.make(mv);
        assert_eq!(position.key(), key, "{before:?} {mv}");
        if i % 16 == 0 {
            assert_same_view(&position, &plain.play(&mv.to_string()));
        }
        position.unmake(undo);
        assert_eq!(position, before, "{mv}");
    }

    match position.make_pass() {
        None => assert!(plain.in_check()),
        Some(undo) => {
            let passed = plain.pass();
            assert_same_view(&position, &passed);
            assert_same_moves(&position, &passed);
            position.unmake(undo);
            assert_eq!(position, before);
        }
    }
}

fn played<V: Variant>(variant: NaiveVariant) {
    let writable: Vec<Move<V>> = Move::writable().collect();
    let mut count = 0;
    for seed in 0.. {
        for plain in random_play(variant, seed, 300) {
            check(&plain, &writable);
            count += 1;
        }
        if count >= POSITIONS {
            break;
        }
    }
}

fn built<V: Variant>(variant: NaiveVariant) {
    let writable: Vec<Move<V>> = Move::writable().collect();
    let mut random = fastrand::Rng::with_seed(20_001);
    for _ in 0..POSITIONS {
        let sfen = random_built(variant, &mut random);
        check(&NaivePosition::from_sfen(&sfen, variant).unwrap(), &writable);
    }
}

#[test]
fn shogi_positions_of_random_play() {
    played::<Shogi>(NaiveVariant::Shogi);
}

#[test]
fn shogi_positions_built_at_random() {
    built::<Shogi>(NaiveVariant::Shogi);
}

#[test]
fn minishogi_positions_of_random_play() {
    played::<Minishogi>(NaiveVariant::Minishogi);
}

#[test]
fn minishogi_positions_built_at_random() {
    built::<Minishogi>(NaiveVariant::Minishogi);
}
