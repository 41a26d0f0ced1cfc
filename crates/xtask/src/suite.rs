//! The suites: tests whose counts are repeated in the closing lines, benchmarks, screenshots.

use crate::command::{command, run, run_and_hear};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use crate::wasm;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub(crate) const NATIVE: Step = Step { what: "native tests of every room", run: native };
pub(crate) const BROWSER: Step = Step { what: "browser tests (web/e2e) against dist/", run: browser };
pub(crate) const ENGINES: Step =
    Step { what: "the page in Firefox and WebKitGTK (web/e2e/engine), where they are installed", run: engines };
pub(crate) const CONFORMANCE: Step = Step { what: "replays of a real HBase", run: conformance };
pub(crate) const BENCHES: Step = Step { what: "native benchmarks of model, lab and shell", run: benches };
pub(crate) const BENCH_IN_BROWSER: Step = Step { what: "the workloads in Chromium", run: bench_in_browser };
pub(crate) const BENCH_OF_PACKAGE: Step =
    Step { what: "the package beside other stores, and its searches", run: bench_of_package };
pub(crate) const SHOTS: Step = Step { what: "screenshots into shots/", run: shots };

fn native(project: &Project) -> Outcome<String> {
    let mut counts = Counts::default();
    run_and_hear(command(project, "cargo").args(["test", "--workspace", "--locked"]), |line| counts.hear_cargo(line))?;
    Ok(counts.to_string())
}

/// Browsers besides Chromium, by the values that `--browser` takes.
const OTHERS: [&str; 2] = ["firefox", "webkit"];

/// The browser that the arguments ask for after `--browser`; `None` for Chromium, in which all tests play.
pub(crate) fn other(project: &Project) -> Outcome<Option<&'static str>> {
    let mut arguments = project.arguments.iter().skip_while(|argument| *argument != "--browser");
    if arguments.next().is_none() {
        return Ok(None);
    }
    let asked = arguments.next().map_or("", String::as_str);
    let found = OTHERS.into_iter().find(|name| *name == asked);
    let found = found.ok_or_else(|| Problem::new(format!("--browser takes {}, not “{asked}”", OTHERS.join(" or "))))?;
    Ok(Some(found))
}

/// Each browser plays the small suite of `web/e2e/engine`, or says why it cannot.
fn engines(project: &Project) -> Outcome<String> {
    let told: Outcome<Vec<String>> = OTHERS.into_iter().map(|name| engine(project, name)).collect();
    Ok(told?.join("; "))
}

fn engine(project: &Project, name: &str) -> Outcome<String> {
    let counts = played(|failed| {
        let mut node = testing(project);
        node.args(patterns(failed)).arg("web/e2e/engine/page.test.mjs").env("ENGINE", name);
        node
    })?;
    Ok(format!("{name}: {counts}"))
}

/// Every `web/e2e/*.test.mjs`, or those whose names contain one of the arguments; in a browser besides Chromium the suite
/// that is meant for it.
fn browser(project: &Project) -> Outcome<String> {
    if let Some(name) = other(project)? {
        return engine(project, name);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(project.path("web/e2e")).explain("cannot list web/e2e")? {
        let name = entry.explain("cannot list web/e2e")?.file_name().to_string_lossy().into_owned();
        let asked = project.arguments.is_empty() || project.arguments.iter().any(|part| name.contains(part));
        if name.ends_with(".test.mjs") && asked {
            files.push(format!("web/e2e/{name}"));
        }
    }
    if files.is_empty() {
        return Err(Problem::new(format!("no web/e2e/*.test.mjs is named like {:?}", project.arguments)));
    }
    files.sort();
    played(|failed| {
        let mut node = testing(project);
        // The second time nothing else keeps the machine busy.
        let many = if failed.is_empty() { 2 } else { 1 };
        node.arg(format!("--test-concurrency={many}")).args(patterns(failed)).args(having(failed, &files));
        node
    })
}

/// The files with these tests: most names of tests begin with that of their file. All files where one does not, or where
/// there are no names.
fn having(tests: &BTreeSet<String>, files: &[String]) -> BTreeSet<String> {
    let file = |test: &String| {
        let (name, _) = test.split_once(':')?;
        files.iter().find(|file| **file == format!("web/e2e/{name}.test.mjs")).cloned()
    };
    let found: Option<BTreeSet<String>> = tests.iter().map(file).collect();
    found.filter(|found| !found.is_empty()).unwrap_or_else(|| files.iter().cloned().collect())
}

/// What tells Node to run the tests with these names alone; nothing where there are none.
fn patterns(tests: &BTreeSet<String>) -> impl Iterator<Item = String> {
    tests.iter().map(|name| format!("--test-name-pattern=^{}$", escaped(name)))
}

/// Node as a test runner. A file that runs for more than 20 minutes, which is several times as long as the longest
/// takes, is stopped and has failed: otherwise something that a test left open could keep the run from ending.
fn testing(project: &Project) -> Command {
    let mut node = command(project, "node");
    node.args(["--test", "--test-reporter=spec", "--test-timeout=1200000"]);
    node
}

/// Runs files of browser tests. `node` makes the command: for the tests with these names, or for all where there are none.
/// A browser on a busy machine can miss a moment that a test waits for, so failed tests are run a second time, and the
/// closing line names them. A test that fails twice has failed, and so has one that cannot be run by its name, such as
/// that of a file that ends before its tests.
fn played(node: impl Fn(&BTreeSet<String>) -> Command) -> Outcome<String> {
    let (mut counts, mut failed) = (Counts::default(), BTreeSet::new());
    let first = run_and_hear(&mut node(&BTreeSet::new()), |line| {
        counts.hear_node(line);
        failed.extend(failure(line));
    });
    let Err(problem) = first else { return Ok(counts.to_string()) };
    let many = u64::try_from(failed.len()).unwrap_or(u64::MAX);
    if many == 0 || many != counts.failed {
        return Err(problem);
    }
    let names = failed.iter().cloned().collect::<Vec<_>>().join("; ");
    println!("\nonce more, since they failed: {names}");
    let mut again = Counts::default();
    run_and_hear(&mut node(&failed), |line| again.hear_node(line))?;
    if again.passed < many {
        return Err(problem);
    }
    Ok(format!("{counts}; passed when played once more: {names}"))
}

/// The name in `✖ insert: a row is put (10933.56ms)`, which Node prints for a test that failed.
fn failure(line: &str) -> Option<String> {
    let (name, time) = line.trim().strip_prefix("✖ ")?.rsplit_once(" (")?;
    time.ends_with("ms)").then(|| name.to_owned())
}

/// A regular expression that matches exactly this text.
fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if "\\^$.|?*+()[]{}/".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// The project's own recordings, or the folders and files that are named: histories through the client, sessions of
/// the shell. All are replayed before the first failure is told.
fn conformance(project: &Project) -> Outcome<String> {
    let mut places = Vec::new();
    for place in &project.arguments {
        places.push(std::path::absolute(place).explain(format_args!("there is no place {place}"))?);
    }
    let (sessions, histories) = if places.is_empty() { (true, true) } else { kinds(&places) };
    let mut told = Vec::new();
    let mut first = None;
    for (asked, room) in [(histories, "splitpoint-model"), (sessions, "splitpoint-shell")] {
        if !asked {
            continue;
        }
        let mut counts = String::new();
        let mut cargo = command(project, "cargo");
        cargo.args(["test", "--release", "--locked", "-p", room, "--test", "conformance", "--"]);
        // A file is for one of the two crates; a folder may have files for both.
        let is_session = |place: &PathBuf| place.extension().is_some_and(|extension| extension == "txt");
        let own = places.iter().filter(|place| place.is_dir() || is_session(place) == (room == "splitpoint-shell"));
        let done = run_and_hear(cargo.args(own), |line| counts = line.to_owned());
        told.push(format!("{room}: {counts}"));
        first = first.or(done.err());
    }
    match first {
        Some(problem) => Err(Problem::new(format!("{}\n{problem}", told.join("\n")))),
        None => Ok(told.join("; ")),
    }
}

/// Whether there are sessions of the shell (`NAME.pipe.txt`, `NAME.tty100.txt`) at these places, and whether there are
/// histories.
fn kinds(places: &[PathBuf]) -> (bool, bool) {
    let mut todo: Vec<PathBuf> = places.to_vec();
    let (mut sessions, mut histories) = (false, false);
    while let Some(place) = todo.pop() {
        if let Ok(entries) = fs::read_dir(&place) {
            todo.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
            continue;
        }
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        sessions |= name.ends_with(".txt");
        histories |= name.ends_with(".json") || name.ends_with(".json.gz");
    }
    // If there is neither, the replay of histories reports it.
    (sessions, histories || !sessions)
}

/// The profiles in which benchmarks are built: `bench` for speed, so that nothing that the project is compared with is
/// built for size; `release` as the page ships.
const PROFILES: [(&str, &str); 2] =
    [("bench", "Built for speed (profile bench)"), ("release", "Built as the page ships (profile release)")];

/// Every native benchmark, built in this profile.
pub(crate) fn native_benches(project: &Project, profile: &str) -> Command {
    let mut cargo = command(project, "cargo");
    cargo.args(["bench", "--locked", "--profile", profile, "--bench", "*"]);
    cargo.args(["-p", "splitpoint-model", "-p", "splitpoint-lab", "-p", "splitpoint-shell"]);
    cargo
}

fn benches(project: &Project) -> Outcome<String> {
    for (profile, heading) in PROFILES {
        println!("\n{heading}, natively:");
        run(native_benches(project, profile).arg("--").args(&project.arguments))?;
    }
    Ok(String::new())
}

/// Builds the workloads as a page of their own and opens it, once for each profile.
fn bench_in_browser(project: &Project) -> Outcome<String> {
    for (profile, heading) in PROFILES {
        let mut build = command(project, "cargo");
        build.args(["build", "--profile", profile, "--locked", "--target", "wasm32-unknown-unknown"]).args([
            "-p",
            "splitpoint-lab",
            "--example",
            "browser",
        ]);
        run(if profile == "release" { wasm::shipped(&mut build)? } else { &mut build })?;
        // Cargo puts what it builds with the profile `bench` into the folder `release`, too.
        let page = project.path("target/bench");
        run(command(project, "wasm-bindgen")
            .args(["--target", "web", "--no-typescript", "--out-dir"])
            .arg(&page)
            .arg(project.path("target/wasm32-unknown-unknown/release/examples/browser.wasm")))?;
        if profile == "release" {
            let module = page.join("browser_bg.wasm");
            wasm::optimise(project, &[(module.clone(), module)])?;
        }
        for file in ["index.html", "start.js"] {
            fs::copy(project.path("web/e2e/bench").join(file), page.join(file)).explain("cannot copy web/e2e/bench")?;
        }
        println!("\n{heading}:");
        run(command(project, "node").arg("web/e2e/bench.mjs").arg(page))?;
    }
    Ok(String::new())
}

/// Benchmarks of the package as it ships: beside other stores in Node, and its searches in a worker of Chromium.
fn bench_of_package(project: &Project) -> Outcome<String> {
    for script in ["web/e2e/bench.package.mjs", "web/e2e/bench.orders.mjs"] {
        run(command(project, "node").arg(script))?;
    }
    Ok(String::new())
}

fn shots(project: &Project) -> Outcome<String> {
    let mut taken = 0;
    let mut node = command(project, "node");
    run_and_hear(node.arg("web/e2e/shots.mjs").args(&project.arguments), |line| {
        taken += usize::from(line.trim().ends_with(".png"));
    })?;
    Ok(format!("{taken} taken"))
}

/// The counts that the test programs printed, added up.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Counts {
    /// Reads `test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s`.
    fn hear_cargo(&mut self, line: &str) {
        let Some(result) = line.trim().strip_prefix("test result: ") else { return };
        for part in result.split([';', '.']) {
            if let Some((number, word)) = part.trim().split_once(' ') {
                self.add(number, word);
            }
        }
    }

    /// Reads a line such as `ℹ pass 12`, which Node prints once after all files.
    fn hear_node(&mut self, line: &str) {
        let Some((word, number)) = line.trim().trim_start_matches(['ℹ', '#', ' ']).split_once(' ') else { return };
        match word {
            "pass" => self.add(number, "passed"),
            "fail" => self.add(number, "failed"),
            "skipped" | "todo" | "cancelled" => self.add(number, "ignored"),
            _ => {}
        }
    }

    fn add(&mut self, number: &str, word: &str) {
        let Ok(number) = number.parse::<u64>() else { return };
        match word {
            "passed" => self.passed += number,
            "failed" => self.failed += number,
            "ignored" => self.ignored += number,
            _ => {}
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed, {} ignored", self.passed, self.failed, self.ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, escaped, failure, having, other, patterns, played};
    use crate::project::Project;
    use std::collections::BTreeSet;
    use std::process::Command;

    #[test]
    fn another_browser_is_asked_for_by_name() {
        let asked = |words: &[&str]| other(&Project::new(words.iter().map(|word| (*word).to_owned()).collect()));
        assert!(matches!(asked(&["import"]), Ok(None)));
        assert!(matches!(asked(&["--browser", "firefox"]), Ok(Some("firefox"))));
        assert!(asked(&["--browser"]).is_err() && asked(&["--browser", "lynx"]).is_err());
    }

    #[test]
    fn the_name_of_a_failed_test_is_read() {
        assert_eq!(failure("✖ width: all fits (5848.07ms)").as_deref(), Some("width: all fits"));
        assert_eq!(failure("✖ failing tests:"), None);
        assert_eq!(failure("✔ width: all fits (5848.07ms)"), None);
        assert_eq!(escaped("a (b) c.d?"), "a \\(b\\) c\\.d\\?");
    }

    #[test]
    fn a_test_that_fails_is_played_once_more_and_one_that_fails_twice_has_failed() {
        let told = |first: &str, second: &str| {
            played(|failed| {
                let mut command = Command::new("sh");
                command.args(["-c", if failed.is_empty() { first } else { second }]);
                command
            })
        };
        let fails = "echo '✖ a (1ms)'; echo 'ℹ pass 2'; echo 'ℹ fail 1'; exit 1";
        assert_eq!(told("echo 'ℹ pass 3'", "exit 1").ok().as_deref(), Some("3 passed, 0 failed, 0 ignored"));
        let again = told(fails, "echo 'ℹ pass 1'").ok();
        assert_eq!(again.as_deref(), Some("2 passed, 1 failed, 0 ignored; passed when played once more: a"));
        assert!(told(fails, fails).is_err(), "it failed twice");
        assert!(told(fails, "echo 'ℹ pass 0'").is_err(), "nothing was played the second time");
        assert!(told("echo 'ℹ fail 1'; exit 1", "echo 'ℹ pass 1'").is_err(), "nobody knows what failed");
        assert!(told("echo '✖ a (1ms)'; echo 'ℹ fail 2'; exit 1", "echo 'ℹ pass 2'").is_err(), "not all have a name");
    }

    #[test]
    fn only_files_with_failed_tests_are_played_once_more() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let files = ["a", "bb", "c"].map(|name| format!("web/e2e/{name}.test.mjs"));
        let having = |tests: &[&str]| having(&names(tests), &files).into_iter().collect::<Vec<_>>();
        assert_eq!(having(&["a: one", "c: two: three", "a: four"]), [files[0].clone(), files[2].clone()]);
        assert_eq!(having(&["a: one", "b: two"]), files);
        assert_eq!(having(&["bb"]), files);
        assert_eq!(having(&[]), files);
        assert_eq!(patterns(&names(&["a: one?"])).collect::<Vec<_>>(), ["--test-name-pattern=^a: one\\?$"]);
    }

    #[test]
    fn counts_of_several_test_programs_are_added_up() {
        let mut counts = Counts::default();
        for line in [
            "running 3 tests",
            "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s",
            "test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.12s",
        ] {
            counts.hear_cargo(line);
        }
        assert_eq!(counts, Counts { passed: 42, failed: 0, ignored: 1 });
    }

    #[test]
    fn counts_of_node_are_read_from_its_last_lines() {
        let mut counts = Counts::default();
        for line in
            ["✔ the page loads (12.5ms)", "ℹ tests 4", "ℹ pass 3", "ℹ fail 0", "ℹ skipped 1", "ℹ duration_ms 90"]
        {
            counts.hear_node(line);
        }
        assert_eq!(counts, Counts { passed: 3, failed: 0, ignored: 1 });
    }
}
