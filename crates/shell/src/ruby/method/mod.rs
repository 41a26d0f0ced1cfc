//! Methods of values.

pub(crate) mod array;
mod charset;
mod choice;
mod class;
mod element;
pub(crate) mod error;
mod format;
mod hash;
pub(crate) mod inspect;
pub(crate) mod java;
pub(crate) mod kernel;
mod nest;
pub(crate) mod number;
mod order;
mod pack;
pub(crate) mod part;
pub(crate) mod pattern;
mod piece;
pub(crate) mod range;
mod search;
mod string;
mod substitute;
pub(crate) mod time;

use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::value::{Exception, Value};
use crate::world::Io;
use std::sync::Arc;

/// Methods of every object, for suggestions.
pub(crate) const OBJECT_NAMES: &str = "class clone define_singleton_method display dup enum_for eql? equal? extend freeze frozen? hash inspect \
    instance_of? instance_variable_defined? instance_variable_get instance_variable_set instance_variables is_a? \
    itself kind_of? method methods nil? object_id private_methods protected_methods public_method public_methods \
    public_send respond_to? send singleton_class singleton_method singleton_methods taint tainted? tap then \
    to_enum to_s to_java trust untaint untrust untrusted? yield_self";

/// The names in a text with blanks between them. A list of texts costs the page eight bytes more for each.
pub(crate) fn listed(names: &str) -> impl Iterator<Item = &str> {
    names.split(' ')
}

type Called = Raised<Returned>;

/// Calls a method of a value, which is no table.
fn call(
    machine: &mut Machine,
    io: &mut Io<'_>,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    if let Some(list) = enumerated(receiver) {
        let name = match name {
            "each" if block.is_none() => "to_a",
            "with_index" if args.is_empty() => "each_with_index",
            name => name,
        };
        return with_block(machine, &list, name, args, block);
    }
    if let Some(found) = pattern::part(machine, receiver, name, args)? {
        return Ok(found);
    }
    if let Some(printed) = java::printed(machine, io, receiver, name, args)? {
        return Ok(printed);
    }
    if let Value::Java(java) = receiver {
        let outcome = java::call(machine, io, java, name, args)?;
        let general = matches!(outcome, Returned::Missing)
            && matches!(
                (name, &**java),
                ("class" | "nil?" | "is_a?" | "respond_to?", crate::ruby::value::Java::Object(..))
            );
        return if general { object_call(machine, receiver, name, args, block) } else { Ok(outcome) };
    }
    if let Value::Class(class) = receiver
        && let outcome @ (Returned::Value(_) | Returned::Loop(_)) = class::call(machine, io, class, name, args, block)?
    {
        return Ok(outcome);
    }
    with_block(machine, receiver, name, args, block)
}

/// Calls a method that needs neither block nor world.
fn plain(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value]) -> Called {
    with_block(machine, receiver, name, args, None)
}

fn with_block(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value], block: Option<&Value>) -> Called {
    if machine.heap.is_frozen(receiver) && changes(receiver, name) {
        return Err(Exception::new("FrozenError", format!("can't modify frozen {}", receiver.class())));
    }
    let outcome = match receiver {
        Value::Str(_) => string::call(machine, receiver, name, args, block)?,
        Value::Symbol(symbol) => symbol_call(machine, symbol, name, args)?,
        Value::Int(_) | Value::Float(_) => number::call(machine, receiver, name, args, block)?,
        Value::Array(_) => array::call(machine, receiver, name, args, block)?,
        Value::Hash(_) => hash::call(machine, receiver, name, args, block)?,
        Value::Range(_) => range::call(machine, receiver, name, args, block)?,
        Value::Proc(id) => proc_call(machine, receiver, *id, name, args),
        Value::Time(ms, utc) => time::call(machine, *ms, *utc, name, args)?,
        Value::Error(exception) => error::call(machine, exception, name),
        Value::Regex(regex) => pattern::call(machine, regex, name, args)?,
        Value::Bool(left) => {
            let right = args.first().is_some_and(Value::truthy);
            match name {
                "&" => Returned::Value(Value::Bool(*left && right)),
                "|" => Returned::Value(Value::Bool(*left || right)),
                "^" => Returned::Value(Value::Bool(*left != right)),
                _ => Returned::Missing,
            }
        }
        Value::Nil => match name {
            "to_a" => Returned::Value(machine.heap.array(Vec::new())),
            "to_s" => Returned::Value(machine.heap.text("")),
            "to_i" => Returned::Value(Value::Int(0)),
            "to_h" => Returned::Value(machine.heap.hash(Vec::new())),
            "to_f" => Returned::Value(Value::Float(crate::ruby::tree::Float(0.0))),
            "&" => Returned::Value(Value::Bool(false)),
            "|" => Returned::Value(Value::Bool(args.first().is_some_and(Value::truthy))),
            _ => Returned::Missing,
        },
        _ => Returned::Missing,
    };
    if matches!(outcome, Returned::Missing) { object_call(machine, receiver, name, args, block) } else { Ok(outcome) }
}

/// Whether a method changes what it is called on.
fn changes(receiver: &Value, name: &str) -> bool {
    name.ends_with('!')
        || match receiver {
            Value::Str(_) => {
                matches!(name, "<<" | "concat" | "insert" | "prepend" | "replace" | "clear" | "[]=" | "force_encoding")
            }
            Value::Array(_) => matches!(
                name,
                "<<" | "push"
                    | "append"
                    | "pop"
                    | "shift"
                    | "unshift"
                    | "prepend"
                    | "insert"
                    | "concat"
                    | "clear"
                    | "delete"
                    | "delete_at"
                    | "delete_if"
                    | "keep_if"
                    | "fill"
                    | "replace"
                    | "[]="
            ),
            Value::Hash(_) => matches!(
                name,
                "[]=" | "store" | "delete" | "delete_if" | "keep_if" | "clear" | "update" | "default=" | "replace"
            ),
            _ => false,
        }
}

/// What a method that loops returns without a block: its items, shown as Ruby shows an enumerator.
pub(super) fn enumerator(
    machine: &mut Machine,
    receiver: &Value,
    name: &str,
    args: &[Value],
    items: Vec<Value>,
) -> Value {
    let shown = inspect::inspect(&machine.heap, receiver);
    let args: Vec<String> = args.iter().map(|arg| inspect::inspect(&machine.heap, arg)).collect();
    let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    let list = machine.heap.array(items);
    let class = format!("Enumerator: {shown}:{name}{args}");
    Value::Java(Arc::new(crate::ruby::value::Java::Object(class, [("list".to_owned(), list)].into())))
}

/// The items of an enumerator.
fn enumerated(value: &Value) -> Option<Value> {
    let Value::Java(java) = value else { return None };
    match &**java {
        crate::ruby::value::Java::Object(class, fields) if class.starts_with("Enumerator: ") => {
            fields.get("list").cloned()
        }
        _ => None,
    }
}

fn symbol_call(machine: &mut Machine, symbol: &Arc<str>, name: &str, args: &[Value]) -> Called {
    Ok(match name {
        "to_s" | "name" | "id2name" => Returned::Value(machine.heap.text(symbol.as_bytes())),
        "to_sym" => Returned::Value(Value::Symbol(symbol.clone())),
        "to_proc" => return Err(Exception::new("Unsupported", "`to_proc` of a symbol")),
        "length" | "size" | "upcase" | "downcase" | "capitalize" | "<=>" | "[]" | "empty?" | "start_with?"
        | "end_with?" | "=~" => {
            let text = machine.heap.text(symbol.as_bytes());
            let args: Vec<Value> = args
                .iter()
                .map(|arg| match arg {
                    Value::Symbol(symbol) => machine.heap.text(symbol.as_bytes()),
                    arg => arg.clone(),
                })
                .collect();
            let outcome = string::call(machine, &text, name, &args, None)?;
            match outcome {
                Returned::Value(value @ Value::Str(_)) if name != "[]" => {
                    let name: Arc<str> = machine.heap.string(&value).unwrap_or_default().into();
                    Returned::Value(Value::Symbol(name))
                }
                outcome => outcome,
            }
        }
        _ => Returned::Missing,
    })
}

fn proc_call(machine: &Machine, receiver: &Value, id: u32, name: &str, args: &[Value]) -> Returned {
    match name {
        "call" | "()" | "yield" | "===" | "[]" => Returned::Invoke(receiver.clone(), args.to_vec()),
        "to_proc" => Returned::Value(receiver.clone()),
        "lambda?" => {
            let lambda =
                matches!(machine.heap.get(id), Some(crate::ruby::value::Object::Proc(closure)) if closure.lambda);
            Returned::Value(Value::Bool(lambda))
        }
        "arity" => match machine.heap.get(id) {
            Some(crate::ruby::value::Object::Proc(closure)) => {
                Returned::Value(Value::Int(closure.code.params.len() as i128))
            }
            _ => Returned::Missing,
        },
        _ => Returned::Missing,
    }
}

/// Methods of every value.
fn object_call(machine: &mut Machine, receiver: &Value, name: &str, args: &[Value], block: Option<&Value>) -> Called {
    let first = args.first();
    let value = match (name, first) {
        ("nil?", None) => Value::Bool(*receiver == Value::Nil),
        ("!", None) => Value::Bool(!receiver.truthy()),
        ("equal?", Some(other)) => Value::Bool(receiver == other),
        ("==" | "eql?" | "===", Some(other)) => {
            if let (Value::Class(class), "===") = (receiver, name) {
                Value::Bool(is_class(other, class))
            } else {
                Value::Bool(machine.heap.equal(receiver, other))
            }
        }
        // `case`: the receiver is the subject, the argument what `when` names.
        ("is this", Some(pattern)) => return when(machine, pattern, receiver),
        ("=~", _) => Value::Nil,
        ("<=>", Some(other)) => {
            if machine.heap.equal(receiver, other) {
                Value::Int(0)
            } else {
                Value::Nil
            }
        }
        ("class", None) => Value::Class(receiver.class().into()),
        ("is_a?" | "kind_of?" | "instance_of?", Some(Value::Class(class))) => Value::Bool(is_class(receiver, class)),
        ("inspect", None) => {
            let text = inspect::inspect(&machine.heap, receiver);
            Machine::text_fits(text.len())?;
            machine.heap.text(text)
        }
        ("to_s", None) => {
            let text = inspect::to_s(&machine.heap, receiver);
            Machine::text_fits(text.len())?;
            machine.heap.text(text)
        }
        ("object_id" | "hash" | "__id__", None) => Value::Int(match receiver {
            Value::Int(number) => number.wrapping_mul(2) | 1,
            Value::Nil => 8,
            Value::Str(id) | Value::Array(id) | Value::Hash(id) | Value::Proc(id) => i128::from(*id) * 8 + 16,
            _ => 16,
        }),
        ("itself" | "dup" | "clone" | "taint" | "untaint", None) => receiver.clone(),
        ("freeze", None) => {
            machine.heap.freeze(receiver);
            receiver.clone()
        }
        ("frozen?", None) => Value::Bool(
            !matches!(receiver, Value::Str(_) | Value::Array(_) | Value::Hash(_)) || machine.heap.is_frozen(receiver),
        ),
        ("tap", None) => match block {
            Some(block) => {
                return Ok(Returned::Loop(Loop::new(
                    LoopKind::Each,
                    Source::Items(vec![receiver.clone()].into()),
                    block,
                    receiver.clone(),
                )));
            }
            None => return Ok(Returned::Missing),
        },
        ("then" | "yield_self", None) => match block {
            Some(block) => {
                return Ok(Returned::Loop(Loop::new(
                    LoopKind::Once,
                    Source::Items(vec![receiver.clone()].into()),
                    block,
                    Value::Nil,
                )));
            }
            None => return Ok(Returned::Missing),
        },
        ("instance_variable_get", Some(Value::Symbol(name))) => {
            machine.instances.get(name).cloned().unwrap_or(Value::Nil)
        }
        ("respond_to?", Some(method)) => {
            let wanted = method_name(machine, method);
            Value::Bool(names(receiver).contains(&wanted.as_str()) || listed(OBJECT_NAMES).any(|name| name == wanted))
        }
        ("send" | "public_send" | "__send__", Some(method)) => {
            if *receiver == Value::Myself {
                return Err(Exception::new("Unsupported", "`send` to the shell itself"));
            }
            let (mut wanted, mut rest) = (method_name(machine, method), &args[1..]);
            // `send` may be what is sent, as often as there are arguments: calls inside of one another would need a stack
            // as deep.
            while let ("send" | "public_send" | "__send__", [method, behind @ ..]) = (wanted.as_str(), rest) {
                (wanted, rest) = (method_name(machine, method), behind);
            }
            return with_block(machine, receiver, &wanted, rest, block);
        }
        ("instance_variables" | "methods", None) => machine.heap.array(Vec::new()),
        ("to_java_bytes", None) if !matches!(receiver, Value::Str(_)) => {
            let hints = if matches!(receiver, Value::Nil) { Vec::new() } else { vec!["to_java".to_owned()] };
            let shown = inspect::receiver(&machine.heap, receiver);
            let message = format!("undefined method `to_java_bytes' for {shown}");
            return Err(Arc::new(Exception { class: "NoMethodError".to_owned(), message, hints }));
        }
        ("to_java", _) => return java::to_java(machine, receiver, args),
        ("eval" | "instance_eval" | "binding" | "define_method" | "method" | "extend" | "instance_variable_set", _) => {
            return Err(Exception::new("Unsupported", format!("Ruby's `{name}`")));
        }
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// The name of a method, given as a symbol or a text.
fn method_name(machine: &Machine, name: &Value) -> String {
    match name {
        Value::Symbol(name) => name.to_string(),
        other => machine.heap.string(other).unwrap_or_default(),
    }
}

/// Whether a pattern behind `when` fits.
fn when(machine: &mut Machine, pattern: &Value, subject: &Value) -> Called {
    Ok(match pattern {
        Value::Class(class) => Returned::Value(Value::Bool(is_class(subject, class))),
        Value::Range(range) => Returned::Value(Value::Bool(range::covers(machine, range, subject))),
        Value::Regex(regex) => Returned::Value(Value::Bool(pattern::find(machine, regex, subject)?.is_some())),
        Value::Proc(_) => Returned::Invoke(pattern.clone(), vec![subject.clone()]),
        _ => Returned::Value(Value::Bool(machine.heap.equal(pattern, subject))),
    })
}

fn is_class(value: &Value, class: &str) -> bool {
    let own = value.class();
    own == class
        || matches!(class, "Object" | "BasicObject" | "Kernel")
        || class == "Numeric" && matches!(value, Value::Int(_) | Value::Float(_))
        || class == "Comparable" && matches!(value, Value::Int(_) | Value::Float(_) | Value::Str(_))
        || class == "Enumerable" && matches!(value, Value::Array(_) | Value::Hash(_) | Value::Range(_))
        || matches!(value, Value::Error(_)) && error::is_a(&own, class)
}

/// Names of the methods of a value's class, for suggestions.
pub(crate) fn names(value: &Value) -> Vec<&'static str> {
    match value {
        Value::Str(_) => listed(string::NAMES).chain(listed(string::CHANGES)).collect(),
        Value::Array(_) => listed(array::NAMES).collect(),
        Value::Hash(_) => listed(hash::NAMES).collect(),
        Value::Int(_) | Value::Float(_) => listed(number::NAMES).collect(),
        _ => Vec::new(),
    }
}

/// A whole number from an argument.
pub(crate) fn int(value: Option<&Value>) -> Raised<i128> {
    match value {
        Some(Value::Int(number)) => Ok(*number),
        Some(Value::Float(number)) => Ok(number.0 as i128),
        Some(Value::Nil) => Err(Exception::new("TypeError", "no implicit conversion from nil to integer")),
        Some(other) => Err(error::conversion(other, "Integer")),
        None => Err(error::arity(0, 1, Some(1))),
    }
}

/// How many, from an argument; what is more than can be counted is as many as can be.
///
/// # Errors
/// `ArgumentError` for less than none.
fn count(value: Option<&Value>) -> Raised<usize> {
    let count = int(value)?;
    if count < 0 {
        return Err(Exception::new("ArgumentError", "negative array size (or size too big)"));
    }
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// A text from an argument.
pub(crate) fn text(machine: &Machine, value: Option<&Value>) -> Raised<Vec<u8>> {
    match value {
        Some(value @ Value::Str(_)) => Ok(machine.heap.str(value).map(|text| text.bytes.clone()).unwrap_or_default()),
        Some(other) => Err(error::conversion(other, "String")),
        None => Err(error::arity(0, 1, Some(1))),
    }
}
