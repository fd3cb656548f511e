//! When a search ends.

/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// What is left of the player's time.
    pub time_ms: u64,
    /// What each move adds to it.
    pub increment_ms: u64,
    /// Time for each move that costs nothing, used once the time is up (秒読み).
    pub byoyomi_ms: u64,
}

/// What ends a search: whichever of these is reached first. [`Default`] sets no limit, as does [`Limits::new`]; such a
/// search ends when it is stopped, when it has proved a mate, or at its greatest depth.
///
/// ```
/// use sakiyomi_search::Limits;
/// let limits = Limits::depth(6).nodes(1_000_000);
/// assert_eq!((limits.depth, limits.nodes), (Some(6), Some(1_000_000)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Nodes, those of the quiescence search included. With one thread it is kept to the node.
    pub nodes: Option<u64>,
    /// Time for this move, used up unless something else ends the search.
    pub time_ms: Option<u64>,
    /// The clock of the side to move, from which the search takes what it thinks right.
    pub clock: Option<Clock>,
    /// Kept back from every limit of time, for what happens between the search and the clock (default 10 ms).
    pub overhead_ms: u64,
    /// End as soon as a mate of at most so many plies is found.
    pub mate_plies: Option<u32>,
    /// Go on until stopped, even when there is nothing left to search.
    pub infinite: bool,
    /// Think on the opponent's time: limits of time count only from [`StopFlag::ponder_hit`](crate::StopFlag) on.
    pub ponder: bool,
    /// How many best lines to find (several principal variations); at least 1.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time_ms: None,
            clock: None,
            overhead_ms: 10,
            mate_plies: None,
            infinite: false,
            ponder: false,
            lines: 1,
        }
    }
}

impl Limits {
    /// No limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// So many plies; more limits can be added.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self::new().to_depth(plies)
    }

    /// Until stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// At most so many plies.
    #[must_use]
    pub fn to_depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies);
        self
    }

    /// At most so many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// At most so much time.
    #[must_use]
    pub fn time_ms(mut self, time_ms: u64) -> Self {
        self.time_ms = Some(time_ms);
        self
    }

    /// What this clock allows.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Keeps so much back from every limit of time.
    #[must_use]
    pub fn overhead_ms(mut self, overhead_ms: u64) -> Self {
        self.overhead_ms = overhead_ms;
        self
    }

    /// Until a mate of at most so many plies is found.
    #[must_use]
    pub fn mate_plies(mut self, plies: u32) -> Self {
        self.mate_plies = Some(plies);
        self
    }

    /// On the opponent's time.
    #[must_use]
    pub fn ponder(mut self) -> Self {
        self.ponder = true;
        self
    }

    /// The best `lines` moves, each with its line.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Self {
        self.lines = lines.max(1);
        self
    }
}
