//! The key space as a picture: where regions, lines, files and marks are, and how wide columns are. The page draws its
//! grid by the [`Axis`] and the widths of columns; [`Layout`] is a whole picture for documents, of a
//! moment or of a growth, which [`Layout::svg`]
//! writes as a file. Both take all their words from the view.

mod axis;
mod file;
mod fold;
mod growth;
mod heat;
mod layout;
mod metric;
mod paint;
mod shape;
mod svg;
mod width;

pub use axis::{Axis, Card, GAP, TALL};
pub use file::{bar, shared};
pub use layout::{Layout, Wish};
pub use paint::Theme;
pub use width::{Fit, Widths, equal_beginning, short_owner, without_beginning};
