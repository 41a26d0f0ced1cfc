//! The page: served while it is worked on, built for release.

use crate::command::{command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::fs;

pub(crate) const SERVE: Step = Step { what: "trunk serve", run: serve };
pub(crate) const RELEASE: Step = Step { what: "release page in dist/", run: release };

/// Release Rust without wasm-opt: quick to build, quick to run, and needs neither npm nor Node.
/// It writes to a folder of its own, so that dist/ always holds a release.
fn serve(project: &Project) -> Outcome<String> {
    let dist = project.path("target/serve");
    fs::create_dir_all(&dist).explain("cannot make target/serve")?;
    run(command(project, "trunk")
        .args(["serve", "--cargo-profile", "release", "--dist"])
        .arg(dist)
        .args(&project.arguments))?;
    Ok(String::new())
}

fn release(project: &Project) -> Outcome<String> {
    run(command(project, "trunk").args(["build", "--release"]))?;
    protect(project)?;
    Ok(String::new())
}

/// Writes the policy into the released page, so that it holds on servers that send no header.
/// Not in index.html itself: `trunk serve` reloads the page by an inline script.
fn protect(project: &Project) -> Outcome<()> {
    let policy = fs::read_to_string(project.path("web/content-security-policy"))
        .explain("cannot read web/content-security-policy")?;
    let page = project.path("dist/index.html");
    let html = fs::read_to_string(&page).explain("cannot read dist/index.html")?;
    let html = with_policy(&html, policy.trim()).ok_or_else(|| Problem::new("dist/index.html has no <meta>"))?;
    fs::write(&page, html).explain("cannot write dist/index.html")
}

fn with_policy(html: &str, policy: &str) -> Option<String> {
    // Before the first of them, since a minified page has no <head>.
    let (before, after) = html.split_once("<meta")?;
    Some(format!("{before}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" /><meta{after}"))
}

#[cfg(test)]
mod tests {
    use super::with_policy;

    #[test]
    fn the_policy_comes_before_anything_that_loads() {
        let html = with_policy("<html><meta charset=utf-8><link href=\"a.css\"></html>", "default-src 'none'");
        assert!(
            html.is_some_and(|html| html.find("default-src").unwrap_or(html.len()) < html.find("a.css").unwrap_or(0))
        );
        assert_eq!(with_policy("<html></html>", ""), None);
    }
}
