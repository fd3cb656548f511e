//! Plans laid over evaluators: running state, keys, both readings, and giving up.

mod common;

use common::{everything_on_one_side, mirrored};
use sakiyomi_eval::{
    Evaluator, Explain, Keep, Line, Linear, Material, Plan, PlanHealth, Reading, Score, Step,
    WithPlan, castles, choose_plan,
};
use sakiyomi_rules::{Color, Kind, Minishogi, Move, Position, Shogi, Variant};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

/// Gold, then king, on the small board; the gold may come from anywhere.
fn small_plan() -> Plan<Minishogi> {
    let square = |name: &str| name.parse().unwrap();
    let steps = vec![
        Step::new(Kind::Gold, None, square("4d"), 120),
        Step::new(Kind::King, Some(square("5e")), square("4e"), 90).after(&[0]),
        Step::new(Kind::Pawn, Some(square("5d")), square("5c"), 60),
    ];
    Plan::new("small", steps).unwrap()
}

fn running_state_equals_a_fresh_one<V: Variant, E: Explain<V>>(evaluator: &WithPlan<E, V>) {
    let mut random = fastrand::Rng::with_seed(13);
    let mut most = [0; 2];
    for _ in 0..20 {
        let mut line = Line::new(evaluator, Position::<V>::start());
        for _ in 0..300 {
            let moves = line.position().legal_moves();
            if moves.is_empty() || random.usize(0..12) == 0 {
                (0..random.usize(1..5)).for_each(|_| line.unmake());
            } else {
                // Plan moves more often than chance has it.
                let side = line.position().side_to_move();
                let steps = |mv: &&Move<V>| {
                    evaluator.plans(side).iter().any(|p| p.step_of(**mv, line.position()).is_some())
                };
                let step = moves.iter().find(steps).copied().filter(|_| random.bool());
                line.make(step.unwrap_or_else(|| moves[random.usize(0..moves.len())]));
            }
            let position = line.position();
            let fresh = evaluator.root(position);
            let value = evaluator.value(&fresh, position);
            assert_eq!(line.value(), value, "{position:?}");
            assert_eq!(evaluator.path_key(line.state()), evaluator.path_key(&fresh));
            for color in Color::ALL {
                let credit_cp = evaluator.plans(color)[0].progress(position, color).credit_cp;
                assert_eq!(line.state().credit_cp(color), credit_cp);
                most[color.index()] = most[color.index()].max(credit_cp);
            }
            let parts = evaluator.explain(line.state(), position);
            assert_eq!(parts.total(position.side_to_move()), value);
            let turned = mirrored(position);
            assert_eq!(evaluator.value(&evaluator.root(&turned), &turned), value);
        }
    }
    // The games really went along the plans.
    assert!(most[0] > 150 && most[1] > 150, "{most:?}");
}

#[test]
fn running_state_equals_a_fresh_one_on_both_boards() {
    let large = WithPlan::new(Linear::<Shogi>::default())
        .plan(Color::Black, castles::yagura())
        .plan(Color::White, castles::yagura())
        .keep(Keep::Always);
    running_state_equals_a_fresh_one(&large);
    let small = WithPlan::new(Material::conventional::<Minishogi>())
        .plan(Color::Black, small_plan())
        .plan(Color::White, small_plan())
        .keep(Keep::Always);
    running_state_equals_a_fresh_one(&small);
}

/// Both ways lead to a silver on 7g; only the first goes by the plan's stations.
const BY_PLAN: [&str; 6] = ["7g7f", "8b7b", "7i6h", "7b8b", "6h7g", "8b7b"];
const ELSEWHERE: [&str; 6] = ["7g7f", "8b7b", "7i7h", "7b8b", "7h7g", "8b7b"];

fn along<'e, E: Evaluator<Shogi>>(evaluator: &'e E, moves: &[&str]) -> Line<'e, Shogi, E> {
    let mut line = Line::new(evaluator, Position::start());
    moves.iter().for_each(|mv| line.make(mv.parse().unwrap()));
    line
}

#[test]
fn the_thesis_pays_for_the_way_and_tells_ways_apart() {
    let plan = WithPlan::new(Material::flat()).plan(Color::Black, castles::yagura());
    let thesis = plan.clone().reading(Reading::Thesis);
    let (a, b) = (along(&thesis, &BY_PLAN), along(&thesis, &ELSEWHERE));
    assert_eq!(a.position(), b.position());
    assert_eq!((a.value().value(), b.value().value()), (180 + 160 + 130, 180));
    assert_ne!(a.key(), b.key());
    // What is paid stays paid, even when the silver goes back (figure 3.3).
    let mut back = a.clone();
    ["7g6h", "7b8b"].iter().for_each(|mv| back.make(mv.parse().unwrap()));
    assert_eq!(back.value(), a.value());
    // The same steps in another order are one state.
    let c = along(&thesis, &["7i6h", "8b7b", "7g7f", "7b8b", "6h7g", "8b7b"]);
    assert_eq!((c.value(), c.key()), (a.value(), a.key()));

    let (a, b) = (along(&plan, &BY_PLAN), along(&plan, &ELSEWHERE));
    assert_eq!((a.value(), a.key()), (b.value(), b.key()));
    assert_eq!(a.value().value(), 180 + 160 + 130);
    let mut back = a.clone();
    ["7g6h", "7b8b"].iter().for_each(|mv| back.make(mv.parse().unwrap()));
    assert_eq!(back.value().value(), 180 + 160);
}

#[test]
fn under_the_thesis_steps_on_the_board_at_the_root_pay_nothing() {
    let thesis = WithPlan::new(Material::flat())
        .plan(Color::Black, castles::yagura())
        .reading(Reading::Thesis);
    let line = along(&thesis, &BY_PLAN);
    let fresh = Line::new(&thesis, line.position().clone());
    assert_eq!(fresh.value(), Score::ZERO);
    assert_ne!(fresh.key(), line.key());
}

#[test]
fn a_guarded_step_pays_nothing_too_early() {
    let thesis = WithPlan::new(Material::flat())
        .plan(Color::Black, castles::funagakoi())
        .reading(Reading::Thesis);
    // The king before the gold.
    assert_eq!(along(&thesis, &["5i6h"]).value(), Score::ZERO);
    assert_eq!(along(&thesis, &["4i5h", "8b7b", "5i6h"]).value().value(), -(230 + 210));
}

#[test]
fn keys_tell_plans_and_strengths_apart_and_no_plan_has_none() {
    let with = |plan| WithPlan::new(Material::flat()).plan(Color::Black, plan);
    let start = Position::start();
    let key = |evaluator: &WithPlan<Material>, position: &Position| {
        Evaluator::<Shogi>::path_key(evaluator, &evaluator.root(position))
    };
    let keys = [
        key(&with(castles::yagura()), &start),
        key(&with(castles::funagakoi()), &start),
        key(&with(castles::funagakoi_equal()), &start),
        key(&with(castles::yagura()).reading(Reading::Thesis), &start),
        key(&WithPlan::new(Material::flat()).plan(Color::White, castles::yagura()), &start),
        key(&with(castles::yagura()), &position(FADED)),
        key(&WithPlan::new(Material::flat()), &start),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[i + 1..].iter().all(|b| a != b), "{keys:x?}");
    }
    assert_eq!(keys[6], 0);
    // Given up: the value is the inner one again, and so is the key.
    let given_up = position("lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1S5R1/LN1GKGSNL b Bb 1");
    let yagura = with(castles::yagura());
    assert_eq!(key(&yagura, &given_up), 0);
    assert_eq!(yagura.root(&given_up).credit_cp(Color::Black), 0);
}

/// Both sides have two pawns and a lance in hand between them: 500 in all.
const FADED: &str = "lnsgkgsn1/1r5b1/ppppppppp/9/9/2P6/P2PPPPPP/1B5R1/LNSGKGSNL b Lp 1";

#[test]
fn a_plan_fades_with_what_is_exchanged() {
    let yagura = castles::yagura();
    let strength = |sfen: &str| PlanHealth::of(&yagura, &position(sfen), Color::Black).strength;
    assert_eq!(strength("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"), 256);
    // A pawn each.
    let pawns = "lnsgkgsnl/1r5b1/ppppppp1p/9/9/2P6/PP1PPPP1P/1B5R1/LNSGKGSNL b Pp 1";
    assert_eq!(strength(pawns), 256);
    // A lance and a pawn are 200 more than that, of the 600 that end it.
    assert_eq!(strength(FADED), 256 * 2 / 3);
    // Bishops.
    let bishops = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 1";
    assert_eq!(strength(bishops), 0);
}

#[test]
fn a_plan_is_given_up_when_a_station_is_lost_or_the_king_is_attacked() {
    let yagura = castles::yagura();
    let health = |sfen: &str| PlanHealth::of(&yagura, &position(sfen), Color::Black);
    // The silver from 7i has gone to 8h: no man can make its steps any more.
    let lost = health("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1S5R1/LN1GKGSNL b B 1");
    assert!(lost.is_given_up() && lost.progress.lost.contains(2) && lost.progress.lost.contains(5));
    let check = health("lnsgkgsnl/9/pppp1pppp/9/4b4/2P6/PP1P1PPPP/4rB1R1/LNSGKGSNL b P 1");
    assert!(check.is_given_up() && check.in_check);
    // A white bishop and a white knight bear on the squares round the king.
    let two = health("lnsgkgs1l/1r7/ppppppppp/9/9/2bP1n3/PPP1PPPPP/1B5R1/LNSGKGSNL b - 1");
    assert_eq!((two.attackers, two.in_check), (2, false));
    assert!(two.strength <= PlanHealth::FULL / 2 && two.strength > 0);
}

#[test]
fn a_finished_castle_is_kept_with_a_quarter() {
    let funagakoi = castles::funagakoi();
    let done = position("lnsgkgsnl/1r5b1/ppppppppp/9/9/P1P1P4/1P1P1PPPP/1BK1G2R1/LNSG2SNL b - 1");
    let health = PlanHealth::of(&funagakoi, &done, Color::Black);
    assert!(health.progress.is_complete());
    assert_eq!(health.strength, PlanHealth::FULL / 4);
    let evaluator = WithPlan::new(Material::flat()).plan(Color::Black, funagakoi);
    assert_eq!(evaluator.root(&done).credit_cp(Color::Black), 1_200 / 4);
}

#[test]
fn another_plan_is_chosen_when_the_first_has_failed() {
    // The silver has left for 8h: Yagura is lost, Funagakoi lacks four steps.
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1S2G2R1/LN1GK1SNL b - 1";
    let here = position(sfen);
    let both = WithPlan::new(Material::flat())
        .plan(Color::Black, castles::yagura())
        .plan(Color::Black, castles::funagakoi());
    assert!(both.followed(&here, Color::Black).is_none());
    let both = both.keep(Keep::OrReplan);
    let (plan, health) = both.followed(&here, Color::Black).unwrap();
    assert_eq!((plan.name(), health.progress.missing()), ("funagakoi", 4));
    assert_eq!(both.root(&here).credit_cp(Color::Black), 250 + 230);
    // From the start the first is followed, though the other has fewer steps.
    assert_eq!(both.followed(&Position::start(), Color::Black).unwrap().0.name(), "yagura");
    let plans = castles::all();
    let (fewest, _) = choose_plan(&plans, &Position::start(), Color::Black).unwrap();
    assert_eq!(plans[fewest].name(), "funagakoi");
}

#[test]
fn giving_up_does_not_happen_inside_the_tree() {
    // Black takes a hanging rook, which would end the plan; the bonuses so far still count below this root.
    let here = position("lnsgkgsnl/7b1/ppppppppp/9/9/2Pr5/PP1PPPPPP/1B2G2R1/LNSGK1SNL b - 1");
    let evaluator = WithPlan::new(Material::flat()).plan(Color::Black, castles::funagakoi());
    let mut line = Line::new(&evaluator, here);
    line.make("6g6f".parse().unwrap());
    assert_eq!(line.state().credit_cp(Color::Black), 480);
    assert!(evaluator.root(line.position()).credit_cp(Color::Black) == 0);
}

#[test]
fn scores_stay_below_mates_with_plans_and_all_men_on_one_side() {
    let evaluator = WithPlan::new(Linear::<Shogi>::default())
        .plan(Color::Black, castles::yagura())
        .plan(Color::White, castles::anaguma())
        .keep(Keep::Always);
    for color in Color::ALL {
        for in_hand in [false, true] {
            let here = everything_on_one_side::<Shogi>(color, in_hand);
            let line = Line::new(&evaluator, here.clone());
            assert!(!line.value().is_mate());
            let parts = evaluator.explain(line.state(), &here);
            let sum: i32 = parts.parts().iter().map(|part| part.balance_cp()).sum();
            let for_us = if here.side_to_move() == Color::Black { sum } else { -sum };
            assert_eq!(for_us, line.value().value());
        }
    }
}
