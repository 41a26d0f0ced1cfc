//! Plays a lesson to its end, and lists what is wrong with it.

use super::condition::Condition;
use super::fault::{Fault, Trouble};
use super::player::{Player, key_of};
use super::prose::Piece;
use super::shown::Shown;
use super::{Asked, Goal, Lesson, Stop};
use crate::session::Session;
use crate::sim::language::Language;
use crate::view::{KeyNotation, ViewRequest};
use std::fmt::Write;
use std::sync::Arc;

/// Words of a stop, at most.
const WORDS: usize = 120;

/// Steps of a lesson.
const STEPS: std::ops::RangeInclusive<usize> = 10..=30;

/// What came of playing a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What is wrong; a lesson without faults is whole.
    pub faults: Vec<Fault>,
    /// The lesson as a reader meets it, as text.
    pub told: String,
}

/// Plays a lesson to its end.
pub fn check(lesson: &Arc<Lesson>, language: &'static Language) -> Report {
    let mut checker = Checker { lesson, faults: Vec::new(), told: String::new(), steps: 0 };
    if let Err(fault) = checker.play(language) {
        checker.faults.push(fault);
    }
    checker.faults.sort_by_key(|fault| fault.line);
    Report { faults: checker.faults, told: checker.told }
}

/// Reads and plays the lesson of a file, and lists what is wrong: the line and the sentence of each fault.
pub fn told(id: &str, text: &str, language: &'static Language) -> Report {
    let mut report = match Lesson::read(id, text) {
        Ok(lesson) => check(&Arc::new(lesson), language),
        Err(fault) => Report { faults: vec![fault], told: String::new() },
    };
    let unfilled = (1..).zip(text.lines()).filter(|(_, line)| line.contains('‹'));
    report.faults.extend(unfilled.map(|(line, _)| Fault::new(line, Trouble::Unfilled)));
    report.faults.sort_by_key(|fault| fault.line);
    report
}

struct Checker<'a> {
    lesson: &'a Arc<Lesson>,
    faults: Vec<Fault>,
    told: String,
    steps: usize,
}

impl Checker<'_> {
    fn fault(&mut self, line: u32, trouble: Trouble) {
        self.faults.push(Fault::new(line, trouble));
    }

    fn say(&mut self, line: impl AsRef<str>) {
        self.told.push_str(line.as_ref());
        self.told.push('\n');
    }

    fn play(&mut self, language: &'static Language) -> Result<(), Fault> {
        let lesson = self.lesson.clone();
        let Lesson { title, promise, stops, .. } = &*lesson;
        self.say(format!("{title}: {promise}"));
        let asked = stops.iter().filter(|stop| stop.asks()).count();
        if asked * 2 < stops.len() {
            self.fault(stops[0].line, Trouble::FewPredictions(asked, stops.len()));
        }
        if stops.iter().all(|stop| stop.goal.is_none()) {
            self.fault(stops[stops.len() - 1].line, Trouble::NoGoal);
        }
        let mut session = lesson.session(language)?;
        let mut player = Player::open(lesson.clone(), &mut session)?;
        for (at, stop) in stops.iter().enumerate() {
            self.stop(at, stop, &mut player, &mut session)?;
            if at + 1 < stops.len() {
                player.next(&mut session)?;
            }
        }
        if !STEPS.contains(&self.steps) {
            self.fault(stops[0].line, Trouble::Steps(self.steps));
        }
        self.say(format!("\nLearned: {}", lesson.learned));
        Ok(())
    }

    fn stop(&mut self, at: usize, stop: &Stop, player: &mut Player, session: &mut Session) -> Result<(), Fault> {
        let shown = player.show(session);
        self.say(format!("\n## {}", shown.heading));
        self.prose(&shown.before);
        self.prediction(at, stop, player, session, &shown);
        for step in 0..shown.steps {
            let (block, next) = &player.walked(at).steps[step];
            let line = stop.scripts[*block].line + next.lines.start;
            let source = &stop.scripts[*block];
            let is_queue = source.use_ == super::block::Use::Queue;
            let letter = if is_queue { ' ' } else { next.client() };
            let lines = source.text.lines().skip(next.lines.start as usize);
            for text in lines.take((next.lines.end - next.lines.start) as usize) {
                self.say(format!("  {letter}> {text}"));
            }
            let before = session.atoms();
            player.next(session)?;
            let sentence = session.view(&view()).sentence;
            let text = sentence.text();
            if !is_queue && (text.is_empty() || session.atoms() == before) {
                self.fault(line, Trouble::NoSentence);
            }
            if !is_queue {
                self.say(format!("     {}: {text}", sentence.client.unwrap_or('-')));
            }
            self.steps += 1;
        }
        player.foresee(session);
        while player.go_on(u64::MAX) {}
        let shown = player.show(session);
        self.prose(&shown.after);
        self.words(stop, &shown);
        for (todo, chip) in stop.must.iter().zip(&shown.chips) {
            self.say(format!("  {} {}", if chip.kept == Some(true) { '✓' } else { '✗' }, chip.words));
            if !todo.holds(session, player.walked(at).begin(), player.walked(at).look()) {
                let holds = !todo.conditions.iter().any(|condition| matches!(condition, Condition::Broken(_)));
                self.fault(todo.line, Trouble::Promise { words: todo.words.clone(), holds });
            }
        }
        if let Some(goal) = &stop.goal {
            self.goal(at, goal, player, session)?;
        }
        Ok(())
    }

    fn prose(&mut self, paragraphs: &[Vec<Piece>]) {
        for paragraph in paragraphs {
            self.say(Piece::join(paragraph));
        }
    }

    fn words(&mut self, stop: &Stop, shown: &Shown) {
        let paragraphs = shown.before.iter().chain(&shown.after).map(|paragraph| Piece::join(paragraph));
        let asked = stop.question.iter().map(|question| question.text.clone());
        let words = paragraphs.chain(asked).map(|text| text.split_whitespace().count()).sum();
        if words > WORDS {
            self.fault(stop.line, Trouble::Words(words));
        }
        if shown.before.is_empty() && shown.after.is_empty() {
            self.fault(stop.line, Trouble::Silent);
        }
    }

    fn prediction(&mut self, at: usize, stop: &Stop, player: &mut Player, session: &Session, shown: &Shown) {
        let Some(question) = &stop.question else { return };
        let answer = player.walked(at).answer.clone().unwrap_or_default();
        let line = question.line;
        self.say(format!("? {}", question.text));
        match &question.asked {
            Asked::Choice(choices) => {
                let is_right = |choice: &&String| question.asked.is_right(choice, &answer);
                choices.iter().for_each(|choice| {
                    let sign = if is_right(&choice) { '●' } else { '○' };
                    let _ = writeln!(self.told, "  {sign} {choice}");
                });
                match choices.iter().filter(is_right).count() {
                    0 => self.fault(line, Trouble::NoRight(answer.clone())),
                    1 => {}
                    count => self.fault(line, Trouble::ManyRight(answer.clone(), count)),
                }
            }
            kind => {
                self.say(format!("  ● {answer}"));
                if let Some(what) = misses(kind, &answer, session, &shown.wish.table, shown.wish.notation) {
                    self.fault(line, Trouble::WrongKind(answer.clone(), what));
                }
            }
        }
        if !question.because.is_empty() {
            self.say(format!("  > {}", question.because));
        }
        let others: Vec<&str> = match &question.asked {
            Asked::Choice(choices) => {
                choices.iter().map(|choice| key_of(choice)).filter(|key| *key != answer).collect()
            }
            _ => Vec::new(),
        };
        for (place, text) in seen(self.lesson, stop, shown, session) {
            // Where another choice stands as well, nothing is given away.
            if says(&text, &answer) && !others.iter().any(|other| says(&text, other)) {
                self.fault(line, Trouble::GivenAway(answer.clone(), place));
            }
        }
        // Whoever is right sees the rest.
        let _ = player.answer(session, &answer);
    }

    /// The goal is not reached at the start, and is by the solution.
    fn goal(&mut self, at: usize, goal: &Goal, player: &Player, session: &Session) -> Result<(), Fault> {
        self.say(format!("Goal: {}", goal.title));
        let look = player.walked(at).look().clone();
        let since = player.walked(at).end();
        for todo in &goal.todos {
            if todo.holds(session, since, &look) {
                self.fault(todo.line, Trouble::MetAtStart(todo.words.clone()));
            }
        }
        let (mut player, mut session) = (player.clone(), session.clone());
        for block in &goal.solution {
            for step in block.steps(&session)? {
                step.play(&mut session).map_err(|trouble| Fault::new(block.line + step.lines.start, trouble))?;
                let sentence = session.view(&view()).sentence;
                let _ = writeln!(self.told, "  {}: {}", sentence.client.unwrap_or('-'), sentence.text());
                player.watch(&session);
                while player.go_on(u64::MAX) {}
                player.watch(&session);
            }
        }
        let reached = player.progress().reached;
        for (place, todo) in goal.todos.iter().enumerate() {
            let is_met = reached.contains(&(at, place));
            self.say(format!("  {} {}", if is_met { '✓' } else { '✗' }, todo.words));
            if !is_met {
                self.fault(todo.line, Trouble::NotMet(todo.words.clone()));
            }
        }
        Ok(())
    }
}

/// Everything that can be read while a prediction is open, but for its choices and the picture.
fn seen(lesson: &Lesson, stop: &Stop, shown: &Shown, session: &Session) -> Vec<(&'static str, String)> {
    let text = |paragraphs: &[Vec<Piece>]| paragraphs.iter().map(|one| Piece::join(one)).collect::<Vec<_>>().join(" ");
    let question = stop.question.as_ref().map(|question| question.text.clone()).unwrap_or_default();
    let code = shown.code.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
    let mut seen = vec![
        ("the title", lesson.title.clone()),
        ("the line below the title", lesson.promise.clone()),
        ("the heading", shown.heading.clone()),
        ("the text", text(&shown.before)),
        ("the question", question),
        ("the script", code),
    ];
    // Before the first step of a stop its heading stands in the place of the sentence.
    if shown.steps == 0 {
        seen.push(("the sentence of the present step", session.view(&view()).sentence.text()));
    }
    seen
}

/// Whether a text says an answer as a word. Yes and no stand in many sentences and give nothing away.
fn says(text: &str, answer: &str) -> bool {
    if answer.is_empty() || matches!(answer, "yes" | "no" | "true" | "false") {
        return false;
    }
    let (text, answer) = (text.to_lowercase(), answer.to_lowercase());
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(&answer)
        .any(|(at, _)| !is_word(text[..at].chars().next_back()) && !is_word(text[at + answer.len()..].chars().next()))
}

/// What an answer should be and is not.
fn misses(asked: &Asked, answer: &str, session: &Session, table: &str, notation: KeyNotation) -> Option<&'static str> {
    let request = ViewRequest { table: table.to_owned(), window: 0..u64::MAX, old_versions: false, notation };
    match asked {
        Asked::Choice(_) => None,
        Asked::Number => answer.parse::<i64>().is_err().then_some("number"),
        Asked::Row | Asked::SplitPoint => {
            let view = session.view(&request);
            let has = view.lines.iter().any(|line| crate::view::row_text(&line.row) == answer);
            (!has).then_some("row of the picture")
        }
    }
}

fn view() -> ViewRequest {
    ViewRequest { table: String::new(), window: 0..0, old_versions: false, notation: KeyNotation::Fields }
}
