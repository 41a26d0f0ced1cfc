//! The workloads in a page: `cargo xtask bench` builds it for WebAssembly and opens it in Chromium.

#[cfg(target_arch = "wasm32")]
#[path = "../benches/workload/mod.rs"]
mod workload;

/// Puts the report into the page.
#[cfg(target_arch = "wasm32")]
fn main() {
    let window = web_sys::window().expect("a page has a window");
    let performance = window.performance().expect("a window has a clock");
    // The memory of a program only grows, so what one map or cluster has added is what it takes.
    let memory = || Some((core::arch::wasm32::memory_size::<0>() * 65_536) as f64);
    let report = workload::report(&|| performance.now(), &memory, &[1_000, 10_000, 100_000, 1_000_000]);
    let body = window.document().and_then(|document| document.body()).expect("a document has a body");
    body.set_text_content(Some(&report));
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("cargo bench -p splitpoint-lab --bench client says the same without a browser");
}
