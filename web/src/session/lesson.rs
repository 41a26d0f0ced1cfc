//! A lesson at play on the page: what leads along it, and what a reader does with it. The code that plays lessons is
//! brought when one is first opened; here is only what is kept of it.

use super::action::{Action, Tab};
use super::chunk::Chunk;
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::lesson::{Place, Player, Progress, SHELF, Shown, TITLES, Verdict};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::Language;
use std::sync::Arc;

/// A lesson that was opened.
pub struct Lesson {
    /// Its place among [`TITLES`].
    pub number: usize,
    /// Whether its story is in front of the forms.
    pub is_front: bool,
    /// What came of the last answer.
    pub verdict: Option<Verdict>,
    player: Box<dyn Teaching>,
}

impl Lesson {
    /// What there is to read and to do where the cursor stands.
    pub fn show(&self, lab: &Session) -> Shown {
        self.player.show(lab)
    }

    /// What *Next* does where it goes on with the lesson: whose step it is, and which, where that gives nothing away.
    /// `None` where the reader has left the way.
    pub fn next(&self, lab: &Session) -> Option<String> {
        self.player.next_words(lab)
    }

    /// Whether a prediction waits for its answer.
    pub fn is_open(&self, lab: &Session) -> bool {
        self.player.is_open(lab)
    }
}

/// What leads along a lesson. Behind a pointer, so that its code need not be there before it is wanted.
pub trait Teaching {
    /// What there is to read and to do where the cursor stands.
    fn show(&self, lab: &Session) -> Shown;
    /// What *Next* does in words; `None` where the reader has left the way.
    fn next_words(&self, lab: &Session) -> Option<String>;
    /// Whether a prediction waits for its answer.
    fn is_open(&self, lab: &Session) -> bool;
    /// One step on. `None` at the end of the lesson or on a way of the reader's own.
    ///
    /// # Errors
    /// What is wrong with the lesson.
    fn next(&mut self, lab: &mut Session) -> Result<Option<()>, String>;
    /// To the beginning of a stop, from 0.
    ///
    /// # Errors
    /// What is wrong with the lesson.
    fn go(&mut self, lab: &mut Session, stop: usize) -> Result<(), String>;
    /// Back to the way.
    fn back(&mut self, lab: &mut Session);
    /// Takes an answer. `None` where nothing is asked.
    fn answer(&mut self, lab: &Session, given: &str) -> Option<Verdict>;
    /// Looks whether something was reached. Whether there is news.
    fn watch(&mut self, lab: &Session) -> bool;
    /// How far the reader has come, as a text to be kept.
    fn progress(&self) -> String;
}

impl Teaching for Player {
    fn show(&self, lab: &Session) -> Shown {
        self.show(lab)
    }

    fn next_words(&self, lab: &Session) -> Option<String> {
        let shown = self.show(lab);
        match (shown.place, shown.next, shown.next_stop) {
            (Place::Left { .. }, ..) => None,
            (_, Some((letter, Some(line))), _) => Some(format!("{letter} {line}")),
            (_, Some((letter, None)), _) => Some(letter.to_string()),
            (_, None, Some(stop)) => Some(stop),
            (_, None, None) => None,
        }
    }

    fn is_open(&self, lab: &Session) -> bool {
        self.show(lab).open
    }

    fn next(&mut self, lab: &mut Session) -> Result<Option<()>, String> {
        if matches!(self.place(lab), Place::Left { .. }) {
            return Ok(None);
        }
        Ok(self.next(lab).map_err(|fault| fault.to_string())?.then_some(()))
    }

    fn go(&mut self, lab: &mut Session, stop: usize) -> Result<(), String> {
        self.go(lab, stop).map_err(|fault| fault.to_string())
    }

    fn back(&mut self, lab: &mut Session) {
        self.back(lab);
    }

    fn answer(&mut self, lab: &Session, given: &str) -> Option<Verdict> {
        self.answer(lab, given)
    }

    fn watch(&mut self, lab: &Session) -> bool {
        self.watch(lab)
    }

    fn progress(&self) -> String {
        self.progress().to_string()
    }
}

/// What a reader does with a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learning {
    /// Opens one, by its place among [`TITLES`].
    Open(usize),
    /// Likewise, where the browser keeps this of it.
    Begin(usize, Option<String>),
    /// To the beginning of a stop.
    Stop(usize),
    /// Back to the way of the lesson.
    Back,
    /// Answers what is asked.
    Answer(String),
    /// Brings its story in front of the forms, or the forms.
    Front(bool),
    /// Leaves it for the reader's own work.
    Leave,
}

/// How a lesson is opened: by its place, with what was kept of it, in a language.
#[derive(Debug)]
pub struct Logic {
    pub(super) open: Open,
}

type Open = fn(usize, Option<&str>, &'static Language) -> Result<(Session, Box<dyn Teaching>), String>;

/// It, in the one place that names it.
pub static LOGIC: Logic = Logic { open };

fn open(
    number: usize,
    kept: Option<&str>,
    language: &'static Language,
) -> Result<(Session, Box<dyn Teaching>), String> {
    let shelved = SHELF.get(number).ok_or("There is no such lesson.")?;
    let lesson = Arc::new(shelved.lesson().map_err(|fault| fault.to_string())?);
    let mut session = lesson.session(language).map_err(|fault| fault.to_string())?;
    let progress: Option<Progress> = kept.and_then(|kept| kept.parse().ok());
    let player = match progress {
        Some(progress) => Player::resume(lesson, &mut session, &progress),
        None => Player::open(lesson, &mut session),
    };
    Ok((session, Box::new(player.map_err(|fault| fault.to_string())?)))
}

/// Where the browser keeps how far a reader has come.
pub fn slot(number: usize) -> Option<String> {
    TITLES.get(number).map(|(id, _)| format!("lesson.{id}"))
}

impl State {
    pub(super) fn learn(&mut self, learning: Learning) -> Vec<Effect> {
        let Some(language) = self.chrome.chunks.console.map(|console| console.language) else {
            return vec![Effect::Bring(Chunk::Console, Action::Lesson(learning))];
        };
        let Some(logic) = self.chrome.chunks.lesson else {
            return vec![Effect::Bring(Chunk::Lesson, Action::Lesson(learning))];
        };
        match learning {
            Learning::Open(number) => return vec![Effect::Recall(number)],
            Learning::Begin(number, kept) => return self.begin_lesson(logic, number, kept.as_deref(), language),
            Learning::Leave => {
                self.document.lesson = None;
                return vec![Effect::Return("session".to_owned())];
            }
            Learning::Front(is_front) => {
                if let Some(lesson) = &mut self.document.lesson {
                    lesson.is_front = is_front;
                }
                return Vec::new();
            }
            Learning::Stop(_) | Learning::Back | Learning::Answer(_) => {}
        }
        let Some(lesson) = &mut self.document.lesson else { return Vec::new() };
        let lab = &mut self.document.lab;
        match learning {
            Learning::Stop(stop) => {
                lesson.verdict = None;
                if let Err(fault) = lesson.player.go(lab, stop) {
                    self.chrome.notice = Some(fault);
                }
            }
            Learning::Back => lesson.player.back(lab),
            Learning::Answer(given) => {
                lesson.verdict = lesson.player.answer(lab, &given);
                let right = lesson.verdict.as_ref().is_some_and(|verdict| verdict.right);
                self.chrome.say(if right { "Right." } else { "Not so." }.to_owned());
                return self.note_progress();
            }
            _ => {}
        }
        self.settle()
    }

    fn begin_lesson(
        &mut self,
        logic: &Logic,
        number: usize,
        kept: Option<&str>,
        language: &'static Language,
    ) -> Vec<Effect> {
        match (logic.open)(number, kept, language) {
            Ok((session, player)) => {
                self.document.visit = None;
                self.document.link = None;
                self.desk.form.minute = None;
                self.open(session);
                self.document.lesson = Some(Lesson { number, is_front: true, verdict: None, player });
                self.desk.map.detail = None;
                self.chrome.notice = None;
                self.desk.panes.front(Tab::Do);
                let mut effects = self.settle();
                effects.push(Effect::Focus(Tab::Do.id()));
                effects
            }
            Err(fault) => {
                self.chrome.notice = Some(fault);
                Vec::new()
            }
        }
    }

    /// One step of the lesson, where one is at play and the reader is on its way. Whether it was one.
    pub(super) fn step_lesson(&mut self) -> Option<Vec<Effect>> {
        let lesson = self.document.lesson.as_mut()?;
        self.document.playing = false;
        self.document.work = None;
        match lesson.player.next(&mut self.document.lab) {
            Ok(None) => return None,
            Ok(Some(())) => lesson.verdict = None,
            Err(fault) => self.chrome.notice = Some(fault),
        }
        Some(self.settle())
    }

    /// After the lesson moved the session: shows what it wants to be seen.
    fn settle(&mut self) -> Vec<Effect> {
        let Some(lesson) = &self.document.lesson else { return Vec::new() };
        let shown = lesson.player.show(&self.document.lab);
        self.desk.map.request.notation = shown.wish.notation;
        let mut effects = self.moved(true);
        let table = shown.wish.table;
        if table != self.desk.map.request.table && self.desk.map.view.tables.contains(&table) {
            self.choose_table(table);
        }
        if self.desk.map.view.sentence.text().is_empty() {
            self.chrome.say(shown.heading);
        }
        effects.extend(self.note_progress());
        effects
    }

    /// After anything that moved the session: whether something was reached.
    pub(super) fn watch_lesson(&mut self) {
        let Some(lesson) = &mut self.document.lesson else { return };
        if lesson.player.watch(&self.document.lab) {
            self.chrome.notice = Some("A part of the goal is reached.".to_owned());
        }
    }

    /// Keeps how far the reader has come.
    fn note_progress(&self) -> Vec<Effect> {
        let Some(lesson) = &self.document.lesson else { return Vec::new() };
        let progress = lesson.player.progress();
        slot(lesson.number).map(|slot| Effect::Note(slot, progress)).into_iter().collect()
    }
}
