//! What commands read from their arguments, and how they tell of errors.

use super::{Answer, Fail, Then, Turn, trouble};
use crate::method::{error, inspect};
use crate::value::{Heap, Value};
use crate::world::{Demand, Io, Reply};
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::{Admin, Outcome};
use std::borrow::Cow;

/// What a command works with.
pub(crate) struct Bench<'a, 'b> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) io: &'a mut Io<'b>,
    pub(crate) args: Vec<Value>,
}

impl Bench<'_, '_> {
    pub(super) fn arg(&self, at: usize) -> Value {
        self.args.get(at).cloned().unwrap_or(Value::Nil)
    }

    /// The first argument as messages name it.
    pub(super) fn first(&self) -> String {
        String::from_utf8_lossy(&inspect::to_s(self.heap, &self.arg(0))).into_owned()
    }

    pub(super) fn to_s(&self, value: &Value) -> Vec<u8> {
        inspect::to_s(self.heap, value)
    }

    /// As [`to_s`](Self::to_s), not copied where it is a text already.
    pub(super) fn bytes<'v>(&'v self, value: &Value) -> Cow<'v, [u8]> {
        match self.heap.str(value) {
            Some(text) => Cow::Borrowed(&text.bytes),
            None => Cow::Owned(self.to_s(value)),
        }
    }

    pub(super) fn string(&self, value: &Value) -> String {
        String::from_utf8_lossy(&self.to_s(value)).into_owned()
    }

    pub(super) fn inspect(&self, value: &Value) -> String {
        inspect::inspect(self.heap, value)
    }

    /// The name of the table that is the first argument, as the model has it.
    pub(super) fn table(&self) -> Result<String, Fail> {
        self.table_at(0)
    }

    pub(super) fn table_at(&self, at: usize) -> Result<String, Fail> {
        let value = self.arg(at);
        let name = match &value {
            Value::Table(name) => return Ok(inspect::short(name).to_owned()),
            Value::Str(_) => self.string(&value),
            other => {
                let class = match other {
                    Value::Int(_) => "org.jruby.RubyFixnum",
                    Value::Nil => "nil",
                    Value::Float(_) => "org.jruby.RubyFloat",
                    Value::Array(_) => "org.jruby.RubyArray",
                    Value::Hash(_) => "org.jruby.RubyHash",
                    Value::Symbol(_) => "org.jruby.RubySymbol",
                    Value::Bool(_) => "org.jruby.RubyBoolean",
                    _ => "org.jruby.RubyObject",
                };
                return Err(Fail::new(
                    "NameError",
                    format!(
                        "no method 'valueOf' for arguments ({class}) on Java::OrgApacheHadoopHbase::TableName\n  available \
                         overloads:\n    (java.nio.ByteBuffer)\n    (java.lang.String)\n    (byte[])"
                    ),
                ));
            }
        };
        trouble::check_table(&name)?;
        Ok(inspect::short(&name).to_owned())
    }

    /// Whether the table is there.
    pub(super) fn exists(&self, table: &str) -> bool {
        self.io.cluster.table(table).is_some() || matches!(table, "hbase:meta" | "hbase:namespace")
    }

    /// The first argument of a message about a table that is not there.
    pub(super) fn unknown_table(&self) -> Fail {
        let shown = match self.arg(0) {
            Value::Table(name) => inspect::short(&name).to_owned(),
            other => self.string(&other),
        };
        Fail::new("RuntimeError", format!("Unknown table {shown}!"))
    }

    pub(super) fn need_table(&self, table: &str) -> Result<(), Fail> {
        if self.exists(table) { Ok(()) } else { Err(self.unknown_table()) }
    }

    /// A number of Java's `long`.
    pub(super) fn long(&self, value: &Value) -> Result<i64, Fail> {
        match value {
            Value::Int(number) => {
                i64::try_from(*number).map_err(|_| Fail::new("RangeError", "bignum too big to convert into `long'"))
            }
            Value::Float(number) => Ok(number.0 as i64),
            other => {
                Err(Fail::new("TypeError", format!("cannot convert instance of class {} to long", ruby_class(other))))
            }
        }
    }

    /// `to_java_bytes` of a text.
    pub(super) fn java_bytes(&self, value: &Value) -> Result<Vec<u8>, Fail> {
        match value {
            Value::Str(_) => Ok(self.to_s(value)),
            other => {
                let shown = inspect::receiver(self.heap, other);
                let hint = if matches!(other, Value::Nil) { "" } else { "\nDid you mean?  to_java" };
                Err(Fail::new("NoMethodError", format!("undefined method `to_java_bytes' for {shown}{hint}")))
            }
        }
    }

    pub(super) fn missing(&self, value: &Value, method: &str) -> Fail {
        let shown = inspect::receiver(self.heap, value);
        Fail::new("NoMethodError", format!("undefined method `{method}' for {shown}"))
    }

    pub(super) fn conversion(&self, value: &Value, wanted: &str) -> Fail {
        error::conversion(self.heap, value, wanted).into()
    }

    /// `ATTRIBUTES`, which have no effect here.
    pub(super) fn check_attributes(&self, hash: &Value) -> Result<(), Fail> {
        match self.heap.entry(hash, "ATTRIBUTES") {
            Some(value) if value.truthy() && self.heap.pairs(&value).is_none() => {
                Err("Attributes must be a Hash type".into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn ask(&self, request: Request, then: Then) -> Answer {
        Ok(Turn::Ask(Box::new(Demand::Request(request)), then))
    }

    pub(super) fn admin(&self, admin: Admin, then: Then) -> Answer {
        Ok(Turn::Ask(Box::new(Demand::Admin(admin)), then))
    }

    pub(super) fn text_value(&mut self, text: &str) -> Value {
        self.heap.text(text.as_bytes())
    }

    pub(super) fn texts(&mut self, texts: &[String]) -> Value {
        let items = texts.iter().map(|text| self.heap.text(text.as_bytes())).collect();
        self.heap.array(items)
    }

    /// What the client answered; `row` is the row it was about.
    pub(super) fn response(&self, reply: Reply, row: &[u8]) -> Result<Response, Fail> {
        match reply {
            Reply::Response(Ok(response), _) => Ok(response),
            Reply::Response(Err(error), _) => Err(trouble::tell(self, &error, row)),
            _ => Err(Fail::new("RuntimeError", "something else was answered than was asked")),
        }
    }

    /// What the administrator answered.
    pub(super) fn outcome(&self, reply: Reply) -> Result<Outcome, Fail> {
        match reply {
            Reply::Admin(Ok(outcome)) => Ok(outcome),
            Reply::Admin(Err(error)) => Err(trouble::tell(self, &error, &[])),
            _ => Err(Fail::new("RuntimeError", "something else was answered than was asked")),
        }
    }

    /// Either, where nothing but success matters.
    pub(super) fn done(&self, reply: Reply) -> Result<(), Fail> {
        match reply {
            Reply::Admin(_) => self.outcome(reply).map(|_| ()),
            Reply::Slept => Ok(()),
            reply => self.response(reply, &[]).map(|_| ()),
        }
    }

    pub(super) fn name(table: &str) -> TableName {
        table.into()
    }
}

/// The class of JRuby behind a value.
pub(super) fn ruby_class(value: &Value) -> &'static str {
    match value {
        Value::Str(_) => "org.jruby.RubyString",
        Value::Int(_) => "org.jruby.RubyFixnum",
        Value::Float(_) => "org.jruby.RubyFloat",
        Value::Array(_) => "org.jruby.RubyArray",
        Value::Hash(_) => "org.jruby.RubyHash",
        Value::Symbol(_) => "org.jruby.RubySymbol",
        Value::Nil => "org.jruby.RubyNil",
        Value::Bool(_) => "org.jruby.RubyBoolean",
        _ => "org.jruby.RubyObject",
    }
}
