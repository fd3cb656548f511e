//! The whole list of legal moves, and nothing else, on every line of `legality9.tsv` and `legality5.tsv`. (The plain
//! model is held to the same lines in `naive_oracle.rs`, without this crate.)

use std::collections::BTreeSet;

use sakiyomi_rules::{Minishogi, Move, MoveList, Position, Shogi, Stage, Variant};

fn moves<V: Variant>(field: &str, separator: char) -> BTreeSet<Move<V>> {
    let texts = field.split(separator).filter(|&text| text != "-" && !text.is_empty());
    texts.map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

fn check<V: Variant>(file: &str, text: &str, expected_lines: usize) {
    let writable: Vec<Move<V>> = Move::writable().collect();
    let mut checked = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[id, theme, sfen, in_check, count, legal, illegal, all, ..] = &fields[..] else {
            panic!("{file}:{}: too few fields", number + 1)
        };
        let position: Position<V> = sfen.parse().unwrap();
        let place = format!("{file}:{}: {id} {theme}\n{}", number + 1, position.to_letters());
        let all = moves::<V>(all, ' ');

        assert_eq!(position.to_sfen(), sfen, "{place}");
        assert_eq!(position.in_check(), in_check == "1", "{place}");
        let list = position.legal_moves();
        assert_eq!(list.iter().copied().collect::<BTreeSet<_>>(), all, "{place}");
        assert_eq!(Ok(list.len()), count.parse(), "a move twice? {place}");
        assert_eq!(position.count_legal(), list.len(), "{place}");
        let mut staged = MoveList::new();
        for stage in [Stage::Captures, Stage::Quiets, Stage::Drops] {
            position.append_moves(stage, &mut staged);
        }
        assert_eq!(staged.len(), list.len(), "{place}");
        assert_eq!(staged.iter().copied().collect::<BTreeSet<_>>(), all, "{place}");
        for &mv in &writable {
            assert_eq!(position.is_legal(mv), all.contains(&mv), "{mv} {place}");
        }
        // The examples that the line is about.
        assert!(moves(legal, ',').is_subset(&all), "{place}");
        assert!(moves(illegal, ',').is_disjoint(&all), "{place}");
        checked += 1;
    }
    assert_eq!(checked, expected_lines);
}

#[test]
fn shogi_lists_are_complete() {
    check::<Shogi>("legality9.tsv", include_str!("data/legality9.tsv"), 107);
}

#[test]
fn minishogi_lists_are_complete() {
    check::<Minishogi>("legality5.tsv", include_str!("data/legality5.tsv"), 58);
}
