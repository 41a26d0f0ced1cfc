//! A session from the text under which it was kept.

use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{Divergence, RestoreError, Restored, Saved, Session};
use splitpoint_lab::sim::language::Language;

/// How a session is restored. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// The session that is in the text, or why there is none.
    pub read: fn(&str) -> Result<Saved, RestoreError>,
    /// The session on its start.
    pub restore: Restore,
}

/// Restores a session, and says what to tell where some of it comes out differently.
pub type Restore = fn(&Saved, Start, Built, Option<&'static Language>) -> (Session, Option<String>);

/// The table.
pub static LOGIC: Logic = Logic {
    read: Saved::from_text,
    restore: |saved, start, built, language| {
        let Restored { session, divergences } = Session::restore_on(saved, start, built, language);
        (session, told(&divergences))
    },
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
