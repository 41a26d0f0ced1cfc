//! A release: one version in every place that names one, the heading of the changelog, and the sizes and benchmarks of
//! that version in `docs/releases`. The version is set before anything is built, so `dist` and `target/npm` are what it
//! ships. Only files are changed: nothing is committed, published or pushed.

use crate::command::{answer, command, run, run_and_hear};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::suite::native_benches;
use crate::task::Step;
use crate::{package, size};
use std::fs;
use std::path::Path;

pub(crate) const READY: Step = Step { what: "the tree is clean, the version new, the changelog filled", run: ready };
pub(crate) const FIGURES: Step = Step { what: "sizes and benchmarks, into docs/releases", run: figures };
pub(crate) const NAMED: Step = Step { what: "one version everywhere, and the changelog", run: named };

/// The crates that would be published to a registry.
const CRATES: [&str; 6] = [
    "splitpoint-model",
    "splitpoint-shell",
    "splitpoint-lab",
    "splitpoint-bridge",
    "splitpoint-cli",
    "splitpoint-wasm",
];

const CHANGELOG: &str = "CHANGELOG.md";

/// The heading in the changelog for changes that are not released yet.
const NEXT: &str = "## Unreleased";

/// The places that name the version: a file, and the text before the version, which ends at a quotation mark.
pub(crate) const PLACES: [(&str, &str); 8] = [
    ("Cargo.toml", "\nversion = \""),
    ("Cargo.toml", "\nsplitpoint-model = { path = \"crates/model\", version = \""),
    ("Cargo.toml", "\nsplitpoint-shell = { path = \"crates/shell\", version = \""),
    ("Cargo.toml", "\nsplitpoint-lab = { path = \"crates/lab\", version = \""),
    ("Cargo.toml", "\nsplitpoint-bridge = { path = \"crates/bridge\", version = \""),
    ("crates/fuzz/Cargo.toml", "\nversion = \""),
    ("crates/wasm/package/package.json", "\n  \"version\": \""),
    ("index.html", "<meta name=\"generator\" content=\"Splitpoint "),
];

/// The version in each place, with the file.
pub(crate) fn versions(root: &Path) -> Outcome<Vec<(&'static str, String)>> {
    let read = |(path, before): (&'static str, &str)| {
        let text = fs::read_to_string(root.join(path)).explain(format_args!("cannot read {path}"))?;
        let version = split(&text, before).map(|(_, version, _)| version.to_owned());
        Ok((path, version.ok_or_else(|| Problem::new(format!("{path} names no version")))?))
    };
    PLACES.into_iter().map(read).collect()
}

/// A text split into what is before its version, the version, and the rest.
fn split<'a>(text: &'a str, before: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let from = text.find(before)? + before.len();
    let to = from + text[from..].find('"')?;
    Some((&text[..from], &text[from..to], &text[to..]))
}

/// The three numbers of a version such as `1.2.3`.
fn numbers(version: &str) -> Option<[u32; 3]> {
    let parts: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    parts?.try_into().ok().filter(|numbers: &[u32; 3]| numbers.map(|number| number.to_string()).join(".") == version)
}

fn asked(project: &Project) -> Outcome<String> {
    match project.arguments.as_slice() {
        [version] if numbers(version).is_some() => Ok(version.clone()),
        _ => Err(Problem::new("A release needs its version, three numbers: cargo xtask release 0.2.0")),
    }
}

fn ready(project: &Project) -> Outcome<String> {
    let version = asked(project)?;
    let changed = answer(command(project, "git").args(["status", "--porcelain"]))
        .ok_or_else(|| Problem::new("git does not answer here, and a release is made of a commit"))?;
    if !changed.is_empty() {
        return Err(Problem::new(format!("A release is made of a commit, and these files are changed:\n{changed}")));
    }
    for (path, present) in versions(project.root())? {
        if numbers(&version) <= numbers(&present) {
            return Err(Problem::new(format!("{path} names {present} already: a release needs a later version")));
        }
    }
    let changelog = fs::read_to_string(project.path(CHANGELOG)).explain("cannot read the changelog")?;
    headed(&changelog, &version, "")?;
    Ok(version)
}

/// The changelog with this version as the heading of the unreleased changes, and a new empty section above.
fn headed(changelog: &str, version: &str, day: &str) -> Outcome<String> {
    let lacks = || Problem::new(format!("{CHANGELOG} has no heading “{NEXT}”"));
    let (before, after) = changelog.split_once(NEXT).ok_or_else(lacks)?;
    let collected = after.split("\n## ").next().unwrap_or_default();
    if collected.trim().is_empty() {
        return Err(Problem::new(format!("{CHANGELOG} says nothing under “{NEXT}”: what is new in {version}?")));
    }
    Ok(format!("{before}{NEXT}\n\n## {version}, {day}{after}"))
}

fn figures(project: &Project) -> Outcome<String> {
    let version = asked(project)?;
    let sizes = [
        ("The page, in what a visit loads together", size::gate(project)?),
        ("The package for JavaScript, in what a program loads together", package::weigh(project)?),
        ("The crates, as cargo packs them", packed(project)?),
    ];
    let mut benches = String::new();
    run_and_hear(&mut native_benches(project, "bench"), |line| {
        benches += line.trim_end();
        benches.push('\n');
    })?;
    let rust = answer(command(project, "rustc").arg("--version")).unwrap_or_default();
    let text = page(&version, &rust, &sizes, &benches);
    let folder = project.path("docs/releases");
    fs::create_dir_all(&folder).explain("cannot make docs/releases")?;
    fs::write(folder.join(format!("{version}.md")), text).explain("cannot write the figures")?;
    Ok(format!(
        "docs/releases/{version}.md\n      Look at `git diff`, commit it, and tag the commit: git tag v{version}"
    ))
}

/// Packs the crates. Returns a line for each, with its files and its size, as cargo prints them.
fn packed(project: &Project) -> Outcome<String> {
    let mut cargo = command(project, "cargo");
    // Without a lock file: to make one, cargo would look for the project's own crates in the registry.
    cargo.args(["package", "--no-verify", "--exclude-lockfile", "--allow-dirty", "--offline", "--color", "never"]);
    let output = cargo.args(CRATES.map(|name| ["-p", name]).concat()).output().explain("cannot run cargo package")?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(Problem::new(format!("cargo cannot pack the crates:\n{said}")));
    }
    Ok(told(&said))
}

/// Reads the sizes from cargo's output: a line with the name of a crate is followed by one with its size.
fn told(said: &str) -> String {
    let mut told = String::new();
    for line in said.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("Packaging ") {
            told += name.split(' ').next().unwrap_or(name);
        } else if let Some(size) = line.strip_prefix("Packaged ") {
            told += &format!(": {size}\n");
        }
    }
    told
}

/// The page about a version, in which each list of sizes has a heading.
fn page(version: &str, rust: &str, sizes: &[(&str, String)], benches: &str) -> String {
    let list = |sizes: &str| -> String { sizes.lines().map(|line| format!("- {}\n", line.trim())).collect() };
    let sizes: String = sizes.iter().map(|(what, sizes)| format!("{what}:\n\n{}\n", list(sizes))).collect();
    format!(
        "# Figures of {version}\n\nBuilt with {rust}. Sizes of the page and the package are what gzip sends; all sizes are the same on\n\
         every machine. Times are of the machine that made the release, for a comparison with releases made there; they\n\
         were measured once.\n\n## Sizes\n\n{sizes}## Benchmarks\n\nBuilt for speed (`cargo bench`), natively.\n\n```text\n{}\n```\n",
        short(benches).trim()
    )
}

/// The output of benchmarks without the number of allocations and their total size: the most memory held at once is
/// enough. Each of those takes a line with its name, and two with its numbers.
fn short(benches: &str) -> String {
    let mut left_out = 0_u8;
    let mut text = String::new();
    for line in benches.lines() {
        let name = line.trim_start_matches(['│', ' ']).split(' ').next().unwrap_or_default();
        if matches!(name, "alloc:" | "dealloc:" | "grow:" | "shrink:") {
            left_out = 3;
        }
        if left_out == 0 {
            text += line;
            text.push('\n');
        }
        left_out = left_out.saturating_sub(1);
    }
    text
}

fn named(project: &Project) -> Outcome<String> {
    let version = asked(project)?;
    let day = answer(command(project, "git").args(["log", "-1", "--format=%cs"])).unwrap_or_default();
    name(project.root(), &version, &day)?;
    run(command(project, "cargo").args(["update", "--workspace", "--offline"]))?;
    Ok(format!("{version}; if a later step fails, `git restore .` takes it back"))
}

/// Writes the version and the date into the files of a project.
fn name(root: &Path, version: &str, day: &str) -> Outcome<()> {
    for (path, before) in PLACES {
        let file = root.join(path);
        let text = fs::read_to_string(&file).explain(format_args!("cannot read {path}"))?;
        let (head, _, tail) = split(&text, before).ok_or_else(|| Problem::new(format!("{path} names no version")))?;
        fs::write(&file, [head, version, tail].concat()).explain(format_args!("cannot write {path}"))?;
    }
    let file = root.join(CHANGELOG);
    let changelog = fs::read_to_string(&file).explain("cannot read the changelog")?;
    fs::write(&file, headed(&changelog, version, day)?).explain("cannot write the changelog")
}

#[cfg(test)]
mod tests {
    use super::{CHANGELOG, PLACES, headed, name, numbers, page, short, told, versions};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn versions_are_three_numbers_in_their_order() {
        assert_eq!(numbers("0.10.3"), Some([0, 10, 3]));
        assert!(numbers("0.10.3") > numbers("0.9.12"));
        for other in ["", "1", "1.2", "1.2.3.4", "1.2.x", "v1.2.3", "01.2.3", "1.2.3-rc"] {
            assert_eq!(numbers(other), None, "{other}");
        }
    }

    #[test]
    fn the_changelog_gets_a_heading_and_room_above_it() {
        let log = "# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0, 2026-01-01\n\n- First.\n";
        let next = headed(log, "0.2.0", "2026-02-02").expect("something is new");
        let wanted =
            "# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-02-02\n\n- A thing.\n\n## 0.1.0, 2026-01-01\n\n- First.\n";
        assert_eq!(next, wanted);
        assert!(headed(&next, "0.3.0", "2026-03-03").is_err(), "nothing is new");
        assert!(headed("# Changelog\n", "0.2.0", "2026-02-02").is_err());
    }

    #[test]
    fn every_place_gets_the_version_and_keeps_the_rest() {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = project.join("target/release-test");
        let paths: BTreeSet<&str> = PLACES.map(|(path, _)| path).into_iter().chain([CHANGELOG]).collect();
        for path in paths {
            fs::create_dir_all(root.join(path).parent().expect("it has a folder")).expect("a folder can be made");
            fs::copy(project.join(path), root.join(path)).expect("a file can be copied");
        }
        fs::write(root.join(CHANGELOG), "# Changelog\n\n## Unreleased\n\n- A thing.\n").expect("a file can be written");
        let before = versions(&root).expect("each names a version");
        name(&root, "7.8.9", "2026-02-02").expect("all can be written");
        let after = versions(&root).expect("each names a version");
        assert!(after.iter().all(|(_, version)| version == "7.8.9"), "{after:?}");
        for (path, old) in &before {
            let count = before.iter().filter(|(other, _)| other == path).count();
            let (one, other) = (fs::read_to_string(project.join(path)), fs::read_to_string(root.join(path)));
            let lengths = (one.expect("it is there").len(), other.expect("it is there").len());
            assert_eq!(lengths.0 - count * old.len(), lengths.1 - count * 5, "{path}");
        }
        fs::remove_dir_all(root).expect("a folder can be removed");
    }

    #[test]
    fn sizes_of_crates_are_read() {
        let said = "   Packaging a v0.1.0 (/a)\nwarning: nothing\n    Packaged 3 files, 2.0KiB (1.0KiB compressed)\n   Packaging b v0.1.0 (/b)\n    Packaged 1 files, 9B (9B compressed)\n";
        assert_eq!(told(said), "a: 3 files, 2.0KiB (1.0KiB compressed)\nb: 1 files, 9B (9B compressed)\n");
    }

    #[test]
    fn allocations_on_the_way_are_left_out() {
        let benches = "├─ put      1 ms  │ 2 ms\n│           max alloc:    │\n│             7   │\n│             9 MB   │\n\
                       │           alloc:    │\n│             8   │\n│             14 MB  │\n╰─ get   1 ms\n";
        let wanted = "├─ put      1 ms  │ 2 ms\n│           max alloc:    │\n│             7   │\n│             9 MB   │\n\
                      ╰─ get   1 ms\n";
        assert_eq!(short(benches), wanted);
    }

    #[test]
    fn figures_are_a_page() {
        let sizes =
            [("The page", "first: 532 kB\n      console: 298 kB".to_owned()), ("The crates", "model: 1 MiB".into())];
        let text = page("0.2.0", "rustc 1.95.0", &sizes, "put  1 ms\n");
        assert!(text.starts_with("# Figures of 0.2.0\n\nBuilt with rustc 1.95.0."), "{text}");
        let listed =
            "The page:\n\n- first: 532 kB\n- console: 298 kB\n\nThe crates:\n\n- model: 1 MiB\n\n## Benchmarks";
        assert!(text.contains(listed), "{text}");
        assert!(text.ends_with("```text\nput  1 ms\n```\n"), "{text}");
    }
}
