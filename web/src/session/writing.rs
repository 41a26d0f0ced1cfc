//! A lesson that is being written: its text, its faults, and the lesson as it is at present.

use super::action::Action;
use super::chunk::Chunk;
use super::lesson::Learning;
use super::lesson::{Front, Opening, begin};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::lesson::{self, TEMPLATE};
use splitpoint_lab::sim::language::Language;

/// The name under which the browser keeps the text.
pub const SLOT: &str = "draft";

/// Milliseconds after the last key until the text is played.
const CALM: u32 = 800;

/// A lesson that is being written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LessonDraft {
    /// Its text.
    pub text: String,
    /// The faults: lines, counted from 1, and what to do.
    pub faults: Vec<(u32, String)>,
    /// What would make it a better lesson, likewise.
    pub advice: Vec<(u32, String)>,
    /// Whether the present text was checked completely.
    pub is_checked: bool,
    /// Whether the lesson that is open was made from this text. Until the first text without a fault, it may be another.
    pub is_played: bool,
}

/// Actions of an author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Continues with the text that was kept, or begins a new one.
    Open,
    /// Continues with this text that the browser has kept, or begins a new one.
    Begin(Option<String>),
    /// Replaces the text.
    Text(String),
    /// Sets the text after a key.
    Type(String),
    /// Plays the lesson from its beginning to the reader's step.
    Play,
    /// Plays the lesson to its end, and lists all faults.
    Check,
    /// Saves the text as a file.
    Save,
    /// Makes a lesson of what was done in the present session.
    Record,
}

impl Writing {
    /// Takes the text of a file, which was read, as the lesson.
    pub fn taken(text: Result<String, String>) -> Action {
        Action::of_file(text, |text| Action::Lesson(Learning::Write(Self::Text(text))))
    }
}

impl State {
    pub(super) fn write(&mut self, writing: Writing, language: &'static Language) -> Vec<Effect> {
        match writing {
            Writing::Open => vec![Effect::RecallDraft],
            Writing::Begin(kept) => {
                let text = kept.filter(|kept| !kept.trim().is_empty()).unwrap_or_else(|| TEMPLATE.to_owned());
                let note = Effect::Note(SLOT.to_owned(), text.clone());
                self.write_text(text, note, language)
            }
            Writing::Text(text) => {
                let note = Effect::Replace(SLOT.to_owned(), text.clone());
                self.write_text(text, note, language)
            }
            Writing::Record => match lesson::record(&self.document.lab) {
                Ok(text) => self.write(Writing::Text(text), language),
                Err(why) => {
                    self.chrome.tell(why);
                    Vec::new()
                }
            },
            Writing::Type(text) => {
                let Some(draft) = &mut self.document.draft else { return Vec::new() };
                draft.text.clone_from(&text);
                draft.is_checked = false;
                vec![
                    Effect::Note(SLOT.to_owned(), text),
                    Effect::Later(CALM, Action::Lesson(Learning::Write(Writing::Play))),
                ]
            }
            Writing::Play => self.play_draft(language),
            Writing::Check => {
                let Some(draft) = &mut self.document.draft else { return Vec::new() };
                let report = lesson::told("", &draft.text, language);
                let (advice, faults): (Vec<_>, Vec<_>) = report.faults.iter().partition(|fault| fault.is_advice());
                let told = |faults: Vec<&lesson::Fault>| {
                    faults.into_iter().map(|fault| (fault.line, fault.to_string())).collect()
                };
                (draft.faults, draft.advice) = (told(faults), told(advice));
                draft.is_checked = true;
                Vec::new()
            }
            Writing::Save => {
                let Some(draft) = &self.document.draft else { return Vec::new() };
                vec![Effect::Save(file(&draft.text), draft.text.clone().into_bytes())]
            }
        }
    }

    /// Begins to write with this text, which `note` keeps. A lesson that is open stays until the text can be played: its
    /// session is not the reader's own work, and must not be kept as that.
    fn write_text(&mut self, text: String, note: Effect, language: &'static Language) -> Vec<Effect> {
        self.document.draft = Some(LessonDraft { text, ..LessonDraft::default() });
        let mut effects = self.play_draft(language);
        effects.push(note);
        effects.push(Effect::Focus("source"));
        effects
    }

    fn play_draft(&mut self, language: &'static Language) -> Vec<Effect> {
        let Some(mut draft) = self.document.draft.take() else { return Vec::new() };
        if self.lacks_growth(&draft.text) {
            self.document.draft = Some(draft);
            return vec![Effect::Bring(Chunk::Growth, Action::Lesson(Learning::Write(Writing::Play)))];
        }
        let before = self.document.lesson.as_ref().filter(|_| draft.is_played);
        let (progress, front) = before.map_or((None, Front::Source), |lesson| (Some(lesson.progress()), lesson.front));
        let opening = Opening { name: draft.text.clone(), to: None, grain: None };
        match begin(&opening, progress.as_deref(), language) {
            Ok((session, mut lesson, _)) => {
                // What was checked after the last key stays said.
                if !draft.is_checked {
                    (draft.faults, draft.advice) = (Vec::new(), Vec::new());
                }
                draft.is_played = true;
                lesson.front = front;
                self.take_lesson(session, lesson);
                self.document.draft = Some(draft);
                self.settle()
            }
            Err(fault) => {
                if !draft.is_checked {
                    (draft.faults, draft.advice) = (vec![fault], Vec::new());
                }
                if let Some(other) = self.document.lesson.as_mut().filter(|_| !draft.is_played) {
                    other.front = Front::Source;
                }
                self.document.draft = Some(draft);
                Vec::new()
            }
        }
    }
}

/// Whether a text of this name, of those that the browser keeps, is that of a lesson: the present one, or one that it
/// replaced.
pub fn is_draft(name: &str) -> bool {
    let own = name.strip_prefix("copy.").and_then(|rest| rest.split_once('.')).map_or(name, |(_, own)| own);
    own.split('.').next() == Some(SLOT)
}

/// The name of a lesson's file: its title in lower case.
pub fn file(text: &str) -> String {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("lesson");
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let words: String = title.chars().map(plain).collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    format!("{}.md", if words.is_empty() { "lesson".to_owned() } else { words.join("-") })
}

#[cfg(test)]
mod tests {
    use super::{Action, Learning, TEMPLATE, Writing, file, is_draft};
    use crate::session::tests::page;

    #[test]
    fn what_a_check_found_stays_when_the_text_is_played_afterwards() {
        let mut state = page();
        let mut write = |writing| {
            state.apply(Action::Lesson(Learning::Write(writing)));
            let draft = state.document.draft.as_ref().expect("a lesson is being written");
            (draft.faults.len(), draft.is_checked)
        };
        write(Writing::Text(TEMPLATE.to_owned()));
        write(Writing::Type(format!("{TEMPLATE}\n")));
        let (faults, is_checked) = write(Writing::Check);
        assert!(faults > 3 && is_checked, "{faults}");
        assert_eq!(write(Writing::Play), (faults, true));
        assert_eq!(write(Writing::Type("nothing".to_owned())), (faults, false));
        assert_eq!(write(Writing::Play), (1, false));
    }

    #[test]
    fn a_file_is_called_as_its_lesson() {
        assert_eq!(file("---\n---\n# Two clients: who wins?\n"), "two-clients-who-wins.md");
        assert_eq!(file("no title"), "lesson.md");
    }

    #[test]
    fn texts_of_lessons_are_known_by_their_names() {
        for name in ["draft", "draft.before.2", "copy.7.draft", "copy.7.draft.before.1"] {
            assert!(is_draft(name), "{name}");
        }
        for name in ["session", "session.before.1", "copy.7.session", "drafts", "aside.1"] {
            assert!(!is_draft(name), "{name}");
        }
    }
}
