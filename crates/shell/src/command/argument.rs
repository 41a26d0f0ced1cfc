//! What commands read from their arguments, and how they tell of errors.

use super::{Answer, Continuation, Fail, Turn, trouble};
use crate::ruby::method::{error, inspect};
use crate::ruby::value::{Heap, Value};
use crate::world::{Demand, Io, Reply};
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::catalog::is_of_hbase;
use splitpoint_model::cluster::{Admin, Outcome};
use std::borrow::Cow;
use std::sync::Arc;

/// What a command works with.
pub(crate) struct Bench<'a, 'b> {
    pub(crate) heap: &'a mut Heap,
    pub(crate) io: &'a mut Io<'b>,
    pub(crate) args: Vec<Value>,
    /// The command's name.
    pub(super) name: &'static str,
    /// Whether it was called on a reference to its table.
    pub(super) reference: bool,
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
        String::from_utf8_lossy(&self.bytes(value)).into_owned()
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
            Value::Table(name) if self.reference && at == 0 => return Ok(inspect::short(name).to_owned()),
            Value::Str(_) => self.string(&value),
            // Of the three methods that take null, this one is found first.
            Value::Nil => {
                let message = "Cannot invoke \"java.nio.ByteBuffer.duplicate()\" because \"fullname\" is null";
                return Err(Fail::new("Java::JavaLang::NullPointerException", message));
            }
            other => {
                // JRuby names the class of an object by the number of its variables.
                let class =
                    if let Value::Table(_) = other { "org.jruby.gen.RubyObject7" } else { self.class_of(other) };
                let class = class.replace('$', ".");
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
        self.io.cluster.table(table).is_some() || is_of_hbase(table)
    }

    /// Whether the table is disabled, or not there. Those of HBase itself, which the model does not have, never are.
    pub(super) fn is_out_of_service(&self, table: &str) -> bool {
        self.io.cluster.is_disabled(table) && !is_of_hbase(table)
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
            Value::Nil => Ok(0),
            other => Err(Fail::new(
                "TypeError",
                format!("cannot convert instance of class {} to long", self.class_of(other)),
            )),
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
        error::conversion(value, wanted).into()
    }

    /// `ATTRIBUTES` and `AUTHORIZATIONS`, which have no effect here.
    pub(super) fn check_attributes(&self, hash: &Value) -> Result<(), Fail> {
        if let Some(value) = self.heap.entry(hash, "ATTRIBUTES").filter(Value::truthy) {
            let Some(pairs) = self.heap.pairs(&value) else { return Err("Attributes must be a Hash type".into()) };
            if pairs.iter().any(|(_, value)| matches!(value, Value::Nil)) {
                return Err(self.missing(&Value::Nil, "to_java_bytes"));
            }
        }
        match self.heap.entry(hash, "AUTHORIZATIONS").filter(Value::truthy) {
            Some(value) if self.heap.items(&value).is_none() => Err("Authorizations must be a Array type".into()),
            _ => Ok(()),
        }
    }

    /// The class of JRuby behind a value, as Java names it.
    pub(super) fn class_of(&self, value: &Value) -> &'static str {
        match self.heap.items(value).map(<[Value]>::len) {
            Some(1) => "org.jruby.specialized.RubyArrayOneObject",
            Some(2) => "org.jruby.specialized.RubyArrayTwoObject",
            _ => ruby_class(value),
        }
    }

    /// What Java takes for a `boolean`.
    pub(super) fn boolean(&self, value: Option<Value>) -> Result<bool, Fail> {
        match value {
            None | Some(Value::Nil | Value::Bool(false)) => Ok(false),
            Some(Value::Bool(true)) => Ok(true),
            Some(other) => Err(Fail::new(
                "TypeError",
                format!("cannot convert instance of class {} to boolean", self.class_of(&other)),
            )),
        }
    }

    /// The options behind a write: its arguments from there on that are hashes.
    pub(super) fn options(&self, at: usize) -> Result<Vec<Value>, Fail> {
        if let Some(last) = self.args.get(at + 1)
            && !matches!(last, Value::Hash(_))
            && self.heap.items(last).is_none()
        {
            return Err(self.missing(last, "any?"));
        }
        let hashes: Vec<Value> =
            self.args.iter().skip(at).filter(|arg| matches!(arg, Value::Hash(_))).cloned().collect();
        for hash in &hashes {
            self.check_attributes(hash)?;
        }
        Ok(hashes)
    }

    pub(super) fn ask(&self, request: Request, then: Continuation) -> Answer {
        Ok(Turn::Ask(Arc::new(Demand::Request(request)), then))
    }

    pub(super) fn admin(&self, admin: Admin, then: Continuation) -> Answer {
        Ok(Turn::Ask(Arc::new(Demand::Admin(admin)), then))
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

    /// Fails unless the reply, of the client or of the administrator, is a success.
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
        Value::Bool(true) => "org.jruby.RubyBoolean$True",
        Value::Bool(false) => "org.jruby.RubyBoolean$False",
        _ => "org.jruby.RubyObject",
    }
}
