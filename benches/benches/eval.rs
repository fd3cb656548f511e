//! Evaluations per second, from scratch and along moves, and what an evaluator costs a node of quiescence.
//!
//! `cargo bench -p benches --bench eval` first prints the memory of each evaluator and of its state, and the cost of a
//! quiescence node over each evaluator as a ratio to material, all evaluators taking turns in one process so that a
//! machine whose speed drifts does not matter. Then criterion follows each figure over time.
//!
//! The evaluators visit different trees, so nodes are compared by their mean cost. `linear-as-material` has material's
//! values as its weights and visits material's tree: its ratio is the cost of the evaluation alone.

use std::hint::black_box;

use benches::corpus::Corpus;
use cpu_time::ThreadTime;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sakiyomi_eval::{
    Evaluator, Features, Keep, Line, Linear, Material, PieceValues, Plan, Score, Step, Weights,
    WithPlan, castles,
};
use sakiyomi_quiescence::{Quiescence, QuiescenceOptions, Unlimited};
use sakiyomi_rules::{Color, Kind, Minishogi, Move, Position, Shogi, Square, Undo, Variant};

/// Knows nothing: what moves cost without an evaluation.
#[derive(Debug)]
struct Nothing(PieceValues);

impl<V: Variant> Evaluator<V> for Nothing {
    type State = ();

    fn root(&self, _: &Position<V>) {}

    fn step(&self, (): &(), _: &Position<V>, _: &Undo<V>) {}

    fn value(&self, (): &(), _: &Position<V>) -> Score {
        Score::ZERO
    }

    fn values(&self) -> &PieceValues {
        &self.0
    }
}

/// Material's values as weights of the linear evaluation.
fn as_material<V: Variant>() -> Linear<V> {
    let values = PieceValues::conventional::<V>();
    let mut weights = Weights::zero();
    for kind in Kind::ALL.into_iter().filter(|&kind| V::MEN[kind.unpromoted().index()] > 0) {
        for square in Square::<V>::all() {
            let weight = values.on_board(kind).value() as i16;
            weights.set(Features::piece_square(kind, square), weight);
        }
    }
    for kind in Kind::HAND {
        for nth in 1..=u32::from(V::MEN[kind.index()]) {
            weights.set(Features::<V>::hand(kind, nth), values.in_hand(kind).value() as i16);
        }
    }
    Linear::new(weights)
}

/// One thing to measure over one evaluator: gives how many evaluations or nodes it took.
struct Subject<'s> {
    name: &'static str,
    scratch: Box<dyn Fn() -> u64 + 's>,
    along_moves: Box<dyn Fn() -> u64 + 's>,
    quiescence: Box<dyn Fn() -> u64 + 's>,
}

fn subject<'s, V: Variant, E: Evaluator<V>>(
    name: &'static str,
    evaluator: &'s E,
    positions: &'s [Position<V>],
    bytes: usize,
) -> Subject<'s> {
    println!(
        "{:>9}  {name:<20} {bytes:>8} bytes, state {:>3} bytes for each ply",
        V::NAME,
        size_of::<E::State>()
    );
    let mut starts: Vec<_> =
        positions.iter().map(|position| Line::new(evaluator, position.clone())).collect();
    let moves: Vec<_> = positions.iter().map(Position::legal_moves).collect();
    starts.shrink_to_fit();
    let (walk, search) = (std::cell::RefCell::new(starts.clone()), std::cell::RefCell::new(starts));
    Subject {
        name,
        scratch: Box::new(move || {
            for position in positions {
                let state = evaluator.root(black_box(position));
                black_box(evaluator.value(&state, position));
            }
            positions.len() as u64
        }),
        along_moves: Box::new(move || {
            let mut count = 0;
            for (line, moves) in walk.borrow_mut().iter_mut().zip(&moves) {
                for &mv in moves {
                    line.make(mv);
                    black_box(line.value());
                    line.unmake();
                    count += 1;
                }
            }
            count
        }),
        quiescence: Box::new(move || {
            let quiescence = Quiescence::new(QuiescenceOptions::default());
            let mut control = Unlimited::default();
            let most = Score::INFINITE;
            for line in search.borrow_mut().iter_mut() {
                let score = quiescence.search(line, -most, most, 0, &(), &mut control);
                black_box(score.expect("nothing stops it"));
            }
            control.nodes
        }),
    }
}

/// Prints the mean cost of a quiescence node as a ratio to the first subject's, the least of several rounds in turns.
fn print_ratios(variant: &str, subjects: &[Subject<'_>]) {
    let mut least = vec![f64::INFINITY; subjects.len()];
    for _ in 0..9 {
        for (least, subject) in least.iter_mut().zip(subjects) {
            let start = ThreadTime::now();
            let nodes = (subject.quiescence)();
            *least = least.min(start.elapsed().as_nanos() as f64 / nodes as f64);
        }
    }
    for (subject, ns) in subjects.iter().zip(&least) {
        println!(
            "{variant:>9}  {:<20} {ns:>7.1} ns for a quiescence node, {:.2} × material",
            subject.name,
            ns / least[0]
        );
    }
}

fn measure(criterion: &mut Criterion, variant: &str, subjects: &[Subject<'_>]) {
    print_ratios(variant, subjects);
    type Work<'s> = fn(&Subject<'s>) -> u64;
    let works: [(&str, Work<'_>); 3] = [
        ("eval/scratch", |subject| (subject.scratch)()),
        ("eval/along_moves", |subject| (subject.along_moves)()),
        ("eval/quiescence", |subject| (subject.quiescence)()),
    ];
    for (name, work) in works {
        let mut group = criterion.benchmark_group(name);
        for subject in subjects {
            group.throughput(Throughput::Elements(work(subject)));
            let id = BenchmarkId::new(subject.name, variant);
            group.bench_function(id, |bencher| bencher.iter(|| work(subject)));
        }
        group.finish();
    }
}

/// Positions of minishogi that a fixed walk meets.
fn small_positions() -> Vec<Position<Minishogi>> {
    let mut found = Vec::new();
    let mut number = 0_u64;
    while found.len() < 1_000 {
        let mut position = Position::<Minishogi>::start();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mv: Move<Minishogi> = moves[(number >> 33) as usize % moves.len()];
            position.make(mv);
            if position.has_legal_move() {
                found.push(position.clone());
            }
        }
    }
    found
}

fn small_plan() -> Plan<Minishogi> {
    let square = |file, rank| Square::new(file, rank).expect("on the board");
    let steps = vec![
        Step::new(Kind::Gold, Some(square(4, 5)), square(4, 4), 120),
        Step::new(Kind::Pawn, Some(square(5, 4)), square(5, 3), 60),
    ];
    Plan::new("small", steps).expect("well made")
}

fn eval(criterion: &mut Criterion) {
    let cases = Corpus::shogi();
    let large: Vec<Position<Shogi>> = cases
        .cases()
        .iter()
        .filter(|case| case.moves > 0)
        .map(|case| case.sfen.parse().expect("a position of the corpus"))
        .collect();
    let material = Material::conventional::<Shogi>();
    let linear = Linear::<Shogi>::default();
    let alike = as_material::<Shogi>();
    let nothing = Nothing(PieceValues::conventional::<Shogi>());
    let planned = WithPlan::new(linear.clone())
        .plan(Color::Black, castles::yagura())
        .plan(Color::White, castles::yagura())
        .keep(Keep::Always);
    let bytes = linear.memory_bytes();
    let subjects = [
        subject("material", &material, &large, size_of::<Material>()),
        subject("linear-as-material", &alike, &large, alike.memory_bytes()),
        subject("linear", &linear, &large, bytes),
        subject("linear-with-plans", &planned, &large, bytes + plan_bytes(&planned)),
        subject("nothing", &nothing, &large, size_of::<Nothing>()),
    ];
    measure(criterion, Shogi::NAME, &subjects);

    let small = small_positions();
    let material = Material::conventional::<Minishogi>();
    let linear = Linear::<Minishogi>::default();
    let alike = as_material::<Minishogi>();
    let nothing = Nothing(PieceValues::conventional::<Minishogi>());
    let planned = WithPlan::new(linear.clone())
        .plan(Color::Black, small_plan())
        .plan(Color::White, small_plan())
        .keep(Keep::Always);
    let bytes = linear.memory_bytes();
    let subjects = [
        subject("material", &material, &small, size_of::<Material>()),
        subject("linear-as-material", &alike, &small, alike.memory_bytes()),
        subject("linear", &linear, &small, bytes),
        subject("linear-with-plans", &planned, &small, bytes + plan_bytes(&planned)),
        subject("nothing", &nothing, &small, size_of::<Nothing>()),
    ];
    measure(criterion, Minishogi::NAME, &subjects);
}

fn plan_bytes<E, V: Variant>(evaluator: &WithPlan<E, V>) -> usize {
    Color::ALL.into_iter().flat_map(|color| evaluator.plans(color)).map(Plan::memory_bytes).sum()
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = eval
}
criterion_main!(benches);
