//! What an engine is built from, and the building of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sakiyomi::{
    BuildError, Color, DynEngine, Engine, Evaluator, Game, Keep, Plan, SearchOptions, Shogi,
    Variant, VariantName, WithPlan, castles,
};

use crate::job::message;
use crate::output::Output;
use crate::settings::{Castle, Settings};

/// What an engine is built from; a change calls for a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    options: SearchOptions,
    hash_mib: usize,
    threads: usize,
    evaluator: String,
    /// Whose plan.
    castle: Option<(Castle, Color)>,
}

pub(crate) type Built<V> = Box<dyn DynEngine<V>>;
pub(crate) type Make<V> = Arc<dyn Fn(&Order) -> Result<Built<V>, BuildError> + Send + Sync>;

/// The evaluators of one variant by name, the default first; there is at least one.
pub(crate) type Evaluators<V> = [(String, Make<V>)];

/// The engine with what it was built from.
pub(crate) struct Ready<V: Variant> {
    order: Order,
    pub(crate) engine: Built<V>,
}

impl Order {
    /// What the settings ask for in the position that `game` has reached.
    pub(crate) fn new<V: Variant>(settings: &Settings, game: &Game<V>) -> Self {
        let has_castles = VariantName::of::<V>() == VariantName::Shogi;
        let castle = (settings.castle != Castle::None && has_castles)
            .then(|| (settings.castle, game.position().side_to_move()));
        Self {
            options: settings.search_options(),
            hash_mib: settings.hash_mib,
            threads: settings.threads,
            evaluator: settings.evaluator.clone(),
            castle,
        }
    }

    /// The evaluator asked for, or the first where this variant has none of that name.
    pub(crate) fn make<V: Variant>(&self, evaluators: &Evaluators<V>) -> Make<V> {
        let found = evaluators.iter().find(|(name, _)| *name == self.evaluator);
        Arc::clone(&found.unwrap_or(&evaluators[0]).1)
    }

    /// The engine that this asks for: the old one if it fits, else a new one in its place.
    pub(crate) fn ready<V: Variant>(
        self,
        old: Option<Ready<V>>,
        make: &Make<V>,
        seed: u64,
        output: &Output,
    ) -> Option<Ready<V>> {
        let fits = old.filter(|old| old.order == self);
        // The old table has gone by now: there may not be room for both.
        fits.or_else(|| {
            // What makes the evaluator is somebody else's code, and `isready` calls it on the thread that reads commands.
            match catch_unwind(AssertUnwindSafe(|| make(&self))) {
                Ok(Ok(mut engine)) => {
                    engine.set_seed_dyn(seed);
                    return Some(Ready { order: self, engine });
                }
                Ok(Err(fault)) => output.say(format_args!("error: {fault}")),
                Err(panic) => output.say(format_args!("error: {}", message(&*panic))),
            }
            None
        })
    }
}

/// Makes engines with this evaluator.
pub(crate) fn plain<V: Variant, E: Evaluator<V> + 'static>(
    make: impl Fn() -> E + Send + Sync + 'static,
) -> Make<V> {
    Arc::new(move |order| build(order, make()))
}

/// Makes engines with this evaluator, and a plan laid over it where one is asked for.
pub(crate) fn with_plans<E: Evaluator<Shogi> + 'static>(
    make: impl Fn() -> E + Send + Sync + 'static,
) -> Make<Shogi> {
    Arc::new(move |order| match order.castle {
        None => build(order, make()),
        Some((castle, side)) => {
            let mut evaluator = WithPlan::new(make());
            if castle == Castle::Choose {
                evaluator = evaluator.keep(Keep::Choose);
            }
            for plan in plans(castle) {
                evaluator = evaluator.plan(side, plan);
            }
            build(order, evaluator)
        }
    })
}

fn plans(castle: Castle) -> Vec<Plan> {
    match castle {
        Castle::None => Vec::new(),
        Castle::Yagura => vec![castles::yagura()],
        Castle::Funagakoi => vec![castles::funagakoi()],
        Castle::Anaguma => vec![castles::anaguma()],
        Castle::LeftMino => vec![castles::left_mino()],
        Castle::Choose => castles::all(),
    }
}

fn build<V: Variant, E: Evaluator<V> + 'static>(
    order: &Order,
    evaluator: E,
) -> Result<Built<V>, BuildError> {
    let builder = Engine::<V>::builder()
        .evaluator(evaluator)
        .options(order.options)
        .hash_mib(order.hash_mib)
        .threads(order.threads);
    Ok(Box::new(builder.build()?))
}
