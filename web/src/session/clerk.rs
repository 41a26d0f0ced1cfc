//! The search of every order in a web worker: the errand that is sent to it, and its answers.
//!
//! The worker runs the same program without a page. It gets the session as text, restores it and searches as the page
//! would. It answers with numbers; the page finds out what they mean by playing them (`Survey::apply_remote`).

use super::orders::question;
use splitpoint_lab::search::{Found, Progress, Status};
use splitpoint_lab::session::{Begin, Between, Session, Survey, SurveyRequest};
use splitpoint_lab::view::Grain;

const BEGINS: [Begin; 2] = [Begin::Before, Begin::Here];
const GRAINS: [Grain; 3] = [Grain::Operation, Grain::Rpc, Grain::Cell];
const STATUSES: [Status; 3] = [Status::Going, Status::Over, Status::Full];

/// The request to the worker: the session as text, the table, and the rest of the request as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The session in the form in which it is kept.
    pub session: String,
    table: String,
    asked: String,
}

impl Errand {
    /// The request to search every order of what the clients of this session do.
    pub fn new(lab: &Session, request: &SurveyRequest) -> Self {
        let place = |at: Option<usize>| at.unwrap_or(0).to_string();
        let mut asked = vec![
            place(BEGINS.iter().position(|begin| *begin == request.begin)),
            place(GRAINS.iter().position(|grain| *grain == request.grain)),
        ];
        asked.extend(request.between.iter().map(|one| place(Between::ALL.iter().position(|other| other == one))));
        Self { session: lab.save().to_text(), table: request.table.clone(), asked: asked.join(" ") }
    }

    /// The request as texts, which can be sent to the worker.
    pub fn words(self) -> [String; 3] {
        [self.session, self.table, self.asked]
    }

    /// Reads a request from these texts.
    pub fn read(words: Vec<String>) -> Option<Self> {
        let [session, table, asked] = <[String; 3]>::try_from(words).ok()?;
        Some(Self { session, table, asked })
    }

    /// The search, in a session that was restored from the text.
    pub fn survey(&self, lab: &Session) -> Option<Survey> {
        let mut numbers = self.asked.split(' ').map_while(|number| number.parse::<usize>().ok());
        let (begin, grain) = (*BEGINS.get(numbers.next()?)?, *GRAINS.get(numbers.next()?)?);
        let between = numbers.filter_map(|number| Between::ALL.get(number).copied()).collect();
        lab.survey(question(lab, &self.table, (begin, grain, between)))
    }
}

/// An answer of the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The progress, with what was found if the search is complete or was stopped.
    Told(Progress, Option<Vec<Found>>),
    /// There is no worker, or it has failed.
    Lost,
}

impl Heard {
    /// The answer as a text: the progress in the first line, and each finding in a line of its own.
    pub fn text(progress: Progress, found: Option<&[Found]>) -> String {
        let status = STATUSES.iter().position(|status| *status == progress.status).unwrap_or(0);
        let mut text = format!("{status} {} {} {}", progress.states, progress.orders, u8::from(found.is_some()));
        for Found { orders, places, repeats } in found.unwrap_or_default() {
            text +=
                &format!("\n{} {}", u8::from(*repeats), orders.map_or_else(|| "-".to_owned(), |all| all.to_string()));
            places.iter().for_each(|place| text += &format!(" {place}"));
        }
        text
    }

    /// Reads an answer from this text.
    pub fn read(text: &str) -> Self {
        read(text).map_or(Self::Lost, |(progress, found)| Self::Told(progress, found))
    }
}

fn read(text: &str) -> Option<(Progress, Option<Vec<Found>>)> {
    let mut lines = text.lines();
    let mut head = lines.next()?.split(' ');
    let status = *STATUSES.get(head.next()?.parse::<usize>().ok()?)?;
    let (states, orders) = (head.next()?.parse().ok()?, head.next()?.parse().ok()?);
    let found = |line: &str| {
        let mut words = line.split(' ');
        let repeats = words.next()? == "1";
        let orders = match words.next()? {
            "-" => None,
            orders => Some(orders.parse().ok()?),
        };
        let places = words.map(|place| place.parse().ok()).collect::<Option<Vec<u16>>>()?;
        Some(Found { orders, places, repeats })
    };
    let all = if head.next()? == "1" { Some(lines.map(found).collect::<Option<Vec<Found>>>()?) } else { None };
    Some((Progress { states, orders, status }, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_read_as_it_was() {
        let progress = Progress { states: 12, orders: u128::MAX, status: Status::Full };
        let found = [
            Found { orders: Some(34_650), places: vec![0, 2, 1], repeats: false },
            Found { orders: None, places: Vec::new(), repeats: true },
        ];
        assert_eq!(Heard::read(&Heard::text(progress, None)), Heard::Told(progress, None));
        assert_eq!(Heard::read(&Heard::text(progress, Some(&[]))), Heard::Told(progress, Some(Vec::new())));
        assert_eq!(Heard::read(&Heard::text(progress, Some(&found))), Heard::Told(progress, Some(found.to_vec())));
        for wrong in ["", "1", "9 1 1 0", "0 1 1 1\nx", "0 1 1 1\n0 5 99999999"] {
            assert_eq!(Heard::read(wrong), Heard::Lost, "{wrong}");
        }
    }
}
