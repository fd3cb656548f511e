//! Legal moves: as a list, as a count, to a visitor, in stages.
//!
//! One generator serves them all. It works out *sets* of targets (one for each man on the board, one for all pawns, one
//! for each kind in hand) and gives them to a [`MoveSink`]; a list writes them out, a count adds up their sizes, a
//! visitor sees move by move and may stop. What a stage leaves out is masked away before anything is written
//! ([`Scope`]), so a stage costs what it yields.
//!
//! Every set is legal as it is given: pins, checks, promotion, nifu, dead ends and pawn-drop mate are settled before.

use core::ops::ControlFlow;

use crate::position::{BlackToMove, Side, WhiteToMove};
use crate::variant::attacks;
use crate::{Bits, Color, Kind, Move, MoveList, Position, Square, Variant};

mod checks;
mod drops;
mod sinks;

pub use checks::CheckSquares;
use checks::ChecksOnly;
pub use sinks::MoveSink;
use sinks::{Count, Exists, Visit, Writer};

/// Which of the legal moves are wanted.
///
/// [`Captures`](Self::Captures), [`Quiets`](Self::Quiets) and [`Drops`](Self::Drops) together give each legal move
/// exactly once, in check too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage<V: Variant> {
    /// Every legal move, lawful non-promotions included.
    All,
    /// Captures, and promotions of pawns that take nothing (Kotani and Iida 1995, as KFEnd uses them).
    Captures,
    /// Moves on the board that are not among the captures.
    Quiets,
    /// Drops.
    Drops,
    /// Captures and other moves on the board to one square: recaptures, if the last move went there.
    To(Square<V>),
    /// Every legal move if the side to move is in check, and nothing otherwise.
    Evasions,
    /// Every legal move that gives check.
    Checks,
}

/// Where each sort of man may go: the sets that tell one stage from another.
#[derive(Clone, Copy, Debug)]
struct Scope<B> {
    /// Targets of all men but pawns.
    men: B,
    /// Targets of pawns that do not promote.
    pawns: B,
    /// Targets of pawns that promote.
    pawn_promotions: B,
    /// Targets of drops.
    drops: B,
}

impl<V: Variant> Position<V> {
    #[inline(always)]
    fn scope(&self, stage: Stage<V>) -> Scope<V::Bits> {
        let us = self.by_color(self.side_to_move().index());
        let them = self.by_color((!self.side_to_move()).index());
        let not_ours = V::Bits::FULL.without(us);
        let free = not_ours.without(them);
        let none = V::Bits::EMPTY;
        let to_all = |set, drops| Scope { men: set, pawns: set, pawn_promotions: set, drops };
        match stage {
            Stage::All => to_all(not_ours, free),
            Stage::Captures => {
                Scope { men: them, pawns: them, pawn_promotions: not_ours, drops: none }
            }
            Stage::Quiets => Scope { men: free, pawns: free, pawn_promotions: none, drops: none },
            Stage::Drops => to_all(none, free),
            Stage::To(square) => to_all(V::Bits::bit(square.index()).without(us), none),
            Stage::Evasions if !self.in_check() => to_all(none, none),
            Stage::Evasions | Stage::Checks => to_all(not_ours, free),
        }
    }

    /// Gives the legal moves of a stage, as sets, to a sink.
    #[inline]
    pub fn generate_into(&self, stage: Stage<V>, sink: &mut impl MoveSink<V>) -> ControlFlow<()> {
        if stage == Stage::Checks {
            return self.generate_checks(sink);
        }
        let scope = self.scope(stage);
        match self.side_to_move() {
            Color::Black => self.generate::<BlackToMove>(scope, sink),
            Color::White => self.generate::<WhiteToMove>(scope, sink),
        }
    }

    /// Kept out of line, so that stages known when compiling do not carry it along.
    #[inline(never)]
    fn generate_checks(&self, sink: &mut impl MoveSink<V>) -> ControlFlow<()> {
        let mut checks_only = ChecksOnly { position: self, checks: self.check_squares(), sink };
        let scope = self.scope(Stage::Checks);
        match self.side_to_move() {
            Color::Black => self.generate::<BlackToMove>(scope, &mut checks_only),
            Color::White => self.generate::<WhiteToMove>(scope, &mut checks_only),
        }
    }

    /// Every legal move. Their order is fixed, but means nothing.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList<V> {
        let mut list = MoveList::new();
        self.append_moves(Stage::All, &mut list);
        list
    }

    /// The legal moves of a stage, appended to a list.
    ///
    /// # Panics
    /// If the list then had more moves than it holds: see [`MoveList::push`]. A list that begins empty never does, with
    /// each stage of one position appended once.
    #[inline]
    pub fn append_moves(&self, stage: Stage<V>, list: &mut MoveList<V>) {
        let mut writer = Writer::new(list);
        let _ = self.generate_into(stage, &mut writer);
        writer.finish();
    }

    /// How many legal moves there are, without writing them down.
    #[inline]
    #[must_use]
    pub fn count_legal(&self) -> usize {
        self.count_moves(Stage::All)
    }

    /// How many legal moves a stage has, without writing them down.
    #[inline]
    #[must_use]
    pub fn count_moves(&self, stage: Stage<V>) -> usize {
        let mut count = Count(0);
        let _ = self.generate_into(stage, &mut count);
        count.0 as usize
    }

    /// Whether there is a legal move at all; stops at the first.
    #[inline]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.generate_into(Stage::All, &mut Exists).is_break()
    }

    /// Whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Calls `visit` with each legal move of a stage until it breaks; gives what it broke with.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use sakiyomi_rules::{Position, Shogi, Stage};
    /// let start = Position::<Shogi>::start();
    /// let rook_move = start.visit_moves(Stage::Quiets, |mv| {
    ///     if mv.from() == "2h".parse().ok() { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(rook_move.is_some());
    /// ```
    pub fn visit_moves<T>(
        &self,
        stage: Stage<V>,
        visit: impl FnMut(Move<V>) -> ControlFlow<T>,
    ) -> Option<T> {
        let mut sink = Visit { visit, broke_with: None };
        let _ = self.generate_into(stage, &mut sink);
        sink.broke_with
    }

    #[inline(always)]
    fn generate<S: Side>(
        &self,
        scope: Scope<V::Bits>,
        sink: &mut impl MoveSink<V>,
    ) -> ControlFlow<()> {
        let checkers = self.checkers().0;
        let king = self.king_index(S::US);
        if let Some(king) = king {
            self.king_moves::<S>(king, scope.men, sink)?;
        }
        if checkers.is_empty() {
            self.board_moves::<S>(scope, king, sink)?;
            self.drops::<S>(scope.drops, sink)
        } else if checkers.has_several() {
            ControlFlow::Continue(())
        } else {
            // One checker: it has to be taken or shut out.
            let (Some(king), Some(checker)) = (king, checkers.lowest()) else {
                return ControlFlow::Continue(());
            };
            let between = V::between(king, checker);
            let saving = between | checkers;
            let scope = Scope {
                men: scope.men & saving,
                pawns: scope.pawns & saving,
                pawn_promotions: scope.pawn_promotions & saving,
                drops: scope.drops & between,
            };
            self.board_moves::<S>(scope, Some(king), sink)?;
            self.drops::<S>(scope.drops, sink)
        }
    }

    #[inline(always)]
    fn king_moves<S: Side>(
        &self,
        king: usize,
        targets: V::Bits,
        sink: &mut impl MoveSink<V>,
    ) -> ControlFlow<()> {
        let targets = V::steps(S::US, Kind::King.index(), king) & targets;
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let safe = targets.without(self.danger::<S>(king, targets));
        sink.man(Square::from_index_unchecked(king), safe, V::Bits::EMPTY)
    }

    /// The squares among `targets`, neighbours of the king, that the enemy attacks once the king has left.
    #[inline(always)]
    fn danger<S: Side>(&self, king: usize, targets: V::Bits) -> V::Bits {
        let mut danger = V::Bits::EMPTY;
        let occupied = self.all().without(V::Bits::bit(king));
        targets.for_each(|to| {
            if self.is_attacked_index(to, S::THEM, occupied) {
                danger |= V::Bits::bit(to);
            }
        });
        danger
    }

    /// Everything on the board but the king.
    #[inline(always)]
    fn board_moves<S: Side>(
        &self,
        scope: Scope<V::Bits>,
        king: Option<usize>,
        sink: &mut impl MoveSink<V>,
    ) -> ControlFlow<()> {
        let ours = self.by_color(S::US);
        let pinned = self.pinned().0;
        let free = ours.without(pinned);
        let zone = V::zone(S::US);
        let occupied = self.all();
        let men = |kind: Kind| self.men_of_kind(kind) & free;
        let one = V::far_ranks(S::US, 1);

        let pawns = men(Kind::Pawn);
        let targets = if S::US == 0 { pawns.up() } else { pawns.down() };
        sink.pawns(
            (targets & scope.pawns).without(one),
            targets & scope.pawn_promotions & zone,
            S::US == 0,
        )?;

        if V::HAS_LANCES_AND_KNIGHTS {
            let mut lances = men(Kind::Lance);
            while let Some(from) = lances.pop() {
                let to = V::lance_slides(S::US, from, occupied) & scope.men;
                sink.man(Square::from_index_unchecked(from), to.without(one), to & zone)?;
            }
            let two = V::far_ranks(S::US, 2);
            let mut knights = men(Kind::Knight);
            while let Some(from) = knights.pop() {
                let to = V::steps(S::US, Kind::Knight.index(), from) & scope.men;
                sink.man(Square::from_index_unchecked(from), to.without(two), to & zone)?;
            }
        }

        let mut silvers = men(Kind::Silver);
        while let Some(from) = silvers.pop() {
            let to = V::steps(S::US, Kind::Silver.index(), from) & scope.men;
            let promote = if zone.has(from) { to } else { to & zone };
            sink.man(Square::from_index_unchecked(from), to, promote)?;
        }

        let mut golds = self.golds() & free;
        while let Some(from) = golds.pop() {
            let to = V::steps(S::US, Kind::Gold.index(), from) & scope.men;
            sink.man(Square::from_index_unchecked(from), to, V::Bits::EMPTY)?;
        }

        let mut bishops = self.bishop_like() & free;
        while let Some(from) = bishops.pop() {
            let slides = V::bishop_slides(from, occupied);
            self.slider_moves::<S>(Kind::Horse, from, slides, scope.men, sink)?;
        }
        let mut rooks = self.rook_like() & free;
        while let Some(from) = rooks.pop() {
            let slides = V::rook_slides(from, occupied);
            self.slider_moves::<S>(Kind::Dragon, from, slides, scope.men, sink)?;
        }

        let (Some(king), false) = (king, pinned.is_empty()) else {
            return ControlFlow::Continue(());
        };
        self.pinned_moves::<S>(scope, king, pinned, sink)
    }

    /// A bishop or rook, or the promoted one, which adds its steps.
    #[inline(always)]
    fn slider_moves<S: Side>(
        &self,
        promoted: Kind,
        from: usize,
        slides: V::Bits,
        targets: V::Bits,
        sink: &mut impl MoveSink<V>,
    ) -> ControlFlow<()> {
        let square = Square::from_index_unchecked(from);
        if self.men_of_kind(promoted).has(from) {
            let to = (slides | V::steps(S::US, promoted.index(), from)) & targets;
            sink.man(square, to, V::Bits::EMPTY)
        } else {
            let to = slides & targets;
            let zone = V::zone(S::US);
            sink.man(square, to, if zone.has(from) { to } else { to & zone })
        }
    }

    /// Pinned men may move along the line to their king. Rare enough to treat every kind alike.
    fn pinned_moves<S: Side>(
        &self,
        scope: Scope<V::Bits>,
        king: usize,
        mut pinned: V::Bits,
        sink: &mut impl MoveSink<V>,
    ) -> ControlFlow<()> {
        let zone = V::zone(S::US);
        while let Some(from) = pinned.pop() {
            let kind = self.code(from).kind_index();
            let line = V::line_through(king, from);
            let to = attacks::<V>(S::US, kind, from, self.all()) & line;
            let is_pawn = kind == Kind::Pawn.index();
            let (stay, promote) =
                if is_pawn { (scope.pawns, scope.pawn_promotions) } else { (scope.men, scope.men) };
            let can_promote = kind < 6;
            let in_zone = if zone.has(from) { V::Bits::FULL } else { zone };
            let promotions = if can_promote { to & promote & in_zone } else { V::Bits::EMPTY };
            sink.man(
                Square::from_index_unchecked(from),
                (to & stay).without(dead_end::<V>(S::US, kind)),
                promotions,
            )?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    pub(crate) fn men_of_kind(&self, kind: Kind) -> V::Bits {
        self.pieces_of_kind(kind).0
    }
}

/// Squares from which an unpromoted man of this kind could never move again (行き所のない駒).
#[inline(always)]
pub(crate) fn dead_end<V: Variant>(color: usize, kind: usize) -> V::Bits {
    const PAWN: usize = Kind::Pawn as usize;
    const LANCE: usize = Kind::Lance as usize;
    const KNIGHT: usize = Kind::Knight as usize;
    match kind {
        PAWN | LANCE => V::far_ranks(color, 1),
        KNIGHT => V::far_ranks(color, 2),
        _ => V::Bits::EMPTY,
    }
}

/// Number of leaves of the tree of legal moves `depth` plies deep. The last ply is counted without being played.
///
/// ```
/// use sakiyomi_rules::{perft, Minishogi, Position};
/// assert_eq!(perft(&mut Position::<Minishogi>::start(), 3), 2512);
/// ```
pub fn perft<V: Variant>(position: &mut Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => position.legal_moves().iter().fold(0, |nodes, &mv| {
            let undo = position.make(mv);
            let below = perft(position, depth - 1);
            position.unmake(undo);
            nodes + below
        }),
    }
}

/// As [`perft`], but every leaf is played, with keys, checkers and pins. What a search would pay.
pub fn perft_full<V: Variant>(position: &mut Position<V>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().iter().fold(0, |nodes, &mv| {
        let undo = position.make(mv);
        let below = perft_full(position, depth - 1);
        position.unmake(undo);
        nodes + below
    })
}
