//! Credentials: what is sent to the gateway with each question, and shown to nobody.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt;
use std::path::{Path, PathBuf};

/// Headers that a connection needs for itself, which no file may set.
const OURS: &[&str] = &[
    "host",
    "content-length",
    "content-type",
    "transfer-encoding",
    "connection",
    "accept",
    "accept-encoding",
    "te",
    "upgrade",
];

/// Shorter values stand in every text by chance, and are not looked for in answers.
const SHORTEST: usize = 6;

/// What a gateway, or Knox before it, is shown. Printing it prints no value.
#[derive(Clone, Default)]
pub struct Credentials {
    headers: Vec<(String, String)>,
    /// What must not come back in an answer: values, and the password within.
    values: Vec<String>,
}

/// Why there are no credentials in a text. What the text says is never repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretProblem {
    /// The file cannot be read.
    Unread {
        /// Which.
        file: PathBuf,
        /// Why, as the system says it.
        why: String,
    },
    /// The text is neither `basic USER:PASSWORD` nor `bearer TOKEN`.
    Form {
        /// Where it comes from: a file or a variable.
        from: String,
    },
    /// A line of headers is none, or one that the connection sets itself.
    Header {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl Credentials {
    /// Adds what a text says: `basic USER:PASSWORD`, or `bearer TOKEN`. `from` names it in a problem.
    ///
    /// # Errors
    ///
    /// Where it says neither.
    pub fn auth(&mut self, text: &str, from: &str) -> Result<(), SecretProblem> {
        let wrong = || SecretProblem::Form { from: from.to_owned() };
        let text = text.trim();
        let (kind, rest) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
        let rest = rest.trim();
        if rest.chars().any(char::is_control) {
            return Err(wrong());
        }
        let value = match kind.to_ascii_lowercase().as_str() {
            "basic" => {
                let (_, password) = rest.split_once(':').ok_or_else(wrong)?;
                let encoded = STANDARD.encode(rest);
                self.values.extend([password.to_owned(), encoded.clone()]);
                format!("Basic {encoded}")
            }
            "bearer" if rest.bytes().all(|byte| byte.is_ascii_graphic()) && !rest.is_empty() => {
                self.values.push(rest.to_owned());
                format!("Bearer {rest}")
            }
            _ => return Err(wrong()),
        };
        self.headers.push(("authorization".into(), value));
        Ok(())
    }

    /// Adds what a file says, as [`Self::auth`].
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, or says no credentials.
    pub fn auth_file(&mut self, file: &Path) -> Result<(), SecretProblem> {
        let text = read(file)?;
        self.auth(&text, &file.display().to_string())
    }

    /// Adds headers of a file, one `Name: value` a line; empty lines and such that begin with `#` say nothing.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, or a line is no header, or one that the connection sets itself.
    pub fn header_file(&mut self, file: &Path) -> Result<(), SecretProblem> {
        for (index, line) in read(file)?.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = || SecretProblem::Header { file: file.to_owned(), line: index + 1 };
            let (name, value) = line.split_once(':').ok_or_else(wrong)?;
            let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
            let token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            let shown = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
            if name.is_empty() || !name.bytes().all(token) || !value.bytes().all(shown) || OURS.contains(&name.as_str())
            {
                return Err(wrong());
            }
            self.values.push(value.to_owned());
            self.headers.push((name, value.to_owned()));
        }
        Ok(())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    pub(crate) fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether an answer says one of them back.
    pub(crate) fn are_in(&self, answer: &[u8]) -> bool {
        let telling = self.values.iter().filter(|value| value.len() >= SHORTEST);
        telling.into_iter().any(|value| memchr::memmem::find(answer, value.as_bytes()).is_some())
    }
}

fn read(file: &Path) -> Result<String, SecretProblem> {
    std::fs::read_to_string(file)
        .map_err(|error| SecretProblem::Unread { file: file.to_owned(), why: error.kind().to_string() })
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Credentials").field("headers", &names).finish_non_exhaustive()
    }
}

impl fmt::Display for SecretProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread { file, why } => write!(f, "“{}” cannot be read: {why}.", file.display()),
            Self::Form { from } => {
                write!(f, "{from} must hold one line: basic USER:PASSWORD, or bearer TOKEN.")
            }
            Self::Header { file, line } => write!(
                f,
                "Line {line} of “{}” is no header for the gateway: write Name: value, and none that a connection sets itself, \
                 such as Host or Accept.",
                file.display()
            ),
        }
    }
}

impl std::error::Error for SecretProblem {}

#[cfg(test)]
mod tests {
    use super::{Credentials, SecretProblem};

    fn with(text: &str) -> Result<Credentials, SecretProblem> {
        let mut credentials = Credentials::default();
        credentials.auth(text, "the test").map(|()| credentials)
    }

    #[test]
    fn basic_and_bearer_become_one_header() {
        let headers = |text: &str| with(text).map(|all| all.headers().map(|(_, value)| value.to_owned()).collect());
        assert_eq!(headers("basic ana:secret word\n"), Ok(vec!["Basic YW5hOnNlY3JldCB3b3Jk".into()]));
        assert_eq!(headers("Bearer abc.def"), Ok(vec!["Bearer abc.def".into()]));
    }

    #[test]
    fn no_problem_and_no_print_says_them() {
        for text in ["", "basic hunter2hunter2", "hunter2hunter2", "bearer hunter2 hunter2", "digest hunter2hunter2"] {
            let problem = with(text).err();
            assert_eq!(problem, Some(SecretProblem::Form { from: "the test".into() }));
            assert!(!format!("{problem:?}").contains("hunter2"));
        }
        let shown = format!("{:?}", with("basic ana:hunter2hunter2"));
        assert_eq!(shown, r#"Ok(Credentials { headers: ["authorization"], .. })"#);
    }

    #[test]
    fn an_answer_that_says_them_back_is_found() {
        let credentials = with("basic ana:hunter2hunter2").unwrap_or_default();
        assert!(credentials.are_in(b"Authorization: Basic YW5hOmh1bnRlcjJodW50ZXIy"));
        assert!(credentials.are_in(b"the password hunter2hunter2 is wrong"));
        assert!(!credentials.are_in(b"the user ana is unknown"));
    }
}
