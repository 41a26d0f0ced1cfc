//! The page: served while somebody works on it, and built for a release.

use crate::command::{command, run};
use crate::outcome::{Explain, Outcome, Problem};
use crate::preview::{self, Preview};
use crate::project::Project;
use crate::task::Step;
use crate::{tool, wasm};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

pub(crate) const FIRST: Step = Step { what: "the page, until Trunk builds it", run: first };
pub(crate) const PREVIEW: Step = Step { what: "Trunk; the first time, the page is served meanwhile", run: until_trunk };
pub(crate) const SERVE: Step = Step { what: "trunk serve", run: serve };
pub(crate) const DRAFT: Step = Step { what: "the page as it is served, in target/page", run: draft };
pub(crate) const RELEASE: Step = Step { what: "release page in dist/", run: release };

/// Cargo's profile of the page that is served: optimised a little, so that it builds fast after each change.
const PROFILE: &str = "draft";

/// The script that other pages load. Its name never changes.
pub(crate) const ELEMENT: &str = "splitpoint.js";

/// Before Trunk is installed, the page is compiled, since Trunk takes longer. What Trunk then needs from cargo is
/// already compiled.
fn first(project: &Project) -> Outcome<String> {
    if tool::trunk_is_there(project) {
        return Ok("left to Trunk".into());
    }
    run(command(project, "cargo").args(["build", "--locked", "--profile", PROFILE, "--target", tool::WASM]).args([
        "--package",
        wasm::NAME,
        "--bin",
        wasm::NAME,
    ]))?;
    Ok("compiled".into())
}

/// Installs Trunk if it is not there. Until then the page is served without it, unless Trunk is told where to serve it.
fn until_trunk(project: &Project) -> Outcome<String> {
    if tool::trunk_is_there(project) || !project.arguments.is_empty() {
        return tool::trunk(project);
    }
    let built = project.path("target").join(tool::WASM).join(PROFILE).join(wasm::NAME).with_extension("wasm");
    let preview = Preview::begin(project, built, preview::ADDRESS)?;
    let address = preview::ADDRESS;
    println!(
        "\nThe page is open on http://{address}. Trunk, which rebuilds it after changes, is installed meanwhile.\n"
    );
    let note = tool::trunk(project)?;
    drop(preview);
    Ok(note)
}

/// Serves the page, neither split nor optimised for size: it builds fast and needs neither npm nor Node. It is in a
/// folder of its own, so that dist/ always has a release.
fn serve(project: &Project) -> Outcome<String> {
    let dist = project.path("target/serve");
    fs::create_dir_all(&dist).explain("cannot make target/serve")?;
    run(command(project, "trunk")
        .args(["serve", "--cargo-profile", PROFILE, "--dist"])
        .arg(dist)
        .args(&project.arguments))?;
    Ok(String::new())
}

/// Builds the same page once, for screenshots and browser tests of a change: that takes seconds, while a release takes
/// minutes.
fn draft(project: &Project) -> Outcome<String> {
    run(command(project, "trunk")
        .args(["build", "--cargo-profile", PROFILE, "--dist"])
        .arg(project.path("target/page")))?;
    Ok(String::new())
}

/// Builds a release: Trunk puts the page together, then its styles, scripts and modules are joined and shortened.
fn release(project: &Project) -> Outcome<String> {
    run(wasm::shipped(command(project, "trunk").args(["build", "--release", "--features", "split"]))?)?;
    let dist = project.path("dist");
    let page = dist.join("index.html");
    let html = fs::read_to_string(&page).explain("cannot read dist/index.html")?;
    let html = join_styles(project, &html)?;
    let mut html = split(project, &html)?;
    let own = files(&html, ".js").into_iter().filter(|name| !name.starts_with(wasm::NAME));
    for name in own.chain(files(&html, ".svg")) {
        let file = dist.join(&name);
        if name.ends_with(".js") {
            shorten(project, &file, &file, &[])?;
        }
        html = html.replace(&name, &stamp_anew(&file)?);
    }
    let element = dist.join(ELEMENT);
    shorten(project, &element, &element, &[])?;
    fs::write(&page, protect(project, &html)?).explain("cannot write dist/index.html")?;
    Ok(String::new())
}

/// Joins all style sheets into one: it is one request, and gzip finds what they have in common.
fn join_styles(project: &Project, html: &str) -> Outcome<String> {
    let dist = project.path("dist");
    let mut styles = String::new();
    for name in files(html, ".css") {
        let file = dist.join(&name);
        styles += &fs::read_to_string(&file).explain(format_args!("cannot read {name}"))?;
        fs::remove_file(&file).explain(format_args!("cannot remove {name}"))?;
    }
    let file = dist.join("styles.css");
    fs::write(&file, styles).explain("cannot write styles.css")?;
    shorten(project, &file, &file, &[])?;
    Ok(with_one_style(html, &stamp(&file)?))
}

/// Takes chunks out of the module, into files that are loaded when they are needed. The page then names the new module
/// and its script in place of those that Trunk wrote.
fn split(project: &Project, html: &str) -> Outcome<String> {
    let dist = project.path("dist");
    let (script, module) = wasm::split(project, &dist)?;
    let mut html = html.to_owned();
    for (ending, new) in [(".js", script), (".wasm", module)] {
        let old = files(&html, ending).into_iter().find(|name| name.starts_with(wasm::NAME));
        let old = old.ok_or_else(|| Problem::new(format!("dist/index.html names no {}*{ending}", wasm::NAME)))?;
        fs::remove_file(dist.join(&old)).explain(format_args!("cannot remove {old}"))?;
        html = html.replace(&old, &new);
    }
    Ok(html)
}

/// Shortens a script or a style sheet.
pub(crate) fn shorten(project: &Project, from: &Path, to: &Path, arguments: &[&str]) -> Outcome<()> {
    let out = format!("--outfile={}", to.display());
    run(command(project, "esbuild")
        .arg(from)
        .args(["--minify", "--allow-overwrite", "--log-level=warning", &out])
        .args(arguments))
}

/// Puts a hash of a file's contents into its name, so that browsers may keep it forever.
pub(crate) fn stamp(file: &Path) -> Outcome<String> {
    let doing = format!("cannot rename {}", file.display());
    let name = stamped(&file.file_name().unwrap_or_default().to_string_lossy(), &fs::read(file).explain(&doing)?);
    fs::rename(file, file.with_file_name(&name)).explain(&doing)?;
    Ok(name)
}

/// Replaces the hash in the name of a file that Trunk named before it was shortened.
fn stamp_anew(file: &Path) -> Outcome<String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let plain = file.with_file_name(without_stamp(&name));
    fs::rename(file, &plain).explain(format_args!("cannot rename {name}"))?;
    stamp(&plain)
}

fn without_stamp(name: &str) -> String {
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    format!("{}.{kind}", stem.rsplit_once('-').map_or(stem, |(plain, _)| plain))
}

/// The number of digits in a stamp: 40 bits of a hash. The first load names every chunk, so each digit counts, and only
/// versions of the same file must differ.
pub(crate) const DIGITS: usize = 10;

/// The name of a file with a hash of its contents.
pub(crate) fn stamped(name: &str, bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    let hash = format!("{:016x}", hasher.finish());
    format!("{stem}-{}.{kind}", &hash[..DIGITS])
}

/// The files with this ending in the attributes of a page, in order and without repetition.
pub(crate) fn files(html: &str, ending: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for word in html.split(['=', '"', '\'', ' ', '>']).filter(|word| word.ends_with(ending)) {
        let name = word.trim_start_matches("./").to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The page with one style sheet in place of all of its own.
fn with_one_style(html: &str, one: &str) -> String {
    let mut joined = String::new();
    let mut first = Some(format!("<link rel=\"stylesheet\" href=\"./{one}\" />"));
    for (at, part) in html.split('<').enumerate() {
        let (tag, after) = part.split_once('>').unwrap_or((part, ""));
        if at > 0 && !files(tag, ".css").is_empty() {
            joined += &first.take().unwrap_or_default();
            joined += after;
        } else {
            joined += if at == 0 { "" } else { "<" };
            joined += part;
        }
    }
    joined
}

/// Writes the content security policy into the released page, so that it holds on servers that send no header. It is
/// not in index.html itself, because `trunk serve` reloads the page by an inline script.
fn protect(project: &Project, html: &str) -> Outcome<String> {
    let policy = fs::read_to_string(project.path("web/content-security-policy"))
        .explain("cannot read web/content-security-policy")?;
    with_policy(html, policy.trim()).ok_or_else(|| Problem::new("dist/index.html has no <head>"))
}

fn with_policy(html: &str, policy: &str) -> Option<String> {
    let (before, after) = html.split_once("<head>")?;
    Some(format!("{before}<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />{after}"))
}

#[cfg(test)]
mod tests {
    use super::{DIGITS, files, stamped, with_one_style, with_policy, without_stamp};

    #[test]
    fn the_policy_comes_before_anything_that_loads() {
        let html = with_policy("<html><head><link href=\"a.css\"></head></html>", "default-src 'none'");
        assert!(
            html.is_some_and(|html| html.find("default-src").unwrap_or(html.len()) < html.find("a.css").unwrap_or(0))
        );
        assert_eq!(with_policy("<html></html>", ""), None);
    }

    #[test]
    fn a_stamp_can_be_taken_off() {
        let name = stamped("boot.js", b"1");
        assert_eq!(name.len(), "boot-.js".len() + DIGITS);
        assert_eq!(without_stamp(&name), "boot.js");
        assert_eq!(without_stamp("first-5a164fe5aabe8af.js"), "first.js");
    }

    #[test]
    fn files_are_found_in_any_attribute() {
        let html = "<link href=./a-1.css rel=stylesheet><link href=\"b.css\" /><link href='./b.css'><script src=c.js>";
        assert_eq!(files(html, ".css"), ["a-1.css", "b.css"]);
        assert_eq!(files(html, ".js"), ["c.js"]);
    }

    #[test]
    fn styles_become_one_in_the_place_of_the_first() {
        let html = "<html><meta charset=utf-8><link href=./a-1.css rel=stylesheet>\n<link href=\"b.css\" /><script src=c.js></script>";
        assert_eq!(
            with_one_style(html, "all.css"),
            "<html><meta charset=utf-8><link rel=\"stylesheet\" href=\"./all.css\" />\n<script src=c.js></script>"
        );
    }
}
