//! Each preset behaves as its source describes.

use std::ops::ControlFlow;

use sakiyomi_eval::{Material, Score};
use sakiyomi_quiescence::QuiescenceOptions;
use sakiyomi_rules::{Minishogi, Position, Shogi};
use sakiyomi_search::{Iteration, Limits, Preset, Searcher, StopFlag, Technique};

/// "評価が安定してきたのは良いのですが、探索深さを8まで読んでも0のままです": with material alone the start position is
/// worth 0 at every depth. (Six here: pure alpha-beta takes its time.)
#[test]
fn hiyoko_sees_nothing_but_zeros_at_the_start() {
    let mut searcher = Searcher::new(Material::flat(), Preset::Hiyoko.into(), 64 << 20);
    let start = Position::<Shogi>::start();
    let mut scores = Vec::new();
    let mut note = |iteration: &Iteration<'_, Shogi>| {
        scores.push(iteration.score);
        ControlFlow::Continue(())
    };
    searcher.search(&start, &Limits::depth(6), &StopFlag::new(), &mut note);
    assert_eq!(scores, [Score::ZERO; 6]);
}

fn techniques(preset: Preset) -> Vec<&'static str> {
    let options = preset.options();
    let on = Technique::ALL.iter().filter(|technique| technique.is_on(&options));
    on.map(|technique| technique.name()).collect()
}

#[test]
fn presets_use_what_their_sources_name_and_nothing_else() {
    assert_eq!(
        techniques(Preset::Hiyoko),
        ["table", "mate-in-one", "killers", "quiescence-mate-in-one", "even-exchanges"]
    );
    assert_eq!(Preset::Hiyoko.options().quiescence, QuiescenceOptions::hiyoko());
    assert_eq!(techniques(Preset::GogoShogi), ["table", "killers", "check-extension"]);
    assert_eq!(techniques(Preset::Kfend), ["table", "forward", "threats"]);
    assert_eq!(Preset::Kfend.options().quiescence, QuiescenceOptions::kfend());
}

/// "先手番の CPU は避けようとします": from the start position black does not go round in circles.
#[test]
fn gogo_shogi_as_black_avoids_and_as_white_seeks_repetition() {
    use sakiyomi_rules::Game;
    let mut game = Game::<Minishogi>::new();
    let cycle = "1e1d 5a5b 1d1e 5b5a ";
    for mv in cycle.repeat(3).split_whitespace().take(11) {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let mut searcher =
        Searcher::new(Material::conventional::<Minishogi>(), Preset::GogoShogi.into(), 1 << 20);
    // White brings about the fourth occurrence, and wins.
    let limits = Limits::depth(5);
    let white = searcher.search(&game, &limits, &StopFlag::new(), &mut ());
    assert_eq!(white.best, "5b5a".parse().ok());
    // Black, one move before, does not let it come to that.
    game.undo();
    searcher.clear();
    let black = searcher.search(&game, &limits, &StopFlag::new(), &mut ());
    assert_ne!(black.best, "1d1e".parse().ok());
    assert!(black.score > Score::centipawns(-20_000));
}

/// KFEnd: pruning leaves about ten moves a node, so a depth costs far fewer moves than it has.
#[test]
fn kfend_searches_a_fraction_of_the_moves() {
    let sfen = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    let position: Position<Shogi> = sfen.parse().unwrap();
    let nodes = |prunes: bool| {
        let mut options = Preset::Kfend.options();
        if !prunes {
            let Some(forward) = &mut options.forward else { panic!("KFEnd prunes forward") };
            forward.purpose = sakiyomi_search::ForwardUse::Order;
        }
        let mut searcher = Searcher::new(Material::flat(), options, 16 << 20);
        let limits = Limits::depth(3).nodes(20_000_000);
        searcher.search(&position, &limits, &StopFlag::new(), &mut ()).nodes
    };
    let (pruned, whole) = (nodes(true), nodes(false));
    assert!(pruned < whole, "{pruned} and {whole}");
}
