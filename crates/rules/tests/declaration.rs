//! Entering-king declarations against `impasse9.tsv`.

use sakiyomi_rules::{Position, Shogi};

#[test]
fn counts_and_verdicts_agree() {
    let text = include_str!("data/impasse9.tsv");
    let mut wins = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let number = number + 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, sfen, king, men, points, in_check, by_27, by_24, reason] = fields[..] else {
            panic!("impasse9.tsv:{number}: not nine fields")
        };
        let position: Position<Shogi> = sfen.parse().unwrap();
        let count = position.impasse_count(position.side_to_move());
        let digit = |flag: bool| u8::from(flag).to_string();
        assert_eq!(digit(count.king_in_zone), king, "impasse9.tsv:{number}: king");
        assert_eq!(count.men_in_zone.to_string(), men, "impasse9.tsv:{number}: men");
        assert_eq!(count.points.to_string(), points, "impasse9.tsv:{number}: points");
        assert_eq!(digit(position.in_check()), in_check, "impasse9.tsv:{number}: check");
        assert_eq!(position.declare27().to_string(), by_27, "impasse9.tsv:{number}: {reason}");
        assert_eq!(position.declare24().to_string(), by_24, "impasse9.tsv:{number}: {reason}");
        wins += usize::from(by_27 == "win");
    }
    assert!(wins > 0);
}
