//! Links, read, written and refused. Those that open something are in `tests/links`.

use super::*;
use crate::sim::language::LANGUAGE;

fn read(fragment: &str) -> Link {
    Link::parse(fragment).expect("it is a good link").expect("it is a link")
}

fn refused(fragment: &str) -> String {
    Link::parse(fragment).expect_err("it is a bad link").to_string()
}

#[test]
fn what_is_no_link_is_none() {
    for fragment in ["", "#", "pane-do", "#step=3", "&&", "vendor.js", "v.x", "v1", "a=b&c"] {
        assert_eq!(Link::parse(fragment), Ok(None), "{fragment}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let full = "start=comments&step=3&grain=cell&table=ns:t&notation=hex&tour=7&x%26=%23%20%C3%A4";
    let link = read(full);
    assert_eq!(link.step, Some(Stop::At(3)));
    assert_eq!((link.grain, link.notation), (Some(Grain::Cell), Some(KeyNotation::Hex)));
    assert_eq!(link.to_string(), full);

    let script = "put 't', \"r\\x00&\", 'f:q', '100 %' # ä\nclient 'B'";
    let mut link = Link::new(Opens::Script("pets".into(), script.into()));
    link.step = Some(Stop::Marker("B was first".into()));
    assert_eq!(read(&link.to_string()), link);

    let session = Session::from_start(crate::scenario::first()).expect("a start");
    let link = Link { step: Some(Stop::End), ..Link::new(Opens::Session(Box::new(session.save()))) };
    assert!(link.to_string().starts_with("v2."));
    assert_eq!(read(&link.to_string()), link);
}

#[test]
fn a_link_without_a_session_is_read_without_what_unpacks_one() {
    let readable =
        ["", "#x", "start=pets&step=2", "#script=list&x", "step=v1.a&start=comments", "start=atlantis", "a=%"];
    for fragment in readable {
        assert!(!Link::holds_session(fragment), "{fragment}");
        assert_eq!(Link::parse_readable(fragment), Link::parse(fragment), "{fragment}");
    }
    for fragment in ["v1.AAAA", "#&v1.AAAA&step=1", "#v9.abc"] {
        assert!(Link::holds_session(fragment), "{fragment}");
    }
}

#[test]
fn a_script_needs_no_start() {
    assert_eq!(read("#script=list").opens, Opens::Script("empty".into(), "list".into()));
    assert_eq!(read("step=end&script=1+1").opens, Opens::Script("empty".into(), "1+1".into()));
}

#[test]
fn what_is_wrong_with_a_link_is_said() {
    let cases = [
        ("start=nowhere", "example “nowhere”"),
        ("start=comments&grain=second", "grain=second, but it has to be operation, rpc or cell"),
        ("start=comments&notation=", "fields, binary or hex"),
        ("start=%", "damaged"),
        ("start=%4", "damaged"),
        ("start=%+1", "damaged"),
        ("script=%FF", "damaged"),
        ("v1.AAAA", "damaged"),
        ("v1.é", "damaged"),
        ("v2.AAAA", "damaged"),
        ("v3.AAAA", "newer version (3)"),
        ("v99999999999999999999999.AAAA", "not the link"),
    ];
    for (fragment, words) in cases {
        assert!(refused(fragment).contains(words), "{fragment}: {}", refused(fragment));
    }
    assert!(refused(&format!("v1.{}", "A".repeat(10 << 20))).contains("longer than 2 MB"));
}

#[test]
fn every_cut_and_every_changed_letter_of_a_link_does_no_harm() {
    let mut session = Session::from_start(crate::scenario::first()).expect("a start");
    session.speak(&LANGUAGE);
    let mut player = session.script(0, 0, "put 'comments', 'r', 'c:q', 'v'\n").expect("a script");
    while !session.play(&mut player, 100).expect("it plays") {}
    let whole = Link::new(Opens::Session(Box::new(session.save()))).to_string();
    for at in 3..whole.len() {
        assert!(Link::parse(&whole[..at]).is_err(), "{at}");
        let changed =
            format!("{}{}{}", &whole[..at], if whole.as_bytes()[at] == b'A' { 'B' } else { 'A' }, &whole[at + 1..]);
        if let Ok(Some(link)) = Link::parse(&changed) {
            drop(link.open(&LANGUAGE));
        }
    }
}

#[test]
fn a_link_on_a_file_says_so() {
    let text = r#"{"version":1,"file":"people.tsv"}"#;
    let saved = Saved::from_text(text).expect("a session");
    assert!(refused(&saved.to_link()).contains("file “people.tsv”"));
}

#[test]
fn a_script_without_an_end_is_stopped_and_told() {
    let script = "create 't', 'f'\nloop { put 't', 'r', 'f:q', 'v' }";
    let (restored, told) =
        Link::new(Opens::Script("empty".into(), script.into())).open(&LANGUAGE).expect("it can be played");
    assert!(told.is_some_and(|told| told.contains("was stopped")));
    assert!(restored.session.world().clients() >= 1 && !restored.session.is_untouched());
}

#[test]
fn a_script_that_is_none_is_refused() {
    let link = Link::new(Opens::Script("empty".into(), "client 'Z'".into()));
    let error = link.open(&LANGUAGE).map(|_| ()).expect_err("there is no client Z").to_string();
    assert!(error.starts_with("The script cannot be played: "), "{error}");
}

#[test]
fn a_marker_is_found_on_any_branch_and_a_missing_one_is_told() {
    let mut session = Session::from_start(crate::scenario::first()).expect("a start");
    session.speak(&LANGUAGE);
    for row in ["a", "b"] {
        let mut player = session.script(0, 0, &format!("put 'comments', '{row}', 'c:q', 'v'\n")).expect("a script");
        while !session.play(&mut player, 100).expect("it plays") {}
        session.add_marker(&format!("wrote {row}"));
        session.first();
    }
    let mut link = Link::new(Opens::Session(Box::new(session.save())));
    link.step = Some(Stop::Marker("wrote a".into()));
    let (restored, told) = link.open(&LANGUAGE).expect("it opens");
    assert_eq!(told, None);
    assert!(restored.session.stage().markers.iter().any(|(_, _, name)| *name == "wrote a"));
    link.step = Some(Stop::Marker("wrote c".into()));
    let (_, told) = link.open(&LANGUAGE).expect("it opens");
    assert!(told.is_some_and(|told| told.contains("“wrote c”")));
}

#[test]
fn a_link_may_be_so_long_and_no_longer() {
    for (length, is_read) in [(LONGEST - 1, true), (LONGEST, true), (LONGEST + 1, false)] {
        let begin = "start=pets&script=";
        let link = format!("{begin}{}", "x".repeat(length - begin.len()));
        match Link::parse_readable(&link) {
            Ok(Some(_)) => assert!(is_read, "{length} bytes are too many"),
            Err(LinkError::TooLong) => assert!(!is_read, "{length} bytes may be read"),
            other => panic!("{length}: {other:?}"),
        }
    }
}

#[test]
fn a_script_names_its_steps_itself() {
    let script = "put 'comments', 'r', 'c:text', 'one'\nmark 'written'\nput 'comments', 'r', 'c:text', 'two'";
    let link = read(&format!("{}&start=comments&step=written", script_link(script)));
    let (restored, told) = link.open(&LANGUAGE).expect("it can be opened");
    let mut session = restored.session;
    assert_eq!(told, None);
    assert!(session.rows().iter().any(|row| row[3] == "one"), "{:?}", session.rows());
    let marks = session.view(&crate::view::ViewRequest::none()).timeline.markers;
    assert_eq!(marks, [(session.position(), "written".to_owned())]);
    session.last();
    assert!(session.rows().iter().any(|row| row[3] == "two"));

    // Walked step by step, they are there as soon as the script comes by.
    let mut walked = Session::from_start(crate::scenario::first()).expect("a start");
    walked.speak(&LANGUAGE);
    let mut walk = walked.walk(0, 0, script).expect("a script");
    while walked.walk_on(&mut walk).expect("it can be played") {}
    assert!(walked.to_marker("written"));
    assert_eq!(walked.rows(), link.open(&LANGUAGE).expect("it can be opened").0.session.rows());
}

#[test]
fn a_link_leads_to_other_steps_of_what_it_opened() {
    let text = "script=put%20'comments',%20'r',%20'c:text',%20'one'&tour=7&start=comments&step=end&pane=cost";
    let mut session = read(text).open(&LANGUAGE).expect("it can be opened").0.session;
    let on = |session: &Session, notation| session.link_on(text, &["pane"], "comments", notation);
    let plain = "script=put%20'comments',%20'r',%20'c:text',%20'one'&tour=7&start=comments";
    let end = session.position();
    assert_eq!(on(&session, KeyNotation::default()), format!("{plain}&step={end}"));
    session.first();
    session.set_grain(Grain::Cell);
    let link = on(&session, KeyNotation::Hex);
    assert_eq!(link, format!("{plain}&step=0&grain=cell&notation=hex"));
    let opened = read(&link).open(&LANGUAGE).expect("it can be opened").0.session;
    assert_eq!((opened.position(), opened.total(), opened.grain()), (0, session.total(), Grain::Cell));

    // Where there are no steps, none is said.
    let fresh = read("start=pets&step=3").open(&LANGUAGE).expect("it can be opened").0.session;
    assert_eq!(fresh.link_on("start=pets&step=3", &[], "clinic", KeyNotation::default()), "start=pets");

    // What holds a session has a grain of its own, so that another one is said.
    let packed = Link::new(Opens::Session(Box::new(session.save()))).to_string();
    session.set_grain(Grain::Rpc);
    assert_eq!(session.link_on(&packed, &[], "comments", KeyNotation::default()), format!("{packed}&step=0&grain=rpc"));
}
