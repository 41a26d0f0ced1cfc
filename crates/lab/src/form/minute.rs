//! First minutes: suggestions for a newcomer, at least one for each idea about row keys. Each is an example, and a form filled
//! in for it. Nothing is sent before the reader does it.

use super::{Change, Operation};
use crate::intent::{Field, Slot};
use crate::scenario::{Reference, Start};

/// Something to try first.
pub struct Minute {
    /// A few words for a button.
    pub title: &'static str,
    /// What to do and what to see, in two or three sentences.
    pub story: &'static str,
    /// The example that it begins with.
    pub example: &'static str,
    /// The form that it is done with.
    pub operation: Operation,
    /// Words of the story that name a field of the form.
    pub names: Option<Named>,
    /// A switch of the form that is turned on.
    pub on: Option<Field>,
    /// Whether the second client is to send the same once the first has, before either goes on.
    pub both: bool,
}

/// Words that lead to a field, which may be out of sight.
#[derive(Clone, Copy)]
pub struct Named {
    /// The words, as they stand in the story.
    pub words: &'static str,
    /// The field.
    pub slot: Slot,
    /// What the words tell to choose there; `None` where something is to be typed.
    pub pick: Option<Pick>,
}

/// What is chosen in a field.
#[derive(Clone, Copy)]
pub enum Pick {
    /// An entry of a list, counted from 0.
    Entry(usize),
    /// The region that begins at this row.
    Region(&'static [u8]),
}

impl Pick {
    /// The change of the field.
    pub fn change(self) -> Change {
        match self {
            Self::Entry(at) => Change::Choice(at),
            Self::Region(start) => Change::Region(Some(start.to_vec())),
        }
    }
}

impl Minute {
    /// The start it begins with.
    pub fn reference(&self) -> Reference {
        Reference::Sandbox(self.example.into())
    }

    /// Whether it begins with this start.
    pub fn is_of(&self, start: &Start) -> bool {
        start.reference.example() == Some(self.example)
    }
}

const fn named(words: &'static str, slot: Slot, pick: Option<Pick>) -> Named {
    Named { words, slot, pick }
}

/// All first minutes, in the order in which they build on each other.
pub const MINUTES: &[Minute] = &[
    Minute {
        title: "Newest first",
        story: "Each new comment gets the smallest key, so that the newest is the first row. Send: Ada reads the first \
                key, subtracts one, and puts only if nobody was quicker. Next walks her on.",
        example: "comments",
        operation: Operation::Prepend,
        names: None,
        on: None,
        both: false,
    },
    Minute {
        title: "Lose a comment",
        story: "Send as Ada, then once more as Ben: both have read the same first key. Next walks each to its end. \
                Without a check, who wrote last wins, and the other comment is gone. Then press Same again, but with \
                check-and-put, under Clients.",
        example: "comments",
        operation: Operation::Prepend,
        names: None,
        on: Some(Field::Blind),
        both: true,
    },
    Minute {
        title: "Last row, four ways",
        story: "The first comment got the key 20, and later ones get smaller keys, so one Get finds the last row. Press \
                Compare operations, below, and read the last row in every way: what each costs, and where it looked. \
                Then insert a row 21, and send this again: the Get still brings 20.",
        example: "comments",
        operation: Operation::LastRow,
        names: None,
        on: None,
        both: false,
    },
    Minute {
        title: "Page three",
        story: "A key is user, Long.MAX_VALUE − time, action: a user's rows lie together, the newest first. Run reads \
                three pages, each after the last row of the one before. Then choose at an offset, run \
                again, and see what is read and thrown away.",
        example: "actions",
        operation: Operation::Pages,
        names: Some(named("at an offset", Slot { field: Field::By, of: None }, Some(Pick::Entry(1)))),
        on: None,
        both: false,
    },
    Minute {
        title: "A table inside a row",
        story: "All 200 pets of a clinic are one row, and a qualifier is pet|column. Send: the filter seeks past \
                the others to fluffy, and Cost tells how few cells are examined. Next closes the scanner. Then empty \
                both fields of Qualifiers and send again: now cells come in order, 20 a Result.",
        example: "pets",
        operation: Operation::Pages,
        names: Some(named("Qualifiers", Slot { field: Field::From, of: None }, None)),
        on: None,
        both: false,
    },
    Minute {
        title: "Hot spot",
        story: "300 comments, from the key 1000 down, go into a table that splits as it grows. \
                Run them, then see the heat: whatever splits, the front stays in one region. Then press Run the \
                same, salted over 4, and see the heat again.",
        example: "comments",
        operation: Operation::Repeat,
        names: None,
        on: None,
        both: false,
    },
    Minute {
        title: "Together or not at all",
        story: "A transaction changes several rows or none, and all of them have to live in one region. Run it. Then \
                make its second row acm001, which has another prefix, and run it again. Choose each by \
                itself, and such rows are written.",
        example: "partitions",
        operation: Operation::Transaction,
        names: Some(named("second row", Field::Mutations.item(1, Field::Row), None)),
        on: None,
        both: false,
    },
    Minute {
        title: "Where it is cut",
        story: "HBase would cut r1 in the middle of its largest file; this table's policy shortens that key to the \
                tenant. Run: no data is copied, until each half is compacted. Then choose r2, and run again: all of \
                its rows belong to dot, so that the policy finds no place to cut.",
        example: "partitions",
        operation: Operation::Split,
        names: Some(named("choose r2", Slot { field: Field::Region, of: None }, Some(Pick::Region(b"dot")))),
        on: None,
        both: false,
    },
];

#[cfg(test)]
mod tests {
    use super::{MINUTES, Named};

    #[test]
    fn what_a_story_names_is_in_it_once() {
        for minute in MINUTES {
            if let Some(Named { words, .. }) = minute.names {
                assert_eq!(minute.story.matches(words).count(), 1, "{}: {words}", minute.title);
            }
        }
    }
}
