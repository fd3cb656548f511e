//! The rules cases of `bug-cases.tsv`: what engines and libraries of these games got wrong before.

use sakiyomi_rules::{
    Declaration, Game, Minishogi, Move, Position, SetupFaults, SfenError, Shogi, Variant,
};

/// `startpos moves …`, `SFEN moves …` or an SFEN.
fn game<V: Variant>(text: &str) -> Game<V> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position<V: Variant>(text: &str) -> Position<V> {
    game::<V>(text).position().clone()
}

fn yes(flag: bool) -> String {
    (if flag { "yes" } else { "no" }).to_string()
}

/// Cases whose position we refuse (DESIGN, *Bad input*) with the fault we find, and a lawful position that asks the
/// same: without the lance, with the king out of the silver's way, with two rooks instead of three.
const UNLAWFUL: [(&str, &str, SetupFaults, &str); 3] = [
    (
        "b03-2",
        "7nk/9/7G1/9/9/9/9/9/4K3L b P 1",
        SetupFaults::OPPONENT_IN_CHECK,
        "7nk/9/7G1/9/9/9/9/9/4K4 b P 1",
    ),
    (
        "b33-2",
        "4k4/4S4/9/9/9/9/9/9/4K4 b - 1",
        SetupFaults::OPPONENT_IN_CHECK,
        "8k/4S4/9/9/9/9/9/9/4K4 b - 1",
    ),
    (
        "b35-1",
        "4k4/9/9/4N4/9/9/9/4R4/4K4 b 2rbg2s3n4l17p 1",
        SetupFaults::TOO_MANY_MEN,
        "4k4/9/9/4N4/9/9/9/4R4/4K4 b rbg2s3n4l17p 1",
    ),
];

/// What we answer to a case, in the words of the file; `None` for a kind that this reader does not know.
fn answer<V: Variant>(kind: &str, input: &str) -> Option<String> {
    let (first, second) = input.split_once('|').unwrap_or((input, ""));
    let second = second.trim_start_matches('|').trim();
    let mv = || second.parse::<Move<V>>().unwrap();
    Some(match kind {
        "legal" => {
            let (position, mv) = (position::<V>(first), mv());
            let legal = position.is_legal(mv);
            assert_eq!(position.legal_moves().contains(&mv), legal, "list and question differ");
            yes(legal)
        }
        "legal-prefix" => {
            let moves = position::<V>(first).legal_moves();
            let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
            texts.retain(|text| text.starts_with(second));
            texts.sort();
            texts.join(" ")
        }
        "legal-count" => position::<V>(first).count_legal().to_string(),
        "in-check" => yes(position::<V>(first).in_check()),
        "mates" => {
            let mut position = position::<V>(first);
            position.play(mv()).unwrap();
            yes(position.is_checkmate())
        }
        "after" => {
            let mut game = game::<V>(first);
            for mv in second.split_whitespace() {
                game.play(mv.parse().unwrap()).unwrap();
            }
            game.position().to_sfen()
        }
        "undo" => {
            let mut game = game::<V>(first);
            let before = game.clone();
            game.play(mv()).unwrap();
            game.undo();
            assert_eq!(game.position().key(), before.position().key());
            assert_eq!(game.history().occurrences(), before.history().occurrences());
            let same = game.position() == before.position() && game.outcome() == before.outcome();
            (if same { "same" } else { "differs" }).to_string()
        }
        "key" => {
            let equal = position::<V>(first).key() == position::<V>(second).key();
            (if equal { "equal" } else { "differ" }).to_string()
        }
        "sfen-canon" => match input.parse::<Position<V>>() {
            Ok(position) if position.to_sfen() == input => "same".to_string(),
            Ok(position) => position.to_sfen(),
            Err(_) => "error".to_string(),
        },
        "sfen-accept" => {
            let read = Position::<V>::from_sfen(input);
            (if read.is_ok() { "ok" } else { "error" }).to_string()
        }
        "outcome" => game::<V>(input).outcome().to_string(),
        "declare27" => yes(position::<V>(first).declare27() == Declaration::Win),
        "declare24" => yes(position::<V>(first).declare24() != Declaration::No),
        _ => return None,
    })
}

#[test]
fn nothing_goes_wrong_again() {
    let text = include_str!("data/bug-cases.tsv");
    let mut checked = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let number = number + 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, layer, kind, input, expected, note] = fields[..] else {
            panic!("bug-cases.tsv:{number}: not six fields")
        };
        // Properties are tests of their own, below; protocol cases belong to the protocol's crate.
        if layer != "rules" || kind == "usi" || kind == "property" {
            continue;
        }
        let mut input = input.to_string();
        if let Some((_, unlawful, fault, lawful)) = UNLAWFUL.iter().find(|case| case.0 == id) {
            let error = Position::<Shogi>::from_sfen(unlawful).unwrap_err();
            assert_eq!(error, SfenError::Setup(*fault), "{id}");
            assert!(input.contains(unlawful), "{id}");
            input = input.replace(unlawful, lawful);
        }
        let answer = match input.strip_prefix("minishogi:") {
            Some(input) => answer::<Minishogi>(kind, &repeat(input)),
            None => answer::<Shogi>(kind, &repeat(&input)),
        };
        let answer =
            answer.unwrap_or_else(|| panic!("bug-cases.tsv:{number}: unknown kind {kind}"));
        assert!(
            expected.split(" or ").any(|fits| fits == answer),
            "bug-cases.tsv:{number} ({id}): expected {expected}, found {answer} ({note})\n{input}"
        );
        checked += 1;
    }
    assert!(checked > 60, "only {checked} cases");
}

/// Writes `N*( … )` out.
fn repeat(input: &str) -> String {
    let Some((before, rest)) = input.split_once("*(") else { return input.to_string() };
    let digits = before.chars().rev().take_while(char::is_ascii_digit).count();
    if digits == 0 {
        return input.to_string();
    }
    let (head, times) = before.split_at(before.len() - digits);
    let (body, tail) = rest.split_once(')').unwrap();
    let times: usize = times.parse().unwrap();
    format!("{head}{}{}", format!("{} ", body.trim()).repeat(times).trim_end(), repeat(tail))
}

/// b26-1: making and taking back moves leaves the record of repetitions as it was.
#[test]
fn looking_at_moves_does_not_count_as_repetition() {
    let mut game = game::<Shogi>("startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b");
    assert!(game.outcome().is_ongoing());
    let key = game.position().key();
    for &mv in &game.position().legal_moves() {
        game.play(mv).unwrap();
        for &reply in &game.position().legal_moves() {
            game.play(reply).unwrap();
            game.undo();
        }
        game.undo();
    }
    assert!(game.outcome().is_ongoing());
    assert_eq!(game.position().key(), key);
    assert_eq!(game.history().occurrences(), 3);
}
