//! Everything in Java for `cargo xtask hbase java`: each example as classes (`snippets/S1.java`, and `past/S1.java` for HBase
//! 0.94), which of them it takes
//! (`cases`), and what a look at the tables must find afterwards, and what was printed (`NAME.want`).
//!
//! `cargo run -p splitpoint-lab --example java -- FOLDER`

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/java/mod.rs"]
mod cases;
#[cfg(not(target_arch = "wasm32"))]
mod look;

#[cfg(not(target_arch = "wasm32"))]
mod program {
    use crate::cases::{Case, What, act, cases};
    use crate::look::look_with;
    use splitpoint_lab::intent::{AdminIntent, Intent, LastRowMethod, Pages};
    use splitpoint_lab::session::Session;
    use splitpoint_lab::view::{Grain, KeyNotation, Mark, ViewRequest};
    use splitpoint_lab::words::Tone;
    use splitpoint_lab::words::java::{self, Java};
    use splitpoint_model::bytes::to_string_binary;
    use splitpoint_model::client::{Client, Request, Response};
    use splitpoint_model::cluster::Cluster;
    use splitpoint_model::query::Scan;
    use std::fs;
    use std::path::Path;

    /// Times that are written are before this, those of servers are not.
    const NOW: i64 = 1_000;

    /// What is shown of HBase 0.94 names no classes.
    const PAST: &str = "import java.util.*;\nimport org.apache.hadoop.hbase.*;\nimport org.apache.hadoop.hbase.client.*;\n\
                        import org.apache.hadoop.hbase.coprocessor.*;\nimport org.apache.hadoop.hbase.filter.*;\n\
                        import org.apache.hadoop.hbase.util.Bytes;\n";

    pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
        let folder = std::env::args().nth(1).ok_or("FOLDER")?;
        let folder = Path::new(&folder);
        fs::create_dir_all(folder.join("snippets"))?;
        fs::create_dir_all(folder.join("past"))?;
        let (mut classes, mut list) = (Vec::new(), String::new());
        for case in cases() {
            let (names, want) = done(&case, &mut classes);
            list += &format!("{} {}\n", case.name, names.join(" "));
            fs::write(folder.join(format!("{}.want", case.name)), want)?;
        }
        for (number, java) in classes.iter().enumerate() {
            let Java { head, text, past } = java;
            let class = format!(
                "package snippets;\n\nimport org.apache.hadoop.hbase.client.Connection;\n{head}\npublic final class S{number} {{\n\
                 public static void run(Connection connection) throws Exception {{\n{text}}}\n}}\n"
            );
            fs::write(folder.join(format!("snippets/S{number}.java")), class)?;
            let class = format!(
                "package past;\n\n{PAST}\npublic final class S{number} {{\npublic static void run() throws Exception {{\n{past}}}\n}}\n"
            );
            fs::write(folder.join(format!("past/S{number}.java")), class)?;
        }
        fs::write(folder.join("cases"), list)?;
        Ok(())
    }

    /// The name of the class of a snippet; the same text is the same class.
    fn named(classes: &mut Vec<Java>, java: Java) -> String {
        let number = classes.iter().position(|other| other.text == java.text).unwrap_or_else(|| {
            classes.push(java);
            classes.len() - 1
        });
        format!("S{number}")
    }

    /// The classes that an example takes, and what is there afterwards.
    fn done(case: &Case, classes: &mut Vec<Java>) -> (Vec<String>, String) {
        let mut session = case.begun();
        session.set_grain(Grain::Rpc);
        let setup = case.setup.iter().map(|intent| java::of(session.world(), intent));
        let mut names: Vec<String> = setup.map(|java| named(classes, java)).collect();
        let mut cluster = session.world().cluster().clone();
        let now = session.world().clock().now();
        let said = match &case.what {
            What::Form(intent) => {
                names.push(named(classes, java::of(session.world(), intent)));
                let rows = rows(&mut cluster, intent.table().unwrap_or_default(), now);
                let said = formed(&mut session, intent, &rows);
                cluster = session.world().cluster().clone();
                said
            }
            What::Request(request) => {
                names.push(named(classes, java::of_request(request)));
                match (request, Client::new(0).run(&mut cluster, request.clone(), now, &mut ())) {
                    (Request::CheckAndMutate(..), Ok(Response::Checked { success, .. })) => {
                        Some(vec![success.to_string()])
                    }
                    (Request::Scan(..), Ok(Response::Rows { results, .. })) => {
                        let rows = results.iter().filter_map(|row| row.row());
                        Some(rows.map(to_string_binary).collect())
                    }
                    (_, answer) => answer.map(|_| None).expect("it is answered"),
                }
            }
        };
        let time = |time: i64| if time < NOW { time.to_string() } else { "now".to_owned() };
        let look = |table| look_with(&cluster, table, now, |cell| time(cell.timestamp()));
        let mut want: String = cluster.tables().map(|table| look(table)).collect();
        match said {
            Some(lines) => lines.iter().for_each(|line| want += &format!("said {line}\n")),
            // What it prints is for people.
            None => names.insert(0, "quiet".to_owned()),
        }
        (names, want)
    }

    /// Keys and numbers of cells.
    fn rows(cluster: &mut Cluster, table: &str, now: i64) -> Vec<(Vec<u8>, usize)> {
        match Client::new(0).run(cluster, Request::Scan(table.into(), Scan::default()), now, &mut ()) {
            Ok(Response::Rows { results, .. }) => {
                let row = |row: &splitpoint_model::query::RowResult| Some((row.row()?.to_vec(), row.cells.len()));
                results.iter().filter_map(row).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Does what a form asks for; what has to be printed, where it is printed in a form that programs read.
    fn formed(session: &mut Session, intent: &Intent, rows: &[(Vec<u8>, usize)]) -> Option<Vec<String>> {
        let keys = || rows.iter().map(|(row, _)| row.as_slice());
        let one = |row: Option<&[u8]>| Some(vec![row.map_or("no row".to_owned(), to_string_binary)]);
        if let Intent::Pages(pages) = intent
            && pages.batch == 0
        {
            return Some(paged(session, intent));
        }
        // Of one server nothing can be moved away, and the lab says so before it is asked.
        if matches!(intent, Intent::Admin(AdminIntent::Move(..) | AdminIntent::Balance)) {
            return None;
        }
        act(session, intent);
        match intent {
            Intent::CheckAndPut { .. } | Intent::Transaction { .. } => {
                let view = session.view(&ViewRequest::none());
                let tone = view.clients[0].entries.last()?.tone;
                Some(vec![(tone == Tone::Ok).to_string()])
            }
            Intent::FirstRow { prefixes: 0, .. } => one(keys().next()),
            Intent::FirstRow { prefix, .. } => one(keys().map(|row| &row[prefix.bytes(0).len()..]).min()),
            Intent::LastRow { method: LastRowMethod::ConstantKey(_), .. } => None,
            Intent::LastRow { .. } => one(keys().next_back()),
            Intent::Pages(Pages { batch, size, pages, .. }) => {
                let piece = |(row, cells): &(Vec<u8>, usize)| {
                    let line = format!("{}, cells: {batch}", to_string_binary(row));
                    vec![line; *cells / *batch as usize]
                };
                Some(rows.iter().flat_map(piece).take((size * pages) as usize).collect())
            }
            _ => None,
        }
    }

    /// The rows of all pages, as they came back.
    fn paged(session: &mut Session, intent: &Intent) -> Vec<String> {
        let request = ViewRequest {
            table: intent.table().unwrap_or_default().to_owned(),
            window: 0..100,
            old_versions: false,
            notation: KeyNotation::Binary,
        };
        session.submit(0, intent.clone()).expect("it can be asked for");
        let (mut rows, mut last) = (Vec::new(), Vec::new());
        while session.step_client(0) {
            let view = session.view(&request);
            let Some(answer) = &view.answer else { continue };
            let page = answer.first.iter().filter(|row| row.mark.kind != Mark::Thrown);
            let page: Vec<String> = page.map(|row| row.key_binary.clone()).collect();
            // What came back last is shown until something else does.
            if page != last {
                rows.extend(page.iter().cloned());
                last = page;
            }
        }
        rows
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    program::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
