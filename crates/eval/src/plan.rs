//! Plans: ways to a formation, with a bonus for each step.
//!
//! A search sees a few plies; a castle takes a dozen moves. A plan lends the search a direction: each step that is made
//! adds a bonus to everything below it, so among otherwise equal moves the next step of the plan is played, and where
//! more than a bonus is at stake, tactics are. Earlier steps have larger bonuses, which orders the plan; where that
//! alone is not enough, a step names others that have to come before it.
//!
//! Source: Mori 2004, chapters 3 and 4. A plan is plain data, written for black; white uses it turned round.
//! How the bonuses enter a score is [`WithPlan`](crate::WithPlan)'s subject.
//!
//! Where we differ: a step's state can be read off the board. One man may pass several stations (silver 7i, 6h, 7g), so
//! a step counts as done while its man stands at its goal *or beyond*, and only if no such man is still before it.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use sakiyomi_rules::{Bitboard, Color, Kind, Position, Shogi, Square, Variant};

/// Steps of a plan, as a set of their indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepSet(u32);

impl StepSet {
    /// None.
    pub const EMPTY: Self = Self(0);

    /// These steps, by index; indices from [`Plan::MAX_STEPS`] up are left out.
    #[must_use]
    pub const fn of(steps: &[usize]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < steps.len() {
            if steps[i] < 32 {
                bits |= 1 << steps[i];
            }
            i += 1;
        }
        Self(bits)
    }

    /// Whether the step is among them.
    #[inline]
    #[must_use]
    pub const fn contains(self, step: usize) -> bool {
        step < 32 && self.0 >> step & 1 != 0
    }

    /// Adds a step.
    #[inline]
    pub const fn insert(&mut self, step: usize) {
        if step < 32 {
            self.0 |= 1 << step;
        }
    }

    /// Whether no step is among them.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the two have none in common.
    #[inline]
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Those of either.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The indices, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..32).filter(move |&step| self.contains(step))
    }

    /// As bits, step 0 lowest.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }
}

/// One step, as black sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<V: Variant = Shogi> {
    /// The man.
    pub kind: Kind,
    /// Where it comes from; `None` if from anywhere, a hand included.
    pub from: Option<Square<V>>,
    /// Where it goes.
    pub to: Square<V>,
    /// What the step is worth, in centipawns.
    pub bonus_cp: i16,
    /// Steps that have to come before; until then this one is worth nothing.
    pub after: StepSet,
    /// Which phase of the plan it belongs to, from 0. Steps are worth nothing before the phases before theirs are over.
    pub phase: u8,
}

impl<V: Variant> Step<V> {
    /// A step of the first phase without preconditions.
    #[must_use]
    pub const fn new(kind: Kind, from: Option<Square<V>>, to: Square<V>, bonus_cp: i16) -> Self {
        Self { kind, from, to, bonus_cp, after: StepSet::EMPTY, phase: 0 }
    }

    /// The same step with steps that have to come before it, by index.
    #[must_use]
    pub const fn after(mut self, steps: &[usize]) -> Self {
        self.after = StepSet::of(steps);
        self
    }

    /// The step for a side: turned round for white.
    #[must_use]
    pub const fn seen_by(mut self, color: Color) -> Self {
        if matches!(color, Color::White) {
            self.to = self.to.rotated();
            self.from = match self.from {
                Some(from) => Some(from.rotated()),
                None => None,
            };
        }
        self
    }
}

/// How the opponent places its rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RookStyle {
    /// Static rook (居飛車): it stays on its own right, where it began.
    Static,
    /// Ranging rook (振り飛車): it has gone to the middle file or beyond.
    Ranging,
}

impl RookStyle {
    /// How a side places its rook; `None` if it has none on the board, or more than one.
    #[must_use]
    pub fn of<V: Variant>(position: &Position<V>, color: Color) -> Option<Self> {
        let rooks = position.pieces(color, Kind::Rook) | position.pieces(color, Kind::Dragon);
        let rook = if rooks.count() == 1 { rooks.first()? } else { return None };
        let file = if color == Color::Black { rook.file() } else { rook.rotated().file() };
        Some(if file <= V::FILES / 2 { Self::Static } else { Self::Ranging })
    }
}

/// How far a step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepStatus {
    /// Its man stands at the goal or beyond.
    Done,
    /// Its man has still to get there.
    Pending,
    /// There is no man any more that could make it.
    Lost,
}

/// How far a plan has come on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Steps that are done.
    pub done: StepSet,
    /// Steps whose men have still to get there.
    pub pending: StepSet,
    /// Steps that no man can make any more.
    pub lost: StepSet,
    /// Sum of the bonuses of the steps that count: done, with all that had to come before no longer pending.
    pub credit_cp: i32,
}

impl Progress {
    /// Whether every step is done.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.pending.is_empty() && self.lost.is_empty()
    }

    /// How many steps are missing.
    #[must_use]
    pub const fn missing(&self) -> u32 {
        self.pending.count() + self.lost.count()
    }
}

/// What the board says of a step, worked out from the stations of its man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stations<V: Variant> {
    /// The goal and what its man passes later.
    here_or_beyond: Bitboard<V>,
    /// Where its man comes from and has been.
    before: Bitboard<V>,
}

/// A plan: steps towards a formation.
///
/// ```
/// use sakiyomi_eval::{castles, Plan, Step};
/// use sakiyomi_rules::{Color, Kind, Minishogi, Position};
/// let yagura = castles::yagura();
/// assert_eq!(yagura.steps().len(), 13);
/// let mut position = Position::start();
/// position.play("7g7f".parse()?)?;
/// assert_eq!(yagura.progress(&position, Color::Black).credit_cp, 180);
///
/// // One's own, on the small board: the gold goes up before the king.
/// let plan = Plan::<Minishogi>::new("gold up", vec![
///     Step::new(Kind::Gold, Some("4e".parse()?), "4d".parse()?, 60),
/// ])?;
/// assert_eq!(plan.progress(&Position::start(), Color::White).missing(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<V: Variant = Shogi> {
    name: Cow<'static, str>,
    steps: Vec<Step<V>>,
    against: Option<RookStyle>,
    /// By colour.
    stations: [Vec<Stations<V>>; 2],
    /// By colour: squares that a step's state depends on.
    watched: [Bitboard<V>; 2],
    /// Steps of the phases before each step's.
    earlier_phases: Vec<StepSet>,
}

/// Why steps are not a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// None, or more than a [`StepSet`] holds.
    #[error("found {found} steps, expected 1 to {}", Plan::<Shogi>::MAX_STEPS)]
    StepCount {
        /// How many there are.
        found: usize,
    },
    /// A step that has to come after itself, directly or through others, or after a step that there is not.
    #[error("step {step}: waits for itself or for a step that does not exist")]
    Order {
        /// Its index.
        step: usize,
    },
    /// A bonus that no plan should give: one step would outweigh a piece.
    #[error("step {step}: found a bonus of {found} centipawns, expected 0 to {}", Plan::<Shogi>::MAX_BONUS_CP)]
    Bonus {
        /// Its index.
        step: usize,
        /// Its bonus.
        found: i16,
    },
    /// A kind that the variant has not.
    #[error("step {step}: {kind:?} is not a man of this game")]
    Kind {
        /// Its index.
        step: usize,
        /// The kind.
        kind: Kind,
    },
}

impl<V: Variant> Plan<V> {
    /// The most steps that a plan can have.
    pub const MAX_STEPS: usize = 32;
    /// The largest bonus of a step: below the 300 of a lance or knight, the cheapest pieces, so that no step is worth
    /// one (Mori §4.2.1: no bonus above the loss of a piece).
    pub const MAX_BONUS_CP: i16 = 299;

    /// A plan of these steps.
    ///
    /// # Errors
    /// Names the step that does not fit: see [`PlanError`].
    pub fn new(name: impl Into<Cow<'static, str>>, steps: Vec<Step<V>>) -> Result<Self, PlanError> {
        if steps.is_empty() || steps.len() > Self::MAX_STEPS {
            return Err(PlanError::StepCount { found: steps.len() });
        }
        for (i, step) in steps.iter().enumerate() {
            if !(0..=Self::MAX_BONUS_CP).contains(&step.bonus_cp) {
                return Err(PlanError::Bonus { step: i, found: step.bonus_cp });
            }
            if V::MEN[step.kind.unpromoted().index()] == 0 {
                return Err(PlanError::Kind { step: i, kind: step.kind });
            }
        }
        let mut plan = Self {
            name: name.into(),
            stations: Color::ALL.map(|color| stations(&steps, color)),
            watched: [Bitboard::EMPTY; 2],
            earlier_phases: Vec::new(),
            steps,
            against: None,
        };
        for color in Color::ALL {
            plan.watched[color.index()] = plan.stations[color.index()]
                .iter()
                .fold(Bitboard::EMPTY, |set, s| set | s.here_or_beyond | s.before);
        }
        plan.find_phases();
        plan.check_order()?;
        Ok(plan)
    }

    fn find_phases(&mut self) {
        let steps = &self.steps;
        self.earlier_phases = steps
            .iter()
            .map(|step| {
                let mut earlier = StepSet::EMPTY;
                for (i, other) in steps.iter().enumerate() {
                    if other.phase < step.phase {
                        earlier.insert(i);
                    }
                }
                earlier
            })
            .collect();
    }

    /// Steps can be put in a row so that each comes after what it waits for.
    fn check_order(&self) -> Result<(), PlanError> {
        let mut placed = StepSet::EMPTY;
        for _ in 0..self.steps.len() {
            for i in 0..self.steps.len() {
                if self.before(i).0 & !placed.0 == 0 {
                    placed.insert(i);
                }
            }
        }
        match (0..self.steps.len()).find(|&i| !placed.contains(i)) {
            Some(step) => Err(PlanError::Order { step }),
            None => Ok(()),
        }
    }

    /// The same plan in phases, each beginning at one of these steps (the first begins at step 0). Long plans have
    /// small differences between bonuses; phases restore the order where they follow one another (Mori §4.3).
    ///
    /// # Errors
    /// If a step would have to wait for one of a later phase.
    pub fn in_phases(mut self, begins: &[usize]) -> Result<Self, PlanError> {
        for (i, step) in self.steps.iter_mut().enumerate() {
            step.phase = begins.iter().filter(|&&begin| begin > 0 && begin <= i).count() as u8;
        }
        self.find_phases();
        self.check_order()?;
        Ok(self)
    }

    /// The same plan with other bonuses, in the order of the steps; steps without one keep theirs.
    ///
    /// # Errors
    /// If a bonus is not one that a step may have.
    pub fn with_bonuses(mut self, bonuses_cp: &[i16]) -> Result<Self, PlanError> {
        for (i, (step, &found)) in self.steps.iter_mut().zip(bonuses_cp).enumerate() {
            if !(0..=Self::MAX_BONUS_CP).contains(&found) {
                return Err(PlanError::Bonus { step: i, found });
            }
            step.bonus_cp = found;
        }
        Ok(self)
    }

    /// The same plan, marked as meant against one way of placing the rook.
    #[must_use]
    pub fn against(mut self, style: RookStyle) -> Self {
        self.against = Some(style);
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its steps, as black sees them.
    #[must_use]
    pub fn steps(&self) -> &[Step<V>] {
        &self.steps
    }

    /// Which way of placing the rook it is meant against, if one.
    #[must_use]
    pub const fn meant_against(&self) -> Option<RookStyle> {
        self.against
    }

    /// Steps that have to come before this one: its own preconditions, and the phases before its.
    #[must_use]
    pub fn before(&self, step: usize) -> StepSet {
        match self.steps.get(step) {
            Some(found) => found.after.union(self.earlier_phases[step]),
            None => StepSet::EMPTY,
        }
    }

    /// Memory of the plan in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.steps())
            + size_of_val(self.earlier_phases.as_slice())
            + self.stations.iter().map(|side| size_of_val(side.as_slice())).sum::<usize>()
    }

    /// Squares that a side's progress depends on; a move that touches none of them leaves it as it is.
    #[inline]
    #[must_use]
    pub fn watched(&self, color: Color) -> Bitboard<V> {
        self.watched[color.index()]
    }

    /// How far a step has come.
    #[must_use]
    pub fn status(&self, step: usize, position: &Position<V>, color: Color) -> Option<StepStatus> {
        let stations = self.stations[color.index()].get(step)?;
        Some(step_status(&self.steps[step], stations, position, color))
    }

    /// How far a side has come with the plan, read off the board.
    #[must_use]
    pub fn progress(&self, position: &Position<V>, color: Color) -> Progress {
        let mut progress = Progress::default();
        let stations = &self.stations[color.index()];
        for (i, (step, stations)) in self.steps.iter().zip(stations).enumerate() {
            match step_status(step, stations, position, color) {
                StepStatus::Done => progress.done.insert(i),
                StepStatus::Pending => progress.pending.insert(i),
                StepStatus::Lost => progress.lost.insert(i),
            }
        }
        for (i, step) in self.steps.iter().enumerate() {
            // What had to come before and was lost does not take the rest with it.
            if progress.done.contains(i) && self.before(i).is_disjoint(progress.pending) {
                progress.credit_cp += i32::from(step.bonus_cp);
            }
        }
        progress
    }
}

fn step_status<V: Variant>(
    step: &Step<V>,
    stations: &Stations<V>,
    position: &Position<V>,
    color: Color,
) -> StepStatus {
    let men = position.pieces(color, step.kind);
    if !(men & stations.before).is_empty() {
        StepStatus::Pending
    } else if !(men & stations.here_or_beyond).is_empty() {
        StepStatus::Done
    } else if step.kind == Kind::King && !men.is_empty() {
        // A king elsewhere can walk back.
        StepStatus::Pending
    } else if step.from.is_none() && (!men.is_empty() || position.hand(color).has(step.kind)) {
        StepStatus::Pending
    } else {
        StepStatus::Lost
    }
}

/// The stations of each step's man. A step goes on from the latest step before it in the list that brought the same
/// kind of man to where this one starts.
fn stations<V: Variant>(steps: &[Step<V>], color: Color) -> Vec<Stations<V>> {
    let mut all: Vec<Stations<V>> = Vec::with_capacity(steps.len());
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(steps.len());
    for (i, step) in steps.iter().enumerate() {
        let seen = step.seen_by(color);
        let came =
            (0..i).rev().find(|&j| steps[j].kind == step.kind && step.from == Some(steps[j].to));
        let mut before = seen.from.map_or(Bitboard::EMPTY, Bitboard::of);
        if let Some(came) = came {
            before |= all[came].before;
        }
        let mut here_or_beyond = Bitboard::of(seen.to);
        if step.kind == Kind::Pawn {
            // A pawn that has gone further has passed its goal.
            here_or_beyond |= Square::all()
                .filter(|square| {
                    square.file() == seen.to.file()
                        && square.rank_from_far_edge(color) < seen.to.rank_from_far_edge(color)
                })
                .collect();
        }
        let mut link = came;
        while let Some(j) = link {
            all[j].here_or_beyond |= Bitboard::of(seen.to);
            link = previous[j];
        }
        all.push(Stations { here_or_beyond, before });
        previous.push(came);
    }
    all
}
