//! Values, and the heap that holds those that can change.
//!
//! A running script is a value itself: it can be cloned, compared and hashed. So whatever can be shared and changed lies
//! in a heap and is named by its number.

use crate::code::Code;
use crate::tree::Float;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of an object in a heap.
pub(crate) type Id = u32;

/// A value of the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Nil,
    Bool(bool),
    Int(i128),
    Float(Float),
    Symbol(Arc<str>),
    Str(Id),
    Array(Id),
    Hash(Id),
    Proc(Id),
    Range(Arc<(Value, Value, bool)>),
    /// A reference to a table, by its name.
    Table(Arc<str>),
    Class(Arc<str>),
    /// Milliseconds, and whether it was made UTC.
    Time(i64, bool),
    Error(Arc<Exception>),
    Regex(Arc<(String, String)>),
    Java(Arc<Java>),
    /// The shell itself.
    Myself,
}

/// What a script sees of Java.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Java {
    /// A name on the way to a class: `org.apache`.
    Package(String),
    /// A class by its whole name.
    Class(String),
    /// `byte[]`.
    Bytes(Vec<u8>),
    /// A number that was made a `long` or an `int`.
    Number(i64, bool),
    /// An object whose class and properties are all that is known of it.
    Object(String, BTreeMap<String, Value>),
    /// A filter.
    Filter(splitpoint_model::filter::Filter),
}

/// An exception.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exception {
    pub(crate) class: String,
    pub(crate) message: String,
    /// Lines of `Did you mean?`.
    pub(crate) hints: Vec<String>,
}

/// A text: bytes, and whether they are no text at all.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) binary: bool,
}

/// Variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Scope {
    pub(crate) parent: Option<Id>,
    pub(crate) slots: Vec<Value>,
}

/// Code and the variables it sees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Closure {
    pub(crate) code: Arc<Code>,
    pub(crate) scope: Id,
    pub(crate) lambda: bool,
    /// The block of the method it was made in.
    pub(crate) block: Option<Value>,
    /// A symbol that was made a block: the method it calls.
    pub(crate) method: Option<Arc<str>>,
}

/// What lies in a heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Object {
    Str(Text),
    Array(Vec<Value>),
    Hash(Vec<(Value, Value)>, Value),
    Scope(Scope),
    Proc(Closure),
}

/// The objects there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Heap {
    objects: Vec<Option<Object>>,
    free: Vec<Id>,
    /// Those that cannot be changed any more.
    frozen: BTreeSet<Id>,
    /// Objects made since the last collection.
    made: usize,
}

/// Objects that are made before those nobody knows any more are looked for.
const ROOM: usize = 4_000;

impl Heap {
    pub(crate) fn put(&mut self, object: Object) -> Id {
        self.made += 1;
        match self.free.pop() {
            Some(id) => {
                self.objects[id as usize] = Some(object);
                id
            }
            None => {
                self.objects.push(Some(object));
                (self.objects.len() - 1) as Id
            }
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<&Object> {
        self.objects.get(id as usize)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut Object> {
        self.objects.get_mut(id as usize)?.as_mut()
    }

    pub(crate) fn freeze(&mut self, value: &Value) {
        if let Value::Str(id) | Value::Array(id) | Value::Hash(id) = value {
            self.frozen.insert(*id);
        }
    }

    pub(crate) fn is_frozen(&self, value: &Value) -> bool {
        match value {
            Value::Str(id) | Value::Array(id) | Value::Hash(id) => self.frozen.contains(id),
            _ => false,
        }
    }

    /// Objects that are alive, or were when they were last looked for.
    pub(crate) fn len(&self) -> usize {
        self.objects.len() - self.free.len()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.made > ROOM.max(self.len() / 2)
    }

    /// Forgets what cannot be reached from these.
    pub(crate) fn collect(&mut self, values: Vec<Value>, scopes: Vec<Id>) {
        let mut alive = vec![false; self.objects.len()];
        let mut todo: Vec<Id> = scopes;
        for value in &values {
            reach(value, &mut todo);
        }
        while let Some(id) = todo.pop() {
            let Some(mark) = alive.get_mut(id as usize) else { continue };
            if std::mem::replace(mark, true) {
                continue;
            }
            match self.get(id) {
                None | Some(Object::Str(_)) => {}
                Some(Object::Array(items)) => items.iter().for_each(|value| reach(value, &mut todo)),
                Some(Object::Hash(pairs, default)) => {
                    reach(default, &mut todo);
                    for (key, value) in pairs {
                        reach(key, &mut todo);
                        reach(value, &mut todo);
                    }
                }
                Some(Object::Scope(scope)) => {
                    todo.extend(scope.parent);
                    scope.slots.iter().for_each(|value| reach(value, &mut todo));
                }
                Some(Object::Proc(closure)) => {
                    todo.push(closure.scope);
                    closure.block.iter().for_each(|value| reach(value, &mut todo));
                }
            }
        }
        for (id, object) in self.objects.iter_mut().enumerate() {
            if object.is_some() && !alive[id] {
                *object = None;
                self.free.push(id as Id);
                self.frozen.remove(&(id as Id));
            }
        }
        self.made = 0;
    }

    pub(crate) fn text(&mut self, bytes: impl Into<Vec<u8>>) -> Value {
        Value::Str(self.put(Object::Str(Text { bytes: bytes.into(), binary: false })))
    }

    pub(crate) fn binary(&mut self, bytes: impl Into<Vec<u8>>) -> Value {
        Value::Str(self.put(Object::Str(Text { bytes: bytes.into(), binary: true })))
    }

    pub(crate) fn array(&mut self, items: Vec<Value>) -> Value {
        Value::Array(self.put(Object::Array(items)))
    }

    pub(crate) fn hash(&mut self, pairs: Vec<(Value, Value)>) -> Value {
        Value::Hash(self.put(Object::Hash(pairs, Value::Nil)))
    }

    pub(crate) fn str(&self, value: &Value) -> Option<&Text> {
        let Value::Str(id) = value else { return None };
        match self.get(*id)? {
            Object::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The characters of a text, those that are none replaced.
    pub(crate) fn string(&self, value: &Value) -> Option<String> {
        self.str(value).map(|text| String::from_utf8_lossy(&text.bytes).into_owned())
    }

    pub(crate) fn items(&self, value: &Value) -> Option<&Vec<Value>> {
        let Value::Array(id) = value else { return None };
        match self.get(*id)? {
            Object::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn pairs(&self, value: &Value) -> Option<&Vec<(Value, Value)>> {
        let Value::Hash(id) = value else { return None };
        match self.get(*id)? {
            Object::Hash(pairs, _) => Some(pairs),
            _ => None,
        }
    }

    pub(crate) fn pairs_mut(&mut self, value: &Value) -> Option<&mut Vec<(Value, Value)>> {
        let Value::Hash(id) = value else { return None };
        match self.get_mut(*id)? {
            Object::Hash(pairs, _) => Some(pairs),
            _ => None,
        }
    }

    /// The entry of a hash under a text.
    pub(crate) fn entry(&self, hash: &Value, key: &str) -> Option<Value> {
        let pairs = self.pairs(hash)?;
        let found = pairs.iter().find(|(k, _)| self.str(k).is_some_and(|text| text.bytes == key.as_bytes()));
        found.map(|(_, value)| value.clone())
    }

    /// Takes the entry of a hash under a text out of it.
    pub(crate) fn take(&mut self, hash: &Value, key: &str) -> Option<Value> {
        let place =
            self.pairs(hash)?.iter().position(|(k, _)| self.str(k).is_some_and(|text| text.bytes == key.as_bytes()))?;
        Some(self.pairs_mut(hash)?.remove(place).1)
    }

    /// Where a key stands among pairs.
    pub(crate) fn find_key(&self, hash: &Value, key: &Value) -> Option<usize> {
        self.pairs(hash)?.iter().position(|(k, _)| self.same_key(k, key))
    }

    fn same_key(&self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Int(_), Value::Float(_)) | (Value::Float(_), Value::Int(_)) => false,
            _ => self.equal(left, right),
        }
    }

    pub(crate) fn set_entry(&mut self, hash: &Value, key: Value, value: Value) {
        let place = self.find_key(hash, &key);
        if let Some(pairs) = self.pairs_mut(hash) {
            match place {
                Some(place) => pairs[place].1 = value,
                None => pairs.push((key, value)),
            }
        }
    }

    /// `==`.
    pub(crate) fn equal(&self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Int(l), Value::Float(r)) | (Value::Float(r), Value::Int(l)) => *l as f64 == r.0,
            (Value::Float(l), Value::Float(r)) => l.0 == r.0,
            (Value::Str(l), Value::Str(r)) => {
                l == r || self.str(left).map(|text| &text.bytes) == self.str(right).map(|text| &text.bytes)
            }
            (Value::Array(l), Value::Array(r)) => {
                l == r
                    || match (self.items(left), self.items(right)) {
                        (Some(l), Some(r)) => l.len() == r.len() && l.iter().zip(r).all(|(l, r)| self.equal(l, r)),
                        _ => false,
                    }
            }
            (Value::Hash(l), Value::Hash(r)) => {
                l == r
                    || match (self.pairs(left), self.pairs(right)) {
                        (Some(l), Some(r)) => {
                            l.len() == r.len()
                                && l.iter().all(|(key, value)| {
                                    let place = self.find_key(right, key);
                                    place.is_some_and(|place| self.equal(value, &r[place].1))
                                })
                        }
                        _ => false,
                    }
            }
            (Value::Range(l), Value::Range(r)) => self.equal(&l.0, &r.0) && self.equal(&l.1, &r.1) && l.2 == r.2,
            _ => left == right,
        }
    }
}

fn reach(value: &Value, todo: &mut Vec<Id>) {
    match value {
        Value::Str(id) | Value::Array(id) | Value::Hash(id) | Value::Proc(id) => todo.push(*id),
        Value::Range(range) => {
            reach(&range.0, todo);
            reach(&range.1, todo);
        }
        Value::Java(java) => {
            if let Java::Object(_, fields) = &**java {
                fields.values().for_each(|value| reach(value, todo));
            }
        }
        _ => {}
    }
}

impl Value {
    pub(crate) fn truthy(&self) -> bool {
        !matches!(self, Self::Nil | Self::Bool(false))
    }

    /// The name of its class.
    pub(crate) fn class(&self) -> String {
        match self {
            Self::Nil => "NilClass",
            Self::Bool(true) => "TrueClass",
            Self::Bool(false) => "FalseClass",
            Self::Int(_) => "Integer",
            Self::Float(_) => "Float",
            Self::Symbol(_) => "Symbol",
            Self::Str(_) => "String",
            Self::Array(_) => "Array",
            Self::Hash(_) => "Hash",
            Self::Proc(_) => "Proc",
            Self::Range(_) => "Range",
            Self::Table(_) => "Hbase::Table",
            Self::Class(_) => "Class",
            Self::Time(..) => "Time",
            Self::Error(error) => return error.class.clone(),
            Self::Regex(_) => "Regexp",
            Self::Myself => "HBaseReceiver",
            Self::Java(java) => {
                return match &**java {
                    Java::Package(_) => "Module".to_owned(),
                    Java::Class(_) => "Class".to_owned(),
                    Java::Bytes(_) => "Java::byte[]".to_owned(),
                    Java::Number(..) => "Java::JavaLang::Long".to_owned(),
                    Java::Object(class, _) => class.clone(),
                    Java::Filter(_) => "Java::OrgApacheHadoopHbaseFilter::Filter".to_owned(),
                };
            }
        }
        .to_owned()
    }
}

impl Exception {
    pub(crate) fn new(class: &str, message: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { class: class.to_owned(), message: message.into(), hints: Vec::new() })
    }
}
