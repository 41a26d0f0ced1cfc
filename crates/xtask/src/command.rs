//! Running other programs: those of `target/tools` first, then those on the `PATH`.

use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command that runs in the project's root, finds the project's own tools first, and prints where the project says.
pub(crate) fn command(project: &Project, name: &str) -> Command {
    let folders = folders(project);
    // `Command` looks a name up in the `PATH` of this program, not in that of the child, so it is looked up here.
    let mut command = Command::new(find(&folders, name).unwrap_or_else(|| name.into()));
    command.current_dir(project.root());
    if let Ok(path) = env::join_paths(&folders) {
        command.env("PATH", path);
    }
    command.env_remove("NO_COLOR"); // Trunk 0.21 stops at any value but `true` and `false`.
    if let Some(log) = project.log() {
        if let Ok(same) = log.try_clone() {
            command.stdout(same);
        }
        command.stderr(log);
    }
    command
}

/// Runs a command with its output shown, or in the log of the project.
pub(crate) fn run(command: &mut Command) -> Outcome<()> {
    let status = command.status().explain(format_args!("cannot run {}", words(command)))?;
    if status.success() { Ok(()) } else { Err(Problem::new(format!("{} failed ({status})", words(command)))) }
}

/// Runs a command and shows what it printed only where it fails.
pub(crate) fn run_quietly(command: &mut Command) -> Outcome<()> {
    let output = command.output().explain(format_args!("cannot run {}", words(command)))?;
    if output.status.success() {
        return Ok(());
    }
    let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Err(Problem::new(format!("{} failed ({})\n{told}", words(command), output.status)))
}

/// Runs a command with its output shown, and hands the lines it printed to `hear`, so that a
/// closing line can repeat the program's own counts.
pub(crate) fn run_and_hear(command: &mut Command, mut hear: impl FnMut(&str)) -> Outcome<()> {
    let doing = format!("cannot run {}", words(command));
    let mut child = command.stdout(Stdio::piped()).spawn().explain(&doing)?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.explain(&doing)?;
            println!("{line}");
            hear(&line);
        }
    }
    let status = child.wait().explain(&doing)?;
    if status.success() { Ok(()) } else { Err(Problem::new(format!("{} failed ({status})", words(command)))) }
}

/// What a command prints, trimmed; `None` if it cannot be run or fails.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn folders(project: &Project) -> Vec<PathBuf> {
    let mut folders = vec![project.tools().join("bin"), project.path("web/e2e/node_modules/.bin")];
    folders.extend(env::var_os("PATH").iter().flat_map(env::split_paths));
    folders
}

fn find(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    folders
        .iter()
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|path| path.is_file())
}

/// The command as a person would type it.
fn words(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    format!("`{}`", words.join(" "))
}
