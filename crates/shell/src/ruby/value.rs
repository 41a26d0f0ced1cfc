//! Values, and the heap that holds those that can change.
//!
//! A running script is a value itself: it can be cloned, compared and hashed. So whatever can be shared and changed lies
//! in a heap and is named by its number.

use crate::ruby::code::Code;
use crate::ruby::index::Index;
use crate::ruby::items::Items;
use crate::ruby::pages::Pages;
use crate::ruby::tree::Float;
use splitpoint_model::filter::AnyFilter;
use splitpoint_model::map::Map;
use std::collections::HashSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
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
    /// A reference to a table, as `get_table` returns it; holds the name of the table.
    Table(Arc<str>),
    Class(Arc<str>),
    /// A time: milliseconds since 1970, and whether it is shown as UTC.
    Time(i64, bool),
    Error(Arc<Exception>),
    Regex(Arc<(String, String)>),
    Java(Arc<Java>),
    /// The object of the shell itself: `self`.
    Myself,
}

/// The values of Java that a script can hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Java {
    /// A name on the way to a class: `org.apache`.
    Package(String),
    /// A class by its whole name.
    Class(String),
    /// `byte[]`.
    Bytes(Vec<u8>),
    /// A Java number, and whether it is a `long`; otherwise it is an `int`.
    Number(i64, bool),
    /// An object whose class and properties are all that is known of it.
    Object(String, Map<String, Value>),
    /// A filter, with the functions that run it: so code of values does not contain that of filters, which few lines need.
    Filter(AnyFilter),
}

/// Counts the bytes of what is written to it.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

impl Java {
    /// About how many bytes it holds, without its properties.
    fn size(&self) -> usize {
        match self {
            Self::Package(name) | Self::Class(name) => name.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Object(class, fields) => class.len() + fields.len() * FRAME,
            Self::Number(..) => 0,
            Self::Filter(filter) => {
                let mut length = Length(0);
                // Counting never fails.
                let _ = write!(length, "{filter}");
                length.0
            }
        }
    }
}

/// An exception.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exception {
    pub(crate) class: String,
    pub(crate) message: String,
    /// Lines of `Did you mean?`.
    pub(crate) hints: Vec<String>,
}

/// A string: its bytes, and whether its encoding is binary.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) binary: bool,
}

/// The local variables of a call of a method or block, and the scope around it.
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
    /// The block of the method in which the closure was made: what `yield` calls.
    pub(crate) block: Option<Value>,
    /// For a block made from a symbol (`&:name`), the method that it calls on its argument.
    pub(crate) method: Option<Arc<str>>,
}

/// An object of the heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Object {
    Str(Text),
    Array(Items<Value>),
    /// A hash: its entries in their order, its default value, and an index that finds entries by key.
    Hash(Vec<(Value, Value)>, Value, Index),
    Scope(Scope),
    Proc(Closure),
}

/// The objects of a machine, by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Heap {
    objects: Pages<Object>,
    free: Vec<Id>,
    /// Which objects are frozen, by number; it ends with the last of them.
    frozen: Vec<bool>,
    /// Objects made since the last collection.
    made: usize,
    /// Bytes of objects that were made or grew since the last collection.
    grown: usize,
    /// Bytes of the objects that survived the last collection.
    held: usize,
    /// Values that the last collection looked at.
    seen: usize,
}

/// Objects that are made before unreachable ones are collected.
const ROOM: usize = 1_000;

/// Bytes that are allocated before unreachable objects are collected.
const SPACE: usize = 16 << 20;

/// Bytes that an object is taken to have besides its content.
pub(crate) const FRAME: usize = 64;

/// A value with fewer bytes outside the heap than this is not counted.
const HEAVY: usize = 64;

/// How many levels of nested arrays and hashes enter the hash of a key.
const TELLING: u32 = 3;

/// How many items of an array, or entries of a hash, enter it on each level.
const TOLD: usize = 64;

impl Object {
    /// About how many bytes it takes.
    fn size(&self) -> usize {
        FRAME
            + match self {
                Self::Str(text) => text.bytes.len(),
                Self::Array(items) => size_of_val(&**items),
                Self::Hash(pairs, ..) => size_of_val(pairs.as_slice()),
                Self::Scope(scope) => size_of_val(scope.slots.as_slice()),
                Self::Proc(_) => 0,
            }
    }
}

impl Heap {
    pub(crate) fn put(&mut self, object: Object) -> Id {
        self.made += 1;
        self.grown += object.size();
        match self.free.pop() {
            Some(id) => {
                self.objects.set(id as usize, object);
                id
            }
            None => {
                self.objects.push(object);
                (self.objects.len() - 1) as Id
            }
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<&Object> {
        self.objects.get(id as usize)
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut Object> {
        self.objects.get_mut(id as usize)
    }

    pub(crate) fn freeze(&mut self, value: &Value) {
        if let Value::Str(id) | Value::Array(id) | Value::Hash(id) = value {
            let at = *id as usize;
            self.frozen.resize(self.frozen.len().max(at + 1), false);
            self.frozen[at] = true;
        }
    }

    pub(crate) fn is_frozen(&self, value: &Value) -> bool {
        match value {
            Value::Str(id) | Value::Array(id) | Value::Hash(id) => self.frozen.get(*id as usize) == Some(&true),
            _ => false,
        }
    }

    /// Objects that are alive, or were when they were last looked for.
    pub(crate) fn len(&self) -> usize {
        self.objects.len() - self.free.len()
    }

    pub(crate) fn is_full(&self) -> bool {
        // To look at all that is alive takes as long as there is of it, so as much is made in between.
        self.made > ROOM.max(self.len() / 2).max(self.seen / 2) || self.grown > SPACE.max(self.held / 2)
    }

    /// Bytes of the objects that were alive when they were last looked for.
    pub(crate) fn held(&self) -> usize {
        self.held
    }

    /// Counts what an object grew by.
    pub(crate) fn grow(&mut self, bytes: usize) {
        self.grown += bytes;
    }

    /// What was made since the last collection, in steps of the machine. A few small objects are none.
    pub(crate) fn labour(&self) -> u64 {
        (self.made / 2 + self.grown / 256) as u64
    }

    /// Removes objects that cannot be reached from what is shown to it. How many values and objects were looked at.
    pub(crate) fn collect(&mut self, show: impl FnOnce(&mut Reach)) -> usize {
        let mut alive = vec![false; self.objects.len()];
        let mut reach = Reach::default();
        show(&mut reach);
        while let Some(id) = reach.todo.pop() {
            let Some(mark) = alive.get_mut(id as usize) else { continue };
            if std::mem::replace(mark, true) {
                continue;
            }
            match self.get(id) {
                None | Some(Object::Str(_)) => {}
                Some(Object::Array(items)) => items.iter().for_each(|value| reach.value(value)),
                Some(Object::Hash(pairs, default, _)) => {
                    reach.value(default);
                    for (key, value) in pairs {
                        reach.value(key);
                        reach.value(value);
                    }
                }
                Some(Object::Scope(scope)) => {
                    reach.todo.extend(scope.parent);
                    scope.slots.iter().for_each(|value| reach.value(value));
                }
                Some(Object::Proc(closure)) => {
                    reach.todo.push(closure.scope);
                    closure.block.iter().for_each(|value| reach.value(value));
                }
            }
        }
        (self.held, self.seen) = (reach.bytes, reach.seen);
        let keeps = |id: usize, object: &Object| {
            self.held += if alive[id] { object.size() } else { 0 };
            alive[id]
        };
        self.objects.sweep(keeps, |id| {
            self.free.push(id as Id);
            if let Some(frozen) = self.frozen.get_mut(id) {
                *frozen = false;
            }
        });
        while self.frozen.last() == Some(&false) {
            self.frozen.pop();
        }
        (self.made, self.grown) = (0, 0);
        alive.len() + self.seen
    }

    pub(crate) fn text(&mut self, bytes: impl Into<Vec<u8>>) -> Value {
        Value::Str(self.put(Object::Str(Text { bytes: bytes.into(), binary: false })))
    }

    pub(crate) fn binary(&mut self, bytes: impl Into<Vec<u8>>) -> Value {
        Value::Str(self.put(Object::Str(Text { bytes: bytes.into(), binary: true })))
    }

    pub(crate) fn array(&mut self, items: Vec<Value>) -> Value {
        Value::Array(self.put(Object::Array(items.into())))
    }

    pub(crate) fn hash(&mut self, pairs: Vec<(Value, Value)>) -> Value {
        let index = self.index(&pairs);
        Value::Hash(self.put(Object::Hash(pairs, Value::Nil, index)))
    }

    /// Where the entries stand, of which no two have the same key.
    fn index(&self, pairs: &[(Value, Value)]) -> Index {
        let mut index = Index::default();
        if index.must_grow(pairs.len()) {
            index.begin(pairs.len());
            for (place, (key, _)) in pairs.iter().enumerate() {
                index.add(self.key_digest(key), place);
            }
        }
        index
    }

    /// Puts other entries in the place of those of a hash.
    pub(crate) fn replace_pairs(&mut self, hash: &Value, new: Vec<(Value, Value)>) {
        let new_index = self.index(&new);
        let Value::Hash(id) = hash else { return };
        if let Some(Object::Hash(pairs, _, index)) = self.get_mut(*id) {
            (*pairs, *index) = (new, new_index);
        }
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

    /// A copy of the items of an array.
    pub(crate) fn list(&self, value: &Value) -> Option<Vec<Value>> {
        self.items(value).map(<[Value]>::to_vec)
    }

    pub(crate) fn items(&self, value: &Value) -> Option<&[Value]> {
        self.shared(value).map(|items| &**items)
    }

    /// The items of an array, of which clones are no copies.
    pub(crate) fn shared(&self, value: &Value) -> Option<&Items<Value>> {
        let Value::Array(id) = value else { return None };
        match self.get(*id)? {
            Object::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn pairs(&self, value: &Value) -> Option<&Vec<(Value, Value)>> {
        let Value::Hash(id) = value else { return None };
        match self.get(*id)? {
            Object::Hash(pairs, ..) => Some(pairs),
            _ => None,
        }
    }

    /// The entries of a hash, to be taken out of it or put into another order.
    pub(crate) fn pairs_mut(&mut self, value: &Value) -> Option<&mut Vec<(Value, Value)>> {
        let Value::Hash(id) = value else { return None };
        match self.get_mut(*id)? {
            Object::Hash(pairs, _, index) => {
                index.clear();
                Some(pairs)
            }
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
        let Value::Hash(id) = hash else { return None };
        let Some(Object::Hash(pairs, _, index)) = self.get(*id) else { return None };
        if index.is_empty() {
            return pairs.iter().position(|(k, _)| self.same_key(k, key));
        }
        index.find(self.key_digest(key), &mut |place| self.same_key(&pairs[place].0, key))
    }

    fn same_key(&self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Int(_), Value::Float(_)) | (Value::Float(_), Value::Int(_)) => false,
            _ => self.equal(left, right),
        }
    }

    pub(crate) fn set_entry(&mut self, hash: &Value, key: Value, value: Value) {
        let place = self.find_key(hash, &key);
        let Value::Hash(id) = hash else { return };
        let many = self.pairs(hash).map_or(0, Vec::len) + 1;
        let (mut digest, mut anew) = (0, None);
        if place.is_none()
            && let Some(Object::Hash(pairs, _, index)) = self.get(*id)
        {
            // A few entries are found without their hashes, which may take long.
            let must_grow = index.must_grow(many);
            digest = if must_grow || !index.is_empty() { self.key_digest(&key) } else { 0 };
            anew = must_grow.then(|| pairs.iter().map(|(key, _)| self.key_digest(key)).collect::<Vec<_>>());
        }
        let Some(Object::Hash(pairs, _, index)) = self.get_mut(*id) else { return };
        if let Some(place) = place {
            pairs[place].1 = value;
            return;
        }
        if let Some(anew) = anew {
            index.begin(many);
            for (place, digest) in anew.into_iter().enumerate() {
                index.add(digest, place);
            }
        }
        index.add(digest, pairs.len());
        pairs.push((key, value));
        self.grow(size_of::<(Value, Value)>());
    }

    /// Takes an entry out of a hash. What stands behind it moves up.
    pub(crate) fn delete_entry(&mut self, hash: &Value, key: &Value) -> Option<Value> {
        let place = self.find_key(hash, key)?;
        let Value::Hash(id) = hash else { return None };
        let Some(Object::Hash(pairs, _, index)) = self.get_mut(*id) else { return None };
        index.remove(place);
        Some(pairs.remove(place).1)
    }

    /// A hash that is the same for keys that are equal. As a key, a whole number equals no decimal one, so that large ones
    /// need not share the hash of the decimal number next to them.
    fn key_digest(&self, key: &Value) -> u64 {
        let Value::Int(number) = key else { return self.digest(key) };
        let mut hasher = DefaultHasher::new();
        number.hash(&mut hasher);
        hasher.finish()
    }

    /// A hash that is the same for values that are equal.
    pub(crate) fn digest(&self, value: &Value) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.tell(value, TELLING, &mut hasher);
        hasher.finish()
    }

    fn tell(&self, value: &Value, deep: u32, hasher: &mut DefaultHasher) {
        match value {
            // A whole number may equal a decimal one, and zero has two signs.
            Value::Int(number) => (*number as f64 + 0.0).to_bits().hash(hasher),
            Value::Float(number) => (number.0 + 0.0).to_bits().hash(hasher),
            Value::Str(_) => self.str(value).map(|text| &text.bytes).hash(hasher),
            Value::Array(_) => {
                let items = self.items(value).unwrap_or_default();
                items.len().hash(hasher);
                for item in items.iter().take(TOLD).filter(|_| deep > 0) {
                    self.tell(item, deep - 1, hasher);
                }
            }
            Value::Hash(_) => {
                let pairs = self.pairs(value).map_or(&[][..], Vec::as_slice);
                pairs.len().hash(hasher);
                // Equal hashes may have their pairs in any order, so the digests of the pairs are added up.
                // Of a larger hash none are taken: which of them come first differs between equal hashes.
                let each = pairs.iter().filter(|_| deep > 0 && pairs.len() <= TOLD).map(|(key, value)| {
                    let mut hasher = DefaultHasher::new();
                    self.tell(key, deep - 1, &mut hasher);
                    self.tell(value, deep - 1, &mut hasher);
                    hasher.finish()
                });
                each.fold(0, u64::wrapping_add).hash(hasher);
            }
            Value::Range(range) => {
                self.tell(&range.0, deep, hasher);
                self.tell(&range.1, deep, hasher);
            }
            other => other.hash(hasher),
        }
    }

    /// `==`.
    pub(crate) fn equal(&self, left: &Value, right: &Value) -> bool {
        let mut todo = Vec::new();
        if !self.same(left, right, &mut todo) {
            return false;
        }
        // Arrays may hold themselves: two that are being compared are taken for equal.
        let mut seen: HashSet<(Id, Id)> = HashSet::new();
        while let Some((left, right)) = todo.pop() {
            match (&left, &right) {
                (Value::Array(l), Value::Array(r)) if seen.insert((*l, *r)) => {
                    let (Some(l), Some(r)) = (self.items(&left), self.items(&right)) else { return false };
                    if l.len() != r.len() || !l.iter().zip(r).all(|(l, r)| self.same(l, r, &mut todo)) {
                        return false;
                    }
                }
                (Value::Hash(l), Value::Hash(r)) if seen.insert((*l, *r)) => {
                    let (Some(l), Some(r)) = (self.pairs(&left), self.pairs(&right)) else { return false };
                    if l.len() != r.len() {
                        return false;
                    }
                    for (key, value) in l {
                        let Some(place) = self.find_key(&right, key) else { return false };
                        if !self.same(value, &r[place].1, &mut todo) {
                            return false;
                        }
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Whether two values are equal as far as this can be said without a look into arrays and hashes, which are added to
    /// what is to be done.
    fn same(&self, left: &Value, right: &Value, todo: &mut Vec<(Value, Value)>) -> bool {
        match (left, right) {
            (Value::Int(l), Value::Float(r)) | (Value::Float(r), Value::Int(l)) => *l as f64 == r.0,
            (Value::Float(l), Value::Float(r)) => l.0 == r.0,
            (Value::Str(l), Value::Str(r)) => {
                l == r || self.str(left).map(|text| &text.bytes) == self.str(right).map(|text| &text.bytes)
            }
            (Value::Array(l), Value::Array(r)) | (Value::Hash(l), Value::Hash(r)) => {
                if l != r {
                    todo.push((left.clone(), right.clone()));
                }
                true
            }
            (Value::Range(l), Value::Range(r)) => {
                self.same(&l.0, &r.0, todo) && self.same(&l.1, &r.1, todo) && l.2 == r.2
            }
            _ => left == right,
        }
    }
}

/// Collects what can be reached from some values, for the garbage collector and for limits on memory.
#[derive(Default)]
pub(crate) struct Reach {
    /// Values that were shown to it.
    seen: usize,
    /// Objects of the heap that were not looked into yet.
    todo: Vec<Id>,
    /// Bytes of values that are stored outside the heap.
    bytes: usize,
    /// The addresses of such values: many can share one address, whose bytes count once.
    met: HashSet<usize>,
}

impl Reach {
    pub(crate) fn scope(&mut self, scope: Id) {
        self.todo.push(scope);
    }

    pub(crate) fn value(&mut self, value: &Value) {
        self.seen += 1;
        match value {
            Value::Str(id) | Value::Array(id) | Value::Hash(id) | Value::Proc(id) => self.todo.push(*id),
            Value::Range(range) => {
                self.value(&range.0);
                self.value(&range.1);
            }
            Value::Java(java) => {
                if let Java::Object(_, fields) = &**java {
                    fields.values().for_each(|value| self.value(value));
                }
            }
            _ => {}
        }
        if let Some((place, bytes)) = value.beside()
            && bytes >= HEAVY
            && self.met.insert(place)
        {
            self.bytes += bytes;
        }
    }
}

impl Value {
    /// The address of the bytes that the value holds outside the heap, and roughly how many they are.
    fn beside(&self) -> Option<(usize, usize)> {
        Some(match self {
            Self::Symbol(name) => (name.as_ptr().addr(), name.len()),
            Self::Range(range) => (Arc::as_ptr(range).addr(), size_of_val(&**range)),
            Self::Error(exception) => {
                let lines = exception.hints.iter().map(String::len).sum::<usize>();
                (Arc::as_ptr(exception).addr(), FRAME + exception.message.len() + lines)
            }
            Self::Regex(regex) => (Arc::as_ptr(regex).addr(), FRAME + regex.0.len()),
            Self::Java(java) => (Arc::as_ptr(java).addr(), FRAME + java.size()),
            _ => return None,
        })
    }

    /// Roughly how many bytes the value holds outside the heap.
    pub(crate) fn weight(&self) -> usize {
        self.beside().map_or(0, |(_, bytes)| bytes)
    }

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
                    Java::Object(class, _) => ruby_name(class),
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

/// The name that JRuby gives a class of Java, like `Java::OrgApacheHadoopHbaseClient::Put`.
pub(crate) fn ruby_name(class: &str) -> String {
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
