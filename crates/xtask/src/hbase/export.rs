//! Scripts that the page exports, run by the shell of a real HBase, have to lead to what the model has.

use super::install::{class_path_of_shell, folder};
use super::server::{Server, java};
use crate::command::run;
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

/// How many random sessions are run if no number is given.
const SESSIONS: u64 = 50;

/// Writes the exports of every start and of random sessions, runs them in one shell, and compares all cells with their
/// markers, the boundaries of regions, and the settings of tables and families.
pub(super) fn export(project: &Project, arguments: &[String]) -> Outcome<String> {
    let (seed, sessions) = wanted(arguments)?;
    let place = folder(project).join("export");
    if place.is_dir() {
        fs::remove_dir_all(&place).explain("cannot remove the exports of last time")?;
    }
    run(crate::command::command(project, "cargo")
        .args(["run", "--quiet", "--locked", "-p", "splitpoint-lab", "--example", "export", "--"])
        .arg(&place)
        .args([seed.to_string(), sessions.to_string()]))?;
    let names = names(&place)?;
    let server = Server::up(project)?;
    give_hbase(project, &place, &server)?;
    let script = place.join("all.rb");
    fs::write(&script, script_of(project, &place, &names)?).explain("cannot write the script")?;
    let begin = Instant::now();
    let said = fs::File::create(place.join("shell.log")).explain("cannot write into target/hbase/export")?;
    let mut shell = java(project, &place, &class_path_of_shell(project)?);
    shell
        .args(["org.jruby.Main", "-X+O", "uri:classloader:/jar-bootstrap.rb"])
        .arg(format!("-Dhbase.zookeeper.property.clientPort={}", server.zookeeper()?))
        .arg(&script)
        .stdin(Stdio::null())
        .stdout(said.try_clone().explain("cannot write into target/hbase/export")?)
        .stderr(said);
    let status = shell.status().explain("cannot start java")?;
    let count = report(&place, &status.to_string())?;
    Ok(format!("{count} exports came out the same ({} s)", begin.elapsed().as_secs()))
}

/// The number of exports, if all of them were the same on both sides.
pub(super) fn report(place: &Path, status: &str) -> Outcome<usize> {
    let names = names(place)?;
    let mut differences = Vec::new();
    for name in &names {
        if let Some(difference) = difference(place, name)? {
            println!("{name}: {difference}");
            differences.push(name.as_str());
        }
    }
    if differences.is_empty() {
        return Ok(names.len());
    }
    Err(Problem::new(format!(
        "{} of {} come out otherwise ({status}), see {}: {}",
        differences.len(),
        names.len(),
        place.display(),
        differences.join(", ")
    )))
}

fn wanted(arguments: &[String]) -> Outcome<(u64, u64)> {
    let (mut seed, mut sessions) = (1, SESSIONS);
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { return Err(Problem::new(format!("{} needs a value", pair[0]))) };
        let number = value.parse().map_err(|_| Problem::new(format!("{name} takes a number, not {value}")))?;
        match name.as_str() {
            "--seed" => seed = number,
            "--sessions" => sessions = number,
            _ => return Err(Problem::new(format!("export does not take {name}"))),
        }
    }
    Ok((seed, sessions))
}

/// Makes a script of every exported command line for a terminal. The line begins with `hbase`, which the script defines
/// as a function.
fn give_hbase(project: &Project, place: &Path, server: &Server) -> Outcome<()> {
    let java = java(project, place, &class_path_of_shell(project)?);
    let words = std::iter::once(java.get_program()).chain(java.get_args());
    let words: Vec<String> = words.map(|word| format!("'{}'", word.to_string_lossy())).collect();
    let port = server.zookeeper()?;
    let head = format!(
        "set -e\nhbase() {{\n  main=$1; shift\n  {} \"$main\" -Dhbase.zookeeper.property.clientPort={port} \"$@\"\n}}\n",
        words.join(" ")
    );
    for entry in fs::read_dir(place).explain("cannot list the exports")? {
        let path: PathBuf = entry.explain("cannot list the exports")?.path();
        if path.extension().is_some_and(|extension| extension == "sh") {
            let line = fs::read_to_string(&path).explain("cannot read a command line")?;
            fs::write(&path, format!("{head}{line}\n")).explain("cannot write a command line")?;
        }
    }
    Ok(())
}

/// The names of the exports that were written, in order.
fn names(place: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(place).explain("cannot list the exports")? {
        let path: PathBuf = entry.explain("cannot list the exports")?.path();
        if path.extension().is_some_and(|extension| extension == "want")
            && let Some(name) = path.file_stem()
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// All exports as one script, since the shell takes ten seconds to start. After each export its tables are read and
/// dropped.
fn script_of(project: &Project, place: &Path, names: &[String]) -> Outcome<String> {
    let look = project.path("crates/xtask/hbase/shell/look.rb");
    let mut script = fs::read_to_string(&look).explain(format_args!("cannot read {}", look.display()))?;
    for name in names {
        let read = |ending: &str| {
            let path = place.join(format!("{name}.{ending}"));
            fs::read_to_string(&path).explain(format_args!("cannot read {}", path.display()))
        };
        let tables: Vec<String> = read("want")?
            .lines()
            .filter_map(|line| line.strip_prefix("table "))
            .map(|table| format!("'{table}'"))
            .collect();
        for line in read("rb")?.lines().filter(|line| *line != "exit") {
            script.push_str(line);
            script.push('\n');
        }
        let terminal = place.join(format!("{name}.sh"));
        if terminal.is_file() {
            let _ = writeln!(script, "system('bash', '{0}') or puts 'failed: {0}'", terminal.display());
        }
        let file = place.join(format!("{name}.got"));
        let _ = writeln!(script, "splitpoint_look('{}', [{}])", file.display(), tables.join(", "));
        for table in tables {
            let _ = writeln!(script, "disable {table}\ndrop {table}");
        }
    }
    script.push_str("exit\n");
    Ok(script)
}

/// The first line in which HBase and the model differ.
fn difference(place: &Path, name: &str) -> Outcome<Option<String>> {
    let want = fs::read_to_string(place.join(format!("{name}.want"))).explain("cannot read what the model holds")?;
    let Ok(got) = fs::read_to_string(place.join(format!("{name}.got"))) else {
        return Ok(Some("it did not come to its end, see the log beside it".to_owned()));
    };
    if want == got {
        return Ok(None);
    }
    let (mut ours, mut theirs) = (want.lines(), got.lines());
    for line in 1.. {
        match (ours.next(), theirs.next()) {
            (None, None) => break,
            (one, other) if one != other => {
                let shown = |line: Option<&str>| line.unwrap_or("(nothing)").to_owned();
                return Ok(Some(format!("line {line}\n  model {}\n  HBase {}", shown(one), shown(other))));
            }
            _ => {}
        }
    }
    Ok(Some("they differ in the ends of their lines".to_owned()))
}
