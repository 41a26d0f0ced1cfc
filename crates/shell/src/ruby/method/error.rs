//! Classes of exceptions.

use crate::ruby::machine::{Machine, Returned};
use crate::ruby::method::inspect;
use crate::ruby::value::{Exception, Value};
use std::sync::Arc;

/// Each class of exceptions that the language knows, with its superclass.
const CLASSES: &[(&str, &str)] = &[
    ("StandardError", "Exception"),
    ("ArgumentError", "StandardError"),
    ("EncodingError", "StandardError"),
    ("FiberError", "StandardError"),
    ("IOError", "StandardError"),
    ("EOFError", "IOError"),
    ("IndexError", "StandardError"),
    ("KeyError", "IndexError"),
    ("StopIteration", "IndexError"),
    ("LocalJumpError", "StandardError"),
    ("NameError", "StandardError"),
    ("NoMethodError", "NameError"),
    ("RangeError", "StandardError"),
    ("FloatDomainError", "RangeError"),
    ("RegexpError", "StandardError"),
    ("RuntimeError", "StandardError"),
    ("FrozenError", "RuntimeError"),
    ("TypeError", "StandardError"),
    ("ZeroDivisionError", "StandardError"),
    ("SystemExit", "Exception"),
    ("Interrupt", "Exception"),
    ("NotImplementedError", "Exception"),
    ("SystemStackError", "Exception"),
];

pub(crate) fn is_class(name: &str) -> bool {
    name == "Exception" || CLASSES.iter().any(|(class, _)| *class == name)
}

pub(crate) fn is_a(class: &str, other: &str) -> bool {
    let mut class = class;
    loop {
        if class == other {
            return true;
        }
        match CLASSES.iter().find(|(name, _)| *name == class) {
            Some((_, parent)) => class = parent,
            // Other classes are those of Java that commands raise; all of them count as a `StandardError`.
            None => return matches!(other, "StandardError" | "Exception") && class != "Exception",
        }
    }
}

pub(crate) fn arity(given: usize, least: usize, most: Option<usize>) -> Arc<Exception> {
    let expected = match most {
        None => format!("{least}+"),
        Some(most) if most == least => least.to_string(),
        Some(most) => format!("{least}..{most}"),
    };
    Exception::new("ArgumentError", format!("wrong number of arguments (given {given}, expected {expected})"))
}

/// The exception where a value is of the wrong kind.
pub(crate) fn conversion(value: &Value, wanted: &str) -> Arc<Exception> {
    let what = match value {
        Value::Nil => "nil".to_owned(),
        Value::Bool(value) => value.to_string(),
        other => other.class(),
    };
    let message = if wanted == "Integer" && matches!(value, Value::Nil) {
        "no implicit conversion from nil to integer".to_owned()
    } else {
        format!("no implicit conversion of {what} into {wanted}")
    };
    Exception::new("TypeError", message)
}

pub(super) fn call(machine: &mut Machine, exception: &Exception, name: &str) -> Returned {
    let value = match name {
        "message" | "to_s" => {
            let hints = exception.hints.iter().enumerate();
            let hints = hints.map(|(at, hint)| {
                if at == 0 { format!("\nDid you mean?  {hint}") } else { format!("\n               {hint}") }
            });
            machine.heap.text(exception.message.clone() + &hints.collect::<String>())
        }
        "name" if matches!(exception.class.as_str(), "NameError" | "NoMethodError") => {
            let name = exception.message.split(['`', '\'']).nth(1).unwrap_or("");
            Value::Symbol(name.into())
        }
        "full_message" => machine.heap.text(format!("{}: {}", exception.class, exception.message)),
        "backtrace" => machine.heap.array(Vec::new()),
        "cause" => Value::Nil,
        "inspect" => machine.heap.text(inspect::exception(exception)),
        _ => return Returned::Missing,
    };
    Returned::Value(value)
}
