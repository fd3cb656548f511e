//! The stories that the page's figures tell, and the pairs of positions that differ by a threat.
//!
//! The figures' boards are pictures and lost; these positions were made to have the properties that the text gives.

use sakiyomi_eval::{Line, Material, PieceValues, Score};
use sakiyomi_quiescence::{Quiescence, QuiescenceOptions, ThreatKind, ThreatReport, threats};
use sakiyomi_rules::{Kind, Position, Shogi};

/// A pawn guarded by a knight stands two files from a gold (1), before it (2).
const FIGURE_1: &str = "4k2n1/9/6p2/8G/9/9/9/9/4K4 b - 1";
const FIGURE_2: &str = "4k2n1/9/8p/8G/9/9/9/9/4K4 b - 1";
/// A rook attacks a silver, and a pawn that a gold guards (3), that nobody guards (4).
const FIGURE_3: &str = "4k4/9/9/9/1r2S4/9/1P7/2G6/4K4 b - 1";
const FIGURE_4: &str = "4k4/9/9/9/1r2S4/9/1P7/5G3/4K4 b - 1";
/// A pawn attacks a rook that has an open side (5), that is hemmed in (6).
const FIGURE_5: &str = "7nk/7s1/7pp/5s3/4p4/4RP3/PP1PP4/1S7/KN7 b - 1";
const FIGURE_6: &str = "7nk/7s1/7pp/5s3/4p4/3PRP3/PP2P4/1S7/KN7 b - 1";

fn value(sfen: &str, options: QuiescenceOptions) -> i32 {
    let material = Material::flat();
    let mut line = Line::new(&material, sfen.parse::<Position<Shogi>>().unwrap());
    Quiescence::new(options).value(&mut line).value()
}

fn kfend(sfen: &str) -> i32 {
    value(sfen, QuiescenceOptions::kfend())
}

/// Lists 5 and 6: one threat only.
fn list_6(sfen: &str) -> i32 {
    let mut options = QuiescenceOptions::kfend();
    if let Some(threats) = &mut options.threats {
        threats.double = false;
        threats.inescapable = false;
    }
    value(sfen, options)
}

fn report(sfen: &str) -> ThreatReport<Shogi> {
    threats(&sfen.parse().unwrap())
}

fn worth(kind: Kind) -> i32 {
    PieceValues::conventional::<Shogi>().gain_of_capture(kind).value()
}

#[test]
fn a_hanging_gold_costs_a_sixth() {
    assert_eq!(kfend(FIGURE_1) - kfend(FIGURE_2), worth(Kind::Gold) / 6);
    assert_eq!(report(FIGURE_1).threats, []);
    let two = report(FIGURE_2);
    assert_eq!(two.threats.len(), 1);
    assert_eq!(two.threats[0].mv.to_string(), "1c1d");
    assert_eq!(two.threats[0].victim, Some(Kind::Gold));
    assert_eq!(two.threats[0].kind, ThreatKind::Single);
    assert_eq!(two.threats[0].loss.value(), worth(Kind::Gold));
    // Without threats, nobody sees a difference.
    let blind = QuiescenceOptions::default();
    assert_eq!(value(FIGURE_1, blind), value(FIGURE_2, blind));
}

#[test]
fn a_fork_costs_half_of_the_second_threat() {
    let values = PieceValues::conventional::<Shogi>();
    let promotion = values.gain_of_promotion(Kind::Rook).value();
    let second = (worth(Kind::Pawn) + promotion) / 2;
    let first = worth(Kind::Silver) / 6;
    assert_eq!(kfend(FIGURE_3) - kfend(FIGURE_4), second - first);
    assert_eq!(list_6(FIGURE_3), list_6(FIGURE_4));
    let four = report(FIGURE_4);
    let moves: Vec<_> = four.threats.iter().map(|t| (t.mv.to_string(), t.kind)).collect();
    let expected = [("8e5e", ThreatKind::Double), ("8e8g+", ThreatKind::Double)];
    assert_eq!(moves, expected.map(|(mv, kind)| (mv.to_owned(), kind)));
    assert_eq!(report(FIGURE_3).threats[0].kind, ThreatKind::Single);
}

#[test]
fn a_trapped_rook_costs_half() {
    assert!(kfend(FIGURE_5) - kfend(FIGURE_6) >= worth(Kind::Rook) / 4);
    assert_eq!(list_6(FIGURE_5), list_6(FIGURE_6));
    let trapped = |sfen| {
        let threats = report(sfen).threats;
        threats.iter().find(|t| t.victim == Some(Kind::Rook)).map(|t| t.kind)
    };
    assert_eq!(trapped(FIGURE_5), Some(ThreatKind::Single));
    assert_eq!(trapped(FIGURE_6), Some(ThreatKind::Inescapable));
}

#[test]
fn the_more_threatened_member_of_each_pair_scores_lower() {
    let text = include_str!("data/quiet_pairs9.tsv");
    let sfens: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields[1], fields[3])
        })
        .collect();
    let mut seen = 0;
    for pair in sfens.chunks(2) {
        let &[(name, a), (_, b)] = pair else { panic!("a pair has two members") };
        let (less, more) = (kfend(a), kfend(b));
        let lists_5_and_6 = list_6(a) - list_6(b);
        println!("{name}: {less} {more}; by lists 5 and 6 {lists_5_and_6}");
        match name {
            // List 6: a sixth of a gold.
            "gold_pawn_threat" => assert_eq!(less - more, worth(Kind::Gold) / 6),
            // List 7: half of the second victim, a gold, instead of a sixth of the first.
            "knight_fork" | "silver_fork" => {
                assert!(less - more >= worth(Kind::Gold) / 6, "{name}");
                assert_eq!(lists_5_and_6, 0, "{name}");
            }
            // List 8: half of the rook instead of a sixth.
            "rook_escape" => {
                assert!(less - more >= worth(Kind::Rook) / 4, "{name}");
                assert_eq!(lists_5_and_6, 0, "{name}");
            }
            // A skewer is none of the three: the front man can step aside, and what stands behind even guards it.
            "lance_skewer" => assert!(more > less, "the lists see skewers now; say so"),
            _ => panic!("no story for {name}"),
        }
        seen += 1;
    }
    assert_eq!(seen, 5);
}

#[test]
fn threats_never_raise_a_value_and_never_look_like_mate() {
    // A tokin, held up by another, takes the pawn before the king and mates.
    let sfen = "4k4/9/9/9/9/9/3+p1+p3/4P4/3NKN3 b - 1";
    let report = report(sfen);
    assert!(report.modified <= report.static_value);
    assert!(!report.modified.is_mate());
    let most = QuiescenceOptions::kfend().threats.unwrap().loss_cap / 2;
    assert!(report.static_value - report.modified <= most);
    assert!(report.threats.iter().any(|threat| threat.mates), "{report:?}");
    assert!(report.first < -Score::MAX_EVALUATION);
}
