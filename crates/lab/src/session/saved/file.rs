//! A session as one file with all that belongs to it: the session as it is kept, and in two fields more what lies on the
//! desk of the page, and the file of a person that its table is made of. A version that knows neither reads the rest.
//!
//! ```json
//! {"version": 1, "file": "pets.csv", "log": [],
//!  "desk": "…", "data": {"name": "pets.csv", "mapping": "…", "bytes": "aWQsbmFtZQo="}}
//! ```

use super::{RestoreError, Saved, unreadable};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use std::borrow::Cow;

/// A session, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    /// What was done.
    pub saved: Saved,
    /// What lay on the desk, as the page writes it.
    pub desk: Option<String>,
    /// The person's own file that the table is made of.
    pub data: Option<SavedData>,
}

/// A person's own file in a session's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedData {
    /// Its name.
    pub name: String,
    /// What its columns became, as text.
    pub mapping: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// What stands beside a session in its file.
#[derive(Deserialize)]
struct Beside<'a> {
    #[serde(default)]
    desk: Option<String>,
    #[serde(default, borrow)]
    data: Option<Data<'a>>,
}

#[derive(Deserialize)]
struct Data<'a> {
    name: String,
    mapping: String,
    #[serde(borrow)]
    bytes: Cow<'a, str>,
}

impl SavedFile {
    /// The text of such a file. Of a person's own file in it the name, what its columns became, and its bytes in base64.
    pub fn text(saved: &Saved, desk: &str, data: Option<(&str, &str, &str)>) -> String {
        let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
        let mut text = saved.to_text();
        // The brace at the end.
        text.pop();
        text.extend([",\"desk\":", &quoted(desk)]);
        if let Some((name, mapping, base64)) = data {
            let (name, mapping) = (quoted(name), quoted(mapping));
            text.extend([",\"data\":{\"name\":", &name, ",\"mapping\":", &mapping, ",\"bytes\":\"", base64, "\"}"]);
        }
        text.push('}');
        text
    }

    /// From such a text; whatever the order of its fields, and the white space between them.
    ///
    /// # Errors
    /// Where it is cut, damaged, of a newer version, or not a session.
    pub fn from_text(text: &str) -> Result<Self, RestoreError> {
        let text = text.trim_start_matches('\u{feff}');
        let beside: Beside<'_> = serde_json::from_str(text).map_err(|error| match error.is_eof() {
            true => RestoreError::Cut,
            // Where the session itself is not readable, that says more.
            false => Saved::from_text(text).err().unwrap_or_else(|| unreadable("what belongs to it is damaged")),
        })?;
        let saved = Saved::from_text(text)?;
        let data = beside.data.map(|Data { name, mapping, bytes }| {
            let bytes = STANDARD.decode(bytes.as_bytes());
            let bytes = bytes.map_err(|_| unreadable(format!("the data of “{name}” in it are damaged")))?;
            Ok(SavedData { name, mapping, bytes })
        });
        Ok(Self { saved, desk: beside.desk, data: data.transpose()? })
    }

    /// Whether a text is such a file, as far as it is there: one JSON object with a version and a start or a log, whether or
    /// not it is whole. Lines of JSON are none.
    pub fn is_one(text: &str) -> bool {
        matches!(look(text), Seen::Session)
    }

    /// Whether a text that begins like this may be such a file: its first object goes on, or has all that a session has.
    pub fn may_begin(head: &[u8], is_whole: bool) -> bool {
        let text = match std::str::from_utf8(head) {
            Ok(text) => text,
            // The last letter may be cut.
            Err(error) if head.len() - error.valid_up_to() < 4 => {
                std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return false,
        };
        match look(text) {
            Seen::Session => true,
            Seen::More => !is_whole,
            Seen::Other => false,
        }
    }
}

/// What a text is, as far as it was looked at.
enum Seen {
    /// The object of a session, perhaps cut.
    Session,
    /// An object that goes on, and has not said what it is.
    More,
    /// Something else.
    Other,
}

/// Looks at the names in the first object of a text. Strings and what is nested are leapt over.
fn look(text: &str) -> Seen {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let Some(inner) = text.strip_prefix('{') else { return Seen::Other };
    let (mut depth, mut begin, mut name) = (1_u32, None, "");
    let (mut has_version, mut has_more) = (false, false);
    let mut escaped = false;
    for (at, byte) in inner.bytes().enumerate() {
        if let Some(from) = begin {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    if depth == 1 {
                        name = inner.get(from..at).unwrap_or_default();
                    }
                    begin = None;
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => begin = Some(at + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => {
                // Lines of JSON go on with another object.
                let is_last = !inner[at + 1..].trim_start().starts_with('{');
                return if has_version && has_more && is_last { Seen::Session } else { Seen::Other };
            }
            b'}' | b']' => depth -= 1,
            b':' if depth == 1 => {
                has_version |= name == "version";
                has_more |= matches!(name, "log" | "example" | "file");
                name = "";
            }
            _ => {}
        }
    }
    if has_version && has_more { Seen::Session } else { Seen::More }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{EXAMPLES, Start};
    use crate::session::Session;

    fn saved() -> Saved {
        let mut session = Session::from_start(Start::empty()).expect("a start");
        session.add_client();
        session.save()
    }

    #[test]
    fn all_of_it_is_read_again() {
        let saved = saved();
        let bytes = [0, 255, b'"', b'\n', 7];
        let text =
            SavedFile::text(&saved, "desk \"of\" mine", Some(("ä.csv", "{\"table\":1}", &STANDARD.encode(bytes))));
        assert!(SavedFile::is_one(&text));
        let SavedFile { saved: again, desk, data } = SavedFile::from_text(&text).expect("it was saved");
        assert_eq!((&again, desk.as_deref()), (&saved, Some("desk \"of\" mine")));
        let data = data.expect("there are data");
        assert_eq!((data.name.as_str(), data.mapping.as_str(), &*data.bytes), ("ä.csv", "{\"table\":1}", &bytes[..]));
        assert_eq!(Saved::from_text(&text), Ok(saved.clone()), "as older versions read it");
        // As it was saved before.
        let file = SavedFile::from_text(&saved.to_text()).expect("it was saved");
        assert_eq!((file.desk, file.data), (None, None));
    }

    #[test]
    fn it_is_known_whatever_the_order_and_the_white_space() {
        let id = EXAMPLES[0].id;
        for text in [
            format!("{{\"version\":1,\"example\":\"{id}\",\"log\":[]}}"),
            format!("\u{feff} \n{{\n  \"log\" : [ ],\r\n\t\"example\" :\"{id}\", \"version\": 1 }}\n"),
            format!("{{\"x\":{{\"version\":2}},\"desk\":\"\\\"}}{{\",\"version\":1,\"example\":\"{id}\"}}  "),
        ] {
            assert!(SavedFile::is_one(&text), "{text}");
            assert!(SavedFile::from_text(&text).is_ok(), "{text}");
            assert!(
                (1..=text.len()).all(|end| SavedFile::may_begin(&text.as_bytes()[..end], false) || end < 6),
                "{text}"
            );
        }
        for text in [
            "{\"version\":1,\"log\":\"a\"}\n{\"version\":2,\"log\":\"b\"}\n",
            "{\"id\":1,\"name\":\"version\",\"log\":2}",
            "{\"a\":{\"version\":1,\"log\":[]}}",
            "[{\"version\":1,\"log\":[]}]",
            "id,name\n",
            "",
        ] {
            assert!(!SavedFile::is_one(text), "{text}");
            assert!(!SavedFile::may_begin(text.as_bytes(), true), "{text}");
        }
    }

    #[test]
    fn what_is_cut_damaged_or_newer_is_refused_in_a_sentence() {
        let text = SavedFile::text(&saved(), "desk", Some(("a.csv", "{}", "aWQ=")));
        for end in 2..text.len() {
            let error = SavedFile::from_text(&text[..end]).expect_err("it is cut");
            assert_eq!(error, RestoreError::Cut, "{}", &text[..end]);
        }
        assert!(SavedFile::is_one(&text[..text.len() / 2]));
        let why = |text: &str| SavedFile::from_text(text).expect_err("it is none").to_string();
        assert!(why(&text.replace("aWQ=", "aW*=")).contains("the data of “a.csv” in it are damaged"));
        assert!(why(&text.replace("\"version\":1", "\"version\":9")).contains("a newer version (9)"));
        assert!(why(&text.replace("\"log\"", "\"log\" 7")).contains("This is not a saved session"));
        assert!(why(&text.replace("\"name\":\"a.csv\",", "")).contains("what belongs to it is damaged"));
    }
}
