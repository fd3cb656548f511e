//! Pairs of positions that differ by one threat: for each kind of threat, in both games, for both colours.

use sakiyomi_eval::{Line, Material, PieceValues, Score};
use sakiyomi_quiescence::{
    Quiescence, QuiescenceOptions, Threat, ThreatKind, ThreatOptions, ThreatReport, threats,
};
use sakiyomi_rules::{Kind, Minishogi, Position, Shogi, Variant};

use crate::common::{Board, built};

/// What is threatened, a position where it is not, and one where it is.
struct Pair {
    what: &'static str,
    without: &'static str,
    with: &'static str,
    victim: Option<Kind>,
    by: Kind,
    kind: ThreatKind,
}

const SHOGI: [Pair; 8] = [
    Pair {
        what: "a gold stands before a pawn that a knight guards",
        without: "4k2n1/9/6p2/8G/9/9/9/9/4K4 b - 1",
        with: "4k2n1/9/8p/8G/9/9/9/9/4K4 b - 1",
        victim: Some(Kind::Gold),
        by: Kind::Pawn,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a knight looks at a second gold",
        without: "7nk/7s1/7pp/4n4/9/5G3/PP1G5/1S7/KN7 b - 1",
        with: "7nk/7s1/7pp/4n4/9/3G1G3/PP7/1S7/KN7 b - 1",
        victim: Some(Kind::Gold),
        by: Kind::Knight,
        kind: ThreatKind::Double,
    },
    Pair {
        what: "an attacked rook is hemmed in",
        without: "7nk/7s1/7pp/5s3/4p4/4RP3/PP1PP4/1S7/KN7 b - 1",
        with: "7nk/7s1/7pp/5s3/4p4/3PRP3/PP2P4/1S7/KN7 b - 1",
        victim: Some(Kind::Rook),
        by: Kind::Pawn,
        kind: ThreatKind::Inescapable,
    },
    Pair {
        what: "a rook's file into the camp is open",
        without: "4k4/1r7/9/1p7/9/9/9/9/4K4 b - 1",
        with: "4k4/1r7/9/p8/9/9/9/9/4K4 b - 1",
        victim: None,
        by: Kind::Rook,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a bishop's diagonal into the camp is open",
        without: "4k4/7b1/9/5p3/9/9/9/9/4K4 b - 1",
        with: "4k4/7b1/9/p8/9/9/9/9/4K4 b - 1",
        victim: None,
        by: Kind::Bishop,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a pawn stands before the camp",
        without: "4k4/9/9/9/7p1/9/9/9/4K4 b - 1",
        with: "4k4/9/9/9/9/7p1/9/9/4K4 b - 1",
        victim: None,
        by: Kind::Pawn,
        kind: ThreatKind::Single,
    },
    Pair {
        // The page's figure 4 as its words have it: a dragon is made.
        what: "a rook that attacks a pawn could also promote on the empty 8g",
        without: "4k4/9/9/9/1r2P4/9/1P7/2G6/4K4 b - 1",
        with: "4k4/9/9/9/1r2P4/9/P8/3G5/4K4 b - 1",
        victim: None,
        by: Kind::Rook,
        kind: ThreatKind::Double,
    },
    Pair {
        what: "in check from a knight, a rook stands before another",
        without: "k8/9/9/9/9/6n2/5n3/8R/4K4 b - 1",
        with: "k8/9/9/9/9/6n2/5n3/7R1/4K4 b - 1",
        victim: Some(Kind::Rook),
        by: Kind::Knight,
        kind: ThreatKind::Double,
    },
];

const MINISHOGI: [Pair; 8] = [
    Pair {
        what: "a gold stands before a guarded pawn",
        without: "k3g/3p1/4G/5/K4 b - 1",
        with: "k3g/4p/4G/5/K4 b - 1",
        victim: Some(Kind::Gold),
        by: Kind::Pawn,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a bishop looks at a second gold",
        without: "k4/5/2b1K/G4/4G b - 1",
        with: "k4/5/2b1K/5/G3G b - 1",
        victim: Some(Kind::Gold),
        by: Kind::Bishop,
        kind: ThreatKind::Double,
    },
    Pair {
        what: "an attacked rook is hemmed in",
        without: "k4/5/K4/B2gP/4R b - 1",
        with: "k4/5/K4/3gP/3BR b - 1",
        victim: Some(Kind::Rook),
        by: Kind::Gold,
        kind: ThreatKind::Inescapable,
    },
    Pair {
        what: "a rook's file to the last rank is open",
        without: "2k2/r4/p4/4K/5 b - 1",
        with: "2k2/r4/2p2/4K/5 b - 1",
        victim: None,
        by: Kind::Rook,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a bishop's diagonal to the last rank is open",
        without: "k3b/5/2p2/4K/5 b - 1",
        with: "k3b/1p3/5/4K/5 b - 1",
        victim: None,
        by: Kind::Bishop,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a pawn stands before the last rank",
        without: "k4/5/1p3/4K/5 b - 1",
        with: "k4/5/4K/1p3/5 b - 1",
        victim: None,
        by: Kind::Pawn,
        kind: ThreatKind::Single,
    },
    Pair {
        what: "a rook that attacks a pawn could also promote on the last rank",
        without: "k4/5/r2P1/5/1G1K1 b - 1",
        with: "k4/5/r2P1/5/2GK1 b - 1",
        victim: None,
        by: Kind::Rook,
        kind: ThreatKind::Double,
    },
    Pair {
        what: "in check from a bishop, a rook stands before a gold",
        without: "1k3/g4/2P1b/R4/2K2 b - 1",
        with: "1k3/g4/R1P1b/5/2K2 b - 1",
        victim: Some(Kind::Rook),
        by: Kind::Gold,
        kind: ThreatKind::Double,
    },
];

/// The board turned round, each man the other side's: the same position for the other colour.
fn turned<V: Variant>(position: &Position<V>) -> Position<V> {
    let sfen = position.to_sfen();
    let fields: Vec<&str> = sfen.split(' ').collect();
    let swapped = |text: &str| -> String {
        let swap = |c: char| match c {
            'a'..='z' => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        text.chars().map(swap).collect()
    };
    // Backwards, with each '+' still before its man.
    let mut board = String::new();
    let mut letters = fields[0].chars().rev().peekable();
    while let Some(letter) = letters.next() {
        if letters.next_if_eq(&'+').is_some() {
            board.push('+');
        }
        board.push(letter);
    }
    let side = if fields[1] == "b" { "w" } else { "b" };
    format!("{} {side} {} {}", swapped(&board), swapped(fields[2]), fields[3]).parse().unwrap()
}

fn cost<V: Variant>(report: &ThreatReport<V>) -> i32 {
    (report.static_value - report.modified).value()
}

fn check_pairs<V: Board>(pairs: &[Pair]) {
    let value = |position: &Position<V>| {
        let material = Material::conventional::<V>();
        let mut line = Line::new(&material, position.clone());
        let value = Quiescence::new(QuiescenceOptions::kfend()).value(&mut line);
        (value - line.value()).value()
    };
    for pair in pairs {
        let read = |sfen: &str| sfen.parse::<Position<V>>().unwrap();
        let both = [(read(pair.without), read(pair.with))];
        let turned = both.iter().map(|(without, with)| (turned(without), turned(with)));
        for (without, with) in both.iter().cloned().chain(turned) {
            let (calm, report) = (threats(&without), threats(&with));
            let case = || format!("{}: {with:?}\n{calm:?}\n{report:?}", pair.what);
            assert!(cost(&report) > cost(&calm), "{}", case());
            assert!(value(&with) < value(&without), "{}", case());
            let is_it = |threat: &&Threat<V>| {
                (threat.victim, threat.by, threat.kind) == (pair.victim, pair.by, pair.kind)
            };
            assert!(report.threats.iter().any(|threat| is_it(&threat)), "{}", case());
            assert!(!calm.threats.iter().any(|threat| is_it(&threat)), "{}", case());
        }
    }
}

#[test]
fn each_kind_of_threat_costs_in_shogi() {
    check_pairs::<Shogi>(&SHOGI);
}

#[test]
fn each_kind_of_threat_costs_in_minishogi() {
    check_pairs::<Minishogi>(&MINISHOGI);
}

#[test]
fn turning_the_board_changes_no_threat() {
    fn check<V: Board>(seed: u64) {
        let material = Material::conventional::<V>();
        // Which of several strikes on one victim is tried first goes by squares.
        let mut threats = ThreatOptions::kfend();
        threats.promising_only = false;
        let options = QuiescenceOptions::kfend().with_threats(Some(threats));
        let quiescence = Quiescence::new(options);
        for position in built::<V>(seed).take(1_000) {
            let there = turned(&position);
            let [here, there] = [&position, &there]
                .map(|position| quiescence.threats(&mut Line::new(&material, position.clone())));
            assert_eq!(cost(&here), cost(&there), "{position:?}");
            assert_eq!((here.first, here.second), (there.first, there.second), "{position:?}");
            let losses = |report: &ThreatReport<V>| -> Vec<Score> {
                report.threats.iter().map(|threat| threat.loss).collect()
            };
            // Which of several equal answers to a check is shown may differ, and with it what comes after.
            if !position.in_check() {
                assert_eq!(losses(&here), losses(&there), "{position:?}");
            }
        }
    }
    check::<Shogi>(91);
    check::<Minishogi>(92);
}

#[test]
fn a_man_promotes_once() {
    // The rook could promote on 8g, 8h and 8i: one threat, not three.
    let report = threats(&"4k4/1r7/9/9/9/9/9/9/4K4 b - 1".parse::<Position<Shogi>>().unwrap());
    assert_eq!(report.threats.len(), 1);
    let gain = PieceValues::conventional::<Shogi>().gain_of_promotion(Kind::Rook);
    assert_eq!(report.threats[0].loss, gain);
    assert_eq!(cost(&report), gain.value() / 6);
    assert_eq!(report.threats[0].victim, None);
    // Two men are two threats, even if they promote on one square.
    let report = threats(&"4k4/1r7/9/9/9/1p7/9/9/4K4 b - 1".parse::<Position<Shogi>>().unwrap());
    assert_eq!(report.threats.len(), 1, "the pawn stands in the rook's way: {report:?}");
    let report = threats(&"4k4/1r5b1/9/9/9/9/9/9/5K3 b - 1".parse::<Position<Shogi>>().unwrap());
    assert_eq!(report.threats.len(), 2);
    assert!(report.threats.iter().all(|threat| threat.kind == ThreatKind::Double));
    assert_eq!(cost(&report), report.threats[1].loss.value() / 2);
}

#[test]
fn a_guarded_camp_is_no_threat() {
    for sfen in [
        // A gold guards all that the rook could reach, then all that the bishop could.
        "4k4/1r7/9/1P7/9/9/9/9/4K4 b - 1",
        "4k4/7b1/9/5P3/4G4/9/9/9/4K4 b - 1",
        // A pinned rook may not leave its file.
        "4k4/9/4r4/9/4L4/9/9/9/K8 b - 1",
    ] {
        let report = threats(&sfen.parse::<Position<Shogi>>().unwrap());
        let promotions = report.threats.iter().filter(|threat| threat.victim.is_none());
        assert_eq!(promotions.count(), 0, "{report:?}");
    }
}

#[test]
fn major_promotions_can_be_left_out() {
    let mut options = QuiescenceOptions::kfend();
    let mut letter = ThreatOptions::kfend();
    letter.major_promotions = false;
    options.threats = Some(letter);
    let material = Material::conventional::<Shogi>();
    let position: Position<Shogi> = "4k4/1r7/9/9/9/9/9/9/4K4 b - 1".parse().unwrap();
    let report = Quiescence::new(options).threats(&mut Line::new(&material, position));
    assert_eq!((report.threats.len(), cost(&report)), (0, 0));
}

/// A check by itself costs nothing where it can be answered, and makes nothing else cost less.
#[test]
fn what_hangs_in_check_hangs_more() {
    let report = |sfen: &str| threats(&sfen.parse::<Position<Shogi>>().unwrap());
    let (hangs, checked) =
        (report("k8/9/9/9/9/6n2/9/7R1/4K4 b l 1"), report("k3l4/9/9/9/9/6n2/9/7R1/4K4 b - 1"));
    assert!(cost(&hangs) > 0);
    assert!(cost(&checked) >= cost(&hangs), "{hangs:?} {checked:?}");
    assert!(hangs.answer.is_none());
    let answer = checked.answer.expect("the check can be answered");
    assert!(checked.threats.iter().all(|threat| !threat.has_flight));
    let mut after = "k3l4/9/9/9/9/6n2/9/7R1/4K4 b - 1".parse::<Position<Shogi>>().unwrap();
    after.play(answer).unwrap();
    for threat in &checked.threats {
        assert!(after.is_legal(threat.mv), "{threat:?} after {answer}");
        assert_eq!(after.kind_at(threat.square), threat.victim);
    }
    let calm = report("k3l4/9/9/9/9/6n2/9/8R/4K4 b - 1");
    assert_eq!((cost(&calm), calm.threats.len()), (0, 0));
    assert!(calm.answer.is_some());
}

#[test]
fn an_answer_that_saves_all_leaves_no_threat() {
    // The rook takes the lance that gives check, and is gone from the knight's reach.
    let position = "k8/9/9/9/9/6n2/9/4l2R1/4K4 b - 1".parse::<Position<Shogi>>().unwrap();
    let report = threats(&position);
    assert_eq!(report.answer, Some("2h5h".parse().unwrap()));
    assert_eq!((cost(&report), report.threats.len()), (0, 0));
}

#[test]
fn who_is_mated_has_no_answer_and_loses_all_that_counts() {
    let position = "4k4/9/9/9/9/9/4p4/4g4/4K4 b - 1".parse::<Position<Shogi>>().unwrap();
    assert!(position.is_checkmate());
    let report = threats(&position);
    assert_eq!((report.answer, report.threats.len()), (None, 0));
    assert_eq!(cost(&report), ThreatOptions::kfend().loss_cap.value() / 2);
    assert!(!report.modified.is_mate());
}

/// In check, from scratch: of all answers the one after which the other side's best capture leaves most.
#[test]
fn the_best_answer_to_a_check_agrees_with_a_plain_search() {
    fn check<V: Board>(seed: u64) -> u32 {
        let material = Material::conventional::<V>();
        let static_value = |position: &Position<V>| Line::new(&material, position.clone()).value();
        let mut seen = 0;
        for position in built::<V>(seed).filter(Position::in_check).take(400) {
            let report = threats(&position);
            // The other side's captures and promotions of pawns and great men, each followed by recaptures alone.
            let strikes = |position: &Position<V>| -> Vec<_> {
                let list = position.legal_moves();
                let strikes = list.iter().copied().filter(|mv| {
                    let mover = mv.from().and_then(|from| position.kind_at(from));
                    let great = [Kind::Pawn, Kind::Rook, Kind::Bishop].map(Some);
                    let leaves = great.contains(&mover)
                        && !mv.is_promotion()
                        && position.is_legal(mv.with_promotion(true));
                    let strikes = position.kind_at(mv.to()).is_some()
                        || mv.is_promotion() && great.contains(&mover);
                    strikes && !leaves
                });
                strikes.collect()
            };
            let answers = position.legal_moves();
            let best = answers.iter().map(|&answer| {
                let mut after = position.clone();
                after.make(answer);
                let mut worst = -static_value(&after);
                for strike in strikes(&after) {
                    let mut options = QuiescenceOptions::default();
                    options.stage_depth = 0;
                    let mut line = Line::new(&material, after.clone());
                    line.make(strike);
                    worst = worst.min(Quiescence::new(options).value(&mut line));
                }
                worst
            });
            let static_value = static_value(&position);
            let best = best.max().unwrap_or(Score::mated_in(0)).min(static_value);
            let same_mate = best.is_mate() && report.first.is_mate();
            assert!(report.first == best || same_mate, "{best:?} {report:?} {position:?}");
            seen += u32::from(best < static_value);
        }
        seen
    }
    let (shogi, minishogi) = (check::<Shogi>(93), check::<Minishogi>(94));
    assert!(shogi > 100 && minishogi > 100, "{shogi} {minishogi}");
}
