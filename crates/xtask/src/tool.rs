//! The tools a task needs. What can be installed goes into the project's own folder; what cannot
//! (a browser, Node) is named together with the one command that installs it.

use crate::command::{answer, command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The newest that Rust 1.95 builds; `Trunk.toml` asks for it too.
const TRUNK_VERSION: &str = "0.21.14";

/// The one that goes with `wasm_split_helpers` of Cargo.lock.
const WASM_SPLIT_VERSION: &str = "0.2.4";

/// What playwright-core asks for.
const OLDEST_NODE: u32 = 20;

pub(crate) const WASM_TARGET: Step = Step { what: "Rust's WebAssembly target", run: wasm_target };
pub(crate) const WASM_BINDGEN: Step = Step { what: "wasm-bindgen, as Cargo.lock has it", run: wasm_bindgen };
pub(crate) const WASM_SPLIT: Step = Step { what: "wasm-split-cli", run: wasm_split };
pub(crate) const TRUNK: Step = Step { what: "Trunk", run: trunk };
pub(crate) const NODE: Step = Step { what: "Node and npm are there", run: node };
pub(crate) const BROWSER: Step = Step { what: "a Chromium is there", run: browser };
pub(crate) const PACKAGES: Step = Step { what: "npm packages, as web/e2e/package-lock.json has them", run: packages };

fn wasm_target(project: &Project) -> Outcome<String> {
    let sysroot = answer(command(project, "rustc").args(["--print", "sysroot"]))
        .ok_or_else(|| Problem::new("rustc does not answer. Install Rust: https://rustup.rs"))?;
    if Path::new(&sysroot).join("lib/rustlib").join(WASM).join("lib").is_dir() {
        return there();
    }
    run(command(project, "rustup").args(["target", "add", WASM])).map_err(|problem| {
        Problem::new(format!("{problem}\nThis Rust has no {WASM}. With rustup: rustup target add {WASM}"))
    })?;
    Ok("installed".into())
}

fn wasm_bindgen(project: &Project) -> Outcome<String> {
    let lock = fs::read_to_string(project.path("Cargo.lock")).explain("cannot read Cargo.lock")?;
    let version =
        locked_version(&lock, "wasm-bindgen").ok_or_else(|| Problem::new("Cargo.lock names no wasm-bindgen"))?;
    install(project, "wasm-bindgen-cli", &["wasm-bindgen", "wasm-bindgen-test-runner"], version, "")
}

/// Takes out of a module what is loaded when it is wanted.
fn wasm_split(project: &Project) -> Outcome<String> {
    // It does not tell its version, but cargo remembers what it installed.
    let installed = fs::read_to_string(project.tools().join(".crates.toml")).unwrap_or_default();
    if installed.contains(&format!("\"wasm_split_cli_support {WASM_SPLIT_VERSION} ")) {
        return Ok(format!("{WASM_SPLIT_VERSION}, there already"));
    }
    install(project, "wasm_split_cli_support", &["wasm-split-cli"], WASM_SPLIT_VERSION, "build-binary")
}

/// Comes last of them, so it also removes what building them left behind: 1.4 GB.
fn trunk(project: &Project) -> Outcome<String> {
    let note = install(project, "trunk", &["trunk"], TRUNK_VERSION, "")?;
    let build = build_folder(project);
    if build.is_dir() {
        fs::remove_dir_all(&build).explain("cannot remove target/tools/build")?;
    }
    Ok(note)
}

/// Shared by the tools, so that the second compiles less.
fn build_folder(project: &Project) -> PathBuf {
    project.tools().join("build")
}

/// Unoptimised and without TLS: a third of the time, and Trunk then downloads nothing by itself.
fn install(project: &Project, package: &str, programs: &[&str], version: &str, features: &str) -> Outcome<String> {
    let right = |program: &&str| {
        answer(command(project, program).arg("--version"))
            .is_some_and(|answer| answer.split_whitespace().any(|word| word == version))
    };
    if programs.iter().all(right) {
        return Ok(format!("{version}, there already"));
    }
    println!("installing {package} {version} into target/tools; this happens once and takes a minute or two");
    run(command(project, "cargo")
        .args(["install", "--locked", "--debug", "--no-default-features", "--features", features, "--force", "--root"])
        .arg(project.tools())
        .args([package, "--version", version])
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_TARGET_DIR", build_folder(project)))?;
    Ok(format!("{version}, installed"))
}

fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let (_, after) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    after.split('"').next()
}

fn node(project: &Project) -> Outcome<String> {
    let version = |name: &str| answer(command(project, name).arg("--version"));
    let advice = "On Debian 13: sudo apt-get install nodejs npm. Elsewhere: https://nodejs.org";
    match (version("node"), version("npm")) {
        (Some(node), Some(npm)) if major(&node) >= Some(OLDEST_NODE) => Ok(format!("node {node}, npm {npm}")),
        (Some(node), Some(_)) => Err(Problem::new(format!("node is {node}, and {OLDEST_NODE} is needed. {advice}"))),
        _ => Err(Problem::new(format!("node (at least {OLDEST_NODE}) and npm are needed. {advice}"))),
    }
}

/// The 20 of `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

fn browser(project: &Project) -> Outcome<String> {
    let name = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
    answer(command(project, &name).arg("--version")).ok_or_else(|| {
        Problem::new(format!(
            "{name} does not answer. On Debian: sudo apt-get install chromium. \
             Elsewhere, name any Chromium or Chrome in the environment variable CHROMIUM"
        ))
    })
}

fn packages(project: &Project) -> Outcome<String> {
    let changed = |path: &str| project.path(path).metadata().and_then(|data| data.modified()).ok();
    let installed = changed("web/e2e/node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("web/e2e/package-lock.json") {
        return there();
    }
    run(command(project, "npm").args(["ci", "--no-audit", "--no-fund", "--prefix", "web/e2e"]))?;
    Ok("installed".into())
}

fn there() -> Outcome<String> {
    Ok("there already".into())
}

#[cfg(test)]
mod tests {
    use super::{locked_version, major};

    #[test]
    fn the_lock_file_names_the_version_of_exactly_that_package() {
        let lock =
            "name = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\nname = \"wasm-bindgen\"\nversion = \"0.2.129\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.129"));
        assert_eq!(locked_version(lock, "trunk"), None);
    }

    #[test]
    fn the_major_version_of_node_is_a_number() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("?"), None);
    }
}
