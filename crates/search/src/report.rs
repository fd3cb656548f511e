//! What a search tells while it runs and when it ends.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use sakiyomi_eval::Score;
use sakiyomi_quiescence::Bound;
use sakiyomi_rules::{Declaration, Move, Shogi, Variant};

/// One finished iteration: a line that was searched to a depth.
///
/// While the search runs, its line is lent: to keep an iteration or send it elsewhere, make an [`Info`] of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Iteration<'a, V: Variant = Shogi> {
    /// Plies of this iteration.
    pub depth: u32,
    /// The deepest ply looked at, the quiescence search included.
    pub seldepth: u32,
    /// Which line this is, from 0 up: the best, the second best and so on.
    pub line: usize,
    /// For the side to move at the root.
    pub score: Score,
    /// What the score says; other than exact only when an iteration was broken off.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub time_ms: u64,
    /// Nodes per second; 0 before there is a time to measure.
    pub nps: u64,
    /// How full the transposition table is, in thousandths, with results of this search.
    pub hashfull_permille: u32,
    /// The line.
    pub pv: Cow<'a, [Move<V>]>,
}

/// An [`Iteration`] that owns its line, so that it can be kept and sent to another thread.
///
/// ```
/// use std::ops::ControlFlow;
/// use sakiyomi_eval::Material;
/// use sakiyomi_rules::{Game, Shogi};
/// use sakiyomi_search::{Info, Iteration, Limits, Preset, Searcher, StopFlag};
///
/// let mut searcher = Searcher::new(Material::flat(), Preset::Full.into(), 1 << 20);
/// let mut kept: Vec<Info> = Vec::new();
/// let mut keep = |iteration: &Iteration| {
///     kept.push(iteration.into());
///     ControlFlow::Continue(())
/// };
/// searcher.search(&Game::<Shogi>::new(), &Limits::depth(3), &StopFlag::new(), &mut keep);
/// assert_eq!(kept.len(), 3);
/// ```
pub type Info<V = Shogi> = Iteration<'static, V>;

impl<V: Variant> From<&Iteration<'_, V>> for Info<V> {
    fn from(iteration: &Iteration<'_, V>) -> Self {
        Self { pv: Cow::Owned(iteration.pv.to_vec()), ..*iteration }
    }
}

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootLine<V: Variant = Shogi> {
    /// For the side to move at the root.
    pub score: Score,
    /// The line; never empty.
    pub pv: Vec<Move<V>>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult<V: Variant = Shogi> {
    /// The best move; `None` only where there is no legal move (among those to be searched).
    pub best: Option<Move<V>>,
    /// The answer expected.
    pub ponder: Option<Move<V>>,
    /// Value of the best move for the side to move; of the position, where there is no move.
    pub score: Score,
    /// The last finished iteration; 0 if the search was stopped in the first.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Nodes, of all threads.
    pub nodes: u64,
    /// Time.
    pub time_ms: u64,
    /// The line of the best move.
    pub pv: Vec<Move<V>>,
    /// The best lines, best first, as many as were asked for and there are.
    pub lines: Vec<RootLine<V>>,
    /// What the side to move may declare instead of moving (入玉宣言), where the options name a rule for it.
    pub declaration: Declaration,
}

/// Hears of each iteration and may end the search. Closures of an [`Iteration`] are observers; `()` is one that hears
/// nothing.
pub trait Observer<V: Variant> {
    /// A line of an iteration is finished.
    fn iteration(&mut self, iteration: &Iteration<'_, V>) -> ControlFlow<()>;
}

impl<V: Variant> Observer<V> for () {
    fn iteration(&mut self, _: &Iteration<'_, V>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<V: Variant, F: FnMut(&Iteration<'_, V>) -> ControlFlow<()>> Observer<V> for F {
    fn iteration(&mut self, iteration: &Iteration<'_, V>) -> ControlFlow<()> {
        self(iteration)
    }
}
