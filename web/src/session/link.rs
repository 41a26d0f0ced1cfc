//! Links that hold a whole session in compressed form. Links that people can read need none of this.

use splitpoint_lab::session::{Link, LinkError, RestoreError, Saved};

/// The functions for such links. They are called through this table only, so that a chunk can bring their code later.
#[derive(Debug)]
pub struct Logic {
    /// Reads the fragment of an address as a link, also one that holds a session.
    pub read: fn(&str) -> Result<Option<Link>, LinkError>,
    /// The fragment of a link to the session in this text.
    pub pack: fn(&str) -> Result<String, RestoreError>,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { read: Link::parse, pack: |text| Saved::from_text(text).map(|saved| saved.to_link()) };
