//! Plain data as JSON, and back.
//!
//! Derived code reads any format into any shape and took an eighth of the page; here every kind of data is one short
//! list of its parts, read from values that are parsed once for all. A structure is an array of its fields, a
//! variant an array that begins with its name, bytes are hexadecimal digits.

use crate::notation::Encoding;
use serde_json::Value;

/// Can be kept as JSON.
pub(crate) trait Plain: Sized {
    fn write(&self) -> Value;

    /// `None` where the value is something else.
    fn read(value: Value) -> Option<Self>;

    fn write_list(list: &[Self]) -> Value {
        let mut parts = List::default();
        for item in list {
            parts.add(item);
        }
        parts.end()
    }

    fn read_list(value: Value) -> Option<Vec<Self>> {
        let mut parts = Parts::of(value)?;
        let mut list = Vec::new();
        while parts.0.len() > 0 {
            list.push(parts.take()?);
        }
        Some(list)
    }
}

/// As JSON text.
pub(crate) fn to_text(data: &impl Plain) -> String {
    data.write().to_string()
}

/// Parts that are written, in order.
#[derive(Default)]
pub(crate) struct List(Vec<Value>);

impl List {
    /// Begins with the name of a variant.
    pub(crate) fn named(name: &str) -> Self {
        Self(vec![name.into()])
    }

    pub(crate) fn add(&mut self, part: &impl Plain) {
        self.push(part.write());
    }

    #[inline(never)]
    fn push(&mut self, value: Value) {
        self.0.push(value);
    }

    pub(crate) fn end(self) -> Value {
        Value::Array(self.0)
    }
}

/// The parts of a structure or variant, in order.
pub(crate) struct Parts(std::vec::IntoIter<Value>);

impl Parts {
    pub(crate) fn of(value: Value) -> Option<Self> {
        match value {
            Value::Array(parts) => Some(Self(parts.into_iter())),
            _ => None,
        }
    }

    pub(crate) fn take<T: Plain>(&mut self) -> Option<T> {
        T::read(self.value())
    }

    /// The next part; `Null`, which nothing is written as, behind the last.
    #[inline(never)]
    fn value(&mut self) -> Value {
        self.0.next().unwrap_or_default()
    }

    /// Whether nothing is left over.
    pub(crate) fn end(mut self) -> Option<()> {
        self.0.next().is_none().then_some(())
    }
}

/// Writes a structure or variants part by part, and reads them back.
macro_rules! plain {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::plain::Plain for $name {
            fn write(&self) -> serde_json::Value {
                let mut parts = $crate::plain::List::default();
                $(parts.add(&self.$field);)*
                parts.end()
            }

            fn read(value: serde_json::Value) -> Option<Self> {
                let mut parts = $crate::plain::Parts::of(value)?;
                let read = Self { $($field: parts.take()?),* };
                parts.end()?;
                Some(read)
            }
        }
    };
    (enum $name:ident { $($variant:ident $(($($item:ident),*))? $({ $($field:ident),* })?),* $(,)? }) => {
        impl $crate::plain::Plain for $name {
            fn write(&self) -> serde_json::Value {
                let parts = match self {
                    $(Self::$variant $(($($item),*))? $({ $($field),* })? => {
                        let parts = $crate::plain::List::named(stringify!($variant));
                        $(let mut parts = parts; $(parts.add($item);)*)?
                        $(let mut parts = parts; $(parts.add($field);)*)?
                        parts
                    })*
                };
                parts.end()
            }

            fn read(value: serde_json::Value) -> Option<Self> {
                let mut parts = $crate::plain::Parts::of(value)?;
                let name: String = parts.take()?;
                let read = match name.as_str() {
                    $(stringify!($variant) => {
                        $($(let $item = parts.take()?;)*)?
                        $($(let $field = parts.take()?;)*)?
                        Self::$variant $(($($item),*))? $({ $($field),* })?
                    })*
                    _ => return None,
                };
                parts.end()?;
                Some(read)
            }
        }
    };
}

pub(crate) use plain;

impl Plain for String {
    fn write(&self) -> Value {
        Value::String(self.clone())
    }

    fn read(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl Plain for bool {
    fn write(&self) -> Value {
        Value::Bool(*self)
    }

    fn read(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Plain for i64 {
    fn write(&self) -> Value {
        Value::from(*self)
    }

    fn read(value: Value) -> Option<Self> {
        value.as_i64()
    }
}

/// Numbers that fit into the widest.
macro_rules! number {
    ($($number:ident),*) => {$(
        impl Plain for $number {
            fn write(&self) -> Value {
                Value::from(*self)
            }

            fn read(value: Value) -> Option<Self> {
                value.as_i64()?.try_into().ok()
            }
        }
    )*};
}

number!(i32, u16, u32, u64, usize);

impl Plain for u8 {
    fn write(&self) -> Value {
        Value::from(*self)
    }

    fn read(value: Value) -> Option<Self> {
        value.as_i64()?.try_into().ok()
    }

    fn write_list(list: &[Self]) -> Value {
        Value::String(Encoding::Hex.to_text(list))
    }

    fn read_list(value: Value) -> Option<Vec<Self>> {
        Encoding::Hex.encode(value.as_str()?).ok()
    }
}

impl<T: Plain> Plain for Option<T> {
    fn write(&self) -> Value {
        T::write_list(self.as_slice())
    }

    fn read(value: Value) -> Option<Self> {
        let mut list = T::read_list(value)?;
        match list.len() {
            0 => Some(None),
            1 => Some(list.pop()),
            _ => None,
        }
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn write(&self) -> Value {
        T::write_list(self)
    }

    fn read(value: Value) -> Option<Self> {
        T::read_list(value)
    }
}

/// Several things, in order.
macro_rules! tuple {
    ($($part:ident $at:tt),*) => {
        impl<$($part: Plain),*> Plain for ($($part),*) {
            fn write(&self) -> Value {
                let mut parts = List::default();
                $(parts.add(&self.$at);)*
                parts.end()
            }

            fn read(value: Value) -> Option<Self> {
                let mut parts = Parts::of(value)?;
                let read = ($(parts.take::<$part>()?),*);
                parts.end()?;
                Some(read)
            }
        }
    };
}

tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
