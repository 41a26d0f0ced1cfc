//! Classes, and the little of Java that scripts for the shell use.
//!
//! | module | what it does |
//! | --- | --- |
//! | `class` | constants, constructors and other functions of classes |
//! | `object` | methods of objects: connections, regions, writes, conditions |
//! | `filter` | filters, comparators and their operators |
//! | `bytes` | the functions of `Bytes` |

mod bytes;
mod class;
pub(crate) mod filter;
mod object;

pub(crate) use bytes::convert;

use super::{Called, error};
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Heap, Java, Value, ruby_name};
use crate::world::Io;
use class::constant;
use splitpoint_model::map::Map;
use std::fmt::Write;
use std::sync::Arc;

/// Classes of the language.
const CLASSES: &[&str] = &[
    "Array",
    "BasicObject",
    "Class",
    "Comparable",
    "Encoding",
    "Enumerable",
    "FalseClass",
    "Float",
    "Hash",
    "Integer",
    "Kernel",
    "Math",
    "Module",
    "NilClass",
    "Numeric",
    "Object",
    "Proc",
    "Process",
    "Random",
    "Range",
    "Regexp",
    "String",
    "Symbol",
    "Time",
    "TrueClass",
    "GC",
    "Set",
    "Struct",
    "Thread",
    "File",
    "Dir",
    "IO",
    "Date",
    "JSON",
];

/// Classes of Java that the shell itself imports.
const IMPORTED: &[(&str, &str)] = &[
    ("Bytes", "org.apache.hadoop.hbase.util.Bytes"),
    ("HConstants", "org.apache.hadoop.hbase.HConstants"),
    ("TableName", "org.apache.hadoop.hbase.TableName"),
];

/// A class by its short name.
pub(crate) fn class(name: &str) -> Option<Value> {
    if CLASSES.contains(&name) || error::is_class(name) {
        return Some(Value::Class(name.into()));
    }
    match name {
        "Java" => return Some(Value::Java(Arc::new(Java::Package(String::new())))),
        "STDOUT" | "STDERR" => return Some(stream(name)),
        "ENV" | "ARGV" | "STDIN" => return None,
        _ => {}
    }
    let (_, whole) = IMPORTED.iter().find(|(short, _)| *short == name)?;
    Some(Value::Java(Arc::new(Java::Class((*whole).to_owned()))))
}

pub(crate) fn package(name: &str) -> Value {
    Value::Java(Arc::new(Java::Package(name.to_owned())))
}

/// `@name`, where nothing was assigned to it.
pub(crate) fn instance(name: &str) -> Value {
    match name {
        "@hbase" => object("Hbase::Hbase", []),
        "@shell" => object("Shell::Shell", []),
        _ => Value::Nil,
    }
}

/// A stream to print to: `STDOUT` or `STDERR`.
pub(crate) fn stream(name: &str) -> Value {
    object("IO", [(name, Value::Nil)])
}

/// Methods of a stream; `None` of any other value.
pub(super) fn printed(
    machine: &mut Machine,
    io: &mut Io<'_>,
    receiver: &Value,
    name: &str,
    args: &[Value],
) -> Raised<Option<Returned>> {
    let Value::Java(java) = receiver else { return Ok(None) };
    let Java::Object(class, fields) = &**java else { return Ok(None) };
    if class != "IO" {
        return Ok(None);
    }
    // What goes to the error stream is seen in a terminal, and not through a pipe.
    let seen = fields.contains_key("STDOUT") || io.out.width > 0;
    Ok(Some(match name {
        "puts" | "print" | "printf" | "p" | "putc" | "pp" if !seen => Returned::Value(Value::Nil),
        "puts" | "print" | "printf" | "p" | "putc" | "pp" => {
            return super::kernel::call(machine, io, name, args, None).map(Some);
        }
        "write" | "<<" => {
            let length = args.iter().map(|arg| super::inspect::to_s(&machine.heap, arg).len()).sum::<usize>();
            if seen {
                super::kernel::call(machine, io, "print", args, None)?;
            }
            Returned::Value(if name == "write" { Value::Int(length as i128) } else { receiver.clone() })
        }
        "flush" | "fsync" => Returned::Value(receiver.clone()),
        "sync=" => Returned::Value(args.first().cloned().unwrap_or(Value::Nil)),
        "sync" => Returned::Value(Value::Bool(true)),
        "tty?" | "isatty" => Returned::Value(Value::Bool(io.out.width > 0)),
        _ => return Ok(None),
    }))
}

fn object<'a>(class: &str, fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let fields: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Value::Java(Arc::new(Java::Object(class.to_owned(), fields)))
}

/// The class, without its package, and the fields of an object.
fn object_of(value: &Value) -> Option<(&str, &Map<String, Value>)> {
    let Value::Java(java) = value else { return None };
    let Java::Object(class, fields) = &**java else { return None };
    Some((class.rsplit('.').next().unwrap_or(class), fields))
}

/// A value that a script gives to an object as a field. It is no object that holds others: no class here takes one, and to
/// drop objects that are nested without end would exhaust the stack.
fn given(value: &Value) -> Raised<Value> {
    let holds_others =
        object_of(value).is_some_and(|(_, fields)| fields.values().any(|field| object_of(field).is_some()));
    if holds_others {
        return Err(Exception::new("TypeError", format!("cannot convert instance of {}", value.class())));
    }
    Ok(value.clone())
}

/// `inside::name`.
pub(crate) fn scoped(machine: &mut Machine, inside: &Value, name: &str) -> Raised<Value> {
    let missing = |shown: String| {
        let message = format!("uninitialized constant {shown}::{name}");
        Exception::new("NameError", message)
    };
    match inside {
        Value::Java(java) => match &**java {
            Java::Package(package) => {
                let whole = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
                Ok(Value::Java(Arc::new(Java::Class(whole))))
            }
            Java::Class(class) => constant(machine, class, name).ok_or_else(|| missing(inspect(java))),
            other => Err(missing(inspect(other))),
        },
        Value::Class(class) => {
            let found = match (&**class, name) {
                ("Float", "INFINITY") => Some(Value::Float(Float(f64::INFINITY))),
                ("Float", "NAN") => Some(Value::Float(Float(f64::NAN))),
                ("Float", "MAX") => Some(Value::Float(Float(f64::MAX))),
                ("Float", "EPSILON") => Some(Value::Float(Float(f64::EPSILON))),
                ("Math", "PI") => Some(Value::Float(Float(std::f64::consts::PI))),
                ("Math", "E") => Some(Value::Float(Float(std::f64::consts::E))),
                ("Encoding", "UTF_8") => Some(Value::Class("UTF-8".into())),
                ("Encoding", "BINARY" | "ASCII_8BIT") => Some(Value::Class("ASCII-8BIT".into())),
                ("Object" | "Kernel", name) => class_of(machine, name),
                _ => None,
            };
            found.ok_or_else(|| missing(class.to_string()))
        }
        other => {
            let shown = super::inspect::inspect(&machine.heap, other);
            Err(Exception::new("TypeError", format!("{shown} is not a class/module")))
        }
    }
}

fn class_of(machine: &mut Machine, name: &str) -> Option<Value> {
    machine.constants.get(name).cloned().or_else(|| class(name))
}

pub(crate) fn inspect(java: &Java) -> String {
    match java {
        Java::Package(name) => format!("Java::{name}"),
        Java::Class(name) => ruby_name(name),
        Java::Bytes(bytes) => {
            let mut text = format!("#<Java::byte[{}]: [", bytes.len());
            for (at, byte) in bytes.iter().enumerate() {
                let _ = write!(text, "{}{}", if at > 0 { ", " } else { "" }, byte.cast_signed());
            }
            text + "]>"
        }
        Java::Number(number, _) => number.to_string(),
        Java::Object(class, _) if class.contains('[') || class.starts_with("Enumerator: ") => {
            format!("#<{}>", ruby_name(class))
        }
        Java::Object(class, _) => format!("#<{}:0x2f0a87b3>", ruby_name(class)),
        Java::Filter(_) => "#<Java::OrgApacheHadoopHbaseFilter::Filter:0x2f0a87b3>".to_owned(),
    }
}

/// An object as a text: what `toString` says, for most no more than their class.
pub(crate) fn spoken(heap: &Heap, java: &Java) -> String {
    let Java::Object(class, fields) = java else { return inspect(java) };
    let part = |name: &str| fields.get(name).map(|value| super::inspect::inspect(heap, value)).unwrap_or_default();
    match class.as_str() {
        filter::OPERATOR => fields.get("name").and_then(|name| heap.string(name)).unwrap_or_default(),
        class::TIME_RANGE => format!("maxStamp={}, minStamp={}", part("max"), part("min")),
        _ => inspect(java),
    }
}

/// `value.to_java(:long)`.
pub(super) fn to_java(machine: &mut Machine, receiver: &Value, args: &[Value]) -> Called {
    let wide = !matches!(args.first(), Some(Value::Symbol(name)) if &**name == "int");
    Ok(Returned::Value(match receiver {
        Value::Int(number) => Value::Java(Arc::new(Java::Number(*number as i64, wide))),
        Value::Str(_) => receiver.clone(),
        // An array of nils is meant as room for the results of a batch, which no script here reads.
        Value::Array(_)
            if machine.heap.items(receiver).is_some_and(|items| items.iter().all(|item| *item == Value::Nil)) =>
        {
            Value::Java(Arc::new(Java::Object("java.lang.Object[]".to_owned(), Map::new())))
        }
        other => {
            return Err(Exception::new("Unsupported", format!("`to_java` of a {}", other.class())));
        }
    }))
}

/// Bytes from `byte[]` or a text.
pub(crate) fn bytes_of(heap: &Heap, value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Java(java) => match &**java {
            Java::Bytes(bytes) => Some(bytes.clone()),
            _ => None,
        },
        other => heap.str(other).map(|text| text.bytes.clone()),
    }
}

pub(super) fn call(machine: &mut Machine, io: &mut Io<'_>, java: &Arc<Java>, name: &str, args: &[Value]) -> Called {
    let value = match &**java {
        Java::Package(package) => {
            let whole = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
            let capital = name.chars().next().is_some_and(char::is_uppercase);
            if !args.is_empty() || name.starts_with(|c: char| !c.is_alphabetic()) {
                return Ok(Returned::Missing);
            }
            Value::Java(Arc::new(if capital { Java::Class(whole) } else { Java::Package(whole) }))
        }
        Java::Class(class) => return class::call(machine, io, class, name, args),
        Java::Bytes(bytes) => match (name, args.len()) {
            ("length" | "size", 0) => Value::Int(bytes.len() as i128),
            ("to_a", 0) => {
                let items = bytes.iter().map(|byte| Value::Int(byte.cast_signed().into())).collect();
                machine.heap.array(items)
            }
            ("to_s" | "inspect", 0) => machine.heap.text(inspect(java)),
            ("[]", 1) => {
                let at = super::int(args.first())?;
                let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at));
                byte.map_or(Value::Nil, |byte| Value::Int(byte.cast_signed().into()))
            }
            ("==", 1) => Value::Bool(Value::Java(java.clone()) == args[0]),
            ("class", 0) => Value::Class("Java::byte[]".into()),
            _ => return Ok(Returned::Missing),
        },
        Java::Number(number, _) => {
            return super::number::call(machine, &Value::Int((*number).into()), name, args, None);
        }
        Java::Filter(_) => match name {
            "inspect" => machine.heap.text(inspect(java)),
            _ => return Ok(Returned::Missing),
        },
        Java::Object(..) => return object::call(machine, io, java, name, args),
    };
    Ok(Returned::Value(value))
}
