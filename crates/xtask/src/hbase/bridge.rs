//! `splitpoint bridge` with a real gateway and a real server: it has to say what HBase's own client sees.

use super::rest::{Answer, Gateway, ask, free_port};
use super::server::{self, Server};
use super::speaker::Speaker;
use crate::command::{answer, command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The number of regions of the table.
const REGIONS: usize = 500;

/// How many rows are written at a time.
const ROWS: usize = 2000;

/// The index of the region that gets many rows.
const HOT: usize = 321;

/// How long the test waits until a server has reported its counters to the master.
const PATIENCE: Duration = Duration::from_secs(30);

/// Seconds for which the bridge waits for the gateway in this test.
const TIMEOUT: u64 = 8;

type Bytes = Vec<u8>;

/// The processes that were started, as far as they still run.
struct Real<'a> {
    project: &'a Project,
    server: Server,
    gateway: Option<Gateway>,
    port: u16,
    hbase: Option<Speaker>,
}

impl Real<'_> {
    fn hbase(&mut self) -> Outcome<&mut Speaker> {
        self.hbase.as_mut().ok_or_else(|| Problem::new("HBase was ended before its time"))
    }

    /// Starts the gateway again on the same port.
    fn gateway_up(&mut self) -> Outcome<()> {
        self.gateway = Some(Gateway::up(self.project, &self.server, self.port)?);
        Ok(())
    }

    fn server_down(&mut self) -> Outcome<()> {
        self.hbase = None;
        server::down(self.project).map(drop)
    }
}

/// Starts the three processes, asks the bridge, and finally kills the gateway and the server.
pub(super) fn bridge(project: &Project) -> Outcome<String> {
    let folder = env::var("DIST").unwrap_or_else(|_| "dist".into());
    let page = &project.path(&folder);
    if !page.join("index.html").is_file() {
        return Err(Problem::new(format!(
            "there is no page in {folder}: make one with `cargo xtask build`, or with `cargo xtask draft` and DIST=target/page"
        )));
    }
    // With the whole workspace, as the native tests build it: for one package alone, its dependencies are compiled anew.
    run(command(project, "cargo").args(["build", "--quiet", "--locked", "--workspace", "--bin", "splitpoint"]))?;
    server::down(project)?;
    let server = Server::up(project)?;
    let gateway = Gateway::up(project, &server, free_port()?)?;
    let (port, hbase) = (gateway.port, server.speaker()?);
    let mut real = Real { project, server, gateway: Some(gateway), port, hbase: Some(hbase) };
    let told =
        |answer: Json| if answer.get("error").is_some() { Err(Problem::new(answer.to_string())) } else { Ok(answer) };
    told(real.hbase()?.ask(&json!({ "do": "begin", "auto": false }))?)?;
    let splits: Vec<_> = (1..REGIONS).map(|n| text(&boundary(n))).collect();
    let family = json!([{ "NAME": "d" }]);
    told(real.hbase()?.ask(&json!({ "do": "create", "table": "events", "families": family, "splits": splits }))?)?;
    let reading = Bridge::start(project, page, port, &[])?;
    let mut said = vec![
        regions(&reading, real.hbase()?)?,
        counters(&reading, real.hbase()?)?,
        rows(&reading, real.hbase()?)?,
        only_reading(&reading)?,
    ];
    let writing = Bridge::start(project, page, port, &["--write", "try_"])?;
    said.push(written(&writing, real.hbase()?)?);
    said.push(beside(project, port)?);
    // At the end, the page has the gateway and the server killed.
    said.extend(visit(&mut real, &reading, &writing)?);
    writing.end(project)?;
    said.push(without_a_server(&reading)?);
    reading.end(project)?;
    println!("{}", said.join("\n"));
    Ok(format!("{} things hold on a real gateway", said.len()))
}

/// Runs the page in Chromium, served by the bridge that may write. The page asks for what is to be done to the cluster.
fn visit(real: &mut Real, reading: &Bridge, writing: &Bridge) -> Outcome<Vec<String>> {
    let project = real.project;
    let known = project.path("target/hbase/known.json");
    fs::write(&known, known_of(real.hbase()?)?.to_string()).explain("cannot write into target/hbase")?;
    let script = project.path("target/hbase/beside.rb");
    let address = format!("http://127.0.0.1:{}{}", writing.port, writing.path);
    let mut process = command(project, "node");
    process.arg("web/e2e/real.mjs").arg(address).args([known, script]);
    let mut process = process.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().explain("cannot start node")?;
    let (Some(mut answers), Some(wishes)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(Problem::new("node has no input"));
    };
    let mut said = Vec::new();
    for wish in BufReader::new(wishes).lines() {
        let wish = wish.explain("cannot read what the page wants")?;
        if let Some(sentence) = wish.strip_prefix("holds ") {
            said.push(sentence.to_owned());
            continue;
        }
        // Node's test runner, which the browser comes with, prints lines of its own.
        let Some(wish) = wish.strip_prefix("want ") else { continue };
        let done = match wish {
            "write" => {
                let names = regions_in_order(reading)?;
                json!({ "written": write(&names, real.hbase()?, 2)? })
            }
            "gateway down" => {
                real.gateway = None;
                said.push(format!("without a gateway: {}", fault(&reading.get("/events/regions")?, "unreachable")?));
                json!({})
            }
            "gateway up" => {
                real.gateway_up()?;
                if reading.get("/events/regions")?.status != 200 {
                    return Err(Problem::new("the bridge does not find a gateway that is back"));
                }
                json!({})
            }
            "server down" => {
                real.server_down()?;
                json!({})
            }
            _ => return Err(Problem::new(format!("nobody knows how to do this: {wish}"))),
        };
        writeln!(answers, "{done}").explain("the page does not listen")?;
    }
    let status = process.wait().explain("node does not end")?;
    if status.success() { Ok(said) } else { Err(Problem::new("the page does not hold: see target/hbase/page.png")) }
}

/// What HBase's client sees of the table: the start keys of regions, and the keys of the rows in each.
fn known_of(hbase: &mut Speaker) -> Outcome<Json> {
    let starts: Vec<_> = (0..REGIONS).map(|n| if n == 0 { Vec::new() } else { boundary(n) }).collect();
    let mut rows = vec![Vec::new(); REGIONS];
    for row in scan(hbase)?["results"].as_array().into_iter().flatten() {
        let key = bytes(row["row"].as_str().unwrap_or_default());
        rows[starts.partition_point(|start| *start <= key) - 1].push(text(&key));
    }
    let starts: Vec<_> = starts.iter().map(|start| text(start)).collect();
    Ok(json!({ "starts": starts, "rows": rows, "hot": HOT }))
}

fn scan(hbase: &mut Speaker) -> Outcome<Json> {
    hbase.ask(&json!({ "do": "scan", "table": "events", "raw": true, "versions": 10 }))
}

/// The start key of the region with this number. Some are text, others are not, and some contain commas and slashes.
fn boundary(number: usize) -> Bytes {
    let (high, low) = (number * 65_000 / REGIONS / 256, number * 65_000 / REGIONS % 256);
    let mut key = vec![u8::try_from(high).unwrap_or(u8::MAX), u8::try_from(low).unwrap_or(u8::MAX)];
    match number % 4 {
        0 => key.extend(b",a"),
        1 => key.extend([0, 0xff]),
        2 => key.extend(b"/%2e"),
        _ => {}
    }
    key
}

/// Bytes in the form in which HBase's client prints them and the driver reads them.
fn text(bytes: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\' && byte != b'"';
    bytes
        .iter()
        .map(|byte| if plain(*byte) { char::from(*byte).to_string() } else { format!("\\x{byte:02X}") })
        .collect()
}

/// The inverse of [`text`].
fn bytes(text: &str) -> Bytes {
    let mut found = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(1..3).filter(|_| *first == b'\\' && after[0] == b'x');
        let code = code.and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        found.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[3..] } else { after };
    }
    found
}

fn base64(value: &Json) -> Outcome<Bytes> {
    STANDARD.decode(value.as_str().unwrap_or_default()).map_err(|_| Problem::new(format!("{value} is no base64")))
}

/// Compares the regions and their encoded names in the bridge's answer with those in `hbase:meta`.
fn regions(bridge: &Bridge, hbase: &mut Speaker) -> Outcome<String> {
    let answer = bridge.get("/events/regions")?.json();
    let mut ours = Vec::new();
    for region in answer["Region"].as_array().into_iter().flatten() {
        let name = region["name"].as_str().unwrap_or_default().trim_end_matches('.');
        let encoded = name.rsplit('.').next().unwrap_or_default().to_owned();
        ours.push((base64(&region["startKey"])?, base64(&region["endKey"])?, encoded));
    }
    let scan = hbase.ask(
        &json!({ "do": "scan", "table": "hbase:meta", "start": "events,,", "stop": "events ,,", "columns": [["info", "regioninfo"]] }),
    )?;
    let mut starts = Vec::new();
    for row in scan["results"].as_array().into_iter().flatten() {
        let row = bytes(row["row"].as_str().unwrap_or_default());
        let (start, encoded) = parts(&row).ok_or_else(|| Problem::new("a row of hbase:meta is no name of a region"))?;
        starts.push((start, encoded));
    }
    let ends = starts.iter().skip(1).map(|(start, _)| start.clone()).chain([Vec::new()]);
    let theirs: Vec<_> =
        starts.iter().cloned().zip(ends).map(|((start, encoded), end)| (start, end, encoded)).collect();
    if ours.len() != REGIONS || ours != theirs {
        let at = ours.iter().zip(&theirs).position(|(one, other)| one != other);
        return Err(Problem::new(format!(
            "the bridge has {} regions and hbase:meta {}; the first that differs is {at:?}",
            ours.len(),
            theirs.len()
        )));
    }
    Ok(format!("{REGIONS} regions with binary keys are those of hbase:meta"))
}

/// Start key and encoded name in `TABLE,START,ID.ENCODED.`.
fn parts(name: &[u8]) -> Option<(Bytes, String)> {
    let begin = name.iter().position(|byte| *byte == b',')? + 1;
    let end = name.iter().rposition(|byte| *byte == b',')?;
    let id = std::str::from_utf8(name.get(end + 1..)?).ok()?;
    let encoded = id.trim_end_matches('.').rsplit('.').next()?;
    Some((name.get(begin..end)?.to_vec(), encoded.to_owned()))
}

/// The number of write requests of each region, by its encoded name.
fn counted(bridge: &Bridge) -> Outcome<BTreeMap<String, u64>> {
    let answer = bridge.get("/status/cluster")?.json();
    let mut counted = BTreeMap::new();
    for region in
        answer["LiveNodes"].as_array().into_iter().flatten().flat_map(|node| node["Region"].as_array()).flatten()
    {
        let name = base64(&region["name"])?;
        if name.starts_with(b"events,")
            && let Some((_, encoded)) = parts(&name)
        {
            counted.insert(encoded, region["writeRequestsCount"].as_u64().unwrap_or(0));
        }
    }
    Ok(counted)
}

/// Writes through HBase's client: every `hot`th row into one region, the others all over the table. Returns how many
/// rows each region got, by its encoded name.
fn write(names: &[String], hbase: &mut Speaker, hot: usize) -> Outcome<BTreeMap<String, u64>> {
    let mut written: BTreeMap<String, u64> = BTreeMap::new();
    for number in 0..ROWS {
        let region = if number % hot == 0 { HOT } else { number * 7 % REGIONS };
        let mut key = if region == 0 { vec![0] } else { boundary(region) };
        key.extend(number.to_string().bytes());
        let value = format!("value {number}");
        let put = json!({ "do": "put", "table": "events", "row": text(&key), "cells": [["d", "n", null, value]] });
        let answer = hbase.ask(&put)?;
        if answer.get("error").is_some() {
            return Err(Problem::new(format!("HBase does not take a row: {answer}")));
        }
        *written.entry(names[region].clone()).or_default() += 1;
    }
    Ok(written)
}

/// Writes rows in a known pattern, and waits until the counters show it.
fn counters(bridge: &Bridge, hbase: &mut Speaker) -> Outcome<String> {
    let names = regions_in_order(bridge)?;
    let before = counted(bridge)?;
    let written = write(&names, hbase, 10)?;
    let begin = Instant::now();
    loop {
        let now = counted(bridge)?;
        let moved: BTreeMap<_, _> = now
            .iter()
            .map(|(name, count)| (name.clone(), count.saturating_sub(before.get(name).copied().unwrap_or(0))))
            .filter(|(_, moved)| *moved > 0)
            .collect();
        if moved == written && now.len() == REGIONS {
            let hot = written[&names[HOT]];
            return Ok(format!("counters moved as {ROWS} rows were written, {hot} of them into one region"));
        }
        if begin.elapsed() > PATIENCE {
            let differ: Vec<_> = written.iter().filter(|(name, count)| moved.get(*name) != Some(count)).collect();
            return Err(Problem::new(format!(
                "the counters of {} of {} regions did not move as it was written: {:?}",
                differ.len(),
                written.len(),
                differ.iter().take(3).map(|(name, count)| (*count, moved.get(*name))).collect::<Vec<_>>()
            )));
        }
        sleep(Duration::from_millis(500));
    }
}

/// The encoded names of regions, in the order of start keys.
fn regions_in_order(bridge: &Bridge) -> Outcome<Vec<String>> {
    let answer = bridge.get("/events/regions")?.json();
    let regions = answer["Region"].as_array().cloned().unwrap_or_default();
    if regions.len() != REGIONS {
        return Err(Problem::new(format!("there are {} regions", regions.len())));
    }
    let encoded = |region: &Json| {
        let name = region["name"].as_str().unwrap_or_default().trim_end_matches('.');
        name.rsplit('.').next().unwrap_or_default().to_owned()
    };
    Ok(regions.iter().map(encoded).collect())
}

/// A cell: row, column, time, value.
type Cell = (Bytes, Bytes, i64, Bytes);

/// Compares all rows, read by a scanner through the bridge, and by a raw scan of HBase's client.
fn rows(bridge: &Bridge, hbase: &mut Speaker) -> Outcome<String> {
    let ours = scanned(bridge)?;
    let scan = scan(hbase)?;
    let mut theirs = Vec::new();
    for row in scan["results"].as_array().into_iter().flatten() {
        let key = bytes(row["row"].as_str().unwrap_or_default());
        for cell in row["cells"].as_array().into_iter().flatten() {
            let part = |at: usize| bytes(cell[at].as_str().unwrap_or_default());
            if cell[3] != "Put" {
                return Err(Problem::new(format!("the raw scan has a marker: {cell}")));
            }
            theirs.push((key.clone(), [part(0), part(1)].join(&b':'), part(4)));
        }
    }
    let seen: Vec<_> =
        ours.iter().map(|(row, column, _, value)| (row.clone(), column.clone(), value.clone())).collect();
    if seen.len() != ROWS || seen != theirs {
        return Err(Problem::new(format!("the bridge has {} cells, a raw scan {}", seen.len(), theirs.len())));
    }
    if ours.iter().any(|(_, _, time, _)| *time <= 0) {
        return Err(Problem::new("a cell has no time"));
    }
    Ok(format!("{ROWS} rows are those of a raw scan"))
}

fn scanned(bridge: &Bridge) -> Outcome<Vec<Cell>> {
    let made = bridge.ask("PUT", "/events/scanner", r#"{"batch":300}"#)?;
    let place = made.header("location").ok_or_else(|| Problem::new("a scanner has no place"))?.to_owned();
    let mut cells = Vec::new();
    loop {
        let answer = ask(bridge.port, "GET", &place, "", "")?;
        if answer.status == 204 {
            break;
        }
        if answer.status != 200 {
            return Err(Problem::new(format!("a scanner is answered {}", answer.status)));
        }
        for row in answer.json()["Row"].as_array().into_iter().flatten() {
            let key = base64(&row["key"])?;
            for cell in row["Cell"].as_array().into_iter().flatten() {
                let time = cell["timestamp"].as_i64().unwrap_or(0);
                cells.push((key.clone(), base64(&cell["column"])?, time, base64(&cell["$"])?));
            }
        }
    }
    match ask(bridge.port, "DELETE", &place, "", "")?.status {
        200 => Ok(cells),
        status => Err(Problem::new(format!("a scanner that is closed is answered {status}"))),
    }
}

/// Requests that are not allowed get no data, and write nothing.
fn only_reading(bridge: &Bridge) -> Outcome<String> {
    let row = json!({ "Row": [{ "key": "cg==", "Cell": [{ "column": "ZDpu", "$": "dg==" }] }] }).to_string();
    for (method, path, body) in [
        ("PUT", "/events/r", row.as_str()),
        ("POST", "/events/r", &row),
        ("DELETE", "/events/r", ""),
        ("DELETE", "/events/schema", ""),
        ("PUT", "/try_a/schema", "{}"),
        ("PUT", "/namespaces/n", ""),
    ] {
        fault(&bridge.ask(method, path, body)?, "refused")?;
    }
    let path = format!("{}rest/events/regions", bridge.path);
    for (path, header) in [
        (path.clone(), "Host: rebound.example\r\n"),
        (path.clone(), "Origin: http://rebound.example\r\n"),
        (path.clone(), "Sec-Fetch-Site: cross-site\r\n"),
        ("/rest/events/regions".into(), ""),
        (format!("{}rest/events/../events/regions", bridge.path), ""),
        (format!("{}rest//events/regions", bridge.path), ""),
        (format!("{}rest/events/%2e%2e/events/regions", bridge.path), ""),
    ] {
        let answer = ask(bridge.port, "GET", &path, header, "")?;
        if answer.status != 404 || !answer.body.is_empty() {
            return Err(Problem::new(format!("{path} with {header:?} is answered {}", answer.status)));
        }
    }
    Ok("without --write nothing is written; another page is answered nothing".into())
}

/// Makes a table, writes rows with keys that are hard to write in a path, checks and puts, deletes, and drops the
/// table.
fn written(bridge: &Bridge, hbase: &mut Speaker) -> Outcome<String> {
    let expect = |what: &str, answer: Outcome<Answer>, status: u16| match answer? {
        answer if answer.status == status => Ok(answer),
        answer => Err(Problem::new(format!("{what} is answered {}, not {status}", answer.status))),
    };
    let cell = |value: &str| json!({ "column": STANDARD.encode("d:n"), "$": STANDARD.encode(value) });
    let row =
        |key: &[u8], cells: Vec<Json>| json!({ "Row": [{ "key": STANDARD.encode(key), "Cell": cells }] }).to_string();
    expect("a table", bridge.ask("PUT", "/try_a/schema", r#"{"ColumnSchema":[{"name":"d","VERSIONS":"3"}]}"#), 201)?;
    let key = [0x80, b'/', 0];
    expect("a binary row", bridge.ask("PUT", "/try_a/any", &row(&key, vec![cell("one")])), 200)?;
    expect("a row", bridge.ask("PUT", "/try_a/r", &row(b"r", vec![cell("one")])), 200)?;
    let check = |new: &str, old: &str| bridge.ask("PUT", "/try_a/r/?check=put", &row(b"r", vec![cell(new), cell(old)]));
    expect("a check that holds", check("two", "one"), 200)?;
    expect("a check that fails", check("three", "one"), 304)?;
    fault(&bridge.ask("PUT", "/events/any", &row(&key, vec![cell("one")]))?, "refused")?;
    let scan = hbase.ask(&json!({ "do": "scan", "table": "try_a" }))?;
    let found: Vec<_> = scan["results"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| (bytes(row["row"].as_str().unwrap_or_default()), row["cells"][0][3].clone()))
        .collect();
    if found != [(b"r".to_vec(), json!("two")), (key.to_vec(), json!("one"))] {
        return Err(Problem::new(format!("what was written is {scan}")));
    }
    expect("a row that goes", bridge.ask("DELETE", "/try_a/r", ""), 200)?;
    expect("a row that is gone", bridge.get("/try_a/r"), 404)?;
    expect("a table that goes", bridge.ask("DELETE", "/try_a/schema", ""), 200)?;
    expect("a table that is gone", bridge.get("/try_a/schema"), 404)?;
    Ok("with --write a table was made, written, checked, deleted from and dropped".into())
}

/// Plays a script of everything that can be played on the model and on HBase: nothing may differ, and only what is
/// named may be left out.
fn beside(project: &Project, rest: u16) -> Outcome<String> {
    let script = project.path("target/hbase/beside.rb");
    fs::write(&script, BESIDE).explain("cannot write into target/hbase")?;
    let mut process = command(project, "target/debug/splitpoint");
    process.args(["beside", "--rest", &format!("http://127.0.0.1:{rest}"), "--write", "try_", "--json"]);
    let output = process.arg(&script).output().explain("cannot start splitpoint")?;
    let told: Json = serde_json::from_slice(&output.stdout)
        .map_err(|_| Problem::new(String::from_utf8_lossy(&output.stderr).into_owned()))?;
    let operations = told["statements"].as_array().into_iter().flatten().flat_map(|statement| {
        let of = statement["operations"].as_array().into_iter().flatten();
        of.map(|operation| (statement["text"].as_str().unwrap_or_default(), operation))
    });
    let odd: Vec<_> = operations
        .filter(|(text, operation)| {
            let verdict = if text.starts_with("flush") { "unplayed" } else { "same" };
            operation["verdict"] != verdict
        })
        .map(|(text, operation)| format!("{text}: {operation}"))
        .collect();
    if !odd.is_empty() || output.status.code() != Some(0) {
        return Err(Problem::new(format!(
            "beside ends with {}:\n{}\n{}",
            output.status,
            odd.join("\n"),
            told["tables"]
        )));
    }
    Ok(format!("beside: {} comparisons are the same on the model and on HBase", told["same"]))
}

const BESIDE: &str = include_str!("beside.rb");

/// If the gateway waits for a server that does not come back, the bridge must answer earlier.
fn without_a_server(bridge: &Bridge) -> Outcome<String> {
    let begin = Instant::now();
    let answer = bridge.get("/events/*?limit=1")?;
    if begin.elapsed() > Duration::from_secs(3 * TIMEOUT) {
        return Err(Problem::new("without a server the bridge does not answer in time"));
    }
    match answer.status {
        504 => Ok(format!("without a server: {}", fault(&answer, "timeout")?)),
        status @ 500..=599 if answer.json()["bridge"].is_null() => {
            Ok(format!("without a server: the gateway says {status}"))
        }
        status => Err(Problem::new(format!("without a server it is answered {status}"))),
    }
}

/// The sentence in an answer of the bridge itself, if it is of this kind.
fn fault(answer: &Answer, kind: &str) -> Outcome<String> {
    let said = answer.json();
    let sentence = said["text"].as_str().unwrap_or_default();
    if said["bridge"] == kind && !sentence.is_empty() {
        return Ok(sentence.to_owned());
    }
    let body = String::from_utf8_lossy(&answer.body).chars().take(300).collect::<String>();
    Err(Problem::new(format!("not {kind}, but {}: {body}", answer.status)))
}

/// The program `splitpoint bridge`, started as a person starts it.
struct Bridge {
    process: Child,
    port: u16,
    /// The path `/TOKEN/`.
    path: String,
}

impl Bridge {
    fn start(project: &Project, page: &Path, rest: u16, more: &[&str]) -> Outcome<Self> {
        let mut process = command(project, "target/debug/splitpoint");
        process
            .args(["bridge", "--rest", &format!("http://127.0.0.1:{rest}"), "--cache", "0", "--calls", "500"])
            .args(["--timeout", &TIMEOUT.to_string(), "--page"])
            .arg(page)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = process.spawn().explain("cannot start splitpoint")?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line).explain("splitpoint says no address")?;
        }
        let address = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/'));
        let Some((Ok(port), token)) = address.map(|(port, token)| (port.parse(), token)) else {
            return Err(Problem::new(format!("splitpoint says no address but {line:?}")));
        };
        let token = token.split('#').next().unwrap_or(token);
        Ok(Self { process, port, path: format!("/{token}") })
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Outcome<Answer> {
        ask(self.port, method, &format!("{}rest{path}", self.path), "Sec-Fetch-Site: same-origin\r\n", body)
    }

    fn get(&self, path: &str) -> Outcome<Answer> {
        self.ask("GET", path, "")
    }

    /// Interrupts it, as Ctrl-C does.
    fn end(mut self, project: &Project) -> Outcome<()> {
        answer(command(project, "kill").args(["-INT", &self.process.id().to_string()]))
            .ok_or_else(|| Problem::new("the bridge ended before its time"))?;
        let status = self.process.wait().explain("the bridge does not end")?;
        if status.success() { Ok(()) } else { Err(Problem::new(format!("the bridge ends with {status}"))) }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        drop(self.process.kill()); // if it has not ended yet
        drop(self.process.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::{REGIONS, boundary, bytes, parts, text};

    #[test]
    fn boundaries_rise_and_come_back_from_their_print() {
        let keys: Vec<_> = (1..REGIONS).map(boundary).collect();
        assert!(keys.is_sorted_by(|one, other| one < other));
        for key in keys {
            assert_eq!(bytes(&text(&key)), key);
        }
    }

    #[test]
    fn a_name_of_a_region_has_its_start_key_whatever_is_in_it() {
        let name = b"events,a,\xff.b,17.0123abcd.";
        assert_eq!(parts(name), Some((b"a,\xff.b".to_vec(), "0123abcd".into())));
        assert_eq!(parts(b"events"), None);
    }
}
