//! Whole games through [`Game`]: `games9.tsv`, `games5.tsv`, and the repetitions of `repetition9.tsv` and
//! `repetition5.tsv`.

use sakiyomi_rules::{
    DrawReason, Game, Minishogi, Move, Outcome, Position, Shogi, Variant, WinReason,
};

fn records(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(index, line)| (index + 1, line.split('\t').collect()))
}

fn check_games<V: Variant>(file: &str, text: &str) {
    let mut games = 0;
    for (line, fields) in records(text) {
        let [_, _, plies, end, legal_moves, checks, moves, last] = fields[..] else {
            panic!("{file}:{line}: not eight fields")
        };
        let moves: Vec<Move<V>> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        assert_eq!(moves.len().to_string(), plies, "{file}:{line}");

        let mut game = Game::<V>::new();
        let mut trail = vec![game.position().clone()];
        for &mv in &moves {
            assert_eq!(game.outcome(), Outcome::Ongoing, "{file}:{line}: ply {}", game.ply());
            game.play(mv).unwrap();
            trail.push(game.position().clone());
        }
        assert_eq!(game.position().to_sfen(), last, "{file}:{line}");
        assert_eq!(game.moves().collect::<Vec<_>>(), moves);
        assert_eq!(game.positions().collect::<Vec<_>>(), trail, "{file}:{line}");
        let sum: usize = trail.iter().map(Position::count_legal).sum();
        assert_eq!(sum.to_string(), legal_moves, "{file}:{line}: legal moves");
        let in_check = trail.iter().filter(|position| position.in_check()).count();
        assert_eq!(in_check.to_string(), checks, "{file}:{line}: positions in check");

        let fits = match end {
            "checkmate" => {
                matches!(game.outcome(), Outcome::Win { reason: WinReason::Checkmate, .. })
            }
            "stalemate" => {
                matches!(game.outcome(), Outcome::Win { reason: WinReason::NoLegalMove, .. })
            }
            "fourfold" => matches!(
                game.outcome(),
                Outcome::Draw(DrawReason::Repetition)
                    | Outcome::Win {
                        reason: WinReason::Repetition | WinReason::PerpetualCheck,
                        ..
                    }
            ),
            // Cut off, or ended by a player: no rule did it.
            "cap" | "resign" | "win" => game.outcome() == Outcome::Ongoing,
            other => panic!("{file}:{line}: unknown end {other}"),
        };
        assert!(fits, "{file}:{line}: {end} is {}", game.outcome());

        while let Some(before) = trail.pop() {
            assert_eq!(game.position(), &before, "{file}:{line}: ply {}", game.ply());
            assert_eq!(game.position().key(), before.key());
            let read: Position<V> = before.to_sfen().parse().unwrap();
            assert_eq!((read.key(), &read), (before.key(), &before));
            assert_eq!(game.history().len(), game.ply() + 1);
            assert_eq!(game.undo().is_none(), trail.is_empty());
            assert_eq!(game.outcome(), Outcome::Ongoing);
        }
        games += 1;
    }
    assert!(games > 50, "{file}: only {games} games");
}

#[test]
fn shogi_games_play_forth_and_back() {
    check_games::<Shogi>("games9.tsv", include_str!("data/games9.tsv"));
}

#[test]
fn minishogi_games_play_forth_and_back() {
    check_games::<Minishogi>("games5.tsv", include_str!("data/games5.tsv"));
}

fn check_repetitions<V: Variant>(file: &str, text: &str) {
    for (line, fields) in records(text) {
        let [_, theme, start, ruling, ply, moves, last, ..] = fields[..] else {
            panic!("{file}:{line}: not seven fields")
        };
        let mut game = Game::<V>::from_position(start.parse().unwrap());
        for mv in moves.split(' ') {
            // Some records go on after the ruling; the game then keeps how and when it ended.
            game.play_on(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(game.position().to_sfen(), last, "{file}:{line}");
        let ended_at = game.ended_at().map_or("-1".to_string(), |ply| ply.to_string());
        assert_eq!(ended_at, ply, "{file}:{line}: {theme}");
        let described = match game.outcome() {
            Outcome::Ongoing => "none".to_string(),
            Outcome::Draw(_) => "draw".to_string(),
            Outcome::Win { winner, .. } => format!("{}_loses", !winner),
        };
        assert_eq!(described, ruling, "{file}:{line}: {theme}");
    }
}

#[test]
fn repetitions_end_games_at_the_right_ply() {
    check_repetitions::<Shogi>("repetition9.tsv", include_str!("data/repetition9.tsv"));
    check_repetitions::<Minishogi>("repetition5.tsv", include_str!("data/repetition5.tsv"));
}
