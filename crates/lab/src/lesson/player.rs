//! A lesson at play: a value that walks a session along it.

use super::block::{BlockStep, Look, Use};
use super::condition::Todo;
use super::fault::{Fault, Trouble};
use super::foresight::Foresight;
use super::judge;
use super::progress::{Answered, Progress};
use super::prose::Piece;
use super::run::failures;
use super::shown::{Chip, CodeLine, GoalPart, LessonPlace, Prediction, Shown, Solution, Target, Wish};
use super::{Answer, Asked, Lesson, Paragraph, Stop};
use crate::scenario;
use crate::session::{Link, Opens, Session, Stop as To};
use crate::sim::language::Language;
use crate::view::{KeyNotation, ViewRequest, row_text};
use std::sync::Arc;

/// Statements of one go that are looked at one by one.
const STATEMENTS: usize = 16;

/// A lesson at play.
///
/// It belongs to one session and is handed that with each call. Where the reader stands is read from the cursor of the
/// session, so going back, scrubbing and branching need no word to the player: [`Player::show`] after every change of
/// the session says what there is to read, and [`Player::watch`] whether a goal was reached.
#[derive(Clone, Debug)]
pub struct Player {
    lesson: Arc<Lesson>,
    /// Stops that were entered, in order.
    walked: Vec<Walked>,
    /// Where the path was last played or gone to: stop, steps of it that are done.
    at: (usize, usize),
    answers: Vec<Option<Answered>>,
    /// What was answered last at each stop.
    given: Vec<Option<String>>,
    reached: Vec<(usize, usize)>,
    /// What was measured last for each part of a goal that is not reached, by stop and place.
    measured: Vec<((usize, usize), Vec<String>)>,
    /// The decision at the cursor when somebody looked last whether something was reached.
    watched: u32,
    foresight: Foresight,
}

/// A stop whose beginning the reader has reached, with its steps and its text.
#[derive(Clone, Debug)]
pub(super) struct Walked {
    /// The steps of the stop, each with the number of its block.
    pub(super) steps: Vec<(usize, BlockStep)>,
    /// The decisions after the set up, and after each step that is done.
    nodes: Vec<u32>,
    pub(super) before: Vec<Vec<Piece>>,
    pub(super) after: Vec<Vec<Piece>>,
    /// The answer to its prediction.
    pub(super) answer: Option<String>,
    look: Look,
    /// The key of the row that is to be in sight.
    row: Option<Vec<u8>>,
}

impl Lesson {
    /// A session in which it can be played. With [`RECORDED`](crate::sim::language::RECORDED) in place of a language, a lesson of
    /// [`Shelved::recorded`](super::Shelved::recorded) can.
    ///
    /// # Errors
    /// Why its start cannot be made.
    pub fn session(&self, language: &'static Language) -> Result<Session, Fault> {
        let start = scenario::start(&self.start);
        let start = start.ok_or_else(|| Fault::new(1, Trouble::UnknownStart(self.start.clone())))?;
        let made = Session::from_start(start);
        let mut session = made.map_err(|error| Fault::new(1, Trouble::Start(error.to_string())))?;
        session.speak(language);
        if let Some(score) = self.score.as_ref().filter(|_| session.is_recorded()) {
            session.recite(&*score.recording.clone().play());
        }
        session.set_grain(self.grain);
        Ok(session)
    }
}

impl Player {
    /// Begins a lesson in a session of its own, as [`Lesson::session`] makes it, at its first stop.
    ///
    /// # Errors
    /// What is wrong with the stop.
    pub fn open(lesson: Arc<Lesson>, session: &mut Session) -> Result<Self, Fault> {
        let stops = lesson.stops.len();
        let mut player = Self {
            lesson,
            walked: Vec::new(),
            at: (0, 0),
            answers: vec![None; stops],
            given: vec![None; stops],
            reached: Vec::new(),
            measured: Vec::new(),
            watched: 0,
            foresight: Foresight::default(),
        };
        player.enter(session)?;
        Ok(player)
    }

    /// Begins where a reader was before: the steps up to there are played again, what was answered and reached counts.
    ///
    /// # Errors
    /// What is wrong with a stop on the way.
    pub fn resume(lesson: Arc<Lesson>, session: &mut Session, progress: &Progress) -> Result<Self, Fault> {
        let mut player = Self::open(lesson, session)?;
        player.go(session, progress.stop.min(player.lesson.stops.len() - 1))?;
        for _ in 0..progress.step.min(player.walked[player.at.0].steps.len()) {
            player.advance(session)?;
        }
        player.recall(progress);
        Ok(player)
    }

    /// Begins where a link leads: the steps up to there are played, and no prediction on the way counts as shown. A step is
    /// a position at the grain of the session; a name is the heading of a stop. `false` where there is no such stop: the
    /// session is at the end of the lesson then.
    ///
    /// # Errors
    /// What is wrong with a stop on the way.
    pub fn visit(lesson: Arc<Lesson>, session: &mut Session, to: &To) -> Result<(Self, bool), Fault> {
        let mut player = Self::open(lesson, session)?;
        let mut found = true;
        match to {
            To::At(position) => {
                while session.total() < *position && player.advance(session)? {}
                session.seek(*position);
            }
            To::End => while player.advance(session)? {},
            To::Marker(name) => match player.lesson.stops.iter().position(|stop| stop.heading == *name) {
                Some(stop) => player.go(session, stop)?,
                None => {
                    while player.advance(session)? {}
                    found = false;
                }
            },
        }
        player.answers.fill(None);
        Ok((player, found))
    }

    /// The link to where the reader is on the path; `None` on a way of their own.
    pub fn link(&self, session: &Session) -> Option<Link> {
        let LessonPlace::On { .. } = self.place(session) else { return None };
        let position = session.position();
        let mut link = Link::new(Opens::Lesson(self.lesson.id.clone()));
        link.step = (position > 0).then_some(To::At(position));
        link.grain = Some(session.grain()).filter(|grain| *grain != self.lesson.grain);
        Some(link)
    }

    /// Takes over what was answered and reached before; where the reader was does not count.
    pub fn recall(&mut self, progress: &Progress) {
        for (mine, theirs) in self.answers.iter_mut().zip(&progress.answers) {
            *mine = *theirs;
        }
        self.reached.clone_from(&progress.reached);
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// How far the reader has come, to be saved and passed to [`resume`](Self::resume).
    pub fn progress(&self) -> Progress {
        let (stop, step) = self.at;
        Progress { stop, step, answers: self.answers.clone(), reached: self.reached.clone() }
    }

    /// Where the reader stands.
    pub fn place(&self, session: &Session) -> LessonPlace {
        let here = session.node();
        let node = |(stop, step): (usize, usize)| self.walked.get(stop).and_then(|walked| walked.nodes.get(step));
        let (stop, step) = self.at;
        if node(self.at) == Some(&here) && !session.is_midst() {
            return LessonPlace::On { stop, step, between: false };
        }
        let tip = self.walked.last().and_then(|walked| walked.nodes.last()).copied().unwrap_or(0);
        let mut points =
            self.walked.iter().enumerate().flat_map(|(stop, walked)| {
                walked.nodes.iter().enumerate().map(move |(step, node)| (stop, step, *node))
            });
        let behind = points.rfind(|(.., node)| session.leads_to(*node, here));
        // In the set up of the first stop no stop has begun yet, so the first one is taken.
        let (stop, step, node) = behind.unwrap_or((0, 0, 0));
        if session.leads_to(here, tip) {
            return LessonPlace::On { stop, step, between: node != here || session.is_midst() };
        }
        LessonPlace::Left { stop, step }
    }

    /// Back to where the reader left the path, or to where the cursor is on it.
    pub fn back(&mut self, session: &mut Session) {
        let (LessonPlace::On { stop, step, .. } | LessonPlace::Left { stop, step }) = self.place(session);
        self.at = (stop, step);
        session.go_to_node(self.walked[stop].nodes[step]);
    }

    /// One step of the path: the next statement, or on to the next stop where all are done. Who is on another way is only
    /// led back. An open prediction is revealed, and counts as not answered. `false` at the end of the lesson.
    ///
    /// # Errors
    /// What is wrong with the stop or the step.
    pub fn next(&mut self, session: &mut Session) -> Result<bool, Fault> {
        match self.place(session) {
            LessonPlace::Left { .. } => {
                self.back(session);
                Ok(true)
            }
            LessonPlace::On { stop, step, .. } => {
                self.at = (stop, step);
                if !session.leads_to(self.walked[0].nodes[0], session.node()) {
                    // Before the first stop: to its beginning.
                    self.back(session);
                    return Ok(true);
                }
                self.advance(session)
            }
        }
    }

    /// One step back on the path, the opposite of [`next`](Self::next): to before the last statement, or from the beginning
    /// of a stop to the end of the one before, where the session can be at the same moment. `false` where the first stop
    /// begins, and on another way.
    pub fn previous(&mut self, session: &mut Session) -> bool {
        let LessonPlace::On { stop, step, between } = self.place(session) else { return false };
        let is_begun = session.leads_to(self.walked[0].nodes[0], session.node());
        let (stop, step) = match (stop, step) {
            _ if between && is_begun => (stop, step),
            (0, 0) => return false,
            (_, 0) => (stop - 1, self.walked[stop - 1].nodes.len() - 1),
            _ => (stop, step - 1),
        };
        self.at = (stop, step);
        let nodes = &self.walked[stop].nodes;
        session.go_to_node(nodes[step]);
        if let Some(began) = step.checked_sub(1) {
            session.lead(nodes[began]);
        }
        true
    }

    /// As [`next`](Self::next), from where the path was last.
    fn advance(&mut self, session: &mut Session) -> Result<bool, Fault> {
        let (stop, step) = self.at;
        let walked = &self.walked[stop];
        let Some((block, next)) = walked.steps.get(step) else {
            if stop + 1 == self.lesson.stops.len() {
                return Ok(false);
            }
            self.go(session, stop + 1)?;
            return Ok(true);
        };
        if self.lesson.stops[stop].asks() {
            self.answers[stop].get_or_insert(Answered::Revealed);
        }
        if let Some(node) = walked.nodes.get(step + 1) {
            session.go_to_node(*node);
        } else {
            session.go_to_node(walked.nodes[step]);
            let line = self.lesson.stops[stop].scripts[*block].line + next.lines.start;
            self.lesson.play(session, next, line)?;
            self.walked[stop].nodes.push(session.node());
        }
        session.lead(self.walked[stop].nodes[step]);
        self.at = (stop, step + 1);
        Ok(true)
    }

    /// To the beginning of a stop. What lies before it is played, where it was not yet, and predictions on the way are
    /// revealed.
    ///
    /// # Errors
    /// What is wrong with a stop or a step on the way.
    pub fn go(&mut self, session: &mut Session, stop: usize) -> Result<(), Fault> {
        while self.walked.len() <= stop {
            let last = self.walked.len() - 1;
            self.at = (last, self.walked[last].nodes.len() - 1);
            session.go_to_node(self.walked[last].nodes[self.at.1]);
            while self.at.1 < self.walked[last].steps.len() {
                self.advance(session)?;
            }
            self.enter(session)?;
        }
        self.at = (stop, 0);
        session.go_to_node(self.walked[stop].nodes[0]);
        Ok(())
    }

    /// Enters the stop after those that were entered.
    fn enter(&mut self, session: &mut Session) -> Result<(), Fault> {
        let lesson = self.lesson.clone();
        let stop = &lesson.stops[self.walked.len()];
        for block in &stop.setup {
            lesson.run(session, block)?;
        }
        let look = stop.look.over(self.walked.last().map_or(&lesson.look, |walked| &walked.look));
        let mut steps = Vec::new();
        for (at, block) in stop.scripts.iter().enumerate() {
            steps.extend(lesson.steps(session, block)?.into_iter().map(|step| (at, step)));
        }
        let row = look.row_in_sight(session)?;
        let before = told(&stop.before, session, &look)?;
        // The texts and the answer name values after the steps, so these are played on a copy of the session.
        let mut ahead = session.clone();
        let mut answer = None;
        for (at, block) in stop.scripts.iter().enumerate() {
            let said = failures(&ahead);
            for (_, step) in steps.iter().filter(|(block, _)| *block == at) {
                lesson.play(&mut ahead, step, block.line + step.lines.start)?;
            }
            block.judge(&said, &ahead)?;
            if let Some(question) = stop.question.as_ref().filter(|_| at == 0) {
                answer = Some(match &question.answer {
                    Answer::Value(value) => {
                        let found = look.ask(value, &ahead);
                        let found = match question.asked {
                            Asked::SplitPoint => found.and_then(|key| look.row_at(&key, &ahead)),
                            _ => found,
                        };
                        found.ok_or_else(|| Fault::new(question.line, Trouble::Nothing(value.to_string())))?
                    }
                    Answer::Whether(condition) => {
                        let is_so = {
                            let mut orders = |promise: &_| judge::every_order(promise, &ahead);
                            judge::holds(condition, &ahead, session.node(), &look, &mut orders)
                        };
                        if is_so { "yes" } else { "no" }.to_owned()
                    }
                });
            }
        }
        let after = told(&stop.after, &ahead, &look)?;
        self.walked.push(Walked { steps, nodes: vec![session.node()], before, after, answer, look, row });
        self.at = (self.walked.len() - 1, 0);
        Ok(())
    }

    /// Takes an answer to the prediction of the stop at the cursor: a choice, a key or split point as the picture prints
    /// it, or a number. Only the first one counts. `None` where nothing is asked.
    pub fn answer(&mut self, session: &Session, given: &str) -> Option<Solution> {
        let stop = self.place(session).stop();
        let question = self.lesson.stops[stop].question.as_ref()?;
        let answer = self.walked[stop].answer.clone()?;
        // A cut may be named by its own key, or by the row before which it is.
        let meant = match question.asked {
            Asked::SplitPoint => self.walked[stop].look.row_at(given.trim(), session),
            _ => None,
        };
        let given = meant.as_deref().unwrap_or(given);
        let right = question.asked.is_right(given, &answer);
        self.given[stop] = Some(given.to_owned());
        self.answers[stop].get_or_insert(if right { Answered::Right } else { Answered::Wrong });
        Some(Solution { right, answer, because: question.because.clone() })
    }

    /// The answer to the question of the stop at the cursor and why it is that, also while the question is open: for who
    /// asks an audience. `None` where nothing is asked.
    pub fn solution(&self, session: &Session) -> Option<(&str, &str)> {
        let stop = self.place(session).stop();
        let question = self.lesson.stops[stop].question.as_ref()?;
        Some((self.walked[stop].answer.as_deref()?, &question.because))
    }

    /// Whether a prediction of a stop is open after so many of its steps.
    fn is_open(&self, stop: usize, step: usize) -> bool {
        let Some(question) = self.lesson.stops[stop].question.as_ref() else { return false };
        let answer = self.walked[stop].answer.as_deref().unwrap_or_default();
        let solved = self.given[stop].as_ref().is_some_and(|given| question.asked.is_right(given, answer));
        let passed = matches!(self.answers[stop], Some(Answered::Right | Answered::Revealed));
        step == 0 && !solved && !passed
    }

    /// Looks whether the reader has reached something: to be called whenever something was done. Whether there is news.
    ///
    /// Costs count once all clients are through. Of several statements that were done in one go each counts for itself, of
    /// many the last ones. A condition about every order counts while at least two clients can step, and only once
    /// [`go_on`](Self::go_on) has tried every order.
    pub fn watch(&mut self, session: &Session) -> bool {
        let last = self.walked.last().map_or(0, Walked::end);
        let from = std::mem::replace(&mut self.watched, session.node());
        let from = if session.leads_to(from, session.node()) { from.max(last) } else { last };
        let mut news = false;
        let ends = if self.is_won() { Vec::new() } else { session.statement_ends(from, STATEMENTS) };
        if !ends.is_empty() {
            let mut then = session.clone();
            for end in ends {
                then.go_to_node(end);
                news |= self.look_at(&then, true);
            }
        }
        news |= self.look_at(session, false);
        self.foresee(session);
        news
    }

    /// Whether something was reached at the cursor; `is_end`: at the end of a statement of a script with more of them.
    fn look_at(&mut self, session: &Session, is_end: bool) -> bool {
        let here = session.node();
        let mut news = false;
        for (at, walked) in self.walked.iter().enumerate() {
            let Some(goal) = &self.lesson.stops[at].goal else { continue };
            let since = walked.end();
            let is_begun = walked.nodes.len() > walked.steps.len() && since != here && session.leads_to(since, here);
            if !is_begun {
                self.measured.retain(|((stop, _), _)| *stop != at);
                continue;
            }
            for (place, todo) in goal.todos.iter().enumerate() {
                if self.reached.contains(&(at, place)) {
                    continue;
                }
                let met = todo.met(session, since, &walked.look, is_end, &mut self.foresight);
                let Some((is_met, measured)) = met else { continue };
                self.measured.retain(|(known, _)| *known != (at, place));
                if is_met {
                    self.reached.push((at, place));
                    news = true;
                } else {
                    self.measured.push(((at, place), measured));
                }
            }
        }
        news
    }

    /// Begins to try every order where what must hold at this stop is about all of them.
    pub(super) fn foresee(&mut self, session: &Session) {
        let stop = self.place(session).stop();
        for promise in self.lesson.stops[stop].must.iter().flat_map(Todo::promises) {
            self.foresight.ask(promise, session);
        }
    }

    /// Looks at up to so many more states of the orders that are being tried, at most 20,000 of one promise. `false` where
    /// there are no more: then [`watch`](Self::watch) and [`show`](Self::show) know what came of it.
    pub fn go_on(&mut self, states: u64) -> bool {
        self.foresight.go_on(states);
        self.is_trying()
    }

    /// Whether every order is still being tried.
    pub fn is_trying(&self) -> bool {
        self.foresight.is_going()
    }

    /// How much was reached of what the lesson asks for, and how much that is.
    pub fn reached(&self) -> (usize, usize) {
        (self.reached.len(), self.lesson.todos())
    }

    /// Whether everything was reached that the lesson asks for.
    pub fn is_won(&self) -> bool {
        let (reached, all) = self.reached();
        reached == all
    }

    /// What there is to see of the lesson where the cursor stands.
    pub fn show(&self, session: &Session) -> Shown {
        let place = self.place(session);
        let (LessonPlace::On { stop, step, .. } | LessonPlace::Left { stop, step }) = place;
        let (source, walked) = (&self.lesson.stops[stop], &self.walked[stop]);
        let done = step == walked.steps.len();
        let open = self.is_open(stop, step);
        let free = done && (source.goal.is_some() || source.scripts.iter().any(|block| block.use_ == Use::Queue));
        let is_last = stop + 1 == self.lesson.stops.len();
        let look = &walked.look;
        let goal = source.goal.as_ref().filter(|_| done).map(|goal| Target {
            title: goal.title.clone(),
            todos: (0..)
                .zip(&goal.todos)
                .map(|(at, todo)| GoalPart {
                    words: todo.words.clone(),
                    is_reached: self.reached.contains(&(stop, at)),
                    measured: self.measured_at((stop, at)),
                })
                .collect(),
            hints: goal.hints.clone(),
        });
        Shown {
            place,
            began: session.position_of(self.walked[0].begin()),
            stops: self.lesson.stops.len(),
            steps: walked.steps.len(),
            heading: source.heading.clone(),
            before: walked.before.clone(),
            prediction: source.question.as_ref().map(|question| Prediction {
                question: question.text.clone(),
                asked: question.asked.clone(),
                given: self.given[stop].clone(),
                answered: self.answers[stop],
                is_played: walked.steps.iter().take_while(|(block, _)| *block == 0).count() <= step,
                solution: walked.answer.clone().filter(|_| !open).map(|answer| Solution {
                    right: self.answers[stop] == Some(Answered::Right),
                    answer,
                    because: question.because.clone(),
                }),
            }),
            open,
            code: code(source, walked, step, session)
                .into_iter()
                .filter(|(block, _)| !open || *block == 0)
                .map(|(_, line)| line)
                .collect(),
            next: walked.steps.get(step).map(|(block, next)| {
                let text = source.scripts[*block].text.lines().nth(next.lines.start as usize);
                (next.client(), text.filter(|_| !open).map(|text| text.trim().to_owned()))
            }),
            after: if done { walked.after.clone() } else { Vec::new() },
            chips: source
                .must
                .iter()
                .map(|todo| Chip {
                    words: todo.words.clone(),
                    kept: todo.is_kept(session, walked.nodes[0], look, &self.foresight),
                })
                .collect(),
            goal,
            free,
            leads_on: free && session.is_quiet(),
            previous_stop: stop.checked_sub(1).map(|before| self.lesson.stops[before].heading.clone()),
            next_stop: self.lesson.stops.get(stop + 1).filter(|_| !open).map(|next| next.heading.clone()),
            learned: Some(self.lesson.learned.clone()).filter(|_| is_last && done),
            wish: Wish {
                table: look.table.clone().unwrap_or_default(),
                notation: look.notation.unwrap_or_default(),
                panes: look.panes.clone().unwrap_or_default(),
                columns: look.columns.clone().unwrap_or_default(),
                row: walked.row.clone(),
            },
        }
    }

    fn measured_at(&self, part: (usize, usize)) -> Vec<String> {
        let found = self.measured.iter().find(|(known, _)| *known == part);
        found.map(|(_, measured)| measured.clone()).unwrap_or_default()
    }

    pub(super) fn walked(&self, stop: usize) -> &Walked {
        &self.walked[stop]
    }
}

fn told(paragraphs: &[Paragraph], session: &Session, look: &Look) -> Result<Vec<Vec<Piece>>, Fault> {
    paragraphs.iter().map(|paragraph| paragraph.pieces(&|value| look.ask(value, session))).collect()
}

/// The lines of the script of a stop, each with the number of its block.
fn code(stop: &Stop, walked: &Walked, done: usize, session: &Session) -> Vec<(usize, CodeLine)> {
    let mut lines = Vec::new();
    for (at, block) in stop.scripts.iter().enumerate() {
        for (number, text) in (0_u32..).zip(block.text.lines()) {
            let here = |(place, step): &(usize, BlockStep)| *place == at && step.lines.contains(&number);
            let index = walked.steps.iter().position(here);
            let current = index == Some(done);
            let mut clients = Vec::new();
            if let Some((_, step)) = walked.steps.get(done).filter(|(place, _)| current && *place == at) {
                let line = session.script_line(step.index()).unwrap_or(step.lines.start + 1);
                if line == number + 1 {
                    clients.push(step.client());
                }
            }
            let done = index.is_some_and(|index| index < done);
            lines.push((at, CodeLine { text: text.to_owned(), current, done, clients }));
        }
    }
    lines
}

impl Look {
    /// The first row that does not come before a key: where somebody points who means that a region is cut there.
    fn row_at(&self, key: &str, session: &Session) -> Option<String> {
        let table = self.table.clone().unwrap_or_default();
        let encoding = session.key(&table);
        let key = encoding.encode(key).ok()?;
        let notation = KeyNotation::Fields;
        let view = session.view(&ViewRequest { table, window: 0..u64::MAX, old_versions: false, notation });
        let mut rows = view.lines.iter().filter(|line| line.row_start).map(|line| row_text(&line.row));
        rows.find(|row| encoding.encode(row).is_ok_and(|row| row >= key))
    }

    /// The key of the row that is to be in sight, which has to be there.
    fn row_in_sight(&self, session: &Session) -> Result<Option<Vec<u8>>, Fault> {
        let Some((line, typed)) = &self.row else { return Ok(None) };
        let table = self.table.clone().unwrap_or_default();
        let unread = |why: crate::notation::Problem| Fault::new(*line, Trouble::Key(typed.clone(), why.sentence));
        let key = session.key(&table).encode(typed).map_err(unread)?;
        let notation = KeyNotation::Fields;
        let view = session.view(&ViewRequest { table, window: 0..u64::MAX, old_versions: false, notation });
        if view.lines.iter().any(|line| line.row_key == key) {
            return Ok(Some(key));
        }
        Err(Fault::new(*line, Trouble::Nothing(format!("row {typed}"))))
    }

    pub(super) fn ask(&self, value: &super::Value, session: &Session) -> Option<String> {
        value.at(session, self.table.as_deref().unwrap_or_default(), self.notation.unwrap_or_default())
    }
}

impl Walked {
    /// What a page shows at this stop.
    pub(super) fn look(&self) -> &Look {
        &self.look
    }

    /// The decision with which it begins.
    pub(super) fn begin(&self) -> u32 {
        self.nodes[0]
    }

    /// The decision with which its goal begins.
    pub(super) fn end(&self) -> u32 {
        *self.nodes.last().expect("a stop that was entered has a beginning")
    }
}

impl Asked {
    /// What may be chosen, in order; nothing where something else is asked for.
    pub fn choices(&self) -> &[String] {
        match self {
            Self::Choice(choices) => choices,
            Self::Row | Self::SplitPoint | Self::Number => &[],
        }
    }

    /// Whether an answer is the one that the model gives. A choice is compared by what stands before its first comma or
    /// colon.
    pub(super) fn is_right(&self, given: &str, answer: &str) -> bool {
        match self {
            Self::Choice(_) => given.trim() == answer || key_of(given) == answer,
            Self::Row | Self::SplitPoint => given.trim() == answer,
            Self::Number => given.trim().parse::<i64>().ok().is_some_and(|given| answer.parse() == Ok(given)),
        }
    }
}

/// The part of a choice that is compared with the answer: up to the first comma or colon.
pub(super) fn key_of(choice: &str) -> &str {
    choice.split([',', ':']).next().unwrap_or(choice).trim()
}
