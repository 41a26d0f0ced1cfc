//! A cluster for a session, or for the sessions of several clients; everything that is asked is done at once.

use crate::session::{Shell, Turn};
use crate::world::{Catalog, Demand, Reply};
use splitpoint_model::client::{Client, Request};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::query::Metrics;

/// Writes between two looks at what the servers would do by themselves.
const WRITES: u32 = 64;

/// A fresh cluster, a client and a clock.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// The cluster.
    pub cluster: Cluster,
    /// What belongs to the cluster and is not in the model, such as namespaces and snapshots.
    pub catalog: Catalog,
    clients: Vec<Client>,
    /// Number of the client that asks.
    speaker: usize,
    now: i64,
    writes: u32,
}

impl Local {
    /// One server without tables, at a time in milliseconds.
    pub fn new(now: i64) -> Self {
        Self {
            cluster: Cluster::new(Config::default()),
            catalog: Catalog::default(),
            clients: vec![Client::new(0)],
            speaker: 0,
            now,
            writes: 0,
        }
    }

    /// The time, in milliseconds.
    pub fn now(&self) -> i64 {
        self.now
    }

    /// Makes another client the one that asks; 0 is the first.
    pub fn speak_as(&mut self, client: u8) {
        self.speaker = usize::from(client);
        while self.clients.len() <= self.speaker {
            self.clients.push(Client::new(self.clients.len() as u8));
        }
    }

    /// Lets a session go on for at most so many operations.
    pub fn step(&mut self, shell: &mut Shell, most: u64) -> Turn {
        shell.step(&self.cluster, &mut self.catalog, self.now, most)
    }

    /// Does what is asked; `None` for a line or a file, which only the caller has. Time passes.
    pub fn answer(&mut self, demand: &Demand) -> Option<Reply> {
        // A time is never a whole second, so that all are printed with the same width.
        self.now += 3;
        self.now += i64::from(self.now % 1000 == 0);
        Some(match demand {
            Demand::Request(request) => {
                let writes = !matches!(request, Request::Get(..) | Request::Scan(..));
                let client = &mut self.clients[self.speaker];
                let answer = client.run(&mut self.cluster, request.clone(), self.now, &mut ());
                let metrics: Metrics = *client.metrics();
                if writes {
                    self.settle();
                }
                Reply::Response(answer, metrics)
            }
            Demand::Admin(admin) => {
                let outcome = self.cluster.run(admin.clone(), self.now, &mut ());
                if let (Ok(_), Admin::Split { table, .. } | Admin::Merge { table, .. }) = (&outcome, admin) {
                    // After a split or merge the servers compact the new regions, which still refer to files of their
                    // parents, unless `compaction_switch` forbids it.
                    let compact = Admin::Compact { table: table.clone(), family: None, row: None, major: false };
                    if self.catalog.switches.get("compaction") != Some(&false) {
                        drop(self.cluster.run(compact, self.now, &mut ()));
                    }
                }
                Reply::Admin(outcome)
            }
            Demand::ClearBlockCache(table) => Reply::Cleared(self.cluster.clear_block_cache(table)),
            Demand::Sleep(ms) => {
                self.now = self.now.saturating_add(i64::try_from(*ms).unwrap_or(i64::MAX));
                Reply::Slept
            }
            Demand::Line | Demand::File(_) => return None,
        })
    }

    /// Lets the servers flush and split what is too large.
    fn settle(&mut self) {
        self.writes += 1;
        if self.writes < WRITES {
            return;
        }
        self.writes = 0;
        for wanted in self.cluster.wants() {
            if matches!(wanted, Admin::FlushLarge { .. } | Admin::Split { .. }) {
                let refused = self.cluster.run(wanted, self.now, &mut ());
                // A server that cannot do it now will want it again, so an error is ignored.
                drop(refused);
            }
        }
    }
}
