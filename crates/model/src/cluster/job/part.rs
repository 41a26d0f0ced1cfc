//! The parts of jobs.

/// What a job does in one atom. Which parts it has, and in which order, depends on its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobPart {
    /// The master writes into `hbase:meta` which regions there are, or what has become of a table.
    WriteMeta,
    /// A server begins to serve regions.
    Open,
    /// Regions take no more requests.
    Close,
    /// A region writes its memstore into files and is not served any more.
    FlushAndClose,
    /// The files of a dropped table go.
    Remove,
    /// A memstore is put aside to be flushed.
    Snapshot,
    /// What was put aside is written into files.
    WriteFiles,
    /// The new files take the place of what was put aside.
    Commit,
    /// The files to be compacted are chosen.
    Select,
    /// One file is written from those that were chosen.
    Rewrite,
    /// The new file takes their place.
    Replace,
    /// The row is chosen at which a region is cut.
    Choose,
    /// Two daughters are made that refer to the files of their parent.
    MakeDaughters,
    /// A region is made that refers to the files of its parents.
    MakeMerged,
    /// A server dies.
    Die,
    /// A dead server comes back, empty.
    Restart,
    /// A region gets back from the log what its server had in memory.
    Replay,
}

impl JobPart {
    /// What it does, in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WriteMeta => "write meta",
            Self::Open => "open",
            Self::Close => "close",
            Self::FlushAndClose => "flush and close",
            Self::Remove => "remove",
            Self::Snapshot => "snapshot",
            Self::WriteFiles => "write files",
            Self::Commit => "commit",
            Self::Select => "select files",
            Self::Rewrite => "rewrite",
            Self::Replace => "replace files",
            Self::Choose => "choose split point",
            Self::MakeDaughters => "make daughters",
            Self::MakeMerged => "make merged region",
            Self::Die => "die",
            Self::Restart => "restart",
            Self::Replay => "replay log",
        }
    }
}
