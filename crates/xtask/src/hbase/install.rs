//! What a real HBase needs: a JDK and Maven, which must be there, and its jars, which Maven fetches into
//! `target/hbase/jars`; then our driver is compiled against them.

use crate::command::{answer, command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub(crate) const JAVA: Step = Step { what: "JDK 17 and Maven are there", run: java };
pub(crate) const JARS: Step = Step { what: "jars of HBase 2.6.3, as crates/xtask/hbase/pom.xml has them", run: jars };
pub(crate) const DRIVER: Step = Step { what: "the driver (crates/xtask/hbase/src)", run: driver };

const OLDEST_JAVA: u32 = 17;
const INSTALL: &str = "JDK 17 or newer and Maven are needed. \
                       On Debian: sudo apt-get install openjdk-17-jdk-headless maven";

/// The folder of all files for the real HBase.
pub(super) fn folder(project: &Project) -> PathBuf {
    project.path("target/hbase")
}

/// The Java class path of HBase and the driver.
pub(super) fn class_path(project: &Project) -> Outcome<String> {
    let jars = fs::read_to_string(list(project)).explain("cannot read the list of jars")?;
    Ok(format!("{}:{}", classes(project).display(), jars.trim()))
}

/// The Java class path of the shell, which is downloaded at the first use.
pub(super) fn class_path_of_shell(project: &Project) -> Outcome<String> {
    class_path_of(project, "shell", "HBase's shell, about 80 MB")
}

/// The Java class path of the client of HBase 0.94, which is downloaded at the first use.
pub(super) fn class_path_of_past(project: &Project) -> Outcome<String> {
    class_path_of(project, "past", "the client of HBase 0.94, about 10 MB")
}

/// The Java class path of the REST gateway, which is downloaded at the first use.
pub(super) fn class_path_of_rest(project: &Project) -> Outcome<String> {
    class_path_of(project, "rest", "HBase's REST gateway, about 60 MB")
}

fn class_path_of(project: &Project, name: &str, what: &str) -> Outcome<String> {
    let pom = project.path(&format!("crates/xtask/hbase/{name}/pom.xml"));
    let list = folder(project).join(format!("classpath-of-{name}"));
    if !list.is_file() || changed(&list) < changed(&pom) {
        println!("fetching {what}, into target/hbase/jars; this happens once");
        resolve(project, &pom, &list)?;
    }
    fs::read_to_string(list).map(|jars| jars.trim().to_owned()).explain("cannot read the list of jars")
}

/// Downloads what a pom names, and writes its class path.
fn resolve(project: &Project, pom: &Path, list: &Path) -> Outcome<()> {
    run(command(project, "mvn")
        .args(["--batch-mode", "--quiet", "--file"])
        .arg(pom)
        .arg(format!("-Dmaven.repo.local={}", folder(project).join("jars").display()))
        .arg("dependency:build-classpath")
        .arg(format!("-Dmdep.outputFile={}", list.display())))
}

fn list(project: &Project) -> PathBuf {
    folder(project).join("classpath")
}

fn classes(project: &Project) -> PathBuf {
    folder(project).join("classes")
}

fn java(project: &Project) -> Outcome<String> {
    let version = answer(command(project, "javac").arg("-version")).unwrap_or_default();
    let major = version.trim_start_matches("javac ").split('.').next().and_then(|major| major.parse().ok());
    if major.unwrap_or(0) < OLDEST_JAVA
        || !list(project).is_file() && answer(command(project, "mvn").arg("-v")).is_none()
    {
        return Err(Problem::new(INSTALL));
    }
    Ok(version)
}

fn jars(project: &Project) -> Outcome<String> {
    let (pom, list) = (project.path("crates/xtask/hbase/pom.xml"), list(project));
    if changed(&list) >= changed(&pom) && list.is_file() {
        return Ok("there already".into());
    }
    fs::create_dir_all(folder(project)).explain("cannot make target/hbase")?;
    println!("fetching about 150 MB into target/hbase/jars; this happens once");
    resolve(project, &pom, &list)?;
    Ok("fetched".into())
}

fn driver(project: &Project) -> Outcome<String> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(project.path("crates/xtask/hbase/src")).explain("cannot list the driver")? {
        sources.push(entry.explain("cannot list the driver")?.path());
    }
    let done = classes(project).join("done");
    if sources.iter().all(|source| changed(&done) > changed(source)) {
        return Ok("compiled already".into());
    }
    let jars = fs::read_to_string(list(project)).explain("cannot read the list of jars")?;
    run(command(project, "javac")
        .args(["-nowarn", "-Xlint:-options", "-Xlint:-deprecation", "-d"])
        .arg(classes(project))
        .args(["-cp", jars.trim()])
        .args(sources))?;
    fs::write(done, "").explain("cannot write into target/hbase/classes")?;
    Ok("compiled".into())
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}
