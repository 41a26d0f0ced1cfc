//! A session as text, to be kept, and back.

use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{RestoreError, Saved, Session};

/// How a session is kept. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    text: fn(&Session) -> String,
    log: fn(&Session) -> String,
    read: fn(&str) -> Result<Saved, RestoreError>,
    restore: fn(&Saved, Start, Built) -> Result<Session, RestoreError>,
}

/// The table.
pub static LOGIC: Logic = Logic {
    text: |lab| lab.save().to_text(),
    log: Session::log_text,
    read: Saved::from_text,
    restore: Session::restore_on,
};

impl Logic {
    /// The session as text.
    pub fn text(&self, lab: &Session) -> String {
        (self.text)(lab)
    }

    /// The session in words, for a file.
    pub fn log(&self, lab: &Session) -> String {
        (self.log)(lab)
    }

    /// The session that is in the text.
    ///
    /// # Errors
    /// Where it is none.
    pub fn read(&self, text: &str) -> Result<Saved, RestoreError> {
        (self.read)(text)
    }

    /// The session, on its start.
    ///
    /// # Errors
    /// Where it cannot go on from there.
    pub fn restore(&self, saved: &Saved, start: Start, built: Built) -> Result<Session, RestoreError> {
        (self.restore)(saved, start, built)
    }
}
