//! Which castles stand on a board, how far each has come, and what the next step waits for: plain data to show.

use alloc::vec::Vec;

use sakiyomi_rules::{Color, Kind, Piece, Position, Square, Variant};

use crate::{Plan, Progress, Step, StepStatus};

/// What a step waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Waits<V: Variant> {
    /// Another step, by index, that has to come before it.
    Step(usize),
    /// Its goal is taken by this man.
    Occupied(Square<V>, Piece),
    /// Its man stands neither where the step starts nor where it could make it in one move from.
    NotThere(Kind),
    /// The move would break a rule here: its man is pinned, or there is check.
    NotLegal,
    /// The other side's move.
    Turn,
}

/// A step with what keeps it from being played; nothing, if it can be played now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep<V: Variant> {
    /// Its index in the plan.
    pub index: usize,
    /// The step as the side to whom it belongs plays it: turned round for white.
    pub step: Step<V>,
    /// What it waits for.
    pub waits_for: Vec<Waits<V>>,
}

/// A castle on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised<'p, V: Variant> {
    /// The plan that leads to it.
    pub plan: &'p Plan<V>,
    /// Whose it is.
    pub color: Color,
    /// How far it has come.
    pub progress: Progress,
    /// How far each step has come.
    pub steps: Vec<StepStatus>,
    /// The first step, in the plan's order, that is not done; one that can be played now before one that waits.
    pub next: Option<NextStep<V>>,
}

impl<V: Variant> Recognised<'_, V> {
    /// Whether the castle stands.
    #[must_use]
    pub const fn stands(&self) -> bool {
        self.progress.is_complete()
    }
}

/// Looks for each plan's castle on a side of the board; those furthest on come first.
///
/// ```
/// use sakiyomi_eval::{castles, recognise, Waits};
/// use sakiyomi_rules::{Color, Position};
/// // Yagura without its last moves: the bishop has still to make way for the king.
/// let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2PPP4/PPSG1PPPP/1BG4R1/LN1K2SNL w - 1";
/// let position: Position = sfen.parse()?;
/// let plans = castles::all();
/// let found = recognise(&plans, &position, Color::Black);
/// assert_eq!(found[0].plan.name(), "yagura");
/// assert_eq!(found[0].progress.done.count(), 9);
/// let next = found[0].next.as_ref().unwrap();
/// assert_eq!((next.index, next.step.to.to_string().as_str()), (9, "7i"));
/// assert_eq!(next.waits_for, [Waits::Turn]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn recognise<'p, V: Variant>(
    plans: &'p [Plan<V>],
    position: &Position<V>,
    color: Color,
) -> Vec<Recognised<'p, V>> {
    let mut found: Vec<_> = plans.iter().map(|plan| look(plan, position, color)).collect();
    // Compared as fractions without dividing.
    let (done, all) = (
        |found: &Recognised<'_, V>| found.progress.done.count() as usize,
        |found: &Recognised<'_, V>| found.plan.steps().len(),
    );
    found.sort_by(|a, b| (done(b) * all(a)).cmp(&(done(a) * all(b))));
    found
}

fn look<'p, V: Variant>(
    plan: &'p Plan<V>,
    position: &Position<V>,
    color: Color,
) -> Recognised<'p, V> {
    let progress = plan.progress(position, color);
    let steps = (0..plan.steps().len()).filter_map(|i| plan.status(i, position, color)).collect();
    let mut next: Option<NextStep<V>> = None;
    for index in progress.pending.iter() {
        let step = plan.steps()[index].seen_by(color);
        let waits_for = waits(plan, index, &step, &progress, position, color);
        let can_be_played = waits_for.iter().all(|wait| *wait == Waits::Turn);
        if next.is_none() || can_be_played {
            next = Some(NextStep { index, step, waits_for });
        }
        if can_be_played {
            break;
        }
    }
    Recognised { plan, color, progress, steps, next }
}

fn waits<V: Variant>(
    plan: &Plan<V>,
    index: usize,
    step: &Step<V>,
    progress: &Progress,
    position: &Position<V>,
    color: Color,
) -> Vec<Waits<V>> {
    let mut waits: Vec<Waits<V>> = plan
        .before(index)
        .iter()
        .filter(|&before| progress.pending.contains(before))
        .map(Waits::Step)
        .collect();
    if let Some(piece) = position.piece_at(step.to).filter(|piece| piece.color == color) {
        waits.push(Waits::Occupied(step.to, piece));
    }
    let men = position.pieces(color, step.kind);
    let there = men.into_iter().any(|from| {
        step.from.is_none_or(|start| start == from) && position.attacks_from(from).contains(step.to)
    });
    let in_hand = step.from.is_none() && position.hand(color).has(step.kind);
    if !there && !in_hand {
        waits.push(Waits::NotThere(step.kind));
    }
    if position.side_to_move() != color {
        waits.push(Waits::Turn);
    } else if waits.is_empty() {
        let legal = position.legal_moves().iter().any(|&mv| plays(mv, step, position));
        if !legal {
            waits.push(Waits::NotLegal);
        }
    }
    waits
}

/// Whether a move of the side to move makes a step (turned round for that side).
pub(crate) fn plays<V: Variant>(
    mv: sakiyomi_rules::Move<V>,
    step: &Step<V>,
    position: &Position<V>,
) -> bool {
    let kind = mv.dropped().or_else(|| mv.from().and_then(|from| position.kind_at(from)));
    mv.to() == step.to
        && kind == Some(step.kind)
        && !mv.is_promotion()
        && (step.from.is_none() || step.from == mv.from())
}

impl<V: Variant> Plan<V> {
    /// The step that a move of the side to move makes, whatever it waits for.
    #[must_use]
    pub fn step_of(&self, mv: sakiyomi_rules::Move<V>, position: &Position<V>) -> Option<usize> {
        let color = position.side_to_move();
        self.steps().iter().position(|step| plays(mv, &step.seen_by(color), position))
    }
}
