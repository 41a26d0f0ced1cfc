//! What a read asks, in SQL, and what a relational database would do for it.

use super::counted;
use super::design::{hex, identifier};
use crate::design::{Design, Kind};
use crate::intent::{Intent, LastRowMethod, Pages, Paging, Raw};
use crate::notation::Encoding;
use splitpoint_model::bytes;

/// A read in SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The statement, one clause a line. What begins with a colon is filled in from the answer before.
    pub sql: Vec<String>,
    /// One or two sentences on what a relational database does for it, and HBase.
    pub about: String,
}

/// A column of the primary key.
struct Column<'a> {
    name: String,
    encoding: &'a Encoding,
    /// Whether larger values come first in the order of keys.
    descends: bool,
}

/// The primary key, and how bytes are read as values of its columns.
struct Key<'a> {
    columns: Vec<Column<'a>>,
    /// The design of a key that has separators or computed fields; `None` for simpler keys.
    design: Option<Design>,
}

/// Bytes as values of the first columns, as far as these are whole.
struct Read {
    values: Vec<String>,
    /// Whether nothing of the bytes is left.
    is_whole: bool,
    /// The beginning of the text that comes last: of a column without an end of its own, or of one that has not ended.
    open: Option<String>,
}

/// What this read asks of a table whose keys are read like that. `None` of anything but a read, and where keys have fields of
/// which nothing is known.
pub fn of(intent: &Intent, key: &Encoding) -> Option<Query> {
    let key = match key {
        Encoding::Own(own) => Key::designed(Design::from_spec(own.spec())?),
        plain => Key { columns: columns(plain), design: None },
    };
    if key.columns.is_empty() {
        return None;
    }
    let (sql, about) = match intent {
        Intent::Get { table, row, .. } => {
            let sql = vec![select(table), format!("WHERE {}", key.exactly(row))];
            (sql, "The index of the primary key leads to the one row. A get does the same.".to_owned())
        }
        Intent::LastRow { table, method } => last_row(table, method, &key),
        Intent::Pages(pages) => self::pages(pages, &key),
        _ => return None,
    };
    let computed = key.design.as_ref().and_then(Design::computed_names);
    let about = match computed {
        Some(names) => format!("{about} There {names} would be a generated column, here the client computes it."),
        None => about,
    };
    Some(Query { sql, about })
}

fn columns(key: &Encoding) -> Vec<Column<'_>> {
    let column = |name: &str, encoding| Column {
        name: identifier(name),
        encoding,
        descends: matches!(encoding, Encoding::ReversedTime),
    };
    match key {
        Encoding::Fields(fields) => fields.iter().map(|(name, encoding)| column(name, encoding)).collect(),
        Encoding::ReversedTime => vec![column("time", key)],
        plain => vec![column("id", plain)],
    }
}

impl Design {
    /// Its fields that are computed from others, in SQL.
    fn computed_names(&self) -> Option<String> {
        let computed = self.fields.iter().filter(|field| matches!(field.kind, Kind::Hash { .. } | Kind::Salt { .. }));
        let names: Vec<String> = computed.map(|field| identifier(&field.name)).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }
}

impl Key<'_> {
    /// A constant is the same in every row, so it is not a column.
    fn designed(design: Design) -> Self {
        let fields = design.fields.iter().filter(|field| !matches!(field.kind, Kind::Constant(_)));
        let column = |field: &crate::design::Field| Column {
            name: identifier(&field.name),
            encoding: &Encoding::Text,
            descends: field.kind.descends(),
        };
        let columns = fields.map(column).collect();
        Self { columns, design: Some(design) }
    }

    fn read(&self, raw: &[u8]) -> Read {
        match &self.design {
            Some(design) => read_designed(design, raw),
            None => read_plain(&self.columns, raw),
        }
    }

    /// One row: in hexadecimal digits where its key is not made of all columns.
    fn exactly(&self, row: &[u8]) -> String {
        let read = self.read(row);
        if read.is_whole && read.values.len() == self.columns.len() {
            return equal(&self.columns, &read.values);
        }
        format!("key = x'{}'", hex(row))
    }
}

fn read_plain(columns: &[Column<'_>], mut raw: &[u8]) -> Read {
    let (mut values, mut open) = (Vec::new(), None);
    for column in columns {
        let width = column.encoding.width().unwrap_or(raw.len());
        let Some((own, rest)) = raw.split_at_checked(width).filter(|_| !raw.is_empty()) else { break };
        let text = column.encoding.to_text(own);
        open = matches!(column.encoding, Encoding::Text).then(|| text.clone());
        values.push(match column.encoding {
            Encoding::Int | Encoding::Long => text,
            _ => quoted(&text),
        });
        raw = rest;
    }
    Read { values, is_whole: raw.is_empty(), open }
}

fn read_designed(design: &Design, raw: &[u8]) -> Read {
    let parts = crate::notation::Layout::parts(design, raw);
    let mut read = Read { values: Vec::new(), is_whole: true, open: None };
    for (at, (part, place)) in parts.into_iter().enumerate() {
        let Some(field) = design.fields.get(at).filter(|field| field.name == part.name) else {
            read.is_whole = false;
            break;
        };
        let (own, is_last) = (&raw[place], at + 1 == design.fields.len());
        if own.is_empty() {
            // The separator before it was the last byte.
            break;
        }
        let ends = field.kind.separator().is_none_or(|separator| own.last() == Some(&separator) && !is_last);
        read.open = (!ends).then(|| part.text.clone());
        if !ends && !is_last {
            read.is_whole = false;
            break;
        }
        match &field.kind {
            Kind::Constant(_) => {}
            Kind::Integer { little: false, .. } | Kind::Salt { .. } => read.values.push(part.text),
            Kind::Integer { .. } | Kind::Hash { .. } => read.values.push(format!("x'{}'", hex(own))),
            _ => read.values.push(quoted(&part.text)),
        }
    }
    read
}

fn select(table: &str) -> String {
    format!("SELECT * FROM {}", identifier(table))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The first columns have these values.
fn equal(columns: &[Column<'_>], values: &[String]) -> String {
    let each = columns.iter().zip(values).map(|(column, value)| format!("{} = {value}", column.name));
    each.collect::<Vec<_>>().join(" AND ")
}

/// Rows on one side of a row with these values, in the order of keys or in the reversed one.
fn beyond(columns: &[Column<'_>], values: &[String], is_after: bool, is_inclusive: bool) -> String {
    let sign = |column: &Column<'_>, inclusive: bool| {
        let larger = is_after != column.descends;
        match (larger, inclusive) {
            (true, true) => ">=",
            (true, false) => ">",
            (false, true) => "<=",
            (false, false) => "<",
        }
    };
    let columns = &columns[..values.len().min(columns.len())];
    let Some((first, rest)) = columns.split_first() else { return String::new() };
    if rest.is_empty() {
        return format!("{} {} {}", first.name, sign(first, is_inclusive), values[0]);
    }
    if rest.iter().all(|column| column.descends == first.descends) {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        return format!("({}) {} ({})", names.join(", "), sign(first, is_inclusive), values.join(", "));
    }
    // A comparison of rows knows one direction only.
    let rest = beyond(rest, &values[1..], is_after, is_inclusive);
    let rest = if rest.starts_with('(') || !rest.contains(" OR ") { rest } else { format!("({rest})") };
    format!("({0} {1} {2} OR ({0} = {2} AND {rest}))", first.name, sign(first, false), values[0])
}

/// Conditions of a range of keys, and how many of the first columns have one value in it.
fn range(key: &Key<'_>, pages: &Pages) -> (Vec<String>, usize) {
    let (start, stop) = (&pages.start, &pages.stop);
    let columns = &key.columns;
    let is_prefix = !pages.reversed && !start.is_empty() && *stop == bytes::prefix_successor(start);
    if is_prefix {
        let Read { mut values, is_whole, open } = key.read(start);
        if let Some(open) = open {
            // A text of which this is the beginning; a value that was read is no more than that, either.
            values.truncate(values.len() - usize::from(is_whole));
            let like =
                columns.get(values.len()).map(|column| format!("{} LIKE {}", column.name, quoted(&format!("{open}%"))));
            let own = (!values.is_empty()).then(|| equal(columns, &values));
            return (own.into_iter().chain(like).collect(), values.len());
        }
        if is_whole {
            let fixed = values.len();
            return ((fixed > 0).then(|| equal(columns, &values)).into_iter().collect(), fixed);
        }
    }
    let bound = |raw: &Raw, is_start: bool| {
        if raw.is_empty() {
            return None;
        }
        // The beginning of a scan belongs to it, the end does not.
        let is_after = is_start != pages.reversed;
        let read = key.read(raw);
        if read.is_whole && !read.values.is_empty() {
            return Some(beyond(columns, &read.values, is_after, is_start));
        }
        let sign = if is_after { ">" } else { "<" };
        let sign = if is_start { format!("{sign}=") } else { sign.to_owned() };
        Some(format!("key {sign} x'{}'", hex(raw)))
    };
    (bound(start, true).into_iter().chain(bound(stop, false)).collect(), 0)
}

fn order(columns: &[Column<'_>], is_reversed: bool) -> String {
    let each = columns.iter().map(|column| {
        let down = if column.descends != is_reversed { " DESC" } else { "" };
        format!("{}{down}", column.name)
    });
    each.collect::<Vec<_>>().join(", ")
}

fn pages(pages: &Pages, key: &Key<'_>) -> (Vec<String>, String) {
    let columns = &key.columns;
    let (mut conditions, fixed) = range(key, pages);
    let mut free: Vec<Column<'_>> = columns[fixed..]
        .iter()
        .map(|column| Column { name: column.name.clone(), encoding: column.encoding, descends: column.descends })
        .collect();
    if let Some((from, to)) = &pages.columns {
        let text = |raw: &Raw| quoted(&Encoding::Text.to_text(raw));
        conditions.extend((!from.is_empty()).then(|| format!("qualifier >= {}", text(from))));
        conditions.extend((!to.is_empty()).then(|| format!("qualifier < {}", text(to))));
        free.push(Column { name: "qualifier".to_owned(), encoding: &Encoding::Text, descends: false });
    }
    let filter = filter(&pages.filter, &columns[0].name);
    conditions.extend(filter.as_ref().map(|(condition, _)| condition.clone()));
    let limit = pages.size;
    let skipped = u64::from(limit) * u64::from(pages.pages.saturating_sub(1));
    let is_offset = pages.by == Paging::Offset;
    if !is_offset && pages.pages > 1 && !free.is_empty() {
        let last: Vec<String> = free.iter().map(|column| format!(":{}", column.name.trim_matches('"'))).collect();
        conditions.push(beyond(&free, &last, !pages.reversed, false));
    }
    let mut sql = vec![select(&pages.table)];
    for (at, condition) in conditions.iter().enumerate() {
        sql.push(format!("{} {condition}", if at == 0 { "WHERE" } else { "  AND" }));
    }
    if !free.is_empty() {
        sql.push(format!("ORDER BY {}", order(&free, pages.reversed)));
    }
    let offset = if is_offset && skipped > 0 { format!(" OFFSET {skipped}") } else { String::new() };
    sql.push(format!("LIMIT {limit}{offset}"));
    let rows = |count: u64| counted(count, "row");
    let about = match filter {
        Some((_, what)) => what,
        None if pages.columns.is_some() => {
            "A relational row has no such number of columns: each column is a row of its own there, and its name is part \
             of the key."
                .to_owned()
        }
        None if is_offset && skipped > 0 => format!(
            "For the last page a relational database goes along its index, drops {} and answers {}. HBase has no OFFSET: \
             the client reads them and drops them.",
            rows(skipped),
            rows(u64::from(limit))
        ),
        None if is_offset => "One page needs no OFFSET: both read it from the beginning of the range.".to_owned(),
        None => format!(
            "With an index in this order a relational database goes to the last row of the page before, which fills in \
             what has a colon, and reads {} from there. A scan from a start row does the same.",
            rows(u64::from(limit))
        ),
    };
    (sql, about)
}

/// The condition that a filter of HBase's language stands for, with what becomes of it. `None` without a filter.
fn filter(text: &str, id: &str) -> Option<(String, String)> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let words: Vec<&str> = text.split('\'').skip(1).step_by(2).collect();
    let is_one = text.matches('(').count() == 1;
    match (text.split('(').next().unwrap_or("").trim(), &words[..]) {
        ("SingleColumnValueFilter", [_, qualifier, value]) if is_one && text.contains(", =") => {
            let name = identifier(qualifier);
            let value = value.split_once(':').map_or(*value, |(_, value)| value);
            let about = format!(
                "With an index on {name} a relational database reads only those rows, and keeps the index in step. HBase \
                 has none: its filter looks at each row of the range."
            );
            Some((format!("{name} = {}", quoted(value)), about))
        }
        ("PrefixFilter", [prefix]) if is_one => {
            let about = "A relational database makes a range of its index of it. A PrefixFilter only ends the scan: \
                         without a start row, HBase reads from the first row on."
                .to_owned();
            Some((format!("{id} LIKE {}", quoted(&format!("{prefix}%"))), about))
        }
        _ => {
            let about =
                "What no index orders is tested row by row, in a relational database as by a filter of HBase, on \
                         the server."
                    .to_owned();
            Some((format!("/* {} */", text.replace("*/", "* /")), about))
        }
    }
}

fn last_row(table: &str, method: &LastRowMethod, key: &Key<'_>) -> (Vec<String>, String) {
    let columns = &key.columns;
    let (sql, about) = match method {
        LastRowMethod::FullScan => (
            vec![format!("ORDER BY {}", order(columns, false))],
            "Without LIMIT a relational database reads and sends every row as well, and the client keeps the last.",
        ),
        LastRowMethod::ConstantKey(row) => (
            vec![format!("WHERE {}", key.exactly(row))],
            "The index of the primary key leads to it, as long as nobody writes a row behind it.",
        ),
        LastRowMethod::Bisection(_) => {
            let middle: Vec<String> =
                columns.iter().map(|column| format!(":{}", column.name.trim_matches('"'))).collect();
            (
                vec![format!("WHERE {}", beyond(columns, &middle, true, true)), "LIMIT 1".to_owned()],
                "Asked again and again, with another middle each time. A relational database goes down its own tree \
                 instead, with one question.",
            )
        }
        LastRowMethod::Reversed => (
            vec![format!("ORDER BY {}", order(columns, true)), "LIMIT 1".to_owned()],
            "A relational database reads its index from the end: one row. A reversed scan does the same.",
        ),
    };
    (std::iter::once(select(table)).chain(sql).collect(), about.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions() -> Encoding {
        Encoding::fields([("user", Encoding::Int), ("time", Encoding::ReversedTime), ("action", Encoding::Int)])
    }

    fn told(intent: &Intent, key: &Encoding) -> String {
        of(intent, key).expect("a read").sql.join("\n")
    }

    fn prefix(key: &Encoding, typed: &str) -> (Raw, Raw) {
        let start = key.encode(typed).expect("a key");
        let stop = bytes::prefix_successor(&start);
        (start, stop)
    }

    #[test]
    fn a_page_of_one_user_at_an_offset_and_by_a_cursor() {
        let key = actions();
        let (start, stop) = prefix(&key, "7");
        let offset = Pages { start, stop, by: Paging::Offset, ..Pages::of("actions") };
        let whole = "SELECT * FROM actions\nWHERE user = 7\nORDER BY time DESC, action\nLIMIT 20 OFFSET 40";
        assert_eq!(told(&Intent::Pages(offset.clone()), &key), whole);
        let cursor = Intent::Pages(Pages { by: Paging::Cursor, ..offset });
        assert_eq!(
            told(&cursor, &key),
            "SELECT * FROM actions\nWHERE user = 7\n  AND (time < :time OR (time = :time AND action > :action))\n\
             ORDER BY time DESC, action\nLIMIT 20"
        );
    }

    #[test]
    fn columns_of_one_direction_are_compared_as_a_row() {
        let key = Encoding::fields([("user", Encoding::Int), ("action", Encoding::Int)]);
        let pages = |pages: Pages| told(&Intent::Pages(pages), &key);
        let last = "SELECT * FROM t\nWHERE (user, action) > (:user, :action)\nORDER BY user, action\nLIMIT 20";
        assert_eq!(pages(Pages::of("t")), last);
        let start = key.encode("7, 3").expect("a key");
        assert_eq!(
            pages(Pages { reversed: true, pages: 1, start, ..Pages::of("t") }),
            "SELECT * FROM t\nWHERE (user, action) <= (7, 3)\nORDER BY user DESC, action DESC\nLIMIT 20"
        );
    }

    #[test]
    fn words_filters_and_columns_of_a_row() {
        let pages = |pages: Pages| told(&Intent::Pages(pages), &Encoding::Text);
        let (start, stop) = prefix(&Encoding::Text, "dot");
        assert_eq!(
            pages(Pages { start, stop, pages: 1, ..Pages::of("my table") }),
            "SELECT * FROM \"my table\"\nWHERE id LIKE 'dot%'\nORDER BY id\nLIMIT 20"
        );
        let filter = "SingleColumnValueFilter('f', 'pet', =, 'binary:fluffy')".to_owned();
        let query = of(&Intent::Pages(Pages { filter, pages: 1, ..Pages::of("pets") }), &Encoding::Text);
        let query = query.expect("a read");
        assert_eq!(query.sql[1], "WHERE pet = 'fluffy'");
        assert!(query.about.starts_with("With an index on pet"), "{}", query.about);
        let columns = Some((b"a".to_vec(), b"b".to_vec()));
        let sql = pages(Pages { columns, ..Pages::of("t") });
        assert!(sql.contains("qualifier >= 'a'") && sql.contains("(id, qualifier) > (:id, :qualifier)"), "{sql}");
    }

    #[test]
    fn keys_with_separators_and_computed_fields() {
        let designed = |spec: &str| Design::from_spec(spec).expect("a design").encoding();
        let pets = designed("pet:text-until-00,n:int1");
        let pages = |key: &Encoding, start: Raw, stop: Raw| {
            told(&Intent::Pages(Pages { start, stop, pages: 1, ..Pages::of("t") }), key)
        };
        let prefix = |key: &Encoding, start: &[u8]| pages(key, start.to_vec(), bytes::prefix_successor(start));
        assert_eq!(prefix(&pets, b"fluffy\0"), "SELECT * FROM t\nWHERE pet = 'fluffy'\nORDER BY n\nLIMIT 20");
        assert_eq!(prefix(&pets, b"flu"), "SELECT * FROM t\nWHERE pet LIKE 'flu%'\nORDER BY pet, n\nLIMIT 20");
        assert_eq!(
            pages(&pets, b"rex\0\x07".to_vec(), Vec::new()),
            "SELECT * FROM t\nWHERE (pet, n) >= ('rex', 7)\nORDER BY pet, n\nLIMIT 20"
        );
        assert_eq!(
            pages(&pets, b"rex".to_vec(), Vec::new()),
            "SELECT * FROM t\nWHERE key >= x'726578'\nORDER BY pet, n\nLIMIT 20",
            "a name that has not ended is no value"
        );
        let get =
            |key: &Encoding, row: Raw| of(&Intent::Get { table: "t".into(), row, versions: 1 }, key).expect("a read");
        assert_eq!(get(&pets, b"rex\0\x07".to_vec()).sql[1], "WHERE pet = 'rex' AND n = 7");
        assert_eq!(get(&pets, b"rex\0".to_vec()).sql[1], "WHERE key = x'72657800'");

        let salted = designed("bucket:salt4,user:int4,time:reversed-time");
        let row = salted.encode("*, 7, 2012-05-24 10:00").expect("a key");
        let query = get(&salted, row.clone());
        let bucket = row[0];
        assert_eq!(query.sql[1], format!("WHERE bucket = {bucket} AND user = 7 AND time = '2012-05-24 10:00'"));
        assert!(query.about.ends_with("There bucket would be a generated column, here the client computes it."));
        let (start, stop) = (row[..5].to_vec(), bytes::prefix_successor(&row[..5]));
        let cursor = Pages { start, stop, ..Pages::of("t") };
        assert_eq!(
            told(&Intent::Pages(cursor), &salted),
            format!(
                "SELECT * FROM t\nWHERE bucket = {bucket} AND user = 7\n  AND time < :time\nORDER BY time DESC\nLIMIT 20"
            )
        );
    }

    #[test]
    fn one_row_and_the_last_one() {
        let key = actions();
        let row = key.encode("7, 2012-05-24 10:00, 12").expect("a key");
        let get = told(&Intent::Get { table: "actions".into(), row, versions: 1 }, &key);
        assert_eq!(get, "SELECT * FROM actions\nWHERE user = 7 AND time = '2012-05-24 10:00' AND action = 12");
        let odd = told(&Intent::Get { table: "t".into(), row: vec![1, 2], versions: 1 }, &Encoding::Long);
        assert_eq!(odd, "SELECT * FROM t\nWHERE key = x'0102'");
        let short = key.encode("7").expect("a key");
        let short = told(&Intent::Get { table: "t".into(), row: short, versions: 1 }, &key);
        assert_eq!(short, "SELECT * FROM t\nWHERE key = x'00000007'", "no row of user 7 has such a key");
        let last = |method| told(&Intent::LastRow { table: "t".into(), method }, &Encoding::Long);
        assert_eq!(last(LastRowMethod::Reversed), "SELECT * FROM t\nORDER BY id DESC\nLIMIT 1");
        assert_eq!(last(LastRowMethod::Bisection(8)), "SELECT * FROM t\nWHERE id >= :id\nLIMIT 1");
        assert_eq!(last(LastRowMethod::FullScan), "SELECT * FROM t\nORDER BY id");
        let put = Intent::Insert { table: "t".into(), row: vec![1], cells: Vec::new() };
        assert_eq!(of(&put, &Encoding::Long), None);
    }
}
