//! Scripted games over memory: what is typed, and what must be said.

use std::io::Cursor;

use sakiyomi::{DeclarationRule, Engine, Game, Level, Limits, Linear, Minishogi, Shogi, Variant};

use crate::board::Style;
use crate::table::{Settings, Table};

const BLACK: [bool; 2] = [true, false];
const BOTH: [bool; 2] = [true, true];

fn settings(persons: [bool; 2]) -> Settings {
    Settings {
        persons,
        level: Level::Easy.options(),
        limits: Limits::new(),
        hint: Limits::depth(4),
        style: Style::Letters,
        show_threats: false,
        rule: DeclarationRule::Points27,
        longest: 400,
    }
}

fn talk_with<V: Variant>(settings: Settings, start: &str, typed: impl AsRef<[u8]>) -> String {
    let engine =
        || Engine::builder().evaluator(Linear::<V>::default()).hash_mib(1).seed(1).build().unwrap();
    let game: Game<V> = start.parse().unwrap();
    let mut output = Vec::new();
    let input = Cursor::new(typed);
    Table::new(game, [engine(), engine()], settings, input, &mut output).run().unwrap();
    String::from_utf8(output).unwrap()
}

/// What is said when these lines are typed; the input ends after them.
fn talk<V: Variant>(persons: [bool; 2], start: &str, typed: &[&str]) -> String {
    talk_with::<V>(settings(persons), start, typed.join("\n"))
}

/// The game as the last `position` line tells it.
fn told_game<V: Variant>(said: &str) -> Game<V> {
    let mut lines = said.lines().filter_map(|line| line.split_once("position "));
    lines.next_back().unwrap_or_else(|| panic!("no position in {said}")).1.parse().unwrap()
}

const TWO_GOLDS: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1";

#[test]
fn a_mate_ends_the_game_with_its_reason_and_can_be_taken_back() {
    let said = talk::<Shogi>(BLACK, TWO_GOLDS, &["5二金", "7g7f", "undo", "position", "G*5b"]);
    assert!(said.contains("▲５二金 (G*5b)"), "{said}");
    assert_eq!(said.matches("black wins: white is mated (詰み).").count(), 2, "{said}");
    assert!(said.contains("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1\n"), "{said}");
    // The move after the end was refused.
    assert!(said.contains("there is no man on the square"), "{said}");
    assert!(said.contains("new, undo or quit> "), "{said}");
}

#[test]
fn the_level_answers_and_undo_takes_back_both_moves() {
    let typed = ["▲７六歩", "position", "undo", "undo", "76歩", "position", "q", "never read"];
    let said = talk::<Shogi>(BLACK, "startpos", &typed);
    assert_eq!(told_game::<Shogi>(&said).ply(), 2, "{said}");
    assert!(said.contains("There is no move of yours to take back."), "{said}");
    assert!(said.ends_with("Left after 2 moves.\n"), "{said}");
    // As white one's first own move is what is taken back, not the engine's.
    let said = talk::<Minishogi>([false, true], "startpos", &["undo", "position"]);
    assert_eq!(told_game::<Minishogi>(&said).ply(), 1, "{said}");
    assert!(said.contains("There is no move of yours"), "{said}");
}

#[test]
fn a_repetition_is_ruled_as_the_variant_has_it() {
    let typed: Vec<&str> = "1e1d 5a5b 1d1e 5b5a ".split(' ').collect::<Vec<_>>()[..4].repeat(3);
    let said = talk::<Minishogi>(BOTH, "startpos", &typed);
    assert!(said.contains("white wins: the same position for the fourth time"), "{said}");
    let typed = ["2h3h", "8b7b", "3h2h", "7b8b"].repeat(3);
    let said = talk::<Shogi>(BOTH, "startpos", &typed);
    assert!(said.contains("A draw: the same position for the fourth time"), "{said}");
}

#[test]
fn hints_threats_and_lists_are_told() {
    let said = talk::<Shogi>(BLACK, TWO_GOLDS, &["hint", "moves", "help", "threats"]);
    assert!(said.contains("(G*5b), mate 1: G*5b"), "{said}");
    assert!(said.contains(" moves: ▲"), "{said}");
    assert!(said.contains("undo       takes back"), "{said}");
    assert!(said.contains("\nblack> None."), "{said}");
    // White's knight looks at two golds.
    let forked = "7nk/7s1/7pp/4n4/9/3G1G3/PP7/1S7/KN7 b - 1";
    let mut loud = settings(BLACK);
    loud.show_threats = true;
    let said = talk_with::<Shogi>(loud, forked, "");
    assert_eq!(said.matches("takes the gold on").count(), 2, "{said}");
    assert!(said.contains(" G! .  G! "), "{said}");
}

#[test]
fn declarations_are_judged_and_resignations_taken() {
    let wins = "+R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B5P 1";
    let said = talk::<Shogi>(BLACK, wins, &["declare"]);
    assert!(said.contains("black wins: black declared (入玉宣言)."), "{said}");
    let lacks = "+R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B4P 1";
    let said = talk::<Shogi>(BLACK, lacks, &["宣言", "resign", "resign"]);
    assert!(said.contains("the points do not suffice."), "{said}");
    assert!(said.contains("white wins: black resigned (投了)."), "{said}");
    assert!(said.contains("the game has ended"), "{said}");
    // The engine declares, too.
    let turned = "4K4/9/9/9/9/9/9/7sk/sssgggg+r+r w b5p 1";
    let said = talk::<Shogi>(BLACK, turned, &[]);
    assert!(said.contains("white wins: white declared"), "{said}");
}

#[test]
fn the_level_plays_itself_to_the_end_without_input() {
    let said = talk::<Minishogi>([false; 2], "startpos", &[]);
    let game = told_game::<Minishogi>(&said);
    assert!(!game.outcome().is_ongoing(), "{said}");
    assert_eq!(said, talk::<Minishogi>([false; 2], "startpos", &[]), "one seed, one game");
    let mut short = settings([false; 2]);
    short.longest = 4;
    let said = talk_with::<Shogi>(short, "startpos", "");
    assert!(said.ends_with("too long.\n"), "{said}");
}

#[test]
fn new_begins_again_from_the_same_position() {
    let start = "startpos moves 7g7f 3c3d";
    let said = talk::<Shogi>(BLACK, start, &["2g2f", "resign", "new", "position"]);
    assert_eq!(told_game::<Shogi>(&said).to_string(), start, "{said}");
}

#[test]
fn a_position_that_is_over_is_only_told_so() {
    let mated = "9/9/9/9/9/9/4K4/6+P2/4k3R w - 2";
    let said = talk::<Shogi>([false, true], mated, &["undo", "hint", "moves", "threats"]);
    assert!(said.contains("black wins: white is mated"), "{said}");
    assert!(said.contains("There is no move."), "{said}");
}

/// Words, moves and bytes in any order: no panic, and the input's end is the end.
#[test]
fn rubbish_is_answered_and_does_no_harm() {
    let words = [
        "undo",
        "hint",
        "threats",
        "7g7f",
        "３四歩",
        "同銀",
        "同",
        "▲",
        "P*",
        "P*5e",
        "9a9a",
        "1e1d",
        "new",
        "declare",
        "resign",
        "moves",
        "board",
        "+",
        "*",
        "５",
        "歩",
        "成",
        "\u{3000}",
        "",
    ];
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..30 {
        let mut typed = Vec::new();
        for _ in 0..20 {
            typed.extend(words[random.usize(0..words.len())].bytes());
            typed.extend((0..random.usize(0..2)).map(|_| random.u8(..)));
            if random.usize(0..5) > 0 {
                typed.push(b'\n');
            }
        }
        let mut settings = settings(if round % 2 == 0 { BLACK } else { BOTH });
        settings.hint = Limits::depth(1);
        talk_with::<Minishogi>(settings.clone(), "startpos", &typed);
        talk_with::<Shogi>(settings, "startpos", &typed);
    }
    let long = vec![b'7'; 3 << 20];
    let said = talk_with::<Shogi>(settings(BLACK), "startpos", long);
    assert!(said.contains("longer than"), "{said}");
}
