//! A session as text, to be kept, and back.

use super::share::Share;
use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{Divergence, Link, LinkError, Playing, RestoreError, Restored, Saved, Session};
use splitpoint_lab::sim::language::Language;
use splitpoint_lab::view::ViewRequest;

/// How a session is kept. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// The session as text.
    pub text: fn(&Session) -> String,
    /// The session in words, for a file.
    pub log: fn(&Session) -> String,
    /// The session that is in the text, or why there is none.
    pub read: fn(&str) -> Result<Saved, RestoreError>,
    /// The session on its start.
    pub restore: Restore,
    /// The link that stands behind the `#`, where it is one.
    pub link: fn(&str) -> Result<Option<Link>, LinkError>,
    /// Begins to play the script of a link, where it has one.
    pub play: fn(&Link, &Session) -> Result<Option<Playing>, LinkError>,
    /// Goes on with it for a slice. Whether it is done.
    pub go_on: fn(&mut Playing, &mut Session) -> Result<bool, LinkError>,
    /// Puts the cursor where a link says, and says what to tell.
    pub place: fn(&Link, &mut Session) -> Option<String>,
    /// What can be shared, looked at like that, at this step.
    pub share: fn(&Session, &ViewRequest, u64) -> Share,
}

/// Restores a session, and says what to tell where some of it comes out differently.
pub type Restore = fn(&Saved, Start, Built, Option<&'static Language>) -> (Session, Option<String>);

/// The table.
pub static LOGIC: Logic = Logic {
    text: |lab| lab.save().to_text(),
    log: Session::log_text,
    read: Saved::from_text,
    restore: |saved, start, built, language| {
        let Restored { session, divergences } = Session::restore_on(saved, start, built, language);
        (session, told(&divergences))
    },
    link: Link::parse,
    play: Link::play,
    go_on: Playing::go_on,
    place: Link::place,
    share: Share::new,
};

/// What to tell of what comes out differently: the first of it, and how much more there is.
fn told(divergences: &[Divergence]) -> Option<String> {
    let first = divergences.first()?;
    Some(match divergences.len() - 1 {
        0 => format!("One step of what you did last comes out differently now. {first}"),
        more => format!("{} steps of what you did last come out differently now. {first}", more + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_lab::session::{Finding, Who};

    #[test]
    fn what_comes_out_differently_is_told() {
        let divergence = Divergence {
            branch: 0,
            decision: 4,
            step: 2,
            who: Who::Client(1),
            expected: "put done".to_owned(),
            found: Finding::Came("put RegionTooBusyException".to_owned()),
        };
        assert_eq!(told(&[]), None);
        let sentence = "Step 2: B came to “put done”, now to “put RegionTooBusyException”.";
        let one = told(std::slice::from_ref(&divergence)).expect("there is something to tell");
        assert_eq!(one, format!("One step of what you did last comes out differently now. {sentence}"));
        let three = told(&[divergence.clone(), divergence.clone(), divergence]).expect("likewise");
        assert_eq!(three, format!("3 steps of what you did last come out differently now. {sentence}"));
    }
}
