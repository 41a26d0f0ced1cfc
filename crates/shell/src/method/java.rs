//! Classes, and the little of Java that scripts for the shell use.

use super::{Called, error};
use crate::index::Index;
use crate::machine::{Kind, Loop, Machine, Outcome, Raised, Source};
use crate::tree::Float;
use crate::value::{Exception, Java, Object, Value};
use crate::world::Io;
use splitpoint_model::bytes;
use splitpoint_model::filter::Filter;
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

/// What is printed to: `STDOUT` or `STDERR`.
pub(crate) fn stream(name: &str) -> Value {
    object("IO", [(name, Value::Nil)])
}

/// What a stream is asked for; `None` of another value.
pub(super) fn printed(
    machine: &mut Machine,
    io: &mut Io<'_>,
    receiver: &Value,
    name: &str,
    args: &[Value],
) -> Raised<Option<Outcome>> {
    let Value::Java(java) = receiver else { return Ok(None) };
    let Java::Object(class, fields) = &**java else { return Ok(None) };
    if class != "IO" {
        return Ok(None);
    }
    // What goes to the error stream is seen in a terminal, and not through a pipe.
    let seen = fields.contains_key("STDOUT") || io.out.width > 0;
    Ok(Some(match name {
        "puts" | "print" | "printf" | "p" | "putc" | "pp" if !seen => Outcome::Value(Value::Nil),
        "puts" | "print" | "printf" | "p" | "putc" | "pp" => {
            return super::kernel::call(machine, io, name, args, None).map(Some);
        }
        "write" | "<<" => {
            let length = args.iter().map(|arg| super::inspect::to_s(&machine.heap, arg).len()).sum::<usize>();
            if seen {
                super::kernel::call(machine, io, "print", args, None)?;
            }
            Outcome::Value(if name == "write" { Value::Int(length as i128) } else { receiver.clone() })
        }
        "flush" | "fsync" => Outcome::Value(receiver.clone()),
        "sync=" => Outcome::Value(args.first().cloned().unwrap_or(Value::Nil)),
        "sync" => Outcome::Value(Value::Bool(true)),
        "tty?" | "isatty" => Outcome::Value(Value::Bool(io.out.width > 0)),
        _ => return Ok(None),
    }))
}

fn object<const N: usize>(class: &str, fields: [(&str, Value); N]) -> Value {
    let fields: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Value::Java(Arc::new(Java::Object(class.to_owned(), fields)))
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

fn constant(machine: &mut Machine, class: &str, name: &str) -> Option<Value> {
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
        ("org.apache.hadoop.hbase.HConstants", name) => machine.heap.text(crate::command::constant(name)?),
        _ => return None,
    })
}

/// Like `Java::OrgApacheHadoopHbaseClient::Put`.
fn ruby_name(class: &str) -> String {
    if class.contains("::") || !class.contains('.') {
        return class.to_owned();
    }
    let (package, name) = class.rsplit_once('.').unwrap_or(("", class));
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
    };
    format!("Java::{}::{name}", package.split('.').map(capital).collect::<String>())
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

/// `value.to_java(:long)`.
pub(super) fn to_java(machine: &mut Machine, receiver: &Value, args: &[Value]) -> Called {
    let wide = !matches!(args.first(), Some(Value::Symbol(name)) if &**name == "int");
    Ok(Outcome::Value(match receiver {
        Value::Int(number) => Value::Java(Arc::new(Java::Number(*number as i64, wide))),
        Value::Str(_) => receiver.clone(),
        other => {
            let _ = machine;
            return Err(Exception::new("Unsupported", format!("`to_java` of a {}", other.class())));
        }
    }))
}

/// Bytes from `byte[]` or a text.
pub(crate) fn bytes_of(machine: &Machine, value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Java(java) => match &**java {
            Java::Bytes(bytes) => Some(bytes.clone()),
            _ => None,
        },
        other => machine.heap.str(other).map(|text| text.bytes.clone()),
    }
}

pub(super) fn call(machine: &mut Machine, io: &mut Io<'_>, java: &Arc<Java>, name: &str, args: &[Value]) -> Called {
    let value = match &**java {
        Java::Package(package) => {
            let whole = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
            let capital = name.chars().next().is_some_and(char::is_uppercase);
            if !args.is_empty() || name.starts_with(|c: char| !c.is_alphabetic()) {
                return Ok(Outcome::Missing);
            }
            Value::Java(Arc::new(if capital { Java::Class(whole) } else { Java::Package(whole) }))
        }
        Java::Class(class) => return static_call(machine, io, class, name, args),
        Java::Bytes(bytes) => match (name, args.len()) {
            ("length" | "size", 0) => Value::Int(bytes.len() as i128),
            ("to_a", 0) => {
                let items = bytes.iter().map(|byte| Value::Int(byte.cast_signed().into())).collect();
                machine.heap.array(items)
            }
            ("to_s" | "inspect", 0) => machine.heap.text(inspect(java)),
            ("[]", 1) => {
                let at = super::int(machine, args.first())?;
                let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at));
                byte.map_or(Value::Nil, |byte| Value::Int(byte.cast_signed().into()))
            }
            ("==", 1) => Value::Bool(Value::Java(java.clone()) == args[0]),
            ("class", 0) => Value::Class("Java::byte[]".into()),
            _ => return Ok(Outcome::Missing),
        },
        Java::Number(number, _) => {
            return super::number::call(machine, &Value::Int((*number).into()), name, args, None);
        }
        Java::Filter(_) => match name {
            "inspect" => machine.heap.text(inspect(java)),
            _ => return Ok(Outcome::Missing),
        },
        Java::Object(class, fields) => return object_call(machine, io, java, class, fields, name, args),
    };
    Ok(Outcome::Value(value))
}

fn object_call(
    machine: &mut Machine,
    io: &mut Io<'_>,
    java: &Arc<Java>,
    class: &str,
    fields: &Map<String, Value>,
    name: &str,
    args: &[Value],
) -> Called {
    let field = |name: &str| fields.get(name).cloned().unwrap_or(Value::Nil);
    let value = match (class, name) {
        ("Hbase::Hbase", "instance_variable_get") => object("org.apache.hadoop.hbase.client.Connection", []),
        ("org.apache.hadoop.hbase.client.Connection", "getRegionLocator") => {
            let Some(Value::Java(table)) = args.first() else { return Ok(Outcome::Missing) };
            let Java::Object(_, table) = &**table else { return Ok(Outcome::Missing) };
            let table = table.get("name").cloned().unwrap_or(Value::Nil);
            object("org.apache.hadoop.hbase.client.RegionLocator", [("table", table)])
        }
        ("org.apache.hadoop.hbase.client.RegionLocator", "getAllRegionLocations") => {
            let table = machine.heap.string(&field("table")).unwrap_or_default();
            let regions: Vec<[String; 2]> = io
                .cluster
                .regions(super::inspect::short(&table))
                .map(|region| [region.name().encoded().to_owned(), region.name().to_string()])
                .collect();
            let mut list = Vec::new();
            for [encoded, name] in regions {
                let (encoded, name) = (machine.heap.text(encoded), machine.heap.text(name));
                let region =
                    object("org.apache.hadoop.hbase.client.RegionInfo", [("encoded", encoded), ("name", name)]);
                list.push(object("org.apache.hadoop.hbase.HRegionLocation", [("region", region)]));
            }
            machine.heap.array(list)
        }
        ("org.apache.hadoop.hbase.HRegionLocation", "getRegion" | "getRegionInfo") => field("region"),
        (_, "getEncodedName") => field("encoded"),
        (_, "getRegionNameAsString") => field("name"),
        ("org.apache.hadoop.hbase.client.Table", "getName" | "name") => {
            object("org.apache.hadoop.hbase.TableName", [("name", field("name"))])
        }
        ("org.apache.hadoop.hbase.TableName", "getNameAsString" | "to_s" | "toString") => field("name"),
        ("org.apache.hadoop.hbase.client.Table", "checkAndMutate") if args.len() == 2 => object(
            "org.apache.hadoop.hbase.client.Table::CheckAndMutateBuilder",
            [("table", field("name")), ("row", args[0].clone()), ("family", args[1].clone())],
        ),
        ("org.apache.hadoop.hbase.client.Table::CheckAndMutateBuilder", "qualifier" | "ifEquals")
            if args.len() == 1 =>
        {
            let mut fields = fields.clone();
            fields.insert(name.to_owned(), args[0].clone());
            Value::Java(Arc::new(Java::Object(class.to_owned(), fields)))
        }
        ("org.apache.hadoop.hbase.client.Table::CheckAndMutateBuilder", "ifNotExists") => Value::Java(java.clone()),
        ("org.apache.hadoop.hbase.client.Put", "addColumn") if matches!(args.len(), 3 | 4) => {
            let time = if args.len() == 4 { args[2].clone() } else { Value::Nil };
            let value = args[args.len() - 1].clone();
            push(machine, &field("cells"), [args[0].clone(), args[1].clone(), time, value]);
            Value::Java(java.clone())
        }
        ("org.apache.hadoop.hbase.client.Put", "setTTL") if args.len() == 1 => {
            let ttl = super::int(machine, args.first())?;
            push(machine, &field("ttl"), [Value::Int(ttl)]);
            Value::Java(java.clone())
        }
        ("org.apache.hadoop.hbase.client.Delete", "addColumn" | "addColumns") if matches!(args.len(), 2 | 3) => {
            let time = args.get(2).cloned().unwrap_or(Value::Nil);
            let method = machine.heap.text(name);
            push(machine, &field("cells"), [method, args[0].clone(), args[1].clone(), time]);
            Value::Java(java.clone())
        }
        ("org.apache.hadoop.hbase.client.Delete", "addFamily" | "addFamilyVersion")
            if args.len() == 2 || name == "addFamily" && args.len() == 1 =>
        {
            let time = args.get(1).cloned().unwrap_or(Value::Nil);
            let method = machine.heap.text(name);
            push(machine, &field("cells"), [method, args[0].clone(), Value::Nil, time]);
            Value::Java(java.clone())
        }
        (_, "inspect" | "to_s") => machine.heap.text(inspect(java)),
        (_, "class" | "nil?" | "==" | "is_a?" | "respond_to?") => return Ok(Outcome::Missing),
        _ => {
            let what = format!("`{name}` of {}", ruby_name(class));
            return Err(Exception::new("Unsupported", what));
        }
    };
    Ok(Outcome::Value(value))
}

/// Adds to what an object of Java collects.
fn push<const N: usize>(machine: &mut Machine, list: &Value, items: [Value; N]) {
    if let Value::Array(id) = list
        && let Some(Object::Array(list)) = machine.heap.get_mut(*id)
    {
        list.extend(items);
    }
}

/// A method of a class of Java.
fn static_call(machine: &mut Machine, io: &mut Io<'_>, class: &str, name: &str, args: &[Value]) -> Called {
    let first = args.first();
    let java_bytes = |bytes: &[u8]| Value::Java(Arc::new(Java::Bytes(bytes.to_vec())));
    let short = class.rsplit('.').next().unwrap_or(class);
    let need = |machine: &Machine| {
        first.and_then(|value| bytes_of(machine, value)).ok_or_else(|| {
            let what = first.map_or("nothing".to_owned(), Value::class);
            Exception::new("TypeError", format!("cannot convert instance of {what} to byte[]"))
        })
    };
    let value = match (short, name) {
        ("Bytes", "toBytes") => match first {
            Some(Value::Java(java)) => match &**java {
                Java::Number(number, true) => java_bytes(&bytes::from_long(*number)),
                Java::Number(number, false) => java_bytes(&bytes::from_int(*number as i32)),
                _ => return Ok(Outcome::Missing),
            },
            Some(Value::Int(number)) => java_bytes(&bytes::from_long(*number as i64)),
            Some(Value::Float(number)) => java_bytes(&number.0.to_be_bytes()),
            Some(Value::Bool(value)) => java_bytes(&[if *value { 0xff } else { 0 }]),
            _ => java_bytes(&need(machine)?),
        },
        ("Bytes", "toBytesBinary") => {
            let text = String::from_utf8_lossy(&need(machine)?).into_owned();
            java_bytes(&bytes::from_string_binary(&text))
        }
        ("Bytes", "toStringBinary") if matches!(args, [Value::Str(_)]) => {
            let message = "no method 'toStringBinary' for arguments (org.jruby.RubyString) on \
                           Java::OrgApacheHadoopHbaseUtil::Bytes\n  available overloads:\n    (java.nio.ByteBuffer)\n    \
                           (byte[])";
            return Err(Exception::new("NameError", message));
        }
        ("Bytes", "toStringBinary") => {
            let text = bytes::to_string_binary(&need(machine)?);
            machine.heap.text(text)
        }
        ("Bytes", _) if args.len() == 1 => {
            let bytes = need(machine)?;
            match convert(name, &bytes)? {
                Some(text) => match text.parse::<i128>() {
                    Ok(number) if matches!(name, "toLong" | "toInt" | "toShort" | "len") => Value::Int(number),
                    _ => machine.heap.text(text),
                },
                None => return Ok(Outcome::Missing),
            }
        }
        ("Long" | "Integer", "toHexString") => {
            let number = super::int(machine, first)? as i64;
            let text = if short == "Long" { format!("{number:x}") } else { format!("{:x}", number as i32) };
            machine.heap.text(text)
        }
        ("Long" | "Integer", "parseLong" | "parseInt" | "valueOf") => {
            let text = String::from_utf8_lossy(&super::text(machine, first)?).into_owned();
            let bad =
                |_| Exception::new("Java::JavaLang::NumberFormatException", format!("For input string: \"{text}\""));
            Value::Int(text.parse::<i64>().map_err(bad)?.into())
        }
        ("System", "currentTimeMillis") => Value::Int(io.now.into()),
        ("TableName", "valueOf") => {
            let text = machine.heap.text(super::text(machine, first)?);
            object("org.apache.hadoop.hbase.TableName", [("name", text)])
        }
        ("Put", "new") => {
            let row = java_bytes(&need(machine)?);
            let cells = machine.heap.array(Vec::new());
            let ttl = machine.heap.array(Vec::new());
            object("org.apache.hadoop.hbase.client.Put", [("row", row), ("cells", cells), ("ttl", ttl)])
        }
        ("Delete", "new") if matches!(args.len(), 1 | 2) => {
            let row = java_bytes(&need(machine)?);
            let cells = machine.heap.array(Vec::new());
            let time = args.get(1).cloned().unwrap_or(Value::Nil);
            object("org.apache.hadoop.hbase.client.Delete", [("row", row), ("cells", cells), ("time", time)])
        }
        ("PrefixFilter", "new") => filter(Filter::PrefixFilter { prefix: need(machine)?.into() }),
        ("KeyOnlyFilter" | "FirstKeyOnlyFilter", "new") if args.is_empty() => {
            let parsed = Filter::parse(format!("{short}()").as_bytes());
            filter(parsed.map_err(|error| Exception::new("ArgumentError", error.to_string()))?)
        }
        ("PageFilter" | "ColumnCountGetFilter", "new") => {
            let parsed = Filter::parse(format!("{short}({})", super::int(machine, first)?).as_bytes());
            filter(parsed.map_err(|error| Exception::new("ArgumentError", error.to_string()))?)
        }
        ("Long" | "Integer", "MAX_VALUE" | "MIN_VALUE") => {
            return Err(machine.no_method(&Value::Java(Arc::new(Java::Class(class.to_owned()))), name));
        }
        (_, "inspect" | "to_s" | "name") => machine.heap.text(ruby_name(class)),
        (_, "class" | "nil?" | "==" | "===" | "is_a?") => return Ok(Outcome::Missing),
        _ => return Err(Exception::new("Unsupported", format!("`{name}` of {}", ruby_name(class)))),
    };
    Ok(Outcome::Value(value))
}

fn filter(filter: Filter) -> Value {
    Value::Java(Arc::new(Java::Filter(filter)))
}

/// One of the functions of `Bytes` that make a text of bytes; `None` where there is no such function.
pub(crate) fn convert(name: &str, bytes: &[u8]) -> Raised<Option<String>> {
    let wide = |width: usize| {
        if bytes.len() < width {
            let message = format!("offset (0) + length ({width}) exceed the capacity of the array: {}", bytes.len());
            return Err(Exception::new("Java::JavaLang::IllegalArgumentException", message));
        }
        Ok(&bytes[..width])
    };
    let fold = |bytes: &[u8]| bytes.iter().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
    Ok(Some(match name {
        "toString" => String::from_utf8_lossy(bytes).into_owned(),
        "toStringBinary" => bytes::to_string_binary(bytes),
        "toLong" => fold(wide(8)?).cast_signed().to_string(),
        "toInt" => (fold(wide(4)?) as i32).to_string(),
        "toShort" => (fold(wide(2)?) as i16).to_string(),
        "toDouble" => super::inspect::float(f64::from_bits(fold(wide(8)?))),
        "toFloat" => super::inspect::float(f64::from(f32::from_bits(fold(wide(4)?) as u32))),
        "toBoolean" => match bytes {
            [byte] => (*byte != 0).to_string(),
            _ => {
                let message = format!("Array has wrong size: {}", bytes.len());
                return Err(Exception::new("Java::JavaLang::IllegalArgumentException", message));
            }
        },
        "toHex" => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        "len" => bytes.len().to_string(),
        "hashCode" => bytes
            .iter()
            .fold(1_i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.cast_signed().into()))
            .to_string(),
        "toBigDecimal" => {
            return Err(Exception::new("Unsupported", "the converter toBigDecimal"));
        }
        _ => return Ok(None),
    }))
}

/// A method of a class of the language; `Missing` where it is one of every object.
pub(super) fn class_call(
    machine: &mut Machine,
    io: &mut Io<'_>,
    class: &str,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    let first = args.first();
    let value = match (class, name) {
        ("Time", "now") => Value::Time(io.now, false),
        ("Time", "at") => match first {
            Some(Value::Int(seconds)) => Value::Time(seconds.saturating_mul(1000) as i64, false),
            Some(Value::Float(seconds)) => Value::Time((seconds.0 * 1000.0) as i64, false),
            _ => return Err(Exception::new("TypeError", "can't convert into an exact number")),
        },
        ("Process", "clock_gettime") => Value::Float(Float(io.now as f64 / 1000.0)),
        ("String", "new") => {
            machine.heap.text(first.map_or(Ok(Vec::new()), |value| super::text(machine, Some(value)))?)
        }
        ("String", "from_java_bytes") => {
            let bytes = first.and_then(|value| bytes_of(machine, value));
            machine
                .heap
                .binary(bytes.ok_or_else(|| Exception::new("TypeError", "wrong argument type (expected byte[])"))?)
        }
        ("Hash", "new") => {
            let default = block.or(first).cloned().unwrap_or(Value::Nil);
            Value::Hash(machine.heap.put(Object::Hash(Vec::new(), default, Index::default())))
        }
        ("Hash", "[]") if args.len() == 1 => match super::plain(machine, &args[0], "to_h", &[])? {
            Outcome::Value(value @ Value::Hash(_)) => value,
            _ => return Err(Exception::new("ArgumentError", "odd number of arguments for Hash")),
        },
        ("Array", "new") => {
            let count = if let Some(value) = first { super::int(machine, Some(value))? } else { 0 };
            if !(0..=5_000_000).contains(&count) {
                return Err(Exception::new("ArgumentError", "array size too big"));
            }
            if let Some(block) = block {
                let source = Source::Ints(0, count as u128, 1);
                return Ok(Outcome::Loop(Loop::new(Kind::Map, source, block, Value::Nil)));
            }
            let item = args.get(1).cloned().unwrap_or(Value::Nil);
            machine.heap.array(vec![item; count as usize])
        }
        ("Range", "new") if args.len() >= 2 => {
            Value::Range(Arc::new((args[0].clone(), args[1].clone(), args.get(2).is_some_and(Value::truthy))))
        }
        ("Regexp", "new") => match first {
            Some(Value::Regex(regex)) => Value::Regex(regex.clone()),
            value => {
                let text = String::from_utf8_lossy(&super::text(machine, value)?).into_owned();
                let regex = (text, String::new());
                super::pattern::compile(&regex)?;
                Value::Regex(Arc::new(regex))
            }
        },
        ("Regexp", "escape" | "quote") => {
            let text = String::from_utf8_lossy(&super::text(machine, first)?).into_owned();
            machine.heap.text(regex_lite::escape(&text))
        }
        ("Math", "sqrt" | "log" | "log2" | "log10" | "exp" | "sin" | "cos" | "pow") => {
            let number = match first {
                Some(Value::Float(number)) => number.0,
                value => super::int(machine, value)? as f64,
            };
            Value::Float(Float(match name {
                "sqrt" | "log" | "log2" | "log10" if number < 0.0 => {
                    let message = format!("Numerical argument is out of domain - \"{name}\"");
                    return Err(Exception::new("Math::DomainError", message));
                }
                "sqrt" => number.sqrt(),
                "log" => number.ln(),
                "log2" => number.log2(),
                "log10" => number.log10(),
                "exp" => number.exp(),
                "sin" => number.sin(),
                _ => number.cos(),
            }))
        }
        ("Math", "hypot" | "atan2") if args.len() == 2 => {
            let real = |value: &Value| match value {
                Value::Float(number) => Ok(number.0),
                value => super::int(machine, Some(value)).map(|number| number as f64),
            };
            let (left, right) = (real(&args[0])?, real(&args[1])?);
            Value::Float(Float(if name == "hypot" { left.hypot(right) } else { left.atan2(right) }))
        }
        ("Random", "rand") => return super::kernel::call(machine, io, "rand", args, block),
        (_, "name" | "to_s" | "inspect") => machine.heap.text(class.as_bytes()),
        (_, "new" | "exception") if error::is_class(class) => {
            let message = match first {
                Some(value) => String::from_utf8_lossy(&super::inspect::to_s(&machine.heap, value)).into_owned(),
                None => class.to_owned(),
            };
            Value::Error(Exception::new(class, message))
        }
        ("File" | "Dir" | "IO" | "Thread" | "Set" | "Struct" | "Date" | "JSON" | "GC" | "Proc", _) => {
            return Err(Exception::new("Unsupported", format!("Ruby's class `{class}`")));
        }
        _ => return Ok(Outcome::Missing),
    };
    Ok(Outcome::Value(value))
}

/// The command behind a method of an object of Java, and its first argument.
pub(crate) fn command(receiver: &Value, name: &str) -> Option<(&'static crate::command::Command, Value)> {
    let Value::Java(java) = receiver else { return None };
    let Java::Object(class, fields) = &**java else { return None };
    match (class.as_str(), name) {
        ("org.apache.hadoop.hbase.client.Table", "put") => {
            Some((&crate::command::JAVA_PUT, fields.get("name")?.clone()))
        }
        ("org.apache.hadoop.hbase.client.Table", "delete") => {
            Some((&crate::command::JAVA_DELETE, fields.get("name")?.clone()))
        }
        ("org.apache.hadoop.hbase.client.Table::CheckAndMutateBuilder", "thenPut") => {
            Some((&crate::command::JAVA_CHECK, receiver.clone()))
        }
        _ => None,
    }
}
