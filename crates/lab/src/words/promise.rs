//! Promises in words.

use crate::promise::{Promise, Resource};

/// A promise as a short sentence without a full stop: `no acknowledged write is lost`.
pub fn promise(promise: &Promise) -> String {
    match promise {
        Promise::Acknowledged { .. } => "no acknowledged write is lost".to_owned(),
        Promise::Together { .. } => "its rows become visible together".to_owned(),
        Promise::Row { there: true, .. } => "the row is there at the end".to_owned(),
        Promise::Row { there: false, .. } => "the row is not there at the end".to_owned(),
        Promise::Rows { count, .. } => format!("{} at the end", super::count(*count, "row")),
        Promise::Cell { value: Some(_), .. } => "the cell has its value at the end".to_owned(),
        Promise::Cell { value: None, .. } => "there is no such cell at the end".to_owned(),
        Promise::AtMost { resource, most, .. } => {
            let what = match resource {
                Resource::Calls => "call",
                Resource::Rows => "row",
                Resource::Cells => "cell",
            };
            let most = super::counted(*most, what);
            match resource {
                Resource::Calls => format!("no operation takes more than {most}"),
                Resource::Rows | Resource::Cells => format!("no operation looks at more than {most}"),
            }
        }
    }
}
