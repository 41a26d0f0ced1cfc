//! One JSON object a line, as values by the names of columns. What is nested goes by its path: `user.id`, `tags.0`.

use super::limit::{DEEPEST, MOST_COLUMNS};
use super::record::Values;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use splitpoint_model::map::Map;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The columns of a file of objects.
pub(super) struct Names {
    names: Vec<String>,
    places: Map<String, usize>,
    /// Whether a name that is not among them is added to them.
    grows: bool,
}

impl Names {
    /// The columns of a mapping: a name that is not among them is ignored.
    pub(super) fn known<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut known = Self { names: Vec::new(), places: Map::new(), grows: false };
        for name in names {
            known.places.insert(name.to_owned(), known.names.len());
            known.names.push(name.to_owned());
        }
        known
    }

    /// No columns yet: each name that is met is added.
    pub(super) fn growing() -> Self {
        Self { names: Vec::new(), places: Map::new(), grows: true }
    }

    /// The names of all columns met so far, in their order.
    pub(super) fn all(&self) -> &[String] {
        &self.names
    }

    /// The place of a column; it is added where names are.
    fn place(&mut self, name: &str) -> Option<usize> {
        if let Some(place) = self.places.get(name) {
            return Some(*place);
        }
        if !self.grows {
            return None;
        }
        self.places.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        Some(self.names.len() - 1)
    }

    /// The values of a line.
    ///
    /// # Errors
    /// Why it has none, and where in the line the mistake is.
    pub(super) fn read(&mut self, line: &str) -> Result<Values<'static>, (String, Range<usize>)> {
        let whole = 0..line.len();
        if !line.trim_start().starts_with('{') {
            let why = "It is not a JSON object: a line begins with “{”, as in {\"id\": 1}.".to_owned();
            return Err((why, whole));
        }
        let Object(members) = serde_json::from_str(line).map_err(|error| {
            // The place of a mistake is counted in bytes from 1; at the end of the line something is missing.
            let at = if error.is_eof() { line.len() } else { error.column().saturating_sub(1) };
            let why = if error.is_eof() {
                "it ends in the middle. Is each object on a line of its own?"
            } else {
                "it goes wrong at the mark. Names and texts stand between double quotes, and commas between values."
            };
            (format!("It is not a JSON object: {why}"), at..line.len())
        })?;
        let mut filled = Filled { names: self, values: Vec::new(), count: 0 };
        filled.values.resize(filled.names.names.len(), None);
        for (name, value) in members {
            filled.take(&name, value, 1).map_err(|why| (why, place(line, &name)))?;
        }
        Ok(filled.values.into_iter().map(|value| value.flatten()).collect())
    }
}

/// The values of a line, as far as they were met.
struct Filled<'a> {
    names: &'a mut Names,
    /// `Some(None)`: it was met, and has no value.
    values: Vec<Option<Option<Cow<'static, str>>>>,
    count: usize,
}

impl Filled<'_> {
    /// Takes a member, and what is in it.
    fn take(&mut self, name: &str, value: &RawValue, depth: usize) -> Result<(), String> {
        let text = value.get();
        let is_nested = text.starts_with(['{', '[']);
        // A column of that name takes all of it, as all columns did once.
        if !is_nested || self.names.places.contains_key(name) {
            return self.put(name, plain(text));
        }
        if depth >= DEEPEST {
            return Err(format!("“{}” is nested deeper than {DEEPEST} objects and arrays: flatten it.", short(name)));
        }
        let within = |part: &str| format!("{name}.{part}");
        if text.starts_with('{') {
            let Object(members) = serde_json::from_str(text).map_err(|error| error.to_string())?;
            let is_empty = members.is_empty();
            for (part, value) in members {
                self.take(&within(&part), value, depth + 1)?;
            }
            if is_empty { self.put(name, Some(text.to_owned())) } else { Ok(()) }
        } else {
            let items: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| error.to_string())?;
            let is_empty = items.is_empty();
            for (at, value) in items.into_iter().enumerate() {
                self.take(&within(&at.to_string()), value, depth + 1)?;
            }
            if is_empty { self.put(name, Some(text.to_owned())) } else { Ok(()) }
        }
    }

    fn put(&mut self, name: &str, value: Option<String>) -> Result<(), String> {
        self.count += 1;
        if self.count > MOST_COLUMNS {
            return Err(format!("It has more than {MOST_COLUMNS} values: leave some out, or write several objects."));
        }
        let Some(place) = self.names.place(name) else { return Ok(()) };
        if place >= self.values.len() {
            self.values.resize(place + 1, None);
        }
        if self.values[place].is_some() {
            return Err(format!("“{}” stands in it twice, and one would hide the other: rename one.", short(name)));
        }
        self.values[place] = Some(value.map(Cow::Owned));
        Ok(())
    }
}

/// What a value is as text: a string without its quotes, nothing of null, all else as it stands there.
fn plain(text: &str) -> Option<String> {
    match text.as_bytes().first() {
        Some(b'"') => serde_json::from_str(text).ok(),
        Some(b'n') => None,
        // As it was written down once, before objects went by their paths.
        Some(b'{' | b'[') => serde_json::from_str::<serde_json::Value>(text).ok().map(|value| value.to_string()),
        _ => Some(text.to_owned()),
    }
}

/// Where in a line the value of a column begins, and ends, as far as that can be seen.
pub(super) fn place(line: &str, name: &str) -> Range<usize> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let found = [name, last].into_iter().find_map(|name| {
        let key = serde_json::to_string(name).ok()?;
        let at = line.find(&key)? + key.len();
        let rest = line[at..].trim_start().strip_prefix(':')?.trim_start();
        let begin = line.len() - rest.len();
        let length = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>().next()?.ok()?.get().len();
        Some(begin..begin + length)
    });
    found.unwrap_or(line.len()..line.len())
}

/// The beginning of a name that may be long.
fn short(name: &str) -> Cow<'_, str> {
    crate::notation::short(name)
}

/// The members of an object in the order of the file.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object such as {\"id\": 1}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}
