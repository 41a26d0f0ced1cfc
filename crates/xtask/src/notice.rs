//! The licences of third-party code in the page and the package: `web/notices.txt`, which ships with both.
//!
//! The file is in the repository, so that a page that is not a release has it, too. `check` computes it and fails if it
//! differs; after a change of dependencies, `UPDATE_GOLDENFILES=1 cargo xtask check` writes it.

use crate::command::command;
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use crate::{supply, tool, wasm};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Stdio;

pub(crate) const KEPT: Step = Step { what: "third-party notices (web/notices.txt)", run: kept };

/// The path of the file in the repository.
pub(crate) const FILE: &str = "web/notices.txt";

/// Its name in a release.
pub(crate) const NAME: &str = "notices.txt";

/// The programs that ship, by the names of their packages.
const SHIPPED: [&str; 2] = [wasm::NAME, "splitpoint-wasm"];

/// If a package offers several licences, the first of these is taken.
const CHOSEN: [&str; 6] = ["MIT", "Zlib", "BSD-3-Clause", "Unicode-3.0", "BSL-1.0", "Apache-2.0"];

/// A note about the standard library, which is in a compiled module besides crates.
const STANDARD: &str = "\
The standard library of Rust is in the modules as well: MIT OR Apache-2.0, by the authors of Rust
(https://github.com/rust-lang/rust).
";

/// The beginning of the file.
const HEAD: &str = "\
Splitpoint is built with the work of others. These are the packages in its WebAssembly modules, each with its
version and the licence it is offered under. Where there is a choice, it is taken under the first of MIT, Zlib,
BSD-3-Clause, Unicode-3.0, BSL-1.0 and Apache-2.0 that is offered, and that licence stands below.
";

/// The MIT licence, for packages that name it without a copy of its text.
const MIT: &str = "\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
";

fn kept(project: &Project) -> Outcome<String> {
    let metadata = supply::metadata(project)?;
    let packages = built(&metadata, &tree(project)?);
    let text = text(&packages)?;
    let file = project.path(FILE);
    if env::var_os("UPDATE_GOLDENFILES").is_some() {
        fs::write(&file, text).explain(format_args!("cannot write {FILE}"))?;
    } else if fs::read_to_string(&file).unwrap_or_default() != text {
        return Err(Problem::new(format!(
            "{FILE} is not what the dependencies ask for: UPDATE_GOLDENFILES=1 cargo xtask check writes it"
        )));
    }
    Ok(format!("{} packages", packages.len()))
}

/// The packages of others in what ships, by name and version. `tree` has a line `NAME vVERSION` for each package that
/// is needed at run time, including those of this project.
fn built<'a>(metadata: &'a Value, tree: &str) -> Vec<&'a Value> {
    let listed: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.split_once(" v")?;
            Some((name, rest.split(' ').next().unwrap_or(rest)))
        })
        .collect();
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_built = |package: &&Value| {
        package["source"].is_string() && listed.contains(&(field(package, "name"), field(package, "version")))
    };
    let mut built: Vec<&Value> = packages.iter().filter(is_built).collect();
    built.sort_by_key(|package| (field(package, "name"), field(package, "version")));
    built
}

/// The tree of dependencies of the programs that ship, without features that other programs ask for. Procedural macros
/// are left out, since only the code they generate ships.
fn tree(project: &Project) -> Outcome<String> {
    let mut cargo = command(project, "cargo");
    cargo.args(["tree", "--locked", "--offline", "--target", tool::WASM, "--edges", "normal,no-proc-macro"]);
    cargo.args(["--prefix", "none", "--format", "{p}"]);
    for name in SHIPPED {
        cargo.args(["--package", name, "--features", &format!("{name}/split")]);
    }
    let output = cargo.stdout(Stdio::piped()).output().explain("cannot run cargo tree")?;
    if !output.status.success() {
        return Err(Problem::new("cargo tree does not tell what the page is built of"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn field<'a>(of: &'a Value, name: &str) -> &'a str {
    of[name].as_str().unwrap_or_default()
}

/// The whole file: a line for each package, then each licence once, below the packages that use it.
fn text(packages: &[&Value]) -> Outcome<String> {
    let mut text = format!("{HEAD}\n{STANDARD}\n");
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let licence = field(package, "license");
        text += &format!("{} {}: {licence}\n", field(package, "name"), field(package, "version"));
        for chosen in chosen(licence) {
            texts.entry(own_text(package, chosen)?).or_default().push(field(package, "name"));
        }
    }
    let mut texts: Vec<(Vec<&str>, String)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (names, licence) in texts {
        text += &format!("\n{}\n{}\n\n{licence}", "-".repeat(80), names.join(", "));
    }
    Ok(text)
}

/// The licences that are taken from an expression: all that are joined by `AND`, one of those that are joined by `OR`.
fn chosen(licence: &str) -> Vec<&'static str> {
    let of = |part: &str| {
        let offered: Vec<&str> =
            part.split(['/', ' ', '(', ')']).filter(|word| !word.is_empty() && *word != "OR").collect();
        CHOSEN.into_iter().find(|known| offered.contains(known))
    };
    licence.split(" AND ").filter_map(of).collect()
}

/// The text of a licence in the package, without spaces at the ends of lines.
fn own_text(package: &Value, licence: &str) -> Outcome<String> {
    let manifest = Path::new(field(package, "manifest_path"));
    let folder = manifest.parent().unwrap_or(manifest);
    let doing = format!("cannot read {}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).explain(&doing)? {
        let name = entry.explain(&doing)?.file_name().to_string_lossy().into_owned();
        if ["LICENSE", "LICENCE", "COPYING"].iter().any(|start| name.to_uppercase().starts_with(start)) {
            names.push(name);
        }
    }
    names.sort();
    let word = licence.split('-').next().unwrap_or(licence).to_uppercase();
    let word = if word == "BSL" { "BOOST".to_owned() } else { word };
    let named = names.iter().find(|name| name.to_uppercase().contains(&word));
    // The file of a package with one licence does not have its name.
    let plain = names.iter().find(|name| field(package, "license") == licence && !name.contains('-'));
    match named.or(plain) {
        Some(name) => {
            let text = fs::read_to_string(folder.join(name)).explain(&doing)?;
            let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
            Ok(lines.join("\n") + "\n")
        }
        None if licence == "MIT" => {
            let authors = package["authors"].as_array().map(Vec::as_slice).unwrap_or_default();
            let authors: Vec<&str> = authors.iter().filter_map(Value::as_str).collect();
            let holder = if authors.is_empty() { "the authors".to_owned() } else { authors.join(", ") };
            Ok(format!("The MIT License\n\nCopyright (c) {holder}\n\n{MIT}"))
        }
        None => Err(Problem::new(format!(
            "{} {} is taken under {licence} and has no text of it",
            field(package, "name"),
            field(package, "version")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{built, chosen, text};
    use serde_json::json;

    #[test]
    fn one_of_several_licences_is_taken_and_all_of_those_that_belong_together() {
        assert_eq!(chosen("Apache-2.0 OR MIT"), ["MIT"]);
        assert_eq!(chosen("MIT/Apache-2.0"), ["MIT"]);
        assert_eq!(chosen("Apache-2.0 OR BSL-1.0"), ["BSL-1.0"]);
        assert_eq!(chosen("(MIT OR Apache-2.0) AND Unicode-3.0"), ["MIT", "Unicode-3.0"]);
    }

    #[test]
    fn a_text_stands_once_below_all_that_are_under_it() {
        let package = |name: &str, source: Option<&str>| json!({ "name": name, "version": "1.0.0", "license": "MIT", "authors": ["A. Author"], "manifest_path": "/", "source": source });
        let metadata = json!({ "packages": [
            package("used", Some("registry")), package("deep", Some("registry")), package("other", Some("registry")),
            package("splitpoint-web", None),
        ] });
        let packages = built(&metadata, "splitpoint-web v1.0.0 (/here)\nused v1.0.0\ndeep v1.0.0 (*)\nother v2.0.0\n");
        let names: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
        assert_eq!(names, ["deep", "used"]);
        let text = text(&packages).expect("the standard text");
        assert!(text.contains("\ndeep 1.0.0: MIT\nused 1.0.0: MIT\n"), "{text}");
        assert_eq!(text.matches("Copyright (c) A. Author").count(), 1, "{text}");
        assert!(text.contains("\ndeep, used\n\nThe MIT License"), "{text}");
    }
}
