//! The rules libraries, one criterion group for each question.
//!
//! All libraries stand in the same group, so that a change of ours is seen beside
//! peers that have not changed. For ratios on a machine whose speed drifts, use the
//! program `rules_ratios`, which interleaves them.

use std::hint::black_box;
use std::time::Duration;

use benches::corpus::Corpus;
use benches::runner::{Runner, minishogi_runners, runners};
use benches::work::{MATSURI_3, MAX_2, MINI_START_6, Perft, START_4, Work};
use criterion::{
    BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};

const PERFTS: [Perft; 3] = [START_4, MATSURI_3, MAX_2];

fn rules(criterion: &mut Criterion) {
    let corpus = Corpus::shogi();
    let mut runners = runners(&corpus);
    let bulk = PERFTS.map(|perft| (perft.position, Work::PerftBulk(perft)));
    let full = PERFTS.map(|perft| (perft.position, Work::PerftFull(perft)));
    let groups: [(&str, &[(&str, Work)]); 8] = [
        ("perft/bulk", &bulk),
        ("perft/full", &full),
        ("movegen/list", &[("unlike", Work::List)]),
        ("movegen/count", &[("unlike", Work::Count)]),
        ("position/make_unmake", &[("unlike", Work::MakeUnmake)]),
        ("position/gives_check", &[("unlike", Work::GivesCheck)]),
        ("position/in_check", &[("unlike", Work::InCheck)]),
        ("sfen/parse", &[("unlike", Work::Parse)]),
    ];
    for (group, works) in groups {
        for &(positions, work) in works {
            bench(criterion, group, positions, work, &corpus, &mut runners);
        }
    }
}

/// Minishogi beside them: the same questions, and no peers.
fn minishogi(criterion: &mut Criterion) {
    let corpus = Corpus::minishogi();
    let mut runners = minishogi_runners(&corpus);
    let works = [
        ("minishogi/perft/bulk", Work::PerftBulk(MINI_START_6)),
        ("minishogi/perft/full", Work::PerftFull(MINI_START_6)),
        ("minishogi/movegen/list", Work::List),
        ("minishogi/movegen/count", Work::Count),
        ("minishogi/position/make_unmake", Work::MakeUnmake),
        ("minishogi/sfen/parse", Work::Parse),
    ];
    for (group, work) in works {
        bench(criterion, group, "mini", work, &corpus, &mut runners);
    }
}

fn bench(
    criterion: &mut Criterion,
    group: &str,
    positions: &str,
    work: Work,
    corpus: &Corpus,
    runners: &mut [Box<dyn Runner>],
) {
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(work.units(corpus)));
    // One pass of the longest takes a third of a second: no time for growing samples.
    group.sampling_mode(SamplingMode::Flat);
    for runner in runners {
        if runner.check(work, corpus) {
            let id = BenchmarkId::new(runner.name(), positions);
            group.bench_function(id, |bencher| bencher.iter(|| black_box(runner.pass(work))));
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = rules, minishogi
}
criterion_main!(benches);
