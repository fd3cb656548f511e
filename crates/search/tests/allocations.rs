//! A search takes all its memory before it begins: a long one takes no more than a short one.

use allocation_counter::{AllocationInfo, measure};
use sakiyomi_eval::Linear;
use sakiyomi_rules::{Game, Minishogi, Shogi, Variant};
use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};

/// What a search of so many nodes takes, and whether it came to as many.
fn taken<V: Variant>(preset: Preset, game: &Game<V>, nodes: u64) -> (AllocationInfo, bool)
where
    Linear<V>: sakiyomi_eval::Evaluator<V>,
{
    let mut searcher = Searcher::new(Linear::<V>::default(), preset.into(), 1 << 22);
    let limits = Limits::new().nodes(nodes);
    let stop = StopFlag::new();
    let mut is_long = false;
    let taken = measure(|| is_long = searcher.search(game, &limits, &stop, &mut ()).nodes >= nodes);
    (taken, is_long)
}

fn check<V: Variant>(plies: usize)
where
    Linear<V>: sakiyomi_eval::Evaluator<V>,
{
    let random = &mut fastrand::Rng::with_seed(8);
    let mut compared = 0;
    for _ in 0..4 {
        let mut game = Game::<V>::new();
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if game.play(moves[random.usize(0..moves.len())]).is_err() {
                break;
            }
        }
        for preset in Preset::ALL {
            let (short, _) = taken(preset, &game, 100);
            let (long, is_long) = taken(preset, &game, 150_000);
            // A game that is decided ends the search before it gets long.
            if is_long {
                compared += 1;
                let position = game.position();
                assert_eq!(long.count_total, short.count_total, "{preset:?}\n{position:?}");
            }
        }
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn a_search_takes_no_memory_after_it_began() {
    check::<Shogi>(20);
    check::<Minishogi>(8);
}
