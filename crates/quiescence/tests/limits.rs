//! No explosion, every limit obeyed, mates with their right distance.

use crate::common::{Board, built, played, recorded};
use sakiyomi_eval::{Line, Material, PieceValues, Score};
use sakiyomi_quiescence::{
    Control, Quiescence, QuiescenceOptions, Stopped, ThreatOptions, Unlimited, mate_in_one,
    see_at_least,
};
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};

/// Positions made to have as many captures, checks and drops as can be.
const CROWDED: [(&str, &str); 6] = [
    ("593 legal moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
    ("the same for white", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 w RBGSNLP3g3n17p 1"),
    ("18 pawns face to face", "4k4/9/9/ppppppppp/PPPPPPPPP/9/9/9/4K4 b 2R2B4G4S4N4L 1"),
    (
        "18 tokins among one another",
        "4k4/9/9/+P+p+P+p+P+p+P+p+P/+p+P+p+P+p+P+p+P+p/9/9/9/4K4 b 2R2B4G4S4N4L 1",
    ),
    (
        "all men among one another",
        "4k4/9/S+p+RG+p+Bg+p+r/+PsgS+PG+B+P+S/n+PL+p+Pl+p+PN/9/+p+P+p+P+p+P+p2/9/4K4 b 2N2L 1",
    ),
    ("a mating attack", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"),
];

fn presets() -> [QuiescenceOptions; 6] {
    [
        QuiescenceOptions::default(),
        QuiescenceOptions::kfend(),
        QuiescenceOptions::faithful(),
        QuiescenceOptions::hiyoko(),
        QuiescenceOptions::gogo_shogi(),
        QuiescenceOptions::modern(),
    ]
}

/// Nodes of a call with an open window, which is the dearest.
fn nodes<V: Variant>(position: &Position<V>, options: QuiescenceOptions) -> u64 {
    let material = Material::conventional::<V>();
    let mut line = Line::new(&material, position.clone());
    let mut control = Unlimited::default();
    let window = Score::INFINITE;
    Quiescence::new(options).search(&mut line, -window, window, 0, &(), &mut control).unwrap();
    control.nodes
}

#[test]
fn two_stages_end_soon_without_a_budget() {
    let mut two_stages = QuiescenceOptions::default();
    two_stages.node_budget = None;
    let mut with_threats = QuiescenceOptions::kfend();
    with_threats.node_budget = None;
    let crowded = CROWDED.map(|(name, sfen)| {
        sfen.parse::<Position<Shogi>>().unwrap_or_else(|error| panic!("{name}: {error}"))
    });
    let mut most = (0, 0);
    for position in recorded::<Shogi>().iter().chain(&crowded) {
        most.0 = most.0.max(nodes(position, two_stages));
        most.1 = most.1.max(nodes(position, with_threats));
    }
    println!("most nodes: {} without threats, {} with", most.0, most.1);
    assert!(most.0 <= 1_000 && most.1 <= 10_000, "{most:?}");
}

#[test]
fn the_presets_keep_to_their_budget() {
    let bound = QuiescenceOptions::NODE_BUDGET + QuiescenceOptions::OVERRUN;
    for mut options in presets() {
        options.node_budget.get_or_insert(QuiescenceOptions::NODE_BUDGET);
        for (name, sfen) in CROWDED {
            let count = nodes(&sfen.parse::<Position<Shogi>>().unwrap(), options);
            assert!(count <= bound, "{name}: {count} with {options:?}");
        }
        for position in recorded::<Shogi>().iter().step_by(7) {
            let count = nodes(position, options);
            assert!(count <= bound, "{count} in {position:?} with {options:?}");
        }
        for budget in [0, 1, 10, 100] {
            options.node_budget = Some(budget);
            for position in built::<Minishogi>(61).take(300) {
                let count = nodes(&position, options);
                assert!(count <= budget + QuiescenceOptions::OVERRUN, "{count} of {budget}");
            }
        }
    }
}

/// Stops at its last node.
struct StopAfter(u64);

impl Control for StopAfter {
    fn enter_node(&mut self) -> Result<(), Stopped> {
        self.0 = self.0.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

#[test]
fn stops_when_told_and_leaves_the_line_as_it_was() {
    let material = Material::flat();
    let window = Score::INFINITE;
    let mut stopped = 0;
    for position in recorded::<Shogi>().into_iter().step_by(40) {
        for options in presets() {
            let needed = nodes(&position, options).min(300);
            for limit in (0..needed).step_by(7) {
                let mut line = Line::new(&material, position.clone());
                let mut control = StopAfter(limit);
                let quiescence = Quiescence::new(options);
                let result = quiescence.search(&mut line, -window, window, 0, &(), &mut control);
                if result == Err(Stopped) {
                    stopped += 1;
                    assert_eq!((line.ply(), line.position()), (0, &position));
                }
            }
        }
    }
    assert!(stopped > 1_000, "{stopped}");
}

/// Whether the side to move mates within so many plies, whatever is played.
fn mates<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let mut after = position.clone();
        after.make(mv);
        after.is_checkmate()
            || plies > 2
                && after.in_check()
                && after.legal_moves().iter().all(|&reply| {
                    let mut next = after.clone();
                    next.make(reply);
                    mates(&next, plies - 2)
                })
    })
}

#[test]
fn a_mate_has_its_right_distance() {
    fn check<V: Variant>(positions: impl Iterator<Item = Position<V>>) -> u32 {
        let material = Material::conventional::<V>();
        let mut seen = 0;
        for position in positions {
            for options in presets() {
                let mut line = Line::new(&material, position.clone());
                let trace = Quiescence::new(options).trace(&mut line);
                let Some(plies) = trace.value.mate_distance() else { continue };
                assert_eq!(trace.moves.len(), plies.unsigned_abs() as usize, "{position:?}");
                trace.moves.iter().for_each(|&mv| line.make(mv));
                assert!(line.position().is_checkmate(), "{:?} in {position:?}", trace.moves);
                if plies > 0 && plies < 4 {
                    assert!(mates(&position, plies as u32), "{plies} in {position:?}");
                    seen += 1;
                }
            }
        }
        seen
    }
    let shogi = check(built::<Shogi>(71).take(1_500));
    let minishogi = check(built::<Minishogi>(72).take(1_500));
    assert!(shogi > 200 && minishogi > 200, "{shogi} {minishogi}");
}

#[test]
fn the_line_of_play_leads_to_the_value() {
    let material = Material::flat();
    let mut longest = 0;
    for position in played::<Shogi>(73).step_by(17).take(150) {
        for options in [QuiescenceOptions::default(), QuiescenceOptions::hiyoko()] {
            let mut line = Line::new(&material, position.clone());
            let quiescence = Quiescence::new(options);
            let trace = quiescence.trace(&mut line);
            assert_eq!(line.ply(), 0);
            assert_eq!(trace.value, quiescence.value(&mut line));
            longest = longest.max(trace.moves.len());
            trace.moves.iter().for_each(|&mv| line.make(mv));
            let end =
                if trace.moves.len().is_multiple_of(2) { line.value() } else { -line.value() };
            assert!(trace.value == end || trace.value.is_mate(), "{trace:?} in {position:?}");
        }
    }
    assert!(longest >= 3, "{longest}");
}

/// A line shows what was searched: no capture that the options leave out.
#[test]
fn the_line_of_play_keeps_to_the_moves_that_are_searched() {
    fn check<V: Variant>(positions: impl Iterator<Item = Position<V>>) -> u32 {
        let material = Material::conventional::<V>();
        let values = PieceValues::conventional::<V>();
        let mut seen = 0;
        for position in positions {
            for options in [QuiescenceOptions::hiyoko(), QuiescenceOptions::modern()] {
                let mut line = Line::new(&material, position.clone());
                let trace = Quiescence::new(options).trace(&mut line);
                for &mv in &trace.moves {
                    let position = line.position();
                    let evades = options.evasions && position.in_check();
                    // A mate in one is played whatever it gives away.
                    let mates = options.mate_in_one && mate_in_one(position) == Some(mv);
                    if !evades && !mates && position.kind_at(mv.to()).is_some() {
                        let even = see_at_least(position, mv, &values, Score::ZERO);
                        assert!(even, "{mv} of {:?} in {position:?}", trace.moves);
                        seen += 1;
                    }
                    line.make(mv);
                }
            }
        }
        seen
    }
    let shogi = check(recorded::<Shogi>().into_iter().step_by(3));
    let minishogi = check(recorded::<Minishogi>().into_iter());
    assert!(shogi > 500 && minishogi > 500, "{shogi} {minishogi}");
}

#[test]
fn no_cap_and_no_divisor_makes_a_threat_a_gain() {
    let material = Material::flat();
    for position in recorded::<Shogi>().into_iter().step_by(40) {
        for (cap, divisor) in [(-500, 6), (0, 6), (2_000, 0), (2_000, -3), (30_000, i32::MIN)] {
            let mut threats = ThreatOptions::kfend();
            threats.loss_cap = Score::centipawns(cap);
            (threats.single_divisor, threats.double_divisor) = (divisor, divisor);
            let options = QuiescenceOptions::default().with_threats(Some(threats));
            let report =
                Quiescence::new(options).threats(&mut Line::new(&material, position.clone()));
            assert!(report.modified <= report.static_value, "{cap} {divisor} {report:?}");
        }
    }
}

#[test]
fn useless_work_left_undone_changes_no_value() {
    fn check<V: Variant>(positions: impl Iterator<Item = Position<V>>) {
        let material = Material::conventional::<V>();
        let mut all_work = ThreatOptions::kfend();
        all_work.skip_useless = false;
        let kfend = QuiescenceOptions::kfend();
        let thorough = Quiescence::new(kfend.with_threats(Some(all_work)));
        for position in positions {
            let mut line = Line::new(&material, position);
            let (value, same) =
                (Quiescence::new(kfend).value(&mut line), thorough.value(&mut line));
            assert_eq!(value, same, "{:?}", line.position());
        }
    }
    check(built::<Shogi>(81).take(500).chain(recorded().into_iter().step_by(20)));
    check(built::<Minishogi>(82).take(500).chain(recorded().into_iter().step_by(5)));
}

/// Not asking for hopeless threats is not exact, and by material alone nearly so.
#[test]
fn asking_see_first_seldom_changes_a_value() {
    fn count<V: Board>(positions: impl Iterator<Item = Position<V>>) -> (u32, u32) {
        let material = Material::conventional::<V>();
        let mut every_capture = ThreatOptions::kfend();
        every_capture.promising_only = false;
        let kfend = QuiescenceOptions::kfend();
        let thorough = Quiescence::new(kfend.with_threats(Some(every_capture)));
        let (mut all, mut same) = (0, 0);
        for position in positions {
            let mut line = Line::new(&material, position);
            let value = Quiescence::new(kfend).value(&mut line);
            all += 1;
            same += u32::from(value == thorough.value(&mut line));
        }
        println!("{}: {same} of {all} values are the same", V::NAME);
        (same, all)
    }
    let (same, all) = count(recorded::<Shogi>().into_iter().step_by(11));
    assert!(same * 100 >= all * 97 && all > 1_000, "{same} of {all}");
    let (same, all) = count(recorded::<Minishogi>().into_iter().step_by(3));
    assert!(same * 100 >= all * 97 && all > 1_000, "{same} of {all}");
}
