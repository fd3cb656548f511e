//! Helper threads: each works on the main thread's passes until that one has finished.

use core::sync::atomic::{AtomicBool, Ordering};

use sakiyomi_eval::Evaluator;
use sakiyomi_rules::Variant;

use crate::worker::Worker;

/// Ends all threads of a search when it is dropped: by the main thread at its end, and by whichever thread an evaluator or
/// an observer panics on, where the others would wait for it for ever.
pub(crate) struct Finish<'a>(pub(crate) &'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A helper: works on the main thread's passes until that one has finished.
pub(crate) fn help<V: Variant, E: Evaluator<V>>(helper: &mut Worker<'_, V, E>) {
    let Some(team) = &helper.meter.shared.team else { return };
    let mut followed = 0;
    helper.meter.follows = Some(followed);
    while !helper.meter.is_stopped() && !helper.root_moves.is_empty() {
        let pass = team.pass();
        if pass.number == followed {
            std::thread::yield_now();
            continue;
        }
        followed = pass.number;
        // Where it is broken off, there is another pass, or nothing more to do.
        let _ = helper.follow(team, &pass);
    }
    helper.meter.hand_in();
}
