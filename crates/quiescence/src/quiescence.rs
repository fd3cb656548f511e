//! The quiescence search as its callers see it.

use sakiyomi_eval::{Evaluator, Line, Score};
use sakiyomi_rules::Variant;

use crate::run::Run;
use crate::{Control, QuiescenceOptions, QuiescenceTable, Stopped, Unlimited};

/// The quiescence search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quiescence {
    options: QuiescenceOptions,
}

impl Quiescence {
    /// With these options.
    #[must_use]
    pub const fn new(options: QuiescenceOptions) -> Self {
        Self { options }
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &QuiescenceOptions {
        &self.options
    }

    /// The exact value of the position at the end of the line, for the side to move; mates counted from there.
    pub fn value<V: Variant, E: Evaluator<V> + ?Sized>(&self, line: &mut Line<'_, V, E>) -> Score {
        let window = Score::INFINITE;
        match self.search(line, -window, window, 0, &(), &mut Unlimited::default()) {
            Ok(score) => score,
            Err(Stopped) => unreachable!("nothing stops this search"),
        }
    }

    /// Searches with a window. `ply` is the distance from the root, from which mates are counted.
    ///
    /// A result within the window is exact; one outside is a bound. A table must not be shared between searches with
    /// different options or evaluators.
    ///
    /// # Errors
    /// [`Stopped`] when `control` says so; the line is then as it was.
    pub fn search<V: Variant, E: Evaluator<V> + ?Sized>(
        &self,
        line: &mut Line<'_, V, E>,
        alpha: Score,
        beta: Score,
        ply: u32,
        table: &impl QuiescenceTable<V>,
        control: &mut impl Control,
    ) -> Result<Score, Stopped> {
        Run::new(line, &self.options, table, control).first_stage(alpha, beta, 0, ply)
    }
}
