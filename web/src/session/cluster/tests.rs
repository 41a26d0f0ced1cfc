//! Tests of looks at a cluster, with answers that were recorded from a real gateway, and with faults of every kind.

use super::super::tests::fresh;
use super::*;

/// An answer of a real gateway (`crates/bridge/tests/recorded`).
macro_rules! recorded {
    ($name:literal) => {
        include_str!(concat!("../../../../crates/bridge/tests/recorded/", $name, ".json"))
    };
}

const BRIDGE: &str = r#"{"rest":"http://gateway:8080","write":[],"calls":50,"bytes":1000,"version":"2.6.3"}"#;

/// The status and the body of a recorded answer.
fn answer(recorded: &str) -> (u16, String) {
    let (_, rest) = recorded.split_once("\"status\":").expect("a status");
    let status =
        rest.trim_start().chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number");
    let body = match recorded.split_once("\"body\":") {
        Some((_, body)) => body.trim().trim_end_matches('}').trim_end().to_owned() + "}",
        None => String::new(),
    };
    (status, if body.trim_start().starts_with("null") { String::new() } else { whole(&body) })
}

/// The JSON object at the beginning of a text.
fn whole(text: &str) -> String {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return text[..=at].to_owned();
                }
            }
            _ => {}
        }
    }
    text.to_owned()
}

/// A page with a cluster, whose tables were listed.
fn met() -> State {
    let mut state = fresh();
    let effects = state.apply(Action::Cluster(Clustering::Open(true)));
    let effects = hear(&mut state, &effects, 200, BRIDGE);
    let (status, body) = answer(recorded!("tables"));
    hear(&mut state, &effects, status, &body);
    state
}

fn errand(effects: &[Effect]) -> Option<&Errand> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Errand(errand) => Some(&**errand),
        _ => None,
    })
}

/// Answers the last of these requests.
fn hear(state: &mut State, effects: &[Effect], status: u16, body: &str) -> Vec<Effect> {
    let asked = errand(effects).expect("something is asked");
    let location = (asked.ask == Ask::Open).then(|| "/token/rest/events/scanner/1".to_owned());
    let at = 1_795_535_700_000 + i64::from(asked.after);
    let (number, ask, body) = (asked.number, Some(asked.ask), body.to_owned());
    let heard = Heard { number, ask, at, status, body, location, ..Heard::default() };
    state.apply(Action::Cluster(Clustering::Heard(Rc::new(heard))))
}

fn wish(state: &mut State, deed: Deed) -> Vec<Effect> {
    state.apply(Action::Cluster(Clustering::Do(deed)))
}

fn watch(state: &State) -> &Watch {
    Watch::on(&state.desk).expect("it is open")
}

fn path_of(effects: &[Effect]) -> &str {
    errand(effects).map_or("", |errand| &errand.path)
}

/// Looks at a table until the end of the first look. Returns what is asked next.
fn look(state: &mut State, table: &str, regions: &str) -> Vec<Effect> {
    let effects = wish(state, Deed::Table(Some(table.to_owned())));
    let (status, body) = answer(recorded!("schema"));
    let effects = hear(state, &effects, status, &body);
    let (status, body) = answer(recorded!("cluster"));
    let effects = hear(state, &effects, status, &body);
    let (status, body) = answer(regions);
    hear(state, &effects, status, &body)
}

#[test]
fn a_page_without_a_bridge_says_how_and_asks_nothing() {
    let mut state = fresh();
    let effects = state.apply(Action::Cluster(Clustering::Open(true)));
    assert_eq!(state.desk.wide, Some(Wide::Cluster));
    let effects = hear(&mut state, &effects, 0, "");
    assert_eq!((effects, watch(&state).is_bridged()), (Vec::new(), false));
    assert!(wish(&mut state, Deed::Look).iter().all(|effect| !matches!(effect, Effect::Save(..))));
}

#[test]
fn a_recorded_cluster_is_shown_with_its_binary_keys_and_looked_at_again() {
    let mut state = met();
    assert_eq!(watch(&state).tables.as_deref().map(<[String]>::len), Some(4));
    let effects = look(&mut state, "events", recorded!("regions-binary"));
    let next = errand(&effects).expect("the next look");
    assert_eq!((next.path.as_str(), next.after), ("rest/status/cluster", 5_000));
    let space = &watch(&state).space;
    let ranges: Vec<&str> = space.lines.iter().map(|line| line.range.as_str()).collect();
    assert_eq!(
        ranges,
        [
            "[−∞, \\x00\\xFF\\x00)",
            "[\\x00\\xFF\\x00,  ab,c)",
            "[ ab,c, \\x80\\x00\\x00\\x01)",
            "[\\x80\\x00\\x00\\x01, €)",
            "[€, \\xFF\\xFE)",
            "[\\xFF\\xFE, +∞)"
        ]
    );
    assert!(watch(&state).survey.as_ref().is_some_and(|survey| survey.regions.iter().all(|region| region.is_exact)));
    let (status, body) = answer(recorded!("cluster"));
    let effects = hear(&mut state, &effects, status, &body);
    assert_eq!(watch(&state).recording().samples.len(), 1);
    assert_eq!(path_of(&effects), "rest/status/cluster", "regions that did not change are not listed again");
}

#[test]
fn troubles_are_sentences_the_picture_stays_and_looks_go_on() {
    let mut state = met();
    let mut effects = look(&mut state, "events", recorded!("regions-binary"));
    let before = watch(&state).space.clone();
    for (status, body, says) in [
        (0, "", "The bridge does not answer"),
        (502, r#"{"bridge":"unreachable","text":"x"}"#, "cannot be reached"),
        (504, r#"{"bridge":"timeout","text":"x"}"#, "did not answer in time"),
        (401, r#"{"bridge":"unauthorised","text":"x"}"#, "does not let you in"),
        (429, r#"{"bridge":"limit","text":"x"}"#, "passes on no more calls"),
        (503, "Service unavailable", "cannot answer now (503)"),
        (200, "{\"LiveNodes\":[{\"na", "Only a part of the status"),
        (200, "<html>", "cannot be read"),
        (500, r#"{"servlet":"x","message":"Request failed."}"#, "answered with 500: Request failed."),
    ] {
        effects = hear(&mut state, &effects, status, body);
        let trouble = watch(&state).trouble.clone().expect("it is told");
        assert!(trouble.contains(says), "{trouble}");
        assert_eq!(watch(&state).space, before);
        assert!(errand(&effects).is_some_and(|errand| (15_000..=60_000).contains(&errand.after)), "{effects:?}");
    }
    let (status, body) = answer(recorded!("cluster"));
    let effects = hear(&mut state, &effects, status, &body);
    assert_eq!((watch(&state).trouble.as_deref(), errand(&effects).map(|errand| errand.after)), (None, Some(5_000)));
}

#[test]
fn a_table_that_is_dropped_meanwhile_keeps_its_last_picture() {
    let mut state = met();
    let effects = look(&mut state, "events", recorded!("regions-binary"));
    let before = watch(&state).space.clone();
    let (status, body) = answer(recorded!("cluster-empty"));
    let effects = hear(&mut state, &effects, status, &body);
    assert_eq!(path_of(&effects), "rest/events/regions", "its regions are gone, so it is asked for them");
    hear(&mut state, &effects, 404, "Not found");
    assert!(watch(&state).trouble.as_ref().is_some_and(|told| told.starts_with("There is no table events any more")));
    assert_eq!(watch(&state).space, before);
}

#[test]
fn a_disabled_table_has_its_bounds_and_says_that_nobody_serves_it() {
    let mut state = met();
    look(&mut state, "off", recorded!("regions-disabled"));
    let watch = watch(&state);
    assert_eq!(watch.space.lines.len(), 1);
    assert!(watch.space.notes[0].contains("disabled"), "{:?}", watch.space.notes);
}

#[test]
fn an_answer_to_an_older_look_is_left_out_and_a_pause_asks_nothing() {
    let mut state = met();
    let old = look(&mut state, "events", recorded!("regions-binary"));
    assert!(errand(&wish(&mut state, Deed::Pause(true))).is_none());
    let (status, body) = answer(recorded!("cluster"));
    assert_eq!(hear(&mut state, &old, status, &body), Vec::new());
    assert_eq!(watch(&state).recording().samples.len(), 0);
    let again = wish(&mut state, Deed::Pause(false));
    assert_eq!(errand(&again).map(|errand| errand.after), Some(0));
    let slower = wish(&mut state, Deed::Pace(60));
    assert_eq!(errand(&slower).map(|errand| errand.after), Some(60_000));
    let closed = state.apply(Action::Cluster(Clustering::Open(false)));
    assert!(errand(&closed).is_none() && state.desk.wide.is_none());
    assert_eq!(hear(&mut state, &slower, status, &body), Vec::new());
}

#[test]
fn rows_of_a_region_are_read_until_there_are_enough_and_the_scanner_is_closed() {
    let mut state = met();
    look(&mut state, "events", recorded!("regions-binary"));
    let effects = wish(&mut state, Deed::Rows(3));
    let asked = errand(&effects).expect("a scanner");
    assert_eq!((asked.method, asked.path.as_str()), ("PUT", "rest/events/scanner"));
    let body = asked.body.as_deref().unwrap_or_default();
    assert!(body.contains(r#""startRow":"gAAAAQ==""#) && body.contains(r#""endRow":"4oKs""#), "{body}");
    let effects = hear(&mut state, &effects, 201, "");
    assert_eq!(path_of(&effects), "/token/rest/events/scanner/1");
    let (status, body) = answer(recorded!("scanner-read"));
    let effects = hear(&mut state, &effects, status, &body);
    assert_eq!(errand(&effects).map(|errand| errand.ask), Some(Ask::Read), "there may be more");
    let effects = hear(&mut state, &effects, 204, "");
    assert!(errand(&effects).is_none(), "one that is over is closed already");
    let window = watch(&state).window.clone().expect("rows");
    assert_eq!((window.rows.len(), window.more, window.is_open), (3, false, false));
    assert_eq!(window.rows[0].key, [0x80, 0, 0, 2]);

    let effects = wish(&mut state, Deed::Rows(0));
    let effects = hear(&mut state, &effects, 201, "");
    let effects = hear(&mut state, &effects, 410, "Gone");
    assert_eq!(errand(&effects).map(|errand| (errand.ask, errand.method)), Some((Ask::Close, "DELETE")));
    let trouble = watch(&state).window.as_ref().and_then(|window| window.trouble.clone());
    assert!(trouble.is_some_and(|told| told.contains("is disabled")));
}

#[test]
fn a_scanner_that_is_given_up_before_its_address_comes_is_closed() {
    let mut state = met();
    look(&mut state, "events", recorded!("regions-binary"));
    let opens = wish(&mut state, Deed::Rows(3));
    assert_eq!(errand(&opens).map(|errand| errand.ask), Some(Ask::Open));
    let effects = wish(&mut state, Deed::Stop);
    assert!(errand(&effects).is_none(), "nobody knows yet what to close");
    let effects = hear(&mut state, &opens, 201, "");
    assert_eq!(errand(&effects).map(|errand| (errand.ask, errand.method)), Some((Ask::Close, "DELETE")));
    assert_eq!(path_of(&effects), "/token/rest/events/scanner/1");
}

#[test]
fn keys_are_read_by_the_fields_that_somebody_names() {
    let mut state = met();
    look(&mut state, "events", recorded!("regions-binary"));
    wish(&mut state, Deed::Spec("a:int1,b:int2".to_owned()));
    assert_eq!(watch(&state).space.lines[1].start, "0 · -256");
    wish(&mut state, Deed::Spec("nonsense".to_owned()));
    assert!(watch(&state).spec_problem);
    wish(&mut state, Deed::Reading(3));
    assert_eq!(watch(&state).space.lines[1].start, "00 FF 00");
}

#[test]
fn a_recording_is_saved_and_shown_again_without_a_cluster() {
    let mut state = met();
    let effects = look(&mut state, "events", recorded!("regions-binary"));
    let (status, body) = answer(recorded!("cluster"));
    hear(&mut state, &effects, status, &body);
    let saved = wish(&mut state, Deed::Save);
    let [Effect::Save(name, bytes)] = saved.as_slice() else { panic!("it is saved: {saved:?}") };
    assert_eq!(name, "splitpoint-heat-events.json");
    let text = String::from_utf8(bytes.clone()).expect("text");
    let heat = watch(&state).heat.clone();
    let mut apart = fresh();
    let effects = apart.apply(Action::Cluster(Clustering::Open(true)));
    hear(&mut apart, &effects, 0, "");
    wish(&mut apart, Deed::Replay("{".to_owned()));
    assert!(watch(&apart).trouble.is_some() && watch(&apart).replay.is_none());
    wish(&mut apart, Deed::Replay(text));
    assert_eq!((&watch(&apart).heat, watch(&apart).part), (&heat, Part::Heat));
    assert_eq!(watch(&apart).trouble, None);
}

#[test]
fn a_sample_is_read_region_by_region_and_becomes_the_file_of_a_session() {
    let mut state = met();
    look(&mut state, "events", recorded!("regions-binary"));
    let mut effects = wish(&mut state, Deed::Take(false));
    let mut scanners = 0;
    let taken = loop {
        let Some(asked) = errand(&effects).cloned() else { break effects };
        let (status, body) = match asked.ask {
            Ask::Open => {
                scanners += 1;
                (201, String::new())
            }
            Ask::Read if scanners == 2 => answer(recorded!("scanner-read")),
            Ask::Read => (204, String::new()),
            _ => (200, String::new()),
        };
        scanners += usize::from(asked.ask == Ask::Read && scanners == 2) * 100;
        effects = hear(&mut state, &effects, status, &body);
    };
    let [Effect::Bring(Chunk::Console, then)] = taken.as_slice() else { panic!("it needs the language: {taken:?}") };
    let effects = state.apply(then.clone());
    let [Effect::Take(name, bytes)] = effects.as_slice() else { panic!("it is opened: {effects:?}") };
    assert_eq!(name, "events-sample.json");
    let text = String::from_utf8(bytes.clone()).expect("text");
    assert!(SavedFile::from_text(&text).is_ok());
    assert!(
        watch(&state).told.as_ref().is_some_and(|told| told.starts_with("3 rows, 6 of 6 regions, seed 1")),
        "{:?}",
        watch(&state).told
    );
}

const WRITES: &str = r#"{"rest":"http://gateway:8080","write":["try_"],"version":"2.6.3"}"#;

#[test]
fn a_script_is_not_played_where_the_bridge_only_reads_or_where_it_uses_other_tables() {
    let mut state = met();
    assert_eq!(wish(&mut state, Deed::Play(1)), Vec::new());
    assert!(!watch(&state).beside.is_playing);
    let mut state = fresh();
    let effects = state.apply(Action::Cluster(Clustering::Open(true)));
    hear(&mut state, &effects, 200, WRITES);
    assert!(watch(&state).script().starts_with("create 'try_comments', 'c'\n"));
    wish(&mut state, Deed::Script("put 'mine', 'r', 'f:q', 'v'".to_owned()));
    assert_eq!(wish(&mut state, Deed::Play(1)), Vec::new());
    assert!(watch(&state).beside.trouble.as_ref().is_some_and(|told| told.contains("“mine”")));
}

#[test]
fn a_script_is_played_call_by_call_and_what_it_made_is_dropped_when_it_is_stopped() {
    let mut state = fresh();
    let effects = state.apply(Action::Cluster(Clustering::Open(true)));
    hear(&mut state, &effects, 200, WRITES);
    let effects = wish(&mut state, Deed::Play(1_795_535_700_000));
    assert_eq!(path_of(&effects), "rest/try_comments/exists");
    // The bridge sent nothing, so the call is repeated a little later.
    let effects = hear(&mut state, &effects, 429, r#"{"bridge":"limit","text":"x"}"#);
    let again = errand(&effects).expect("it is asked again");
    assert_eq!((again.path.as_str(), again.after, watch(&state).beside.calls), ("rest/try_comments/exists", 250, 1));
    let made = hear(&mut state, &effects, 404, "Not found");
    let asked = errand(&made).expect("the table is made");
    assert_eq!((asked.method, asked.path.as_str()), ("PUT", "rest/try_comments/schema"));
    assert!(asked.body.is_some());
    // It stops after the answer that is expected.
    assert_eq!(wish(&mut state, Deed::Halt), Vec::new());
    let dropped = hear(&mut state, &made, 201, "");
    let asked = errand(&dropped).expect("the table is dropped");
    assert_eq!((asked.method, asked.path.as_str()), ("DELETE", "rest/try_comments/schema"));
    assert_eq!(hear(&mut state, &dropped, 200, ""), Vec::new());
    let beside = &watch(&state).beside;
    let comparison = beside.comparison.as_ref().expect("what came of it");
    assert!(!beside.is_playing && comparison.problem().is_some() && comparison.left().is_empty());
    // An answer to an earlier run is ignored.
    wish(&mut state, Deed::Play(1_795_535_800_000));
    assert_eq!(hear(&mut state, &made, 201, ""), Vec::new());
    assert!(watch(&state).beside.is_playing);
}
