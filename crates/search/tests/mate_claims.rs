//! A score that says mate is a proof, whatever the preset leaves out elsewhere.

use crate::common::{random_positions, rows};
use sakiyomi_eval::Linear;
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{
    Limits, MateOutcome, MateSearcher, Preset, SearchOptions, Searcher, StopFlag, TableUse,
    Technique,
};

/// Judges claims by searches that leave nothing out.
struct Judge<V: Variant> {
    mates: MateSearcher,
    exact: Searcher<V, Linear<V>>,
}

impl<V: Variant> Judge<V> {
    fn new() -> Self {
        let mut options = SearchOptions::plain();
        options.table = TableUse::Full;
        for technique in [
            Technique::PrincipalVariation,
            Technique::MateDistance,
            Technique::MateInOne,
            Technique::Killers,
            Technique::History,
            Technique::BadCapturesLast,
        ] {
            options = options.with(technique, true);
        }
        let exact = Searcher::new(Linear::default(), options, 16 << 20);
        Self { mates: MateSearcher::new(4 << 20), exact }
    }

    fn mates_by_checks(&mut self, position: &Position<V>) -> bool {
        let limits = Limits::new().nodes(20_000);
        let result = self.mates.search(position, &limits, &StopFlag::new());
        matches!(result.outcome, MateOutcome::Mate { .. })
    }

    /// Whether the side to move mates (or is mated, where `plies` is negative); `None` where it takes too long to tell.
    fn confirms(&mut self, position: &Position<V>, plies: i32) -> Option<bool> {
        let by_checks = if plies > 0 {
            self.mates_by_checks(position)
        } else {
            position.legal_moves().iter().all(|&mv| {
                let mut after = position.clone();
                after.make(mv);
                self.mates_by_checks(&after)
            })
        };
        if by_checks {
            return Some(true);
        }
        self.exact.clear();
        // One ply more, to see that there is no move where there is no check either.
        let depth = plies.unsigned_abs() + 1;
        let limits = Limits::depth(depth).nodes(300_000);
        let result = self.exact.search(position, &limits, &StopFlag::new(), &mut ());
        let distance = result.score.mate_distance();
        let agrees = distance.is_some_and(|found| (found > 0) == (plies > 0));
        (agrees || result.depth == depth).then_some(agrees)
    }
}

fn claims_hold<V: Variant>(
    preset: Preset,
    threads: usize,
    depths: &[u32],
    positions: &[Position<V>],
) {
    let mut judge = Judge::new();
    let mut searcher = Searcher::<V, _>::new(Linear::default(), preset.options(), 4 << 20);
    searcher.set_threads(threads);
    let (mut claims, mut open) = (0, 0);
    for (index, position) in positions.iter().enumerate() {
        searcher.clear();
        let limits = Limits::depth(depths[index % depths.len()]).nodes(60_000);
        let result = searcher.search(position, &limits, &StopFlag::new(), &mut ());
        let Some(plies) = result.score.mate_distance() else { continue };
        claims += 1;
        match judge.confirms(position, plies) {
            Some(holds) => assert!(holds, "{preset:?}: {plies} plies in\n{position:?}"),
            None => open += 1,
        }
    }
    println!("{preset:?} {}: {claims} claims, {open} not decided", V::NAME);
    assert!(claims > 0 && open * 10 <= claims);
}

/// Positions near a decision: random play in which men are taken whenever they can be.
fn wild_positions<V: Variant>(seed: u64, count: usize) -> Vec<Position<V>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    for start in random_positions::<V>(seed, count, 60) {
        let mut position = start.clone();
        for _ in 0..20 {
            let moves = position.legal_moves();
            let takes: Vec<_> =
                moves.iter().copied().filter(|mv| position.kind_at(mv.to()).is_some()).collect();
            let from = if takes.is_empty() { &moves[..] } else { &takes[..] };
            let mut after = position.clone();
            after.make(from[random.usize(0..from.len())]);
            if !after.has_legal_move() {
                break;
            }
            position = after;
        }
        positions.push(position);
    }
    positions
}

fn data<V: Variant>(text: &str, column: usize) -> impl Iterator<Item = Position<V>> + '_ {
    rows(text).map(move |row| row[column].parse().unwrap())
}

#[test]
fn on_the_small_board_every_mate_is_one() {
    let mut positions = wild_positions::<Minishogi>(31, 150);
    positions.extend(data(include_str!("data/nomates5.tsv"), 1));
    positions.extend(data(include_str!("data/tactics5.tsv"), 2));
    for preset in Preset::ALL {
        claims_hold(preset, 1, &[3, 4, 5], &positions);
    }
    claims_hold(Preset::Full, 2, &[5, 7, 9], &positions);
}

#[test]
fn on_the_large_board_every_mate_is_one() {
    let mut positions = wild_positions::<Shogi>(32, 30);
    positions.extend(data(include_str!("data/nomates9.tsv"), 1));
    positions.extend(data(include_str!("data/tactics9.tsv"), 2));
    // Mates, and what is left of them after a move.
    let mut random = fastrand::Rng::with_seed(33);
    for mut position in data::<Shogi>(include_str!("data/mates9.tsv"), 2).step_by(3) {
        let moves = position.legal_moves();
        let mv = moves[random.usize(0..moves.len())];
        positions.push(position.clone());
        position.make(mv);
        if position.has_legal_move() {
            positions.push(position);
        }
    }
    for preset in Preset::ALL {
        claims_hold(preset, 1, &[3, 4], &positions);
    }
    claims_hold(Preset::Full, 2, &[5, 7], &positions);
}
