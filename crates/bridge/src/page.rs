//! The files of the page, and what its `index.html` is told of the bridge.

use serde_json::Value;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Where what the page is told goes.
const BEFORE: &str = "</head>";

/// Names of folders that hold a page that was built.
const FOLDERS: [&str; 2] = ["dist", "page"];

/// A folder with the page, as `cargo xtask build` makes it.
#[derive(Clone, Debug)]
pub struct Page {
    folder: PathBuf,
}

/// Why there is no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageProblem {
    /// None was named, and none lies where it is looked for.
    Nowhere(Vec<PathBuf>),
    /// The folder that was named has none.
    NotHere(PathBuf),
    /// The folder that was named cannot be read, for this reason.
    Unread(PathBuf, io::ErrorKind),
    /// There is an `index.html`, but of something else.
    Other(PathBuf),
}

impl Page {
    /// The page in a folder.
    ///
    /// # Errors
    ///
    /// Where there is none in it.
    pub fn new(folder: &Path) -> Result<Self, PageProblem> {
        let problem = |error: io::Error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => PageProblem::NotHere(folder.to_owned()),
            kind => PageProblem::Unread(folder.to_owned(), kind),
        };
        let whole = fs::canonicalize(folder).map_err(problem)?;
        let index = fs::read_to_string(whole.join("index.html")).map_err(problem)?;
        if index.contains(BEFORE) { Ok(Self { folder: whole }) } else { Err(PageProblem::Other(folder.to_owned())) }
    }

    /// The page where it is when nobody says where: in `dist` or `page`, beside the program or in the current folder.
    ///
    /// # Errors
    ///
    /// Where it is in none of them.
    pub fn find(program: Option<&Path>, current: Option<&Path>) -> Result<Self, PageProblem> {
        let places = [program.and_then(Path::parent), current];
        let looked: Vec<_> =
            places.into_iter().flatten().flat_map(|place| FOLDERS.map(|folder| place.join(folder))).collect();
        let found = looked.iter().find_map(|folder| Self::new(folder).ok());
        found.ok_or(PageProblem::Nowhere(looked))
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file of it and its type, by the path behind the token without its first slash; `index.html` is told something.
    pub(crate) fn file(&self, path: &str, told: impl FnOnce() -> Value) -> Option<(Vec<u8>, &'static str)> {
        let path = if path.is_empty() { "index.html" } else { path };
        let plain = |part: &str| {
            let fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            !part.is_empty() && !part.starts_with('.') && part.bytes().all(fine)
        };
        if !path.split('/').all(plain) {
            return None;
        }
        let place = fs::canonicalize(self.folder.join(path)).ok()?;
        if !place.starts_with(&self.folder) || !place.is_file() {
            return None;
        }
        let form = form(&place);
        let bytes = fs::read(&place).ok()?;
        if path == "index.html" { Some((tell(&bytes, &told())?, form)) } else { Some((bytes, form)) }
    }
}

/// Puts what is told into the head. It is no script, so that the page's policy, which knows its scripts, stays as it is.
fn tell(index: &[u8], told: &Value) -> Option<Vec<u8>> {
    let index = std::str::from_utf8(index).ok()?;
    let (head, rest) = index.split_once(BEFORE)?;
    let mut content = String::new();
    for c in told.to_string().chars() {
        match c {
            '&' => content.push_str("&amp;"),
            '<' => content.push_str("&lt;"),
            '>' => content.push_str("&gt;"),
            '"' => content.push_str("&quot;"),
            '\'' => content.push_str("&#39;"),
            c => content.push(c),
        }
    }
    Some(format!("{head}<meta name=\"bridge\" content=\"{content}\" />{BEFORE}{rest}").into_bytes())
}

fn form(place: &Path) -> &'static str {
    match place.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

impl fmt::Display for PageProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere(looked) => {
                let looked: Vec<_> = looked.iter().map(|place| format!("“{}”", place.display())).collect();
                write!(
                    f,
                    "There is no page to serve in {}. Build it with cargo xtask build, which makes the folder dist, and name that \
                     folder with --page.",
                    looked.join(", ")
                )
            }
            Self::NotHere(folder) => write!(
                f,
                "There is no index.html in “{}”. Name the folder of a page that was built: cargo xtask build makes it as dist.",
                folder.display()
            ),
            Self::Unread(folder, kind) => {
                write!(
                    f,
                    "The index.html in “{}” cannot be read: {kind}. Name another folder with --page.",
                    folder.display()
                )
            }
            Self::Other(folder) => {
                write!(
                    f,
                    "The index.html in “{}” has no head: name the folder of a page that was built.",
                    folder.display()
                )
            }
        }
    }
}

impl std::error::Error for PageProblem {}

#[cfg(test)]
mod tests {
    use super::tell;
    use serde_json::json;

    #[test]
    fn what_is_told_stays_within_its_quotes() {
        let told = tell(b"<head><title>a</title></head><body></head>", &json!({ "rest": "<'&\">" }));
        let want = "<head><title>a</title><meta name=\"bridge\" content=\"{&quot;rest&quot;:&quot;&lt;&#39;&amp;\\&quot;&gt;&quot;}\" />\
                    </head><body></head>";
        assert_eq!(told, Some(want.as_bytes().to_vec()));
        assert_eq!(tell(b"no page", &json!({})), None);
    }
}
