//! Every line of `malformed.tsv` is refused with an error, or read as decided where readers differ.

use std::error::Error;

use sakiyomi_rules::{IllegalMove, Minishogi, Move, Position, SfenError, Shogi, Variant};

type Read<T> = Result<T, Box<dyn Error>>;

fn position<V: Variant>(text: &str) -> Read<String> {
    Ok(Position::<V>::from_sfen(text)?.to_sfen())
}

fn text_of_move<V: Variant>(text: &str) -> Read<String> {
    Ok(text.parse::<Move<V>>()?.to_string())
}

fn play<V: Variant>(text: &str) -> Read<String> {
    let (sfen, mv) = text.split_once(" | ").ok_or("no bar")?;
    let mut position: Position<V> = sfen.parse().unwrap();
    let before = position.clone();
    // Whatever fails, the position is as it was.
    let played = (|| -> Read<()> {
        position.play(mv.parse()?)?;
        Ok(())
    })();
    if played.is_err() {
        assert_eq!(position, before);
    }
    played.map(|()| mv.to_string())
}

/// What DESIGN decides where readers differ: the text written back, or that it is refused.
fn policy(fault: &str) -> Option<&'static str> {
    Some(match fault {
        // The attacking side of a mate problem may lack its king.
        "policy:no black king (allowed only as a mate problem)" => "as read",
        "policy:explicit count 1 is not canonical" => "4k4/9/9/9/9/9/9/9/4K4 b P 1",
        "policy:a piece listed twice" => "error",
        "policy:move number 0" | "policy:move number missing" => {
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
        }
        _ => return None,
    })
}

#[test]
fn malformed_texts_are_refused() {
    let text = include_str!("data/malformed.tsv");
    let (mut refused, mut decided) = (0, 0);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let number = number + 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, kind, fault, input] = fields[..] else {
            panic!("malformed.tsv:{number}: not four fields")
        };
        let tabbed;
        let input = match input {
            "<empty>" => "",
            "<one space>" => " ",
            "<NUL byte>" => "\0",
            "<tab between fields of startpos>" => {
                tabbed = Position::<Shogi>::start().to_sfen().replace(' ', "\t");
                &tabbed
            }
            // Another stand-in would be tested as a text that it is not.
            other => {
                assert!(!other.starts_with('<'), "malformed.tsv:{number}: stand-in {other}");
                other
            }
        };
        let read = match kind {
            "sfen9" => position::<Shogi>(input),
            "sfen5" => position::<Minishogi>(input),
            "usi9" => text_of_move::<Shogi>(input),
            "usi5" => text_of_move::<Minishogi>(input),
            "move9" => play::<Shogi>(input),
            "move5" => play::<Minishogi>(input),
            other => panic!("malformed.tsv:{number}: unknown kind {other}"),
        };
        if fault.starts_with("policy") {
            let expected = policy(fault).unwrap_or_else(|| panic!("undecided: {fault}"));
            match read {
                Ok(written) if expected == "as read" => assert_eq!(written, input, "{fault}"),
                Ok(written) => assert_eq!(written, expected, "malformed.tsv:{number}: {fault}"),
                Err(error) => assert_eq!(expected, "error", "malformed.tsv:{number}: {error}"),
            }
            decided += 1;
        } else {
            let error = read.expect_err(&format!("malformed.tsv:{number}: {fault} was accepted"));
            assert!(!error.to_string().is_empty());
            refused += 1;
        }
    }
    assert!(refused > 150 && decided >= 6, "{refused} refused, {decided} decided");
}

#[test]
fn faults_are_typed_and_placed() {
    let read = |text: &str| Position::<Shogi>::from_sfen(text).unwrap_err();
    assert_eq!(
        read("4k4/9/9/0p8/9/9/9/9/4K4 b - 1"),
        SfenError::UnknownMan { column: 9, found: '0' }
    );
    assert_eq!(read("4k4/9/9/9/9/9/9/9/4K4 b 3 1"), SfenError::BadHand { column: 26 });
    assert_eq!(read("4k4/9/9/9/9/9/9/9/4K4 x - 1"), SfenError::BadSide { column: 23 });
    let mut position = Position::<Shogi>::start();
    let mv = "8h2b".parse().unwrap();
    assert_eq!(position.play(mv).unwrap_err(), IllegalMove::OutOfReach);
}
