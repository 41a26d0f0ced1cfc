//! What was done, remembered for the page of failure. That is made by `boot.js`: after a panic nothing here can be relied on but
//! this.

use std::sync::{Arc, Mutex};

/// What was done so far: in words, and as the text that is kept.
static LOG: Mutex<Option<(String, Arc<String>)>> = Mutex::new(None);

/// Remembers what was done so far, in words and as the text that is kept, in case of a panic.
pub(crate) fn note(words: String, session: Arc<String>) {
    if let Ok(mut log) = LOG.lock() {
        *log = Some((words, session));
    }
}

/// What was done, as a file says it: the version, why the program ended, every step that was noted, and the session that can be
/// opened again. Empty where nothing was noted, or the end came while it was.
pub(crate) fn log(cause: &str) -> String {
    match LOG.try_lock().as_deref() {
        Ok(Some((words, session))) => {
            format!("Splitpoint {}\n{cause}\n\n{words}\n{session}\n", env!("CARGO_PKG_VERSION"))
        }
        _ => String::new(),
    }
}
