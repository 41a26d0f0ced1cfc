//! Where a session that is restored comes out differently from how it was kept.

use crate::sim::world::{JobName, LETTERS};
use std::fmt;

/// A decision whose result differs from when it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Its branch; 0 is the first.
    pub branch: usize,
    /// The number of the kept decision among the branch's own, counted from 1.
    pub decision: usize,
    /// The number of the step on the branch, at the grain that was kept.
    pub step: u64,
    /// Whose decision it was.
    pub who: Who,
    /// Its result then; of what was asked for, the words of the request.
    pub expected: String,
    /// Its result now.
    pub found: Finding,
}

/// Who made a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A client's; 0 is A.
    Client(u8),
    /// A piece of background work.
    Job(JobName),
    /// A person's.
    Person,
}

/// The result of a kept decision now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It ended as before, but with this result.
    Came(String),
    /// This, and then the operation was over before its kept point.
    Over(String),
    /// This, and then it had nothing to do or had to wait before its kept point.
    Stuck(String),
    /// There is no such job now.
    Nobody,
    /// It is refused, with this sentence.
    Refused(String),
    /// It is not possible at this point, such as cancelling where nothing runs.
    Impossible,
    /// It was not replayed: what came before it used up the work that one text may cause.
    TooMuch,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Step {}", self.step)?;
        if self.branch > 0 {
            write!(f, " on branch {}", self.branch + 1)?;
        }
        match &self.found {
            Finding::Refused(sentence) => {
                return write!(f, ": “{}” was possible, now is refused. {sentence}", self.expected);
            }
            Finding::Impossible => return write!(f, ": “{}” was possible, now is not.", self.expected),
            _ => write!(f, ": {} came to “{}”", self.who, self.expected)?,
        }
        match &self.found {
            Finding::Came(came) if came.is_empty() => f.write_str(", now to nothing."),
            Finding::Came(came) => write!(f, ", now to “{came}”."),
            Finding::Over(came) if came.is_empty() => f.write_str(", now is over before."),
            Finding::Over(came) => write!(f, ", now is over before, with “{came}”."),
            Finding::Stuck(came) if came.is_empty() => f.write_str(", now cannot go on."),
            Finding::Stuck(came) => write!(f, ", now cannot go on after “{came}”."),
            Finding::Nobody => f.write_str(", now there is no such work."),
            Finding::Refused(_) | Finding::Impossible => Ok(()),
            Finding::TooMuch => f.write_str(", now it is left out: the session is too long."),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(client) => match LETTERS.get(usize::from(*client)) {
                Some(letter) => write!(f, "{letter}"),
                None => write!(f, "client {client}"),
            },
            Self::Job(name) => write!(f, "{name}"),
            Self::Person => f.write_str("a person"),
        }
    }
}
