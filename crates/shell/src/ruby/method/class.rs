//! Methods of the language's own classes, such as `Time.now` and `Array.new`.

use super::{Called, error};
use crate::ruby::index::Index;
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Object, Value};
use crate::world::Io;
use std::sync::Arc;

/// A method of a class of the language; `Missing` where it is one of every object.
pub(super) fn call(
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
        ("Time", "at") => Value::Time(super::time::seconds(first.unwrap_or(&Value::Nil))?, false),
        ("Process", "clock_gettime") => Value::Float(Float(io.now as f64 / 1000.0)),
        ("String", "new") => {
            machine.heap.text(first.map_or(Ok(Vec::new()), |value| super::text(machine, Some(value)))?)
        }
        ("String", "from_java_bytes") => {
            let bytes = first.and_then(|value| super::java::bytes_of(&machine.heap, value));
            machine
                .heap
                .binary(bytes.ok_or_else(|| Exception::new("TypeError", "wrong argument type (expected byte[])"))?)
        }
        ("Hash", "new") => {
            let default = block.or(first).cloned().unwrap_or(Value::Nil);
            Value::Hash(machine.heap.put(Object::Hash(Vec::new(), default, Index::default())))
        }
        ("Hash", "[]") if args.len() == 1 => match super::plain(machine, &args[0], "to_h", &[])? {
            Returned::Value(value @ Value::Hash(_)) => value,
            _ => return Err(Exception::new("ArgumentError", "odd number of arguments for Hash")),
        },
        ("Array", "new") => {
            let count = if let Some(value) = first { super::int(Some(value))? } else { 0 };
            if !(0..=5_000_000).contains(&count) {
                return Err(Exception::new("ArgumentError", "array size too big"));
            }
            if let Some(block) = block {
                let source = Source::Ints(0, count as u128, 1);
                return Ok(Returned::Loop(Loop::new(LoopKind::Map, source, block, Value::Nil)));
            }
            let item = args.get(1).cloned().unwrap_or(Value::Nil);
            machine.heap.array(vec![item; count as usize])
        }
        ("Range", "new") if args.len() >= 2 => {
            Machine::range(args[0].clone(), args[1].clone(), args.get(2).is_some_and(Value::truthy))?
        }
        ("Regexp", "new") => match first {
            Some(Value::Regex(regex)) => Value::Regex(regex.clone()),
            value => {
                let text = String::from_utf8_lossy(&super::text(machine, value)?).into_owned();
                let regex = (text, String::new());
                super::pattern::check(machine, &regex)?;
                Value::Regex(Arc::new(regex))
            }
        },
        ("Regexp", "escape" | "quote") => {
            let text = String::from_utf8_lossy(&super::text(machine, first)?).into_owned();
            let escaped = regex_lite::escape(&text);
            Machine::text_fits(escaped.len())?;
            machine.heap.text(escaped)
        }
        ("Math", "sqrt" | "log" | "log2" | "log10" | "exp" | "sin" | "cos" | "hypot" | "atan2") => {
            Value::Float(Float(math(name, args)?))
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
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// A function of `Math`.
fn math(name: &str, args: &[Value]) -> Raised<f64> {
    let real = |value: &Value| match value {
        Value::Float(number) => Ok(number.0),
        value => super::int(Some(value)).map(|number| number as f64),
    };
    let numbers = args.iter().map(real).collect::<Raised<Vec<f64>>>()?;
    if matches!(name, "sqrt" | "log" | "log2" | "log10") && numbers.iter().any(|number| *number < 0.0) {
        let message = format!("Numerical argument is out of domain - \"{name}\"");
        return Err(Exception::new("Math::DomainError", message));
    }
    Ok(match (name, numbers.as_slice()) {
        ("sqrt", [number]) => number.sqrt(),
        ("log", [number]) => number.ln(),
        ("log", [number, base]) => number.ln() / base.ln(),
        ("log2", [number]) => number.log2(),
        ("log10", [number]) => number.log10(),
        ("exp", [number]) => number.exp(),
        ("sin", [number]) => number.sin(),
        ("cos", [number]) => number.cos(),
        ("hypot", [left, right]) => left.hypot(*right),
        ("atan2", [left, right]) => left.atan2(*right),
        _ => {
            let (least, most) = match name {
                "log" => (1, 2),
                "hypot" | "atan2" => (2, 2),
                _ => (1, 1),
            };
            return Err(error::arity(args.len(), least, Some(most)));
        }
    })
}
