//! Where the search reads the time.

use core::fmt::Debug;
use core::time::Duration;

/// A clock that only goes forward.
///
/// With the feature `std` a searcher has the system's. On `wasm32-unknown-unknown`, where that one panics, and without
/// `std` it has one that stands still until the caller brings another; limits of depth and nodes need none.
pub trait TimeSource: Send + Sync + Debug {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock.
#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
#[derive(Clone, Copy, Debug)]
pub struct SystemTime(std::time::Instant);

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
impl Default for SystemTime {
    fn default() -> Self {
        Self(std::time::Instant::now())
    }
}

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
impl TimeSource for SystemTime {
    #[inline]
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Time stands still: limits of time never end a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTime;

impl TimeSource for NoTime {
    #[inline]
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
pub(crate) type DefaultTime = SystemTime;
#[cfg(not(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown")))))]
pub(crate) type DefaultTime = NoTime;
