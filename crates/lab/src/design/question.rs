//! What a table with such a key is asked, and which rows a server has to look at for the answer.

use super::{Design, Draw, Kind, Length, Row, Value, sort};
use splitpoint_model::bytes;
use std::cmp::Ordering;
use std::ops::Range;

/// A question, in terms of fields by their places. Its values are those of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Fields that have the value of the row.
    pub equal: Vec<usize>,
    /// A field that has this value or a larger one.
    pub from: Option<usize>,
    /// The field that the answer is sorted by.
    pub order: Option<usize>,
}

/// The read by which a question is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// By reading one row.
    Get(Vec<u8>),
    /// By scans, one for each value of a salt: from a key to before another; an empty end is that of the table.
    Scan(Vec<Range<Vec<u8>>>),
    /// By a scan of the whole table.
    Whole,
}

/// A question, the read that answers it, and how many rows that has to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is asked.
    pub question: Question,
    /// The row whose values it names.
    pub values: Vec<Value>,
    /// The read that answers it.
    pub access: Access,
    /// Rows of the sample that are looked at.
    pub examined: usize,
    /// Those of them that are asked for.
    pub found: usize,
}

impl Design {
    /// What tables of this kind are asked, and what it takes, told with the values of one of these rows.
    pub fn answers(&self, rows: &[Row], row: &Row) -> Vec<Answer> {
        self.questions().into_iter().filter_map(|question| self.answer(question, rows, row)).collect()
    }

    /// One value of the first field in the order of the next; from a value on; a row by all its fields; the last field alone.
    fn questions(&self) -> Vec<Question> {
        let given = self.given();
        let Some((&first, later)) = given.split_first() else { return Vec::new() };
        let ask = |equal: Vec<usize>, from, order| Question { equal, from, order };
        let mut questions = Vec::new();
        if let Some(&second) = later.first() {
            questions.push(ask(vec![first], None, Some(second)));
        }
        match later.first() {
            Some(&second) if !self.is_time(first) => questions.push(ask(vec![first], Some(second), None)),
            _ => questions.push(ask(Vec::new(), Some(first), None)),
        }
        questions.push(ask(given.clone(), None, None));
        questions.extend(later.last().map(|field| ask(vec![*field], None, None)));
        questions
    }

    fn is_time(&self, at: usize) -> bool {
        matches!(self.fields[at].kind, Kind::Time { .. })
    }

    fn answer(&self, question: Question, rows: &[Row], row: &Row) -> Option<Answer> {
        let access = self.access(&question, &row.values)?;
        let (rows, _) = sort(rows.to_vec());
        let is_met = |other: &&Row| {
            question.equal.iter().all(|at| row.values[*at] == other.values[*at])
                && question.from.is_none_or(|at| other.values[at].order(&row.values[at]) != Ordering::Less)
        };
        let examined = rows.iter().filter(|row| access.meets(&row.key)).count();
        let found = rows.iter().filter(|row| access.meets(&row.key)).filter(is_met).count();
        Some(Answer { question, values: row.values.clone(), access, examined, found })
    }

    /// The keys that a question leads to: as far as they are known from the front, and for each value of a salt.
    fn access(&self, question: &Question, values: &[Value]) -> Option<Access> {
        let mut fronts: Vec<Vec<u8>> = vec![Vec::new()];
        let mut is_bound = false;
        for (at, field) in self.fields.iter().enumerate() {
            let known = match &field.kind {
                Kind::Constant(_) => true,
                Kind::Hash { of, .. } | Kind::Salt { of, .. } => {
                    self.sources(*of).iter().all(|source| question.equal.contains(source))
                }
                _ => question.equal.contains(&at),
            };
            if known {
                let piece = self.piece(at, values)?;
                fronts.iter_mut().for_each(|front| front.extend(&piece));
                is_bound |= field.is_given();
            } else if let Kind::Salt { buckets, .. } = field.kind {
                let salted = |front: &Vec<u8>| {
                    let front = front.clone();
                    (0..buckets).map(move |salt| [&front[..], &[salt]].concat())
                };
                fronts = fronts.iter().flat_map(salted).collect();
            } else if question.from == Some(at) && self.keeps_order(at) {
                let piece = self.piece(at, values)?;
                let descends = field.kind.descends();
                let range = |front: &Vec<u8>| {
                    let edge = [&front[..], &piece].concat();
                    if descends {
                        front.clone()..bytes::prefix_successor(&edge)
                    } else {
                        edge..bytes::prefix_successor(front)
                    }
                };
                return Some(Access::Scan(fronts.iter().map(range).collect()));
            } else {
                let range = |front: &Vec<u8>| front.clone()..bytes::prefix_successor(front);
                return Some(if is_bound { Access::Scan(fronts.iter().map(range).collect()) } else { Access::Whole });
            }
        }
        fronts.pop().map(Access::Get)
    }

    /// Whether the bytes of a field are in the order of its values, as far as rows that are like the sample go.
    pub fn keeps_order(&self, at: usize) -> bool {
        match &self.fields[at].kind {
            Kind::Text(Length::Until(separator)) => *separator == 0 || at + 1 == self.fields.len(),
            Kind::Decimal(length) => matches!(length, Length::Fixed(_)) && self.fields[at].draw != Draw::Around,
            Kind::Integer { flipped, little, slips, .. } => {
                !little && !slips && (*flipped || self.fields[at].draw != Draw::Around)
            }
            Kind::Text(_) | Kind::Time { .. } | Kind::Uuid | Kind::Constant(_) => true,
            Kind::Hash { .. } | Kind::Salt { .. } => false,
        }
    }
}

impl Access {
    /// Whether the read looks at the row of this key.
    pub fn meets(&self, key: &[u8]) -> bool {
        match self {
            Self::Get(row) => row == key,
            Self::Scan(ranges) => ranges
                .iter()
                .any(|range| range.start.as_slice() <= key && (range.end.is_empty() || key < range.end.as_slice())),
            Self::Whole => true,
        }
    }
}
