//! What Trunk expects of the program it calls `wasm-bindgen`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn program(arguments: &[&str]) -> Option<Output> {
    Command::new(env!("CARGO_BIN_EXE_splitpoint-bind")).args(arguments).output().ok()
}

#[test]
fn it_tells_the_version_that_the_page_is_built_with() {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock")).unwrap_or_default();
    let told = program(&["--version"]).map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = told.as_deref().unwrap_or_default().split_whitespace().nth(1).unwrap_or_default();
    assert!(!version.is_empty());
    assert!(
        lock.contains(&format!("name = \"wasm-bindgen\"\nversion = \"{version}\"\n")),
        "Cargo.lock has not {version}"
    );
}

#[test]
fn a_module_that_is_not_there_fails_in_words() {
    let output = program(&["--target=web", "--out-dir=target/none", "no-such.wasm"]);
    assert!(output.is_some_and(|output| {
        !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("no-such.wasm")
    }));
}
