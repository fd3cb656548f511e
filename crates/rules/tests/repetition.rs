//! Rulings on repetition against `repetition9.tsv` and `repetition5.tsv`.

use sakiyomi_rules::{History, Minishogi, Position, Repetition, Shogi, Variant};

fn check<V: Variant>(file: &str, text: &str) {
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, theme, start, ruling, ply, moves, last, ..] = fields[..] else { panic!("{line}") };
        let mut position: Position<V> = start.parse().unwrap();
        let mut history = History::new(&position);
        let mut found = None;
        for (ply, mv) in moves.split(' ').enumerate() {
            position.play(mv.parse().unwrap()).unwrap();
            history.push(&position);
            found = found.or(history.ruling(&position).map(|ruling| (ply + 1, ruling)));
        }
        assert_eq!(position.to_sfen(), last, "{file}:{}", number + 1);
        let described = match found.map(|(_, ruling)| ruling) {
            None => "none".to_string(),
            Some(Repetition::Draw) => "draw".to_string(),
            Some(other) => format!("{}_loses", other.loser().unwrap()),
        };
        assert_eq!(described, ruling, "{file}:{}: {theme}", number + 1);
        let at = found.map_or("-1".to_string(), |(ply, _)| ply.to_string());
        assert_eq!(at, ply, "{file}:{}: {theme}", number + 1);
        // Taking everything back leaves nothing behind.
        for _ in moves.split(' ') {
            history.pop();
        }
        assert_eq!((history.len(), history.occurrences()), (1, 1));
    }
}

#[test]
fn shogi_repetitions_are_ruled_right() {
    check::<Shogi>("repetition9.tsv", include_str!("data/repetition9.tsv"));
}

#[test]
fn minishogi_repetitions_are_ruled_right() {
    check::<Minishogi>("repetition5.tsv", include_str!("data/repetition5.tsv"));
}
