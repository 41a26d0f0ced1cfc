//! The rules that Netlify and Cloudflare Pages read from `_headers`: what browsers may cache, and which origins may
//! read it.
//! `docs/host.md` says the same for servers.

use super::is_stamped;
use crate::folder::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Cloudflare Pages reads no more rules than this. Files of the oldest versions have no rule then, so browsers ask
/// again for them on each visit.
const RULES: usize = 100;

/// A frame in a sandbox has an opaque origin, and a page that isolates itself loads only files that allow it.
const EVERYWHERE: &str = "/*\n  Access-Control-Allow-Origin: *\n  Cross-Origin-Resource-Policy: cross-origin\n  \
                          X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n";

/// The rules for versions with their names, the newest first.
pub(super) fn policy(versions: &[(String, Files)]) -> String {
    let mut text = EVERYWHERE.to_owned();
    let rules = versions.iter().flat_map(|(version, files)| stamped(version, files));
    for path in rules.take(RULES - 1) {
        let _fits = write!(text, "\n{path}\n  Cache-Control: public, max-age=31536000, immutable\n");
    }
    text
}

/// The paths of files that never change; for a folder with only such files, the path of the folder.
fn stamped(version: &str, files: &Files) -> Vec<String> {
    let mut folders: BTreeMap<&str, bool> = BTreeMap::new();
    let folder = |name: &str| name.rsplit_once('/').map_or(0, |(folder, _)| folder.len() + 1);
    for name in files.keys().map(|name| plain(name)) {
        *folders.entry(&name[..folder(name)]).or_insert(true) &= is_stamped(name);
    }
    let mut paths = BTreeSet::new();
    for name in files.keys().map(|name| plain(name)).filter(|name| is_stamped(name)) {
        let inside = &name[..folder(name)];
        let path = if folders.get(inside) == Some(&true) { format!("{inside}*") } else { name.to_owned() };
        paths.insert(format!("/{version}/{path}"));
    }
    paths.into_iter().collect()
}

/// The name of the file of which this may be a compressed copy.
fn plain(name: &str) -> &str {
    name.strip_suffix(".br").or(name.strip_suffix(".gz")).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{Files, RULES, policy, stamped};

    fn files(names: &[&str]) -> Files {
        names.iter().map(|&name| (name.to_owned(), Vec::new())).collect()
    }

    #[test]
    fn names_with_a_hash_are_kept_for_ever_and_no_others() {
        let files = files(&[
            "boot-42c7a101a9b74884.js",
            "boot-42c7a101a9b74884.js.br",
            "chunk/a-42c7a101a9b74884.wasm",
            "chunk/b-42c7a101a9b74884.wasm",
            "docs/cli.html",
            "docs/docs-42c7a101a9b74884.css",
            "index.html",
            "worker.js",
        ]);
        assert_eq!(
            stamped("v3", &files),
            ["/v3/boot-42c7a101a9b74884.js", "/v3/chunk/*", "/v3/docs/docs-42c7a101a9b74884.css"]
        );
        let text = policy(&[("v3".into(), files)]);
        assert!(text.starts_with("/*\n  Access-Control-Allow-Origin: *\n"));
        assert!(text.contains("\n/v3/chunk/*\n  Cache-Control: public, max-age=31536000, immutable\n"));
    }

    #[test]
    fn no_more_rules_than_are_read_and_those_of_the_newest_first() {
        let versions: Vec<_> =
            (1..=120).rev().map(|number| (format!("v{number}"), files(&["a-42c7a101a9b74884.js", "b.js"]))).collect();
        let text = policy(&versions);
        assert_eq!(text.lines().filter(|line| line.starts_with('/')).count(), RULES);
        assert!(text.contains("/v120/") && !text.contains("/v1/"));
    }
}
