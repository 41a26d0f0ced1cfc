//! The tools a task needs. What can be installed goes into the project's own folder; what cannot
//! (a browser, Node) is named together with the one command that installs it.

use crate::command::{answer, command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::suite;
use crate::task::Step;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The newest version that Rust 1.95 builds. `Trunk.toml` asks for it too.
const TRUNK_VERSION: &str = "0.21.14";

/// The version that fits `wasm_split_helpers` in Cargo.lock.
const WASM_SPLIT_VERSION: &str = "0.2.4";

/// A generator whose pages embed Splitpoint in the tests.
const MDBOOK_VERSION: &str = "0.5.4";

/// The program in crates/bind, and its test.
const BINDER: &str = "splitpoint-bind";
const BINDER_TEST: &str = "trunk";

/// The oldest Node that playwright-core runs on.
const OLDEST_NODE: u32 = 20;

pub(crate) const WASM_TARGET: Step = Step { what: "Rust's WebAssembly target", run: wasm_target };
pub(crate) const SOURCE: Step = Step { what: "the source of Rust's standard library", run: source };
pub(crate) const WASM_BINDGEN: Step = Step { what: "wasm-bindgen (crates/bind)", run: wasm_bindgen };
pub(crate) const WASM_SPLIT: Step = Step { what: "wasm-split-cli", run: wasm_split };
pub(crate) const TRUNK: Step = Step { what: "Trunk", run: trunk };
pub(crate) const MDBOOK: Step = Step { what: "mdBook", run: mdbook };
pub(crate) const NODE: Step = Step { what: "Node and npm are there", run: node };
pub(crate) const BROWSER: Step = Step { what: "a Chromium is there", run: browser };
pub(crate) const PACKAGES: Step = Step { what: "npm packages, as web/e2e/package-lock.json has them", run: packages };

fn wasm_target(project: &Project) -> Outcome<String> {
    part_of_rust(project, &format!("{WASM}/lib"), ["target", "add", WASM])
}

/// Installs the sources of the standard library, which a release compiles for size.
fn source(project: &Project) -> Outcome<String> {
    part_of_rust(project, "src/rust/library/std", ["component", "add", "rust-src"])
}

/// Has rustup install what is missing in this folder of Rust. Usually it does so by itself, as rust-toolchain.toml
/// says; without that, or if another Rust is in use, it is asked to here.
fn part_of_rust(project: &Project, folder: &str, arguments: [&str; 3]) -> Outcome<String> {
    let sysroot = answer(command(project, "rustc").args(["--print", "sysroot"]))
        .ok_or_else(|| Problem::new("rustc does not answer. Install Rust: https://rustup.rs"))?;
    if Path::new(&sysroot).join("lib/rustlib").join(folder).is_dir() {
        return there();
    }
    let asked = arguments.join(" ");
    run(command(project, "rustup").args(arguments)).map_err(|problem| {
        Problem::new(format!("{problem}\nThis Rust lacks a part that is needed. With rustup: rustup {asked}"))
    })?;
    Ok("installed".into())
}

/// Builds the binder as part of this workspace, so that Cargo.lock pins it. Built together with its test, it uses every
/// library with the same features as the native tests, so that each is compiled once for both.
fn wasm_bindgen(project: &Project) -> Outcome<String> {
    run(command(project, "cargo").args(["test", "--workspace", "--locked", "--no-run", "--test", BINDER_TEST]))?;
    let program = |folder: PathBuf, name: &str| folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    let built = program(project.path("target/debug"), BINDER);
    let bin = project.tools().join("bin");
    fs::create_dir_all(&bin).explain("cannot make target/tools/bin")?;
    // Trunk looks for the program by this name.
    fs::copy(&built, program(bin, "wasm-bindgen")).explain("cannot copy the program into target/tools/bin")?;
    Ok(answer(command(project, "wasm-bindgen").arg("--version")).unwrap_or_default())
}

/// Installs the tool that takes chunks out of a module.
fn wasm_split(project: &Project) -> Outcome<String> {
    // The tool does not print its version, but cargo remembers what it installed.
    let installed = fs::read_to_string(project.tools().join(".crates.toml")).unwrap_or_default();
    if installed.contains(&format!("\"wasm_split_cli_support {WASM_SPLIT_VERSION} ")) {
        return Ok(format!("{WASM_SPLIT_VERSION}, there already"));
    }
    install(project, "wasm_split_cli_support", WASM_SPLIT_VERSION, "build-binary")
}

/// Installs Trunk. It is the last of the tools, so the intermediate files of all of them are removed here: 1.4 GB.
pub(crate) fn trunk(project: &Project) -> Outcome<String> {
    let note = if trunk_is_there(project) {
        format!("{TRUNK_VERSION}, there already")
    } else {
        install(project, "trunk", TRUNK_VERSION, "")?
    };
    let build = build_folder(project);
    if build.is_dir() {
        fs::remove_dir_all(&build).explain("cannot remove target/tools/build")?;
    }
    Ok(note)
}

fn mdbook(project: &Project) -> Outcome<String> {
    let version = answer(command(project, "mdbook").arg("--version"));
    if version.is_some_and(|version| version.ends_with(&format!("v{MDBOOK_VERSION}"))) {
        return Ok(format!("{MDBOOK_VERSION}, there already"));
    }
    let note = install(project, "mdbook", MDBOOK_VERSION, "")?;
    fs::remove_dir_all(build_folder(project)).explain("cannot remove target/tools/build")?;
    Ok(note)
}

/// Whether Trunk is installed in this version, anywhere.
pub(crate) fn trunk_is_there(project: &Project) -> bool {
    answer(command(project, "trunk").arg("--version"))
        .is_some_and(|answer| answer.split_whitespace().any(|word| word == TRUNK_VERSION))
}

/// The build folder that all tools share, so that later ones have less to compile.
fn build_folder(project: &Project) -> PathBuf {
    project.tools().join("build")
}

/// Installs a tool without optimisation and without TLS: that takes a third of the time, and Trunk then downloads
/// nothing by itself. Cargo verifies the tool by the hash in the index of its registry, and its dependencies by those
/// in the tool's Cargo.lock.
fn install(project: &Project, package: &str, version: &str, features: &str) -> Outcome<String> {
    println!("installing {package} {version} into target/tools; this happens once and takes a minute or two");
    run(command(project, "cargo")
        .args(["install", "--locked", "--debug", "--no-default-features", "--features", features, "--force", "--root"])
        .arg(project.tools())
        .args([package, "--version", version])
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_TARGET_DIR", build_folder(project)))?;
    Ok(format!("{version}, installed"))
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

/// The major version: 20 for `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

fn browser(project: &Project) -> Outcome<String> {
    if let Some(other) = suite::other(project)? {
        return Ok(format!("{other} is asked for"));
    }
    let name = env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
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
    use super::major;

    #[test]
    fn the_major_version_of_node_is_a_number() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("?"), None);
    }
}
