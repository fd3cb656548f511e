//! One variant's place at the board: its game, its engine, and the job that runs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use sakiyomi::{
    BuildError, Color, Engine, Evaluator, Game, Keep, Level, Limits, Plan, PositionCommandError,
    SearchOptions, Shogi, StopFlag, Variant, WithPlan, castles,
};

use crate::go::{Go, Mate};
use crate::job::{Job, Task, Thinker, message};
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

type Built<V> = Box<dyn Thinker<V>>;
pub(crate) type Make<V> = Arc<dyn Fn(&Order) -> Result<Built<V>, BuildError> + Send + Sync>;

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

/// What a session asks of a variant.
pub(crate) trait Seat {
    /// Reads a `position` line; a faulty one changes nothing.
    fn set_position(&mut self, text: &str) -> Result<(), PositionCommandError>;
    /// Makes the engine ready, if it does not think.
    fn prepare(&mut self, settings: &Settings, output: &Output);
    /// A new game begins: forgets what was found in the last one, now or, while the engine thinks, before the next `go`.
    fn forget(&mut self, settings: &Settings);
    /// Starts thinking. What was thought about before is given up.
    fn go(&mut self, go: &Go, settings: &Settings, output: &Output);
    /// Asks for the answer now.
    fn stop(&self);
    /// The opponent has played the move that was pondered.
    fn ponder_hit(&self);
    /// Nobody waits for the answer any more.
    fn mute(&self);
    /// Stops, and returns once the answer is written.
    fn finish(&mut self);
}

/// The engine with what it was built from.
struct Ready<V: Variant> {
    order: Order,
    thinker: Built<V>,
}

struct Running<V: Variant> {
    stop: StopFlag,
    mute: Arc<AtomicBool>,
    thread: JoinHandle<Option<Ready<V>>>,
}

pub(crate) struct VariantSeat<V: Variant> {
    evaluators: Vec<(String, Make<V>)>,
    game: Game<V>,
    ready: Option<Ready<V>>,
    running: Option<Running<V>>,
    /// A game has begun that the engine has not been told of.
    new_game: bool,
}

impl<V: Variant> VariantSeat<V> {
    /// With at least one evaluator.
    pub(crate) fn new(evaluators: Vec<(String, Make<V>)>) -> Self {
        Self { evaluators, game: Game::new(), ready: None, running: None, new_game: false }
    }

    fn is_thinking(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    fn order(&self, settings: &Settings) -> Order {
        let castle = (settings.castle != Castle::None && V::NAME == Shogi::NAME)
            .then(|| (settings.castle, self.game.position().side_to_move()));
        Order {
            options: settings.search_options(),
            hash_mib: settings.hash_mib,
            threads: settings.threads,
            evaluator: settings.evaluator.clone(),
            castle,
        }
    }

    /// The evaluator asked for, or the first where this variant has none of that name.
    fn make(&self, order: &Order) -> Make<V> {
        let found = self.evaluators.iter().find(|(name, _)| *name == order.evaluator);
        Arc::clone(&found.unwrap_or(&self.evaluators[0]).1)
    }
}

/// What moves of a new game are drawn by.
fn seed(settings: &Settings) -> u64 {
    if settings.seed == 0 { fastrand::u64(..) } else { settings.seed }
}

/// The engine that the order asks for: the old one if it fits, else a new one in its place.
fn made_ready<V: Variant>(
    old: Option<Ready<V>>,
    order: Order,
    make: &Make<V>,
    seed: u64,
    output: &Output,
) -> Option<Ready<V>> {
    let fits = old.filter(|old| old.order == order);
    // The old table has gone by now: there may not be room for both.
    fits.or_else(|| {
        // What makes the evaluator is somebody else's code, and `isready` calls it on the thread that reads commands.
        let made = catch_unwind(AssertUnwindSafe(|| make(&order)));
        match made {
            Ok(Ok(mut thinker)) => {
                thinker.set_seed(seed);
                return Some(Ready { order, thinker });
            }
            Ok(Err(fault)) => output.say(format_args!("error: {fault}")),
            Err(panic) => output.say(format_args!("error: {}", message(&*panic))),
        }
        None
    })
}

impl<V: Variant> Seat for VariantSeat<V> {
    fn set_position(&mut self, text: &str) -> Result<(), PositionCommandError> {
        self.game = text.parse()?;
        Ok(())
    }

    fn prepare(&mut self, settings: &Settings, output: &Output) {
        if self.is_thinking() {
            return;
        }
        self.finish();
        let order = self.order(settings);
        let make = self.make(&order);
        self.ready = made_ready(self.ready.take(), order, &make, seed(settings), output);
    }

    fn forget(&mut self, settings: &Settings) {
        self.new_game = true;
        if self.is_thinking() {
            return;
        }
        self.finish();
        // Now rather than on the clock: a large table takes a while.
        if let Some(ready) = &mut self.ready {
            ready.thinker.new_game(seed(settings));
            self.new_game = false;
        }
    }

    fn go(&mut self, go: &Go, settings: &Settings, output: &Output) {
        self.finish();
        let position = self.game.position();
        let side = position.side_to_move();
        let moves = go.moves.as_ref().map(|texts| {
            let moves = texts.iter().filter_map(|text| text.parse().ok());
            moves.filter(|&mv| position.is_legal(mv)).collect::<Vec<_>>()
        });
        // If none of them can be played, it is better to play another than to resign.
        let moves = moves.filter(|moves| !moves.is_empty());
        let default_ms = Level::Hard.options().time_ms.unwrap_or(1000);
        let (task, limits) = match go.mate {
            Some(mate) => {
                let mut limits = Limits::new().overhead_ms(settings.delay_ms);
                if let Mate::Ms(ms) = mate {
                    limits.time_ms = Some(ms);
                }
                (Task::Mate, limits)
            }
            None => {
                // A level says how to play, not how to analyse.
                let plays = !go.infinite && settings.level != Level::Hard;
                let task = if plays { Task::Level(settings.level) } else { Task::Best };
                (task, go.limits(side, settings.delay_ms, settings.lines, default_ms))
            }
        };
        let job = Job {
            game: self.game.clone(),
            moves,
            limits,
            task,
            resign_cp: settings.resign_cp,
            declaration: settings.declaration,
            output: output.clone(),
            stop: StopFlag::new(),
            mute: Arc::new(AtomicBool::new(false)),
        };
        let order = self.order(settings);
        let make = self.make(&order);
        let old = self.ready.take();
        let seed = seed(settings);
        let new_game = core::mem::take(&mut self.new_game);
        let (stop, mute) = (job.stop.clone(), Arc::clone(&job.mute));
        let thread = std::thread::spawn(move || {
            let make_ready = || {
                let mut ready = made_ready(old, order, &make, seed, &job.output)?;
                if new_game {
                    ready.thinker.new_game(seed);
                }
                Some(ready)
            };
            job.run(make_ready, |ready| &mut *ready.thinker)
        });
        self.running = Some(Running { stop, mute, thread });
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.stop.ponder_hit();
        }
    }

    fn mute(&self) {
        if let Some(running) = &self.running {
            running.mute.store(true, Ordering::Release);
        }
    }

    fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
            // Where the engine was lost to a panic, the next `go` builds another.
            self.ready = running.thread.join().unwrap_or(None);
        }
    }
}

impl<V: Variant> Drop for VariantSeat<V> {
    fn drop(&mut self) {
        self.finish();
    }
}
