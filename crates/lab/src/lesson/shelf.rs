//! The lessons that come with the program, in the order in which they build on each other.

use super::{Fault, Lesson};

/// A lesson that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shelved {
    /// By which it is found and linked.
    pub id: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// All of them: a path, not a gate.
pub const SHELF: &[Shelved] = &[
    Shelved { id: "upside-down", text: include_str!("../../lessons/upside-down.md") },
    Shelved { id: "last-row", text: include_str!("../../lessons/last-row.md") },
    Shelved { id: "prepend-race", text: include_str!("../../lessons/prepend-race.md") },
    Shelved { id: "byte-traps", text: include_str!("../../lessons/byte-traps.md") },
    Shelved { id: "hot-front", text: include_str!("../../lessons/hot-front.md") },
    Shelved { id: "salt", text: include_str!("../../lessons/salt.md") },
    Shelved { id: "page-three", text: include_str!("../../lessons/page-three.md") },
    Shelved { id: "inside-a-row", text: include_str!("../../lessons/inside-a-row.md") },
    Shelved { id: "together", text: include_str!("../../lessons/together.md") },
    Shelved { id: "where-to-cut", text: include_str!("../../lessons/where-to-cut.md") },
];

/// Id and title of each, for who lists them without bringing them.
pub const TITLES: [(&str, &str); 10] = [
    ("upside-down", "The table that grows at the top"),
    ("last-row", "Four ways to the last row"),
    ("prepend-race", "Two clients prepend"),
    ("byte-traps", "Twenty is not twenty"),
    ("hot-front", "Why one region burns"),
    ("salt", "Salting and its bill"),
    ("page-three", "Page three of my actions"),
    ("inside-a-row", "A table inside a row"),
    ("together", "All or nothing, if you live together"),
    ("where-to-cut", "Where a region may be cut"),
];

impl Shelved {
    /// The lesson.
    ///
    /// # Errors
    /// What is wrong with its file; tests hold that nothing is.
    pub fn lesson(&self) -> Result<Lesson, Fault> {
        Lesson::read(self.id, self.text)
    }

    /// The lesson that comes after it.
    pub fn next(&self) -> Option<&'static Self> {
        let at = SHELF.iter().position(|other| other.id == self.id)?;
        SHELF.get(at + 1)
    }
}

/// The lesson of that id.
pub fn shelved(id: &str) -> Option<&'static Shelved> {
    SHELF.iter().find(|lesson| lesson.id == id)
}

#[cfg(test)]
mod tests {
    use super::{SHELF, TITLES};

    #[test]
    fn lists_and_files_agree() {
        let titled = SHELF.iter().map(|shelved| {
            let lesson = shelved.lesson().expect("it can be read");
            (lesson.id, lesson.title)
        });
        let listed = TITLES.iter().map(|(id, title)| ((*id).to_owned(), (*title).to_owned()));
        assert_eq!(titled.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
    }
}
