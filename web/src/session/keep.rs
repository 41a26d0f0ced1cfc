//! A session as text, to be kept, and back.

use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{RestoreError, Saved, Session};
use splitpoint_lab::sim::language::Language;

/// How a session is kept. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// The session as text.
    pub text: fn(&Session) -> String,
    /// The session in words, for a file.
    pub log: fn(&Session) -> String,
    /// The session that is in the text, or why there is none.
    pub read: fn(&str) -> Result<Saved, RestoreError>,
    /// The session on its start, or why it cannot go on from there.
    pub restore: fn(&Saved, Start, Built, Option<&'static Language>) -> Result<Session, RestoreError>,
}

/// The table.
pub static LOGIC: Logic = Logic {
    text: |lab| lab.save().to_text(),
    log: Session::log_text,
    read: Saved::from_text,
    restore: Session::restore_on,
};
