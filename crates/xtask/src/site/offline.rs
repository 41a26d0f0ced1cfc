//! Makes the page work without a network after the first visit: the service worker of a version, with the list of its
//! files, and the script that registers it. Only a site has them, not `dist/` or what Trunk serves, so that nobody who
//! works on the page sees old files from a cache.

use super::is_stamped;
use crate::folder::Files;
use crate::outcome::{Explain, Outcome, Problem};
use crate::page::{shorten, stamped};
use crate::project::Project;
use crate::wasm::CHUNKS;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;

/// The service worker. Its folder determines for which addresses it is asked.
const WORKER: &str = "worker.js";

/// The beginning of the name of the script that registers it, before the hash.
const REGISTER: &str = "register";

/// How many bytes both may have together, compressed. They are loaded after the page has started.
const LIMIT: usize = 3_000;

/// Adds both files to a release, and the script to its pages.
pub(super) fn add(project: &Project, files: &mut Files) -> Outcome<()> {
    let register = small(project, "register.js", &[])?;
    let name = stamped(&format!("{REGISTER}.js"), &register);
    let tag = format!("<script src=\"./{name}\" type=\"module\"></script></head>");
    for page in pages(files) {
        let html = files.get(&page).map(|bytes| String::from_utf8_lossy(bytes).replacen("</head>", &tag, 1));
        let html = html.filter(|html| html.contains(&tag));
        files.insert(page.clone(), html.ok_or_else(|| Problem::new(format!("{page} has no head")))?.into_bytes());
    }
    files.insert(name, register);
    let list = format!("--define:RELEASE={}", list(files));
    files.insert(WORKER.into(), small(project, WORKER, &[&list])?);
    Ok(())
}

/// The size of both files.
///
/// # Errors
///
/// If it is above the limit.
pub(super) fn size(files: &Files) -> Outcome<String> {
    let own = files.iter().filter(|(name, _)| *name == WORKER || name.starts_with(REGISTER));
    let mut bytes = 0;
    for (_, file) in own {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(file).explain("cannot compress the worker")?;
        bytes += encoder.finish().explain("cannot compress the worker")?.len();
    }
    let words = format!("{bytes} B to work offline (limit {LIMIT})");
    if bytes > LIMIT { Err(Problem::new(format!("Too large: {words}"))) } else { Ok(words) }
}

/// The paths of the pages of the playground itself.
fn pages(files: &Files) -> Vec<String> {
    files.keys().filter(|name| !name.contains('/') && name.ends_with(".html")).cloned().collect()
}

/// What the worker needs to know: the `id` of its version, its `pages`, the files of the `first` visit, and those that
/// come `later`.
fn list(files: &Files) -> String {
    let mut hasher = DefaultHasher::new();
    let pages: Vec<String> = pages(files);
    for page in &pages {
        files.get(page).hash(&mut hasher);
    }
    let named =
        |is: fn(&str) -> bool| -> Vec<&String> { files.keys().filter(|name| is(name) && is_stamped(name)).collect() };
    let first = named(|name| !name.contains('/'));
    let later = named(|name| name.strip_prefix(CHUNKS).is_some_and(|rest| rest.starts_with('/')));
    (&first, &later).hash(&mut hasher);
    let pages: Vec<&str> = pages.iter().map(|page| if page == "index.html" { "" } else { page }).collect();
    serde_json::json!({ "id": format!("{:016x}", hasher.finish()), "pages": pages, "first": first, "later": later })
        .to_string()
}

/// A script of `web/site`, shortened.
pub(super) fn small(project: &Project, name: &str, arguments: &[&str]) -> Outcome<Vec<u8>> {
    short(project, &project.path("web/site").join(name), name, arguments)
}

/// A file, shortened, under a temporary name.
pub(super) fn short(project: &Project, from: &Path, name: &str, arguments: &[&str]) -> Outcome<Vec<u8>> {
    let folder = project.path("target/shortened");
    fs::create_dir_all(&folder).explain("cannot make target/shortened")?;
    let to = folder.join(name);
    shorten(project, from, &to, arguments)?;
    fs::read(&to).explain(format_args!("cannot read {}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::{Files, LIMIT, WORKER, list, size};

    fn files(html: &str) -> Files {
        ["chunk/a-0123456789abcdef.wasm", "docs/b-0123456789abcdef.css", "boot-0123456789abcdef.js", "splitpoint.js"]
            .map(|name| (name.to_owned(), Vec::new()))
            .into_iter()
            .chain([("index.html".into(), html.into()), ("docs/index.html".into(), Vec::new())])
            .collect()
    }

    #[test]
    fn the_worker_knows_pages_and_what_they_load_but_no_documentation() {
        let told = list(&files("one"));
        for part in [
            "\"pages\":[\"\"]",
            "\"first\":[\"boot-0123456789abcdef.js\"]",
            "\"later\":[\"chunk/a-0123456789abcdef.wasm\"]",
        ] {
            assert!(told.contains(part), "{told}");
        }
        assert_ne!(told, list(&files("two")), "another page is another version");
    }

    #[test]
    fn a_worker_that_grew_too_large_is_refused() {
        let noise = (0..LIMIT).map(|at| format!("{:x}", at.wrapping_mul(at + 7919) % 10_007)).collect::<String>();
        assert!(size(&Files::from([(WORKER.into(), b"1".to_vec())])).is_ok());
        assert!(size(&Files::from([(WORKER.into(), noise.into_bytes())])).is_err());
    }
}
