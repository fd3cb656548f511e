//! Threats: what standing pat would cost.
//!
//! To stand pat is to pass, and then the other side takes something. Each of its captures is played out by the second
//! stage; the two worst outcomes are kept, and a share of the loss is taken off the static value. The second threat
//! weighs more than the first, since one move parries one threat; and so does a single threat whose victim cannot get
//! away: it is found by looking at the victim's flights and, if there are none, by searching what its moves would cost.
//!
//! Source: KFEnd lists 6, 7 and 8. Where we differ:
//! - Only the worst threat is tested for flights, after all captures have been searched. List 8 tests whenever a
//!   capture becomes the worst so far, which gives the same: the flights of any other can save no more than the second
//!   worst threat already costs.
//! - By default one threat counts for each victim, losses are capped, and useless work is skipped
//!   ([`ThreatOptions`](crate::ThreatOptions)).
//! - Flights are judged with the victim lifted, so that it cannot flee along the line of what attacks it; taking an
//!   unguarded man is a flight.
//! - Pawn promotions that take nothing are threats like captures, as they are in the first stage. They have no victim.

use alloc::vec::Vec;

use sakiyomi_eval::{Evaluator, Line, Material, Score};
use sakiyomi_rules::{Bitboard, Kind, Move, Position, Square, Variant};

use crate::two_stage::Run;
use crate::{
    Control, Quiescence, QuiescenceOptions, QuiescenceTable, Stopped, ThreatOptions, ThreatSource,
    Unlimited, see, see_at_least,
};

/// How a threat counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatKind {
    /// The only one, or neither of the two worst (list 6).
    Single,
    /// One of the two worst of several, to different squares (list 7).
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

/// What the other side would do if the side to move passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Threat<V: Variant> {
    /// The other side's move.
    pub mv: Move<V>,
    /// Where it strikes.
    pub square: Square<V>,
    /// Who would be taken; `None` if a pawn would promote.
    pub victim: Option<Kind>,
    /// What it would cost, not capped; a mate counts as what lies between it and the static value.
    pub loss: Score,
    /// Whether it would end in mate.
    pub mates: bool,
    /// Whether its victim could go to a square that is not attacked; also where a pawn would promote, with no victim.
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
    /// The value after the worst threat (threat1 of list 7).
    pub first: Score,
    /// The value after the second threat or the inescapable one (threat2 of lists 7 and 8).
    pub second: Score,
    /// The static value less the share of the threats.
    pub modified: Score,
    /// The worst threat to each square, worst first.
    pub threats: Vec<Threat<V>>,
}

/// The threats to the side to move by material and KFEnd's options. In check there are none to speak of: the side to
/// move may not pass.
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

/// The two worst outcomes so far.
#[derive(Clone, Copy, Debug)]
struct Worst<V: Variant> {
    static_value: Score,
    first: Score,
    by: Option<Move<V>>,
    second: Score,
}

impl<V: Variant> Worst<V> {
    fn new(static_value: Score) -> Self {
        Self { static_value, first: static_value, by: None, second: static_value }
    }

    /// KFEnd list 7. What does not beat the second is no news.
    #[inline]
    fn add(&mut self, score: Score, mv: Move<V>, options: &ThreatOptions) {
        let same_victim =
            options.one_for_each_victim && self.by.is_some_and(|by| by.to() == mv.to());
        if score < self.first {
            if options.double && !same_victim {
                self.second = self.first;
            }
            (self.first, self.by) = (score, Some(mv));
        } else if options.double && score < self.second && !same_victim {
            self.second = score;
        }
    }

    /// From which score on an outcome is no news.
    #[inline]
    fn limit(&self, options: &ThreatOptions) -> Score {
        if options.double { self.second } else { self.first }
    }

    /// The end of lists 6 to 8.
    #[inline]
    fn modified(&self, options: &ThreatOptions) -> Score {
        let less = |after: Score, divisor: i32| {
            let loss = (self.static_value - after).min(options.loss_cap).max(Score::ZERO);
            // Held within what an evaluation may be.
            Score::centipawns((self.static_value - loss / divisor.max(1)).value())
        };
        let single = less(self.first, options.single_divisor);
        single.min(less(self.second, options.double_divisor))
    }
}

impl<V: Variant, E: Evaluator<V> + ?Sized, T: QuiescenceTable<V>, C: Control>
    Run<'_, '_, V, E, T, C>
{
    /// KFEnd's modifyByThreat, for a side that is not in check.
    pub(crate) fn modify_by_threats(
        &mut self,
        static_value: Score,
        alpha: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let options = self.options.threats.unwrap_or_default();
        if options.skip_useless && static_value <= alpha {
            return Ok(static_value);
        }
        let worst = self.worst_threats(static_value, alpha, &options, ply)?;
        Ok(worst.modified(&options))
    }

    fn worst_threats(
        &mut self,
        static_value: Score,
        alpha: Score,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<Worst<V>, Stopped> {
        let mut worst = Worst::new(static_value);
        if !self.line.make_pass() {
            return Ok(worst);
        }
        let searched = self.search_threats(&mut worst, alpha, options, ply);
        self.line.unmake();
        searched?;
        let done = options.skip_useless && worst.modified(options) <= alpha;
        if let (true, false, Some(mv)) = (options.inescapable, done, worst.by) {
            // Nothing to gain where the second threat is as bad as the first.
            if worst.first < worst.second {
                let saved = self.best_flight(mv, &worst, options, ply)?;
                worst.second = worst.second.min(saved);
            }
        }
        Ok(worst)
    }

    /// After the pass: every capture of the other side.
    fn search_threats(
        &mut self,
        worst: &mut Worst<V>,
        alpha: Score,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<(), Stopped> {
        let base = self.push_threats();
        let values = self.line.evaluator().values();
        let mut at = base;
        let mut searched = Bitboard::EMPTY;
        while let Some(mv) = self.moves.pick(at) {
            at += 1;
            let limit = worst.limit(options);
            if options.promising_only {
                // It has to win more than what the limit has cost already.
                let least = worst.static_value - limit + Score::centipawns(1);
                let hopeless = options.one_for_each_victim && searched.contains(mv.to())
                    || !see_at_least(self.line.position(), mv, values, least);
                if hopeless {
                    continue;
                }
                searched |= Bitboard::of(mv.to());
            }
            let score = self.outcome(mv, limit, options, worst.static_value, ply)?;
            worst.add(score, mv, options);
            let done = options.skip_useless && worst.modified(options) <= alpha;
            if done || self.is_exhausted() {
                break;
            }
        }
        self.moves.truncate(base);
        Ok(())
    }

    fn push_threats(&mut self) -> usize {
        let base = self.moves.len();
        let values = self.line.evaluator().values();
        // The start of the quiescence search has no ply limit, and threats have none.
        self.moves.push_captures(self.line.position(), values, self.options, 0, None);
        base
    }

    /// What the side that passed has left after a capture; at `limit` or above it is only a bound.
    fn outcome(
        &mut self,
        mv: Move<V>,
        limit: Score,
        options: &ThreatOptions,
        static_value: Score,
        ply: u32,
    ) -> Result<Score, Stopped> {
        match options.source {
            // No sign is turned: after a pass and a capture it is our move again.
            ThreatSource::Search => {
                self.after(mv, |run| run.second_stage(-Score::INFINITE, limit, ply + 2))
            }
            ThreatSource::Exchanges => {
                let values = self.line.evaluator().values();
                Ok(static_value - see(self.line.position(), mv, values))
            }
        }
    }

    /// List 8: the most that the victim of `mv`, the worst threat, can save by moving; the second threat's outcome if it
    /// has a flight, or no victim is taken.
    fn best_flight(
        &mut self,
        mv: Move<V>,
        worst: &Worst<V>,
        options: &ThreatOptions,
        ply: u32,
    ) -> Result<Score, Stopped> {
        let (left_alone, limit) = (worst.first, worst.second);
        let values = self.line.evaluator().values();
        let square = mv.to();
        let Some(kind) = self.line.position().kind_at(square) else { return Ok(limit) };
        let moves = VictimMoves::new(self.line.position(), square, kind);
        if moves.has_flight(self.line.position()) {
            return Ok(limit);
        }
        let mut most = left_alone;
        if options.source == ThreatSource::Exchanges {
            return Ok(most);
        }
        // Captures are looked at as captures of our own, in the first stage.
        let quiet = moves.targets - self.line.position().occupied();
        for to in quiet {
            for promotion in [true, false] {
                let Some(mv) = moves.to(to, promotion) else { continue };
                // It has to save something.
                let least = most - worst.static_value + Score::centipawns(1);
                if options.promising_only && !see_at_least(self.line.position(), mv, values, least)
                {
                    continue;
                }
                let score = -self.after(mv, |run| run.second_stage(-limit, -most, ply + 1))?;
                most = most.max(score);
                if most >= limit || self.is_exhausted() {
                    return Ok(most);
                }
            }
        }
        Ok(most)
    }

    fn report(&mut self) -> Result<ThreatReport<V>, Stopped> {
        let static_value = self.line.value();
        let options = self.options.threats.unwrap_or_default();
        let worst = self.worst_threats(static_value, -Score::INFINITE, &options, 0)?;
        let mut found: Vec<(Score, Move<V>)> = Vec::new();
        if self.line.make_pass() {
            let base = self.push_threats();
            let mut at = base;
            while let Some(mv) = self.moves.pick(at) {
                at += 1;
                let score = self.outcome(mv, static_value, &options, static_value, 0)?;
                if score >= static_value {
                    continue;
                }
                match found.iter_mut().find(|(_, other)| other.to() == mv.to()) {
                    Some(same) if same.0 <= score => {}
                    Some(same) => *same = (score, mv),
                    None => found.push((score, mv)),
                }
            }
            self.moves.truncate(base);
            self.line.unmake();
        }
        found.sort_by_key(|&(score, _)| score);
        // All threats are known here, not only the likely ones, and the kinds go by them.
        let mut known = Worst::new(static_value);
        known.first = found.first().map_or(static_value, |&(score, _)| score);
        known.second = found.get(1).map_or(static_value, |&(score, _)| score);
        let mut threats = Vec::new();
        for (rank, &(score, mv)) in found.iter().enumerate() {
            let position = self.line.position();
            let victim = position.kind_at(mv.to());
            let has_flight = victim
                .is_none_or(|kind| VictimMoves::new(position, mv.to(), kind).has_flight(position));
            let kind = if rank == 0
                && options.inescapable
                && self.best_flight(mv, &known, &options, 0)? < known.second
            {
                ThreatKind::Inescapable
            } else if found.len() > 1 && rank < 2 {
                ThreatKind::Double
            } else {
                ThreatKind::Single
            };
            let (square, loss, mates) = (mv.to(), static_value - score, score.is_mate());
            threats.push(Threat { mv, square, victim, loss, mates, has_flight, kind });
        }
        Ok(ThreatReport {
            static_value,
            first: worst.first,
            second: worst.second,
            modified: worst.modified(&options),
            threats,
        })
    }
}

/// Where a threatened man may lawfully go.
struct VictimMoves<V: Variant> {
    from: Square<V>,
    kind: Kind,
    us: sakiyomi_rules::Color,
    targets: Bitboard<V>,
}

impl<V: Variant> VictimMoves<V> {
    /// The side to move is not in check.
    fn new(position: &Position<V>, from: Square<V>, kind: Kind) -> Self {
        let us = position.side_to_move();
        let mut targets = position.attacks_from(from) - position.occupied_by(us);
        if position.pinned().contains(from) {
            targets = targets
                .into_iter()
                .filter(|&to| {
                    let stay = Move::new(from, to, false);
                    position.is_legal(stay) || position.is_legal(stay.with_promotion(true))
                })
                .collect();
        }
        Self { from, kind, us, targets }
    }

    /// Whether a target is not attacked once the victim has left its square.
    fn has_flight(&self, position: &Position<V>) -> bool {
        let lifted = position.occupied() - Bitboard::of(self.from);
        self.targets.into_iter().any(|to| position.attackers_with(to, !self.us, lifted).is_empty())
    }

    fn to(&self, to: Square<V>, promotion: bool) -> Option<Move<V>> {
        let lawful = if promotion {
            let in_zone = self.from.is_in_zone(self.us) || to.is_in_zone(self.us);
            self.kind.can_promote() && in_zone
        } else {
            let rank = to.rank_from_far_edge(self.us);
            match self.kind {
                Kind::Pawn | Kind::Lance => rank > 1,
                Kind::Knight => rank > 2,
                _ => true,
            }
        };
        lawful.then(|| Move::new(self.from, to, promotion))
    }
}
