//! Is the plain model of the rules itself right? It is held against the reference data, on which
//! independent programs agree, and its two ways of finding the legal moves against each other.

mod naive;

use naive::random::{random_built, random_play};
use naive::{NaiveColor, NaiveKind, NaivePosition, NaiveVariant};

/// The records of a data file, split into fields.
fn records(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').collect())
}

fn read(sfen: &str, variant: NaiveVariant) -> NaivePosition {
    let position = NaivePosition::from_sfen(sfen, variant);
    position.unwrap_or_else(|| panic!("`{sfen}` does not read"))
}

/// The moves of a field, `-` meaning none.
fn moves(field: &'static str, separator: char) -> Vec<&'static str> {
    if field == "-" { Vec::new() } else { field.split(separator).collect() }
}

fn check_legality(text: &'static str, variant: NaiveVariant, expected_records: usize) {
    let mut seen = 0;
    for record in records(text) {
        let &[id, theme, sfen, in_check, count, legal, illegal, all, ..] = &record[..] else {
            panic!("too few fields in {record:?}")
        };
        let position = read(sfen, variant);
        let all = moves(all, ' ');
        assert_eq!(position.to_sfen(), sfen, "{id} {theme}");
        assert_eq!(position.in_check(), in_check == "1", "{id} {theme}");
        assert_eq!(count.parse(), Ok(all.len()), "{id} {theme}");
        assert_eq!(position.legal_moves(), all, "{id} {theme}");
        assert_eq!(position.legal_moves_by_definition(), all, "{id} {theme}");
        for mv in moves(legal, ',') {
            assert!(position.is_legal(mv), "{id} {theme} {mv}");
        }
        for mv in moves(illegal, ',') {
            assert!(!position.is_legal(mv), "{id} {theme} {mv}");
        }
        seen += 1;
    }
    assert_eq!(seen, expected_records);
}

#[test]
fn legality_lists_agree() {
    check_legality(include_str!("data/legality9.tsv"), NaiveVariant::Shogi, 107);
    check_legality(include_str!("data/legality5.tsv"), NaiveVariant::Minishogi, 58);
}

fn check_perft(text: &'static str, variant: NaiveVariant, expected_records: usize) {
    /// Deeper counts are for the fast rules.
    const MOST_NODES: u64 = 200_000;
    let mut seen = 0;
    for record in records(text) {
        let &[id, _, sfen, depths] = &record[..] else { panic!("wrong fields in {record:?}") };
        let position = read(sfen, variant);
        for entry in depths.split(' ') {
            let (depth, nodes) = entry.split_once(':').expect("depth:nodes");
            let depth = depth.parse().expect("a depth");
            let nodes = nodes.parse().expect("a count");
            if nodes <= MOST_NODES {
                assert_eq!(position.perft(depth), nodes, "{id} depth {depth}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, expected_records);
}

#[test]
fn perft_agrees_to_a_shallow_depth() {
    check_perft(include_str!("data/perft9.tsv"), NaiveVariant::Shogi, 42);
    check_perft(include_str!("data/perft5.tsv"), NaiveVariant::Minishogi, 24);
}

fn check_games(text: &'static str, variant: NaiveVariant, expected_records: usize) {
    let mut seen = 0;
    for record in records(text) {
        let &[id, _, plies, end, sum, checks, played, final_sfen] = &record[..] else {
            panic!("wrong fields in {record:?}")
        };
        let mut position = NaivePosition::start(variant);
        let mut legal = position.legal_moves();
        let mut sum_of_counts = legal.len();
        let mut in_check = 0;
        let played = moves(played, ' ');
        for &mv in &played {
            // The list, not `is_legal`: both are known to agree, and the list is needed anyway.
            assert!(legal.iter().any(|other| other == mv), "{id} {mv}");
            position = position.play(mv);
            legal = position.legal_moves();
            sum_of_counts += legal.len();
            in_check += usize::from(position.in_check());
        }
        assert_eq!(plies.parse(), Ok(played.len()), "{id}");
        assert_eq!(sum.parse(), Ok(sum_of_counts), "{id}");
        assert_eq!(checks.parse(), Ok(in_check), "{id}");
        assert_eq!(position.to_sfen(), final_sfen, "{id}");
        assert_eq!(end == "checkmate", legal.is_empty() && position.in_check(), "{id}");
        assert_eq!(end == "stalemate", legal.is_empty() && !position.in_check(), "{id}");
        seen += 1;
    }
    assert_eq!(seen, expected_records);
}

#[test]
fn games_replay() {
    check_games(include_str!("data/games9.tsv"), NaiveVariant::Shogi, 135);
    check_games(include_str!("data/games5.tsv"), NaiveVariant::Minishogi, 83);
}

#[test]
fn repetition_lines_are_legal() {
    for (text, variant) in [
        (include_str!("data/repetition9.tsv"), NaiveVariant::Shogi),
        (include_str!("data/repetition5.tsv"), NaiveVariant::Minishogi),
    ] {
        for record in records(text) {
            let mut position = read(record[2], variant);
            for mv in moves(record[5], ' ') {
                assert!(position.is_legal(mv), "{} {mv}", record[0]);
                position = position.play(mv);
            }
            assert_eq!(position.to_sfen(), record[6], "{}", record[0]);
        }
    }
}

/// A position with moves after it, as the bug cases write it.
fn read_line(text: &str) -> NaivePosition {
    let (variant, text) = match text.strip_prefix("minishogi:") {
        Some(rest) => (NaiveVariant::Minishogi, rest),
        None => (NaiveVariant::Shogi, text),
    };
    let (start, line) = text.split_once(" moves ").unwrap_or((text, ""));
    let start =
        if start == "startpos" { NaivePosition::start(variant) } else { read(start, variant) };
    line.split_whitespace().fold(start, |position, mv| {
        assert!(position.is_legal(mv), "{mv} in {text}");
        position.play(mv)
    })
}

#[test]
fn bug_cases_about_legality_agree() {
    let mut seen = 0;
    for record in records(include_str!("data/bug-cases.tsv")) {
        let &[id, _, kind, input, expected, ..] = &record[..] else {
            panic!("too few fields in {record:?}")
        };
        let (before, argument) = input.split_once(" | ").unwrap_or((input, ""));
        let found = match kind {
            "legal" => yes_no(read_line(before).is_legal(argument)),
            "legal-count" => read_line(before).legal_moves().len().to_string(),
            "legal-prefix" => {
                let mut list = read_line(before).legal_moves();
                list.retain(|mv| mv.starts_with(argument));
                list.join(" ")
            }
            "in-check" => yes_no(read_line(before).in_check()),
            "mates" => {
                let after = read_line(before).play(argument);
                yes_no(after.in_check() && after.legal_moves().is_empty())
            }
            "after" => argument
                .split_whitespace()
                .fold(read_line(before), |position, mv| position.play(mv))
                .to_sfen(),
            _ => continue,
        };
        assert_eq!(found, expected, "{id} {kind} {input}");
        seen += 1;
    }
    assert!(seen >= 25, "{seen}");
}

fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_string()
}

#[test]
fn texts_that_are_no_moves_are_refused() {
    let mut seen = 0;
    for record in records(include_str!("data/malformed.tsv")) {
        let &[id, kind, _, input] = &record[..] else { panic!("wrong fields in {record:?}") };
        let variant =
            if kind.ends_with('9') { NaiveVariant::Shogi } else { NaiveVariant::Minishogi };
        match kind {
            "usi9" | "usi5" => {
                // The stand-in for the empty text; it is no move as it is written, either.
                let input = if input == "<empty>" { "" } else { input };
                assert!(!NaivePosition::start(variant).is_legal(input), "{id} {input}");
            }
            "move9" | "move5" => {
                let (sfen, mv) = input.split_once(" | ").expect("position | move");
                assert!(!read(sfen, variant).is_legal(mv), "{id} {mv}");
            }
            _ => continue,
        }
        seen += 1;
    }
    assert!(seen >= 60, "{seen}");
}

#[test]
fn both_ways_to_the_legal_moves_agree() {
    for variant in NaiveVariant::ALL {
        for seed in 0..2 {
            for position in random_play(variant, seed, 150) {
                assert_eq!(
                    position.legal_moves(),
                    position.legal_moves_by_definition(),
                    "{}",
                    position.to_sfen()
                );
            }
        }
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let sfen = random_built(variant, &mut rng);
            let position = read(&sfen, variant);
            assert_eq!(position.to_sfen(), sfen);
            assert_eq!(position.legal_moves(), position.legal_moves_by_definition(), "{sfen}");
        }
    }
}

/// What makes a built position lawful to hold, asked anew here so that the builder does not vouch
/// for itself.
fn assert_lawful(position: &NaivePosition) {
    let variant = position.variant();
    let sfen = position.to_sfen();
    let colors = [NaiveColor::Black, NaiveColor::White];
    let pieces: Vec<_> = variant
        .squares()
        .filter_map(|square| position.piece_at(square).map(|piece| (square, piece)))
        .collect();
    for &kind in variant.hand_kinds() {
        let on_board = pieces.iter().filter(|(_, piece)| piece.kind == kind).count();
        let in_hands: u8 = colors.map(|color| position.hand(color, kind)).iter().sum();
        let most = usize::from(variant.set_count(kind));
        assert!(on_board + usize::from(in_hands) <= most, "{sfen}");
    }
    for color in colors {
        let kings = pieces
            .iter()
            .filter(|(_, piece)| piece.color == color && piece.kind == NaiveKind::King)
            .count();
        let least = usize::from(color != position.side_to_move());
        assert!((least..=1).contains(&kings), "{sfen}");
        for file in 1..=variant.size() {
            let pawns = pieces.iter().filter(|(square, piece)| {
                square.file == file
                    && piece.color == color
                    && piece.kind == NaiveKind::Pawn
                    && !piece.promoted
            });
            assert!(pawns.count() <= 1, "nifu in {sfen}");
        }
    }
    assert!(pieces.iter().all(|&(square, piece)| !position.is_dead(piece, square)), "{sfen}");
    assert!(!position.opponent_in_check(), "{sfen}");
}

#[test]
fn random_positions_are_rich() {
    const POSITIONS: usize = 4_000;
    for variant in NaiveVariant::ALL {
        let mut rng = fastrand::Rng::with_seed(2);
        let names = [
            "in check",
            "by two or more",
            "pin of the mover",
            "pin of the other",
            "pawn-drop check",
            "uchifuzume",
            "mated",
            "stalemated",
            "no king",
        ];
        let mut counts = [0; 9];
        for _ in 0..POSITIONS {
            let position = read(&random_built(variant, &mut rng), variant);
            assert_lawful(&position);
            let mover = position.side_to_move();
            let legal = position.legal_moves();
            let uchifuzume = !position.uchifuzume_drops().is_empty();
            let pawn_drop_check =
                legal.iter().any(|mv| mv.starts_with("P*") && position.gives_check(mv));
            let facts = [
                position.in_check(),
                position.checkers().len() >= 2,
                !position.pinned(mover).is_empty(),
                !position.pinned(mover.other()).is_empty(),
                uchifuzume || pawn_drop_check,
                uchifuzume,
                legal.is_empty() && position.in_check(),
                legal.is_empty() && !position.in_check(),
                position.king(mover).is_none(),
            ];
            for (count, fact) in counts.iter_mut().zip(facts) {
                *count += usize::from(fact);
            }
        }
        for (name, count) in names.iter().zip(counts) {
            println!("{variant:?} {name}: {:.1} %", 100.0 * count as f64 / POSITIONS as f64);
        }
        let at_least = |name: &str, per_cent: usize| {
            let index = names.iter().position(|other| *other == name).expect("a name");
            assert!(counts[index] * 100 >= per_cent * POSITIONS, "{variant:?}: too few {name}");
        };
        at_least("in check", 10);
        at_least("by two or more", 2);
        at_least("pin of the mover", 10);
        at_least("pin of the other", 5);
        at_least("pawn-drop check", 10);
        at_least("uchifuzume", 2);
    }
}
