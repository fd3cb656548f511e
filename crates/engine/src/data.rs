//! Results as plain data that `serde` writes and reads: for a worker and its page, a server and its client, a log.
//!
//! Positions are SFEN, checked when they are read; moves are USI. A score says what it is, `{"cp": 35}` or `{"mate": -4}`,
//! for the side to move as everywhere. The types stand beside the results instead of being them: results can grow, and
//! what is written stays what it was.

use std::fmt::Display;
use std::str::FromStr;

use sakiyomi_eval::{Breakdown, Score};
use sakiyomi_quiescence::{Bound, Threat, ThreatKind, ThreatReport};
use sakiyomi_rules::{Color, Declaration, Kind, Move, Shogi, Square, Variant};
use sakiyomi_search::{MateOutcome, MateResult, RootLine, SearchResult};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Info;

/// A [`Score`]: centipawns, or plies to mate (negative, or 0, where the side to move is mated).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreData {
    /// Centipawns.
    Cp(i32),
    /// Plies.
    Mate(i32),
}

impl From<Score> for ScoreData {
    fn from(score: Score) -> Self {
        score.mate_distance().map_or(Self::Cp(score.value()), Self::Mate)
    }
}

impl From<ScoreData> for Score {
    /// Numbers beyond what a score can be are held within it.
    fn from(data: ScoreData) -> Self {
        match data {
            ScoreData::Cp(cp) => Self::centipawns(cp),
            ScoreData::Mate(plies) if plies > 0 => Self::mate_in(plies.unsigned_abs()),
            ScoreData::Mate(plies) => Self::mated_in(plies.unsigned_abs()),
        }
    }
}

/// One of the best lines: a [`RootLine`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct LineData<V: Variant = Shogi> {
    /// For the side to move at the root.
    pub score: ScoreData,
    /// The line.
    pub pv: Vec<Move<V>>,
}

impl<V: Variant> From<&RootLine<V>> for LineData<V> {
    fn from(line: &RootLine<V>) -> Self {
        Self { score: line.score.into(), pv: line.pv.clone() }
    }
}

/// What a search found: a [`SearchResult`].
///
/// ```
/// use sakiyomi::{Engine, Limits, Position, SearchData, Shogi};
/// let mut engine = Engine::<Shogi>::builder().hash_mib(8).build()?;
/// let position: Position<Shogi> = serde_json::from_str(r#""4k4/9/4P4/9/9/9/9/9/4K4 b G 1""#)?;
/// let result = SearchData::from(&engine.search(&position, Limits::depth(3)));
/// let text = serde_json::to_string(&result)?;
/// assert!(text.starts_with(r#"{"best":"G*5b","ponder":null,"score":{"mate":1}"#));
/// assert_eq!(serde_json::from_str::<SearchData>(&text)?, result);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct SearchData<V: Variant = Shogi> {
    /// The best move, where there is one.
    pub best: Option<Move<V>>,
    /// The answer expected.
    pub ponder: Option<Move<V>>,
    /// For the side to move.
    pub score: ScoreData,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Nodes, of all threads.
    pub nodes: u64,
    /// Time.
    pub time_ms: u64,
    /// The line of the best move.
    pub pv: Vec<Move<V>>,
    /// The best lines, best first.
    pub lines: Vec<LineData<V>>,
    /// What the side to move may declare: `no`, `draw` or `win`.
    #[serde(with = "declaration")]
    pub declaration: Declaration,
}

impl<V: Variant> From<&SearchResult<V>> for SearchData<V> {
    fn from(result: &SearchResult<V>) -> Self {
        Self {
            best: result.best,
            ponder: result.ponder,
            score: result.score.into(),
            depth: result.depth,
            seldepth: result.seldepth,
            nodes: result.nodes,
            time_ms: result.time_ms,
            pv: result.pv.clone(),
            lines: result.lines.iter().map(LineData::from).collect(),
            declaration: result.declaration,
        }
    }
}

/// A finished iteration: an [`Info`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct InfoData<V: Variant = Shogi> {
    /// Plies of this iteration.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Which line this is, from 0 up.
    pub line: usize,
    /// For the side to move at the root.
    pub score: ScoreData,
    /// What the score says: `exact`, `lower` or `upper`.
    #[serde(with = "bound")]
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub time_ms: u64,
    /// Nodes per second; 0 before there is a time to measure.
    pub nps: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull_permille: u32,
    /// The line.
    pub pv: Vec<Move<V>>,
}

impl<V: Variant> From<&Info<V>> for InfoData<V> {
    fn from(info: &Info<V>) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            line: info.line,
            score: info.score.into(),
            bound: info.bound,
            nodes: info.nodes,
            time_ms: info.time_ms,
            nps: info.nps,
            hashfull_permille: info.hashfull_permille,
            pv: info.pv.to_vec(),
        }
    }
}

/// What a mate search found: a [`MateResult`], told apart by `result`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", tag = "result", rename_all = "snake_case")]
#[non_exhaustive]
pub enum MateData<V: Variant = Shogi> {
    /// A mate.
    Mate {
        /// The attacker's moves and the longest defence.
        line: Vec<Move<V>>,
        /// Whether it is known that no shorter mate exists.
        is_shortest: bool,
        /// Positions looked at.
        nodes: u64,
    },
    /// There is no mate by checks.
    NoMate {
        /// Positions looked at.
        nodes: u64,
    },
    /// The limits did not suffice to tell.
    Unknown {
        /// Positions looked at.
        nodes: u64,
    },
}

impl<V: Variant> From<&MateResult<V>> for MateData<V> {
    fn from(result: &MateResult<V>) -> Self {
        let nodes = result.nodes;
        match &result.outcome {
            MateOutcome::Mate { line, is_shortest } => {
                Self::Mate { line: line.clone(), is_shortest: *is_shortest, nodes }
            }
            MateOutcome::NoMate => Self::NoMate { nodes },
            // Whatever there will be: it was not told.
            _ => Self::Unknown { nodes },
        }
    }
}

/// A [`Threat`] to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct ThreatData<V: Variant = Shogi> {
    /// The other side's move.
    pub mv: Move<V>,
    /// Where it strikes.
    pub square: Square<V>,
    /// Who would be taken, as SFEN writes black's men; `None` if a pawn would promote.
    pub victim: Option<Kind>,
    /// What it would cost, in centipawns.
    pub loss_cp: i32,
    /// Whether it would end in mate.
    pub mates: bool,
    /// Whether its victim could go to a square that is not attacked.
    pub has_flight: bool,
    /// How it counts: `single`, `double` or `inescapable`.
    #[serde(with = "threat_kind")]
    pub kind: ThreatKind,
}

impl<V: Variant> From<&Threat<V>> for ThreatData<V> {
    fn from(threat: &Threat<V>) -> Self {
        Self {
            mv: threat.mv,
            square: threat.square,
            victim: threat.victim,
            loss_cp: threat.loss.value(),
            mates: threat.mates,
            has_flight: threat.has_flight,
            kind: threat.kind,
        }
    }
}

/// The threats to the side to move: a [`ThreatReport`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct ThreatsData<V: Variant = Shogi> {
    /// The static value.
    pub static_value: ScoreData,
    /// The value after the worst threat.
    pub first: ScoreData,
    /// The value after the second threat or the inescapable one.
    pub second: ScoreData,
    /// The static value less the share of the threats.
    pub modified: ScoreData,
    /// The worst threat to each square, worst first.
    pub threats: Vec<ThreatData<V>>,
}

impl<V: Variant> From<&ThreatReport<V>> for ThreatsData<V> {
    fn from(report: &ThreatReport<V>) -> Self {
        Self {
            static_value: report.static_value.into(),
            first: report.first.into(),
            second: report.second.into(),
            modified: report.modified.into(),
            threats: report.threats.iter().map(ThreatData::from).collect(),
        }
    }
}

/// What a score is made of: a [`Breakdown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BreakdownData {
    /// For black, in centipawns: the sum of the parts.
    pub black_total_cp: i32,
    /// The parts.
    pub parts: Vec<PartData>,
}

/// One part of a score, from each side's own view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PartData {
    /// What it is.
    pub name: String,
    /// What black has of it.
    pub black_cp: i32,
    /// What white has of it.
    pub white_cp: i32,
}

impl From<&Breakdown> for BreakdownData {
    fn from(breakdown: &Breakdown) -> Self {
        let parts = breakdown.parts().iter().map(|part| PartData {
            name: part.name.to_owned(),
            black_cp: part.black_cp,
            white_cp: part.white_cp,
        });
        Self { black_total_cp: breakdown.total(Color::Black).value(), parts: parts.collect() }
    }
}

/// Something that has few values, by the name of each.
fn by_name<'de, T: Copy, D: Deserializer<'de>>(
    deserializer: D,
    values: &[T],
    name: impl Fn(T) -> String,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let found = values.iter().copied().find(|&value| name(value) == text);
    found.ok_or_else(|| {
        let names: Vec<String> = values.iter().copied().map(name).collect();
        serde::de::Error::custom(format!("{text:?} is none of {}", names.join(", ")))
    })
}

/// A module for `serde(with)` that writes names and reads them back.
macro_rules! named {
    ($module:ident, $type:ty, [$($value:expr),+], $name:expr) => {
        mod $module {
            use super::*;

            pub(super) fn serialize<S: Serializer>(value: &$type, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(&$name(*value))
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                by_name(from, &[$($value),+], $name)
            }
        }
    };
}
named!(
    declaration,
    Declaration,
    [Declaration::No, Declaration::Draw, Declaration::Win],
    |value: Declaration| value.to_string()
);
named!(bound, Bound, [Bound::Exact, Bound::Lower, Bound::Upper], |value: Bound| match value {
    Bound::Exact => "exact".to_owned(),
    Bound::Lower => "lower".to_owned(),
    Bound::Upper => "upper".to_owned(),
});
named!(
    threat_kind,
    ThreatKind,
    [ThreatKind::Single, ThreatKind::Double, ThreatKind::Inescapable],
    |value: ThreatKind| value.name().to_owned()
);

/// Values that are written as their text and read back by parsing it, with the parser's own message: for
/// `#[serde(with = "sakiyomi::text")]` on a [`Game`](crate::Game), which is written as a `position` line of USI.
///
/// ```
/// use sakiyomi::{Game, Minishogi};
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Saved {
///     #[serde(with = "sakiyomi::text")]
///     game: Game<Minishogi>,
/// }
/// let saved: Saved = serde_json::from_str(r#"{"game":"startpos moves 1e1d"}"#)?;
/// assert_eq!(saved.game.ply(), 1);
/// assert_eq!(serde_json::to_string(&saved)?, r#"{"game":"startpos moves 1e1d"}"#);
/// assert!(serde_json::from_str::<Saved>(r#"{"game":"startpos moves 1e1a"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub mod text {
    use super::*;

    /// Writes the value's text.
    ///
    /// # Errors
    /// What went wrong with writing.
    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    /// Reads a text and parses it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
