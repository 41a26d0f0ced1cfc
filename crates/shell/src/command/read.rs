//! `get` and `get_counter`.

use super::argument::{Bench, ruby_class};
use super::row::{self, Format};
use super::{Answer, Continuation, Fail, Turn};
use crate::ruby::method::part::methods;
use crate::ruby::value::Value;
use crate::world::Reply;
use splitpoint_model::bytes;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::filter::AnyFilter;
use splitpoint_model::query::{Get, TimeRange};

/// What a `get` needs when its answer comes: the row and how cells are printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Printing {
    row: Vec<u8>,
    format: Format,
}

/// The failure where a number is given and Java wants an object of `class`.
pub(super) fn coerced(class: &str) -> Fail {
    Fail::new("TypeError", format!("could not coerce Integer to class {class}"))
}

impl Bench<'_, '_> {
    /// A filter: in the filter language, or an object of Java.
    pub(super) fn filter(&self, value: &Value) -> Result<AnyFilter, Fail> {
        match value {
            Value::Str(_) | Value::Java(_) => (methods()?.filter)(self.heap, value)
                .map_err(|error| Fail::new("IllegalArgumentException", error.to_string()))?
                .ok_or_else(|| {
                    Fail::new("TypeError", "cannot convert this object to org.apache.hadoop.hbase.filter.Filter")
                }),
            Value::Int(_) => Err(coerced("org.apache.hadoop.hbase.filter.Filter")),
            other => {
                let class = self.class_of(other);
                let message =
                    format!("cannot convert instance of class {class} to class org.apache.hadoop.hbase.filter.Filter");
                Err(Fail::new("TypeError", message))
            }
        }
    }

    /// The two ends of a time range. A missing end is 0, as JRuby makes of nil.
    pub(super) fn time_range(&self, value: &Value) -> Result<TimeRange, Fail> {
        let (min, max) = match value {
            // In Ruby an index of a number gives one of its bits.
            Value::Int(number) => (Value::Int(number & 1), Value::Int(number >> 1 & 1)),
            other => match self.heap.items(other) {
                Some(items) => {
                    (items.first().cloned().unwrap_or(Value::Nil), items.get(1).cloned().unwrap_or(Value::Nil))
                }
                None if matches!(other, Value::Str(_) | Value::Hash(_)) => (other.clone(), Value::Nil),
                None => return Err(self.missing(other, "[]")),
            },
        };
        let min = if let Value::Hash(_) = min { Value::Nil } else { min };
        Ok(TimeRange { min: self.long(&min)?, max: self.long(&max)? })
    }
}

/// `to_i` of a text.
fn leading(text: &str) -> i128 {
    let digits = text.trim_start();
    let end = digits.char_indices().find(|(at, c)| !c.is_ascii_digit() && (*at > 0 || *c != '-'));
    digits[..end.map_or(digits.len(), |(at, _)| at)].parse().unwrap_or(0)
}

/// The time range that holds just this timestamp.
pub(super) fn instant(time: i64) -> TimeRange {
    TimeRange { min: time, max: time.saturating_add(1) }
}

pub(super) fn get(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    bench.io.out.header(&["COLUMN", "CELL"]);
    let row = bench.to_s(&bench.arg(1));
    if row.is_empty() {
        return Err("Row length is 0".into());
    }
    let mut get = Get::new(row.clone());
    let rest: Vec<Value> = bench.args[2..].to_vec();
    let mut format = Format::default();
    match rest.first() {
        Some(hash @ Value::Hash(_)) => {
            let hash = hash.clone();
            format = with_hash(bench, &hash, &mut get)?;
        }
        _ => {
            for column in super::create::flat(bench, &rest) {
                let column = bench.to_s(&column);
                let column = format.column(&column);
                get.columns.push(column);
            }
        }
    }
    let format = format.of(&table);
    bench.ask(Request::Get(Bench::name(&table), get), Continuation::Got(Box::new(Printing { row, format })))
}

fn with_hash(bench: &mut Bench<'_, '_>, hash: &Value, get: &mut Get) -> Result<Format, Fail> {
    let mut format = Format::take(bench, hash)?;
    let taken = |bench: &mut Bench<'_, '_>, key: &str| {
        let found = bench.heap.entry(hash, key).filter(Value::truthy)?;
        bench.heap.take(hash, key);
        Some(found)
    };
    let filter = taken(bench, "FILTER");
    if let Some(consistency) = taken(bench, "CONSISTENCY") {
        let name = bench.string(&consistency);
        if let Value::Int(_) = consistency {
            return Err(coerced("java.lang.String"));
        }
        if !["STRONG", "TIMELINE"].contains(&name.as_str()) {
            return Err(format!("No enum constant org.apache.hadoop.hbase.client.Consistency.{name}").into());
        }
    }
    taken(bench, "REGION_REPLICA_ID");
    let empty = bench.heap.pairs(hash).is_none_or(Vec::is_empty);
    if !empty {
        let entry = |bench: &Bench<'_, '_>, key: &str| bench.heap.entry(hash, key).filter(Value::truthy);
        let columns = entry(bench, "COLUMN").or_else(|| entry(bench, "COLUMNS"));
        let (time, range) = (entry(bench, "TIMESTAMP"), entry(bench, "TIMERANGE"));
        let others = entry(bench, "ATTRIBUTES").is_some() || entry(bench, "AUTHORIZATIONS").is_some();
        match &columns {
            Some(Value::Str(_)) => {
                let column = bench.to_s(columns.as_ref().unwrap_or(&Value::Nil));
                get.columns.push(format.column(&column));
            }
            Some(Value::Array(_)) => {
                for column in bench.heap.list(columns.as_ref().unwrap_or(&Value::Nil)).unwrap_or_default() {
                    let column = bench.to_s(&column);
                    get.columns.push(format.column(&column));
                }
            }
            Some(_) => return Err(format!("Failed parse column argument type {}, Hash", bench.inspect(hash)).into()),
            None if time.is_some() || range.is_some() || others => {}
            None => return Err(format!("Failed parse of {}, Hash", bench.inspect(hash)).into()),
        }
        bench.check_attributes(hash)?;
        get.versions = versions(entry(bench, "VERSIONS"))?;
        if let Some(time) = time {
            let time = match time {
                time if columns.is_some() => time,
                // Beside attributes or authorizations the real shell never reads the time, and asks for `nil.to_i`,
                // which is 0.
                _ if others => Value::Int(0),
                Value::Str(_) => Value::Int(leading(&bench.string(&time))),
                time => time,
            };
            get.time_range = instant(bench.long(&time)?);
        }
        if let Some(range) = &range {
            get.time_range = bench.time_range(range)?;
        }
    }
    if let Some(filter) = filter {
        get.filter = Some(bench.filter(&filter)?);
    }
    Ok(format)
}

/// The `VERSIONS` of a get.
fn versions(given: Option<Value>) -> Result<i32, Fail> {
    let versions = match given {
        None => 1,
        Some(Value::Int(versions)) => versions.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        Some(Value::Float(versions)) => versions.0 as i32,
        Some(other) => {
            let class = ruby_class(&other);
            let message =
                format!("no method 'setMaxVersions' for arguments ({class}) on Java::OrgApacheHadoopHbaseClient::Get");
            return Err(Fail::new("NameError", message));
        }
    };
    if versions <= 0 { Err("versions must be positive".into()) } else { Ok(versions) }
}

pub(super) fn got(bench: &mut Bench<'_, '_>, printing: &Printing, reply: Reply) -> Answer {
    let Response::Row(result) = bench.response(reply, &printing.row)? else { return Ok(Turn::Done(Value::Nil)) };
    for cell in &result.cells {
        let column = printing.format.name(cell)?;
        let text = printing.format.cell(&column, cell)?;
        bench.io.out.row(&[&column, &text]);
    }
    bench.io.out.footer(Some(usize::from(!result.cells.is_empty())));
    Ok(Turn::Done(Value::Nil))
}

pub(super) fn get_counter(bench: &mut Bench<'_, '_>) -> Answer {
    let table = bench.table()?;
    let row = bench.to_s(&bench.arg(1));
    if row.is_empty() {
        return Err("Row length is 0".into());
    }
    let column = bench.to_s(&bench.arg(2));
    let (family, qualifier) = row::split(&column);
    let mut get = Get::new(row);
    get.columns.push((family.into(), Some(qualifier.unwrap_or_default().into())));
    bench.ask(Request::Get(Bench::name(&table), get), Continuation::Counter)
}

pub(super) fn counter(bench: &mut Bench<'_, '_>, reply: Reply) -> Answer {
    let row = bench.to_s(&bench.arg(1));
    let Response::Row(result) = bench.response(reply, &row)? else { return Ok(Turn::Done(Value::Nil)) };
    match result.cells.first() {
        None => bench.io.out.line("No counter found at specified coordinates"),
        Some(cell) => {
            let Some(number) = bytes::to_long(cell.value()) else {
                return Err(format!("Wrong length: {}, expected 8", cell.value().len()).into());
            };
            bench.io.out.line(&format!("COUNTER VALUE = {number}"));
        }
    }
    Ok(Turn::Done(Value::Nil))
}
