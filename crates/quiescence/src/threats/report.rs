//! The threats as a list, for people.

use alloc::vec::Vec;

use sakiyomi_eval::{Evaluator, Line, Material, Score};
use sakiyomi_rules::{Kind, Move, Position, Square, Variant};

use super::flight::VictimMoves;
use super::worst::{Worst, struck};
use crate::run::Run;
use crate::{
    Control, Quiescence, QuiescenceOptions, QuiescenceTable, Stopped, ThreatOptions, Unlimited,
};

/// How a threat counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ThreatKind {
    /// The only one, or neither of the two worst (list 6).
    Single,
    /// One of the two worst of several, to different victims or by different men that promote (list 7). To a side in
    /// check it is the worst one after the best answer; the other of the two was the check.
    Double,
    /// The worst one, whose victim has no flight and saves less by moving than parrying the worst threat would, if there
    /// is a second at all (list 8).
    Inescapable,
}

impl ThreatKind {
    /// `"single"`, `"double"` or `"inescapable"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Double => "double",
            Self::Inescapable => "inescapable",
        }
    }
}

/// What the other side would do if the side to move passed or, in check, after its best answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threat<V: Variant> {
    /// The other side's move.
    pub mv: Move<V>,
    /// Where it strikes.
    pub square: Square<V>,
    /// Who would be taken; `None` if a pawn, a rook or a bishop would promote without taking anything.
    pub victim: Option<Kind>,
    /// Who would move there, as it is before the move.
    pub by: Kind,
    /// What it would cost, not capped; a mate counts as what lies between it and the static value.
    pub loss: Score,
    /// Whether it would end in mate.
    pub mates: bool,
    /// Whether its victim could go to a square that is not attacked and, in check, answer the check so; true where there
    /// is no victim.
    pub has_flight: bool,
    /// How it counts.
    pub kind: ThreatKind,
}

/// The threats to the side to move, and what they take off its static value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThreatReport<V: Variant> {
    /// The static value, for the side to move.
    pub static_value: Score,
    /// The best answer to a check, after which the threats hold; `None` out of check, and for a side that is mated.
    pub answer: Option<Move<V>>,
    /// The value after the worst threat (threat1 of list 7).
    pub first: Score,
    /// The value after the second threat or the inescapable one (threat2 of lists 7 and 8). In check it is that of
    /// [`first`](Self::first): the check itself was the first of two.
    pub second: Score,
    /// The static value less the share of the threats.
    pub modified: Score,
    /// The worst threat to each victim and by each man that promotes without taking, worst first.
    pub threats: Vec<Threat<V>>,
}

/// The threats to the side to move by material and KFEnd's options. A side in check may not pass: its threats are what
/// still hangs after its best answer, and who is mated loses as much as a threat may cost.
///
/// ```
/// use sakiyomi_quiescence::{ThreatKind, threats};
/// use sakiyomi_rules::{Kind, Position, Shogi};
/// // White's knight looks at two golds.
/// let position: Position<Shogi> = "7nk/7s1/7pp/4n4/9/3G1G3/PP7/1S7/KN7 b - 1".parse()?;
/// let report = threats(&position);
/// let kinds: Vec<_> = report.threats.iter().map(|t| (t.victim, t.kind)).collect();
/// assert_eq!(kinds, [(Some(Kind::Gold), ThreatKind::Double); 2]);
/// assert!(report.modified < report.static_value);
/// # Ok::<(), sakiyomi_rules::SfenError>(())
/// ```
#[must_use]
pub fn threats<V: Variant>(position: &Position<V>) -> ThreatReport<V> {
    let material = Material::conventional::<V>();
    let quiescence = Quiescence::new(QuiescenceOptions::kfend());
    quiescence.threats(&mut Line::new(&material, position.clone()))
}

impl Quiescence {
    /// The threats to the side to move at the end of the line. With options that have none, KFEnd's are taken.
    pub fn threats<V: Variant, E: Evaluator<V> + ?Sized>(
        &self,
        line: &mut Line<'_, V, E>,
    ) -> ThreatReport<V> {
        let mut options = *self.options();
        let threats = options.threats.get_or_insert_default();
        threats.skip_useless = false;
        options.node_budget = None;
        let mut control = Unlimited::default();
        match Run::new(line, &options, &(), &mut control).report() {
            Ok(report) => report,
            Err(Stopped) => unreachable!("nothing stops this search"),
        }
    }
}

/// The worst outcome of the strikes on one target.
struct Found<V: Variant> {
    score: Score,
    mv: Move<V>,
    target: Square<V>,
    victim: Option<Kind>,
    by: Kind,
}

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    fn report(&mut self) -> Result<ThreatReport<V>, Stopped> {
        let options = self.options.threats.unwrap_or_default();
        let static_value = self.line.value();
        if self.line.position().in_check() {
            return self.report_in_check(static_value, &options);
        }
        // The value as the search has it.
        let worst = self.worst_threats(static_value, -Score::INFINITE, &options, 0)?;
        // All threats, not only the likely ones; the kinds go by them.
        let mut found = Vec::new();
        if self.line.make_pass() {
            found = self.all_strikes(static_value, static_value, &options)?;
            self.line.unmake();
        }
        let mut known = Worst::new(static_value);
        known.first = found.first().map_or(static_value, |found| found.score);
        known.second = found.get(1).map_or(static_value, |found| found.score);
        let mut threats = Vec::new();
        for (rank, strike) in found.iter().enumerate() {
            let traps = rank == 0
                && options.inescapable
                && self.best_flight(strike.mv, &known, &options, 0)? < known.second;
            let kind = match rank {
                _ if traps => ThreatKind::Inescapable,
                0 | 1 if found.len() > 1 => ThreatKind::Double,
                _ => ThreatKind::Single,
            };
            threats.push(strike.threat(self.line.position(), static_value, kind));
        }
        Ok(ThreatReport { threats, ..ThreatReport::of(&worst, &options) })
    }

    /// What still hangs after the best answer.
    fn report_in_check(
        &mut self,
        static_value: Score,
        options: &ThreatOptions,
    ) -> Result<ThreatReport<V>, Stopped> {
        let best = self.best_answer(options, 0)?;
        let mut worst = Worst::new(static_value);
        worst.add_after_check(best.left, options);
        let mut report = ThreatReport { answer: best.answer, ..ThreatReport::of(&worst, options) };
        let Some(answer) = best.answer else { return Ok(report) };
        self.line.make(answer);
        let standing = -self.line.value();
        let found = self.all_strikes(standing, static_value, options);
        self.line.unmake();
        let position = self.line.position();
        for (rank, strike) in found?.iter().enumerate() {
            let kind = if rank == 0 { ThreatKind::Double } else { ThreatKind::Single };
            report.threats.push(strike.threat(position, static_value, kind));
        }
        Ok(report)
    }

    /// The worst strike of the side to move on each target that leaves the other side less than `bar`, worst first.
    fn all_strikes(
        &mut self,
        standing: Score,
        bar: Score,
        options: &ThreatOptions,
    ) -> Result<Vec<Found<V>>, Stopped> {
        let mut all: Vec<Found<V>> = Vec::new();
        let base = self.push_strikes(options);
        let mut at = base;
        while let Some(mv) = self.moves.pick(at) {
            at += 1;
            let score = self.outcome(mv, bar, options, standing, 0)?;
            let position = self.line.position();
            let by = mv.from().and_then(|from| position.kind_at(from));
            let Some(by) = by.filter(|_| score < bar) else { continue };
            let (target, victim) = (struck(position, mv), position.kind_at(mv.to()));
            let found = Found { score, mv, target, victim, by };
            match all.iter_mut().find(|other| other.target == target) {
                Some(same) if same.score <= score => {}
                Some(same) => *same = found,
                None => all.push(found),
            }
        }
        self.moves.truncate(base);
        all.sort_by_key(|found| found.score);
        Ok(all)
    }
}

impl<V: Variant> Found<V> {
    /// As a threat to the side to move.
    fn threat(&self, position: &Position<V>, static_value: Score, kind: ThreatKind) -> Threat<V> {
        let &Found { score, mv, victim, by, .. } = self;
        let has_flight = victim.is_none_or(|kind| {
            // Who has answered a check has moved already.
            position.kind_at(mv.to()) == Some(kind)
                && VictimMoves::new(position, mv.to(), kind).has_flight(position)
        });
        let (square, loss, mates) = (mv.to(), static_value - score, score.is_mate());
        Threat { mv, square, victim, by, loss, mates, has_flight, kind }
    }
}

impl<V: Variant> ThreatReport<V> {
    fn of(worst: &Worst<V>, options: &ThreatOptions) -> Self {
        Self {
            static_value: worst.static_value,
            answer: None,
            first: worst.first,
            second: worst.second,
            modified: worst.modified(options),
            threats: Vec::new(),
        }
    }
}
