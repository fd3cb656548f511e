//! The parts of the quiescence search, one criterion group each, over the same recorded positions.
//!
//! Each bench asserts an answer before it is timed.

use std::hint::black_box;
use std::time::Duration;

use benches::games::{Recorded, positions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sakiyomi_eval::{Line, Material, PieceValues, Score};
use sakiyomi_quiescence::{
    Quiescence, QuiescenceOptions, ThreatOptions, Unlimited, mate_in_one, see, see_at_least,
};
use sakiyomi_rules::{Minishogi, Move, MoveList, Position, Shogi, Stage};

const POSITIONS: usize = 200;

fn see_group<V: Recorded>(criterion: &mut Criterion) {
    let values = PieceValues::conventional::<V>();
    let mut captures: Vec<(Position<V>, Move<V>)> = Vec::new();
    for position in positions::<V>(POSITIONS) {
        let mut moves = MoveList::new();
        position.append_moves(Stage::Captures, &mut moves);
        captures.extend(moves.iter().map(|&mv| (position.clone(), mv)));
    }
    for (position, mv) in &captures {
        let exact = see(position, *mv, &values);
        assert_eq!(see_at_least(position, *mv, &values, Score::ZERO), exact >= Score::ZERO);
    }
    let mut group = criterion.benchmark_group("quiescence/see");
    group.throughput(Throughput::Elements(captures.len() as u64));
    group.bench_function(format!("exact/{}", V::NAME), |bencher| {
        bencher.iter(|| {
            let gains = captures.iter().map(|(position, mv)| see(position, *mv, &values).value());
            black_box(gains.sum::<i32>())
        });
    });
    group.bench_function(format!("at_least_0/{}", V::NAME), |bencher| {
        bencher.iter(|| {
            let even = captures
                .iter()
                .filter(|(position, mv)| see_at_least(position, *mv, &values, Score::ZERO));
            black_box(even.count())
        });
    });
}

fn mate_group<V: Recorded>(criterion: &mut Criterion) {
    let positions = positions::<V>(POSITIONS);
    let by_trying = |position: &Position<V>| {
        position.legal_moves().iter().any(|&mv| {
            let mut after = position.clone();
            after.make(mv);
            after.is_checkmate()
        })
    };
    let found = positions.iter().filter(|position| mate_in_one(position).is_some()).count();
    // Illegal pawn-drop mates are not among the moves tried either.
    assert_eq!(found, positions.iter().filter(|position| by_trying(position)).count());
    let mut group = criterion.benchmark_group("quiescence/mate_in_one");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(format!("sets/{}", V::NAME), |bencher| {
        bencher.iter(|| black_box(positions.iter().filter_map(mate_in_one).count()));
    });
    group.bench_function(format!("trying_every_move/{}", V::NAME), |bencher| {
        bencher.iter(|| black_box(positions.iter().filter(|&p| by_trying(p)).count()));
    });
}

fn search_group<V: Recorded>(criterion: &mut Criterion) {
    let material = Material::conventional::<V>();
    let mut lines: Vec<_> =
        positions(POSITIONS).into_iter().map(|p| Line::<V, _>::new(&material, p)).collect();
    let two_stages = QuiescenceOptions::default();
    let settings = [
        ("one_stage_even_exchanges", QuiescenceOptions::modern()),
        ("hiyoko", QuiescenceOptions::hiyoko()),
        ("two_stage", two_stages),
        ("threats", QuiescenceOptions::kfend()),
        ("threats_from_see", two_stages.with_threats(Some(ThreatOptions::exchanges()))),
    ];
    let mut group = criterion.benchmark_group("quiescence/search");
    for (name, options) in settings {
        let quiescence = Quiescence::new(options);
        let mut run = || {
            let mut control = Unlimited::default();
            let window = Score::INFINITE;
            for line in &mut lines {
                let value = quiescence.search(line, -window, window, 0, &(), &mut control);
                black_box(value.expect("nothing stops this search"));
            }
            control.nodes
        };
        let nodes = run();
        assert_eq!(run(), nodes, "{name}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{name}/{}", V::NAME), |bencher| bencher.iter(&mut run));
    }
}

fn threats_group<V: Recorded>(criterion: &mut Criterion) {
    let material = Material::conventional::<V>();
    let mut lines: Vec<_> =
        positions(POSITIONS).into_iter().map(|p| Line::<V, _>::new(&material, p)).collect();
    let quiescence = Quiescence::new(QuiescenceOptions::kfend());
    for line in &mut lines {
        let report = quiescence.threats(line);
        assert!(report.modified <= report.static_value);
    }
    let mut group = criterion.benchmark_group("quiescence/threats");
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.bench_function(format!("report/{}", V::NAME), |bencher| {
        bencher.iter(|| {
            let all = lines.iter_mut().map(|line| quiescence.threats(line).threats.len());
            black_box(all.sum::<usize>())
        });
    });
}

fn all(criterion: &mut Criterion) {
    see_group::<Shogi>(criterion);
    see_group::<Minishogi>(criterion);
    mate_group::<Shogi>(criterion);
    mate_group::<Minishogi>(criterion);
    search_group::<Shogi>(criterion);
    search_group::<Minishogi>(criterion);
    threats_group::<Shogi>(criterion);
    threats_group::<Minishogi>(criterion);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = all
}
criterion_main!(benches);
