//! How far long work has come, while somebody looks on: only at a terminal, on the error stream, and gone when it is done.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// Nothing is drawn before, so that short work leaves the terminal still.
const CALM: Duration = Duration::from_millis(400);

/// A line that tells how far work has come.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    begun: std::time::Instant,
}

impl Progress {
    /// Of so many pieces; of work that nobody can measure before, only that it goes on.
    pub(crate) fn new(pieces: Option<u64>) -> Self {
        let bar = io::stderr().is_terminal().then(|| match pieces {
            Some(pieces) => {
                let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
                ProgressBar::new(pieces).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            }
            None => {
                let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
                ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            }
        });
        Self { bar, begun: std::time::Instant::now() }
    }

    /// Says what is at work now, after so many pieces.
    pub(crate) fn tell(&self, pieces: u64, words: impl FnOnce() -> String) {
        if let Some(bar) = self.bar.as_ref().filter(|_| self.begun.elapsed() > CALM) {
            bar.set_message(words());
            bar.set_position(pieces);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
