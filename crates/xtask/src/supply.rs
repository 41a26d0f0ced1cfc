//! Checks the sources and licences of dependencies: compares `deny.toml` with the lock files, without a network.
//!
//! `cargo deny` reads the same file in the public CI, and also asks for advisories, which needs the network.

use crate::command::{command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::fs;
use std::process::Stdio;
use toml_edit::{Array, DocumentMut};

pub(crate) const KEPT: Step = Step { what: "licences and sources (deny.toml)", run: kept };

/// Lock files of npm: tools, documentation generators and the Node of `.ci/run`, of which nothing is built into the page.
const NPM: [&str; 3] =
    ["web/e2e/package-lock.json", "web/e2e/host/source/package-lock.json", ".ci/node/package-lock.json"];

/// Licences that such tools may have besides those of `deny.toml`.
const OF_TOOLS: [&str; 5] = ["BSD-2-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MPL-2.0"];

/// The sources and licences that `deny.toml` allows.
struct Allowed {
    licences: Vec<String>,
    /// Additional licences for single crates, by their names.
    exceptions: Vec<(String, Vec<String>)>,
    registries: Vec<String>,
}

fn kept(project: &Project) -> Outcome<String> {
    let text = |name: &str| fs::read_to_string(project.path(name)).explain(format_args!("cannot read {name}"));
    let allowed = Allowed::read(&text("deny.toml")?)?;
    let (mut count, mut wrong) = allowed.crates(&metadata(project)?);
    wrong.extend(unhashed(&text("Cargo.lock")?)?);
    for name in NPM {
        let (packages, problems) = allowed.packages(&parsed(&text(name)?, name)?);
        count += packages;
        wrong.extend(problems.into_iter().map(|problem| format!("{name}: {problem}")));
    }
    if wrong.is_empty() { Ok(format!("{count} packages")) } else { Err(Problem::new(wrong.join("\n"))) }
}

/// The crates of a Cargo.lock that come from elsewhere without a hash, so that cargo cannot verify them.
fn unhashed(lock: &str) -> Outcome<Vec<String>> {
    let document: DocumentMut =
        lock.parse().map_err(|error| Problem::new(format!("cannot read Cargo.lock: {error}")))?;
    let packages = document.get("package").and_then(|item| item.as_array_of_tables()).into_iter().flatten();
    let lacks = packages.filter(|package| package.contains_key("source") && !package.contains_key("checksum"));
    let name = |package: &toml_edit::Table| package.get("name").and_then(|name| name.as_str()).unwrap_or("").to_owned();
    Ok(lacks.map(|package| format!("{} has no hash in Cargo.lock", name(package))).collect())
}

/// Every package of Cargo.lock, as `cargo metadata` describes it. Crates that were not downloaded yet, because no build
/// on this machine needs them, are downloaded first.
pub(crate) fn metadata(project: &Project) -> Outcome<Value> {
    let ask = || {
        let mut cargo = command(project, "cargo");
        cargo.args(["metadata", "--format-version", "1", "--locked", "--offline", "--all-features"]);
        cargo.stdout(Stdio::piped()).stderr(Stdio::null()).output().explain("cannot run cargo metadata")
    };
    let mut output = ask()?;
    if !output.status.success() {
        run(command(project, "cargo").args(["fetch", "--locked"]))?;
        output = ask()?;
    }
    parsed(&String::from_utf8_lossy(&output.stdout), "what cargo metadata prints")
}

fn parsed(text: &str, name: &str) -> Outcome<Value> {
    serde_json::from_str(text).map_err(|error| Problem::new(format!("cannot read {name}: {error}")))
}

fn words(values: &Array) -> Vec<String> {
    values.iter().filter_map(|value| value.as_str()).map(str::to_owned).collect()
}

impl Allowed {
    fn read(text: &str) -> Outcome<Self> {
        let document: DocumentMut =
            text.parse().map_err(|error| Problem::new(format!("cannot read deny.toml: {error}")))?;
        let array = |table: &str, name: &str| document.get(table)?.get(name)?.as_array();
        let list = |table: &str, name: &str| {
            let lacks = || Problem::new(format!("deny.toml has no list {name} in [{table}]"));
            array(table, name).map(words).ok_or_else(lacks)
        };
        let exceptions = array("licenses", "exceptions").into_iter().flatten().filter_map(|exception| {
            let exception = exception.as_inline_table()?;
            Some((exception.get("crate")?.as_str()?.to_owned(), words(exception.get("allow")?.as_array()?)))
        });
        let exceptions = exceptions.collect();
        Ok(Self { licences: list("licenses", "allow")?, exceptions, registries: list("sources", "allow-registry")? })
    }

    /// Whether licences can be chosen from an expression so that all of them are allowed, by `deny.toml` or by `more`.
    fn takes(&self, licence: &str, more: &[&str]) -> bool {
        let is_allowed = |name: &str| self.licences.iter().any(|other| other == name) || more.contains(&name);
        Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|expression| {
            expression.evaluate(|wanted| wanted.addition.is_none() && is_allowed(&wanted.license.to_string()))
        })
    }

    /// The number of crates, and what is wrong with which. A crate without a source belongs to this workspace.
    fn crates(&self, metadata: &Value) -> (usize, Vec<String>) {
        let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut wrong = Vec::new();
        for package in packages {
            let field = |name: &str| package[name].as_str().unwrap_or_default();
            let name = format!("{} {}", field("name"), field("version"));
            let source = field("source").trim_start_matches("registry+");
            if !source.is_empty() && !self.registries.iter().any(|registry| registry == source) {
                wrong.push(format!("{name} comes from {source}, which deny.toml does not allow"));
            }
            let of_crate = self.exceptions.iter().filter(|(name, _)| name == field("name"));
            let more: Vec<&str> = of_crate.flat_map(|(_, licences)| licences).map(String::as_str).collect();
            if !self.takes(field("license"), &more) {
                wrong.push(format!("{name} has the licence “{}”, which deny.toml does not allow", field("license")));
            }
        }
        (packages.len(), wrong)
    }

    /// Like [`crates`](Self::crates), for an npm lock file: each package needs a hash, and has to come from the
    /// registry if the file names its source.
    fn packages(&self, lock: &Value) -> (usize, Vec<String>) {
        let mut count = 0;
        let mut wrong = Vec::new();
        for (name, package) in lock["packages"].as_object().into_iter().flatten().filter(|(name, _)| !name.is_empty()) {
            count += 1;
            let field = |name: &str| package[name].as_str().unwrap_or_default();
            if field("integrity").is_empty() {
                wrong.push(format!("{name} has no hash"));
            }
            let from = field("resolved");
            if !from.is_empty() && !from.starts_with("https://registry.npmjs.org/") {
                wrong.push(format!("{name} comes from {from}, and not from the registry of npm"));
            }
            if !self.takes(field("license"), &OF_TOOLS) {
                wrong.push(format!("{name} has the licence “{}”, which is not allowed", field("license")));
            }
        }
        (count, wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowed, unhashed};
    use serde_json::json;

    fn allowed() -> Allowed {
        let text = "[licenses]\nallow = [\"MIT\", \"Zlib\"]\nexceptions = [{ crate = \"b\", allow = [\"ISC\"] }]\n\
                    [sources]\nallow-registry = [\"https://example.org/index\"]";
        Allowed::read(text).expect("both lists are there")
    }

    #[test]
    fn a_licence_is_chosen_among_several() {
        for licence in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(MIT OR Apache-2.0) AND Zlib"] {
            assert!(allowed().takes(licence, &[]), "{licence}");
        }
        for licence in ["", "GPL-3.0", "MIT AND GPL-3.0", "nonsense", "MIT WITH Classpath-exception-2.0"] {
            assert!(!allowed().takes(licence, &[]), "{licence}");
        }
        assert!(allowed().takes("ISC", &["ISC"]));
    }

    #[test]
    fn crates_come_from_an_allowed_registry_with_an_allowed_licence() {
        let one = |source: Option<&str>, licence: Option<&str>| json!({ "packages": [{ "name": "a", "version": "1.0.0", "source": source, "license": licence }] });
        let wrong = |source: Option<&str>, licence| allowed().crates(&one(source, licence)).1.len();
        assert_eq!(wrong(Some("registry+https://example.org/index"), Some("MIT")), 0);
        assert_eq!(wrong(None, Some("MIT")), 0);
        assert_eq!(wrong(None, Some("ISC")), 1);
        assert_eq!(wrong(Some("git+https://example.org/a"), Some("MIT")), 1);
        assert_eq!(wrong(Some("registry+https://other.example.org/index"), None), 2);
    }

    #[test]
    fn a_crate_that_comes_from_somewhere_has_a_hash() {
        let lock = "[[package]]\nname = \"own\"\n\n[[package]]\nname = \"a\"\nsource = \"registry+x\"\n";
        assert_eq!(unhashed(lock).expect("it can be read"), ["a has no hash in Cargo.lock"]);
        assert!(unhashed(&format!("{lock}checksum = \"1\"\n")).expect("it can be read").is_empty());
    }

    #[test]
    fn an_exception_is_for_one_crate() {
        let metadata = json!({ "packages": [{ "name": "b", "version": "1.0.0", "license": "ISC" }] });
        assert!(allowed().crates(&metadata).1.is_empty());
    }

    #[test]
    fn packages_of_npm_have_a_hash_and_a_licence() {
        let lock = |package| json!({ "packages": { "": {}, "node_modules/a": package } });
        let wrong = |package| allowed().packages(&lock(package)).1.len();
        assert_eq!(wrong(json!({ "integrity": "sha512-x", "license": "ISC" })), 0);
        assert_eq!(wrong(json!({ "license": "MIT" })), 1);
        assert_eq!(wrong(json!({ "integrity": "sha512-x", "license": "GPL-3.0", "resolved": "git+ssh://a" })), 2);
    }
}
