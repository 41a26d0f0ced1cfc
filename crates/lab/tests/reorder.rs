//! Two neighbouring steps of different clients that trade places.

mod race;

use splitpoint_lab::intent::Intent;
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::Actor;
use splitpoint_lab::view::{Grain, KeyNotation, View, ViewRequest};

/// Ada and Ben, who both prepend to the comments: blindly, so that a later one overwrites an earlier.
fn race() -> Session {
    race::asked(true)
}

fn view(session: &Session) -> View {
    let notation = KeyNotation::Fields;
    session.view(&ViewRequest { table: "comments".into(), window: 0..100, old_versions: false, notation })
}

/// Who wrote the first comment.
fn author(session: &Session) -> Option<&'static str> {
    let lines = view(session).lines;
    ["by Ada", "by Ben"].into_iter().find(|text| lines.iter().any(|line| format!("{line:?}").contains(text)))
}

#[test]
fn the_later_write_comes_first_on_a_branch() {
    let mut session = race();
    session.set_grain(Grain::Rpc);
    // Both read the first key, then Ada writes and Ben writes over it.
    assert!([0, 1, 0, 1].into_iter().all(|client| session.step_client(client)));
    assert_eq!(author(&session), Some("by Ben"));
    assert_eq!(view(&session).timeline.reorder.as_deref(), Some("B before A"));
    let (before, total) = (session.world().clone(), session.total());
    assert!(session.reorder());
    assert_eq!(author(&session), Some("by Ada"), "who comes last stays");
    let timeline = view(&session).timeline;
    assert_eq!((timeline.branches.len(), timeline.branch, timeline.position), (2, 1, 4));
    assert_eq!(timeline.branches[1].title, "B before A, at step 4");
    assert_eq!(session.total(), total, "nobody else was there");
    assert!(session.reorder(), "and back again");
    assert_eq!(author(&session), Some("by Ben"));
    session.branch(0);
    session.last();
    assert_eq!(*session.world(), before, "the old order stays as it was");
}

#[test]
fn what_came_after_both_follows() {
    let mut session = race();
    session.set_grain(Grain::Rpc);
    assert!([0, 1, 0, 1].into_iter().all(|client| session.step_client(client)));
    let cells = vec![("c".into(), b"text".to_vec(), None, b"later".to_vec())];
    let row = splitpoint_model::bytes::from_long(20).to_vec();
    session.submit(0, Intent::Insert { table: "comments".into(), row, cells }).expect("it can be asked for");
    assert!(session.step_client(0));
    assert_eq!(session.total(), 5);
    session.seek(2);
    assert_eq!(view(&session).timeline.reorder.as_deref(), Some("B before A"), "both have read");
    assert!(session.reorder());
    assert_eq!((session.position(), session.total()), (2, 5));
    session.last();
    assert!(format!("{:?}", view(&session).lines).contains("later"));
}

#[test]
fn steps_of_one_client_stay_in_their_order() {
    let mut session = race();
    session.set_grain(Grain::Rpc);
    assert!(!session.reorder(), "nothing has happened yet");
    assert!(session.step_client(0));
    assert!(!session.reorder(), "there is one step");
    assert!(session.step_client(0));
    assert_eq!(view(&session).timeline.reorder, None);
    assert!(!session.reorder(), "both are Ada's");
    assert_eq!(view(&session).timeline.branches.len(), 1);
}

/// Lets a client do atoms until its next is this one.
fn until(session: &mut Session, client: u8, atom: &str) {
    while session.world().atom(Actor::Client(client)) != atom {
        assert!(session.step_client(client), "{atom} comes");
        session.last();
    }
}

#[test]
fn atoms_trade_places_too() {
    let mut session = race();
    session.set_grain(Grain::Rpc);
    assert!([0, 1].into_iter().all(|client| session.step_client(client)));
    session.set_grain(Grain::Cell);
    until(&mut session, 0, "send");
    until(&mut session, 1, "send");
    let place = session.place();
    assert!(session.reorder(), "Ben's call sets out first");
    assert_eq!(session.place(), place);
}

#[test]
fn who_waited_for_a_lock_cannot_come_before_it_is_given_back() {
    let mut session = Session::from_start(scenario::start("comments").expect("a start")).expect("it opens");
    session.set_background(false);
    let row = || splitpoint_model::bytes::from_long(17).to_vec();
    let cells = |text: &str| vec![("c".into(), b"text".to_vec(), None, text.into())];
    let (table, check) = ("comments".to_owned(), ("c".into(), b"text".to_vec(), None));
    let first = Intent::CheckAndPut { table: table.clone(), row: row(), check, cells: cells("by Ada") };
    session.submit(0, first).expect("it can be asked for");
    session.submit(1, Intent::Insert { table, row: row(), cells: cells("by Ben") }).expect("it can be asked for");
    session.set_grain(Grain::Cell);
    until(&mut session, 1, "lock");
    until(&mut session, 0, "reply");
    assert!(session.step_client(1), "Ada has let go of the row");
    session.last();
    assert_eq!(session.world().atom(Actor::Client(1)), "append");
    let place = session.place();
    assert!(!session.reorder());
    assert_eq!((session.place(), view(&session).timeline.branches.len()), (place, 1), "nothing has changed");
}
