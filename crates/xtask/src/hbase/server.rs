//! Starts and stops the HBase process. If it was started with `up`, it goes on after that command.

use super::install::{class_path, folder};
use super::speaker::Speaker;
use crate::command::{answer, command};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use std::fs;
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const MAIN: &str = "splitpoint.Driver";
const PATIENCE: Duration = Duration::from_secs(120);

/// Packages of Java's modules that Hadoop and HBase access, and that Java 17 does not open by default.
const OPENED: &[&str] = &[
    "java.io",
    "java.lang",
    "java.lang.reflect",
    "java.nio",
    "java.util",
    "java.util.concurrent",
    "jdk.internal.ref",
    "sun.nio.ch",
];
const EXPORTED: &[&str] = &["jdk.internal.misc", "sun.net.dns", "sun.net.util"];

/// An HBase process that answers.
pub(super) struct Server {
    port: u16,
    home: PathBuf,
}

impl Server {
    /// The process that already answers, or else a new one.
    pub(super) fn up(project: &Project) -> Outcome<Self> {
        if let Some((port, _)) = running(project) {
            return Ok(Self { port, home: home(project) });
        }
        start(project)?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some((port, _)) = running(project) {
                return Ok(Self { port, home: home(project) });
            }
            sleep(Duration::from_millis(200));
        }
        Err(Problem::new(format!("HBase does not start: see {}", home(project).join("hbase.log").display())))
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The ZooKeeper port, by which clients find HBase.
    pub(super) fn zookeeper(&self) -> Outcome<String> {
        let port = fs::read_to_string(self.home.join("zookeeper")).explain("cannot read the port of ZooKeeper")?;
        Ok(port.trim().to_owned())
    }

    pub(super) fn speaker(&self) -> Outcome<Speaker> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).explain("HBase does not listen")?;
        stream.set_nodelay(true).explain("HBase does not listen")?;
        let reader = stream.try_clone().explain("HBase does not listen")?;
        Ok(Speaker::new("HBase", reader, stream))
    }
}

/// Kills the running process, by its process id. What it holds is discarded at the next start.
pub(super) fn down(project: &Project) -> Outcome<String> {
    let Some((_, process)) = running(project) else { return Ok("was not up".into()) };
    answer(command(project, "kill").args(["-KILL", &process]))
        .ok_or_else(|| Problem::new(format!("cannot kill process {process}")))?;
    fs::remove_file(home(project).join("driver")).explain("cannot remove target/hbase/home/driver")?;
    Ok(format!("process {process} is gone"))
}

/// The port and the process id of the running driver.
fn running(project: &Project) -> Option<(u16, String)> {
    let text = fs::read_to_string(home(project).join("driver")).ok()?;
    let (port, process) = text.trim().split_once(' ')?;
    let runs = answer(command(project, "ps").args(["-ww", "-o", "args=", "-p", process]))?;
    // A folder that was copied from another project names the process of that one.
    if runs.contains(&format!("{MAIN} {}", home(project).display())) {
        Some((port.parse().ok()?, process.to_owned()))
    } else {
        None
    }
}

/// The folder with data, log and settings of HBase.
fn home(project: &Project) -> PathBuf {
    folder(project).join("home")
}

/// Java with the options that Hadoop needs; its log goes into `folder`. The main class and its arguments have to be
/// added.
pub(super) fn java(project: &Project, folder: &Path, class_path: &str) -> Command {
    let mut java = command(project, "java");
    java.args(["-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true"]);
    java.args(["--add-modules", "jdk.unsupported"]);
    for package in OPENED {
        java.arg("--add-opens").arg(format!("java.base/{package}=ALL-UNNAMED"));
    }
    for package in EXPORTED {
        java.arg("--add-exports").arg(format!("java.base/{package}=ALL-UNNAMED"));
    }
    let logging = project.path("crates/xtask/hbase/log4j.properties");
    java.arg(format!("-Dlog4j.configuration=file:{}", logging.display()))
        .arg(format!("-Dsplitpoint.folder={}", folder.display()))
        .args(["-cp", class_path]);
    java
}

fn start(project: &Project) -> Outcome<()> {
    let home = home(project);
    if home.is_dir() {
        fs::remove_dir_all(&home).explain("cannot remove what the last HBase left")?;
    }
    fs::create_dir_all(&home).explain("cannot make target/hbase/home")?;
    let said = fs::File::create(home.join("driver.log")).explain("cannot write into target/hbase/home")?;
    let mut java = java(project, &home, &class_path(project)?);
    let ours = project.path("crates/xtask/hbase");
    java.arg(MAIN)
        .arg(&home)
        .arg(ours.join("hbase-site.xml"))
        .stdin(Stdio::null())
        .stdout(said.try_clone().explain("cannot write into target/hbase/home")?)
        .stderr(said);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut java, 0); // Ctrl-C at the terminal must not reach it
    java.spawn().explain("cannot start java")?;
    Ok(())
}
