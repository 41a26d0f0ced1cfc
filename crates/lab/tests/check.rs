//! What was written blindly, once more with check-and-put.

mod race;

use splitpoint_lab::session::Session;
use splitpoint_lab::view::{Grain, KeyNotation, View, ViewRequest};

/// Ada and Ben, who both prepend to the comments, and both read before one of them writes.
fn race(grain: Grain, blind: bool) -> Session {
    let mut session = race::asked(blind);
    session.set_grain(Grain::Rpc);
    assert!([0, 1].into_iter().all(|client| session.step_client(client)), "both read");
    session.set_grain(grain);
    for client in [0, 1] {
        while session.step_client(client) {}
        session.last();
    }
    session
}

fn view(session: &Session) -> View {
    let notation = KeyNotation::Fields;
    session.view(&ViewRequest { table: "comments".into(), window: 0..100, old_versions: false, notation })
}

fn both(session: &Session) -> [bool; 2] {
    let lines = format!("{:?}", view(session).lines);
    ["by Ada", "by Ben"].map(|text| lines.contains(text))
}

#[test]
fn with_check_and_put_nothing_is_lost_of_the_same() {
    for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
        let mut session = race(grain, true);
        assert_eq!((session.stage().lost(), both(&session)), (1, [false, true]), "{grain:?}");
        let before = session.world().clone();
        assert!(session.check_again());
        assert_eq!((session.stage().lost(), both(&session)), (0, [true, true]), "{grain:?}");
        let names = |session: &Session| {
            view(session).timeline.branches.into_iter().map(|branch| branch.name).collect::<Vec<String>>()
        };
        assert_eq!(names(&session), ["blind: 1 lost", "check-and-put: none lost"]);
        assert_eq!(view(&session).timeline.branch, 1);
        let total = session.total();
        assert_eq!(session.position(), total, "all of it is played");
        session.branch(0);
        session.last();
        assert_eq!(*session.world(), before, "the first stays as it was");
        // The name that somebody gave stays, and no second branch comes of the same.
        session.name_branch(0, "mine");
        assert!(session.check_again());
        assert_eq!((names(&session), session.total()), (vec!["mine".into(), "check-and-put: none lost".into()], total));
    }
}

#[test]
fn it_goes_as_far_as_the_cursor() {
    let mut session = race(Grain::Rpc, true);
    session.seek(3);
    assert_eq!(session.stage().lost(), 0, "Ben has not written yet");
    assert!(session.check_again());
    assert_eq!((session.position(), both(&session)), (3, [true, false]));
    assert!(session.step_client(1), "Ben goes on");
}

#[test]
fn nothing_changes_where_nothing_was_blind() {
    let mut session = race(Grain::Rpc, false);
    let place = session.place();
    assert_eq!(session.stage().lost(), 0);
    assert!(!session.check_again());
    assert_eq!((session.place(), view(&session).timeline.branches.len()), (place, 1));
}
