//! The open lesson, and what a reader does with it. The code that plays lessons is loaded when one is first opened;
//! this module has only its state.

use super::action::{Act, Action, Tab, Time, Typing};
use super::chrome::Notice;
use super::chunk::Chunk;
use super::desk::Wide;
use super::must::broken_words;
use super::options::Layout;
use super::orders::Asking;
use super::reducer::Effect;
use super::state::State;
use super::writing::Writing;
use splitpoint_lab::lesson::{
    self, Chip, LessonPlace, Piece, Player, Progress, SHELF, Sheet, Shown, TITLES, Target, Title,
};
use splitpoint_lab::session::{Session, Stop};
use splitpoint_lab::sim::language::{Language, RECORDED};
use splitpoint_lab::view::{Grain, ViewRequest};
use splitpoint_lab::words::concealed;
use std::sync::Arc;

/// A lesson that is open.
pub struct Lesson {
    /// Its place in [`TITLES`]; `None` for a lesson that somebody else wrote.
    pub number: Option<usize>,
    /// The title.
    pub title: String,
    /// The content of the left pane.
    pub front: Front,
    /// The answer that is chosen and not given yet: keys go through the choices, and only then one of them counts.
    pub picked: Option<String>,
    /// Whether the page shows the text with its questions: where it does not, nothing is kept back for an answer.
    pub(super) asks: bool,
    player: Box<dyn Teaching>,
    /// The last stop whose wishes for the page were followed.
    seen: Option<usize>,
}

/// How many states are searched at once when every order is tried: some milliseconds.
const SLICE: u64 = 25;

/// The content of the left pane while a lesson is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Front {
    /// The text to read.
    #[default]
    Story,
    /// The forms.
    Forms,
    /// The text of a lesson that is being written.
    Source,
}

impl Lesson {
    /// What the lesson shows at the cursor: the text, and what is asked or to be done.
    pub fn shown(&self) -> &Shown {
        self.player.shown()
    }

    /// What *Next* does if it goes on with the lesson: which client acts, and how, unless that gives an answer away.
    /// `None` if the reader has left the steps of the lesson.
    pub fn next(&self) -> Option<String> {
        self.player.next_words(self.asks)
    }

    /// Whether the reader is to go on by themselves, so that *Next*, which goes on with the lesson, leaves that out.
    pub fn skips(&self) -> bool {
        let shown = self.player.shown();
        shown.free && !shown.leads_on
    }

    /// Whether a prediction is asked for, so that nothing may be shown that answers it.
    pub fn is_asking(&self) -> bool {
        self.asks && self.player.is_asking()
    }

    /// The heading of a stop in which nothing was done yet. The step before belongs to its preparation.
    pub fn begins(&self) -> Option<&str> {
        let shown = self.player.shown();
        let is_begin = matches!(shown.place, LessonPlace::On { step: 0, .. }) && shown.steps > 0;
        is_begin.then_some(shown.heading.as_str())
    }

    /// The link to the present step of the lesson, without the `#`; `None` if the reader has left its steps.
    pub fn link(&self, lab: &Session) -> Option<String> {
        self.player.link(lab)
    }

    /// How many goals were reached, of how many.
    pub fn reached(&self) -> (usize, usize) {
        self.player.reached()
    }

    /// Whether every order is being tried, which takes several tasks of the browser.
    pub fn is_trying(&self) -> bool {
        self.player.is_trying()
    }

    /// The answer to the question of the stop at the cursor and why, also while it is open; `None` where nothing is asked.
    pub fn solution(&self, lab: &Session) -> Option<[String; 2]> {
        self.player.solution(lab)
    }

    /// The progress of the reader, as text.
    pub(super) fn progress(&self) -> String {
        self.player.progress()
    }
}

/// The code that plays a lesson. It is a trait object, so that it can be loaded later.
pub trait Teaching {
    /// What the lesson showed at the cursor at the last call of [`refresh`](Self::refresh).
    fn shown(&self) -> &Shown;
    /// Updates that for the present cursor, and checks goals. Returns whether something has changed.
    fn refresh(&mut self, lab: &Session) -> bool;
    /// Whether every order is being tried for a goal here.
    fn is_trying(&self) -> bool;
    /// Tries some more orders. Returns whether there are more.
    fn try_on(&mut self) -> bool;
    /// A description of what *Next* does; `None` if the reader has left the steps of the lesson. `asks`: not that which
    /// answers a prediction.
    fn next_words(&self, asks: bool) -> Option<String>;
    /// Whether a prediction is asked for here.
    fn is_asking(&self) -> bool;
    /// Does the next step of the lesson. `None` at its end, or if the reader has left its steps.
    ///
    /// # Errors
    /// If the lesson has a fault: a sentence about it.
    fn next(&mut self, lab: &mut Session) -> Result<Option<()>, String>;
    /// Goes to the beginning of a stop, counted from 0.
    ///
    /// # Errors
    /// If the lesson has a fault: a sentence about it.
    fn go(&mut self, lab: &mut Session, stop: usize) -> Result<(), String>;
    /// Goes one step of the lesson back. `false` at its beginning, and if the reader has left its steps.
    fn previous(&mut self, lab: &mut Session) -> bool;
    /// Goes back to the steps of the lesson.
    fn back(&mut self, lab: &mut Session);
    /// Takes the answer to a question. Only the first one counts.
    fn answer(&mut self, lab: &Session, given: &str);
    /// The answer to the question of the stop at the cursor and why, also while it is open; `None` where nothing is asked.
    fn solution(&self, lab: &Session) -> Option<[String; 2]>;
    /// The progress of the reader, as text.
    fn progress(&self) -> String;
    /// The link to the present step of the lesson.
    fn link(&self, lab: &Session) -> Option<String>;
    /// How many goals were reached, of how many.
    fn reached(&self) -> (usize, usize);
    /// The printed form of the lesson.
    ///
    /// # Errors
    /// If the lesson has a fault: a sentence about it.
    fn sheets(&self, language: &'static Language) -> Result<Vec<Sheet>, String>;
}

/// An open lesson, with what it showed at the last cursor.
struct Taught {
    player: Player,
    shown: Shown,
}

impl Teaching for Taught {
    fn shown(&self) -> &Shown {
        &self.shown
    }

    fn refresh(&mut self, lab: &Session) -> bool {
        let news = self.player.watch(lab);
        self.shown = self.player.show(lab);
        news
    }

    fn is_trying(&self) -> bool {
        self.player.is_trying()
    }

    fn try_on(&mut self) -> bool {
        self.player.go_on(SLICE)
    }

    fn next_words(&self, asks: bool) -> Option<String> {
        let shown = &self.shown;
        let current = || shown.code.iter().find(|line| line.current && !asks).map(|line| line.text.trim());
        match (shown.place, &shown.next, &shown.next_stop) {
            (LessonPlace::Left { .. }, ..) => shown.next_stop.clone().filter(|_| shown.leads_on),
            (_, Some((letter, Some(line))), _) => Some(format!("{letter} {line}")),
            (_, Some((letter, None)), _) => {
                Some(current().map_or_else(|| concealed(*letter), |line| format!("{letter} {line}")))
            }
            // Clients have something to do, in an order that the reader chooses: whoever goes on leaves that out.
            (_, None, Some(stop)) if shown.free && !shown.leads_on => Some(format!("skip to {stop}")),
            (_, None, Some(stop)) => Some(stop.clone()),
            (_, None, None) => None,
        }
    }

    fn is_asking(&self) -> bool {
        self.shown.open && matches!(self.shown.place, LessonPlace::On { .. })
    }

    fn next(&mut self, lab: &mut Session) -> Result<Option<()>, String> {
        if let LessonPlace::Left { stop, .. } = self.player.place(lab) {
            return if self.next_words(true).is_some() { self.go(lab, stop + 1).map(Some) } else { Ok(None) };
        }
        Ok(self.player.next(lab).map_err(|fault| fault.to_string())?.then_some(()))
    }

    fn go(&mut self, lab: &mut Session, stop: usize) -> Result<(), String> {
        self.player.go(lab, stop).map_err(|fault| fault.to_string())
    }

    fn previous(&mut self, lab: &mut Session) -> bool {
        self.player.previous(lab)
    }

    fn back(&mut self, lab: &mut Session) {
        self.player.back(lab);
    }

    fn answer(&mut self, lab: &Session, given: &str) {
        self.player.answer(lab, given);
    }

    fn solution(&self, lab: &Session) -> Option<[String; 2]> {
        self.player.solution(lab).map(|(answer, because)| [answer.to_owned(), because.to_owned()])
    }

    fn progress(&self) -> String {
        self.player.progress().to_string()
    }

    fn link(&self, lab: &Session) -> Option<String> {
        self.player.link(lab).map(|link| link.to_string())
    }

    fn reached(&self) -> (usize, usize) {
        self.player.reached()
    }

    fn sheets(&self, language: &'static Language) -> Result<Vec<Sheet>, String> {
        lesson::sheets(&Arc::new(self.player.lesson().clone()), language).map_err(|fault| fault.to_string())
    }
}

/// A lesson to open, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The id of the lesson, or its whole text.
    pub name: String,
    /// The step in a link; `None` for where the reader left the lesson.
    pub to: Option<Stop>,
    /// The grain in a link, which says what one step is.
    pub grain: Option<Grain>,
}

impl Opening {
    /// The lesson at this place in [`TITLES`], where the reader left it.
    pub fn shelved(number: usize) -> Self {
        let name = TITLES.get(number).map_or_else(String::new, |known| known.id.to_owned());
        Self { name, to: None, grain: None }
    }

    fn number(&self) -> Option<usize> {
        TITLES.iter().position(|known| known.id == self.name)
    }

    /// The name under which the progress in it is kept; `None` for a lesson that somebody else wrote.
    pub fn slot(&self) -> Option<String> {
        self.number().and_then(slot)
    }
}

/// Actions of a reader about lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learning {
    /// Lists the lessons. Readers of the list will probably open one, so the code of lessons is loaded too.
    List,
    /// Lists the lessons, with the progress that was kept for each.
    Listed(Vec<Option<String>>),
    /// Opens a lesson.
    Open(Opening),
    /// Opens a lesson with the progress that was kept for it, if any was.
    Begin(Opening, Option<String>),
    /// Goes to the beginning of a stop.
    Stop(usize),
    /// Goes back to the steps of the lesson.
    Back,
    /// Chooses an answer, without giving it yet.
    Pick(String),
    /// Gives the answer that is chosen.
    Decide,
    /// Answers a question.
    Answer(String),
    /// Shows something in the left pane.
    Front(Front),
    /// Leaves the lesson for the reader's own work.
    Leave,
    /// Something about a lesson that is being written.
    Write(Writing),
    /// Prints the whole lesson.
    Print,
    /// The browser has handled its events, so trying every order goes on.
    Continue,
}

impl Learning {
    /// Whether the action uses the language of scripts, with all its parts, if that is loaded.
    fn takes_language(&self) -> bool {
        matches!(self, Self::Write(_) | Self::Begin(..))
    }

    /// Whether the action plays what somebody wrote. Lessons that come with the page need no language, as they are
    /// recorded.
    fn needs_language(&self) -> bool {
        match self {
            Self::Write(_) => true,
            Self::Begin(opening, _) => lesson::is_text(&opening.name),
            _ => false,
        }
    }
}

/// The functions of lessons. They are called through this table only, so that a chunk can bring their code later.
#[derive(Debug)]
pub struct Logic {
    /// Carries out an action, with the language of scripts; if that is not loaded, with a recording.
    pub(super) learn: fn(&mut State, Learning, Option<&'static Language>) -> Vec<Effect>,
    /// Does a step of the lesson; `None` if the reader has left its steps.
    pub(super) step: fn(&mut State) -> Option<Vec<Effect>>,
    /// Turns to another slide for an audience; `None` if time moves there as it does on the page.
    pub(super) slide: fn(&mut State, &Time) -> Option<Vec<Effect>>,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { learn: State::learn, step: State::walk, slide: State::slide };

/// Opens a lesson. With it comes a message to the reader, if there is one.
pub(super) fn begin(
    opening: &Opening,
    kept: Option<&str>,
    language: &'static Language,
) -> Result<(Session, Lesson, Option<String>), (u32, String)> {
    let number = opening.number();
    let read = match number.and_then(|number| SHELF.get(number)) {
        // Its scripts are recorded, so that it can be played without the language, and also with it.
        Some(shelved) => shelved.recorded(),
        None if lesson::is_text(&opening.name) => lesson::written(&opening.name),
        None => return Err((0, lesson::unknown(&opening.name).to_string())),
    };
    let told = |fault: lesson::Fault| (fault.line, fault.to_string());
    let lesson = Arc::new(read.map_err(told)?);
    let title = lesson.title.clone();
    let mut session = lesson.session(language).map_err(told)?;
    let progress: Option<Progress> = kept.and_then(|kept| kept.parse().ok());
    let mut notice = None;
    let player = match (&opening.to, progress) {
        (Some(to), progress) => {
            session.set_grain(opening.grain.unwrap_or(lesson.grain));
            let (mut player, found) = Player::visit(lesson, &mut session, to).map_err(told)?;
            notice = (!found).then(|| lesson::missing(to));
            if let Some(progress) = progress {
                player.recall(&progress);
            }
            player
        }
        (None, Some(progress)) => Player::resume(lesson, &mut session, &progress).map_err(told)?,
        (None, None) => Player::open(lesson, &mut session).map_err(told)?,
    };
    let shown = player.show(&session);
    let player = Box::new(Taught { player, shown });
    Ok((session, Lesson { number, title, front: Front::Story, picked: None, asks: true, player, seen: None }, notice))
}

/// The name under which the progress in a lesson is kept.
fn slot(number: usize) -> Option<String> {
    TITLES.get(number).map(|known| format!("lesson.{}", known.id))
}

/// The names under which the progress in the lessons is kept, in their order.
pub fn slots() -> impl Iterator<Item = String> {
    (0..TITLES.len()).filter_map(slot)
}

/// The progress in a lesson, in a few words; empty if it was not begun.
fn mark(known: &Title, kept: Option<&str>) -> String {
    match kept.and_then(|kept| kept.parse::<Progress>().ok()) {
        Some(progress) if progress.reached.len() >= known.todos => "✓ goal met".to_owned(),
        Some(progress) if (progress.stop, progress.step) > (0, 0) => {
            format!("stop {} of {}", progress.stop + 1, progress.answers.len())
        }
        _ => String::new(),
    }
}

impl State {
    pub(super) fn lesson(&mut self, learning: Learning) -> Vec<Effect> {
        if learning == Learning::Back && self.document.lesson.is_none() {
            return Vec::new();
        }
        match (self.chrome.chunks.console, self.chrome.chunks.lesson) {
            (_, None) => vec![Effect::Bring(Chunk::Lesson, Action::Lesson(learning))],
            (None, _) if learning.needs_language() => vec![Effect::Bring(Chunk::Console, Action::Lesson(learning))],
            (Some(_), _) if learning.takes_language() && !self.chrome.chunks.method => {
                vec![Effect::Bring(Chunk::Method, Action::Lesson(learning))]
            }
            (console, Some(logic)) => (logic.learn)(self, learning, console.map(|console| console.language)),
        }
    }

    /// Does the next step of the lesson, if one is open and the reader has not left its steps. `None` otherwise.
    pub(super) fn step_lesson(&mut self) -> Option<Vec<Effect>> {
        self.document.lesson.as_ref()?;
        (self.chrome.chunks.lesson?.step)(self)
    }

    /// Turns to another slide of the lesson that an audience sees, if that is not as time moves on the page.
    pub(super) fn stage_lesson(&mut self, time: &Time) -> Option<Vec<Effect>> {
        self.chrome.present.as_ref()?;
        self.document.lesson.as_ref()?;
        (self.chrome.chunks.lesson?.slide)(self, time)
    }

    /// Whether nothing is left for an audience but what was learned, which would tell a reader how the goal is reached.
    pub fn is_summary_next(&self) -> bool {
        self.document.lesson.as_ref().is_some_and(|lesson| {
            let shown = lesson.shown();
            let withholds = shown.learned.is_some() && shown.goal.as_ref().is_some_and(|goal| !goal.is_reached());
            withholds && lesson.next().is_none() && !self.reach().can_next
        })
    }

    /// Whether the action would let clients do something else than the lesson, while only a recording of its scripts is
    /// loaded. Then the language has to be loaded first.
    pub(super) fn leaves_recording(&self, action: &Action) -> bool {
        let lab = &self.document.lab;
        if !lab.is_recorded() {
            return false;
        }
        // At the console, once that is loaded, the language first needs all that runs the recorded scripts again.
        if self.chrome.chunks.console.is_some()
            && matches!(action, Action::Console(typing) if !matches!(typing, Typing::Text(_)))
        {
            return true;
        }
        let is_on_way = || self.document.lesson.as_ref().is_some_and(|lesson| lesson.next().is_some());
        match action {
            Action::Orders(asking) => !matches!(
                asking,
                Asking::Open(false)
                    | Asking::Continue
                    | Asking::HandOver
                    | Asking::Heard(_)
                    | Asking::Stop
                    | Asking::All(_)
                    | Asking::Must(_)
            ),
            Action::Act(act) => !matches!(act, Act::Continue | Act::Stop) && lab.lacks_language(),
            Action::Time(Time::NextOperation) => lab.lacks_language(),
            Action::Time(Time::Next | Time::Tick) => !is_on_way() && lab.lacks_language(),
            _ => false,
        }
    }

    /// Tries some more orders, and checks the goals once all are tried.
    fn try_orders(&mut self) {
        if self.document.lesson.as_mut().is_some_and(|lesson| !lesson.player.try_on()) {
            self.watch_lesson();
        }
    }

    /// After the session has moved, updates what the lesson shows, and checks goals.
    pub(super) fn watch_lesson(&mut self) {
        let Some(lesson) = &mut self.document.lesson else { return };
        if lesson.player.refresh(&self.document.lab) {
            let is_whole = lesson.player.shown().goal.as_ref().is_some_and(Target::is_reached);
            let words = if is_whole { "The goal is reached." } else { "A part of the goal is reached." };
            self.chrome.remark(words);
        }
    }

    fn learn(&mut self, learning: Learning, language: Option<&'static Language>) -> Vec<Effect> {
        let language = language.unwrap_or(&RECORDED);
        match learning {
            Learning::List => return vec![Effect::RecallLessons],
            Learning::Listed(kept) => {
                let marks = TITLES.iter().zip(kept).map(|(known, kept)| mark(known, kept.as_deref()));
                self.chrome.lessons = marks.collect();
                return Vec::new();
            }
            Learning::Open(opening) => return vec![Effect::Recall(opening)],
            Learning::Begin(opening, kept) if self.lacks_growth(&opening.name) => {
                return vec![Effect::Bring(Chunk::Growth, Action::Lesson(Learning::Begin(opening, kept)))];
            }
            Learning::Begin(opening, kept) => return self.begin_lesson(&opening, kept.as_deref(), language),
            Learning::Write(writing) => return self.write(writing, language),
            Learning::Leave => {
                self.document.lesson = None;
                self.document.draft = None;
                return vec![Effect::Return("session".to_owned())];
            }
            Learning::Print => {
                let Some(lesson) = &self.document.lesson else { return Vec::new() };
                match lesson.player.sheets(language) {
                    Ok(sheets) => {
                        self.chrome.paper = Some((lesson.title.clone(), sheets));
                        return vec![Effect::Print];
                    }
                    Err(fault) => self.chrome.fail(fault),
                }
                return Vec::new();
            }
            Learning::Front(front) => {
                if let Some(lesson) = &mut self.document.lesson {
                    lesson.front = front;
                }
                return Vec::new();
            }
            Learning::Continue => {
                self.try_orders();
                return Vec::new();
            }
            Learning::Stop(_) | Learning::Back | Learning::Pick(_) | Learning::Decide | Learning::Answer(_) => {}
        }
        let Some(lesson) = &mut self.document.lesson else { return Vec::new() };
        let lab = &mut self.document.lab;
        match learning {
            Learning::Stop(stop) => {
                if let Err(fault) = lesson.player.go(lab, stop) {
                    self.chrome.fail(fault);
                }
            }
            Learning::Back => lesson.player.back(lab),
            // What is known is answered no more.
            _ if lesson.shown().prediction.as_ref().is_none_or(|asked| asked.solution.is_some()) => return Vec::new(),
            Learning::Pick(picked) => {
                // A click gives an answer, and then chooses it as well.
                let given = lesson.shown().prediction.as_ref().and_then(|asked| asked.given.as_ref());
                lesson.picked = (given != Some(&picked)).then_some(picked);
                return Vec::new();
            }
            answer => {
                // The result is announced where it is shown.
                let given = match answer {
                    Learning::Answer(given) => {
                        lesson.picked = None;
                        given
                    }
                    _ => lesson.picked.clone().unwrap_or_default(),
                };
                let given = given.trim();
                if given.is_empty() {
                    return Vec::new();
                }
                lesson.player.answer(lab, given);
                lesson.player.refresh(lab);
                self.refresh();
                return self.note_progress();
            }
        }
        self.settle()
    }

    /// Whether a lesson shows a year of a key, and the calculator for that is not loaded.
    pub(super) fn lacks_growth(&self, lesson: &str) -> bool {
        self.chrome.chunks.growth.is_none() && !splitpoint_lab::growth::is_here() && lesson::asks_of_year(lesson)
    }

    fn begin_lesson(&mut self, opening: &Opening, kept: Option<&str>, language: &'static Language) -> Vec<Effect> {
        match begin(opening, kept, language) {
            Ok((session, lesson, notice)) => {
                self.document.draft = None;
                self.take_lesson(session, lesson);
                self.chrome.notice = notice.map(Notice::failure);
                let mut effects = self.settle();
                // The focus stays where it is if a reader follows a link, or reads the page around this one.
                if opening.to.is_none() && self.chrome.options.host.is_none() {
                    effects.push(Effect::Focus(Tab::Do.id()));
                }
                effects
            }
            Err((line, fault)) => {
                let is_text = lesson::is_text(&opening.name);
                let told = |fault: String| format!("This lesson cannot be played. Line {line}: {fault}");
                self.chrome.fail(if is_text { told(fault) } else { fault });
                Vec::new()
            }
        }
    }

    /// Replaces the session by that of a lesson.
    pub(super) fn take_lesson(&mut self, session: Session, lesson: Lesson) {
        self.document.visit = None;
        self.document.link = None;
        self.desk.form.minute = None;
        self.open(session);
        self.document.lesson = Some(lesson);
        self.desk.map.detail = None;
        self.desk.panes.front(Tab::Do);
    }

    fn walk(&mut self) -> Option<Vec<Effect>> {
        let lesson = self.document.lesson.as_mut()?;
        // A year that was shown at the step before says nothing about the next one.
        if self.desk.wide == Some(Wide::Growth) {
            self.desk.wide = None;
        }
        self.document.work = None;
        match lesson.player.next(&mut self.document.lab) {
            Ok(None) => return None,
            Ok(Some(())) => {}
            Err(fault) => self.chrome.fail(fault),
        }
        Some(self.settle())
    }

    /// Slides are the steps of the lesson and the beginnings of its stops, which take no time. The last one says what was
    /// learned.
    fn slide(&mut self, time: &Time) -> Option<Vec<Effect>> {
        let sums_up = *time == Time::Next && self.is_summary_next();
        let (present, lesson) = (self.chrome.present.as_mut()?, self.document.lesson.as_mut()?);
        let summed_up = std::mem::replace(&mut present.sums_up, sums_up);
        match time {
            Time::Next if sums_up => Some(Vec::new()),
            Time::Back if summed_up => Some(Vec::new()),
            Time::Back => lesson.player.previous(&mut self.document.lab).then(|| self.settle()),
            Time::First => Some(self.lesson(Learning::Stop(0))),
            _ => None,
        }
    }

    /// After the lesson has moved the session, shows what it wants to be seen.
    pub(super) fn settle(&mut self) -> Vec<Effect> {
        let Some(lesson) = &mut self.document.lesson else { return Vec::new() };
        let before = lesson.player.shown().clone();
        lesson.player.refresh(&self.document.lab);
        let shown = lesson.player.shown();
        let stop = shown.place.stop();
        let is_new = lesson.seen != Some(stop);
        lesson.seen = Some(stop);
        if is_new {
            lesson.picked = None;
        }
        let (wish, news) = (shown.wish.clone(), news(&before, shown));
        let is_begin = matches!(shown.place, LessonPlace::On { step: 0, .. });
        let beginning = lesson.begins().is_some().then(|| opening_words(shown));
        let heading = shown.heading.clone();
        self.desk.map.request.notation = wish.notation;
        if is_new {
            // What the reader chooses after that stays until the next stop.
            self.desk.map.stores |= wish.columns.iter().any(|column| matches!(*column, "memory" | "files"));
            let wants = |pane| wish.panes.contains(&pane);
            if self.chrome.options.layout == Layout::Full {
                if wants("clients") {
                    self.desk.panes.inspector = Tab::Clients;
                } else if wants("cost") {
                    self.desk.panes.inspector = Tab::Cost;
                }
            }
        }
        let mut effects = self.moved(true);
        if wish.table != self.desk.map.request.table && self.desk.map.view.tables.contains(&wish.table) {
            self.choose_table(wish.table);
        }
        if let Some(row) = wish.row.filter(|_| is_new && is_begin) {
            let request = ViewRequest { window: 0..u64::MAX, ..self.desk.map.request.clone() };
            let lines = self.document.lab.view(&request).lines;
            if let Some(line) = lines.iter().find(|line| line.row_key == row) {
                self.desk.map.scroll_to(line.rank, line.rank, line.rank);
            }
        }
        let sentence = self.desk.aloud();
        let said = beginning.unwrap_or(if sentence.is_empty() { heading } else { sentence });
        self.chrome.say(said + &news);
        effects.extend(self.note_progress());
        effects
    }

    /// Keeps the progress of the reader.
    fn note_progress(&self) -> Vec<Effect> {
        let Some(lesson) = &self.document.lesson else { return Vec::new() };
        let progress = lesson.player.progress();
        lesson.number.and_then(slot).map(|slot| Effect::Note(slot, progress)).into_iter().collect()
    }
}

/// What is read aloud where a stop begins: its heading, its first paragraph, and its question.
fn opening_words(shown: &Shown) -> String {
    let first = shown.before.first().map(|paragraph| Piece::join(paragraph)).unwrap_or_default();
    let asked = shown.prediction.as_ref().filter(|asked| asked.solution.is_none());
    let question = asked.map(|asked| format!(" Predict: {}", asked.question)).unwrap_or_default();
    format!("{}. {first}{question}", shown.heading)
}

/// What is read aloud after the sentence of a step: promises that it broke, and the closing text if it came with the step.
fn news(before: &Shown, now: &Shown) -> String {
    let is_same = before.place.stop() == now.place.stop();
    let was_broken = |chip: &Chip| is_same && before.chips.contains(chip);
    let broken = now.chips.iter().filter(|chip| chip.kept == Some(false) && !was_broken(chip));
    let mut said: String = broken.map(|chip| broken_words(&chip.words)).collect();
    if !is_same || before.after.is_empty() {
        said.extend(now.after.iter().map(|paragraph| format!(" {}", Piece::join(paragraph))));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::super::action::{Page, Time};
    use super::super::chunk::Chunks;
    use super::super::options::Options;
    use super::super::orders::Asking;
    use super::super::present::Presenting;
    use super::*;
    use splitpoint_lab::view::CutView;

    fn page() -> State {
        let mut state = State::new(Options::default());
        state.chrome.chunks = Chunks::all();
        state
    }

    fn open(state: &mut State, name: &str, to: Option<Stop>) {
        let opening = Opening { name: name.to_owned(), to, grain: None };
        state.apply(Action::Lesson(Learning::Begin(opening, None)));
    }

    fn cuts(state: &State) -> usize {
        let details = state.desk.map.view.regions.iter().filter_map(|region| region.detail.as_ref());
        details.filter(|detail| matches!(detail.cut, CutView::At { .. })).count()
    }

    #[test]
    fn what_is_asked_is_shown_nowhere() {
        let mut state = page();
        open(&mut state, "where-to-cut", None);
        assert!(state.document.is_asking());
        assert_eq!(cuts(&state), 0);
        assert!(state.desk.form.notes.is_empty(), "a preview would tell");
        state.apply(Action::Orders(Asking::Open(true)));
        assert!(state.desk.wide.is_none() && state.chrome.notice.is_some());
        state.apply(Action::Time(Time::Play(true)));
        state.apply(Action::Time(Time::Tick));
        assert!(!state.document.playing && state.document.is_asking(), "time waits for an answer");
        state.apply(Action::Time(Time::Next));
        assert!(!state.document.is_asking() && cuts(&state) > 0);
    }

    #[test]
    fn where_no_question_is_shown_nothing_is_kept_back() {
        use super::super::options::Layout;
        for (layout, asks) in
            [(Layout::Full, true), (Layout::Story, true), (Layout::Race, false), (Layout::Mini, false)]
        {
            let mut state = page();
            state.chrome.options.layout = layout;
            open(&mut state, "upside-down", None);
            let next = state.document.lesson.as_ref().and_then(Lesson::next);
            let wanted = if asks { "see what A does" } else { "A scan 'comments', LIMIT => 1" };
            assert_eq!((next.as_deref(), state.document.is_asking()), (Some(wanted), asks), "{layout:?}");
            state.apply(Action::Present(Presenting::Open(true)));
            assert!(state.document.is_asking(), "{layout:?}: a stage has the question");
        }
    }

    #[test]
    fn a_link_leads_into_a_lesson_and_is_written_again() {
        let mut state = page();
        open(&mut state, "prepend-race", Some(Stop::At(9)));
        let link = |state: &State| state.document.lesson.as_ref().and_then(|lesson| lesson.link(&state.document.lab));
        assert_eq!(link(&state).as_deref(), Some("lesson=prepend-race&step=9"));
        state.apply(Action::Page(Page::Overlay(Some(super::super::action::Overlay::Share))));
        let links = state.chrome.share.as_ref().and_then(|share| share.links.clone()).expect("it has links");
        assert_eq!(
            (links.step.as_str(), links.beginning.as_str()),
            ("lesson=prepend-race&step=9", "lesson=prepend-race")
        );
        open(&mut state, "prepend-rice", None);
        assert!(state.chrome.notice.is_some_and(|notice| notice.words.contains("prepend-rice")));
    }

    /// Whether an action first needs the language, and is then sent again.
    fn fetches(effects: &[Effect]) -> bool {
        effects.iter().any(|effect| matches!(effect, Effect::Bring(Chunk::Console, _)))
    }

    #[test]
    fn a_lesson_is_played_without_the_language_and_whoever_leaves_it_gets_that_first() {
        let mut state = State::new(Options::default());
        state.chrome.chunks = Chunks { console: None, ..Chunks::all() };
        open(&mut state, "prepend-race", None);
        let (mut steps, mut races) = (0, Vec::new());
        while state.document.lesson.as_ref().is_some_and(|lesson| lesson.shown().learned.is_none()) {
            assert!(!fetches(&state.apply(Action::Time(Time::Next))), "after {steps} steps");
            steps += 1;
            if state.document.lab.lacks_language() {
                races.push(state.desk.map.view.timeline.position);
                let coming = state.document.lesson.as_ref().and_then(Lesson::next).expect("another stop");
                assert!(coming.starts_with("skip to "), "both clients are at a script: {coming}");
            }
        }
        assert!(steps > 10 && !races.is_empty(), "{steps}: {races:?}");
        assert!(fetches(&state.apply(Action::Orders(Asking::Open(true)))));
        state.apply(Action::Act(Act::StepClient(0)));
        let position = state.desk.map.view.timeline.position;
        assert!(!fetches(&state.apply(Action::Act(Act::AddClient))), "nobody is at a script");

        state.apply(Action::Time(Time::Seek(races[0])));
        assert!(fetches(&state.apply(Action::Act(Act::StepClient(1)))));
        state.take_code(Chunks::all());
        state.apply(Action::Time(Time::Last));
        assert_eq!(state.desk.map.view.timeline.position, position, "nothing was lost when the language came");
        state.apply(Action::Time(Time::Seek(races[0])));
        assert!(!fetches(&state.apply(Action::Act(Act::StepClient(1)))));
    }

    #[test]
    fn what_was_recorded_is_done_again_once_all_of_the_language_is_there() {
        let mut state = State::new(Options::default());
        state.chrome.chunks = Chunks { console: None, method: false, ..Chunks::all() };
        open(&mut state, "upside-down", None);
        state.apply(Action::Time(Time::Next));
        let position = state.desk.map.view.timeline.position;
        let asked = Action::Console(Typing::Open(true));
        assert_eq!(state.apply(asked.clone()).last(), Some(&Effect::Bring(Chunk::Console, asked.clone())));
        state.take_code(Chunks { method: false, ..Chunks::all() });
        assert!(state.document.lab.is_recorded());
        assert_eq!(state.apply(asked.clone()), [Effect::Bring(Chunk::Method, asked.clone())]);
        state.take_code(Chunks::all());
        assert!(!state.document.lab.is_recorded());
        state.apply(asked);
        assert!(state.desk.console.open);
        assert_eq!(state.desk.map.view.timeline.position, position);
        // If the console is already loaded, the lesson begins once the rest is.
        let opening = Opening { name: "salt".to_owned(), to: None, grain: None };
        state.chrome.chunks.method = false;
        let begun = state.apply(Action::Lesson(Learning::Begin(opening, None)));
        assert!(matches!(begun.as_slice(), [Effect::Bring(Chunk::Method, _)]));
    }

    #[test]
    fn what_is_said_of_every_order_is_tried_turn_by_turn() {
        let mut state = page();
        open(&mut state, "prepend-race", Some(Stop::Marker("Any order at all".to_owned())));
        state.apply(Action::Time(Time::Next));
        let said = |state: &State| {
            let lesson = state.document.lesson.as_ref().expect("it is open");
            (lesson.is_trying(), lesson.shown().chips.iter().map(|chip| chip.kept).collect::<Vec<_>>())
        };
        assert_eq!(said(&state), (true, vec![None]));
        let mut turns = 0;
        while said(&state).0 {
            assert!(state.apply(Action::Lesson(Learning::Continue)).is_empty());
            turns += 1;
        }
        assert!(turns > 1, "{turns}");
        assert_eq!(said(&state), (false, vec![Some(true)]));
    }

    #[test]
    fn a_table_of_the_designer_is_made_where_the_lesson_is_and_reaches_its_goal() {
        use super::super::design::Designing;
        use splitpoint_lab::design::Edit;
        let mut state = page();
        open(&mut state, "a-year", Some(Stop::Marker("Your turn".to_owned())));
        let place = |state: &State| {
            let shown = state.document.lesson.as_ref().expect("it is open").shown();
            (shown.heading.clone(), shown.place, shown.goal.as_ref().map(Target::is_reached))
        };
        let before = place(&state);
        assert_eq!((before.0.as_str(), before.2), ("Your turn", Some(false)));
        let tables = state.desk.map.view.tables.clone();
        state.apply(Action::Design(Designing::Open(true)));
        state.apply(Action::Design(Designing::Edit(Edit::Table("mine".to_owned()))));
        state.apply(Action::Design(Designing::Make));
        assert_eq!(state.desk.map.request.table, "mine");
        let left = LessonPlace::Left { stop: before.1.stop(), step: 0 };
        assert_eq!(place(&state), ("Your turn".to_owned(), left, Some(true)));
        assert_eq!(state.chrome.notice.as_ref().map(|notice| notice.words.as_str()), Some("The goal is reached."));
        state.apply(Action::Time(Time::Back));
        assert_eq!(state.chrome.notice, None, "it was about what was just done");
        state.apply(Action::Lesson(Learning::Back));
        assert_eq!((place(&state).1, &state.desk.map.view.tables), (before.1, &tables));
    }

    #[test]
    fn what_somebody_wrote_needs_the_language() {
        let mut state = State::new(Options::default());
        state.chrome.chunks = Chunks { console: None, ..Chunks::all() };
        let opening = Opening { name: lesson::TEMPLATE.to_owned(), to: None, grain: None };
        assert!(fetches(&state.apply(Action::Lesson(Learning::Begin(opening, None)))));
    }

    #[test]
    fn the_list_says_how_far_one_has_come() {
        let mut state = page();
        open(&mut state, "prepend-race", None);
        state.apply(Action::Time(Time::Next));
        let progress = state.document.lesson.as_ref().map(Lesson::progress);
        let won = "6.0 rrrrrrr 6.0,6.1,6.2,6.3".to_owned();
        let kept = vec![None, Some(won), progress, Some("nonsense".to_owned())];
        state.apply(Action::Lesson(Learning::Listed(kept)));
        assert_eq!(state.chrome.lessons, ["", "✓ goal met", "stop 1 of 7", ""]);
    }

    #[test]
    fn a_dark_screen_takes_the_next_key_for_itself() {
        let mut state = page();
        open(&mut state, "prepend-race", None);
        state.apply(Action::Present(Presenting::Open(true)));
        state.apply(Action::Present(Presenting::Blank));
        let before = state.desk.map.view.timeline.position;
        state.apply(Action::Time(Time::Next));
        assert_eq!(state.chrome.present.as_ref().map(|present| present.is_blank), Some(false));
        assert_eq!(state.desk.map.view.timeline.position, before);
        state.apply(Action::Time(Time::Next));
        assert!(state.desk.map.view.timeline.position > before);
    }

    #[test]
    fn what_is_written_is_played_where_the_reader_was_and_a_fault_keeps_what_stood_there() {
        let mut state = page();
        let write = |state: &mut State, writing| state.apply(Action::Lesson(Learning::Write(writing)));
        write(&mut state, Writing::Begin(None));
        let text = state.document.draft.clone().expect("it is being written").text;
        state.apply(Action::Time(Time::Next));
        let heading = |state: &State| state.document.lesson.as_ref().map(|lesson| lesson.shown().heading.clone());
        write(&mut state, Writing::Type(text.replace("‹The first stop›", "One")));
        write(&mut state, Writing::Play);
        assert_eq!(heading(&state).as_deref(), Some("One"));
        assert_eq!(state.document.lesson.as_ref().map(|lesson| lesson.shown().code[0].done), Some(true));
        write(&mut state, Writing::Type(text.replace("= rows\n", "= rowz\n")));
        write(&mut state, Writing::Play);
        let draft = state.document.draft.clone().expect("it is being written");
        assert!(draft.faults.iter().any(|(line, fault)| *line > 10 && fault.contains("rowz")), "{:?}", draft.faults);
        assert_eq!(heading(&state).as_deref(), Some("One"), "the last that could be played");
        write(&mut state, Writing::Type(text.replace(['‹', '›'], "")));
        write(&mut state, Writing::Check);
        let draft = state.document.draft.clone().expect("it is being written");
        assert!(draft.is_checked && draft.faults.is_empty());
    }
    #[test]
    fn a_text_with_a_fault_leaves_the_lesson_that_is_open_which_is_nobodys_own_work() {
        let mut state = page();
        open(&mut state, "prepend-race", None);
        let heading = |state: &State| state.document.lesson.as_ref().map(|lesson| lesson.shown().heading.clone());
        let before = heading(&state);
        let faulty = || Action::Lesson(Learning::Write(Writing::Text("---\nno".to_owned())));
        let effects = state.apply(faulty());
        assert!(effects.contains(&Effect::Replace("draft".to_owned(), "---\nno".to_owned())), "{effects:?}");
        let front = state.document.lesson.as_ref().map(|lesson| lesson.front);
        assert_eq!((heading(&state), front), (before, Some(Front::Source)), "its text is in front");
        assert_eq!(state.document.draft.as_ref().map(|draft| draft.faults.len()), Some(1));
        assert_eq!(state.document.slot(), None, "its session is not kept as the reader's own");
        // The first text without a fault takes its place, from its own beginning.
        state.apply(Action::Lesson(Learning::Write(Writing::Type(splitpoint_lab::lesson::TEMPLATE.to_owned()))));
        state.apply(Action::Lesson(Learning::Write(Writing::Play)));
        assert_eq!(heading(&state).as_deref(), Some("‹The first stop›"));
        assert!(state.document.draft.as_ref().is_some_and(|draft| draft.is_played && draft.faults.is_empty()));
    }
}
