//! Bookmarks: a moment of a session in a few numbers, for the history of a browser, which has room for no more.

use super::Session;
use super::link::GRAINS;
use crate::view::Grain;
use std::fmt;
use std::str::FromStr;

/// A moment of a session. It leads to the same one as long as the session is the same, also after it was kept and restored:
/// decisions are only ever added to a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The branch, in the order in which they were begun.
    pub branch: usize,
    /// How many decisions lie before it on that branch.
    at: usize,
    /// How many events of the last atom are shown, where not all of them.
    event: Option<u64>,
    /// How finely steps are counted.
    pub grain: Grain,
}

impl Session {
    /// A bookmark at the cursor.
    pub fn bookmark(&self) -> Bookmark {
        Bookmark { branch: self.log.branch(), at: self.log.at(), event: self.log.event(), grain: self.grain }
    }

    /// Puts the cursor to a bookmark, and counts steps as there. `false` where this session has no such place.
    pub fn open_bookmark(&mut self, bookmark: Bookmark) -> bool {
        let Some(branch) = self.log.branches().get(bookmark.branch) else { return false };
        if self.log.node(branch.tip).index < bookmark.at {
            return false;
        }
        self.grain = bookmark.grain;
        self.log.switch(bookmark.branch);
        self.log.go(bookmark.at, bookmark.event, bookmark.grain);
        true
    }

    /// How often something was asked for, on all branches: everything that was decided but the steps.
    pub fn asked(&self) -> usize {
        self.log.asked()
    }
}

impl fmt::Display for Bookmark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grain = GRAINS.iter().find(|(_, grain)| *grain == self.grain).map_or("", |(name, _)| name);
        write!(f, "{}.{}.{grain}", self.branch, self.at)?;
        self.event.map_or(Ok(()), |event| write!(f, ".{event}"))
    }
}

impl FromStr for Bookmark {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.split('.');
        let mut next = || parts.next().ok_or(());
        let (branch, at) = (next()?.parse().map_err(drop)?, next()?.parse().map_err(drop)?);
        let name = next()?;
        let grain = GRAINS.iter().find(|(known, _)| *known == name).ok_or(())?.1;
        let event = parts.next().map(|event| event.parse().map_err(drop)).transpose()?;
        Ok(Self { branch, at, event, grain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Forms;
    use crate::form::Operation;
    use crate::scenario;
    use crate::view::ViewRequest;

    fn prepend(session: &mut Session) {
        let forms = Forms::early(session.start().tables.first());
        let intent = forms.intent(Operation::Prepend, "comments").expect("the form as it is filled");
        session.submit(0, intent).expect("nothing is refused");
    }

    #[test]
    fn a_bookmark_leads_to_its_moment_from_anywhere_also_in_a_restored_session() {
        let mut session = Session::from_start(scenario::first()).expect("an example");
        let request = ViewRequest { table: "comments".to_owned(), ..ViewRequest::none() };
        let mut seen = Vec::new();
        let mut look = |session: &Session| seen.push((session.bookmark(), session.view(&request)));
        look(&session);
        prepend(&mut session);
        for _ in 0..2 {
            session.next();
            look(&session);
        }
        session.set_grain(Grain::Cell);
        session.back();
        look(&session);
        session.first();
        session.set_grain(Grain::Rpc);
        session.add_client();
        prepend(&mut session);
        session.next();
        look(&session);
        assert_eq!(session.asked(), 3);
        let mut restored = Session::restore(&session.save(), None).expect("an example").session;
        for session in [&mut session, &mut restored] {
            for (bookmark, view) in seen.iter().rev().chain(&seen) {
                let text = bookmark.to_string();
                assert_eq!(text.parse(), Ok(*bookmark), "{text}");
                assert!(session.open_bookmark(*bookmark), "{text}");
                assert_eq!(session.bookmark(), *bookmark);
                let now = session.view(&request);
                assert_eq!(
                    (&now.sentence, &now.lines, now.timeline.position),
                    (&view.sentence, &view.lines, view.timeline.position),
                    "{text}"
                );
            }
        }
        let far = Bookmark { at: 1_000, ..session.bookmark() };
        let elsewhere = Bookmark { branch: 7, ..session.bookmark() };
        let here = session.bookmark();
        assert!(!session.open_bookmark(far) && !session.open_bookmark(elsewhere));
        assert_eq!(session.bookmark(), here, "what is not there changes nothing");
        for text in ["", "1", "1.2", "1.2.day", "1.2.rpc.x", "-1.2.rpc"] {
            assert_eq!(text.parse::<Bookmark>(), Err(()), "{text}");
        }
    }
}
