//! What the quiescence search does, as a value.

use sakiyomi_eval::Score;

/// Options of the quiescence search. Every technique is a field of its own, so an ablation needs no code.
///
/// [`Default`] is KFEnd's two stages (lists 2 to 4) without threats; the presets name whole systems.
///
/// ```
/// use sakiyomi_quiescence::QuiescenceOptions;
/// let mut options = QuiescenceOptions::kfend();
/// assert_eq!(options.stage_depth, 3);
/// options.threats = None;
/// assert_eq!(options, QuiescenceOptions::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuiescenceOptions {
    /// Plies of the first stage, in which all captures are searched, before only recaptures are: 0 to 6, 3 in KFEnd
    /// (list 9), or [`ONE_STAGE`](Self::ONE_STAGE).
    pub stage_depth: u32,
    /// What stands at the end of the first stage.
    pub last_stage: LastStage,
    /// Whether pawn promotions are searched with the captures (KFEnd, after Kotani and Iida 1995).
    pub pawn_promotions: bool,
    /// Whether all other promotions are, too (Hiyoko shogi v0.06).
    pub other_promotions: bool,
    /// Whether a side in check has to evade: all legal moves are searched and it may not stand pat (KFEnd list 2).
    /// Without, checks are not noticed in the first stage (Hiyoko shogi v0.06).
    pub evasions: bool,
    /// Whether pawns, bishops and rooks that may promote are also tried without. They hardly ever do better; the lists
    /// do not say, and a generator of all legal moves gives them.
    pub needless_non_promotions: bool,
    /// In what order captures are tried.
    pub order: CaptureOrder,
    /// Whether captures that lose material by [`see`](crate::see) are left out, evasions aside (Hiyoko shogi v0.06).
    pub only_even_exchanges: bool,
    /// Captures that cannot raise alpha are left out, evasions aside: those whose victim and promotion, with this margin
    /// on top of standing pat, do not reach it (delta pruning, futility pruning of the quiescence search; Stockfish).
    /// `None` to search them.
    pub futility_margin_cp: Option<i32>,
    /// From this ply of the quiescence search on, pawn captures without promotion and promotions other than pawns' that
    /// take nothing are left out (Hiyoko shogi v0.06: 7). It is a soft limit: other captures go on.
    pub ply_limit: Option<u32>,
    /// Whether each first-stage node out of check looks for a [mate in one](crate::mate_in_one) before standing pat
    /// (Hiyoko shogi names it; YaneuraOu does so).
    pub mate_in_one: bool,
    /// Whether standing pat pays for threats (KFEnd lists 5 to 8), and how much.
    pub threats: Option<ThreatOptions>,
    /// Whether a table's entry answers only for exactly its own stage depth. Otherwise it may answer for less, too: a
    /// better value for less work, but not the one that a search without the table would give.
    pub exact_table_depth: bool,
    /// Most nodes of one call, or `None` for no limit. Once they are used up, what has been found stands, open nodes
    /// try no further moves, and nothing more goes into the table; a call ends within [`OVERRUN`](Self::OVERRUN) nodes
    /// more. Two stages hardly ever need thousands of nodes; one stage with full windows may need millions.
    pub node_budget: Option<u64>,
}

impl QuiescenceOptions {
    /// As [`stage_depth`](Self::stage_depth): all captures to the end, no second stage.
    ///
    /// To the end is [`MOST_PLIES`](Self::MOST_PLIES): evasions that give check could otherwise go round for ever.
    pub const ONE_STAGE: u32 = 64;
    /// Where a search in one stage goes over to recaptures after all.
    pub const MOST_PLIES: u32 = 64;

    /// The presets' node budget.
    pub const NODE_BUDGET: u64 = 10_000;
    /// By how much a call may exceed its node budget: the plies that can be open when it is used up.
    pub const OVERRUN: u64 = Self::MOST_PLIES as u64 + 40;

    /// KFEnd as its page describes it (lists 4 and 8), with one threat counted for each victim.
    #[must_use]
    pub const fn kfend() -> Self {
        Self {
            stage_depth: 3,
            last_stage: LastStage::Recaptures,
            pawn_promotions: true,
            other_promotions: false,
            evasions: true,
            needless_non_promotions: false,
            order: CaptureOrder::VictimThenTaker,
            only_even_exchanges: false,
            futility_margin_cp: None,
            ply_limit: None,
            mate_in_one: false,
            threats: Some(ThreatOptions::kfend()),
            exact_table_depth: false,
            node_budget: Some(Self::NODE_BUDGET),
        }
    }

    /// The lists to the letter, as far as they speak: every capture is a threat of its own (list 7), no promotion but a
    /// pawn's is one, all lawful non-promotions, a table that changes no value, no budget. What tests hold against a transcription.
    #[must_use]
    pub const fn faithful() -> Self {
        let mut threats = ThreatOptions::kfend();
        threats.one_for_each_victim = false;
        threats.promising_only = false;
        threats.major_promotions = false;
        Self {
            needless_non_promotions: true,
            threats: Some(threats),
            exact_table_depth: true,
            node_budget: None,
            ..Self::kfend()
        }
    }

    /// Hiyoko shogi v0.06: one stage, exchanges that do not lose, sorted by exchange and victim, checks not noticed.
    #[must_use]
    pub const fn hiyoko() -> Self {
        Self {
            stage_depth: Self::ONE_STAGE,
            other_promotions: true,
            evasions: false,
            order: CaptureOrder::ExchangeAndVictim,
            only_even_exchanges: true,
            ply_limit: Some(7),
            mate_in_one: true,
            threats: None,
            ..Self::kfend()
        }
    }

    /// 5五将棋 CPU: all captures to the end, all evasions in check.
    #[must_use]
    pub const fn gogo_shogi() -> Self {
        Self { stage_depth: Self::ONE_STAGE, threats: None, ..Self::kfend() }
    }

    /// What most engines do today: one stage, no losing exchanges, no captures that cannot raise alpha, all evasions.
    #[must_use]
    pub const fn modern() -> Self {
        Self { only_even_exchanges: true, futility_margin_cp: Some(200), ..Self::gogo_shogi() }
    }

    /// These options with other threats.
    #[must_use]
    pub const fn with_threats(mut self, threats: Option<ThreatOptions>) -> Self {
        self.threats = threats;
        self
    }
}

impl Default for QuiescenceOptions {
    fn default() -> Self {
        Self::kfend().with_threats(None)
    }
}

/// What stands at the end of the first stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LastStage {
    /// The second stage: recaptures on the square of the man just moved, and a look for mate (KFEnd lists 3 and 4).
    Recaptures,
    /// The static value, even in check (KFEnd lists 1 and 2).
    StaticValue,
}

/// In what order captures are tried. It changes how many nodes are searched, and no exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CaptureOrder {
    /// Dear victims first, and of equals cheap takers first.
    VictimThenTaker,
    /// By the exchange's gain, held at a silver's, plus a quarter of the victim (Hiyoko shogi v0.06).
    ExchangeAndVictim,
}

/// How threats lower the value of standing pat (KFEnd lists 6 to 8).
///
/// Whoever stands pat lets the other side move. Each of its captures and promotions is a threat, worth what the side to move would
/// then have lost. A share of the worst is taken off: of one threat a sixth, of the second of two, or of one that its
/// victim cannot escape, a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThreatOptions {
    /// Where a threat's worth comes from.
    pub source: ThreatSource,
    /// The share of the worst threat is one in this many (KFEnd's gMonoThreatC: 6). Less than 1 counts as 1.
    pub single_divisor: i32,
    /// The share of the second threat, or of an inescapable one (KFEnd's gDoubleThreatC: 2). Less than 1 counts as 1.
    pub double_divisor: i32,
    /// Whether the second threat counts (list 7).
    pub double: bool,
    /// Whether a threat whose victim has no flight counts as a second threat (list 8).
    pub inescapable: bool,
    /// Whether a rook or bishop that could promote without taking anything is a threat like a capture. The second threat
    /// of KFEnd's figure 4 is a dragon that is made, while its lists name captures alone.
    pub major_promotions: bool,
    /// Whether only the worst threat to each victim counts, and of promotions without a victim the worst by each man.
    /// List 7 does not say; by its letter two men that attack one victim, or one that may take with and without
    /// promotion, would count as two threats.
    pub one_for_each_victim: bool,
    /// Whether [`see`](crate::see) is asked before a search: a capture has to win more by it than the threats found so
    /// far, of several captures on one square the first that does is enough, and a victim's move has to save something.
    /// The second stage would give the others no worth either, up to what the evaluator sees beyond material; mates
    /// included, since who is mated has no recapture. It halves the cost.
    pub promising_only: bool,
    /// Whether work that cannot change the result is left undone: no threat is looked for where the static value cannot
    /// raise alpha, and none further once the modified value has fallen to it. The result is the same or, at or below
    /// alpha, a bound that is just as true.
    pub skip_useless: bool,
    /// The most that a threat counts for before it is divided, so that a threatened mate does not look like a mate.
    pub loss_cap: Score,
    /// Where in the quiescence search threats are looked for.
    pub place: ThreatPlace,
}

impl ThreatOptions {
    /// KFEnd's, with promotions of rooks and bishops, one threat for each victim, losses up to 2,000 (two rooks or so), and no useless or hopeless work.
    #[must_use]
    pub const fn kfend() -> Self {
        Self {
            source: ThreatSource::Search,
            single_divisor: 6,
            double_divisor: 2,
            double: true,
            inescapable: true,
            major_promotions: true,
            one_for_each_victim: true,
            promising_only: true,
            skip_useless: true,
            loss_cap: Score::centipawns(2_000),
            place: ThreatPlace::Everywhere,
        }
    }

    /// The cheaper relative: the same from static exchange evaluation, nothing searched.
    #[must_use]
    pub const fn exchanges() -> Self {
        Self { source: ThreatSource::Exchanges, ..Self::kfend() }
    }
}

impl Default for ThreatOptions {
    fn default() -> Self {
        Self::kfend()
    }
}

/// Where a threat's worth comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ThreatSource {
    /// A second-stage search after each capture (KFEnd list 6).
    Search,
    /// [`see`](crate::see) of each capture; whoever has no flight is lost for what the capture wins.
    Exchanges,
}

/// Where in the quiescence search threats are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ThreatPlace {
    /// Wherever the first stage may stand pat (KFEnd list 5).
    Everywhere,
    /// Only where the quiescence search starts.
    Start,
    /// Only there, and only in a search with an open window, that is, on the principal variation.
    StartOfOpenWindow,
}
