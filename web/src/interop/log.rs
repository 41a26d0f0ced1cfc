//! What was done, kept in memory for the page of failure. `boot.js` makes that page: after a panic it can rely on
//! nothing of this program but this.

use std::sync::{Arc, Mutex};

/// What was done so far, in words, and the session as the text that is kept.
static LOG: Mutex<Option<(String, Arc<String>)>> = Mutex::new(None);

/// Sets what was done so far, in words, and the session as the text that is kept, in case of a panic.
pub(crate) fn note(words: String, session: Arc<String>) {
    if let Ok(mut log) = LOG.lock() {
        *log = Some((words, session));
    }
}

/// What was done, as the text of a file: the version, why the program ended, every step that was noted, and the
/// session, which can be opened again. Empty if nothing was noted, or if the panic happened while it was being noted.
pub(crate) fn log(cause: &str) -> String {
    match LOG.try_lock().as_deref() {
        Ok(Some((words, session))) => {
            format!("Splitpoint {}\n{cause}\n\n{words}\n{session}\n", env!("CARGO_PKG_VERSION"))
        }
        _ => String::new(),
    }
}
