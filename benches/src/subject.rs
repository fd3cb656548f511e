//! What a rules library is asked to do, in the terms of no library in particular.

/// One rules library under measurement.
///
/// Each method does its work in the fastest way that the library's public API
/// allows: a ratio against a peer held wrongly flatters nobody. What a library does
/// not offer returns `None`; nothing is emulated, since the emulation would be ours.
pub trait RulesSubject {
    /// The library's position.
    type Position;
    /// The library's move.
    type Move: Copy;
    /// What the library naturally lists moves into, kept from call to call.
    type List: Default;

    /// The library's name and version.
    const NAME: &'static str;

    /// The text that [`parse`](Self::parse) takes for this SFEN, made ahead of
    /// timing; for libraries that want a keyword before it.
    fn text(sfen: &str) -> String {
        sfen.to_owned()
    }

    /// Reads a position from what [`text`](Self::text) made.
    fn parse(text: &str) -> Option<Self::Position>;

    /// Leaves of the tree of this depth, the last ply counted without making its moves.
    fn perft_bulk(position: &mut Self::Position, depth: u32) -> u64;

    /// Leaves of the tree of this depth, each one made and then looked at through a
    /// `black_box`, so that no making is optimised away.
    fn perft_full(position: &mut Self::Position, depth: u32) -> u64;

    /// Fills the list with all legal moves and gives their number.
    fn list(position: &Self::Position, list: &mut Self::List) -> usize;

    /// The number of legal moves, by the cheapest way to it.
    fn count(position: &Self::Position) -> usize;

    /// All legal moves, for use in the methods below; never timed.
    fn moves(position: &Self::Position) -> Vec<Self::Move>;

    /// Makes each move, reads the key and what check state the library keeps, and
    /// takes the move back (or drops the copy it was made on). A `black_box` sees the
    /// whole child, as its user would.
    ///
    /// Gives the exclusive or of what was read, which must be the same in every pass.
    fn make_unmake(position: &mut Self::Position, moves: &[Self::Move]) -> u64;

    /// How many of the moves give check, found without making them.
    fn gives_check(position: &Self::Position, moves: &[Self::Move]) -> Option<usize> {
        let _ = (position, moves);
        None
    }

    /// Whether the side to move is in check.
    fn in_check(position: &Self::Position) -> Option<bool> {
        let _ = position;
        None
    }
}
