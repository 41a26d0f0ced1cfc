//! `splitpoint beside`, before a gateway in this process: a table of cells, one version each, behind HTTP.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is in a table, and what was asked.
#[derive(Default)]
struct State {
    tables: BTreeSet<String>,
    /// Cells by table, row and column, in base64 as they came.
    cells: BTreeMap<(String, String, String), String>,
    asked: Vec<String>,
    /// Whether a scanner was read.
    is_read: bool,
    /// Values it writes in the place of others.
    writes: Option<&'static str>,
    /// Answers everything with this status.
    status: Option<u16>,
}

struct Gateway {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl Gateway {
    fn start(state: State) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(state));
        let mine = state.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                serve(stream, &mine);
            }
        });
        Self { port, state }
    }

    fn asked(&self) -> Vec<String> {
        self.state.lock().expect("no panic").asked.clone()
    }

    /// Status, output and problems of the command.
    fn beside(&self, script: &str, more: &[&str]) -> (i32, String, String) {
        let rest = format!("http://127.0.0.1:{}", self.port);
        let mut child = Command::new(env!("CARGO_BIN_EXE_splitpoint"))
            .args(["beside", "--rest", &rest, "--write", "try_", "--calls", "1000", "-"])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary is there");
        child.stdin.take().expect("it is piped").write_all(script.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
        (output.status.code().expect("it is not killed"), text(output.stdout), text(output.stderr))
    }
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    let mut reader = BufReader::new(&stream);
    let mut line = String::new();
    if reader.read_line(&mut line).is_err() {
        return;
    }
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header).is_err() || header.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let line = line.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
    let sent = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let (status, answer, place) = state.lock().expect("no panic").answer(&line, &sent);
    let answer = if answer.is_null() { String::new() } else { answer.to_string() };
    let place = place.map(|place| format!("location: http://127.0.0.1{place}\r\n")).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{place}connection: close\r\ncontent-length: {}\r\n\r\n{answer}",
        answer.len()
    );
    drop(stream.write_all(head.as_bytes())); // whoever asked may be gone
}

impl State {
    fn answer(&mut self, line: &str, sent: &Value) -> (u16, Value, Option<String>) {
        self.asked.push(line.to_owned());
        if let Some(status) = self.status {
            return (status, Value::Null, None);
        }
        let (method, path) = line.split_once(' ').unwrap_or((line, ""));
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let table = parts[0].to_owned();
        let done = |status| (status, Value::Null, None);
        match (method, &parts[1..]) {
            ("GET", ["exists"]) => done(if self.tables.contains(&table) { 200 } else { 404 }),
            ("PUT", ["schema"]) => {
                self.tables.insert(table);
                done(201)
            }
            ("DELETE", ["schema"]) => done(if self.tables.remove(&table) { 200 } else { 404 }),
            ("PUT", ["row"]) => {
                let row = &sent["Row"][0];
                for cell in row["Cell"].as_array().into_iter().flatten() {
                    let place = (table.clone(), plain(&row["key"]), plain(&cell["column"]));
                    self.cells.insert(place, self.writes.map_or_else(|| plain(&cell["$"]), str::to_owned));
                }
                done(200)
            }
            ("PUT", ["scanner"]) => {
                self.is_read = false;
                (201, Value::Null, Some(format!("/{table}/scanner/17a")))
            }
            ("GET", ["scanner", "17a"]) if self.is_read => done(204),
            ("GET", ["scanner", "17a"]) => {
                self.is_read = true;
                (200, self.rows(&table), None)
            }
            ("DELETE", ["scanner", "17a"]) => done(200),
            ("GET", ["regions"]) => {
                let name = format!("{table},,7.{}.", "0".repeat(32));
                (200, json!({ "name": table, "Region": [{ "name": name, "startKey": "", "location": "h:1" }] }), None)
            }
            _ => done(404),
        }
    }

    fn rows(&self, table: &str) -> Value {
        let rows = self.cells.iter().filter(|((of, ..), _)| of == table).map(|((_, row, column), value)| {
            json!({ "key": row, "Cell": [{ "column": column, "timestamp": 1, "$": value }] })
        });
        json!({ "Row": rows.collect::<Vec<_>>() })
    }
}

fn plain(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

const SCRIPT: &str = "create 'try_a', 'f'\nput 'try_a', 'r', 'f:q', 'v'\nlist\nflush 'try_a'\nscan 'try_a'\n";

#[test]
fn a_script_that_comes_out_alike_ends_with_0_and_leaves_nothing() {
    let gateway = Gateway::start(State::default());
    let (status, text, problems) = gateway.beside(SCRIPT, &[]);
    assert_eq!((status, problems.as_str()), (0, ""), "{text}");
    let lines = [
        "✓ 1  create 'try_a', 'f'",
        "✓ 2  put 'try_a', 'r', 'f:q', 'v'",
        "– 3  list",
        "     not played: the shell answers it by itself",
        "– 4  flush 'try_a'",
        "     not played: the gateway has no call for it",
        "✓ 5  scan 'try_a'",
        "The same on both: 5 comparisons. 2 were not played on the cluster.",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    assert!(gateway.state.lock().expect("no panic").tables.is_empty());
    assert_eq!(gateway.asked().first().map(String::as_str), Some("GET /try_a/exists"));
    assert_eq!(gateway.asked().last().map(String::as_str), Some("DELETE /try_a/schema"));
}

#[test]
fn what_differs_is_told_and_ends_with_1() {
    let gateway = Gateway::start(State { writes: Some("eA=="), ..State::default() });
    let (status, text, _) = gateway.beside(SCRIPT, &["--keep"]);
    assert_eq!(status, 1);
    assert!(text.contains("≠ 5  scan 'try_a'\n     model:   1 row, 1 cell: r f:q=v\n"), "{text}");
    assert!(text.contains("     cluster: 1 row, 1 cell: r f:q=x\n"), "{text}");
    assert!(text.contains("     after line 4, played on the model alone\n"), "{text}");
    assert!(text.contains("try_a: 1 cell differs."), "{text}");
    assert!(text.contains("The table “try_a” stays on the cluster.\n2 of 5 comparisons differ."), "{text}");
    let (status, text, problems) = gateway.beside(SCRIPT, &["--json"]);
    assert_eq!(status, 2, "it is there now");
    assert!(problems.contains("“try_a” is on the cluster already"), "{problems}");
    let out: Value = serde_json::from_str(&text).expect("JSON");
    assert!(out["problem"].is_string() && out["statements"][0]["operations"][0]["verdict"] == "unplayed");
    assert!(!gateway.asked().iter().any(|line| line.starts_with("DELETE /try_a/schema")));
}

#[test]
fn it_is_printed_as_json() {
    let gateway = Gateway::start(State { writes: Some("eA=="), ..State::default() });
    let (status, text, _) = gateway.beside(SCRIPT, &["--json"]);
    let out: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((status, &out["same"], &out["different"], &out["unplayed"]), (1, &json!(3), &json!(2), &json!(2)));
    assert_eq!(out["problem"], Value::Null);
    let scan = &out["statements"][4]["operations"][0];
    assert_eq!((&scan["verdict"], &scan["calls"]), (&json!("differs"), &json!(["PUT /try_a/scanner"])));
    assert_eq!(scan["cluster"]["rows"][0]["cells"][0]["value"], "x");
    assert_eq!(scan["left_out"], json!([4]));
    let table = &out["tables"][0];
    assert_eq!(table["cells"]["differences"][0]["row"], "r");
    assert_eq!(table["regions"], json!({ "verdict": "same", "model": [], "cluster": [] }));
}

#[test]
fn what_could_not_be_compared_ends_with_2_and_a_sentence() {
    let gateway = Gateway::start(State { status: Some(401), ..State::default() });
    let (status, text, problems) = gateway.beside(SCRIPT, &[]);
    assert_eq!(status, 2);
    assert!(problems.contains("wants to know who asks") && text.contains("Nothing was compared."), "{problems}{text}");
    let gateway = Gateway::start(State::default());
    let (status, text, problems) = gateway.beside("put 'mine', 'r', 'f:q', 'v'\n", &[]);
    assert_eq!((status, text.as_str()), (2, ""));
    assert!(problems.contains("The script uses the table “mine”"), "{problems}");
    let (status, _, problems) = gateway.beside("step\n", &[]);
    assert!(status == 2 && problems.contains("step by step"), "{problems}");
    assert!(gateway.asked().is_empty());
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a port");
    let gone = Gateway { port: nobody.local_addr().expect("an address").port(), state: Arc::default() };
    drop(nobody);
    let (status, _, problems) = gone.beside(SCRIPT, &[]);
    assert!(status == 2 && problems.contains("Nothing listens at"), "{problems}");
}

/// Where nothing was compared nobody may take it for the same.
#[test]
fn a_script_without_anything_to_compare_ends_with_2() {
    let gateway = Gateway::start(State::default());
    for script in ["", "puts 1\n"] {
        let (status, text, problems) = gateway.beside(script, &[]);
        assert!(status == 2 && text.ends_with("Nothing was compared.\n"), "{script}: {text}{problems}");
        assert!(problems.starts_with("splitpoint: Nothing was compared. Write commands"), "{problems}");
        let (status, text, _) = gateway.beside(script, &["--json"]);
        let found: Value = serde_json::from_str(&text).expect("it is JSON");
        assert!(status == 2 && found["problem"].is_string(), "{text}");
    }
}
