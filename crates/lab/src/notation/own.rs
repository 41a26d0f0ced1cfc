//! Keys with fields that a reader has defined, of which more must be known than the plain encodings say.

use super::{KeyField, Problem, SEPARATOR};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// How the bytes of such a key are printed and typed. [`encode`](Self::encode) turns what [`parts`](Self::parts)
/// prints, joined by [`SEPARATOR`], into the same bytes.
pub trait Layout: fmt::Debug + Send + Sync {
    /// The names of the fields, in the order of their bytes.
    fn names(&self) -> Vec<String>;

    /// The number of bytes of a key; `None` if that depends on what is typed.
    fn width(&self) -> Option<usize>;

    /// An example of what can be typed.
    fn example(&self) -> String;

    /// Turns a typed text into bytes. The first few fields are a prefix of a key.
    ///
    /// # Errors
    /// If the text does not fit: a sentence that says why, and what to type instead.
    fn encode(&self, typed: &str) -> Result<Vec<u8>, Problem>;

    /// Splits bytes into fields, each with the range of its bytes. Together they are all bytes, in order.
    fn parts(&self, raw: &[u8]) -> Vec<(KeyField, Range<usize>)>;
}

/// The encoding of a key with fields that a reader has defined.
#[derive(Clone, Debug)]
pub struct Own {
    spec: Arc<str>,
    layout: Arc<dyn Layout>,
}

impl Own {
    /// An encoding with this layout. `spec` describes it completely: two encodings with the same text are equal.
    pub fn new(spec: &str, layout: Arc<dyn Layout>) -> Self {
        Self { spec: spec.into(), layout }
    }

    /// The description of the fields as text.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// How the bytes of the key are printed and typed.
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
