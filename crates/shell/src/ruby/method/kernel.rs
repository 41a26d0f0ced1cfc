//! Methods that are called without a receiver and are no commands: `puts`, `format`, `loop` and so on.

use super::{Called, error, format, inspect, string};
use crate::ruby::lexer::float;
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Java, Value};
use crate::world::Io;
use std::sync::Arc;

/// Names of these methods, for suggestions, and of those that the real shell has and this one refuses.
pub(crate) const NAMES: &str = "Array Complex Float Hash Integer Rational String __callee__ __dir__ __method__ abort at_exit autoload \
    binding block_given? caller catch eval exec exit exit! fail format getc gets global_variables \
    initialize_copy iterator? lambda load local_variables loop method_missing open p print printf proc putc puts \
    quit raise rand readline readlines require require_relative select sleep spawn sprintf srand syscall system \
    test throw trap warn";

/// Names of the others, which nothing suggests.
const UNNAMED: &str =
    "_ class com import inspect instance_variable_get java java_import javax method nil? org pp self to_s";

/// Those of [`common`], which are there also where the rest is not yet.
const COMMON: &str = "exit exit! p pp print puts quit sleep";

/// Whether what a name calls here is part of what can be brought later.
pub(super) fn is_brought(name: &str) -> bool {
    let is_among = |names| super::listed(names).any(|other| other == name);
    (is_among(NAMES) || is_among(UNNAMED)) && !is_among(COMMON)
}

/// Prints like `puts`. `within`: how many arrays are around the value, and how many items were met before.
fn puts(machine: &Machine, io: &mut Io<'_>, value: &Value, within: (u32, &mut u32)) -> Raised<()> {
    let (depth, count) = within;
    if let Some(items) = machine.heap.items(value)
        && depth < 50
    {
        for item in items {
            super::nest::met(count)?;
            puts(machine, io, item, (depth + 1, &mut *count))?;
        }
        return Ok(());
    }
    let text = String::from_utf8_lossy(&inspect::to_s(&machine.heap, value)).into_owned();
    io.out.push(&text);
    if !text.ends_with('\n') {
        io.out.push("\n");
    }
    Machine::prints(io)
}

pub(crate) fn call(
    machine: &mut Machine,
    io: &mut Io<'_>,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    let first = args.first();
    match common(machine, io, name, args)? {
        Returned::Missing => {}
        found => return Ok(found),
    }
    match printed(machine, io, name, args)? {
        Returned::Missing => {}
        found => return Ok(found),
    }
    match converted(machine, name, args)? {
        Returned::Missing => {}
        found => return Ok(found),
    }
    let value = match (name, args.len()) {
        ("raise" | "fail", _) => return Err(raised(machine, args)),
        ("loop", 0) => {
            let Some(block) = block else { return Err(Exception::new("Unsupported", "`loop` without a block")) };
            return Ok(Returned::Loop(Loop::new(LoopKind::Each, Source::Forever, block, Value::Nil)));
        }
        ("rand" | "srand", _) => random(machine, first)?,
        ("__method__", 0) => machine.method_name().map_or(Value::Nil, |name| Value::Symbol(name.into())),
        ("block_given?", 0) => Value::Bool(machine.method_block().is_some()),
        ("lambda" | "proc", 0) => match block {
            Some(block) => block.clone(),
            None => return Err(Exception::new("ArgumentError", "tried to create Proc object without a block")),
        },
        ("local_variables", 0) => {
            let names: Vec<Value> = machine.names.iter().map(|name| Value::Symbol(name.as_str().into())).collect();
            machine.heap.array(names)
        }
        ("java_import" | "import", 1) => import(machine, io, name, &args[0])?,
        (
            "require" | "require_relative" | "load" | "eval" | "gets" | "system" | "exec" | "spawn" | "open"
            | "binding" | "catch" | "throw" | "at_exit" | "trap" | "readline" | "autoload" | "method",
            _,
        ) => {
            return Err(Exception::new("Unsupported", format!("Ruby's `{name}`")));
        }
        ("_", 0) => machine.last.clone(),
        ("java" | "org" | "javax" | "com", 0) => super::java::package(name),
        ("to_s" | "inspect", 0) => machine.heap.text(inspect::MYSELF),
        ("class", 0) => Value::Class("HBaseReceiver".into()),
        ("nil?", 0) => Value::Bool(false),
        ("self", 0) => Value::Myself,
        ("instance_variable_get", 1) => match first {
            Some(Value::Symbol(name)) => machine.instances.get(name).cloned().unwrap_or(Value::Nil),
            _ => Value::Nil,
        },
        (
            "Integer" | "Float" | "String" | "Array" | "exit" | "loop" | "block_given?" | "format" | "sprintf" | "putc",
            given,
        ) => return Err(error::arity(given, 1, Some(1))),
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// What scripts of nothing but commands call, too.
pub(super) fn common(machine: &mut Machine, io: &mut Io<'_>, name: &str, args: &[Value]) -> Called {
    let value = match (name, args.len()) {
        ("puts", 0) => {
            io.out.push("\n");
            Value::Nil
        }
        ("puts", _) => {
            for arg in args {
                puts(machine, io, arg, (0, &mut 0))?;
            }
            Value::Nil
        }
        ("print", _) => {
            for arg in args {
                let text = inspect::to_s(&machine.heap, arg);
                io.out.push(&String::from_utf8_lossy(&text));
                Machine::prints(io)?;
            }
            Value::Nil
        }
        ("p" | "pp", count) => {
            for arg in args {
                let text = inspect::inspect(&machine.heap, arg);
                io.out.line(&text);
                Machine::prints(io)?;
            }
            match count {
                0 => Value::Nil,
                1 => args[0].clone(),
                _ => machine.heap.array(args.to_vec()),
            }
        }
        ("exit" | "quit" | "exit!", 0 | 1) => {
            let status = match args.first() {
                None | Some(Value::Bool(true)) => 0,
                Some(Value::Bool(false)) => 1,
                other => super::int(other)?,
            };
            if i32::try_from(status).is_err() {
                return Err(Exception::new("RangeError", format!("integer {status} too big to convert to `int'")));
            }
            return Err(Exception::new("SystemExit", status.to_string()));
        }
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// What prints, or makes a text as if to print it.
fn printed(machine: &mut Machine, io: &mut Io<'_>, name: &str, args: &[Value]) -> Called {
    let first = args.first();
    let value = match (name, args.len()) {
        ("putc", 1) => {
            let text = match &args[0] {
                Value::Int(code) => char::from(*code as u8).to_string(),
                other => String::from_utf8_lossy(&inspect::to_s(&machine.heap, other)).chars().take(1).collect(),
            };
            io.out.push(&text);
            args[0].clone()
        }
        ("format" | "sprintf", 1..) => {
            let pattern = super::text(machine, first)?;
            let bytes = format::format(machine, &pattern, &args[1..])?;
            machine.heap.text(bytes)
        }
        ("printf", 1..) => {
            let pattern = super::text(machine, first)?;
            let bytes = format::format(machine, &pattern, &args[1..])?;
            io.out.push(&String::from_utf8_lossy(&bytes));
            Value::Nil
        }
        ("printf", 0) => Value::Nil,
        ("warn", _) => {
            // The error stream is seen in a terminal, and not through a pipe.
            if io.out.width > 0 {
                for arg in args {
                    puts(machine, io, arg, (0, &mut 0))?;
                }
            }
            Value::Nil
        }
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// `Integer(…)` and the like.
fn converted(machine: &mut Machine, name: &str, args: &[Value]) -> Called {
    let first = args.first();
    let value = match (name, args.len()) {
        ("Integer", 1) => string::to_integer(machine, &args[0])?,
        ("Integer", 2) => {
            let text = super::text(machine, first)?;
            let radix = super::int(args.get(1))?.clamp(2, 36) as u32;
            let text = String::from_utf8_lossy(&text).into_owned();
            Value::Int(
                i128::from_str_radix(&text, radix)
                    .map_err(|_| Exception::new("ArgumentError", format!("invalid value for Integer(): {text:?}")))?,
            )
        }
        ("Float", 1) => match &args[0] {
            Value::Int(number) => Value::Float(Float(*number as f64)),
            Value::Float(_) => args[0].clone(),
            other => {
                let text = String::from_utf8_lossy(&super::text(machine, Some(other))?).into_owned();
                let shown = inspect::inspect(&machine.heap, other);
                let bad = || Exception::new("ArgumentError", format!("invalid value for Float(): {shown}"));
                Value::Float(Float(float(text.trim()).ok_or_else(bad)?))
            }
        },
        ("String", 1) => {
            let text = inspect::to_s(&machine.heap, &args[0]);
            machine.heap.text(text)
        }
        ("Array", 1) => match &args[0] {
            Value::Nil => machine.heap.array(Vec::new()),
            Value::Array(_) => args[0].clone(),
            Value::Hash(_) => match super::plain(machine, &args[0], "to_a", &[])? {
                Returned::Value(value) => value,
                _ => Value::Nil,
            },
            other => match super::range::items(other)? {
                Some(items) => machine.heap.array(items),
                None => machine.heap.array(vec![other.clone()]),
            },
        },
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// The next pseudo-random number of the machine.
fn random(machine: &mut Machine, first: Option<&Value>) -> Raised<Value> {
    machine.chance = machine.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let drawn = machine.chance >> 11;
    Ok(match first {
        Some(Value::Int(most)) if *most != 0 => Value::Int(i128::from(drawn).rem_euclid(most.saturating_abs())),
        Some(Value::Range(range)) => match (&range.0, &range.1) {
            (Value::Int(from), Value::Int(to)) if from <= to => Value::Int(
                from + i128::from(drawn)
                    .rem_euclid(to.saturating_sub(*from).saturating_add(i128::from(!range.2)).max(1)),
            ),
            _ => return Err(Exception::new("ArgumentError", "invalid argument - range")),
        },
        _ => Value::Float(Float(drawn as f64 / (1_u64 << 53) as f64)),
    })
}

/// Makes a class of Java known by its short name.
fn import(machine: &mut Machine, io: &mut Io<'_>, name: &str, given: &Value) -> Raised<Value> {
    let named = match given {
        text @ Value::Str(_) => machine.heap.string(text).filter(|text| is_class_name(text)),
        _ => None,
    };
    if let Some(whole) = named {
        return import(machine, io, name, &Value::Java(Arc::new(Java::Class(whole))));
    }
    let Value::Java(java) = given else {
        return Err(Exception::new("Unsupported", format!("`{name}` of this")));
    };
    let Java::Class(class) = &**java else {
        return Err(Exception::new("Unsupported", format!("`{name}` of a package")));
    };
    if name == "import" && io.out.width > 0 {
        let line = machine.place().map_or(0, |place| place.line);
        io.out.line(&format!("(hbase):{line}: warning: import is deprecated; use java_import"));
    }
    let short: Arc<str> = class.rsplit('.').next().unwrap_or(class).into();
    machine.constants.insert(short, given.clone());
    Ok(machine.heap.array(vec![given.clone()]))
}

/// Whether a text names a class of Java with its packages.
fn is_class_name(text: &str) -> bool {
    let (packages, class) = text.rsplit_once('.').unwrap_or(("", text));
    packages.starts_with(|c: char| c.is_ascii_lowercase()) && class.starts_with(|c: char| c.is_ascii_uppercase())
}

fn raised(machine: &Machine, args: &[Value]) -> Arc<Exception> {
    let message = |value: &Value| String::from_utf8_lossy(&inspect::to_s(&machine.heap, value)).into_owned();
    match args {
        [] => match machine.globals.get("$!") {
            Some(Value::Error(exception)) => exception.clone(),
            _ => Exception::new("RuntimeError", "unhandled exception"),
        },
        [Value::Error(exception)] => exception.clone(),
        [Value::Error(exception), text, ..] => Exception::new(&exception.class, message(text)),
        [Value::Class(class)] if error::is_class(class) => Exception::new(class, class.to_string()),
        [Value::Class(class), text, ..] if error::is_class(class) => Exception::new(class, message(text)),
        [text @ Value::Str(_), ..] => Exception::new("RuntimeError", message(text)),
        _ => Exception::new("TypeError", "exception class/object expected"),
    }
}
