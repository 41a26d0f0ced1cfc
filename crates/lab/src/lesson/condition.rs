//! What has to be so: comparisons of values, and promises.

use super::fault::{Fault, Trouble};
use super::value::Value;
use crate::notation::Encoding;
use crate::promise::{Promise, Unread};
pub use crate::words::measure::Comparison;
use std::cmp::Ordering;

/// A condition that a moment of a session meets or does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A promise holds.
    Kept(Promise),
    /// A promise is broken.
    Broken(Promise),
    /// A promise holds in every order in which the clients can go on from here.
    EveryOrder(Promise),
    /// A comparison of two values or texts holds.
    Compare(Term, Comparison, Term),
}

const COMPARISONS: [(&str, Comparison); 6] = [
    (" <= ", Comparison::AtMost),
    (" >= ", Comparison::AtLeast),
    (" != ", Comparison::Other),
    (" = ", Comparison::Same),
    (" < ", Comparison::Less),
    (" > ", Comparison::More),
];

/// A side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A value that is read from the session.
    Value(Value),
    /// A number, or a text that stands in quotes in the file.
    Text(String),
}

/// Words, and what has to be so at one moment for them to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// For the reader.
    pub words: String,
    /// The conditions, all of which have to be met at one moment.
    pub conditions: Vec<Condition>,
    pub(super) line: u32,
}

/// The table that a promise is about, and what its keys are made of.
#[derive(Clone, Debug)]
pub(super) struct About {
    pub(super) table: String,
    pub(super) key: Encoding,
}

impl Comparison {
    /// Whether two texts compare so. Only numbers are smaller or larger.
    pub(super) fn holds(self, one: &str, other: &str) -> bool {
        let numbers = one.parse::<i64>().ok().zip(other.parse::<i64>().ok());
        let order = numbers.map(|(one, other)| one.cmp(&other));
        match self {
            Self::Same => one == other,
            Self::Other => one != other,
            Self::AtMost => order.is_some_and(Ordering::is_le),
            Self::AtLeast => order.is_some_and(Ordering::is_ge),
            Self::Less => order == Some(Ordering::Less),
            Self::More => order == Some(Ordering::Greater),
        }
    }
}

impl Term {
    fn read(text: &str) -> Result<Self, Trouble> {
        let text = text.trim();
        let quoted = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        match quoted {
            Some(text) => Ok(Self::Text(text.to_owned())),
            None if text.parse::<i64>().is_ok() => Ok(Self::Text(text.to_owned())),
            None => Value::read(text).map(Self::Value),
        }
    }
}

impl Condition {
    /// Whether a text is a condition and no value: that has no sign with spaces around it.
    pub(super) fn is_one(text: &str) -> bool {
        COMPARISONS.iter().any(|(sign, _)| text.contains(sign))
    }

    pub(super) fn read(text: &str, about: &About, line: u32) -> Result<Self, Fault> {
        let fault = |trouble| Fault::new(line, trouble);
        let text = text.trim();
        let rest = |word: &str| text.strip_prefix(word).map(str::trim);
        if let Some(rest) = rest("kept ") {
            return promise(rest, about).map(Self::Kept).map_err(fault);
        }
        if let Some(rest) = rest("broken ") {
            return promise(rest, about).map(Self::Broken).map_err(fault);
        }
        if let Some(rest) = rest("every order keeps ") {
            return promise(rest, about).map(Self::EveryOrder).map_err(fault);
        }
        let found = COMPARISONS.iter().find_map(|(sign, how)| Some((text.split_once(sign)?, *how)));
        let ((one, other), how) = found.ok_or_else(|| fault(Trouble::UnknownCondition(text.to_owned())))?;
        Ok(Self::Compare(Term::read(one).map_err(fault)?, how, Term::read(other).map_err(fault)?))
    }
}

/// A promise about a table.
fn promise(text: &str, about: &About) -> Result<Promise, Trouble> {
    Promise::read(text, &about.table, &|_| about.key.clone()).map_err(|why| match why {
        Unread::Key(key, problem) => Trouble::Key(key, problem.sentence),
        other => Trouble::UnknownPromise(other.to_string()),
    })
}
