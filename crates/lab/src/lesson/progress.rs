//! How far a reader has come in a lesson: plain data, and a short text of it that a page can keep.

use std::fmt;
use std::str::FromStr;

/// What became of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Right at the first attempt.
    Right,
    /// Not so at the first attempt.
    Wrong,
    /// Shown before it was answered, which counts as not answered.
    Revealed,
}

/// How far a reader has come.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// The stop, from 0.
    pub stop: usize,
    /// How many of its steps are done.
    pub step: usize,
    /// What became of the prediction of each stop; `None`: there is none, or it is open.
    pub answers: Vec<Option<Answered>>,
    /// What was reached, by stop and place in its goal.
    pub reached: Vec<(usize, usize)>,
}

const LETTERS: [(char, Option<Answered>); 4] =
    [('r', Some(Answered::Right)), ('w', Some(Answered::Wrong)), ('s', Some(Answered::Revealed)), ('-', None)];

impl fmt::Display for Progress {
    /// `3.2 r-w 4.0,4.1`: stop and step, a letter a stop, and what was reached.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |answer: &Option<Answered>| LETTERS.iter().find(|(_, one)| one == answer).map_or('-', |(c, _)| *c);
        let answers: String = self.answers.iter().map(letter).collect();
        let reached: Vec<String> = self.reached.iter().map(|(stop, todo)| format!("{stop}.{todo}")).collect();
        write!(f, "{}.{} {answers} {}", self.stop, self.step, reached.join(","))
    }
}

impl FromStr for Progress {
    type Err = ();

    /// What [`Display`](fmt::Display) wrote.
    ///
    /// # Errors
    /// Where it is something else.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.split(' ');
        let pair = |text: &str| {
            let (one, other) = text.split_once('.').ok_or(())?;
            Ok((one.parse().map_err(|_| ())?, other.parse().map_err(|_| ())?))
        };
        let (stop, step) = pair(parts.next().ok_or(())?)?;
        let answer = |letter| LETTERS.iter().find(|(one, _)| *one == letter).map(|(_, answer)| *answer).ok_or(());
        let answers = parts.next().ok_or(())?.chars().map(answer).collect::<Result<_, ()>>()?;
        let reached = parts.next().ok_or(())?.split(',').filter(|part| !part.is_empty()).map(pair);
        Ok(Self { stop, step, answers, reached: reached.collect::<Result<_, ()>>()? })
    }
}
