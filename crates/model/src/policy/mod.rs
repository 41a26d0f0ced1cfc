//! What servers and master decide by themselves, as pure functions from facts to a plan: when and where a region is
//! split, which files are compacted, which memstores are flushed, which regions are moved. A page can ask them what
//! *would* happen.

pub mod balancer;
pub mod compaction;
pub mod flush;
pub mod split;
