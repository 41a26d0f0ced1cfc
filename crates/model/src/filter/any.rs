//! A filter as a request carries it.

use super::key::FirstKeyOnly;
use super::{Filter, FilterState};
use crate::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::mem;
use std::sync::Arc;

/// A filter together with the functions that run it. Copies share the filter.
///
/// A program that makes no filter does not contain the code of filters either: it is reached through what
/// [`From<Filter>`](Self::from) puts here, and through nothing else. A page can load that part of the program later.
#[derive(Clone)]
pub struct AnyFilter(Arc<dyn Behaviour>);

/// What a request calls on its filter. It is a trait so that the code of filters can be left out of a program.
trait Behaviour: Debug + Display + Send + Sync {
    fn filter(&self) -> &Filter;
    fn start(&self, reversed: bool) -> Result<Box<dyn FilterState>, Error>;
    fn looks_at_times(&self) -> bool;
    fn equals(&self, other: &Filter) -> bool;
    fn hash(&self, hasher: &mut dyn Hasher);
}

impl Behaviour for Filter {
    fn filter(&self) -> &Filter {
        self
    }

    fn start(&self, reversed: bool) -> Result<Box<dyn FilterState>, Error> {
        Self::start(self, reversed)
    }

    fn looks_at_times(&self) -> bool {
        Self::looks_at_times(self)
    }

    fn equals(&self, other: &Filter) -> bool {
        self == other
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        Hash::hash(self, &mut hasher);
    }
}

/// `FirstKeyOnlyFilter` alone, which every `count` has: a program that counts need not contain the code of all filters.
struct FirstKey;

/// The filter that this is.
const FIRST_KEY: Filter = Filter::FirstKeyOnlyFilter;

impl Behaviour for FirstKey {
    fn filter(&self) -> &Filter {
        &FIRST_KEY
    }

    fn start(&self, _: bool) -> Result<Box<dyn FilterState>, Error> {
        Ok(Box::new(FirstKeyOnly::default()))
    }

    fn looks_at_times(&self) -> bool {
        false
    }

    fn equals(&self, other: &Filter) -> bool {
        matches!(other, Filter::FirstKeyOnlyFilter)
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        mem::discriminant(&FIRST_KEY).hash(&mut hasher); // as of every filter without arguments
    }
}

impl Debug for FirstKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FirstKeyOnlyFilter")
    }
}

impl Display for FirstKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FirstKeyOnlyFilter()")
    }
}

impl AnyFilter {
    /// `FirstKeyOnlyFilter`. Unlike [`From<Filter>`](Self::from), this does not make a program contain the code of all filters.
    pub fn first_key_only() -> Self {
        Self(Arc::new(FirstKey))
    }

    /// The filter itself.
    pub fn as_filter(&self) -> &Filter {
        self.0.filter()
    }

    /// The filter at the start of a region, as [`Filter::start`] makes it.
    ///
    /// # Errors
    /// As [`Filter::start`].
    pub fn start(&self, reversed: bool) -> Result<Box<dyn FilterState>, Error> {
        self.0.start(reversed)
    }

    /// Whether the filter decides by timestamps of cells.
    pub(crate) fn looks_at_times(&self) -> bool {
        self.0.looks_at_times()
    }
}

impl From<Filter> for AnyFilter {
    fn from(filter: Filter) -> Self {
        Self(Arc::new(filter))
    }
}

impl PartialEq for AnyFilter {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.filter())
    }
}

impl Eq for AnyFilter {}

impl Hash for AnyFilter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Debug for AnyFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for AnyFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, RandomState};

    #[test]
    fn it_is_its_filter() {
        let filter = |text: &str| Filter::parse(text.as_bytes()).expect("it is a filter");
        let (one, other) = (filter("PrefixFilter('a')"), filter("TimestampsFilter(1, 2)"));
        let (any, else_) = (AnyFilter::from(one.clone()), AnyFilter::from(other.clone()));
        assert_eq!(any.as_filter(), &one);
        assert_eq!((any == any.clone(), any == else_), (true, false));
        assert_eq!((any.to_string(), format!("{any:?}")), (one.to_string(), format!("{one:?}")));
        let hashes = RandomState::new();
        assert_eq!(hashes.hash_one(&any), hashes.hash_one(&one), "what is told of a world does not change");
        assert_eq!((any.looks_at_times(), else_.looks_at_times()), (false, other.looks_at_times()));
    }

    #[test]
    fn the_one_of_a_count_is_like_any_other() {
        let (own, one) = (AnyFilter::first_key_only(), AnyFilter::from(Filter::FirstKeyOnlyFilter));
        let other = AnyFilter::from(Filter::KeyOnlyFilter { length_as_value: false });
        assert_eq!((own == one, one == own, own == other, other == own), (true, true, false, false));
        assert_eq!((own.to_string(), format!("{own:?}")), (one.to_string(), format!("{one:?}")));
        let hashes = RandomState::new();
        assert_eq!(hashes.hash_one(&own), hashes.hash_one(&one));
        assert_eq!((own.as_filter(), own.looks_at_times()), (one.as_filter(), one.looks_at_times()));
    }
}
