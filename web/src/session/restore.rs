//! A session from the text under which it was kept.

use super::work::SLICE;
use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{Divergence, RestoreError, Restored, Restoring, Saved, Session};
use splitpoint_lab::sim::language::Language;

/// How a session is restored. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// The session that is in the text, or why there is none.
    pub read: fn(&str) -> Result<Saved, RestoreError>,
    /// The branch of the cursor by itself, where a reader should see it before the others are there.
    pub present: fn(&Saved) -> Option<Saved>,
    /// The session on its start.
    pub restore: Restore,
    /// Puts the cursor of a session to where it is in another, of the same branch.
    pub stand_as: fn(&mut Session, &Session),
}

/// Begins to restore a session on its start.
pub type Restore = fn(&Saved, Start, Built, Option<&'static Language>) -> Box<dyn Replay>;

/// A session that comes back, slice by slice.
pub trait Replay {
    /// Goes on for a slice. Whether there is more.
    fn advance(&mut self) -> bool;
    /// How much is done, of how much.
    fn progress(&self) -> (u64, u64);
    /// The session, and what to tell where some of it comes out differently; with what the session is called there.
    fn finish(self: Box<Self>, what: &str) -> (Session, Option<String>);
}

impl Replay for Restoring {
    fn advance(&mut self) -> bool {
        Self::advance(self, SLICE)
    }

    fn progress(&self) -> (u64, u64) {
        Self::progress(self)
    }

    fn finish(self: Box<Self>, what: &str) -> (Session, Option<String>) {
        let Restored { session, divergences } = Self::finish(*self);
        (session, told(&divergences, what))
    }
}

/// How sentences name a session that the browser kept.
pub const YOURS: &str = "what you did last";

/// How sentences name a session that a link opened.
pub const LINKED: &str = "this link";

/// The table.
pub static LOGIC: Logic = Logic {
    read: Saved::from_text,
    present: Saved::present,
    restore: |saved, start, built, language| Box::new(Restoring::new(saved, start, built, language)),
    stand_as: Session::stand_as,
};

/// What to tell of what comes out differently: the first of it, and how much more there is.
fn told(divergences: &[Divergence], what: &str) -> Option<String> {
    let first = divergences.first()?;
    Some(match divergences.len() - 1 {
        0 => format!("One step of {what} comes out differently now. {first}"),
        more => format!("{} steps of {what} come out differently now. {first}", more + 1),
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
        assert_eq!(told(&[], YOURS), None);
        let sentence = "Step 2: B came to “put done”, now to “put RegionTooBusyException”.";
        let one = told(std::slice::from_ref(&divergence), YOURS).expect("there is something to tell");
        assert_eq!(one, format!("One step of what you did last comes out differently now. {sentence}"));
        let three = told(&[divergence.clone(), divergence.clone(), divergence], LINKED).expect("likewise");
        assert_eq!(three, format!("3 steps of this link come out differently now. {sentence}"));
    }
}
