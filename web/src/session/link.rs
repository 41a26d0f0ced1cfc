//! Links that hold a whole session, packed. Those that people can read need none of this.

use splitpoint_lab::session::{Link, LinkError, RestoreError, Saved};

/// How such a link is read and made. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// The link that stands behind the `#`, where it is one; also one that holds a session.
    pub read: fn(&str) -> Result<Option<Link>, LinkError>,
    /// What stands behind the `#` of a link to the session that is in the text, or why there is none.
    pub pack: fn(&str) -> Result<String, RestoreError>,
}

/// The table.
pub static LOGIC: Logic = Logic { read: Link::parse, pack: |text| Saved::from_text(text).map(|saved| saved.to_link()) };
