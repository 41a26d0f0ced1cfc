//! A lesson that is being written: its text, what is wrong with it, and the lesson beside it as it is now.

use super::chunk::Chunk;
use super::lesson::{Front, Opening, begin};
use super::reducer::Effect;
use super::state::State;
use super::{action::Action, lesson::Learning};
use splitpoint_lab::lesson::{self, TEMPLATE};
use splitpoint_lab::sim::language::Language;

/// Where the browser keeps what was written last.
pub const SLOT: &str = "draft";

/// Milliseconds after the last key until what is written is played.
const CALM: u32 = 800;

/// A lesson that is being written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LessonDraft {
    /// Its text.
    pub text: String,
    /// What is wrong with it: lines, counted from 1, and what to do.
    pub faults: Vec<(u32, String)>,
    /// Whether all of it was checked, as it stands now.
    pub is_checked: bool,
}

/// What an author asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writing {
    /// Goes on with what was written last, or else begins.
    Open,
    /// Likewise, where the browser keeps this of it.
    Begin(Option<String>),
    /// Takes this text in place of what is there.
    Text(String),
    /// This is the text now.
    Type(String),
    /// Plays it from its beginning to where the reader is.
    Play,
    /// Plays it to its end, and lists all that is wrong.
    Check,
    /// Saves it as a file.
    Save,
    /// Makes one of what was done in the session that is there.
    Record,
}

impl State {
    pub(super) fn write(&mut self, writing: Writing, language: &'static Language) -> Vec<Effect> {
        match writing {
            Writing::Open => vec![Effect::RecallDraft],
            Writing::Begin(kept) => {
                let text = kept.filter(|kept| !kept.trim().is_empty()).unwrap_or_else(|| TEMPLATE.to_owned());
                self.write_text(text, language)
            }
            Writing::Text(text) => self.write_text(text, language),
            Writing::Record => match lesson::record(&self.document.lab) {
                Ok(text) => self.write_text(text, language),
                Err(why) => {
                    self.chrome.notice = Some(why.to_owned());
                    Vec::new()
                }
            },
            Writing::Type(text) => {
                let Some(draft) = &mut self.document.draft else { return Vec::new() };
                *draft =
                    LessonDraft { text: text.clone(), faults: std::mem::take(&mut draft.faults), is_checked: false };
                vec![
                    Effect::Note(SLOT.to_owned(), text),
                    Effect::Later(CALM, Action::Lesson(Learning::Write(Writing::Play))),
                ]
            }
            Writing::Play => self.play_draft(language),
            Writing::Check => {
                let Some(draft) = &mut self.document.draft else { return Vec::new() };
                let report = lesson::told("", &draft.text, language);
                draft.faults = report.faults.iter().map(|fault| (fault.line, fault.to_string())).collect();
                draft.is_checked = true;
                Vec::new()
            }
            Writing::Save => {
                let Some(draft) = &self.document.draft else { return Vec::new() };
                vec![Effect::Save(file(&draft.text), draft.text.clone().into_bytes())]
            }
        }
    }

    fn write_text(&mut self, text: String, language: &'static Language) -> Vec<Effect> {
        // What was at play is another lesson.
        self.document.lesson = None;
        let note = Effect::Note(SLOT.to_owned(), text.clone());
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
        let before = self.document.lesson.as_ref();
        let (progress, front) = before.map_or((None, Front::Source), |lesson| (Some(lesson.progress()), lesson.front));
        let opening = Opening { name: draft.text.clone(), to: None, grain: None };
        match begin(&opening, progress.as_deref(), language) {
            Ok((session, mut lesson, _)) => {
                draft.faults.clear();
                lesson.front = front;
                self.take_lesson(session, lesson);
                self.document.draft = Some(draft);
                self.settle()
            }
            Err(fault) => {
                draft.faults = vec![fault];
                draft.is_checked = false;
                self.document.draft = Some(draft);
                Vec::new()
            }
        }
    }
}

/// The name of the file of a lesson: its title in small letters.
fn file(text: &str) -> String {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("lesson");
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let words: String = title.chars().map(plain).collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    format!("{}.md", if words.is_empty() { "lesson".to_owned() } else { words.join("-") })
}

#[cfg(test)]
mod tests {
    use super::file;

    #[test]
    fn a_file_is_called_as_its_lesson() {
        assert_eq!(file("---\n---\n# Two clients: who wins?\n"), "two-clients-who-wins.md");
        assert_eq!(file("no title"), "lesson.md");
    }
}
