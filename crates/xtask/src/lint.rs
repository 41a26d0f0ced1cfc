//! What compilers and formatters can say about the code without running it.

use crate::command::{command, run};
use crate::outcome::Outcome;
use crate::project::Project;
use crate::task::Step;
use crate::tool;

pub(crate) const FORMAT: Step = Step { what: "rustfmt", run: format };
pub(crate) const NATIVE: Step = Step { what: "clippy, native", run: native };
pub(crate) const WASM: Step = Step { what: "clippy, web and wasm as WebAssembly", run: wasm };
pub(crate) const DOCUMENTATION: Step = Step { what: "rustdoc", run: documentation };

fn format(project: &Project) -> Outcome<String> {
    cargo(project, &["fmt", "--all", "--check"])
}

fn native(project: &Project) -> Outcome<String> {
    cargo(project, &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
}

fn wasm(project: &Project) -> Outcome<String> {
    let web =
        ["clippy", "--package", "splitpoint-web", "--package", "splitpoint-wasm", "--locked", "--target", tool::WASM];
    cargo(project, &[&web[..], &["--", "-D", "warnings"]].concat())
}

fn documentation(project: &Project) -> Outcome<String> {
    let mut cargo = command(project, "cargo");
    run(cargo.args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(String::new())
}

fn cargo(project: &Project, arguments: &[&str]) -> Outcome<String> {
    run(command(project, "cargo").args(arguments))?;
    Ok(String::new())
}
