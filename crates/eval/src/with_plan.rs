//! A plan laid over an evaluator.
//!
//! A bonus is no part of what a position is worth; it is a direction given to the search. Two readings are offered.
//!
//! [`Reading::Thesis`], as Mori describes it (figures 3.2 and 3.3): a plan move on the way from the root adds its bonus
//! to every node below it, whatever happens afterwards. The value depends on the path, so the steps played go into
//! [`path_key`](Evaluator::path_key), and a table keeps apart what was reached with and without them. Steps that stand
//! on the root's board already pay nothing.
//!
//! [`Reading::Potential`], the default: a step counts while its goal holds on the board
//! ([`Progress::credit_cp`](crate::Progress)). The sums are the same along a plan that is followed, transpositions meet
//! in one value, and walking back out of the castle gives the bonus back.
//!
//! Which plan is followed, and how strongly, is settled where a search begins ([`Evaluator::root`]) and stays the same
//! below ([`Keep`], [`PlanHealth`]). That, too, goes into the key: results of a search that followed another plan are
//! not taken for this one's.
//!
//! A step is a quiet move like many others. A search that reduces or leaves out late quiet moves may play steps in
//! another order, or miss some; [`Plan::step_of`] lets it try them early.
//!
//! Where we differ from the thesis: all of [`Reading::Potential`]; giving up, fading and choosing again (its chapter 5
//! asks for them); plans for both sides at once.

use alloc::vec::Vec;

use sakiyomi_rules::{Color, Position, Shogi, Undo, Variant};

use crate::{
    Breakdown, Evaluator, Explain, PieceValues, Plan, PlanHealth, Score, ScorePart, StepSet,
    StepStatus, choose_plan,
};

/// How a plan's bonuses enter the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Every node below a plan move has its bonus (path-dependent).
    Thesis,
    /// A step counts while its goal holds (state-based).
    #[default]
    Potential,
}

/// For how long a plan is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// For ever and at full strength, as in the thesis.
    Always,
    /// While it is sound: see [`PlanHealth`].
    #[default]
    WhileSound,
    /// As [`WhileSound`](Self::WhileSound), and then the plan with the fewest missing steps among the others.
    OrReplan,
    /// The plan with the fewest missing steps from the start.
    Choose,
}

/// An evaluator with plans laid over it.
///
/// ```
/// use sakiyomi_eval::{castles, Line, Material, Score, WithPlan};
/// use sakiyomi_rules::{Color, Position};
/// let evaluator = WithPlan::new(Material::flat()).plan(Color::Black, castles::yagura());
/// let mut line = Line::new(&evaluator, Position::start());
/// line.make("7g7f".parse()?);
/// // White is to move, and black has made a step worth 180.
/// assert_eq!(line.value(), Score::centipawns(-180));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithPlan<E, V: Variant = Shogi> {
    inner: E,
    plans: [Vec<Plan<V>>; 2],
    reading: Reading,
    keep: Keep,
}

/// What one side follows below a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Follows {
    /// Index among the side's plans.
    plan: u8,
    /// 0 if none is followed.
    strength: u16,
}

/// State of [`WithPlan`]: the inner evaluator's, and what the plans add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanState<S> {
    inner: S,
    follows: [Follows; 2],
    /// Steps that have been paid for, or stood at the root (thesis reading).
    played: [StepSet; 2],
    /// In centipawns, scaled by the strength.
    credit: [i32; 2],
    key: u64,
}

impl<S> PlanState<S> {
    /// The inner evaluator's state.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// What a side's plan adds to its score here, in centipawns.
    #[must_use]
    pub const fn credit_cp(&self, color: Color) -> i32 {
        self.credit[color.index()]
    }
}

impl<E, V: Variant> WithPlan<E, V> {
    /// Over this evaluator, without plans as yet.
    #[must_use]
    pub const fn new(inner: E) -> Self {
        Self {
            inner,
            plans: [Vec::new(), Vec::new()],
            reading: Reading::Potential,
            keep: Keep::WhileSound,
        }
    }

    /// Adds a plan for a side. The first is the one that is followed; others are for [`Keep::OrReplan`] and
    /// [`Keep::Choose`]. More than 255 are left out.
    #[must_use]
    pub fn plan(mut self, color: Color, plan: Plan<V>) -> Self {
        let plans = &mut self.plans[color.index()];
        if plans.len() < usize::from(u8::MAX) {
            plans.push(plan);
        }
        self
    }

    /// Sets the reading.
    #[must_use]
    pub const fn reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// Sets for how long plans are followed.
    #[must_use]
    pub const fn keep(mut self, keep: Keep) -> Self {
        self.keep = keep;
        self
    }

    /// The evaluator below.
    #[must_use]
    pub const fn inner(&self) -> &E {
        &self.inner
    }

    /// A side's plans.
    #[must_use]
    pub fn plans(&self, color: Color) -> &[Plan<V>] {
        &self.plans[color.index()]
    }

    /// Which plan a side would follow in a search from here, with its health; `None` if it has none or gives up.
    #[must_use]
    pub fn followed(&self, position: &Position<V>, color: Color) -> Option<(&Plan<V>, PlanHealth)> {
        let plans = self.plans(color);
        let (index, health) = self.follow(plans, position, color)?;
        Some((&plans[index], health))
    }

    fn follow(
        &self,
        plans: &[Plan<V>],
        position: &Position<V>,
        color: Color,
    ) -> Option<(usize, PlanHealth)> {
        let mut health = PlanHealth::of(plans.first()?, position, color);
        match self.keep {
            Keep::Always => health.strength = PlanHealth::FULL,
            Keep::Choose => return choose_plan(plans, position, color),
            Keep::OrReplan if health.is_given_up() => return choose_plan(plans, position, color),
            Keep::WhileSound | Keep::OrReplan => {}
        }
        (!health.is_given_up()).then_some((0, health))
    }
}

fn scaled(bonus_cp: i32, strength: u16) -> i32 {
    bonus_cp * i32::from(strength) / i32::from(PlanHealth::FULL)
}

/// SplitMix64's finalizer: spreads few input bits over all.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// Tells plans with different steps or bonuses apart.
fn fingerprint<V: Variant>(plan: &Plan<V>) -> u64 {
    plan.steps().iter().fold(0, |hash, step| {
        let from = step.from.map_or(127, |square| square.index() as u64);
        let places = from << 16 | (step.to.index() as u64) << 8 | step.kind.index() as u64;
        let rest = u64::from(step.after.to_bits()) << 32
            | u64::from(step.phase) << 16
            | step.bonus_cp as u64;
        mix(hash ^ mix(places) ^ rest)
    })
}

impl<E, V: Variant> WithPlan<E, V> {
    /// The plan that a state follows for a side.
    #[inline]
    fn active<S>(&self, state: &PlanState<S>, color: Color) -> Option<(&Plan<V>, u16)> {
        let follows = state.follows[color.index()];
        if follows.strength == 0 {
            return None;
        }
        self.plans[color.index()]
            .get(usize::from(follows.plan))
            .map(|plan| (plan, follows.strength))
    }
}

impl<V: Variant, E: Evaluator<V>> Evaluator<V> for WithPlan<E, V> {
    type State = PlanState<E::State>;

    fn root(&self, position: &Position<V>) -> Self::State {
        let mut state = PlanState {
            inner: self.inner.root(position),
            follows: [Follows::default(); 2],
            played: [StepSet::EMPTY; 2],
            credit: [0; 2],
            key: 0,
        };
        for color in Color::ALL {
            let plans = self.plans(color);
            let Some((index, health)) = self.follow(plans, position, color) else { continue };
            let side = color.index();
            state.follows[side] = Follows { plan: index as u8, strength: health.strength };
            let mut context = fingerprint(&plans[index])
                ^ mix(side as u64 | u64::from(health.strength) << 8 | (self.reading as u64) << 32);
            match self.reading {
                Reading::Potential => {
                    state.credit[side] = scaled(health.progress.credit_cp, health.strength);
                }
                Reading::Thesis => {
                    state.played[side] = health.progress.done;
                    context ^= mix(u64::from(health.progress.done.to_bits()) << 1 | 1 << 40);
                }
            }
            state.key ^= mix(context);
        }
        state
    }

    #[inline]
    fn step(&self, before: &Self::State, after: &Position<V>, undo: &Undo<V>) -> Self::State {
        let mut state = PlanState {
            inner: self.inner.step(&before.inner, after, undo),
            follows: before.follows,
            played: before.played,
            credit: before.credit,
            key: before.key,
        };
        let Some(mv) = undo.mv() else { return state };
        match self.reading {
            Reading::Potential => {
                for color in Color::ALL {
                    let Some((plan, strength)) = self.active(before, color) else { continue };
                    let watched = plan.watched(color);
                    let touched = watched.contains(mv.to())
                        || mv.from().is_some_and(|from| watched.contains(from))
                        // A man in hand may be one that a step waits for.
                        || mv.is_drop()
                        || undo.captured().is_some();
                    if touched {
                        let credit_cp = plan.progress(after, color).credit_cp;
                        state.credit[color.index()] = scaled(credit_cp, strength);
                    }
                }
            }
            Reading::Thesis => {
                let us = !after.side_to_move();
                let side = us.index();
                if let Some((plan, strength)) = self.active(before, us)
                    && let Some(step) = step_played(plan, after, undo, before.played[side])
                {
                    state.played[side].insert(step);
                    let bonus_cp = i32::from(plan.steps()[step].bonus_cp);
                    state.credit[side] += scaled(bonus_cp, strength);
                    state.key ^= mix((step as u64) << 1 | side as u64 | 1 << 50);
                }
            }
        }
        state
    }

    #[inline]
    fn value(&self, state: &Self::State, position: &Position<V>) -> Score {
        let plan = state.credit[0] - state.credit[1];
        let for_us = if position.side_to_move() == Color::Black { plan } else { -plan };
        Score::centipawns(self.inner.value(&state.inner, position).value() + for_us)
    }

    fn values(&self) -> &PieceValues {
        self.inner.values()
    }

    #[inline]
    fn path_key(&self, state: &Self::State) -> u64 {
        self.inner.path_key(&state.inner) ^ state.key
    }
}

/// The step that the last move made, if it is one that pays: not paid for yet, and nothing before it missing.
fn step_played<V: Variant>(
    plan: &Plan<V>,
    after: &Position<V>,
    undo: &Undo<V>,
    played: StepSet,
) -> Option<usize> {
    let mv = undo.mv()?;
    let us = !after.side_to_move();
    let kind = after.kind_at(mv.to())?;
    let found = plan.steps().iter().enumerate().position(|(i, step)| {
        let seen = step.seen_by(us);
        step.kind == kind
            && seen.to == mv.to()
            && !mv.is_promotion()
            && (seen.from.is_none() || seen.from == mv.from())
            && !played.contains(i)
    })?;
    let ready = |i| played.contains(i) || plan.status(i, after, us) != Some(StepStatus::Pending);
    plan.before(found).iter().all(ready).then_some(found)
}

impl<V: Variant, E: Explain<V>> Explain<V> for WithPlan<E, V> {
    /// The parts of the evaluator below, and `"plan"`.
    fn explain(&self, state: &Self::State, position: &Position<V>) -> Breakdown {
        let mut parts = self.inner.explain(&state.inner, position).parts().to_vec();
        let [black_cp, white_cp] = state.credit;
        parts.push(ScorePart { name: "plan", black_cp, white_cp });
        Breakdown::new(parts)
    }
}
