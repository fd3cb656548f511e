//! The place at the board: the game, the engine, and the job that runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use sakiyomi::{
    Any, AnyGame, Game, Level, Limits, Minishogi, PositionCommandError, Shogi, StopFlag, Variant,
    VariantName, with_any,
};

use crate::go::{Go, Mate};
use crate::job::{Job, Task};
use crate::order::{Evaluators, Make, Order, Ready};
use crate::output::Output;
use crate::settings::Settings;

/// An engine of the variant that was played last.
type AnyReady = Any<Ready<Shogi>, Ready<Minishogi>>;

pub(crate) struct Seat {
    shogi: Vec<(String, Make<Shogi>)>,
    minishogi: Vec<(String, Make<Minishogi>)>,
    game: AnyGame,
    ready: Option<AnyReady>,
    running: Option<Running>,
    /// A game has begun that the engine has not been told of.
    new_game: bool,
}

struct Running {
    stop: StopFlag,
    mute: Arc<AtomicBool>,
    thread: JoinHandle<Option<AnyReady>>,
}

/// What thinking needs of the seat, in the variant of its game.
struct Place<'s, V: Variant> {
    game: &'s Game<V>,
    evaluators: &'s Evaluators<V>,
    /// The engine, unless it was of the other variant.
    old: Option<Ready<V>>,
}

/// Calls `$body` with the [`Place`] of the variant that is on the board, and `$wrap` to make its engine one of any.
macro_rules! in_place {
    ($seat:expr, $place:ident, $wrap:ident => $body:expr) => {{
        let old = $seat.ready.take();
        match &$seat.game {
            Any::Shogi(game) => {
                let old = if let Some(Any::Shogi(old)) = old { Some(old) } else { None };
                let $place = Place { game, evaluators: &$seat.shogi, old };
                let $wrap = Any::Shogi;
                $body
            }
            Any::Minishogi(game) => {
                let old = if let Some(Any::Minishogi(old)) = old { Some(old) } else { None };
                let $place = Place { game, evaluators: &$seat.minishogi, old };
                let $wrap = Any::Minishogi;
                $body
            }
        }
    }};
}

impl Seat {
    /// With at least one evaluator for each variant.
    pub(crate) fn new(
        shogi: Vec<(String, Make<Shogi>)>,
        minishogi: Vec<(String, Make<Minishogi>)>,
    ) -> Self {
        let game = AnyGame::new(VariantName::default());
        Self { shogi, minishogi, game, ready: None, running: None, new_game: false }
    }

    /// Sets up the start position of this variant.
    pub(crate) fn set_variant(&mut self, variant: VariantName) {
        if variant != self.game.variant() {
            self.game = AnyGame::new(variant);
        }
    }

    /// Reads a `position` line; a faulty one changes nothing. `startpos` goes by `default`.
    pub(crate) fn set_position(
        &mut self,
        text: &str,
        default: VariantName,
    ) -> Result<(), PositionCommandError> {
        self.game = AnyGame::read(text, default)?;
        Ok(())
    }

    fn is_thinking(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    /// Makes the engine ready, if it does not think.
    pub(crate) fn prepare(&mut self, settings: &Settings, output: &Output) {
        if self.is_thinking() {
            return;
        }
        self.finish();
        self.ready = in_place!(self, place, wrap => {
            let order = Order::new(settings, place.game);
            let make = order.make(place.evaluators);
            order.ready(place.old, &make, seed(settings), output).map(wrap)
        });
    }

    /// A new game begins: forgets what was found in the last one, now or, while the engine thinks, before the next `go`.
    pub(crate) fn forget(&mut self, settings: &Settings) {
        self.new_game = true;
        if self.is_thinking() {
            return;
        }
        self.finish();
        // Now rather than on the clock: a large table takes a while.
        if let Some(ready) = &mut self.ready {
            with_any!(ready, ready => ready.begin_game(seed(settings)));
            self.new_game = false;
        }
    }

    /// Starts thinking. What was thought about before is given up.
    pub(crate) fn go(&mut self, go: &Go, settings: &Settings, output: &Output) {
        self.finish();
        let new_game = std::mem::take(&mut self.new_game);
        self.running = Some(in_place!(self, place, wrap => {
            start(place, go, settings, output, new_game, wrap)
        }));
    }

    /// Asks for the answer now.
    pub(crate) fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// The opponent has played the move that was pondered.
    pub(crate) fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.stop.ponder_hit();
        }
    }

    /// Nobody waits for the answer any more.
    pub(crate) fn mute(&self) {
        if let Some(running) = &self.running {
            running.mute.store(true, Ordering::Release);
        }
    }

    /// Stops, and returns once the answer is written.
    pub(crate) fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
            // Where the engine was lost to a panic, the next `go` builds another.
            self.ready = running.thread.join().unwrap_or(None);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.finish();
    }
}

impl<V: Variant> Ready<V> {
    fn begin_game(&mut self, seed: u64) {
        self.engine.clear_dyn();
        self.engine.set_seed_dyn(seed);
    }
}

/// What moves of a new game are drawn by.
fn seed(settings: &Settings) -> u64 {
    if settings.seed == 0 { fastrand::u64(..) } else { settings.seed }
}

/// Starts a thread that makes the engine ready, thinks and answers, and gives the engine back.
fn start<V: Variant>(
    place: Place<'_, V>,
    go: &Go,
    settings: &Settings,
    output: &Output,
    new_game: bool,
    wrap: fn(Ready<V>) -> AnyReady,
) -> Running {
    let Place { game, evaluators, old } = place;
    let job = job(game, go, settings, output);
    let order = Order::new(settings, game);
    let make = order.make(evaluators);
    let seed = seed(settings);
    let (stop, mute) = (job.stop.clone(), Arc::clone(&job.mute));
    let thread = std::thread::spawn(move || {
        let make_ready = || {
            let mut ready = order.ready(old, &make, seed, &job.output)?;
            if new_game {
                ready.begin_game(seed);
            }
            Some(ready)
        };
        job.run(make_ready, |ready| &mut *ready.engine).map(wrap)
    });
    Running { stop, mute, thread }
}

/// What `go` asks for in this game.
fn job<V: Variant>(game: &Game<V>, go: &Go, settings: &Settings, output: &Output) -> Job<V> {
    let position = game.position();
    let moves = go.moves.as_ref().map(|texts| {
        let moves = texts.iter().filter_map(|text| text.parse().ok());
        moves.filter(|&mv| position.is_legal(mv)).collect::<Vec<_>>()
    });
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
            let side = position.side_to_move();
            (task, go.limits(side, settings.delay_ms, settings.lines, default_ms))
        }
    };
    Job {
        game: game.clone(),
        // If none of them can be played, it is better to play another than to resign.
        moves: moves.filter(|moves| !moves.is_empty()),
        limits,
        task,
        resign_cp: settings.resign_cp,
        declaration: settings.declaration,
        output: output.clone(),
        stop: StopFlag::new(),
        mute: Arc::new(AtomicBool::new(false)),
    }
}
