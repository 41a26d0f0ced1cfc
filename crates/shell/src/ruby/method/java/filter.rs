//! Filters, comparators and their operators, made as objects of Java.

use super::bytes::need;
use super::{bytes_of, object, object_of};
use crate::ruby::machine::{Machine, Raised};
use crate::ruby::method;
use crate::ruby::value::{Exception, Heap, Java, Value};
use splitpoint_model::error::Error;
use splitpoint_model::filter::{AnyFilter, ColumnTest, Comparator, CompareOp, Filter, ListOp};
use std::sync::Arc;

pub(super) const OPERATOR: &str = "org.apache.hadoop.hbase.CompareOperator";

const OPERATORS: [(&str, CompareOp); 7] = [
    ("LESS", CompareOp::Less),
    ("LESS_OR_EQUAL", CompareOp::LessOrEqual),
    ("EQUAL", CompareOp::Equal),
    ("NOT_EQUAL", CompareOp::NotEqual),
    ("GREATER_OR_EQUAL", CompareOp::GreaterOrEqual),
    ("GREATER", CompareOp::Greater),
    ("NO_OP", CompareOp::NoOp),
];

/// The constant of `CompareOperator` that has this name.
pub(super) fn operator(machine: &mut Machine, name: &str) -> Option<Value> {
    let (name, _) = OPERATORS.iter().find(|(known, _)| *known == name)?;
    Some(object(OPERATOR, [("name", machine.heap.text(*name))]))
}

fn filter(filter: Filter) -> Value {
    Value::Java(Arc::new(Java::Filter(filter.into())))
}

/// A new filter or comparator; `None` of any other class.
pub(super) fn made(machine: &mut Machine, class: &str, short: &str, args: &[Value]) -> Raised<Option<Value>> {
    Ok(Some(match (short, args) {
        ("PrefixFilter", [prefix, ..]) => filter(Filter::PrefixFilter { prefix: need(machine, Some(prefix))?.into() }),
        ("KeyOnlyFilter", [] | [Value::Bool(_)]) => {
            filter(Filter::KeyOnlyFilter { length_as_value: args == [Value::Bool(true)] })
        }
        ("FirstKeyOnlyFilter", []) => filter(Filter::FirstKeyOnlyFilter),
        ("PageFilter" | "ColumnCountGetFilter", _) => {
            let parsed = Filter::parse(format!("{short}({})", method::int(args.first())?).as_bytes());
            filter(parsed.map_err(|error| Exception::new("ArgumentError", error.to_string()))?)
        }
        ("LongComparator", [number]) => object(class, [("given", Value::Int(method::int(Some(number))?))]),
        ("BinaryComparator" | "BinaryPrefixComparator" | "SubstringComparator", [bytes]) => {
            object(class, [("given", super::bytes::java(&need(machine, Some(bytes))?))])
        }
        ("ValueFilter" | "RowFilter" | "FamilyFilter" | "QualifierFilter", [op, comparator]) => {
            let (Some(op), Some(comparator)) =
                (operator_of(&machine.heap, op), comparator_of(&machine.heap, comparator))
            else {
                return Ok(None);
            };
            filter(match short {
                "ValueFilter" => Filter::ValueFilter { op, comparator },
                "RowFilter" => Filter::RowFilter { op, comparator },
                "FamilyFilter" => Filter::FamilyFilter { op, comparator },
                _ => Filter::QualifierFilter { op, comparator },
            })
        }
        ("SingleColumnValueFilter", [family, qualifier, op, given]) => {
            if operator_of(&machine.heap, op).is_none() || compared(&machine.heap, given).is_none() {
                return Ok(None);
            }
            let flags = machine.heap.array(Vec::new());
            let (family, qualifier) = (super::given(family)?, super::given(qualifier)?);
            let fields = [("family", family), ("qualifier", qualifier), ("op", op.clone()), ("given", given.clone())];
            object(class, fields.into_iter().chain([("flags", flags)]))
        }
        _ => return Ok(None),
    }))
}

fn operator_of(heap: &Heap, value: &Value) -> Option<CompareOp> {
    let ("CompareOperator", fields) = object_of(value)? else { return None };
    let name = heap.string(fields.get("name")?)?;
    OPERATORS.iter().find(|(known, _)| *known == name).map(|(_, op)| *op)
}

fn comparator_of(heap: &Heap, value: &Value) -> Option<Comparator> {
    let (class, fields) = object_of(value)?;
    let given = fields.get("given")?;
    let bytes = || bytes_of(heap, given);
    Some(match (class, given) {
        ("LongComparator", Value::Int(number)) => Comparator::Long(*number as i64),
        ("BinaryComparator", _) => Comparator::Binary(bytes()?.into()),
        ("BinaryPrefixComparator", _) => Comparator::BinaryPrefix(bytes()?.into()),
        ("SubstringComparator", _) => Comparator::Substring(String::from_utf8_lossy(&bytes()?).into_owned()),
        _ => return None,
    })
}

/// What a value is compared with: a comparator, or the bytes themselves.
fn compared(heap: &Heap, value: &Value) -> Option<Comparator> {
    bytes_of(heap, value).map(|bytes| Comparator::Binary(bytes.into())).or_else(|| comparator_of(heap, value))
}

/// The filter of a read, as [`Methods`](crate::ruby::method::part::Methods) has it.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn read(heap: &Heap, value: &Value) -> Result<Option<AnyFilter>, Error> {
    match heap.str(value) {
        Some(text) => Ok(Some(Filter::parse(&text.bytes)?.into())),
        None => Ok(filter_of(heap, value)),
    }
}

/// The filter of a `count` that is given one.
///
/// Source: `table.rb`, `_count_internal`.
pub(crate) fn counted(filter: &AnyFilter) -> AnyFilter {
    let filters = vec![filter.as_filter().clone(), Filter::FirstKeyOnlyFilter];
    Filter::FilterList { op: ListOp::MustPassAll, filters }.into()
}

/// The filter that an object is; `None` if it is none. `SingleColumnValueFilter` stays an object until a read takes it,
/// since its two settings may still change.
fn filter_of(heap: &Heap, value: &Value) -> Option<AnyFilter> {
    if let Value::Java(java) = value
        && let Java::Filter(filter) = &**java
    {
        return Some(filter.clone());
    }
    let ("SingleColumnValueFilter", fields) = object_of(value)? else { return None };
    let part = |name: &str| bytes_of(heap, fields.get(name)?);
    let flag = |name: &str, default: bool| {
        let flags = fields.get("flags").and_then(|flags| heap.items(flags)).unwrap_or_default();
        let set = flags.chunks_exact(4).rfind(|flag| heap.string(&flag[0]).as_deref() == Some(name));
        set.map_or(default, |flag| flag[1].truthy())
    };
    let test = ColumnTest {
        family: part("family")?.into(),
        qualifier: part("qualifier")?.into(),
        op: operator_of(heap, fields.get("op")?)?,
        comparator: compared(heap, fields.get("given")?)?,
        filter_if_missing: flag("setFilterIfMissing", false),
        latest_version_only: flag("setLatestVersionOnly", true),
    };
    Some(Filter::SingleColumnValueFilter(test).into())
}
