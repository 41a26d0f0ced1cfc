//! A row key that is composed of columns of a file, as it is shown: its fields, the keys of the first lines as the table
//! would sort them, and traps.

use super::design::{field, parts, size, traps};
use super::{FieldView, TrapView};
use crate::design::{Choice, Draft, Kind, Row, Value, sort};
use crate::scenario::import::{Mapping, Preview};

/// Keys that are shown.
const SHOWN: usize = 8;

/// What a composed key is, and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposeView {
    /// The fields, each with whether it is taken from a column, and the place of that column where one is chosen.
    pub fields: Vec<(FieldView, Option<Option<usize>>)>,
    /// How large a key is.
    pub size: String,
    /// The keys of the first lines, sorted: the number of the line, and for each field its bytes in hexadecimal digits and
    /// its value.
    pub rows: Vec<(u64, Vec<(String, String)>)>,
    /// How many lines these are taken from, and how many have the key of another.
    pub sample: String,
    /// Well-known mistakes, those first that are made here.
    pub traps: Vec<TrapView>,
}

/// The composed key of a mapping, with the keys of these lines. `None` where the key is not composed.
pub fn compose(mapping: &Mapping, lines: &Preview) -> Option<ComposeView> {
    let composed = mapping.composed.as_ref()?;
    let design = &composed.design;
    let mut rows = Vec::new();
    for (number, line) in lines.lines.iter().enumerate() {
        let text = |column: usize| line.fields.get(column).map(String::as_str);
        let texts: Vec<Option<&str>> =
            design.fields.iter().map(|field| composed.column(field).and_then(text)).collect();
        if let Ok(key) = design.compose(&texts)
            && !key.is_empty()
        {
            let values: Vec<Value> = design.parts(&key).into_iter().map(|(value, _)| value).collect();
            rows.push(Row { number, values, key });
        }
    }
    let found = design.traps(&rows);
    let (sorted, lost) = sort(rows);
    let draft = Draft { design: design.clone(), ..Draft::new(&[]) };
    let fields = design.fields.iter().enumerate().map(|(at, own)| {
        let mut view = field(&draft, at, found.iter().any(|finding| finding.field == Some(at)));
        view.lists.retain_mut(|list| {
            // Values are those of the file, and none of its rows slips.
            if list.choice == Choice::Width {
                list.options.truncate(
                    own.kind.widths().iter().filter(|kind| !matches!(kind, Kind::Integer { slips: true, .. })).count(),
                );
            }
            list.choice != Choice::Draw
        });
        (view, own.is_given().then(|| composed.column(own)))
    });
    let shown = sorted.iter().take(SHOWN);
    let rows = shown.map(|row| (lines.lines[row.number].line, parts(design, &row.key))).collect();
    let sample = match (sorted.len(), lost) {
        (0, _) => "No line has a key yet.".to_owned(),
        (count, 0) => format!("{} of the first {count} keys", count.min(SHOWN)),
        (count, lost) => {
            format!(
                "{} of the first {count} keys; {lost} more had the key of another line: they are one row",
                count.min(SHOWN)
            )
        }
    };
    Some(ComposeView {
        fields: fields.collect(),
        size: size(design, &sorted),
        rows,
        sample,
        traps: traps(design, &found),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Edit;
    use crate::scenario::import::{Import, preview, suggest};

    const FILE: &str =
        "id,user,name,stamp\n9,7,login,2012-05-24 10:00\n10,7,logout,2012-05-24 11:00\n11,-3,login,2012-05-25\n";

    fn mapping() -> Mapping {
        let mut mapping = suggest("actions.csv", FILE.as_bytes()).expect("a file of a known kind").mapping;
        mapping.compose();
        mapping
    }

    fn view(mapping: &Mapping) -> ComposeView {
        compose(mapping, &preview(mapping, FILE.as_bytes(), true, 50)).expect("it is composed")
    }

    #[test]
    fn fields_are_taken_from_columns_and_sorted_with_their_traps() {
        let mut mapping = mapping();
        let told = view(&mapping);
        assert_eq!(
            told.fields.iter().map(|(field, column)| (field.name.as_str(), *column)).collect::<Vec<_>>(),
            [("id", Some(Some(0)))]
        );
        assert_eq!(told.rows.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3, 4]);
        let composed = mapping.composed.as_mut().expect("it is composed");
        composed.edit(Edit::Add);
        composed.edit(Edit::Up(1));
        composed.edit(Edit::Name(0, "user".into()));
        composed.take(0, 1);
        assert!(mapping.check().is_ok());
        let told = view(&mapping);
        let values = |told: &ComposeView| {
            told.rows
                .iter()
                .map(|(_, parts)| parts.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(values(&told), ["7 9", "7 10", "-3 11"], "a negative integer sorts last");
        assert!(told.traps[0].is_sprung && told.fields[0].0.is_trap);
        assert!(told.traps[0].about.starts_with("user: "), "{}", told.traps[0].about);
        let composed = mapping.composed.as_mut().expect("it is composed");
        composed.edit(Edit::Choose(0, Choice::Form, 1));
        let told = view(&mapping);
        assert_eq!(values(&told), ["-3 11", "7 9", "7 10"]);
        assert!(!told.traps[0].is_sprung);
        assert!(told.fields.iter().all(|(field, _)| field.lists.iter().all(|list| list.choice != Choice::Draw)));
    }

    #[test]
    fn the_table_shows_its_keys_by_fields() {
        let mut mapping = mapping();
        let composed = mapping.composed.as_mut().expect("it is composed");
        composed.edit(Edit::Add);
        composed.edit(Edit::Choose(1, Choice::Kind, 4));
        composed.take(1, 3);
        composed.edit(Edit::Add);
        composed.edit(Edit::Choose(2, Choice::Kind, 8));
        composed.edit(Edit::Up(2));
        composed.edit(Edit::Up(1));
        let bytes: std::sync::Arc<[u8]> = FILE.as_bytes().into();
        let imported = Import { name: "f".into(), bytes, mapping }.run().expect("good lines");
        let key = &imported.start.tables[0].key;
        assert_eq!(key.label(), "field3 · id · field2");
        let session = crate::session::Session::from_start(imported.start.clone()).expect("a start");
        let request = crate::view::ViewRequest {
            table: "actions".into(),
            window: 0..100,
            old_versions: false,
            notation: crate::view::KeyNotation::Fields,
        };
        let view = session.view(&request);
        let table = view.table.expect("a table");
        assert!(
            table.attributes.contains(&("splitpoint.key".into(), "field3:salt8,id:int8,field2:reversed-time".into()))
        );
        let keys: Vec<String> = view.lines.iter().map(|line| crate::view::row_text(&line.row)).collect();
        assert!(keys.iter().any(|key| key.ends_with(" · 10 · 2012-05-24 11:00")), "{keys:?}");
        let typed = key.encode("*, 10, 2012-05-24 11:00").expect("a key");
        assert!(view.lines.iter().any(|line| line.row_key == typed));
        let cluster = session.world().cluster();
        let tsv =
            crate::sim::language::exchange::lines(cluster, "actions", 2_000_000_000_000, "f").expect("it has lines");
        assert_eq!(tsv.command.matches("HBASE_ROW_KEY").count(), 1, "the key goes as it is: {}", tsv.command);
        assert!(
            tsv.script.contains("'splitpoint.key' => 'field3:salt8,id:int8,field2:reversed-time'"),
            "{}",
            tsv.script
        );
    }
}
