//! What is written can be read, says the same, and lets nothing unlawful in.

#![cfg(feature = "serde")]

use sakiyomi::{
    BreakdownData, Engine, Explain, Game, Info, InfoData, Level, LevelOptions, Limits, Linear,
    MateData, Minishogi, Move, Position, Score, ScoreData, SearchData, SfenError, Shogi,
    ThreatsData, Variant,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, json, to_string, to_value};

fn engine<V: Variant>() -> Engine<V> {
    Engine::builder().hash_mib(1).build().unwrap()
}

/// The value as JSON, once it has been read back unchanged.
fn there_and_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
) -> Value {
    let text = to_string(value).unwrap();
    assert_eq!(&from_str::<T>(&text).unwrap(), value, "{text}");
    to_value(value).unwrap()
}

const MATE: &str = "1n3g3/lrgnk4/pppp2G2/4p2pl/P1P3pnp/4P1s2/LP1PB2PP/3SB2+n1/1+s1GKR2L b S3p 95";
const FORKED: &str = "7nk/7s1/7pp/4n4/9/3G1G3/PP7/1S7/KN7 b - 1";

fn search<V: Variant>() {
    let result = engine::<V>().analyse(&Position::start(), Limits::depth(4), 3);
    let data = SearchData::from(&result);
    let json = there_and_back(&data);
    assert_eq!(json["best"], json!(result.best.unwrap().to_string()));
    assert_eq!(json["lines"].as_array().unwrap().len(), 3);
    assert_eq!(json["nodes"], json!(result.nodes));
    assert_eq!(json["declaration"], json!("no"));
    assert_eq!(Score::from(data.score), result.score);
    assert_eq!(data.lines[2].pv, result.lines[2].pv);
}

#[test]
fn searches_of_both_variants() {
    search::<Shogi>();
    search::<Minishogi>();
    let mated: Position = "9/9/9/9/9/9/4K4/6+P2/4k3R w - 2".parse().unwrap();
    let json = there_and_back(&SearchData::from(&engine().search(&mated, Limits::depth(2))));
    assert_eq!((&json["best"], &json["score"]), (&Value::Null, &json!({ "mate": 0 })));
}

#[test]
fn iterations() {
    let mut found: Vec<Info<Shogi>> = Vec::new();
    let position = Position::<Shogi>::start();
    engine().search_with(&position, Limits::depth(3), &mut |i: &sakiyomi::Iteration<'_>| {
        found.push(i.into());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(found.len(), 3);
    for info in &found {
        let json = there_and_back(&InfoData::from(info));
        assert_eq!(json["bound"], json!("exact"));
        assert_eq!(json["depth"], json!(info.depth));
    }
}

#[test]
fn mates() {
    let position: Position = MATE.parse().unwrap();
    let mut engine = engine();
    let result = engine.mate(&position, Limits::new().nodes(100_000));
    let json = there_and_back(&MateData::from(&result));
    assert_eq!(json["result"], json!("mate"));
    assert_eq!(json["line"].as_array().unwrap().len(), 5);
    let json = there_and_back(&MateData::from(&engine.mate(&Position::start(), Limits::new())));
    assert_eq!(json["result"], json!("no_mate"));
    let short = engine.mate(&position, Limits::new().nodes(1));
    assert_eq!(there_and_back(&MateData::from(&short))["result"], json!("unknown"));
}

#[test]
fn threats_and_parts() {
    let position: Position = FORKED.parse().unwrap();
    let report = engine().threats(&position);
    let json = there_and_back(&ThreatsData::from(&report));
    assert_eq!(json["threats"][0]["victim"], json!("G"));
    assert_eq!(json["threats"][0]["kind"], json!("double"));
    assert_eq!(json["static_value"]["cp"], json!(report.static_value.value()));
    let linear = Linear::<Shogi>::default();
    let state = sakiyomi::Evaluator::root(&linear, &position);
    let breakdown = linear.explain(&state, &position);
    let data = BreakdownData::from(&breakdown);
    there_and_back(&data);
    let sum: i32 = data.parts.iter().map(|part| part.black_cp - part.white_cp).sum();
    assert_eq!(sum, data.black_total_cp);
}

#[test]
fn every_score_comes_back() {
    let mates = (1..=1000).map(Score::mate_in).chain((0..=1000).map(Score::mated_in));
    let others = (-30_000..=30_000).step_by(37).map(Score::centipawns);
    for score in mates.chain(others) {
        let data = from_str::<ScoreData>(&to_string(&ScoreData::from(score)).unwrap()).unwrap();
        assert_eq!(Score::from(data), score);
    }
    // Numbers that no score has do no harm.
    for data in [ScoreData::Cp(i32::MIN), ScoreData::Mate(i32::MIN), ScoreData::Mate(i32::MAX)] {
        let score = Score::from(data);
        assert!(score.value().abs() <= 32_000, "{score}");
    }
}

#[test]
fn levels() {
    for level in Level::ALL {
        assert_eq!(there_and_back(&level), json!(level.name()));
        let options: LevelOptions = level.options();
        there_and_back(&options);
    }
    let json = to_value(Level::Easy.options()).unwrap();
    assert_eq!(
        json,
        json!({ "depth": 2, "window_cp": 700, "temperature_cp": 175, "time_ms": null })
    );
}

#[test]
fn what_is_read_is_checked_and_the_fault_named() {
    for text in [
        "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 19P 1",
        "4k4/9/9/9/9/9/9/4K4 b - 1",
        "",
    ] {
        let fault: SfenError = text.parse::<Position<Shogi>>().unwrap_err();
        let read = from_str::<Position<Shogi>>(&json!(text).to_string()).unwrap_err().to_string();
        assert!(read.starts_with(&fault.to_string()), "{read} is not {fault}");
    }
    assert!(from_str::<Move<Minishogi>>("\"7g7f\"").is_err());
    let declared = to_string(&SearchData::from(
        &engine::<Shogi>().search(&Position::start(), Limits::depth(1)),
    ))
    .unwrap();
    let wrong = declared.replace("\"no\"", "\"perhaps\"");
    let fault = from_str::<SearchData>(&wrong).unwrap_err().to_string();
    assert!(fault.starts_with("\"perhaps\" is none of no, draw, win"), "{fault}");
}

#[test]
fn games_are_position_lines() {
    #[derive(Serialize, serde::Deserialize)]
    struct Saved(#[serde(with = "sakiyomi::text")] Game<Shogi>);
    let game: Game<Shogi> = "startpos moves 7g7f 3c3d".parse().unwrap();
    let text = to_string(&Saved(game)).unwrap();
    assert_eq!(text, "\"startpos moves 7g7f 3c3d\"");
    assert_eq!(from_str::<Saved>(&text).unwrap().0.ply(), 2);
    let fault = from_str::<Saved>("\"startpos moves 7g7e\"").err().unwrap().to_string();
    assert!(fault.starts_with("move 1 is illegal"), "{fault}");
}
