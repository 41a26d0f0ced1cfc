//! The filters of a recording: a text of the filter language, or an object for what the language lacks.

use crate::request::{bytes, text};
use serde_json::Value as Json;
use splitpoint_model::bytes::Value;
use splitpoint_model::error::Error;
use splitpoint_model::filter::{BitOp, ColumnTest, Comparator, CompareOp, Filter, ListOp, RowRange};

/// Reads a filter.
pub(crate) fn filter(json: &Json) -> Result<Filter, Error> {
    if json.is_string() {
        return Filter::parse(&bytes(json));
    }
    let (name, of) = json.as_object().and_then(|object| object.iter().find(|(key, _)| *key != "of")).expect("a filter");
    Ok(match name.as_str() {
        "list" => {
            let op = if text(of) == "MUST_PASS_ALL" { ListOp::MustPassAll } else { ListOp::MustPassOne };
            Filter::FilterList { op, filters: items(&json["of"]).iter().map(filter).collect::<Result<_, _>>()? }
        }
        "skip" => Filter::SkipFilter(Box::new(filter(of)?)),
        "while" => Filter::WhileMatchFilter(Box::new(filter(of)?)),
        "FuzzyRowFilter" => Filter::FuzzyRowFilter {
            pairs: items(of).iter().map(|pair| (bytes(&pair[0]).into(), bytes(&pair[1]).into())).collect(),
        },
        "MultiRowRangeFilter" => Filter::MultiRowRangeFilter { ranges: items(of).iter().map(range).collect() },
        "RowFilter" => Filter::RowFilter { op: compare_op(&of[0]), comparator: comparator(&of[1]) },
        "FamilyFilter" => Filter::FamilyFilter { op: compare_op(&of[0]), comparator: comparator(&of[1]) },
        "QualifierFilter" => Filter::QualifierFilter { op: compare_op(&of[0]), comparator: comparator(&of[1]) },
        "ValueFilter" => Filter::ValueFilter { op: compare_op(&of[0]), comparator: comparator(&of[1]) },
        "SingleColumnValueFilter" => Filter::SingleColumnValueFilter(column_test(of)),
        "SingleColumnValueExcludeFilter" => Filter::SingleColumnValueExcludeFilter(column_test(of)),
        "ColumnPaginationFilter" => {
            Filter::ColumnPaginationFromFilter { limit: int(&of[0]), column: bytes(&of[1]).into() }
        }
        "TimestampsFilter" => Filter::TimestampsFilter {
            timestamps: items(&of[0]).iter().filter_map(Json::as_i64).collect(),
            can_hint: of[1].as_bool().unwrap_or(false),
        },
        other => panic!("no filter {other}"),
    })
}

fn items(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn int(json: &Json) -> i32 {
    json.as_i64().and_then(|number| i32::try_from(number).ok()).expect("a number")
}

fn range(json: &Json) -> RowRange {
    RowRange {
        start: bytes(&json[0]).into(),
        start_inclusive: json[1].as_bool().unwrap_or(true),
        stop: bytes(&json[2]).into(),
        stop_inclusive: json[3].as_bool().unwrap_or(false),
    }
}

fn column_test(json: &Json) -> ColumnTest {
    ColumnTest {
        family: bytes(&json[0]).into(),
        qualifier: bytes(&json[1]).into(),
        op: compare_op(&json[2]),
        comparator: comparator(&json[3]),
        filter_if_missing: json[4].as_bool().unwrap_or(false),
        latest_version_only: json[5].as_bool().unwrap_or(true),
    }
}

/// An operator, by its name in Java.
pub(crate) fn compare_op(json: &Json) -> CompareOp {
    match text(json) {
        "LESS" => CompareOp::Less,
        "LESS_OR_EQUAL" => CompareOp::LessOrEqual,
        "EQUAL" => CompareOp::Equal,
        "NOT_EQUAL" => CompareOp::NotEqual,
        "GREATER_OR_EQUAL" => CompareOp::GreaterOrEqual,
        "GREATER" => CompareOp::Greater,
        "NO_OP" => CompareOp::NoOp,
        other => panic!("no operator {other}"),
    }
}

/// The texts of regular expressions and substrings are no bytes: they stand for themselves.
fn comparator(json: &Json) -> Comparator {
    let value = || Value::from(bytes(&json[1]));
    match text(&json[0]) {
        "binary" => Comparator::Binary(value()),
        "binaryprefix" => Comparator::BinaryPrefix(value()),
        "component" => Comparator::BinaryComponent(value(), int(&json[2])),
        "regex" => Comparator::Regex(text(&json[1]).to_owned()),
        "substring" => Comparator::Substring(text(&json[1]).to_owned()),
        "long" => Comparator::Long(json[1].as_i64().expect("a number")),
        "bit" => Comparator::Bit(
            value(),
            match text(&json[2]) {
                "AND" => BitOp::And,
                "OR" => BitOp::Or,
                _ => BitOp::Xor,
            },
        ),
        "null" => Comparator::Null,
        other => panic!("no comparator {other}"),
    }
}
