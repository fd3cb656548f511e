//! Whole conversations in memory. Every answer is checked against the protocol: one `bestmove` for each `go`, and legal;
//! scores and lines as they should be; nothing said of a search after its `bestmove`.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sakiyomi::{
    Evaluator, Game, Material, Minishogi, PieceValues, Position, Score, Shogi, Undo, Variant,
};
use sakiyomi_usi::Usi;

mod pipes;

use pipes::{Answers, start};

const CASES: &str = include_str!("../../rules/tests/data/bug-cases.tsv");

/// One search: when it began, and when and how it was answered.
#[derive(Debug)]
struct Search {
    position: String,
    began: Instant,
    infos: Vec<String>,
    /// With the time since the beginning.
    answer: Option<(Duration, String)>,
}

struct Talk {
    commands: Option<Sender<Vec<u8>>>,
    answers: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
    position: String,
    searches: Vec<Search>,
    /// What belongs to no search.
    others: Vec<String>,
}

impl Talk {
    fn new() -> Self {
        Self::with(Usi::default())
    }

    fn with(usi: Usi) -> Self {
        let (commands, answers, engine) = start(usi);
        Self {
            commands: Some(commands),
            answers,
            engine,
            position: "startpos".to_owned(),
            searches: Vec::new(),
            others: Vec::new(),
        }
    }

    fn send(&mut self, command: &str, line_end: &str) {
        self.listen(Duration::ZERO, |_| false);
        let words: Vec<&str> = command.split_whitespace().collect();
        match words.first() {
            Some(&"position") if words.len() > 1 => self.position = words[1..].join(" "),
            Some(&"go") => {
                // An answer may still be on its way to a search that this one ends.
                self.searches.push(Search {
                    position: self.position.clone(),
                    began: Instant::now(),
                    infos: Vec::new(),
                    answer: None,
                });
            }
            _ => {}
        }
        let bytes = format!("{command}{line_end}").into_bytes();
        self.commands.as_ref().unwrap().send(bytes).unwrap();
    }

    /// Takes in answers until one is the last, for at most so long; whether it came.
    fn listen(&mut self, time: Duration, is_last: impl Fn(&str) -> bool) -> bool {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = match self.answers.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return false,
            };
            let open = self.searches.iter_mut().find(|search| search.answer.is_none());
            if line.starts_with("info string")
                || !line.starts_with("info")
                    && !line.starts_with("bestmove")
                    && !line.starts_with("checkmate")
            {
                self.others.push(line.clone());
            } else {
                let search = open.unwrap_or_else(|| panic!("{line:?} belongs to no go"));
                if line.starts_with("info") {
                    search.infos.push(line.clone());
                } else {
                    search.answer = Some((search.began.elapsed(), line.clone()));
                }
            }
            if is_last(&line) {
                return true;
            }
        }
    }

    /// Waits until every search is answered.
    fn settle(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while self.searches.iter().any(|search| search.answer.is_none()) {
            let left = end.saturating_duration_since(Instant::now());
            let came = self.listen(left, |line| line.starts_with("bestmove"));
            assert!(came, "no answer to {:?}", self.searches.last());
        }
    }

    /// Closes the input; how long the engine took to end.
    fn close(&mut self) -> Duration {
        let began = Instant::now();
        self.commands = None;
        while !self.engine.is_finished() {
            assert!(began.elapsed() < Duration::from_secs(5), "the engine does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
        let took = began.elapsed();
        self.listen(Duration::from_millis(10), |_| false);
        took
    }

    fn count(&self, line: &str) -> usize {
        self.others.iter().filter(|other| *other == line).count()
    }

    fn answers(&self) -> Vec<&str> {
        self.searches
            .iter()
            .filter_map(|search| search.answer.as_ref())
            .map(|(_, answer)| answer.as_str())
            .collect()
    }
}

/// Plays a script in the words of `bug-cases.tsv`.
fn play(script: &str, line_end: &str) -> Talk {
    let mut talk = Talk::new();
    for command in script.split(" ; ") {
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["WAIT", ms] => {
                talk.listen(Duration::from_millis(ms.parse().unwrap()), |_| false);
            }
            ["EOF"] => {
                assert!(talk.close() < Duration::from_secs(1));
                return talk;
            }
            ["go", ..] if !words.contains(&"infinite") && !words.contains(&"ponder") => {
                talk.send(command, line_end);
                // Where the script itself waits and stops, the answer is not waited for here.
                if !script.contains("WAIT") {
                    talk.settle(Duration::from_secs(60));
                }
            }
            _ => talk.send(command, line_end),
        }
    }
    // Whatever still runs was stopped, was hit, or ends by itself.
    if !script.ends_with("quit") {
        talk.settle(Duration::from_secs(60));
        // Nothing more may come.
        talk.send("isready", "\n");
        assert!(talk.listen(Duration::from_secs(5), |line| line == "readyok"));
    }
    let took = talk.close();
    assert!(took < Duration::from_secs(1), "{script}: {took:?} to end");
    talk
}

fn check_search<V: Variant>(search: &Search) {
    let game: Game<V> = search.position.parse().unwrap();
    let position = game.position();
    let Some((_, answer)) = &search.answer else { return };
    let words: Vec<&str> = answer.split(' ').collect();
    match words[..] {
        ["bestmove", "resign"] => assert!(!position.has_legal_move(), "resigned: {search:?}"),
        ["bestmove", mv] => assert!(position.is_legal(mv.parse().unwrap()), "{search:?}"),
        ["bestmove", mv, "ponder", reply] => {
            let mut after = position.clone();
            after.play(mv.parse().unwrap()).unwrap();
            assert!(after.is_legal(reply.parse().unwrap()), "{search:?}");
        }
        _ => panic!("{answer:?}"),
    }
    for info in &search.infos {
        let words: Vec<&str> = info.split(' ').collect();
        let after = |word| words.iter().position(|&other| other == word).map(|at| &words[at + 1..]);
        match after("score").unwrap() {
            ["cp", number, ..] => assert!(number.parse::<i32>().unwrap().abs() <= 30_000),
            ["mate", number, ..] => assert_ne!(number.parse::<i32>().unwrap(), 0, "{info}"),
            _ => panic!("{info}"),
        }
        for word in ["depth", "nodes", "time"] {
            after(word).unwrap()[0].parse::<u64>().unwrap();
        }
        let mut line = position.clone();
        for mv in after("pv").unwrap() {
            line.play(mv.parse().unwrap()).unwrap_or_else(|fault| panic!("{info}: {mv}: {fault}"));
        }
    }
    // The last line before the answer is of the move that is played; of several lines the first.
    let last = search
        .infos
        .iter()
        .rfind(|info| !info.contains(" multipv ") || info.contains(" multipv 1 "));
    if let (Some(info), true) = (last, words[1] != "resign") {
        let pv = info.split(" pv ").nth(1).unwrap();
        assert_eq!(pv.split(' ').next(), Some(words[1]), "{search:?}");
    }
}

/// The number after a word in a search's last line.
fn last_number(search: &Search, word: &str) -> i64 {
    let line = search.infos.last().unwrap();
    let mut words = line.split(' ').skip_while(|&other| other != word);
    words.nth(1).unwrap().parse().unwrap()
}

/// How long the answer may take and must take at least, in milliseconds, where the case says so. A busy machine is
/// allowed a second more.
const TIMES: [(&str, u64, u64); 19] = [
    ("b31-2", 0, 5_000),
    ("b48-1", 0, 20_000),
    ("b48-2", 0, 20_000),
    ("b52-1", 0, 200),
    ("b52-2", 0, 200),
    ("b52-3", 0, 200),
    ("b52-4", 0, 200),
    ("b52-5", 0, 200),
    ("b52-6", 0, 200),
    ("b54-3", 300, 400),
    ("b60-1", 1_500, 1_600),
    ("b60-2", 2_500, 4_000),
    ("b60-3", 500, 600),
    ("b64-1", 0, 3_000),
    ("b64-2", 0, 300),
    ("b66-1", 100, 60_000),
    ("b66-2", 100, 15_000),
    ("b66-3", 300, 1_000),
    ("b75-1", 0, 200),
];

fn check_case(id: &str, talk: &Talk) {
    for (_, least, most) in TIMES.iter().filter(|(timed, ..)| *timed == id) {
        for search in &talk.searches {
            let ms = search.answer.as_ref().unwrap().0.as_millis() as u64;
            assert!((*least..most + 1_000).contains(&ms), "{id}: {ms} ms");
        }
    }
    let mates = |search: &Search| {
        search.infos.last().unwrap().split(' ').any(|word| word == "mate")
            && last_number(search, "mate") > 0
    };
    match id {
        "b46-1" => {
            let distances: Vec<i64> =
                talk.searches.iter().map(|search| last_number(search, "mate")).collect();
            assert_eq!(distances, [5, 3, 1]);
        }
        "b48-1" => assert!(last_number(&talk.searches[0], "mate") < 0),
        "b48-2" => assert!(mates(&talk.searches[0])),
        "b54-1" | "b54-2" | "b54-3" => assert_eq!(talk.answers(), ["bestmove resign"]),
        "b58-1" => {
            let said = |search: &Search| {
                let line = search.infos.last().unwrap();
                let of =
                    |word| line.split(' ').skip_while(|&w| w != word).nth(1).map(str::to_owned);
                (of("cp"), of("nodes"), search.answer.clone().unwrap().1)
            };
            assert_eq!(said(&talk.searches[0]), said(&talk.searches[1]));
        }
        "b58-2" => {
            for search in &talk.searches {
                assert!((19_000..21_000).contains(&last_number(search, "nodes")), "{search:?}");
            }
        }
        "b62-1" => assert_eq!(talk.count("readyok"), 3, "its own two and the last"),
        "b64-3" => assert!(talk.others.iter().any(|line| line.starts_with("info string"))),
        "b68-4" => assert_eq!(talk.searches[0].position, "startpos moves 7g7f"),
        "b70-2" => assert!(talk.searches[0].infos.is_empty(), "a mated king has no score"),
        "b73-1" => check_options(&talk.others),
        _ => {}
    }
}

fn check_options(lines: &[String]) {
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "));
    let end = lines.iter().position(|line| line == "usiok").unwrap();
    for line in &lines[2..end] {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [
                "option",
                "name",
                _,
                "type",
                "spin",
                "default",
                default,
                "min",
                least,
                "max",
                most,
            ] => {
                let [default, least, most] =
                    [default, least, most].map(|n| n.parse::<i64>().unwrap());
                assert!((least..=most).contains(&default), "{line}");
            }
            ["option", "name", _, "type", "check", "default", "true" | "false"] => {}
            ["option", "name", _, "type", "combo", "default", default, "var", ..] => {
                let values: Vec<&str> =
                    words[7..].iter().copied().filter(|&w| w != "var").collect();
                assert!(values.contains(&default), "{line}");
            }
            _ => panic!("{line}"),
        }
    }
}

#[test]
fn no_conversation_goes_wrong_again() {
    let mut played = 0;
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, _, "usi", script, ..] = fields[..] else { continue };
        let talk = play(script, if id == "b68-4" { "\r\n" } else { "\n" });
        for search in &talk.searches {
            check_search::<Shogi>(search);
        }
        check_case(id, &talk);
        let answered = talk.answers().len();
        let gos = talk.searches.len();
        assert!(answered == gos || script.contains("quit"), "{id}: {answered} answers to {gos}");
        played += 1;
    }
    assert!(played >= 38, "only {played} conversations");
}

#[test]
fn minishogi_is_played_by_option_and_by_the_size_of_the_board() {
    for script in [
        "setoption name Variant value minishogi ; usinewgame ; position startpos ; go depth 4",
        "setoption name USI_Variant value minishogi ; position startpos moves 1e1d ; go nodes 2000",
        "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 1e1d ; setoption name MultiPV value 3 ; go depth 3",
    ] {
        let talk = play(script, "\n");
        check_search::<Minishogi>(&talk.searches[0]);
    }
    // And back.
    let script =
        "position sfen rbsgk/4p/5/P4/KGSBR b - 1 ; go depth 2 ; position startpos ; go depth 2";
    let talk = play(script, "\n");
    check_search::<Minishogi>(&talk.searches[0]);
    check_search::<Shogi>(&talk.searches[1]);
}

#[test]
fn a_broken_position_is_named_and_the_old_one_stays() {
    let script = "position startpos moves 7g7f 3c3d ; position startpos moves 7g7e ; go depth 2";
    let mut talk = play(script, "\n");
    assert!(talk.others.iter().any(|line| line.contains("move 1 is illegal")), "{:?}", talk.others);
    talk.searches[0].position = "startpos moves 7g7f 3c3d".to_owned();
    check_search::<Shogi>(&talk.searches[0]);
}

#[test]
fn a_game_that_is_over_needs_no_answer() {
    let mut talk = Talk::new();
    talk.send("go infinite", "\n");
    talk.listen(Duration::from_millis(100), |_| false);
    talk.send("gameover win", "\n");
    talk.listen(Duration::from_millis(200), |_| false);
    assert!(talk.answers().is_empty());
    talk.searches.clear();
    talk.send("usinewgame", "\n");
    talk.send("go depth 2", "\n");
    talk.settle(Duration::from_secs(10));
    assert_eq!(talk.answers().len(), 1);
    talk.close();
}

#[test]
fn mates_are_told_by_the_book() {
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let talk = |position: &str, go: &str| {
        let mut talk = Talk::new();
        talk.send(position, "\n");
        talk.send(go, "\n");
        assert!(talk.listen(Duration::from_secs(20), |line| line.starts_with("checkmate")));
        talk.close();
        talk.answers()[0].to_owned()
    };
    assert_eq!(talk(mate, "go mate infinite"), "checkmate G*5b");
    assert_eq!(talk(mate, "go mate 1000"), "checkmate G*5b");
    assert_eq!(talk("position startpos", "go mate 1000"), "checkmate nomate");
}

#[test]
fn a_declaration_that_wins_is_made_and_no_other() {
    let wins = "position sfen +R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B5P 1";
    let lacks = "position sfen +R+RGGGGSSS/KS7/9/9/9/9/9/9/4k4 b B4P 1";
    let answer = |script: &str| play(script, "\n").answers()[0].to_owned();
    assert_eq!(answer(&format!("{wins} ; go depth 3")), "bestmove win");
    assert_ne!(answer(&format!("{lacks} ; go depth 1")), "bestmove win");
    let rule = "setoption name DeclarationRule value";
    assert_ne!(answer(&format!("{rule} none ; {wins} ; go depth 1")), "bestmove win");
    assert_ne!(answer(&format!("{rule} 24 ; {wins} ; go depth 1")), "bestmove win");
}

#[test]
fn it_resigns_where_it_is_told_to() {
    let lost = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1";
    let answer = |script: &str| play(script, "\n").answers()[0].to_owned();
    assert_ne!(answer(&format!("{lost} ; go depth 1")), "bestmove resign");
    let mut talk = Talk::new();
    talk.send("setoption name ResignValue value 3000", "\n");
    talk.send(lost, "\n");
    talk.send("go depth 1", "\n");
    talk.settle(Duration::from_secs(10));
    assert_eq!(talk.answers(), ["bestmove resign"]);
    talk.close();
}

#[test]
fn moves_to_search_are_kept_to() {
    let talk = play("position startpos ; go depth 3 searchmoves 9g9f 1g1f 1a1b", "\n");
    let answer = talk.answers()[0];
    assert!(answer.starts_with("bestmove 9g9f") || answer.starts_with("bestmove 1g1f"), "{answer}");
}

#[test]
fn lines_are_numbered_and_in_order() {
    let talk = play("setoption name MultiPV value 3 ; position startpos ; go depth 3", "\n");
    let infos = &talk.searches[0].infos;
    let last: Vec<&String> = infos[infos.len() - 3..].iter().collect();
    for (index, line) in last.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} ", index + 1)), "{line}");
    }
}

#[test]
fn every_option_can_be_set_between_searches() {
    let mut script = String::from("position startpos ; go depth 2");
    for option in [
        "USI_Hash value 1",
        "USI_Hash value 999999999999",
        "Threads value 2",
        "Level value easy",
        "Level value normal",
        "Level value hard",
        "Preset value kfend",
        "Preset value hiyoko",
        "Preset value gogo-shogi",
        "Preset value full",
        "Evaluator value material",
        "Evaluator value flat",
        "CastlePlan value yagura",
        "CastlePlan value choose",
        "NetworkDelay value 0",
        "Contempt value 50",
        "Seed value 7",
        "USI_Ponder value true",
        "Nonsense",
    ] {
        script.push_str(&format!(" ; setoption name {option} ; isready ; go depth 2"));
    }
    let talk = play(&script, "\n");
    for search in &talk.searches {
        let game: Game<Shogi> = search.position.parse().unwrap();
        let mv = search.answer.as_ref().unwrap().1.split(' ').nth(1).unwrap();
        assert!(game.position().is_legal(mv.parse().unwrap()), "{search:?}");
    }
}

/// Bytes at random, words of the protocol in any order: no panic, and the engine still answers.
#[test]
fn rubbish_does_no_harm() {
    let words = [
        "usi",
        "isready",
        "setoption",
        "name",
        "value",
        "position",
        "startpos",
        "sfen",
        "moves",
        "7g7f",
        "go",
        "infinite",
        "ponder",
        "stop",
        "ponderhit",
        "btime",
        "depth",
        "nodes",
        "-1",
        "99999999999999999999",
        "Threads",
        "USI_Hash",
        "gameover",
        "searchmoves",
        "mate",
        "\u{fffd}",
        "rbsgk/4p/5/P4/KGSBR",
        "b",
        "Variant",
        "minishogi",
        "1",
        "usinewgame",
        "resign",
    ];
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..60 {
        let mut commands = Vec::new();
        for _ in 0..30 {
            for _ in 0..random.usize(0..6) {
                commands.extend(words[random.usize(0..words.len())].bytes());
                commands.push(b' ');
            }
            commands.extend((0..random.usize(0..3)).map(|_| random.u8(..)));
            commands.push(b'\n');
        }
        let (sender, answers) = channel();
        Usi::default().run(&commands[..], Answers(sender)).unwrap();
        assert!(answers.iter().all(|line| !line.is_empty()));
    }
}

/// Counts men; the count of those alive panics when it has been asked so often.
#[derive(Debug)]
struct Brittle {
    material: Material,
    left: AtomicU32,
}

impl<V: Variant> Evaluator<V> for Brittle {
    type State = <Material as Evaluator<V>>::State;
    fn root(&self, position: &Position<V>) -> Self::State {
        self.material.root(position)
    }
    fn step(&self, before: &Self::State, after: &Position<V>, undo: &Undo<V>) -> Self::State {
        self.material.step(before, after, undo)
    }
    fn value(&self, state: &Self::State, position: &Position<V>) -> Score {
        let enough = self.left.fetch_sub(1, Ordering::Relaxed) == 0;
        assert!(!enough, "the evaluator is\nworn out");
        self.material.value(state, position)
    }
    fn values(&self) -> &PieceValues {
        Evaluator::<V>::values(&self.material)
    }
}

/// An engine whose evaluators last for so many questions each.
fn brittle(lasts: u32) -> Usi {
    Usi::new("brittle", "nobody").shogi_evaluator("brittle", move || Brittle {
        material: Material::conventional::<Shogi>(),
        left: AtomicU32::new(lasts),
    })
}

#[test]
fn a_panic_is_told_and_answered_and_the_conversation_goes_on() {
    for lasts in [0, 300, 3_000] {
        let mut talk = Talk::with(brittle(lasts));
        for go in ["go nodes 1000000", "go depth 30", "go nodes 1000000 searchmoves 9g9f"] {
            talk.send("isready", "\n");
            talk.send("position startpos moves 7g7f 3c3d", "\n");
            talk.send(go, "\n");
            talk.settle(Duration::from_secs(20));
        }
        let faults = talk.others.iter().filter(|line| line.contains("the evaluator is worn out"));
        assert_eq!(faults.count(), 3, "{lasts}: {:?}", talk.others);
        for search in &talk.searches {
            check_search::<Shogi>(search);
        }
        assert_eq!(talk.answers()[2], "bestmove 9g9f");
        // The other variant has an evaluator that holds.
        talk.send("position sfen rbsgk/4p/5/P4/KGSBR b - 1", "\n");
        talk.send("go depth 3", "\n");
        talk.settle(Duration::from_secs(20));
        check_search::<Minishogi>(talk.searches.last().unwrap());
        assert_eq!(talk.count("readyok"), 3);
        talk.close();
    }
}

#[test]
fn after_a_panic_an_endless_search_is_still_answered_only_when_it_is_stopped() {
    let worn = |line: &str| line.contains("worn out");
    for (go, end) in [("go infinite", "stop"), ("go ponder depth 2", "ponderhit")] {
        let mut talk = Talk::with(brittle(0));
        talk.send("position startpos", "\n");
        talk.send(go, "\n");
        assert!(talk.listen(Duration::from_secs(20), worn), "{go}");
        talk.listen(Duration::from_millis(50), |_| false);
        assert!(talk.answers().is_empty(), "{go}: {:?}", talk.answers());
        talk.send(end, "\n");
        talk.settle(Duration::from_secs(20));
        check_search::<Shogi>(&talk.searches[0]);
        talk.close();
    }
}

#[test]
fn an_engine_that_cannot_be_made_says_so_and_resigns() {
    let never = Usi::new("never", "nobody")
        .shogi_evaluator("none", || -> Material { panic!("there is no file of weights") });
    let mut talk = Talk::with(never);
    talk.send("isready", "\n");
    assert!(talk.listen(Duration::from_secs(5), |line| line == "readyok"));
    talk.send("go nodes 100", "\n");
    talk.settle(Duration::from_secs(5));
    assert_eq!(talk.answers(), ["bestmove resign"]);
    let told =
        talk.others.iter().filter(|line| line.contains("error: there is no file of weights"));
    assert_eq!(told.count(), 2, "{:?}", talk.others);
    talk.close();
}
