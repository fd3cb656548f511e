//! Four castles (囲い) as plans, after Mori 2004.
//!
//! The moves are the thesis's (sections 3.2.2 and 4.2). Its tables came to us damaged: of the bonuses only those of
//! Yagura's last four steps (90, 80, 70, 70) and Funagakoi's equal ones (200) can be read. The others are ours, made
//! from what the text says about them: earlier steps have more, guarded steps may have more than the step before them,
//! sums do not depend on the order, and no bonus reaches the worth of a piece.

use alloc::vec::Vec;

use sakiyomi_rules::{Kind, Shogi, Square};

use crate::{Plan, PlanError, RookStyle, Step};

/// A step between two squares written as file and rank: 77 is 7g.
const fn step(kind: Kind, from: u8, to: u8, bonus_cp: i16) -> Step<Shogi> {
    const fn square(name: u8) -> Square<Shogi> {
        match Square::new(name / 10, name % 10) {
            Some(square) => square,
            None => panic!("not a square"),
        }
    }
    Step::new(kind, Some(square(from)), square(to), bonus_cp)
}

use Kind::{Bishop, Gold, King, Lance, Pawn, Silver};

/// Table 4.2. Bonuses of steps 9 to 12 (from 0) as printed; the step of 10 between them carried back to the first.
const YAGURA: [Step<Shogi>; 13] = [
    step(Pawn, 77, 76, 180),
    step(Pawn, 67, 66, 170),
    step(Silver, 79, 68, 160),
    step(Gold, 69, 78, 150),
    step(Gold, 49, 58, 140),
    step(Silver, 68, 77, 130).after(&[2]),
    step(King, 59, 69, 120),
    step(Pawn, 57, 56, 110),
    // Before the king has gone to 6i, a gold on 6g would leave it bare.
    step(Gold, 58, 67, 100).after(&[6]),
    step(Bishop, 88, 79, 90).after(&[7]),
    step(Bishop, 79, 68, 80).after(&[9]),
    // With the king on 7i before the bishop has passed there, two moves would be lost (figure 3.10).
    step(King, 69, 79, 70).after(&[10]),
    step(King, 79, 88, 70).after(&[11]),
];

/// Tables 4.1 and 4.3. Graded bonuses with the sum of the equal ones, 1,200.
const FUNAGAKOI: [Step<Shogi>; 6] = [
    step(Pawn, 77, 76, 250),
    step(Gold, 49, 58, 230),
    step(King, 59, 68, 210).after(&[1]),
    step(King, 68, 78, 190),
    step(Pawn, 57, 56, 170),
    step(Pawn, 97, 96, 150),
];

/// Table 4.4: the sixth, eighth and tenth steps are guarded and have more than the step before each.
const ANAGUMA: [Step<Shogi>; 13] = [
    step(Pawn, 77, 76, 170),
    step(Pawn, 67, 66, 160),
    step(Gold, 49, 58, 150),
    step(King, 59, 68, 140),
    step(King, 68, 78, 130),
    step(Bishop, 88, 77, 150).after(&[3]),
    step(King, 78, 88, 120),
    step(Lance, 99, 98, 140).after(&[6]),
    step(King, 88, 99, 110),
    step(Silver, 79, 88, 130).after(&[8]),
    step(Gold, 69, 79, 90),
    step(Gold, 58, 68, 80).after(&[8]),
    step(Gold, 68, 78, 70),
];

/// Table 4.5, the form with the king on 8g. Two pawn moves cannot be read; ours are 7g7f, moved to the front, and 5g5f.
const LEFT_MINO: [Step<Shogi>; 8] = [
    step(Pawn, 77, 76, 200),
    step(Gold, 49, 58, 180),
    step(King, 59, 68, 170),
    step(King, 68, 78, 160),
    step(Pawn, 87, 86, 140),
    step(King, 78, 87, 130).after(&[4]),
    step(Silver, 79, 78, 120).after(&[5]),
    step(Pawn, 57, 56, 100).after(&[5]),
];

fn built_in(plan: Result<Plan, PlanError>) -> Plan {
    match plan {
        Ok(plan) => plan,
        Err(error) => unreachable!("a built-in plan is well made: {error}"),
    }
}

fn plan(name: &'static str, steps: &[Step<Shogi>]) -> Plan {
    built_in(Plan::new(name, steps.to_vec()))
}

/// Yagura (矢倉囲い): strong against attacks from above, weak from the side. Thirteen steps.
#[must_use]
pub fn yagura() -> Plan {
    plan("yagura", &YAGURA).against(RookStyle::Static)
}

/// Funagakoi (船囲い): quickly made, strong from the side, weak from above; others grow from it. Six steps.
#[must_use]
pub fn funagakoi() -> Plan {
    plan("funagakoi", &FUNAGAKOI)
}

/// Funagakoi with the thesis's equal bonuses, which do not keep the order of the steps (table 4.1).
#[must_use]
pub fn funagakoi_equal() -> Plan {
    built_in(plan("funagakoi", &FUNAGAKOI).with_bonuses(&[200; 6]))
}

/// Static-rook Anaguma (居飛車穴熊): the king shuts itself into the corner. Thirteen steps.
#[must_use]
pub fn anaguma() -> Plan {
    plan("anaguma", &ANAGUMA)
}

/// Left Mino (左美濃), the form with the king on 8g: strong from the side and below. Eight steps; meant against a
/// ranging rook.
///
/// The thesis's program never castled this way when both rooks were static. Ours does, against an opponent that lets it
/// (observed in `tests/castles.rs`): nothing in the bonuses depends on the opponent's rook. [`choose_plan`](crate::choose_plan)
/// leaves it to ranging rooks while another plan fits.
#[must_use]
pub fn left_mino() -> Plan {
    plan("left-mino", &LEFT_MINO).against(RookStyle::Ranging)
}

/// Yagura in two phases, the second from the king's first step on, each with a steep slope of bonuses of its own.
#[must_use]
pub fn yagura_in_phases() -> Plan {
    let bonuses = [200, 180, 160, 140, 120, 100, 200, 180, 160, 140, 120, 100, 80];
    built_in(plan("yagura", &YAGURA).with_bonuses(&bonuses).and_then(|plan| plan.in_phases(&[6])))
        .against(RookStyle::Static)
}

/// Anaguma in two phases, the second from the king's step to 8h on.
#[must_use]
pub fn anaguma_in_phases() -> Plan {
    let bonuses = [200, 180, 160, 140, 120, 100, 200, 180, 160, 140, 120, 100, 80];
    built_in(plan("anaguma", &ANAGUMA).with_bonuses(&bonuses).and_then(|plan| plan.in_phases(&[6])))
}

/// The four castles: Yagura, Funagakoi, Anaguma, Left Mino.
#[must_use]
pub fn all() -> Vec<Plan> {
    Vec::from([yagura(), funagakoi(), anaguma(), left_mino()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StepStatus;
    use sakiyomi_rules::{Color, Move, Position};
    use std::string::{String, ToString};

    /// Plays the steps in the plan's order, white making moves elsewhere, and gives the credit after each.
    fn credits(plan: &Plan, color: Color) -> Vec<i32> {
        let mut position: Position =
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".parse().unwrap();
        let mut waiting =
            ["2h1h", "1h2h"].map(|text| text.parse::<Move>().unwrap()).into_iter().cycle();
        let mut wait = |position: &mut Position| {
            let mv = waiting.next().unwrap();
            let turn =
                |square: Square| if color == Color::Black { square.rotated() } else { square };
            let mv = Move::new(turn(mv.from().unwrap()), turn(mv.to()), false);
            position.play(mv).unwrap();
        };
        let mut credits = Vec::new();
        if color == Color::White {
            wait(&mut position);
        }
        for step in plan.steps() {
            let step = step.seen_by(color);
            position.play(Move::new(step.from.unwrap(), step.to, false)).unwrap();
            credits.push(plan.progress(&position, color).credit_cp);
            wait(&mut position);
        }
        assert!(plan.progress(&position, color).is_complete());
        assert!(plan.progress(&position, !color).done.is_empty());
        credits
    }

    #[test]
    fn each_plan_can_be_played_in_its_order_and_pays_step_by_step() {
        let plans = [
            yagura(),
            funagakoi(),
            anaguma(),
            left_mino(),
            yagura_in_phases(),
            anaguma_in_phases(),
        ];
        for plan in plans {
            for color in Color::ALL {
                let mut sum = 0;
                let expected: Vec<i32> = plan
                    .steps()
                    .iter()
                    .map(|step| {
                        sum += i32::from(step.bonus_cp);
                        sum
                    })
                    .collect();
                assert_eq!(credits(&plan, color), expected, "{} {color}", plan.name());
            }
        }
    }

    #[test]
    fn a_guarded_step_pays_only_once_its_guard_is_done() {
        let plan = yagura();
        // The king on 7i although the bishop is still on 8h.
        let position: Position =
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2PPP4/PP3PPPP/1BGSG2R1/LNK3SNL w - 1".parse().unwrap();
        let progress = plan.progress(&position, Color::Black);
        assert!(progress.done.contains(11) && progress.pending.contains(10));
        // Steps 0 to 4, 6 and 7 pay; 11 does not, since the bishop has not passed.
        assert_eq!(progress.credit_cp, 180 + 170 + 160 + 150 + 140 + 120 + 110);
    }

    #[test]
    fn the_other_gold_does_not_make_the_steps_of_the_first() {
        let position: Position =
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1BG4R1/LNS1KGSNL w - 1".parse().unwrap();
        // Anaguma ends with a gold on 7h, but that is the one from 4i.
        let status = anaguma().status(12, &position, Color::Black);
        assert_eq!(status, Some(StepStatus::Pending));
    }

    #[test]
    fn faults_of_a_plan_are_named() {
        let steps = |change: &dyn Fn(&mut Vec<Step<Shogi>>)| {
            let mut steps = YAGURA.to_vec();
            change(&mut steps);
            Plan::new("x", steps).unwrap_err().to_string()
        };
        assert_eq!(
            steps(&|s| s[3].bonus_cp = 300),
            "step 3: found a bonus of 300 centipawns, expected 0 to 299"
        );
        assert_eq!(steps(&Vec::clear), "found 0 steps, expected 1 to 32");
        let circle: String = steps(&|s| s[9] = s[9].after(&[10]));
        assert_eq!(circle, "step 9: waits for itself or for a step that does not exist");
        assert_eq!(
            yagura().in_phases(&[6]).map(|plan| plan.steps()[6].phase),
            Ok(1),
            "phases count from the given steps"
        );
        assert_eq!(funagakoi().in_phases(&[1, 2, 3]).unwrap().steps()[5].phase, 3);
    }
}
