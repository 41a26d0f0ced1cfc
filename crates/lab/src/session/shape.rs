//! The same data tall or wide: a second table with the other shape of what is there now, and where keys have a last field
//! to look rows up by, a third. All of it is written by operations of the log like any others.

use super::Session;
use crate::design::{ATTRIBUTE, Design, SHAPE, Turn};
use crate::intent::{AdminIntent, Intent, Raw, RowMutation};
use crate::sim::refusal::Refusal;
use crate::view::Chart;
use crate::words;
use std::collections::BTreeMap;

/// Atoms of one operation of these, at most. None of them comes near.
const ATOMS: u32 = 100_000;

/// Cells that are written anew, at most.
const MOST_CELLS: usize = 5_000;

/// Rows of a second table that are written at once.
const AT_ONCE: usize = 100;

/// The cells of a row: family, qualifier, time, value.
type Cells = Vec<(String, Raw, Option<i64>, Raw)>;

/// Why a table was not laid out anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unshaped {
    /// There is nothing to move between keys and qualifiers.
    NoParts,
    /// It holds more cells than are written anew.
    TooMany(usize),
    /// HBase refuses something.
    Refused(Refusal),
}

impl std::fmt::Display for Unshaped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoParts => f.write_str(
                "Keys of this table have no second field, and its qualifiers no | in them: there is nothing to move from \
                 the one to the other. Design a key with two fields, or open the example User actions.",
            ),
            Self::TooMany(cells) => write!(
                f,
                "The table has {} cells, and at most {} are written anew: take a smaller one.",
                words::number(*cells as u64),
                words::number(MOST_CELLS as u64)
            ),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Unshaped {}

impl Session {
    /// Writes the visible cells of a table again in its other shape, into a table `NAME_wide` or `NAME_tall`, as the first
    /// client, and where the key has a last field of a fixed width, a second table by it. A table of such a name that is
    /// there already is left as it is, and nothing is done. The cursor stands at the end; where something came after it
    /// before, that stays as a branch.
    ///
    /// # Errors
    /// Why there is no other shape, or what is refused. Then the cursor stands where it stood.
    pub fn reshape(&mut self, table: &str) -> Result<(), Unshaped> {
        let now = self.world().clock().now();
        let chart = Chart::new(self.world().cluster(), table, now, false);
        if chart.len() > MOST_CELLS {
            return Err(Unshaped::TooMany(chart.len()));
        }
        let lines = chart.regions.iter().flat_map(|place| place.lines.range(0..place.count).0);
        let cells: Vec<_> = lines.map(|line| line.cell).collect();
        let qualifiers: Vec<Raw> = cells.iter().map(|cell| cell.qualifier().to_vec()).collect();
        let turn = Turn::of(&self.key(table), &qualifiers).ok_or(Unshaped::NoParts)?;
        let mut rows: BTreeMap<Raw, Cells> = BTreeMap::new();
        let mut index: BTreeMap<Raw, Raw> = BTreeMap::new();
        let (mut families, mut by): (Vec<String>, Option<String>) = (Vec::new(), None);
        for cell in &cells {
            let family = String::from_utf8_lossy(cell.family()).into_owned();
            if !families.contains(&family) {
                families.push(family.clone());
            }
            let (row, qualifier) = turn.cell(cell.row(), cell.qualifier());
            let value = cell.value().to_vec();
            rows.entry(row).or_default().push((family, qualifier, Some(cell.timestamp()), value));
            if let Some((name, last)) = turn.last(cell.row()) {
                by = Some(name.to_owned());
                index.entry(last.to_vec()).or_insert_with(|| cell.row().to_vec());
            }
        }
        let other = other_name(table, &turn);
        if self.world().cluster().table(other.as_str()).is_some() {
            return Ok(());
        }
        let mut work = vec![create(&other, &families, turn.word(), table, &turn.key())];
        work.extend(rows.into_iter().map(|(row, cells)| Intent::Insert { table: other.clone(), row, cells }));
        if let (Some(name), Turn::Wide(design)) = (&by, &turn) {
            let second = format!("{table}_by_{}", plain(name));
            let key = Design { fields: design.fields.last().cloned().into_iter().collect() };
            work.push(create(&second, &[INDEX.0.to_owned()], "index", table, &key));
            let puts: Vec<RowMutation> = index
                .into_iter()
                .map(|(row, key)| RowMutation::Put(row, INDEX.0.to_owned(), INDEX.1.into(), key))
                .collect();
            // The table has one region, so many of its rows can be written at once.
            work.extend(puts.chunks(AT_ONCE).map(|puts| Intent::Transaction {
                table: second.clone(),
                routing_row: Raw::new(),
                mutations: puts.to_vec(),
                conditions: Vec::new(),
            }));
        }
        // Read from files, as what was there before is for the most part.
        let made: Vec<String> = work.iter().filter_map(made).collect();
        work.extend(made.into_iter().map(|table| Intent::Admin(AdminIntent::Flush(table, None))));
        let (branch, at, event) = (self.log.branch(), self.log.at(), self.log.event());
        let branches = self.log.branches().len();
        for intent in work {
            if let Err(refusal) = self.perform(0, intent, ATOMS) {
                self.log.switch(branch);
                self.log.go(at, event, self.grain);
                return Err(Unshaped::Refused(refusal));
            }
        }
        if self.log.branches().len() > branches {
            self.name_branch(self.log.branch(), &format!("{table}: tall or wide"));
        }
        Ok(())
    }
}

/// The one column of a second table: the row key of the first.
const INDEX: (&str, &str) = ("i", "row");

/// The name of the table with the other shape.
fn other_name(table: &str, turn: &Turn) -> String {
    format!("{table}_{}", turn.word())
}

/// The table that an intent makes.
fn made(intent: &Intent) -> Option<String> {
    match intent {
        Intent::Admin(AdminIntent::Create { table, .. }) => Some(table.clone()),
        _ => None,
    }
}

/// A name without signs that a table cannot have.
fn plain(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}

fn create(name: &str, families: &[String], word: &str, of: &str, key: &Design) -> Intent {
    let attributes = vec![(ATTRIBUTE.to_owned(), key.to_spec()), (SHAPE.to_owned(), format!("{word}:{of}"))];
    Intent::Admin(AdminIntent::Create {
        table: name.to_owned(),
        families: families.iter().map(|family| (family.clone(), Vec::new())).collect(),
        attributes,
        splits: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::Pages;
    use crate::scenario;
    use crate::session::Saved;
    use crate::view::{KeyNotation, ShapeView, View, ViewRequest, row_text};

    fn session(id: &str) -> Session {
        Session::from_start(scenario::start(id).expect("an example")).expect("a start")
    }

    fn view(session: &Session, table: &str) -> View {
        let (window, notation) = (0..u64::MAX, KeyNotation::Fields);
        session.view(&ViewRequest { table: table.into(), window, old_versions: false, notation })
    }

    fn rows(view: &View) -> Vec<String> {
        let mut rows: Vec<String> = view.lines.iter().map(|line| row_text(&line.row)).collect();
        rows.dedup();
        rows
    }

    fn shape(session: &Session, table: &str) -> ShapeView {
        session.stage().shape(table).expect("there are two shapes")
    }

    /// A number of a bill, by its title.
    fn told<'a>(view: &'a ShapeView, bill: usize, title: &str) -> [&'a str; 2] {
        let line = view.bills[bill].lines.iter().find(|line| line.title == title).expect("it is counted");
        [0, 1].map(|at| line.values[at].as_str())
    }

    #[test]
    fn user_actions_become_a_row_for_each_user_and_a_second_table_by_action() {
        let mut session = session("actions");
        let before = view(&session, "useractions");
        assert!(session.stage().has_other_shape("useractions"));
        assert_eq!(session.stage().shape("useractions"), None);
        session.reshape("useractions").expect("it has two fields");
        let wide = view(&session, "useractions_wide");
        assert_eq!((wide.lines.len(), rows(&wide).len()), (720, 40));
        assert_eq!(rows(&wide)[..3], ["1", "2", "3"], "the key is the user, by the attribute of the table");
        assert_eq!(view(&session, "useractions").lines, before.lines, "what was there stays");
        let by = view(&session, "useractions_by_action");
        assert_eq!((by.lines.len(), rows(&by)[0].as_str()), (720, "1"));

        let told_of = shape(&session, "useractions");
        assert_eq!(told_of, shape(&session, "useractions_wide"), "from either table");
        assert_eq!((told_of.tall.as_str(), told_of.wide.as_str()), ("useractions", "useractions_wide"));
        assert_eq!(told_of.bills.len(), 3);
        assert!(told_of.bills[0].title.starts_with("3 pages of 5 of user "), "{}", told_of.bills[0].title);
        let [tall, wide] = told(&told_of, 0, "cells examined").map(|count| count.parse::<u64>().expect("a number"));
        assert!(tall >= 15 && wide > tall, "{tall} {wide}");
        let [alone, both] = told(&told_of, 1, "rows examined").map(|count| count.parse::<u64>().expect("a number"));
        assert!(alone >= 720 && both <= 2, "{alone} {both}");
        let [tall, wide] = told(&told_of, 0, "blocks read").map(|count| count.parse::<u64>().expect("a number"));
        assert!(tall > 0 && wide > 0, "both are read from files: {tall} {wide}");
        let [alone, both] = told(&told_of, 2, "calls").map(|count| count.parse::<u64>().expect("a number"));
        assert!(both > alone, "{alone} {both}");
        assert_eq!(told(&told_of, 2, "cells written"), ["1", "2"]);

        let saved = Saved::from_text(&session.save().to_text()).expect("it can be read");
        let restored = Session::restore(&saved, None).expect("it can be restored");
        assert_eq!(restored.divergences, []);
        assert_eq!(shape(&restored.session, "useractions"), told_of);
        let steps = session.place();
        session.reshape("useractions").expect("it is there already");
        assert_eq!(session.place(), steps);
    }

    #[test]
    fn a_table_inside_a_row_becomes_a_row_for_each_pet() {
        let mut session = session("pets");
        session.reshape("clinic").expect("its qualifiers have parts");
        let tall = view(&session, "clinic_tall");
        assert_eq!(tall.lines.len(), view(&session, "clinic").lines.len());
        assert!(rows(&tall).contains(&"pets · fluffy".to_owned()), "{:?}", rows(&tall));
        let told_of = shape(&session, "clinic_tall");
        assert_eq!((told_of.tall.as_str(), told_of.wide.as_str()), ("clinic_tall", "clinic"));
        assert_eq!(told_of.bills.len(), 1);
        assert!(told_of.bills[0].title.starts_with("all of pets · "), "{}", told_of.bills[0].title);
        assert!(told_of.bills[0].lines.iter().all(|line| line.values.iter().all(|value| value != "-")));
    }

    #[test]
    fn both_shapes_answer_the_same() {
        let mut session = session("actions");
        session.reshape("useractions").expect("it has two fields");
        let (user, next) = (7_i32.to_be_bytes().to_vec(), 8_i32.to_be_bytes().to_vec());
        let read = |session: &mut Session, pages: Pages| {
            session.perform(0, Intent::Pages(pages), ATOMS).expect("it is answered");
            let answer = session.stage().answer(1000, KeyNotation::Hex).expect("rows came back");
            let cells = answer.first.iter().flat_map(|row| row.cells.iter().map(|cell| cell.value.clone()));
            // Of a row that came back the first 20 cells are kept to be shown.
            cells.take(20).collect::<Vec<_>>()
        };
        let all = Pages { start: user.clone(), size: 1000, pages: 1, ..Pages::of("") };
        let tall = read(&mut session, Pages { table: "useractions".into(), stop: next.clone(), ..all.clone() });
        let wide = read(&mut session, Pages { table: "useractions_wide".into(), stop: next, ..all });
        assert!(tall.len() > 10);
        assert_eq!(tall, wide);
    }

    #[test]
    fn what_has_no_parts_is_told() {
        let mut session = session("comments");
        let before = view(&session, "comments");
        assert!(!session.stage().has_other_shape("comments"));
        let why = session.reshape("comments").expect_err("one number is a key");
        assert!(why.to_string().starts_with("Keys of this table have no second field"), "{why}");
        assert_eq!(view(&session, "comments"), before);
    }
}
