//! The Java code that the page shows, compiled and run with the client of a real HBase, has to lead to what the model
//! has.

use super::export::report;
use super::install::{class_path, class_path_of_past, folder};
use super::server::{Server, java as begin};
use crate::command::{command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

/// Writes every example, compiles it for the oldest Java on which HBase runs (and its variant for HBase 0.94 with that
/// client), runs it, and compares the contents of the tables and the output.
pub(super) fn java(project: &Project) -> Outcome<String> {
    let place = folder(project).join("java");
    if place.is_dir() {
        fs::remove_dir_all(&place).explain("cannot remove the examples of last time")?;
    }
    run(command(project, "cargo")
        .args(["run", "--quiet", "--locked", "-p", "splitpoint-lab", "--example", "java", "--"])
        .arg(&place))?;
    compile(project, &place, "past", &class_path_of_past(project)?)?;
    let class_path = class_path(project)?;
    compile(project, &place, "snippets", &class_path)?;
    let server = Server::up(project)?;
    let start = Instant::now();
    let said = fs::File::create(place.join("runner.log")).explain("cannot write into target/hbase/java")?;
    let class_path = format!("{}:{class_path}", place.join("classes").display());
    let mut runner = begin(project, &place, &class_path);
    runner
        .arg("splitpoint.Runner")
        .arg(&place)
        .arg(server.zookeeper()?)
        .stdin(Stdio::null())
        .stdout(said.try_clone().explain("cannot write into target/hbase/java")?)
        .stderr(said);
    let status = runner.status().explain("cannot start java")?;
    let count = report(&place, &status.to_string())?;
    if !status.success() {
        return Err(Problem::new(format!(
            "the examples end with {status}, see {}",
            place.join("runner.log").display()
        )));
    }
    Ok(format!("{count} examples came out the same ({} s)", start.elapsed().as_secs()))
}

/// Compiles a folder of examples against a client.
fn compile(project: &Project, place: &Path, folder: &str, class_path: &str) -> Outcome<()> {
    let mut sources: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(place.join(folder)).explain("cannot list the examples")? {
        sources.push(entry.explain("cannot list the examples")?.path());
    }
    run(command(project, "javac")
        .args(["-nowarn", "-Xlint:-options", "--release", "8", "-encoding", "UTF-8", "-d"])
        .arg(place.join("classes"))
        .args(["-cp", class_path])
        .args(sources))
}
