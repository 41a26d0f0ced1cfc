//! A design of row keys as it is shown: fields, two rows byte by byte, a sorted sample in its regions, where the next rows
//! go, traps and questions.

use super::anatomy::{self, KeyView};
use super::print::range;
use super::{KeyField, Stage};
use crate::design::{
    Access, Choice, Design, Draft, Draw, Field, Finding, Kind, PARTS, Row, Stream, cuts, region_of, shares, sort,
};
use crate::notation::{Encoding, SEPARATOR, common_prefix};
use crate::words::{self, design as told};

/// Rows of the sample that are shown, where regions are few.
const SHOWN: usize = 8;

/// A draft, and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignView {
    /// The fields.
    pub fields: Vec<FieldView>,
    /// How large a key is.
    pub size: String,
    /// Two rows byte by byte; `None` where there are no two.
    pub ruler: Option<RulerView>,
    /// Rows of the sample, as the table sorts them: of each region some that follow each other.
    pub rows: Vec<SampleView>,
    /// How many rows these are taken from, and how many were overwritten.
    pub sample: String,
    /// The regions, and where the next rows go.
    pub regions: Vec<ShareView>,
    /// The order of fields that is compared with: `with time first`; empty where there is none.
    pub other: String,
    /// The keys at which the table would be cut from the beginning, in hexadecimal digits.
    pub cuts: Vec<String>,
    /// In how many regions the table can begin, and which of these is chosen.
    pub parts: (Vec<String>, usize),
    /// How rows can come, and which of these is chosen.
    pub streams: (Vec<String>, usize),
    /// Well-known mistakes, those first that are made here.
    pub traps: Vec<TrapView>,
    /// What the table can be asked.
    pub questions: Vec<QuestionView>,
    /// What would be written.
    pub making: String,
    /// Why no table can be made of it; empty where one can.
    pub wrong: String,
    /// The command of the shell that makes the table.
    pub command: String,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldView {
    /// Its number, which stays its own.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What can be chosen for it.
    pub lists: Vec<ListView>,
    /// The bytes of a constant, as they are typed.
    pub constant: Option<String>,
    /// `bytes 1–4`.
    pub place: String,
    /// What it is good for.
    pub about: String,
    /// Whether it steps into a trap.
    pub is_trap: bool,
}

/// A list to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListView {
    /// What it is about.
    pub label: &'static str,
    /// What is chosen by it.
    pub choice: Choice,
    /// What there is.
    pub options: Vec<String>,
    /// The place of what is chosen.
    pub chosen: usize,
}

/// Two rows byte by byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulerView {
    /// The number of the first of them in the list, from 1.
    pub number: usize,
    /// Their bytes.
    pub rows: Vec<KeyView>,
    /// Equal bytes at the beginning that are left out.
    pub folded: usize,
    /// Which byte decides.
    pub verdict: String,
    /// How many pairs there are.
    pub pairs: usize,
}

/// A row of the sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleView {
    /// Its region, from 0.
    pub region: usize,
    /// For each field its bytes in hexadecimal digits, and its value.
    pub parts: Vec<(String, String)>,
    /// Which row it was in the order in which they came, from 1.
    pub came: usize,
    /// Whether it is one of the two of the ruler.
    pub is_ruled: bool,
}

/// A region, and how many of the next rows it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareView {
    /// `r1`.
    pub label: String,
    /// Its range.
    pub range: String,
    /// How many of the next 100.
    pub next: usize,
    /// How many with the other order, in the region of that table in the same place.
    pub other: Option<usize>,
}

/// A well-known mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrapView {
    /// What it is called.
    pub title: &'static str,
    /// Whether it is made here.
    pub is_sprung: bool,
    /// Values with their bytes, in the order of their bytes.
    pub lines: Vec<(String, String)>,
    /// What it does, and what helps.
    pub about: String,
}

/// What a table can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionView {
    /// In SQL, one clause a line.
    pub sql: Vec<String>,
    /// Whether only rows near the answer are read.
    pub is_bound: bool,
    /// What it takes.
    pub about: String,
}

impl Stage<'_> {
    /// All that is shown of a draft.
    pub fn design(&self, draft: &Draft) -> DesignView {
        let design = &draft.design;
        let (rows, lost) = draft.rows();
        let cuts = draft.cuts();
        let found = design.traps(&draft.sample());
        let is_trap = |at| found.iter().any(|finding| finding.field == Some(at));
        let shown = shown(&rows, &cuts);
        let pair = draft.pair.or_else(|| telling(design, &found, &shown)).unwrap_or(0);
        let pair = pair.min(shown.len().saturating_sub(2));
        let ruler = shown.get(pair..pair + 2).map(|pair_of| ruler(design, pair_of, pair, shown.len() - 1));
        let traps = traps(design, &found);
        let asked = shown.get(pair);
        let answers = asked.map(|row| design.answers(&rows, row)).unwrap_or_default();
        let question = |answer: &crate::design::Answer| QuestionView {
            sql: told::sql(design, draft.table.trim(), answer),
            is_bound: answer.access != Access::Whole,
            about: told::access(design, answer),
        };
        let wrong = self.wrong(draft, &rows);
        let (regions, other) = regions(draft, &cuts);
        let sample = match lost {
            0 => format!("{} of {} rows", shown.len(), rows.len()),
            lost => format!(
                "{} of {} rows; {} more had the key of another row and overwrote it",
                shown.len(),
                rows.len(),
                lost
            ),
        };
        let sample = match &draft.given {
            Some(given) => {
                let is_new = |field: &Field| field.is_given() && given.design.place(field.id).is_none();
                let made = if design.fields.iter().any(is_new) { "; values that it has not are made up" } else { "" };
                let unfit = given.rows.len() - draft.sample().len();
                let left = match unfit {
                    0 => String::new(),
                    1 => "; one more does not fit into its fields and is left out".to_owned(),
                    _ => format!("; {unfit} more do not fit into its fields and are left out"),
                };
                format!("{sample}, those of {} under this key{made}{left}", given.table)
            }
            None => sample,
        };
        DesignView {
            fields: (0..design.fields.len()).map(|at| field(draft, at, is_trap(at))).collect(),
            size: size(design, &rows),
            ruler,
            rows: shown
                .iter()
                .enumerate()
                .map(|(at, row)| SampleView {
                    region: region_of(&cuts, &row.key),
                    parts: parts(design, &row.key),
                    came: row.number + 1,
                    is_ruled: shown.len() > 1 && (pair..pair + 2).contains(&at),
                })
                .collect(),
            sample,
            regions,
            other,
            cuts: cuts.iter().map(|cut| told::hex(cut)).collect(),
            parts: (
                PARTS.iter().map(ToString::to_string).collect(),
                PARTS.iter().position(|parts| *parts == draft.parts).unwrap_or(0),
            ),
            streams: (
                Stream::ALL.map(|stream| told::stream(stream).to_owned()).into(),
                Stream::ALL.iter().position(|stream| *stream == draft.stream).unwrap_or(0),
            ),
            traps,
            questions: answers.iter().map(question).collect(),
            making: format!(
                "Nothing is written yet. The button makes the table in {} and writes the {} rows of the sample, on a branch.",
                words::counted(cuts.len() as u64 + 1, "region"),
                draft.sample().len()
            ),
            command: if wrong.is_empty() {
                words::command::of(self.world(), 0, &draft.create())
            } else {
                String::new()
            },
            wrong,
        }
    }

    /// Why no table can be made of a draft; empty where one can.
    fn wrong(&self, draft: &Draft, rows: &[Row]) -> String {
        let name = draft.table.trim();
        if rows.is_empty() {
            return "A row key has at least one byte: add a field.".to_owned();
        }
        if name.is_empty() {
            return "The table needs a name.".to_owned();
        }
        if let Some(at) = draft.design.fields.iter().position(|field| field.name.trim().is_empty()) {
            return format!("Field {} of the key needs a name: keys are shown by their fields.", at + 1);
        }
        if self.log.origin().cluster().tables().any(|table| *table.name == *name) {
            return format!("There is a table {name} already: choose another name.");
        }
        String::new()
    }
}

/// What is said of traps, those first that are sprung.
pub(super) fn traps(design: &Design, found: &[Finding]) -> Vec<TrapView> {
    let view = |finding: &Finding| TrapView {
        title: told::trap(finding.trap),
        is_sprung: finding.field.is_some(),
        lines: finding.witnesses.iter().map(|(value, raw)| (told::value(value), told::hex(raw))).collect(),
        about: told::advice(finding, finding.field.map(|at| design.fields[at].name.as_str())),
    };
    let mut traps: Vec<TrapView> = found.iter().map(view).collect();
    traps.sort_by_key(|trap| !trap.is_sprung);
    traps
}

/// The fields of a key that have bytes, each in hexadecimal digits and as its value.
pub(super) fn parts(design: &Design, key: &[u8]) -> Vec<(String, String)> {
    let parts = design.parts(key).into_iter();
    parts.map(|(value, place)| (told::hex(&key[place]), told::value(&value))).collect()
}

/// Rows that are shown: of each region some that follow each other.
fn shown<'a>(rows: &'a [Row], cuts: &[Vec<u8>]) -> Vec<&'a Row> {
    let regions = cuts.len() + 1;
    let mut shown = Vec::new();
    for region in 0..regions {
        let within: Vec<&Row> = rows.iter().filter(|row| region_of(cuts, &row.key) == region).collect();
        let wanted = (SHOWN / regions + usize::from(region < SHOWN % regions)).max(2).min(within.len());
        let from = (within.len() - wanted) / 2;
        shown.extend(&within[from..from + wanted]);
    }
    shown
}

/// The first of these rows that a field decides from the next one in which rows step into a trap. `None` if none does.
fn telling(design: &Design, found: &[Finding], shown: &[&Row]) -> Option<usize> {
    let fields: Vec<usize> = found.iter().filter_map(|finding| finding.field).collect();
    shown.windows(2).position(|rows| {
        let decides = common_prefix(&rows[0].key, &rows[1].key);
        let mut parts = design.parts(&rows[1].key).into_iter();
        parts.position(|(_, place)| place.contains(&decides)).is_some_and(|field| fields.contains(&field))
    })
}

fn ruler(design: &Design, rows: &[&Row], pair: usize, pairs: usize) -> RulerView {
    let [above, below] = rows else {
        return RulerView { number: 1, rows: Vec::new(), folded: 0, verdict: String::new(), pairs };
    };
    let decides = common_prefix(&above.key, &below.key);
    let folded = anatomy::folded(decides);
    let view = |row: &Row| {
        let parts = design.parts(&row.key).into_iter().zip(&design.fields);
        let parts = parts
            .map(|((value, place), field)| (KeyField { name: field.name.clone(), text: told::value(&value) }, place));
        anatomy::bytes_of(parts.collect(), &row.key, folded, Some(decides))
    };
    let field = design.parts(&below.key).into_iter().position(|(_, place)| place.contains(&decides));
    let name = field.map(|at| format!(", in {},", design.fields[at].name)).unwrap_or_default();
    let equal = match decides {
        0 => String::new(),
        1 => "Byte 1 is equal. ".to_owned(),
        end => format!("Bytes 1–{end} are equal. "),
    };
    let byte = match (above.key.get(decides), below.key.get(decides)) {
        (Some(one), Some(other)) => format!("Byte {}{name} decides: {one:02x} < {other:02x}", decides + 1),
        _ => "The shorter key comes first".to_owned(),
    };
    let verdict = format!("{equal}{byte}.");
    RulerView { number: pair + 1, rows: vec![view(above), view(below)], folded, verdict, pairs }
}

pub(super) fn field(draft: &Draft, at: usize, is_trap: bool) -> FieldView {
    let field = &draft.design.fields[at];
    let kind = &field.kind;
    let list = |label, choice, options: Vec<String>, chosen: Option<usize>| ListView {
        label,
        choice,
        options,
        chosen: chosen.unwrap_or(0),
    };
    let (kinds, widths, forms) = (Kind::choices(), kind.widths(), kind.forms());
    let draws = Draw::choices(kind);
    let mut lists = vec![
        list(
            "Type",
            Choice::Kind,
            kinds.iter().map(|kind| told::kind(kind).to_owned()).collect(),
            kinds.iter().position(|other| other.is_like(kind)),
        ),
        list(
            "Width",
            Choice::Width,
            widths.iter().map(told::width).collect(),
            widths.iter().position(|other| other == kind),
        ),
        list(
            "Form",
            Choice::Form,
            forms.iter().map(|kind| told::form(kind).to_owned()).collect(),
            forms.iter().position(|other| other == kind),
        ),
        list(
            "Values",
            Choice::Draw,
            draws.iter().map(|draw| told::draw(*draw).to_owned()).collect(),
            draws.iter().position(|draw| *draw == field.draw),
        ),
    ];
    if let Kind::Hash { of, .. } | Kind::Salt { of, .. } = kind {
        let sources = draft.sources();
        let chosen = sources.iter().position(|(id, _)| Some(*id) == *of).map_or(0, |place| place + 1);
        let names = sources.iter().map(|(_, name)| format!("of {name}"));
        lists.push(list(
            "Of",
            Choice::Source,
            std::iter::once("of all fields".to_owned()).chain(names).collect(),
            Some(chosen),
        ));
    }
    lists.retain(|list| list.options.len() > 1);
    let constant = if let Kind::Constant(raw) = kind { Some(Encoding::Text.to_text(raw)) } else { None };
    FieldView {
        id: field.id,
        name: field.name.clone(),
        lists,
        constant,
        place: told::place(&draft.design, at),
        about: told::purpose(&draft.design, at),
        is_trap,
    }
}

pub(super) fn size(design: &Design, rows: &[Row]) -> String {
    let sizes = rows.iter().map(|row| row.key.len());
    match (sizes.clone().min(), sizes.max()) {
        (Some(least), Some(most)) if least == most => {
            format!("{} each key. Every cell of a row repeats it.", words::counted(most as u64, "byte"))
        }
        (Some(least), Some(most)) => format!("{least} to {most} bytes each key. Every cell of a row repeats it."),
        _ if design.fields.is_empty() => "No field yet.".to_owned(),
        _ => "No bytes yet.".to_owned(),
    }
}

/// The regions of a draft with what they get of the next rows, and what the other order is called.
fn regions(draft: &Draft, at: &[Vec<u8>]) -> (Vec<ShareView>, String) {
    let design = &draft.design;
    let next = design.next(draft.stream);
    let mine = shares(at, &next);
    let other = design.other().map(|(other, named)| {
        let (sample, _) = sort(other.rekeyed(design, &draft.sample()));
        let cuts = cuts(&other, &sample, draft.parts);
        let field = &design.fields[named];
        let name =
            if field.is_derived() { format!("without {}", field.name) } else { format!("with {} first", field.name) };
        (shares(&cuts, &other.rekeyed(design, &next)), name)
    });
    let bound =
        |place: Option<usize>| place.and_then(|place| at.get(place)).map_or_else(String::new, |cut| bound(design, cut));
    let views = mine.iter().enumerate().map(|(place, next)| ShareView {
        label: words::region_label(u32::try_from(place + 1).unwrap_or(u32::MAX)),
        range: range(&bound(place.checked_sub(1)), &bound(Some(place))),
        next: *next,
        other: other.as_ref().map(|(shares, _)| shares.get(place).copied().unwrap_or(0)),
    });
    (views.collect(), other.as_ref().map(|(_, name)| name.clone()).unwrap_or_default())
}

/// The beginning of a key by its fields.
fn bound(design: &Design, cut: &[u8]) -> String {
    let parts = design.parts(cut).into_iter().filter(|(_, place)| !place.is_empty());
    parts.map(|(value, _)| told::value(&value)).collect::<Vec<_>>().join(SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{Edit, NEXT, SAMPLE};
    use crate::session::Session;

    fn view(edits: impl IntoIterator<Item = Edit>) -> DesignView {
        let mut draft = Draft::new(&[]);
        edits.into_iter().for_each(|edit| draft.edit(edit));
        Session::new().stage().design(&draft)
    }

    #[test]
    fn a_draft_opens_with_a_key_that_steps_into_no_trap() {
        let view = view([]);
        assert_eq!(
            view.fields.iter().map(|field| field.place.as_str()).collect::<Vec<_>>(),
            ["bytes 1–4", "bytes 5–12", "bytes 13–16"]
        );
        assert!(view.traps.iter().all(|trap| !trap.is_sprung));
        assert_eq!(view.size, "16 bytes each key. Every cell of a row repeats it.");
        assert_eq!(view.rows.len(), SHOWN);
        assert_eq!(view.sample, format!("{SHOWN} of {SAMPLE} rows"));
        let next: usize = view.regions.iter().map(|region| region.next).sum();
        let other: usize = view.regions.iter().filter_map(|region| region.other).sum();
        assert_eq!((next, other, view.other.as_str()), (NEXT, NEXT, "with time first"));
        assert_eq!(view.wrong, "");
        assert_eq!(view.cuts.len(), 2);
        assert!(view.cuts.iter().all(|cut| cut.len() == 8), "each ends with the user: {:?}", view.cuts);
        assert!(view.command.starts_with("create 'designed', "), "{}", view.command);
        assert!(view.command.contains("SPLITS"), "{}", view.command);
    }

    #[test]
    fn the_ruler_tells_the_first_byte_that_differs() {
        for pair in 0..SHOWN - 1 {
            let view = view([Edit::Pair(pair)]);
            let ruler = view.ruler.expect("there are two rows");
            assert_eq!(ruler.number, pair + 1);
            let (one, other) = (&view.rows[pair], &view.rows[pair + 1]);
            assert!(one.is_ruled && other.is_ruled);
            let whole = |row: &SampleView| row.parts.iter().map(|(hex, _)| hex.as_str()).collect::<String>();
            let (one, other) = (whole(one), whole(other));
            let at = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count() / 2;
            let byte = |row: &str| row[2 * at..2 * at + 2].to_owned();
            let decides = format!("decides: {} < {}.", byte(&one), byte(&other));
            assert!(ruler.verdict.ends_with(&decides), "{} {decides}", ruler.verdict);
        }
    }

    #[test]
    fn a_trap_that_is_sprung_comes_first_with_its_field_and_its_bytes() {
        let view = view([Edit::Preset(6)]);
        let trap = &view.traps[0];
        assert!(trap.is_sprung && view.fields[0].is_trap && !view.fields[1].is_trap);
        assert_eq!(trap.about, "user: 10 comes before 1. Pad with zeros, or use bytes.");
        assert_eq!(trap.lines[0], ("10".to_owned(), "31307c".to_owned()));
        let ruler = view.ruler.expect("there are rows");
        assert!(ruler.verdict.contains(", in user,"), "the rows beside each other show it: {}", ruler.verdict);
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        let nameless = view([Edit::Name(1, " ".into())]);
        assert_eq!(nameless.wrong, "Field 2 of the key needs a name: keys are shown by their fields.");
        let view = view([Edit::Remove(0), Edit::Remove(0), Edit::Remove(0)]);
        assert_eq!(view.wrong, "A row key has at least one byte: add a field.");
        assert_eq!((view.ruler, view.rows.len(), view.questions.len()), (None, 0, 0));
        let view = self::view([Edit::Table(" ".into())]);
        assert_eq!(view.wrong, "The table needs a name.");
    }

    #[test]
    fn questions_are_told_in_sql() {
        let view = view([]);
        let first = &view.questions[0];
        assert_eq!(first.sql[0], "SELECT * FROM designed");
        assert!(first.sql[1].starts_with("WHERE user = "));
        assert_eq!(first.sql[2], "ORDER BY time DESC LIMIT 20");
        assert!(first.is_bound && first.about.starts_with("one scan, "), "{}", first.about);
        let last = view.questions.last().expect("one by the last field");
        assert!(!last.is_bound && last.about.ends_with("action is not in front"), "{}", last.about);
    }
}
