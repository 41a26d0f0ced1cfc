//! The page: served while it is worked on, built for release.

use crate::command::{command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

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
    let page = project.path("dist/index.html");
    let html = fs::read_to_string(&page).explain("cannot read dist/index.html")?;
    let html = join_styles(project, &html)?;
    let html = protect(project, &html)?;
    fs::write(&page, html).explain("cannot write dist/index.html")?;
    shorten_scripts(project)?;
    Ok(String::new())
}

/// Puts all styles into one file: one request, and gzip finds what they share.
fn join_styles(project: &Project, html: &str) -> Outcome<String> {
    let (html, names) = with_one_style(html, "all.css");
    let mut styles = String::new();
    for name in names {
        let file = project.path("dist").join(&name);
        styles += &fs::read_to_string(&file).explain(format_args!("cannot read {name}"))?;
        fs::remove_file(&file).explain(format_args!("cannot remove {name}"))?;
    }
    let mut hasher = DefaultHasher::new();
    styles.hash(&mut hasher);
    let name = format!("styles-{:016x}.css", hasher.finish());
    fs::write(project.path("dist").join(&name), styles).explain(format_args!("cannot write {name}"))?;
    Ok(html.replace("all.css", &name))
}

/// The page with one style sheet in place of its first, and the files of all that it had, in order.
fn with_one_style(html: &str, one: &str) -> (String, Vec<String>) {
    let mut names = Vec::new();
    let mut joined = String::new();
    for (at, part) in html.split('<').enumerate() {
        let href = part.split(['=', '"', ' ', '>']).find(|word| word.ends_with(".css"));
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        match href {
            Some(href) => {
                if names.is_empty() {
                    joined += &format!("<{}>", tag.replace(href, one));
                }
                joined += after;
                names.push(href.trim_start_matches("./").to_owned());
            }
            None if at == 0 => joined += part,
            None => joined += &format!("<{part}"),
        }
    }
    (joined, names)
}

/// wasm-bindgen writes its glue to be read; nobody reads it here.
fn shorten_scripts(project: &Project) -> Outcome<()> {
    let dist = project.path("dist");
    for entry in fs::read_dir(&dist).explain("cannot list dist")? {
        let file = entry.explain("cannot list dist")?.path();
        if file.extension().is_some_and(|extension| extension == "js") {
            let out = format!("--outfile={}", file.display());
            run(command(project, "esbuild").arg(&file).args([
                "--minify",
                "--format=esm",
                "--allow-overwrite",
                "--log-level=warning",
                &out,
            ]))?;
        }
    }
    Ok(())
}

/// Writes the policy into the released page, so that it holds on servers that send no header.
/// Not in index.html itself: `trunk serve` reloads the page by an inline script.
fn protect(project: &Project, html: &str) -> Outcome<String> {
    let policy = fs::read_to_string(project.path("web/content-security-policy"))
        .explain("cannot read web/content-security-policy")?;
    with_policy(html, policy.trim()).ok_or_else(|| Problem::new("dist/index.html has no <meta>"))
}

fn with_policy(html: &str, policy: &str) -> Option<String> {
    // Before the first of them, since a minified page has no <head>.
    let (before, after) = html.split_once("<meta")?;
    Some(format!("{before}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" /><meta{after}"))
}

#[cfg(test)]
mod tests {
    use super::{with_one_style, with_policy};

    #[test]
    fn the_policy_comes_before_anything_that_loads() {
        let html = with_policy("<html><meta charset=utf-8><link href=\"a.css\"></html>", "default-src 'none'");
        assert!(
            html.is_some_and(|html| html.find("default-src").unwrap_or(html.len()) < html.find("a.css").unwrap_or(0))
        );
        assert_eq!(with_policy("<html></html>", ""), None);
    }

    #[test]
    fn styles_become_one_in_the_place_of_the_first() {
        let html = "<html><meta charset=utf-8><link href=./a-1.css rel=stylesheet>\n<link href=\"b.css\" /><script src=c.js></script>";
        let (html, names) = with_one_style(html, "all.css");
        assert_eq!(html, "<html><meta charset=utf-8><link href=all.css rel=stylesheet>\n<script src=c.js></script>");
        assert_eq!(names, ["a-1.css", "b.css"]);
    }
}
