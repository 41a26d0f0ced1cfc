//! What was done, remembered for the page of failure. That is made by `boot.js`: after a panic nothing here can be relied on but
//! this.

use std::sync::Mutex;

/// What was done so far.
static LOG: Mutex<String> = Mutex::new(String::new());

/// Remembers what was done so far, in case of a panic.
pub(crate) fn note(log: String) {
    if let Ok(mut kept) = LOG.lock() {
        *kept = log;
    }
}

/// What was done, as a file says it: the version, why the program ended, and every step that was noted. Empty where nothing was
/// noted, or the end came while it was.
pub(crate) fn log(cause: &str) -> String {
    match LOG.try_lock() {
        Ok(log) if !log.is_empty() => format!("Splitpoint {}\n{cause}\n\n{log}\n", env!("CARGO_PKG_VERSION")),
        _ => String::new(),
    }
}
