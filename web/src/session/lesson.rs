//! A lesson at play on the page: what leads along it, and what a reader does with it. The code that plays lessons is
//! brought when one is first opened; here is only what is kept of it.

use super::action::{Action, Tab};
use super::chunk::Chunk;
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::lesson::{Place, Player, Progress, SHELF, Shown, TITLES};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::Language;
use std::sync::Arc;

/// A lesson that was opened.
pub struct Lesson {
    /// Its place among [`TITLES`].
    pub number: usize,
    /// Whether its story is in front of the forms.
    pub is_front: bool,
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
}

/// What leads along a lesson. Behind a pointer, so that its code need not be there before it is wanted.
pub trait Teaching {
    /// What there is to read and to do where the cursor stands.
    fn show(&self, lab: &Session) -> Shown;
    /// What *Next* does in words; `None` where the reader has left the way.
    fn next_words(&self, lab: &Session) -> Option<String>;
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
    /// Takes an answer to what is asked. Only the first one counts.
    fn answer(&mut self, lab: &Session, given: &str);
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

    fn answer(&mut self, lab: &Session, given: &str) {
        self.answer(lab, given);
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

/// What is done with lessons. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    /// Does what a reader asks for, in the language of lessons.
    pub(super) learn: fn(&mut State, Learning, &'static Language) -> Vec<Effect>,
    /// One step along the lesson; `None` where the reader is on another way.
    pub(super) step: fn(&mut State) -> Option<Vec<Effect>>,
    /// Looks whether something was reached.
    pub(super) watch: fn(&mut State),
}

/// The table.
pub static LOGIC: Logic = Logic { learn: State::learn, step: State::walk, watch: State::heed };

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
    pub(super) fn lesson(&mut self, learning: Learning) -> Vec<Effect> {
        match (self.chrome.chunks.console, self.chrome.chunks.lesson) {
            (None, _) => vec![Effect::Bring(Chunk::Console, Action::Lesson(learning))],
            (_, None) => vec![Effect::Bring(Chunk::Lesson, Action::Lesson(learning))],
            (Some(console), Some(logic)) => (logic.learn)(self, learning, console.language),
        }
    }

    /// One step of the lesson, where one is at play and the reader is on its way. Whether it was one.
    pub(super) fn step_lesson(&mut self) -> Option<Vec<Effect>> {
        self.document.lesson.as_ref()?;
        (self.chrome.chunks.lesson?.step)(self)
    }

    /// After anything that moved the session: whether something was reached.
    pub(super) fn watch_lesson(&mut self) {
        if let (Some(_), Some(logic)) = (&self.document.lesson, self.chrome.chunks.lesson) {
            (logic.watch)(self);
        }
    }

    fn learn(&mut self, learning: Learning, language: &'static Language) -> Vec<Effect> {
        match learning {
            Learning::Open(number) => return vec![Effect::Recall(number)],
            Learning::Begin(number, kept) => return self.begin_lesson(number, kept.as_deref(), language),
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
                if let Err(fault) = lesson.player.go(lab, stop) {
                    self.chrome.notice = Some(fault);
                }
            }
            Learning::Back => lesson.player.back(lab),
            Learning::Answer(given) => {
                // What came of it is announced where it stands.
                lesson.player.answer(lab, &given);
                return self.note_progress();
            }
            _ => {}
        }
        self.settle()
    }

    fn begin_lesson(&mut self, number: usize, kept: Option<&str>, language: &'static Language) -> Vec<Effect> {
        match open(number, kept, language) {
            Ok((session, player)) => {
                self.document.visit = None;
                self.document.link = None;
                self.desk.form.minute = None;
                self.open(session);
                self.document.lesson = Some(Lesson { number, is_front: true, player });
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

    fn walk(&mut self) -> Option<Vec<Effect>> {
        let lesson = self.document.lesson.as_mut()?;
        self.document.playing = false;
        self.document.work = None;
        match lesson.player.next(&mut self.document.lab) {
            Ok(None) => return None,
            Ok(Some(())) => {}
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

    fn heed(&mut self) {
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
