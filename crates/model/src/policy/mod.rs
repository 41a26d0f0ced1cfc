//! What the servers decide by themselves, as pure functions from facts to a plan: when and where a region is split,
//! which files are compacted, which memstores are flushed. A page can ask them what *would* happen.

pub mod compaction;
pub mod flush;
pub mod split;
