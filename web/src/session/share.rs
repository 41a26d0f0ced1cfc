//! What can be shared of a session: its links, what happened in words, and the session as a file.

use super::action::Shared;
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::session::{Link, Opens, Session, Stop};
use splitpoint_lab::view::{KeyNotation, ViewRequest};

/// What the dialog shows. It is made when the dialog opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The step at the cursor.
    pub position: u64,
    /// The link to this step, and the one to the beginning, without what stands before the `#`. `None` for a session on
    /// a file, which no link can hold.
    pub links: Option<(String, String)>,
    /// Bytes of the session as a file.
    pub bytes: usize,
    /// The link that was copied last, and whether the browser let us.
    pub copied: Option<(Shared, bool)>,
}

impl Share {
    /// What can be shared of it, looked at like that.
    pub fn new(lab: &Session, request: &ViewRequest, position: u64) -> Self {
        let saved = lab.save();
        let bytes = saved.to_text().len();
        let opens = match saved.reference() {
            Reference::Import(_) => None,
            Reference::Scenario(id) if lab.is_untouched() => Some(Opens::Start(id.clone())),
            Reference::Scenario(_) => Some(Opens::Session(Box::new(saved))),
        };
        let links = opens.map(|opens| {
            let mut link = Link::new(opens);
            link.grain = (link.saved().is_none() && lab.grain() != <_>::default()).then(|| lab.grain());
            let first = lab.start().tables.first().map(|table| table.name.as_str()).unwrap_or_default();
            link.table = Some(request.table.clone()).filter(|table| table != first);
            link.notation = Some(request.notation).filter(|notation| *notation != KeyNotation::default());
            let here = link.to_string();
            if link.saved().is_some() {
                link.step = Some(Stop::At(0));
            }
            (here, link.to_string())
        });
        Self { position, links, bytes, copied: None }
    }
}
