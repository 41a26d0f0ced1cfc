//! A lesson on paper: each stop with its text, what was asked, what ran, and the picture of what came of it.

use super::prose::Piece;
use super::{Fault, Lesson, Player};
use crate::picture::{Layout, Theme, Wish};
use crate::sim::language::Language;
use crate::view::ViewRequest;
use std::sync::Arc;

/// A stop on paper, when everything is done there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// A few words.
    pub heading: String,
    /// Paragraphs before anything is done.
    pub before: Vec<Vec<Piece>>,
    /// What is asked, and the answer with its reason; none where nothing is.
    pub question: Option<(String, String)>,
    /// What may be answered, where that is to be chosen.
    pub choices: Vec<String>,
    /// The lines that run.
    pub code: Vec<String>,
    /// Paragraphs after that.
    pub after: Vec<Vec<Piece>>,
    /// What is to be reached, in words; the hints are left out.
    pub goal: Vec<String>,
    /// What the last step did.
    pub sentence: String,
    /// The table as it is then, as SVG in light colours; empty where there is none.
    pub picture: String,
    /// What the picture shows, in words.
    pub title: String,
}

/// A whole lesson on paper, a sheet for each stop, in order.
///
/// # Errors
/// What is wrong with the lesson.
pub fn sheets(lesson: &Arc<Lesson>, language: &'static Language) -> Result<Vec<Sheet>, Fault> {
    let mut session = lesson.session(language)?;
    let mut player = Player::open(lesson.clone(), &mut session)?;
    let mut sheets = Vec::new();
    for stop in 0..lesson.stops.len() {
        player.go(&mut session, stop)?;
        for _ in 0..player.show(&session).steps {
            player.next(&mut session)?;
        }
        let shown = player.show(&session);
        let name = Some([&lesson.title, ", ", &shown.heading].concat());
        let wish = Wish { notation: shown.wish.notation, name, ..Wish::new(shown.wish.table.clone()) };
        let layout = Layout::new(&session.stage(), &wish);
        let asked = lesson.stops[stop].question.as_ref();
        let answer = player.walked(stop).answer.clone();
        sheets.push(Sheet {
            heading: shown.heading,
            before: shown.before,
            question: asked
                .zip(answer)
                .map(|(asked, answer)| (asked.text.clone(), format!("{answer}. {}", asked.because))),
            choices: asked.map_or_else(Vec::new, |asked| asked.asked.choices().to_vec()),
            code: shown.code.into_iter().map(|line| line.text).collect(),
            after: shown.after,
            goal: shown.goal.map_or_else(Vec::new, |goal| goal.todos.into_iter().map(|part| part.words).collect()),
            sentence: session
                .view(&ViewRequest { notation: shown.wish.notation, ..ViewRequest::none() })
                .sentence
                .spoken(),
            title: layout.title().to_owned(),
            picture: if layout.has_table() { layout.svg(Theme::Light) } else { String::new() },
        });
    }
    Ok(sheets)
}
