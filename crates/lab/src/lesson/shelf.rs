//! The lessons that come with the program, in the order in which they build on each other.

use super::score::Score;
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
    /// What was recorded of it, to be played without the language: what [`compile`](super::compile) writes.
    pub steps: &'static str,
}

/// A lesson by the name of its files.
macro_rules! shelved {
    ($id:literal) => {
        Shelved {
            id: $id,
            text: include_str!(concat!("../../lessons/", $id, ".md")),
            steps: include_str!(concat!("../../lessons/", $id, ".steps")),
        }
    };
}

/// All lessons, in the order in which they build on each other. Readers may open any of them.
pub const SHELF: &[Shelved] = &[
    shelved!("upside-down"),
    shelved!("last-row"),
    shelved!("prepend-race"),
    shelved!("byte-traps"),
    shelved!("hot-front"),
    shelved!("salt"),
    shelved!("page-three"),
    shelved!("inside-a-row"),
    shelved!("together"),
    shelved!("where-to-cut"),
    shelved!("a-year"),
];

/// What is known of a lesson without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Title {
    /// By which it is found and linked.
    pub id: &'static str,
    /// A few words.
    pub title: &'static str,
    /// How many things its goals ask for.
    pub todos: usize,
}

/// The title of each, for who lists them without bringing them.
pub const TITLES: [Title; 11] = [
    Title { id: "upside-down", title: "The table that grows at the top", todos: 2 },
    Title { id: "last-row", title: "Four ways to the last row", todos: 1 },
    Title { id: "prepend-race", title: "Two clients prepend", todos: 2 },
    Title { id: "byte-traps", title: "Twenty is not twenty", todos: 1 },
    Title { id: "hot-front", title: "Why one region burns", todos: 1 },
    Title { id: "salt", title: "Salting and its bill", todos: 2 },
    Title { id: "page-three", title: "Page three of my actions", todos: 1 },
    Title { id: "inside-a-row", title: "A table inside a row", todos: 1 },
    Title { id: "together", title: "All or nothing, if you live together", todos: 2 },
    Title { id: "where-to-cut", title: "Where a region may be cut", todos: 1 },
    Title { id: "a-year", title: "What your key does in a year", todos: 1 },
];

impl Shelved {
    /// The lesson.
    ///
    /// # Errors
    /// What is wrong with its file; tests hold that nothing is.
    pub fn lesson(&self) -> Result<Lesson, Fault> {
        Lesson::read(self.id, self.text)
    }

    /// The lesson, as it can also be played without its language ([`RECORDED`](crate::sim::language::RECORDED)).
    ///
    /// # Errors
    /// What is wrong with its file; tests hold that nothing is.
    pub fn recorded(&self) -> Result<Lesson, Fault> {
        Ok(Lesson { score: Score::read(self.steps).map(Arc::new), ..self.lesson()? })
    }

    /// The lesson that comes after it.
    pub fn next(&self) -> Option<&'static Self> {
        let at = SHELF.iter().position(|other| other.id == self.id)?;
        SHELF.get(at + 1)
    }
}

/// The error for a link to a lesson that is not there.
pub fn unknown(id: &str) -> LinkError {
    LinkError::UnknownLesson { id: id.to_owned(), known: TITLES.map(|lesson| lesson.id).to_vec() }
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
        // No id has two lines: a text whose header is missing is told that.
        None if name.trim().contains('\n') => written(name).map_err(|fault| LinkError::of(&fault))?,
        None => return Err(unknown(name)),
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

/// Whether a lesson asks what a key comes to in a year, by its id or its text: then the code that computes it is needed.
pub fn asks_of_year(name: &str) -> bool {
    let text = shelved(name).map_or(name, |lesson| lesson.text);
    let is_value = |line: &str| line.contains("{{year ") || line.trim_start().starts_with("= year ");
    is_text(text) && text.lines().any(is_value)
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
            let todos = lesson.todos();
            (lesson.id, lesson.title, todos)
        });
        let listed = TITLES.iter().map(|known| (known.id.to_owned(), known.title.to_owned(), known.todos));
        assert_eq!(titled.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
    }
}
