//! One `go`, thought about on a thread of its own.

use std::any::Any;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sakiyomi::{
    Declaration, DynEngine, Game, Info, Level, Limits, MateOutcome, Move, Root, StopFlag, Variant,
};

use crate::output::{Output, info_line, result_lines};

/// Something to think about.
pub(crate) struct Job<V: Variant> {
    pub(crate) game: Game<V>,
    pub(crate) moves: Option<Vec<Move<V>>>,
    pub(crate) limits: Limits,
    pub(crate) task: Task,
    /// Resign when so many centipawns behind.
    pub(crate) resign_cp: i32,
    pub(crate) declaration: Option<sakiyomi::DeclarationRule>,
    pub(crate) output: Output,
    pub(crate) stop: StopFlag,
    /// Set when nobody waits for the answer any more.
    pub(crate) mute: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Best,
    Level(Level),
    Mate,
}

impl<V: Variant> Job<V> {
    /// Thinks by an engine that is made ready first, and answers; gives the engine back. One in which something panicked,
    /// an evaluator of somebody else's for instance, is given up, and what was found until then is answered all the same.
    pub(crate) fn run<T>(
        &self,
        make_ready: impl FnOnce() -> Option<T>,
        thinker: impl Fn(&mut T) -> &mut dyn DynEngine<V>,
    ) -> Option<T> {
        let found = Cell::new(None);
        // What a panic may have left half done is dropped with the engine.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let mut ready = make_ready();
            let answer = match &mut ready {
                None => self.unbuilt(),
                Some(ready) if self.task == Task::Mate => self.mate(thinker(ready)),
                Some(ready) => self.best(thinker(ready), &found),
            };
            (answer, ready)
        }));
        let (answer, ready) = thought.unwrap_or_else(|panic| {
            self.output.say(format_args!("error: {}; the engine is built anew", message(&*panic)));
            (self.answer_without_search(found.get()), None)
        });
        if !self.mute.load(Ordering::Acquire) {
            self.output.line(answer);
        }
        ready
    }

    /// The answer of an engine that cannot be built: it has said why, and there is no game that it could play.
    fn unbuilt(&self) -> String {
        self.wait_if_asked_to();
        let none = if self.task == Task::Mate { "checkmate timeout" } else { "bestmove resign" };
        none.to_owned()
    }

    /// The answer after a panic: the best move of the last finished iteration, any legal one otherwise.
    fn answer_without_search(&self, found: Option<Move<V>>) -> String {
        if self.task == Task::Mate {
            return "checkmate timeout".to_owned();
        }
        self.wait_if_asked_to();
        let any = || match self.moves.as_deref() {
            Some([first, ..]) => Some(*first),
            _ => self.game.position().legal_moves().iter().next().copied(),
        };
        found.or_else(any).map_or("bestmove resign".to_owned(), |mv| format!("bestmove {mv}"))
    }

    /// `go infinite` and `go ponder` are not answered before `stop` or `ponderhit`, come what may.
    fn wait_if_asked_to(&self) {
        let Limits { infinite, ponder, .. } = self.limits;
        let may_answer = || self.stop.is_stopped() || (!infinite && self.stop.is_ponder_hit());
        while (infinite || ponder) && !may_answer() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    fn best(&self, thinker: &mut dyn DynEngine<V>, found: &Cell<Option<Move<V>>>) -> String {
        let position = self.game.position();
        let waits = self.limits.infinite || self.limits.ponder;
        let declares = |rule| position.declaration(rule) == Ok(Declaration::Win);
        if !waits && self.declaration.is_some_and(declares) {
            self.output.say("declares");
            return "bestmove win".to_owned();
        }
        let mut root = Root::from(&self.game);
        root.moves = self.moves.as_deref();
        let several = self.limits.lines > 1;
        let result = match self.task {
            Task::Level(level) => {
                thinker.choose_dyn(root, level.options(), self.limits, &self.stop)
            }
            _ => thinker.search_dyn(root, self.limits, &self.stop, &mut |iteration| {
                if iteration.line == 0 {
                    found.set(iteration.pv.first().copied());
                }
                self.output.line(info_line(&Info::from(iteration), several));
                ControlFlow::Continue(())
            }),
        };
        if result.declaration == Declaration::Win {
            return "bestmove win".to_owned();
        }
        let Some(best) = result.best else {
            self.output.say("there is no move");
            return "bestmove resign".to_owned();
        };
        for line in result_lines(&result, several && self.task == Task::Best) {
            self.output.line(line);
        }
        if !waits && result.score.value() < -self.resign_cp {
            return "bestmove resign".to_owned();
        }
        match result.ponder {
            Some(ponder) => format!("bestmove {best} ponder {ponder}"),
            None => format!("bestmove {best}"),
        }
    }

    fn mate(&self, thinker: &mut dyn DynEngine<V>) -> String {
        let result = thinker.mate_dyn(self.game.position(), self.limits, &self.stop);
        match result.outcome {
            MateOutcome::Mate { line, .. } => {
                let moves: String = line.iter().map(|mv| format!(" {mv}")).collect();
                self.output.line(format_args!(
                    "info score mate {} nodes {} pv{moves}",
                    line.len(),
                    result.nodes
                ));
                format!("checkmate{moves}")
            }
            MateOutcome::NoMate => "checkmate nomate".to_owned(),
            _ => "checkmate timeout".to_owned(),
        }
    }
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic")
}
