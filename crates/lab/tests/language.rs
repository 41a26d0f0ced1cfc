//! More than one language can be registered, and each client's script runs in the one it is written in.

use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::{Completion, Direction, LANGUAGE, Language, Pause, Shells};
use splitpoint_model::client::Request;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::mutation::{Put, PutCell};
use splitpoint_shell::{Catalog, Demand, Reply};
use std::hash::Hasher;
use std::sync::Arc;

/// A language of one statement: a key and a value, which are put into the comments.
static PUTS: Language = Language {
    name: "puts",
    open: || Box::new(Putter::default()),
    read: |text| Ok(vec![Direction::Run { text: text.to_owned(), line: 1 }]),
    is_recorded: false,
    is_whole: |_| true,
};

#[derive(Clone, Debug, Default)]
struct Putter {
    line: u32,
    /// By client: the statement at work, and whether it has been sent.
    at_work: [Option<(String, bool)>; 4],
    printed: String,
}

impl Shells for Putter {
    fn copy(&self) -> Box<dyn Shells> {
        Box::new(self.clone())
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write(format!("{self:?}").as_bytes());
    }

    fn resize(&mut self, _client: u8, _width: u16) {}

    fn enter(&mut self, client: u8, line: &str) -> bool {
        self.line += 1;
        self.at_work[usize::from(client)] = Some((line.to_owned(), false));
        true
    }

    fn prompt(&self, _client: u8) -> String {
        "puts> ".to_owned()
    }

    fn is_running(&self, client: u8) -> bool {
        self.at_work[usize::from(client)].is_some()
    }

    fn lines(&self, client: u8) -> (u32, Option<u32>) {
        (self.line + 1, self.is_running(client).then_some(self.line))
    }

    fn go(&mut self, client: u8, _cluster: &Cluster, _now: i64) -> (Pause, String) {
        let printed = std::mem::take(&mut self.printed);
        let Some((text, sent)) = &mut self.at_work[usize::from(client)] else { return (Pause::Typed, printed) };
        if std::mem::replace(sent, true) {
            self.at_work[usize::from(client)] = None;
            return (Pause::Typed, printed);
        }
        let (row, value) = text.split_once(' ').unwrap_or((text, ""));
        let cell = PutCell {
            family: b"c".as_slice().into(),
            qualifier: b"text".as_slice().into(),
            timestamp: None,
            value: value.as_bytes().into(),
        };
        let mut put = Put::new(row.as_bytes());
        put.cells.push(cell);
        (Pause::Ask(Arc::new(Demand::Request(Request::Put("comments".into(), put)))), printed)
    }

    fn hear(&mut self, _client: u8, reply: Reply) {
        self.printed = match reply {
            Reply::Response(Ok(_), _) => "written\n".to_owned(),
            other => format!("{other:?}\n"),
        };
    }

    fn stop(&mut self, client: u8) {
        self.at_work[usize::from(client)] = None;
    }

    fn complete(&self, _client: u8, line: &str, _cluster: &Cluster) -> Completion {
        Completion { from: line.len(), suggestions: Vec::new() }
    }

    fn catalog(&self) -> Option<&Catalog> {
        None
    }
}

fn console(session: &Session) -> String {
    let lines = session.console(100, &|_, row| String::from_utf8_lossy(row).into_owned());
    lines.iter().map(|line| format!("{}{}\n", line.prompt, line.text)).collect()
}

fn play(session: &mut Session, text: &str) {
    let mut player = session.script(0, 0, text).expect("it can be read");
    while !session.play(&mut player, 10_000).expect("it can be played") {}
}

#[test]
fn scripts_of_two_languages_run_in_one_session() {
    let mut session = Session::from_start(scenario::first()).expect("a start");
    session.speak(&LANGUAGE);
    session.speak(&PUTS);
    play(&mut session, "zzz hello");
    assert_eq!(session.prompt(0), "puts> ");
    assert_eq!(console(&session), "puts> zzz hello\nwritten\n");
    session.speak(&LANGUAGE);
    play(&mut session, "get 'comments', 'zzz', 'c:text'");
    assert!(console(&session).contains("value=hello"), "{}", console(&session));
    // Going back and on again does both again, each in its own language.
    let (before, end) = (console(&session), session.world().clone());
    while session.back() {}
    assert_eq!(console(&session), "");
    session.last();
    assert_eq!((console(&session), session.world()), (before, &end));
}
