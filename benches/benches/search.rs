//! Searches of each preset on a few positions of both games: nodes per second and, with that, the time to a depth.
//!
//! ```text
//! cargo bench -p benches --bench search
//! ```
//!
//! The example `bench` measures the same over more positions, with several threads, and prints the nodes.

use std::hint::black_box;

use benches::corpus::Corpus;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sakiyomi_eval::Linear;
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};

/// Positions of a game; every so many of the corpus.
const POSITIONS: usize = 4;

fn nodes<V: Variant>(
    searcher: &mut Searcher<V, Linear<V>>,
    positions: &[Position<V>],
    depth: u32,
) -> u64 {
    let search = |position| {
        searcher.clear();
        searcher.search(position, &Limits::depth(depth), &StopFlag::new(), &mut ()).nodes
    };
    positions.iter().map(search).sum()
}

fn presets<V: Variant>(criterion: &mut Criterion, corpus: &Corpus) {
    let cases = corpus.cases();
    let step = cases.len() / POSITIONS;
    let positions: Vec<Position<V>> =
        cases.iter().step_by(step).filter_map(|case| case.sfen.parse().ok()).collect();
    let mut group = criterion.benchmark_group(format!("search/{}", V::NAME));
    group.sample_size(10);
    for preset in Preset::ALL {
        let depth = if preset == Preset::Full { 7 } else { 3 };
        let mut searcher = Searcher::new(Linear::default(), preset.options(), 1 << 20);
        let once = nodes(&mut searcher, &positions, depth);
        assert_eq!(once, nodes(&mut searcher, &positions, depth), "one thread repeats itself");
        group.throughput(Throughput::Elements(once));
        group.bench_function(format!("{}/depth {depth}", preset.name()), |bencher| {
            bencher.iter(|| black_box(nodes(&mut searcher, &positions, depth)));
        });
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    presets::<Shogi>(criterion, &Corpus::shogi());
    presets::<Minishogi>(criterion, &Corpus::minishogi());
}

criterion_group!(benches, search);
criterion_main!(benches);
