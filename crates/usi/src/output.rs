//! Where answers go: whole lines, each flushed, from any thread.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use sakiyomi::{Bound, Info, Move, Score, SearchResult, Variant};

/// Clones write to the same place.
#[derive(Clone)]
pub(crate) struct Output(Arc<Mutex<State>>);

struct State {
    writer: Box<dyn Write + Send>,
    /// The first thing that went wrong; nothing is written after it.
    fault: Option<io::Error>,
}

impl Output {
    pub(crate) fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(State { writer: Box::new(writer), fault: None })))
    }

    pub(crate) fn line(&self, line: impl fmt::Display) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.fault.is_none() {
            // In one piece, so that a reader never sees half a line for long.
            let text = format!("{line}\n");
            let written = state.writer.write_all(text.as_bytes());
            state.fault = written.and_then(|()| state.writer.flush()).err();
        }
    }

    /// Tells people something; programs pass over it.
    pub(crate) fn say(&self, text: impl fmt::Display) {
        // A line break in what is said would begin a command.
        let text = text.to_string().replace(['\n', '\r'], " ");
        self.line(format_args!("info string {text}"));
    }

    /// What went wrong with writing.
    pub(crate) fn fault(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fault.take()
    }
}

/// The `info` line of an iteration; `several` if lines are numbered.
pub(crate) fn info_line<V: Variant>(info: &Info<V>, several: bool) -> String {
    let mut line = format!("info depth {} seldepth {}", info.depth, info.seldepth);
    if several {
        line.push_str(&format!(" multipv {}", info.line + 1));
    }
    push_score(&mut line, info.score, info.bound);
    line.push_str(&format!(
        " nodes {} nps {} hashfull {} time {}",
        info.nodes, info.nps, info.hashfull_permille, info.time_ms
    ));
    push_pv(&mut line, &info.pv);
    line
}

/// The `info` lines of what a search came to.
pub(crate) fn result_lines<V: Variant>(result: &SearchResult<V>, several: bool) -> Vec<String> {
    let start = |index: usize| {
        let mut line = format!("info depth {} seldepth {}", result.depth.max(1), result.seldepth);
        if several {
            line.push_str(&format!(" multipv {}", index + 1));
        }
        line
    };
    let end = |line: &mut String| {
        let nps = result.nodes.saturating_mul(1000) / result.time_ms.max(1);
        line.push_str(&format!(" nodes {} nps {nps} time {}", result.nodes, result.time_ms));
    };
    let one = |index: usize, score: Score, pv: &[Move<V>]| {
        let mut line = start(index);
        push_score(&mut line, score, Bound::Exact);
        end(&mut line);
        push_pv(&mut line, pv);
        line
    };
    if several {
        let lines = result.lines.iter().enumerate();
        lines.map(|(index, line)| one(index, line.score, &line.pv)).collect()
    } else if result.pv.is_empty() {
        Vec::new()
    } else {
        vec![one(0, result.score, &result.pv)]
    }
}

fn push_score(line: &mut String, score: Score, bound: Bound) {
    line.push_str(&format!(" score {score}"));
    line.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
}

fn push_pv<V: Variant>(line: &mut String, pv: &[Move<V>]) {
    if !pv.is_empty() {
        line.push_str(" pv");
        for mv in pv {
            line.push_str(&format!(" {mv}"));
        }
    }
}
