//! Two clients who prepend to the comments.

use splitpoint_lab::intent::Intent;
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;

/// Ada and Ben, who both have a prepend to send; `blind`: with a plain put, so that a later one overwrites an earlier.
pub(crate) fn asked(blind: bool) -> Session {
    let mut session = Session::from_start(scenario::start("comments").expect("a start")).expect("it opens");
    session.set_background(false);
    for (client, text) in [(0, "by Ada"), (1, "by Ben")] {
        let intent = Intent::Prepend {
            table: "comments".into(),
            check: ("c".into(), b"text".to_vec()),
            cells: vec![("c".into(), b"text".to_vec(), text.into())],
            blind,
            highest: 20,
        };
        session.submit(client, intent).expect("it can be asked for");
    }
    session
}
