//! A thread of the pool: takes requests, searches, answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sakiyomi_eval::Evaluator;
use sakiyomi_rules::Variant;
use sakiyomi_search::Searcher;

use super::RequestError;
use super::queue::{Queue, Waiting};
use crate::handle::panic_message;

/// Works until the queue is closed.
pub(super) fn work<V: Variant, E: Evaluator<V>>(
    queue: &Queue<V>,
    mut searcher: Searcher<V, Arc<E>>,
    repeatable: bool,
) {
    while let Some(Waiting { root, limits, ticket }) = queue.pop() {
        // Cancelled between the queue and here.
        if ticket.is_open() {
            // What a panic leaves behind in the table and the statistics is as good as before.
            let search = AssertUnwindSafe(|| {
                if repeatable {
                    searcher.clear();
                }
                searcher.search(root.borrowed(), &limits, &ticket.stop, &mut ())
            });
            let answer = catch_unwind(search)
                .map_err(|panic| RequestError::Panicked { message: panic_message(panic) });
            // Given back before the answer is heard of, so that who waits for it finds the memory free.
            drop(root);
            queue.done(&ticket);
            ticket.answer(answer);
        } else {
            queue.done(&ticket);
        }
    }
}
