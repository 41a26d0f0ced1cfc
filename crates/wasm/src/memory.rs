//! Memory that is reserved ahead, so that it grows seldom.

use std::cell::Cell;
use std::hint::black_box;

/// Bytes of a page, the unit in which the memory of a module grows.
const PAGE: usize = 65_536;

/// Which part of the memory is reserved at a time.
const SHARE: usize = 16;

thread_local! {
    /// Pages of the memory when it was reserved last.
    static PAGES: Cell<usize> = const { Cell::new(0) };
}

/// Makes the memory a sixteenth larger where it has grown since the last call. Rust's allocator grows it by what it
/// needs at that moment, a page as a rule. With each growth JavaScript gets a new buffer of the whole size, for which the
/// V8 of Node 20 collects garbage: 20,000 puts took twice as long, and a session of 100,000 steps four times as long to restore.
pub(crate) fn reserve() {
    let pages = pages();
    if PAGES.get() != pages {
        // What was allocated stays with the allocator when it is freed. Where there is no more, nothing is reserved.
        let mut ahead = Vec::<u8>::new();
        let _ = ahead.try_reserve_exact(pages * PAGE / SHARE);
        drop(black_box(ahead));
        PAGES.set(self::pages());
    }
}

/// The size of the memory. Outside of WebAssembly it is of no concern: 0.
fn pages() -> usize {
    #[cfg(target_arch = "wasm32")]
    return core::arch::wasm32::memory_size::<0>();
    #[cfg(not(target_arch = "wasm32"))]
    0
}
