//! Telling a running search something from another thread.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, Default)]
struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

/// Stops a search from anywhere. Clones are the same flag.
///
/// The search looks at it every few dozen nodes and never clears it: a flag that was set before the search began stops
/// it at once (with a legal move, but a poor one).
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Signals>);

impl StopFlag {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the searches that look at this flag.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Release);
    }

    /// Makes the flag ready for another search.
    pub fn clear(&self) {
        self.0.stop.store(false, Ordering::Release);
        self.0.ponder_hit.store(false, Ordering::Release);
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Acquire)
    }

    /// Tells a pondering search that the opponent has played the move it thought about: its limits of time count from
    /// now on.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether [`ponder_hit`](Self::ponder_hit) was called.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Acquire)
    }

    /// Whether anyone else could set it.
    pub(crate) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}
