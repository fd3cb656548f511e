//! Positions with one best move, found by the full search.

use crate::common::rows;
use sakiyomi_eval::Material;
use sakiyomi_rules::{Minishogi, Position, Shogi, Variant};
use sakiyomi_search::{Limits, Preset, Searcher, StopFlag};

const TACTICS9: &str = include_str!("data/tactics9.tsv");
const TACTICS5: &str = include_str!("data/tactics5.tsv");

fn solved<V: Variant>(text: &str, nodes: u64) -> (usize, usize) {
    let evaluator = Material::conventional::<V>();
    let mut searcher = Searcher::<V, _>::new(evaluator, Preset::Full.into(), 64 << 20);
    let (mut solved, mut all) = (0, 0);
    for row in rows(text) {
        let [id, theme, sfen, best, ..] = row[..] else { panic!("{row:?}") };
        let position: Position<V> = sfen.parse().unwrap();
        searcher.clear();
        let limits = Limits::new().nodes(nodes);
        let result = searcher.search(&position, &limits, &StopFlag::new(), &mut ());
        let found = result.best.map(|mv| mv.to_string()).unwrap_or_default();
        all += 1;
        solved += usize::from(found == best);
        if found != best {
            println!("{id} {theme}: {best}, found {found} {} depth {}", result.score, result.depth);
        }
    }
    println!("{}: {solved} of {all} with {nodes} nodes", V::NAME);
    (solved, all)
}

#[test]
fn most_are_found_with_a_hundred_thousand_nodes() {
    let (nine, all_nine) = solved::<Shogi>(TACTICS9, 100_000);
    let (five, all_five) = solved::<Minishogi>(TACTICS5, 100_000);
    assert!((nine + five) * 100 >= (all_nine + all_five) * 75);
}

/// Half a minute or more.
#[test]
#[ignore = "long"]
fn nearly_all_are_found_with_a_million_nodes() {
    let (nine, all_nine) = solved::<Shogi>(TACTICS9, 1_000_000);
    let (five, all_five) = solved::<Minishogi>(TACTICS5, 1_000_000);
    assert!(nine * 100 >= all_nine * 85);
    assert!(five * 100 >= all_five * 85);
}

#[test]
#[ignore = "diagnosis"]
fn which_technique_hides_it() {
    use sakiyomi_search::{Root, SearchOptions, Technique};
    let evaluator = Material::conventional::<Minishogi>();
    let position: Position<Minishogi> = "r1sbk/4p/1GS2/P4/K2BR b G 9".parse().unwrap();
    let run = |name: &str, options: SearchOptions| {
        let mut searcher = Searcher::<Minishogi, _>::new(evaluator.clone(), options, 64 << 20);
        let limits = Limits::new().nodes(1_000_000);
        let result = searcher.search(&position, &limits, &StopFlag::new(), &mut ());
        println!("{name}: {:?} {} depth {}", result.best, result.score, result.depth);
    };
    let full = Preset::Full.options();
    run("full", full);
    for &technique in Technique::ALL {
        if technique.is_on(&full) {
            run(technique.name(), full.with(technique, false));
        }
    }
    let _ = Root::from(&position);
}
