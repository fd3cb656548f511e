//! Writes the positions that the rules libraries are measured on, from game records.
//!
//! `cargo run --release -p benches --bin make_positions -- GAMES > benches/data/positions9.txt`
//!
//! GAMES has one game a line, fields parted by tabs: name, kind, number of plies, how
//! it ended, two checksums, the moves in USI from the start position, the final SFEN.
//! The positions are taken at even steps through every game, so that all phases are
//! there, and more of them from engines' games than from random ones. The answers
//! written beside each position are those on which the three libraries agree.
//!
//! `… make_positions -- --minishogi GAMES > benches/data/positions5.txt` does the same for
//! minishogi, of which no other library knows the rules: those answers are ours, which
//! tests hold against a plain model of the rules.

use std::collections::HashSet;
use std::error::Error;

use benches::peers::{Haitaka, Rsshogi, Shunsai};
use benches::subject::RulesSubject;
use rsshogi::board::{Position, hirate_position};
use rsshogi::types::Move;
use sakiyomi_rules::{Game, Minishogi, Variant};

const NAMED: [(&str, &str); 3] = [
    ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    ("matsuri", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"),
    ("max", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
];
const NAMED_5: [(&str, &str); 2] =
    [("start", Minishogi::START), ("hands", "4k/5/5/5/K4 b 2R2B2G2S2P 1")];
const TOTAL: usize = 1000;
const FROM_ENGINE_GAME: usize = 12;
const FROM_OTHER_GAME: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: make_positions [--minishogi] GAMES";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [games] => write(&NAMED, games, sample, line),
        [flag, games] if flag == "--minishogi" => write(&NAMED_5, games, sample_5, line_5),
        _ => Err(usage.into()),
    }
}

type Sample = fn(&str) -> Result<Vec<(String, String)>, Box<dyn Error>>;

fn write(
    named: &[(&str, &str)],
    games: &str,
    sample: Sample,
    line: fn(&str, &str) -> Option<String>,
) -> Result<(), Box<dyn Error>> {
    let games = std::fs::read_to_string(games)?;
    let mut seen: HashSet<String> = named.iter().map(|(_, sfen)| (*sfen).to_owned()).collect();
    let mut lines = Vec::new();
    for game in games.lines().filter(|line| !line.starts_with('#')) {
        for (name, sfen) in sample(game)? {
            if seen.insert(sfen.clone()) {
                lines.extend(line(&name, &sfen));
            }
        }
    }

    println!("# Positions for timing rules libraries, written by the program make_positions.");
    println!("# name (or game/ply)\tlegal moves\tmoves that give check\tin check\tsfen");
    for (name, sfen) in named {
        println!("{}", line(name, sfen).ok_or("the libraries differ on a named position")?);
    }
    // Thin out evenly rather than cut off the last games.
    let wanted = (TOTAL - named.len()).min(lines.len());
    let place = |index: usize| index * wanted / lines.len();
    for (index, line) in lines.iter().enumerate() {
        if index == 0 || place(index) != place(index - 1) {
            println!("{line}");
        }
    }
    eprintln!("{wanted} of {} positions", lines.len());
    Ok(())
}

fn sample_5(game: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let fields: Vec<_> = game.split('\t').collect();
    let &[name, _, _, _, _, _, moves, last] = fields.as_slice() else {
        return Err(format!("not a game: {game}").into());
    };
    let game: Game<Minishogi> = format!("startpos moves {moves}").parse()?;
    if game.position().to_sfen() != last {
        return Err(format!("{name} ends otherwise").into());
    }
    // Short games, and few of them: every second position.
    let every = game.positions().enumerate().skip(1).step_by(2);
    Ok(every.map(|(ply, position)| (format!("{name}/{ply}"), position.to_sfen())).collect())
}

fn line_5(name: &str, sfen: &str) -> Option<String> {
    let position: sakiyomi_rules::Position<Minishogi> = sfen.parse().ok()?;
    let moves = position.legal_moves();
    let checks = moves.iter().filter(|&&mv| position.gives_check(mv)).count();
    let in_check = u8::from(position.in_check());
    Some(format!("{name}\t{}\t{checks}\t{in_check}\t{sfen}", moves.len()))
}

/// Replays a game and takes positions at the middles of equal stretches.
fn sample(game: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let fields: Vec<_> = game.split('\t').collect();
    let &[name, kind, _, _, _, _, moves, last] = fields.as_slice() else {
        return Err(format!("not a game: {game}").into());
    };
    let moves: Vec<_> = moves.split(' ').collect();
    let wanted = if kind == "engine" { FROM_ENGINE_GAME } else { FROM_OTHER_GAME };
    let plies: Vec<_> =
        (0..wanted).map(|index| moves.len() * (2 * index + 1) / (2 * wanted)).collect();
    let mut position = hirate_position();
    let mut taken = Vec::new();
    for (ply, usi) in moves.iter().enumerate() {
        if plies.contains(&ply) {
            taken.push((format!("{name}/{ply}"), position.to_sfen(None)));
        }
        let mv = Move::from_usi(usi).ok_or_else(|| format!("not a move: {usi}"))?;
        let mv = position.move32_from_move(mv);
        position.try_apply_move32(mv).map_err(|error| format!("{name} {usi}: {error:?}"))?;
    }
    if position.to_sfen(None) != last {
        return Err(format!("{name} ends otherwise").into());
    }
    Ok(taken)
}

/// The line for a position, if all libraries give the same answers for it.
fn line(name: &str, sfen: &str) -> Option<String> {
    let position: Position = Rsshogi::parse(&Rsshogi::text(sfen))?;
    let moves = Rsshogi::count(&position);
    let checks = Rsshogi::gives_check(&position, &Rsshogi::moves(&position))?;
    let in_check = Rsshogi::in_check(&position)?;

    let haitaka = Haitaka::parse(&Haitaka::text(sfen))?;
    let mut shunsai = Shunsai::parse(&Shunsai::text(sfen))?;
    let made_checks = Shunsai::moves(&shunsai)
        .into_iter()
        .filter(|&mv| {
            let undo = shunsai.do_move(mv);
            let checks = shunsai.in_check();
            shunsai.undo_move(mv, undo);
            checks
        })
        .count();
    let same = moves == Haitaka::count(&haitaka)
        && moves == Shunsai::count(&shunsai)
        && checks == made_checks
        && Some(in_check) == Haitaka::in_check(&haitaka)
        && in_check == shunsai.in_check();
    if !same {
        eprintln!("the libraries differ on {name}: {sfen}");
        return None;
    }
    Some(format!("{name}\t{moves}\t{checks}\t{}\t{sfen}", u8::from(in_check)))
}
