//! Keys of fields of a reader's own, whose bytes more is to be known of than of the plain encodings.

use super::{KeyField, Problem, SEPARATOR};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// How the bytes of such a key are read and typed. What [`parts`](Self::parts) prints, joined by [`SEPARATOR`],
/// [`encode`](Self::encode) turns into the same bytes.
pub trait Layout: fmt::Debug + Send + Sync {
    /// The names of the fields, in the order of their bytes.
    fn names(&self) -> Vec<String>;

    /// How many bytes it always has; `None` where that depends on what is typed.
    fn width(&self) -> Option<usize>;

    /// An example of what can be typed.
    fn example(&self) -> String;

    /// The bytes of what was typed; the first few fields are a prefix of a key.
    ///
    /// # Errors
    /// A sentence on what does not fit, and what to type instead.
    fn encode(&self, typed: &str) -> Result<Vec<u8>, Problem>;

    /// The fields of these bytes, each with where its bytes are. They are all bytes, in their order.
    fn parts(&self, raw: &[u8]) -> Vec<(KeyField, Range<usize>)>;
}

/// A key of fields of a reader's own.
#[derive(Clone, Debug)]
pub struct Own {
    spec: Arc<str>,
    layout: Arc<dyn Layout>,
}

impl Own {
    /// A key that is read and typed like that. `spec` is all there is to know of it: two of the same are one.
    pub fn new(spec: &str, layout: Arc<dyn Layout>) -> Self {
        Self { spec: spec.into(), layout }
    }

    /// The fields as text.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// How its bytes are read and typed.
    pub fn layout(&self) -> &dyn Layout {
        &*self.layout
    }

    pub(super) fn label(&self) -> String {
        self.layout.names().join(SEPARATOR)
    }

    pub(super) fn fields(&self, raw: &[u8]) -> Vec<KeyField> {
        self.layout.parts(raw).into_iter().map(|(field, _)| field).collect()
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.spec.hash(state);
    }
}
