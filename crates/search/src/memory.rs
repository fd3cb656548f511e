//! Hints on memory: the only unsafe code of the crate.
//!
//! A probe of a large transposition table waits for main memory, longer than making a move takes, and before that for the
//! processor to find out where the page lies. So the entry is fetched while the move is being made, and the system is asked for
//! large pages. Where neither is to be had, nothing happens.

/// Begins to bring the first bytes of a slice into the cache.
#[inline(always)]
#[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
#[allow(unsafe_code, reason = "saves the wait for memory; measured in docs/PERFORMANCE.md")]
pub(crate) fn prefetch<T>(slice: &[T]) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction never faults, whatever the address, and changes no memory; `sse` is there, as the condition
    // above says.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().cast()) }
}

#[inline(always)]
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
pub(crate) fn prefetch<T>(_: &[T]) {}

/// Asks for large pages under a slice that has not been written to yet.
#[cfg(all(feature = "std", target_os = "linux"))]
#[allow(unsafe_code, reason = "saves most of the wait for pages; measured in docs/PERFORMANCE.md")]
pub(crate) fn ask_for_large_pages<T>(slice: &mut [T]) {
    /// The least size of a page on every Linux.
    const PAGE: usize = 4096;
    let bytes = size_of_val(slice);
    let start: *mut u8 = slice.as_mut_ptr().cast();
    let before = start.align_offset(PAGE);
    // Less than a large page gains nothing.
    if bytes < 2 << 20 || before >= bytes {
        return;
    }
    let length = (bytes - before) / PAGE * PAGE;
    // SAFETY: the range lies within the slice, and this advice changes no content. Where the system does not know it, or has
    // pages of another size, it fails and all is as before.
    let _ = unsafe { libc::madvise(start.add(before).cast(), length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(all(feature = "std", target_os = "linux")))]
pub(crate) fn ask_for_large_pages<T>(_: &mut [T]) {}
