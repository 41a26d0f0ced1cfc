//! One folder for any static host: each released version has its own folder (`v1/`, `v2/`, …) with the page, its
//! documentation and its posters; files at the top lead to the newest version.

mod docs;
mod host;
mod lesson;
mod link;
mod npm;
mod offline;
mod pack;
mod poster;
mod version;

use crate::folder::{Files, read};
use crate::outcome::{Explain, Outcome, Problem};
use crate::page::DIGITS;
use crate::project::Project;
use crate::task::Step;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const ASKED: Step = Step { what: "where to, and which version", run: asked };
pub(crate) const SITE: Step = Step { what: "one folder for any static host", run: site };
pub(crate) const TESTED: Step = Step { what: "that folder, for the browser tests", run: tested };

/// The folder if no other one is asked for.
const OUT: &str = "target/site";

/// The folder that browser tests use, with a single version.
const TESTED_OUT: &str = "target/e2e/site";

/// The arguments of the task.
struct Order {
    out: PathBuf,
    version: Option<u32>,
}

fn asked(project: &Project) -> Outcome<String> {
    let Order { out, version } = order(project)?;
    let version = version.map_or_else(|| "the next version".into(), version::name);
    Ok(format!("{version} into {}", out.display()))
}

fn order(project: &Project) -> Outcome<Order> {
    let mut order = Order { out: project.path(OUT), version: None };
    let mut arguments = lexopt::Parser::from_args(&project.arguments);
    let wrong = |error: lexopt::Error| Problem::new(format!("cargo xtask site: {error}"));
    while let Some(argument) = arguments.next().map_err(wrong)? {
        match argument {
            lexopt::Arg::Long("out") => {
                order.out = std::path::absolute(arguments.value().map_err(wrong)?).explain("cannot find --out")?;
            }
            lexopt::Arg::Long("version") => {
                let value = arguments.value().map_err(wrong)?.to_string_lossy().into_owned();
                let number = version::number(&value);
                order.version = Some(
                    number.ok_or_else(|| Problem::new(format!("--version is v1, v2 and so on, and not `{value}`")))?,
                );
            }
            other => return Err(wrong(other.unexpected())),
        }
    }
    Ok(order)
}

fn site(project: &Project) -> Outcome<String> {
    let Order { out, version } = order(project)?;
    let mut files = release(project)?;
    let size = offline::size(&files)?;
    pack::add(&mut files);
    let added = version::add(&out, version, &files)?;
    front(project, &out)?;
    let sum = files.values().map(Vec::len).sum::<usize>() / 1000;
    Ok(format!("{added} in {}, {} files, {sum} kB; {size}", out.display(), files.len()))
}

/// Makes the site for tests, without compressed copies, which no test requests.
fn tested(project: &Project) -> Outcome<String> {
    let out = project.path(TESTED_OUT);
    if out.is_dir() {
        fs::remove_dir_all(&out).explain("cannot empty target/e2e/site")?;
    }
    let added = version::add(&out, None, &release(project)?)?;
    front(project, &out)?;
    Ok(format!("{added} in {TESTED_OUT}"))
}

/// The files of a version: the release page with its service worker, the documentation, the posters, the package.
fn release(project: &Project) -> Outcome<Files> {
    let mut files = read(&project.path("dist"))?;
    offline::add(project, &mut files)?;
    docs::add(project, &mut files)?;
    npm::add(project, &mut files)?;
    Ok(files)
}

/// Writes the files at the top of the folder: a page that introduces the project, with the newest version running in
/// it. Only these files are rewritten with each version.
fn front(project: &Project, out: &Path) -> Outcome<()> {
    let versions = version::all(out)?;
    let Some((&newest, earlier)) = versions.split_last() else {
        return Err(Problem::new(format!("{} holds no version", out.display())));
    };
    let source = |name: &str| {
        fs::read_to_string(project.path("web/site").join(name)).explain(format_args!("cannot read web/site/{name}"))
    };
    let newest_files = read(&out.join(version::name(newest)))?;
    let stamped = |begin: &str, end: &str| {
        let found = newest_files.keys().find(|name| name.starts_with(begin) && name.ends_with(end));
        found.map_or("", String::as_str)
    };
    let list: Vec<String> = earlier
        .iter()
        .rev()
        .map(|&number| version::name(number))
        .map(|name| format!("<a href=\"{name}/\">{name}</a>"))
        .collect();
    let earlier = if list.is_empty() { String::new() } else { format!("Earlier: {}. ", list.join(", ")) };
    let index = source("index.html")?
        .replace("{newest}", &version::name(newest))
        .replace("{icon}", stamped("icon-", ".svg"))
        .replace("{style}", stamped("docs/docs-", ".css"))
        .replace("{script}", stamped("docs/docs-", ".js"))
        .replace("{earlier}", &earlier);
    let mut policies = Vec::new();
    for &number in versions.iter().rev() {
        policies.push((version::name(number), read(&out.join(version::name(number)))?));
    }
    for (name, text) in [
        ("index.html", index),
        ("newest.js", source("newest.js")?),
        ("404.html", source("404.html")?),
        (".nojekyll", String::new()), // GitHub Pages then serves every file as it is
        ("_headers", host::policy(&policies)),
    ] {
        fs::write(out.join(name), text).explain(format_args!("cannot write {name}"))?;
    }
    Ok(())
}

/// Whether a name contains a hash of the file's contents, so that browsers may keep the file forever. A site may still
/// have versions of which hashes are 16 digits long.
fn is_stamped(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let hash = name.rsplit_once('.').and_then(|(stem, _)| stem.rsplit_once('-')).map_or("", |(_, hash)| hash);
    matches!(hash.len(), DIGITS | 16) && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::{is_stamped, order, tested};
    use crate::project::Project;

    #[test]
    fn a_name_with_a_hash_is_told_from_others() {
        assert!(is_stamped("boot-42c7a101a9b74884.js") && is_stamped("chunk/chunk_7-e5c5611384.wasm"));
        for name in [
            "index.html",
            "worker.js",
            "docs/fidelity.html",
            "posters/comments-light.svg",
            "a-42c7a101aG.js",
            "a-42c7a10.js",
        ] {
            assert!(!is_stamped(name), "{name}");
        }
    }

    /// Makes the documentation without a build, to look at it, with the page in dist/ and the package in target/npm as
    /// they are.
    #[test]
    #[ignore = "it writes target/e2e/site, from what was built last"]
    fn the_site_of_what_was_built_last() {
        tested(&Project::new(Vec::new())).map_err(|problem| problem.to_string()).expect("both are there");
    }

    #[test]
    fn what_is_asked_for_is_a_folder_and_a_version() {
        let ask = |words: &[&str]| order(&Project::new(words.iter().map(|&word| word.into()).collect()));
        assert!(ask(&[]).is_ok_and(|order| order.version.is_none() && order.out.ends_with("target/site")));
        assert!(
            ask(&["--out", "/srv/www", "--version", "v12"])
                .is_ok_and(|order| order.version == Some(12) && order.out.ends_with("www"))
        );
        for wrong in [&["--version", "12"][..], &["--version", "v0"], &["--version", "v01"], &["--out"], &["more"]] {
            assert!(ask(wrong).is_err(), "{wrong:?}");
        }
    }
}
