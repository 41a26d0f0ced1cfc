//! Links that were given away open for ever: each line of `links/list` is a link, a tab, and the sentence that stands
//! at its cursor with the step. Lines are only ever added, by hand.

use splitpoint_lab::form::{Change, Forms, Operation};
use splitpoint_lab::intent::Field;
use splitpoint_lab::lesson::{self, Player};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario;
use splitpoint_lab::session::{Link, Session, Stop};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{KeyNotation, ViewRequest};
use std::sync::Arc;

fn open(fragment: &str) -> Session {
    let link = Link::parse(fragment).expect("it can be read").expect("it is a link");
    let (restored, told) = lesson::open(&link, &LANGUAGE).expect("it can be opened");
    assert_eq!((restored.divergences, told), (Vec::new(), None), "{fragment}");
    restored.session
}

fn first_table(session: &Session) -> String {
    session.start().tables.first().map(|table| table.name.clone()).unwrap_or_default()
}

fn seen(fragment: &str) -> String {
    let session = open(fragment);
    let table = first_table(&session);
    let request = ViewRequest { table, window: 0..80, old_versions: true, notation: KeyNotation::Fields };
    let view = session.view(&request);
    format!("{} of {}: {}", view.timeline.position, view.timeline.total, view.sentence.text())
}

/// A link into a lesson leads to the same moment as the lesson played up to there, and answers nothing on the way.
#[test]
fn a_lesson_is_opened_at_any_of_its_steps() {
    let shelved = lesson::shelved("prepend-race").expect("it is there");
    let lesson = Arc::new(shelved.lesson().expect("it can be read"));
    let mut session = lesson.session(&LANGUAGE).expect("it has a start");
    let mut player = Player::open(lesson.clone(), &mut session).expect("it begins");
    let mut links = 0;
    loop {
        let link = player.link(&session).expect("the reader is on the path");
        let fragment = link.to_string();
        assert!(fragment.len() <= 200, "{fragment}");
        assert_eq!(Link::parse(&fragment), Ok(Some(link.clone())), "{fragment}");
        let mut opened = lesson.session(&LANGUAGE).expect("it has a start");
        let to = link.step.clone().unwrap_or(Stop::At(0));
        let (other, found) = Player::visit(lesson.clone(), &mut opened, &to).expect("it can be opened");
        assert!(found);
        assert_eq!((opened.position(), opened.rows()), (session.position(), session.rows()), "{fragment}");
        assert!(other.progress().answers.iter().all(Option::is_none), "nothing was answered by opening {fragment}");
        links += 1;
        if !player.next(&mut session).expect("the lesson is sound") {
            break;
        }
    }
    assert!(links > 10);
}

#[test]
fn a_link_to_a_lesson_can_name_a_stop() {
    let open = |fragment: &str| {
        let link = Link::parse(fragment).expect("it can be read").expect("it is a link");
        lesson::open(&link, &LANGUAGE)
    };
    let (restored, told) = open("lesson=prepend-race&step=Break%20it").expect("it is there");
    assert!(restored.session.position() > 10 && told.is_none());
    let (end, told) = open("lesson=prepend-race&step=nowhere").expect("it is there");
    assert!(end.session.position() >= restored.session.position());
    assert!(told.is_some_and(|told| told.contains("“nowhere”")));
    assert_eq!(open("lesson=none").map(|_| ()), Err(lesson::unknown("none")));
}

#[test]
fn every_link_leads_where_it_led() {
    let list = include_str!("links/list");
    assert!(list.lines().count() >= 6);
    let seen: String = list
        .lines()
        .map(|line| {
            let fragment = line.split('\t').next().unwrap_or_default();
            format!("{fragment}\t{}\n", seen(fragment))
        })
        .collect();
    assert_eq!(seen, list);
}

/// Links into lessons that were given away, likewise.
#[test]
fn every_link_into_a_lesson_leads_where_it_led() {
    let list = include_str!("links/lessons");
    assert!(list.lines().count() >= 3);
    let seen = |line: &str| {
        let fragment = line.split('\t').next().unwrap_or_default();
        format!("{fragment}\t{}\n", seen(fragment))
    };
    assert_eq!(list.lines().map(seen).collect::<String>(), list);
}

/// What people make on each example comes to a link that mail and chat take along whole.
#[test]
fn links_are_short_on_every_example() {
    for start in scenario::starts() {
        let title = start.title.clone();
        let mut session = Session::from_start(start).expect("an example");
        let table = first_table(&session);
        let beginning = session.link(&table, KeyNotation::Fields).expect("no file is in it");
        assert!(beginning.to_string().len() <= 40, "{title}: {beginning}");
        let Some(known) = session.start().tables.first().cloned() else { continue };
        let request =
            ViewRequest { table: table.clone(), window: 0..80, old_versions: true, notation: KeyNotation::Fields };
        let rows: Vec<String> = session.view(&request).lines.into_iter().map(|line| line.row_binary).collect();
        let verbs = [Operation::Insert, Operation::Get, Operation::Prepend, Operation::Pages, Operation::Delete];
        let verbs: Vec<Operation> = verbs.into_iter().filter(|verb| verb.suits(&known)).collect();
        let (mut asked, mut turn) = (0, 0);
        while asked < 50 {
            let (verb, client) = (verbs[turn % verbs.len()], u8::try_from(turn % 2).expect("0 or 1"));
            let mut forms = Forms::early(Some(&known));
            if !matches!(verb, Operation::Pages | Operation::Prepend) && turn % 3 > 0 {
                forms.edit(verb, Field::Row.into(), Change::Encoding(Encoding::Text));
                forms.edit(verb, Field::Row.into(), Change::Text(rows[turn * 7 % rows.len()].clone()));
            }
            turn += 1;
            let Ok(intent) = forms.intent(verb, &table) else { continue };
            if session.submit(client, intent).is_err() {
                continue;
            }
            asked += 1;
            match turn % 3 {
                0 => drop((session.step_client(client), session.step_client(1 - client))),
                _ => assert!(session.run_client(client, 10_000), "{title}"),
            }
            if asked == 1 {
                let link = session.link(&table, KeyNotation::Fields).expect("no file is in it").to_string();
                assert!(link.len() <= 80, "{title}: {}", link.len());
            }
        }
        let link = session.link(&table, KeyNotation::Fields).expect("no file is in it").to_string();
        println!("{title}: {} characters for 50 actions", link.len());
        assert!(link.len() <= 700, "{title}: {}", link.len());
        assert!(turn < 200, "{title}: most of the actions are possible");
    }
}

/// How the sessions of those links are written again, one a line; the package for JavaScript writes the same. A golden file.
#[test]
fn what_they_open_is_written_again() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/links/written");
    let written: String = include_str!("links/list")
        .lines()
        .map(|line| {
            let session = open(line.split('\t').next().unwrap_or_default());
            let link = session.link(&first_table(&session), KeyNotation::Fields).expect("no file is in it");
            let again = open(&link.to_string());
            assert_eq!(again.save(), session.save(), "{line}");
            format!("{link}\n")
        })
        .collect();
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        std::fs::write(file, &written).expect("the file can be written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("the file is there"), written);
}
