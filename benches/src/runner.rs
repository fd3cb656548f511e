//! A library with its positions loaded, ready to be timed.

use std::fmt;
use std::hint::black_box;
use std::ops::Range;

use crate::corpus::Corpus;
use sakiyomi_rules::{Minishogi, Shogi};

use crate::ours::Sakiyomi;
use crate::peers::{Haitaka, Rsshogi, Shunsai};
use crate::subject::RulesSubject;
use crate::work::{Perft, Work};

/// Every library to be compared, ours first when it is there.
#[must_use]
pub fn runners(corpus: &Corpus) -> Vec<Box<dyn Runner>> {
    vec![
        Box::new(Loaded::<Sakiyomi<Shogi>>::new(corpus)),
        Box::new(Loaded::<Shunsai>::new(corpus)),
        Box::new(Loaded::<Haitaka>::new(corpus)),
        Box::new(Loaded::<Rsshogi>::new(corpus)),
    ]
}

/// Who plays minishogi: only we do.
#[must_use]
pub fn minishogi_runners(corpus: &Corpus) -> Vec<Box<dyn Runner>> {
    vec![Box::new(Loaded::<Sakiyomi<Minishogi>>::new(corpus))]
}

/// [`RulesSubject`] with its types hidden, so that libraries fit in one list.
///
/// The one virtual call covers a whole pass and costs nothing that shows.
pub trait Runner {
    /// The library's name and version.
    fn name(&self) -> &'static str;

    /// Does one pass and gives its answer; `None` if the library does not offer the work.
    fn pass(&mut self, work: Work) -> Option<u64>;

    /// Asserts that a pass answers rightly and that a second one answers the same;
    /// false if the library does not offer the work.
    ///
    /// # Panics
    ///
    /// If an answer is wrong.
    fn check(&mut self, work: Work, corpus: &Corpus) -> bool {
        let name = self.name();
        let Some(first) = self.pass(work) else { return false };
        match work.answer(corpus) {
            Some(right) => assert_eq!(first, right, "{name} is wrong about {work:?}"),
            // A position not restored would give other keys the second time.
            None => assert_eq!(self.pass(work), Some(first), "{name} changed in {work:?}"),
        }
        true
    }
}

/// A library's own form of the corpus.
pub struct Loaded<S: RulesSubject> {
    named: Vec<(&'static str, S::Position)>,
    texts: Vec<String>,
    positions: Vec<S::Position>,
    /// The legal moves of all positions, end to end.
    moves: Vec<S::Move>,
    /// Where in `moves` each position has its own.
    ranges: Vec<Range<usize>>,
    list: S::List,
}

impl<S: RulesSubject> Loaded<S> {
    /// Reads the corpus with this library.
    ///
    /// # Panics
    ///
    /// If the library refuses a position, or differs in any single answer.
    #[must_use]
    pub fn new(corpus: &Corpus) -> Self {
        let parse = |text: &str| S::parse(text).unwrap_or_else(|| panic!("{} {text}", S::NAME));
        let texts: Vec<_> = corpus.cases().iter().map(|case| S::text(case.sfen)).collect();
        let positions: Vec<_> = texts.iter().map(|text| parse(text)).collect();
        // The named positions come first; the others are named for their game and ply.
        let named = corpus
            .cases()
            .iter()
            .take_while(|case| !case.name.contains('/'))
            .map(|case| (case.name, parse(&S::text(case.sfen))))
            .collect();
        let mut list = S::List::default();
        let mut moves = Vec::new();
        let mut ranges = Vec::new();
        for (case, position) in corpus.cases().iter().zip(&positions) {
            let who = format!("{} on {}", S::NAME, case.name);
            let legal = S::moves(position);
            assert_eq!(legal.len(), case.moves, "moves, {who}");
            assert_eq!(S::list(position, &mut list), case.moves, "list, {who}");
            assert_eq!(S::count(position), case.moves, "count, {who}");
            let checks = S::gives_check(position, &legal);
            assert!(checks.is_none_or(|n| n == case.checks), "checks, {who}");
            let in_check = S::in_check(position);
            assert!(in_check.is_none_or(|is| is == case.in_check), "in check, {who}");
            ranges.push(moves.len()..moves.len() + legal.len());
            moves.extend(legal);
        }
        Self { named, texts, positions, moves, ranges, list }
    }

    fn perft(&mut self, perft: Perft, run: fn(&mut S::Position, u32) -> u64) -> u64 {
        let named = self.named.iter_mut().find(|(name, _)| *name == perft.position);
        let (_, position) = named.expect("every perft is of a named position");
        run(position, perft.depth)
    }
}

impl<S: RulesSubject> Runner for Loaded<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn pass(&mut self, work: Work) -> Option<u64> {
        match work {
            Work::PerftBulk(perft) => Some(self.perft(perft, S::perft_bulk)),
            Work::PerftFull(perft) => Some(self.perft(perft, S::perft_full)),
            Work::List => {
                let mut sum = 0;
                for position in &self.positions {
                    sum += S::list(position, &mut self.list) as u64;
                    // The length alone would let the moves go unwritten.
                    black_box(&mut self.list);
                }
                Some(sum)
            }
            Work::Count => Some(self.positions.iter().map(|p| S::count(p) as u64).sum()),
            Work::MakeUnmake => {
                let parts = self.positions.iter_mut().zip(&self.ranges);
                Some(parts.fold(0, |sum: u64, (position, range)| {
                    // Turned, lest like parts of two positions cancel out.
                    sum.rotate_left(1) ^ S::make_unmake(position, &self.moves[range.clone()])
                }))
            }
            Work::GivesCheck => self
                .positions
                .iter()
                .zip(&self.ranges)
                .map(|(p, range)| Some(S::gives_check(p, &self.moves[range.clone()])? as u64))
                .sum(),
            Work::InCheck => self.positions.iter().map(|p| S::in_check(p).map(u64::from)).sum(),
            Work::Parse => {
                let read = |text: &&String| black_box(S::parse(text)).is_some();
                Some(self.texts.iter().filter(read).count() as u64)
            }
        }
    }
}

impl<S: RulesSubject> fmt::Debug for Loaded<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").field("name", &S::NAME).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{MAX_2, MINI_HANDS_3, START_4};

    #[test]
    fn minishogi_is_answered_rightly() {
        let corpus = Corpus::minishogi();
        for mut runner in minishogi_runners(&corpus) {
            for work in [Work::PerftBulk(MINI_HANDS_3), Work::PerftFull(MINI_HANDS_3), Work::List] {
                assert!(runner.check(work, &corpus));
            }
        }
    }

    #[test]
    fn every_library_answers_rightly() {
        let corpus = Corpus::shogi();
        assert_eq!(corpus.cases().len(), 1000);
        for mut runner in runners(&corpus) {
            for perft in [START_4, MAX_2] {
                assert!(runner.check(Work::PerftBulk(perft), &corpus));
                assert!(runner.check(Work::PerftFull(perft), &corpus));
            }
            for work in [Work::List, Work::Count, Work::MakeUnmake, Work::Parse] {
                assert!(runner.check(work, &corpus));
            }
            for work in [Work::GivesCheck, Work::InCheck] {
                // Not every library offers these; `check` asserts where one does.
                runner.check(work, &corpus);
            }
        }
    }
}
