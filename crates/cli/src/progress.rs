//! Shows the progress of long work: only on a terminal, on the standard error stream, and removed when the work is
//! done.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How long work takes before the line is drawn, so that short work leaves the terminal unchanged.
const CALM: Duration = Duration::from_millis(400);

/// A line that shows the progress of work.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    begun: std::time::Instant,
}

impl Progress {
    /// For work of so many pieces; with `None`, for work of unknown length.
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

    /// Shows what is being done, and that so many pieces are done.
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
