//! What the search does, as a value: every technique is a field.

use sakiyomi_quiescence::QuiescenceOptions;
use sakiyomi_rules::DeclarationRule;

/// How results in the transposition table are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableUse {
    /// Not at all.
    Off,
    /// Only results of exactly the depth asked for: values are then those of a search without a table. For
    /// experiments.
    SameDepth,
    /// Results of the depth asked for and deeper.
    Full,
}

/// By how many plies the search after a pass is shallower than the search of a move would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NullReduction {
    /// The article's R: depth − 1 − R after the pass. Usually 2 or 3.
    Fixed(u32),
    /// More where there is more depth to save, and where the static value lies further above beta.
    Adaptive,
}

/// Null move pruning (Beal 1990, Donninger 1993, article on the null move): who stands at or above beta even after
/// letting the other side move twice will stand there after a move of its own.
///
/// Never in check, never twice running, never where a mate is at stake; and the case is closed as well while a singular
/// move is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NullMove {
    /// The reduction.
    pub reduction: NullReduction,
    /// Least depth; the article's rule is R + 1.
    pub least_depth: u32,
    /// Delayed null move: so many moves are searched first, and the pass is tried only where the best of them came
    /// within [`delay_margin_cp`](Self::delay_margin_cp) of beta. 0 for the pass first.
    pub after_moves: u32,
    /// How near to beta the moves searched first have to come.
    pub delay_margin_cp: i32,
    /// From this depth on a cut has to be confirmed by a search of the same reduced depth without null moves.
    pub verify_from_depth: Option<u32>,
    /// Forbidden where the static value is below beta.
    pub needs_static_beta: bool,
    /// Forbidden where the side to move has fewer men than this on the board and in hand, the king included.
    pub least_men: u32,
    /// Forbidden where fewer legal moves than this are left.
    pub least_moves: u32,
    /// Forbidden while the enemy's king stands in the side to move's camp: where the enemy's men promote.
    pub not_with_king_in_camp: bool,
}

impl NullMove {
    /// With a fixed R, and the rest as the article has it.
    #[must_use]
    pub const fn fixed(r: u32) -> Self {
        Self {
            reduction: NullReduction::Fixed(r),
            least_depth: r + 1,
            after_moves: 0,
            delay_margin_cp: 0,
            verify_from_depth: None,
            needs_static_beta: true,
            least_men: 3,
            least_moves: 3,
            not_with_king_in_camp: true,
        }
    }

    /// As today's engines have it: adaptive, verified at great depth, and only the one condition that has survived.
    #[must_use]
    pub const fn adaptive() -> Self {
        Self {
            reduction: NullReduction::Adaptive,
            least_depth: 3,
            verify_from_depth: Some(12),
            least_men: 0,
            least_moves: 0,
            not_with_king_in_camp: false,
            ..Self::fixed(2)
        }
    }

    /// The pass tried only after some moves.
    #[must_use]
    pub const fn delayed(mut self, after_moves: u32, margin_cp: i32) -> Self {
        self.after_moves = after_moves;
        self.delay_margin_cp = margin_cp;
        self
    }
}

/// What the ranking by quiescence values is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ForwardUse {
    /// Moves beyond the width are not searched (KFEnd).
    Prune,
    /// All moves are searched, in this order; those beyond the width one ply shallower.
    OrderAndReduce,
    /// All moves are searched, in this order.
    Order,
}

/// KFEnd's forward pruning (list 9): every move is played and ranked by the quiescence value that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Forward {
    /// What for.
    pub purpose: ForwardUse,
    /// How many moves are kept, by the depth left (the last for all greater depths). KFEnd: about 10.
    pub width: [u8; 8],
    /// At least so many captures are kept besides (KFEnd: 5).
    pub captures: u8,
    /// At most so many pawn drops and pushes that attack a man are kept besides (KFEnd's tesuji).
    pub tesuji: u8,
    /// Least depth at which moves are ranked at all.
    pub least_depth: u32,
}

impl Forward {
    /// KFEnd's.
    #[must_use]
    pub const fn kfend() -> Self {
        Self {
            purpose: ForwardUse::Prune,
            width: [8, 8, 10, 10, 12, 12, 14, 14],
            captures: 5,
            tesuji: 4,
            least_depth: 2,
        }
    }

    /// Width at a depth, at least 1.
    #[must_use]
    pub fn width_at(&self, depth: u32) -> usize {
        usize::from(self.width[(depth as usize).min(self.width.len() - 1)]).max(1)
    }
}

/// Where a check makes the search a ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CheckExtension {
    /// Nowhere.
    Off,
    /// Where the depth is used up: a side in check is not left to the quiescence search. Drops give so many checks that
    /// more than this doubles the tree on the small board.
    Horizon,
    /// Everywhere (5五将棋 CPU).
    Always,
}

/// Options of a search. Each field is one technique; see [`Preset`](crate::Preset) for sets of them.
///
/// ```
/// use sakiyomi_search::{NullMove, Preset, SearchOptions};
/// let mut options: SearchOptions = Preset::Full.into();
/// options.null_move = Some(NullMove::fixed(3));
/// options.late_move_reductions = false;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The quiescence search at the leaves.
    pub quiescence: QuiescenceOptions,

    /// The transposition table.
    pub table: TableUse,
    /// Searches the first move with the open window and the others with an empty one (principal variation search,
    /// Marsland and Campbell 1982).
    pub principal_variation: bool,
    /// Searches a window round the last iteration's score first (aspiration windows).
    pub aspiration: bool,
    /// A node that cannot change which mate is shorter is not searched. No value at the root changes.
    pub mate_distance_pruning: bool,
    /// Looks for a mate in one at every node out of check (YaneuraOu).
    pub mate_in_one: bool,
    /// Nodes of a mate search (df-pn) at the root before everything else; its nodes count. `None` for none.
    pub root_mate_search: Option<u64>,

    /// Moves that cut elsewhere at the same ply are tried early (killer moves, Akl and Newborn 1977).
    pub killers: bool,
    /// Promotions are tried before killer moves (5五将棋 CPU).
    pub promotions_before_killers: bool,
    /// What cut last time after the same move is tried early (counter-moves, Uiterwijk 1992).
    pub counter_moves: bool,
    /// Quiet moves in the order of their past success (history heuristic, Schaeffer 1983).
    pub history: bool,
    /// The same after the moves one and two plies before.
    pub continuation_history: bool,
    /// The same for captures.
    pub capture_history: bool,
    /// Captures that lose by static exchange evaluation are tried last.
    pub bad_captures_last: bool,

    /// Null move pruning.
    pub null_move: Option<NullMove>,
    /// The table's score stands for the static value where its bound says that it is nearer the truth (Stockfish).
    pub table_value: bool,
    /// The static value is put right by what searches of positions like this one found (correction history,
    /// Stockfish).
    pub correction_history: bool,
    /// A capture that reaches well beyond beta in a much shallower search is believed (ProbCut, Buro 1995; in the form
    /// that Stockfish has).
    pub prob_cut: bool,
    /// Who stands far above beta near the leaves is believed (static null move, reverse futility).
    pub static_null_move: bool,
    /// Who stands far below alpha at the last plies gets only a quiescence search (razoring).
    pub razoring: bool,
    /// Late moves are searched less deep, and again if they prove better (late-move reductions).
    pub late_move_reductions: bool,
    /// The same at the root, a ply less.
    pub root_reductions: bool,
    /// Very late quiet moves near the leaves are not searched (late-move pruning).
    pub late_move_pruning: bool,
    /// Quiet moves near the leaves that cannot reach alpha are not searched (futility pruning, Heinz 1998).
    pub futility_pruning: bool,
    /// Moves near the leaves that lose much by static exchange evaluation are not searched.
    pub exchange_pruning: bool,
    /// One ply less where the table knows no move (internal iterative reduction).
    pub internal_reduction: bool,
    /// KFEnd's forward pruning.
    pub forward: Option<Forward>,

    /// One ply more in check.
    pub check_extension: CheckExtension,
    /// One ply more where there is a single evasion.
    pub one_reply_extension: bool,
    /// One ply more for a table move that is much better than all others (singular extension, Anantharaman and others
    /// 1988).
    pub singular_extension: bool,

    /// By which rule a side may win by entering king, at the root and in the tree; `None` if it may not.
    pub declaration: Option<DeclarationRule>,
    /// What a draw by repetition is worth less than 0 to the side that searches, in centipawns.
    pub contempt_cp: i32,
}

impl SearchOptions {
    /// Alpha-beta and the quiescence search, and nothing else.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            quiescence: QuiescenceOptions::default(),
            table: TableUse::Off,
            principal_variation: false,
            aspiration: false,
            mate_distance_pruning: false,
            mate_in_one: false,
            root_mate_search: None,
            killers: false,
            promotions_before_killers: false,
            counter_moves: false,
            history: false,
            continuation_history: false,
            capture_history: false,
            bad_captures_last: false,
            null_move: None,
            table_value: false,
            correction_history: false,
            prob_cut: false,
            static_null_move: false,
            razoring: false,
            late_move_reductions: false,
            root_reductions: false,
            late_move_pruning: false,
            futility_pruning: false,
            exchange_pruning: false,
            internal_reduction: false,
            forward: None,
            check_extension: CheckExtension::Off,
            one_reply_extension: false,
            singular_extension: false,
            declaration: Some(DeclarationRule::Points27),
            contempt_cp: 0,
        }
    }
}
