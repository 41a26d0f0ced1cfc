//! Forms: what would come of what is typed into one.

pub mod preview;
