//! Counts of move trees against `perft9.tsv` and `perft5.tsv`.

use sakiyomi_rules::{Minishogi, Position, Shogi, Variant, perft, perft_full};

/// Nodes that one case may cost here; what is deeper runs in the ignored tests.
const QUICK: u64 = 20_000_000;

fn check<V: Variant>(file: &str, text: &str, quick: bool) {
    let mut checked = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let mut fields = line.split('\t').skip(1);
        let (theme, sfen, counts) = (fields.next().unwrap(), fields.next().unwrap(), fields.next());
        let mut position: Position<V> = sfen.parse().unwrap();
        for entry in counts.unwrap().split(' ') {
            let (depth, nodes) = entry.split_once(':').unwrap();
            let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
            if (nodes <= QUICK) != quick {
                continue;
            }
            let before = position.clone();
            assert_eq!(
                perft(&mut position, depth),
                nodes,
                "{file}:{}: {theme}: {sfen} depth {depth}",
                number + 1
            );
            if nodes < 1_000_000 {
                assert_eq!(perft_full(&mut position, depth), nodes, "{file}:{}", number + 1);
            }
            assert_eq!(position, before);
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn shogi_trees_have_the_known_size() {
    check::<Shogi>("perft9.tsv", include_str!("data/perft9.tsv"), true);
}

#[test]
fn minishogi_trees_have_the_known_size() {
    check::<Minishogi>("perft5.tsv", include_str!("data/perft5.tsv"), true);
}

#[test]
#[ignore = "half a billion nodes"]
fn deep_shogi_trees_have_the_known_size() {
    check::<Shogi>("perft9.tsv", include_str!("data/perft9.tsv"), false);
}

/// The first depth of minishogi's start position at which pawn-drop mates turn up: 81 of them are no moves.
#[test]
#[ignore = "a hundred million nodes"]
fn minishogi_start_depth_7() {
    assert_eq!(perft(&mut Position::<Minishogi>::start(), 7), 132_680_617);
}
