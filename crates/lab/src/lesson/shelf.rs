//! The lessons that come with the program, in the order in which they build on each other.

use super::{Fault, Lesson, Player};
use crate::session::{Link, LinkError, Opens, Restored, Stop};
use crate::sim::language::Language;
use std::sync::Arc;

/// A lesson that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shelved {
    /// By which it is found and linked.
    pub id: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// All lessons, in the order in which they build on each other. Readers may open any of them.
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

/// Opens a link of any kind, all at once: as [`Link::open`], and a lesson as far as the link says. What to tell of it
/// comes beside the divergences.
///
/// # Errors
/// Why it cannot be opened.
pub fn open(link: &Link, language: &'static Language) -> Result<(Restored, Option<String>), LinkError> {
    let Opens::Lesson(name) = &link.opens else { return link.open(language) };
    let lesson = Arc::new(match shelved(name) {
        Some(shelved) => shelved.lesson().map_err(|fault| LinkError::of(&fault))?,
        None if is_text(name) => written(name).map_err(|fault| LinkError::of(&fault))?,
        None => return Err(LinkError::UnknownLesson(name.clone())),
    });
    let mut session = lesson.session(language).map_err(|fault| LinkError::of(&fault))?;
    session.set_grain(link.grain.unwrap_or(lesson.grain));
    let to = link.step.clone().unwrap_or(Stop::At(0));
    let (_, found) = Player::visit(lesson, &mut session, &to).map_err(|fault| LinkError::of(&fault))?;
    Ok((Restored { session, divergences: Vec::new() }, (!found).then(|| missing(&to))))
}

/// A lesson that does not come with the program. It has no id but its whole text, so that a link can hold it.
///
/// # Errors
/// The first fault of the text.
pub fn written(text: &str) -> Result<Lesson, Fault> {
    Lesson::read(text, text)
}

/// Whether something is the text of a lesson, and not the id of one.
pub fn is_text(name: &str) -> bool {
    name.trim_start().starts_with("---") && name.contains('\n')
}

/// What is said where a link to a lesson names a stop that is not there.
pub fn missing(to: &Stop) -> String {
    let Stop::Marker(name) = to else { return String::new() };
    format!("The link leads to a stop “{name}”, which this lesson does not have. This is its end.")
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
