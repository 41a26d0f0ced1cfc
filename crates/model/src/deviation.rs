//! Where this model differs from HBase on purpose: one list, which pages show.

/// A deliberate difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deviation {
    /// A short name that does not change.
    pub id: &'static str,
    /// What part of HBase it is about.
    pub area: Area,
    /// What is different.
    pub what: &'static str,
    /// Why the model does not do what HBase does.
    pub reason: &'static str,
    /// What somebody who knows HBase would notice.
    pub effect: &'static str,
}

/// The part of HBase that a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// What clients send, and writes.
    Calls,
    /// Scanners and filters.
    Reads,
    /// Servers, regions, and the work that nobody waits for.
    Regions,
    /// Store files, the log and the block cache.
    Files,
}

impl Area {
    /// Every area, in the order in which pages show them.
    pub const ALL: [Self; 4] = [Self::Calls, Self::Reads, Self::Regions, Self::Files];

    /// Its name, as a heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calls => "Calls and writes",
            Self::Reads => "Reads and filters",
            Self::Regions => "Servers, regions and background work",
            Self::Files => "Files, log and block cache",
        }
    }
}

/// What of HBase is not there at all.
pub const NOT_MODELLED: &str = "ZooKeeper and HDFS, a master that fails, region replicas, visibility labels, quotas, bulk \
     load, replication, MOB, access control, encoding and compression of blocks, in-memory compaction, and coprocessors \
     other than MultiRowMutationEndpoint.";

/// Every deliberate difference.
pub const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "split-jitter",
        area: Area::Regions,
        what: "The size at which a region is split is not varied by chance.",
        reason: "The size can be shown before it is reached, and every run is the same.",
        effect: "HBase draws up to 12.5 % more or less each time a region is opened.",
    },
    Deviation {
        id: "retry-jitter",
        area: Area::Calls,
        what: "Pauses between attempts have no random hundredth, and no time passes in them.",
        reason: "Time passes only where a step says so.",
        effect: "Retries show the pause HBase would make and go on at once.",
    },
    Deviation {
        id: "waiting-client",
        area: Area::Calls,
        what: "A client that has been refused waits until its region is served, and then tries again.",
        reason: "Fifteen attempts that cannot succeed say no more than one, and would multiply the schedules of a search.",
        effect: "Retries do not run out while a job that will open the region is still to be done.",
    },
    Deviation {
        id: "hopeless-retries",
        area: Area::Calls,
        what: "Attempts that must fail like the last one are made in one step.",
        reason: "The client looks the region up again and finds the same one, so nothing can have changed.",
        effect: "A multi-row call whose first row lies elsewhere fails after two calls instead of sixteen.",
    },
    Deviation {
        id: "endpoint-loaded",
        area: Area::Calls,
        what: "MultiRowMutationEndpoint is loaded for every table from the start.",
        reason: "So a transaction can be tried on any table.",
        effect: "HBase loads it only where an attribute of the table or the configuration says so; without it a call fails.",
    },
    Deviation {
        id: "lock-wait",
        area: Area::Calls,
        what: "Waiting for a row lock or for an earlier write takes no time; of several that wait anyone may be next.",
        reason: "Time passes only where a step says so, and the schedule decides who is next.",
        effect: "Nothing times out after 30 seconds, and the queue of a lock need not be first come, first served.",
    },
    Deviation {
        id: "sequential-batch",
        area: Area::Calls,
        what: "The calls of a batch go to one server after the other.",
        reason: "A client does one thing at a time, so that a reader can follow it.",
        effect: "HBase's client sends them at the same time.",
    },
    Deviation {
        id: "one-job-a-region",
        area: Area::Regions,
        what: "Of two pieces of background work on one region the later waits for the earlier.",
        reason: "What each of them does can be seen by itself.",
        effect: "In HBase a region may be flushed while it is compacted; closing a region ends its compactions.",
    },
    Deviation {
        id: "log-is-unflushed-edits",
        area: Area::Files,
        what: "The log of a server is one list of the edits that are not in store files yet.",
        reason: "Files of the log, their rolling and their archive decide nothing about the data.",
        effect: "A log never grows too long, and never asks for a flush.",
    },
    Deviation {
        id: "durability",
        area: Area::Files,
        what: "A table's SKIP_WAL takes effect; under ASYNC_WAL every edit is synced as under SYNC_WAL, and mutations have no \
               durability of their own.",
        reason: "Under ASYNC_WAL the log has the edit milliseconds after its answer: a real HBase whose server was killed \
                 at once lost nothing.",
        effect: "A crash loses only the unflushed edits of tables that skip the log.",
    },
    Deviation {
        id: "death-is-noticed",
        area: Area::Regions,
        what: "The death of a server is noticed at once.",
        reason: "The 90 seconds until its ZooKeeper session ends would only be waited for.",
        effect: "Recovery begins with the next step, and the server comes back when it is over.",
    },
    Deviation {
        id: "lease-at-once",
        area: Area::Reads,
        what: "An idle scanner is closed as soon as 60 seconds have passed.",
        reason: "HBase sleeps until the nearest lease ends, a tenth of a second at least.",
        effect: "There it may live about a tenth of a second longer.",
    },
    Deviation {
        id: "split-in-turn",
        area: Area::Regions,
        what: "The split of a whole table asks one region after the other, and ends at the first refusal.",
        reason: "So each split can be seen by itself.",
        effect: "HBase asks for all of them at once; those that are refused keep none of the others from being split.",
    },
    Deviation {
        id: "janitor-at-once",
        area: Area::Regions,
        what: "A parent is removed as soon as nothing refers to its files.",
        reason: "HBase's catalog janitor looks every five minutes.",
        effect: "There its row stays in hbase:meta for up to five minutes longer.",
    },
    Deviation {
        id: "meta-is-a-view",
        area: Area::Regions,
        what: "hbase:meta is a view of the cluster: the newest version of each of its cells, for the tables that users made.",
        reason: "What the cluster knows is kept once, and the shell reads it as it is.",
        effect: "HBase keeps three versions there, has rows of hbase:namespace, and lets whoever may write change them. A read \
                 of it is a call of a client there.",
    },
    Deviation {
        id: "references-at-once",
        area: Area::Regions,
        what: "A compacted file is let go of as soon as no scanner reads it.",
        reason: "HBase's CompactedHFilesDischarger archives such files every two minutes.",
        effect: "A daughter can be split or merged as soon as it is compacted; there up to two minutes later, since a \
                 compacted reference still counts.",
    },
    Deviation {
        id: "one-level-index",
        area: Area::Files,
        what: "The index of a store file has one level, however many blocks there are.",
        reason: "A second level would be one more word to learn, and chooses nearly the same middle.",
        effect: "Where the index is larger than 128 KB the size of a file differs by a little, and its middle may.",
    },
    Deviation {
        id: "data-blocks-only",
        area: Area::Files,
        what: "The block cache holds data blocks only, and makes room at once.",
        reason: "Blocks of indexes and Bloom filters are read with the file; a thread of its own evicts in HBase.",
        effect: "HBase's cache is a little fuller. A reversed scan asks it more often for the block before, and a compaction \
                 asks it too.",
    },
    Deviation {
        id: "balancer-steepest",
        area: Area::Regions,
        what: "The balancer takes the best move each time, and weighs numbers of regions and tables, not load or locality.",
        reason: "HBase tries moves by chance; the same numbers come out, and what is planned can be shown before.",
        effect: "Which of several equal regions moves may differ. It runs on request only, not every five minutes.",
    },
    Deviation {
        id: "busy-by-size",
        area: Area::Regions,
        what: "BusyRegionSplitPolicy looks at the size only, not at the share of writes that a full memstore refuses.",
        reason: "The share hangs on how many attempts a client makes while minutes of real time pass.",
        effect: "HBase also splits a region that has been open for ten minutes, where it refuses a fifth as many writes as it \
                 takes, counted in windows of five minutes.",
    },
    Deviation {
        id: "no-periodic-work",
        area: Area::Regions,
        what: "Nothing is flushed or compacted because of its age.",
        reason: "HBase flushes after an hour and rewrites all files after a week, give or take half.",
        effect: "Time alone changes no file.",
    },
    Deviation {
        id: "filter-depth",
        area: Area::Reads,
        what: "Filters are nested up to 200 deep.",
        reason: "The stack of a page is small, and a deeper one would end it.",
        effect: "HBase reads and runs deeper ones, as far as the stack of its servers goes.",
    },
    Deviation {
        id: "regex-work",
        area: Area::Reads,
        what: "A regular expression in a filter has at most 10,000 parts, and looks at as much of a value as takes 50,000,000 \
               steps: one for each part at each byte.",
        reason: "Nothing can stop in the middle of a search, and a page would stand still.",
        effect: "HBase looks at the whole value, however long it takes.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_named_once_and_said_in_full() {
        for (at, deviation) in DEVIATIONS.iter().enumerate() {
            assert!(DEVIATIONS[..at].iter().all(|other| other.id != deviation.id), "{}", deviation.id);
            let sentences = [deviation.what, deviation.reason, deviation.effect];
            assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{}", deviation.id);
        }
    }

    #[test]
    fn every_difference_stands_in_an_area_that_is_shown() {
        let shown = |area| DEVIATIONS.iter().filter(|one| one.area == area).count();
        assert_eq!(Area::ALL.into_iter().map(shown).sum::<usize>(), DEVIATIONS.len());
        assert!(Area::ALL.into_iter().all(|area| shown(area) > 0));
    }

    #[test]
    fn the_documentation_lists_the_same() {
        let page = include_str!("../../../docs/fidelity.md");
        assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(NOT_MODELLED));
        let listed: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        let ours = DEVIATIONS.iter().map(|one| format!("| `{}` | {} | {} |", one.id, one.what, one.effect));
        assert_eq!(listed, ours.collect::<Vec<_>>());
    }
}
