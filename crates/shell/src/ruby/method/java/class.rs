//! Constants, constructors and other functions of Java's classes.

use super::bytes::{self, need};
use super::{filter, object};
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::method::{self, Called};
use crate::ruby::value::{Exception, Java, Value, ruby_name};
use crate::world::Io;
use std::sync::Arc;

pub(super) const TIME_RANGE: &str = "org.apache.hadoop.hbase.io.TimeRange";

/// A constant of a class.
pub(super) fn constant(machine: &mut Machine, class: &str, name: &str) -> Option<Value> {
    Some(match (class, name) {
        ("java.lang.Long", "MAX_VALUE") => Value::Int(i64::MAX.into()),
        ("java.lang.Long", "MIN_VALUE") => Value::Int(i64::MIN.into()),
        ("java.lang.Integer", "MAX_VALUE") => Value::Int(i32::MAX.into()),
        ("java.lang.Integer", "MIN_VALUE") => Value::Int(i32::MIN.into()),
        ("java.lang.Short", "MAX_VALUE") => Value::Int(i16::MAX.into()),
        ("java.lang.Byte", "MAX_VALUE") => Value::Int(i8::MAX.into()),
        ("org.apache.hadoop.hbase.HConstants", "LATEST_TIMESTAMP") => Value::Int(i64::MAX.into()),
        ("org.apache.hadoop.hbase.util.Bytes", "SIZEOF_LONG") => Value::Int(8),
        ("org.apache.hadoop.hbase.util.Bytes", "SIZEOF_INT") => Value::Int(4),
        ("org.apache.hadoop.hbase.HConstants", name) => machine.heap.text(machine.library.constant(name)?),
        (super::filter::OPERATOR, name) => super::filter::operator(machine, name)?,
        _ => return None,
    })
}

/// Calls a function of a class, or makes an object of it.
pub(super) fn call(machine: &mut Machine, io: &mut Io<'_>, class: &str, name: &str, args: &[Value]) -> Called {
    let first = args.first();
    let short = class.rsplit('.').next().unwrap_or(class);
    if name == "new"
        && let Some(made) = made(machine, class, short, args)?
    {
        return Ok(Returned::Value(made));
    }
    let value = match (short, name) {
        ("Bytes", name) => match bytes::call(machine, name, args)? {
            Returned::Missing => return general(machine, class, name),
            found => return Ok(found),
        },
        ("Long" | "Integer", "toHexString") => {
            let number = method::int(first)? as i64;
            let text = if short == "Long" { format!("{number:x}") } else { format!("{:x}", number as i32) };
            machine.heap.text(text)
        }
        ("Long" | "Integer", "parseLong" | "parseInt" | "valueOf") => {
            let text = String::from_utf8_lossy(&method::text(machine, first)?).into_owned();
            let bad =
                |_| Exception::new("Java::JavaLang::NumberFormatException", format!("For input string: \"{text}\""));
            Value::Int(text.parse::<i64>().map_err(bad)?.into())
        }
        ("System", "currentTimeMillis") => Value::Int(io.now.into()),
        ("TableName", "valueOf") => {
            let text = machine.heap.text(method::text(machine, first)?);
            object("org.apache.hadoop.hbase.TableName", [("name", text)])
        }
        ("CompareOperator", "valueOf") => {
            let name = String::from_utf8_lossy(&method::text(machine, first)?).into_owned();
            filter::operator(machine, &name)
                .ok_or_else(|| illegal(format!("No enum constant {}.{name}", filter::OPERATOR)))?
        }
        ("TimeRange", "between") => {
            let (min, max) = (method::int(first)?, method::int(args.get(1))?);
            if min < 0 || max < 0 {
                return Err(illegal(format!("Timestamp cannot be negative. minStamp:{min}, maxStamp:{max}")));
            }
            if max < min {
                return Err(illegal("maxStamp is smaller than minStamp".to_owned()));
            }
            object(TIME_RANGE, [("min", Value::Int(min)), ("max", Value::Int(max))])
        }
        ("Long" | "Integer", "MAX_VALUE" | "MIN_VALUE") => {
            return Err(machine.no_method(&Value::Java(Arc::new(Java::Class(class.to_owned()))), name));
        }
        _ => return general(machine, class, name),
    };
    Ok(Returned::Value(value))
}

/// What every class answers.
fn general(machine: &mut Machine, class: &str, name: &str) -> Called {
    Ok(match name {
        "inspect" | "to_s" | "name" => Returned::Value(machine.heap.text(ruby_name(class))),
        "class" | "nil?" | "==" | "===" | "is_a?" => Returned::Missing,
        _ => return Err(Exception::new("Unsupported", format!("`{name}` of {}", ruby_name(class)))),
    })
}

/// Java's `IllegalArgumentException`.
fn illegal(message: String) -> Arc<Exception> {
    Exception::new("Java::JavaLang::IllegalArgumentException", message)
}

/// A new object: a write, a comparator or a filter.
fn made(machine: &mut Machine, class: &str, short: &str, args: &[Value]) -> Raised<Option<Value>> {
    let mut list = || machine.heap.array(Vec::new());
    Ok(Some(match (short, args) {
        ("Put" | "Append" | "Increment", [row, ..]) => {
            let fields = [("cells", list()), ("ttl", list()), ("row", bytes::java(&need(machine, Some(row))?))];
            object(class, fields)
        }
        ("Delete", [row] | [row, _]) => {
            let (cells, time) = (list(), super::given(args.get(1).unwrap_or(&Value::Nil))?);
            object(class, [("row", bytes::java(&need(machine, Some(row))?)), ("cells", cells), ("time", time)])
        }
        _ => return filter::made(machine, class, short, args),
    }))
}
