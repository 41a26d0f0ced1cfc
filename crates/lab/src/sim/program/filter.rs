//! The filter that pages ask for. Its code, that of HBase's filters and of their language, is a tenth of what a page
//! loads, and is wanted by pages only: a program that is split into parts brings it later.

use crate::intent::Pages;
use crate::sim::refusal::Objection;
use splitpoint_model::bytes::Qualifier;
use splitpoint_model::error::Error;
use splitpoint_model::filter::{AnyFilter, Filter, ListOp};
use std::sync::OnceLock;

/// Makes the filter that pages ask for; `None` where they ask for none.
///
/// # Errors
/// What is wrong with the text of the filter.
pub type Making = fn(&Pages) -> Result<Option<AnyFilter>, Error>;

/// The code that makes filters.
pub const MAKING: Making = made;

/// What was brought. It is code, the same for every world, and no part of one.
static BROUGHT: OnceLock<Making> = OnceLock::new();

/// What a program has that is not split.
const BUILT_IN: Option<Making> = if cfg!(feature = "split") { None } else { Some(MAKING) };

/// Takes in the code that makes filters, which is [`MAKING`], where it was loaded later than the rest. Once is enough.
pub fn bring(making: Making) {
    let _ = BROUGHT.set(making);
}

/// The filter that pages ask for; an error where its text is wrong.
pub(crate) fn of(pages: &Pages) -> Result<Result<Option<AnyFilter>, Error>, Objection> {
    if !pages.is_filtered() {
        return Ok(Ok(None));
    }
    let making = BROUGHT.get().copied().or(BUILT_IN).ok_or(Objection::NoFilters)?;
    Ok(making(pages))
}

fn made(pages: &Pages) -> Result<Option<AnyFilter>, Error> {
    let bound = |qualifier: &Vec<u8>| (!qualifier.is_empty()).then(|| Qualifier::from(qualifier.as_slice()));
    let mut filters = Vec::new();
    if let Some((from, to)) = &pages.columns {
        filters.push(Filter::ColumnRangeFilter {
            min: bound(from),
            min_inclusive: true,
            max: bound(to),
            max_inclusive: false,
        });
    }
    if !pages.filter.trim().is_empty() {
        filters.push(Filter::parse(pages.filter.as_bytes())?);
    }
    let filter = match filters.len() {
        0 | 1 => filters.pop(),
        _ => Some(Filter::FilterList { op: ListOp::MustPassAll, filters }),
    };
    Ok(filter.map(AnyFilter::from))
}
