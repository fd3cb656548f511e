//! Seeded positions for comparing the fast rules with the plain ones.
//!
//! [`random_play`] gives what games look like; [`random_built`] gives what games seldom reach, with
//! the rare cases made common. How common is measured by `random_positions_are_rich` in
//! `naive_oracle.rs`.

use super::{
    NaiveColor, NaiveKind, NaiveMove, NaivePiece, NaivePosition, NaiveSquare, NaiveVariant,
};

/// The moves of one game of random legal moves from the start position. It ends early when there is
/// no legal move.
///
/// With moves drawn evenly from all, the two sides would hardly ever meet; so one time in three the
/// move is drawn from the captures, and one time in six each from the checks and the drops, if there
/// are any. In 9x9 games of 200 plies about 13 % of the positions are then in check, 5 % have a pin
/// and 0.3 % an illegal pawn-drop mate, and a third of the moves each are captures and drops.
pub(crate) fn random_game(variant: NaiveVariant, seed: u64, plies: usize) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = NaivePosition::start(variant);
    let mut played = Vec::new();
    while played.len() < plies {
        let preferred = match rng.u32(0..6) {
            0 | 1 => position.captures(),
            2 => position.legal_moves_where(|class| class.check),
            3 => position.legal_moves_where(|class| class.drop),
            _ => Vec::new(),
        };
        let choice = if preferred.is_empty() { position.legal_moves() } else { preferred };
        let Some(text) = rng.choice(choice) else { break };
        position = position.play(&text);
        played.push(text);
    }
    played
}

/// All positions of such a game, the start position first.
pub(crate) fn random_play(variant: NaiveVariant, seed: u64, plies: usize) -> Vec<NaivePosition> {
    let mut positions = vec![NaivePosition::start(variant)];
    for text in random_game(variant, seed, plies) {
        let next = positions[positions.len() - 1].play(&text);
        positions.push(next);
    }
    positions
}

/// The SFEN of a position built at random that is lawful to hold: two kings (one time in ten the
/// side to move has none, as in mate problems), the side not to move not in check, no nifu, no dead
/// pieces, no more men than the set holds. It need not be reachable from the start position; in
/// particular more than two pieces may give check.
///
/// Few men stand near the edge kings, sliders aim at them and pawns are in hand. Of 4,000 positions
/// of each board, in per cent:
///
/// |                                                |  9x9 |  5x5 |
/// | ---------------------------------------------- | ---: | ---: |
/// | the side to move in check                      | 40.0 | 42.5 |
/// | by two pieces or more                          | 11.3 | 12.5 |
/// | a piece of the side to move pinned             | 33.5 | 24.0 |
/// | a piece of the other side pinned               | 35.1 | 28.5 |
/// | a pawn drop that gives check, legal or not     | 30.8 | 25.6 |
/// | an illegal pawn-drop mate (uchifuzume)         |  3.8 |  4.9 |
/// | no legal move, in check                        |  2.6 |  4.4 |
/// | no legal move, not in check                    |  0.0 |  0.5 |
/// | no king of the side to move                    | 11.1 | 11.7 |
pub(crate) fn random_built(variant: NaiveVariant, rng: &mut fastrand::Rng) -> String {
    // Uchifuzume needs so many things at once that no even draw meets it often enough: now and then
    // positions are drawn until there is one. The bound keeps the time in check.
    let mut tries = if rng.u32(0..8) == 0 { 100 } else { 1 };
    let hunted = tries > 1;
    loop {
        let Some(position) = Builder::new(variant, rng).build(hunted) else { continue };
        tries -= 1;
        // The cheap question first: most of the tries end there.
        let found = || pawn_can_check(&position) && !position.uchifuzume_drops().is_empty();
        if tries == 0 || found() {
            return position.to_sfen();
        }
    }
}

/// Whether the side to move can drop a pawn right before the enemy king, pins left aside.
fn pawn_can_check(position: &NaivePosition) -> bool {
    let mover = position.side;
    let Some(king) = position.king(mover.other()) else { return false };
    let before = king.plus(if mover == NaiveColor::Black { (0, 1) } else { (0, -1) });
    position.obeys_piece_rules(NaiveMove::Drop { kind: NaiveKind::Pawn, to: before })
}

const AROUND: [(i8, i8); 8] =
    [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];

struct Builder<'a> {
    position: NaivePosition,
    /// What is left of the set, by kind.
    left: [u8; 8],
    rng: &'a mut fastrand::Rng,
}

impl<'a> Builder<'a> {
    fn new(variant: NaiveVariant, rng: &'a mut fastrand::Rng) -> Self {
        let side = if rng.bool() { NaiveColor::Black } else { NaiveColor::White };
        let mut left = [0; 8];
        for &kind in variant.hand_kinds() {
            left[kind as usize] = variant.set_count(kind);
        }
        Builder { position: NaivePosition::empty(variant, side), left, rng }
    }

    /// Draws the position, or nothing if the side not to move came out in check. A `hunted` king has
    /// more men round it.
    fn build(mut self, hunted: bool) -> Option<NaivePosition> {
        let mover = self.position.side;
        let defender = mover.other();

        self.place_king(defender);
        if self.rng.u32(0..10) > 0 {
            self.place_king(mover);
        }

        // Sliders on lines to the kings first, while the lines are free: they make the pins.
        for _ in 0..self.rng.u32(0..4) {
            self.aim_slider_at(mover);
        }
        for _ in 0..self.rng.u32(0..4) {
            self.aim_slider_at(defender);
        }

        // Own and enemy men right round the defender's king narrow its flights, and a few by the
        // mover's king give contact checks.
        let crowd = if hunted { self.rng.u32(4..10) } else { self.rng.u32(0..6) };
        for _ in 0..crowd {
            let color = if self.rng.u32(0..5) < 3 { defender } else { mover };
            self.place_near_king(defender, color);
        }
        for _ in 0..self.rng.u32(0..4) {
            let color = if self.rng.u32(0..3) == 0 { defender } else { mover };
            self.place_near_king(mover, color);
        }

        // Some men anywhere, mostly few.
        let most = if self.position.variant == NaiveVariant::Shogi { 12 } else { 3 };
        let most = if self.rng.u32(0..8) == 0 { 3 * most } else { most };
        for _ in 0..self.rng.u32(0..=most) {
            let square = self.any_square();
            let color = if self.rng.bool() { mover } else { defender };
            self.place_any(square, color);
        }

        self.fill_hands();
        (!self.position.opponent_in_check()).then_some(self.position)
    }

    fn any_square(&mut self) -> NaiveSquare {
        let size = self.position.variant.size();
        NaiveSquare { file: self.rng.i8(1..=size), rank: self.rng.i8(1..=size) }
    }

    /// Puts a king on the board, four times in five within a step of the edge it fled to.
    fn place_king(&mut self, color: NaiveColor) {
        let size = self.position.variant.size();
        loop {
            let mut square = self.any_square();
            let edge = if self.rng.u32(0..4) > 0 { 1 } else { 2 };
            match self.rng.u32(0..10) {
                0..=3 => square.rank = edge,
                4..=5 => square.rank = size + 1 - edge,
                6 => square.file = edge,
                7 => square.file = size + 1 - edge,
                _ => {}
            }
            // Black's king is as often at home below as White's above.
            if color == NaiveColor::Black {
                square.rank = size + 1 - square.rank;
            }
            if self.position.piece_at(square).is_none() {
                let king = NaivePiece { color, kind: NaiveKind::King, promoted: false };
                self.position.set(square, Some(king));
                return;
            }
        }
    }

    /// Puts a piece on an empty square if the set has one left and the rules let it stand there.
    fn place(&mut self, square: NaiveSquare, piece: NaivePiece) -> bool {
        let nifu = piece.kind == NaiveKind::Pawn
            && !piece.promoted
            && self.position.has_pawn_on_file(piece.color, square.file);
        let possible = self.position.variant.contains(square)
            && self.left[piece.kind as usize] > 0
            && self.position.piece_at(square).is_none()
            && !self.position.is_dead(piece, square)
            && !nifu;
        if possible {
            self.left[piece.kind as usize] -= 1;
            self.position.set(square, Some(piece));
        }
        possible
    }

    fn place_any(&mut self, square: NaiveSquare, color: NaiveColor) -> bool {
        let kinds = self.position.variant.hand_kinds();
        let kind = kinds[self.rng.usize(0..kinds.len())];
        let promoted = kind != NaiveKind::Gold && self.rng.u32(0..3) == 0;
        self.place(square, NaivePiece { color, kind, promoted })
    }

    fn place_near_king(&mut self, king_color: NaiveColor, color: NaiveColor) {
        let Some(king) = self.position.king(king_color) else { return };
        let reach = if king_color == color || self.rng.bool() { 1 } else { 2 };
        let step = (self.rng.i8(-reach..=reach), self.rng.i8(-reach..=reach));
        let square = king.plus(step);
        if self.position.variant.contains(square) {
            self.place_any(square, color);
        }
    }

    /// Puts an enemy slider on a line to the king, most often with one man between.
    fn aim_slider_at(&mut self, king_color: NaiveColor) {
        let Some(king) = self.position.king(king_color) else { return };
        let enemy = king_color.other();
        let direction = AROUND[self.rng.usize(0..AROUND.len())];
        let mut line = Vec::new();
        let mut square = king.plus(direction);
        while self.position.variant.contains(square) && self.position.piece_at(square).is_none() {
            line.push(square);
            square = square.plus(direction);
        }
        if line.is_empty() {
            return;
        }
        let straight = direction.0 == 0 || direction.1 == 0;
        let forward = if enemy == NaiveColor::Black { (0, 1) } else { (0, -1) };
        let lance = direction == forward && self.rng.u32(0..3) > 0;
        let kind = match (lance, straight) {
            (true, _) => NaiveKind::Lance,
            (false, true) => NaiveKind::Rook,
            (false, false) => NaiveKind::Bishop,
        };
        let promoted = kind != NaiveKind::Lance && self.rng.u32(0..3) == 0;
        // Not next to the king, where it can be helped: there it could only be taken.
        let far = if line.len() > 1 { self.rng.usize(1..line.len()) } else { 0 };
        if !self.place(line[far], NaivePiece { color: enemy, kind, promoted }) || far == 0 {
            return;
        }
        // The man between is the king's own (a pin) or the slider's (a discovered check to come);
        // without one it is a check.
        let between = line[self.rng.usize(0..far)];
        let color = match self.rng.u32(0..8) {
            0..=4 => king_color,
            5..=6 => enemy,
            _ => return,
        };
        // A few draws, since many a piece may not stand there.
        for _ in 0..4 {
            if self.place_any(between, color) {
                return;
            }
        }
    }

    /// Puts some of the men that are left into the hands, a pawn for the side to move first.
    fn fill_hands(&mut self) {
        let mover = self.position.side;
        if self.rng.u32(0..5) > 0 {
            self.put_in_hand(mover, NaiveKind::Pawn);
        }
        // Mostly little; now and then all that is left.
        let kinds = self.position.variant.hand_kinds();
        let odds = [0, 1, 1, 2, 10][self.rng.usize(0..5)];
        for &kind in kinds {
            for _ in 0..self.left[kind as usize] {
                if self.rng.u32(0..10) < odds {
                    let color = if self.rng.bool() { mover } else { mover.other() };
                    self.put_in_hand(color, kind);
                }
            }
        }
    }

    fn put_in_hand(&mut self, color: NaiveColor, kind: NaiveKind) {
        if self.left[kind as usize] > 0 {
            self.left[kind as usize] -= 1;
            *self.position.hand_mut(color, kind) += 1;
        }
    }
}
