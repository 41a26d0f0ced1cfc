//! A cluster and its client, driven step by step.
//!
//! The client waits for each answer, so nothing happens at the same time. Time is a counter: it moves by
//! [`STEP_MS`] with each step, and jumps with a `tick`.

use crate::answer::{self, Times};
use crate::difference::verb;
use crate::layout;
use crate::request::{self, Refusal, attributes, bytes, table, text};
use serde_json::{Value as Json, json};
use splitpoint_model::bytes::TableName;
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Assignment, Cluster, Config, Priority};
use splitpoint_model::error::Error;
use splitpoint_model::event::ScannerId;
use splitpoint_model::map::Map;
use splitpoint_model::region::Region;
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use splitpoint_model::store::{MemStore, Store};

const START_MS: i64 = 1_700_000_000_000;
/// At least 2, as in the recordings.
const STEP_MS: i64 = 5;
/// More atoms than any step of a recording takes.
const MOST_ATOMS: u32 = 1_000_000;

/// An open scanner.
#[derive(Clone, Hash)]
struct Scanner {
    id: ScannerId,
    table: TableName,
    raw: bool,
}

/// The state of a replay.
#[derive(Clone, Hash)]
pub(crate) struct World {
    /// The servers.
    pub(crate) cluster: Cluster,
    /// Who does the steps, and the first list of a race.
    pub(crate) client: Client,
    /// The clock of the servers.
    pub(crate) now: i64,
    auto: bool,
    scanners: Map<String, Scanner>,
    /// Hits and misses of each block cache when it was asked last.
    block_reads: Vec<(u64, u64)>,
}

impl World {
    /// Two servers without tables; all regions will lie on the first of them.
    pub(crate) fn new(auto: bool) -> Self {
        let assignment = Assignment::FirstServer;
        Self {
            cluster: Cluster::new(Config { servers: 2, assignment, settings: settings(), ..Config::default() }),
            client: Client::new(0),
            now: START_MS,
            auto,
            scanners: Map::new(),
            block_reads: Vec::new(),
        }
    }

    /// Does a step and says what came of it, in the form of the recordings.
    pub(crate) fn perform(&mut self, step: &Json) -> Json {
        self.now += STEP_MS;
        let answer = match verb(step) {
            "tick" => {
                self.now += step["ms"].as_i64().expect("milliseconds");
                Ok(json!({}))
            }
            "balance" => Ok(layout::balance(step)),
            "blockCache" => Ok(self.block_caches(step["counts"].as_bool().unwrap_or(true))),
            "next" => self.next(step),
            "closeScan" => self.close(step),
            "regions" | "files" | "memstore" | "requests" | "checkSplit" => self.look(step),
            "put" | "delete" | "increment" | "append" | "get" | "scan" | "openScan" | "check" | "mutate"
            | "mutateRows" | "batch" => self.ask(step),
            _ => self.administer(step),
        };
        answer.unwrap_or_else(|refusal| refused(&refusal))
    }

    /// `{"servers": [{"hits"?, "misses"?, "single", "multi", "memory"}]}`: data blocks that were found in the block cache and that
    /// were not, since it was asked last, and how many each share of it has.
    fn block_caches(&mut self, counts: bool) -> Json {
        let servers = self.cluster.servers().enumerate().map(|(at, server)| {
            let cache = self.cluster.block_cache(server).expect("every server has one");
            let (hits, misses) = self.block_reads.get(at).copied().unwrap_or_default();
            let share = |priority| cache.blocks(priority);
            let (single, multi, memory) = (share(Priority::Single), share(Priority::Multi), share(Priority::Memory));
            let mut told = json!({ "single": single, "multi": multi, "memory": memory });
            if counts {
                told["hits"] = (cache.hits() - hits).into();
                told["misses"] = (cache.misses() - misses).into();
            }
            told
        });
        let told = json!({ "servers": servers.collect::<Vec<_>>() });
        let caches = self.cluster.servers().filter_map(|server| self.cluster.block_cache(server));
        self.block_reads = caches.map(|cache| (cache.hits(), cache.misses())).collect();
        told
    }

    /// All that can be read, and the regions it lies in.
    pub(crate) fn sight(&self) -> String {
        let mut world = self.clone();
        let tables: Vec<String> = self.cluster.tables().map(|table| table.name.to_string()).collect();
        let mut looks = Vec::new();
        for table in &tables {
            for what in ["scan", "regions", "files", "memstore"] {
                looks.push(world.perform(&json!({ "do": what, "table": table, "versions": i32::MAX })));
            }
            looks.push(world.perform(&json!({ "do": "scan", "table": table, "versions": i32::MAX, "raw": true })));
        }
        for (_, store) in
            self.cluster.tables().flat_map(|table| self.cluster.regions(&table.name)).flat_map(Region::stores)
        {
            looks.push(later_markers(store).into());
        }
        Json::from(looks).to_string()
    }

    /// What the model's times are compared with.
    pub(crate) fn times(&self) -> Times {
        Times { now: self.now }
    }

    /// The table a step is about.
    pub(crate) fn table(&self, step: &Json) -> TableName {
        let scanner = step["id"].as_str().and_then(|id| self.scanners.get(id));
        scanner.map_or_else(|| table(step), |scanner| scanner.table.clone())
    }

    fn run(&mut self, request: Request) -> Result<Response, Error> {
        self.client.start(request);
        for _ in 0..MOST_ATOMS {
            if let Some(answer) = self.client.step(&mut self.cluster, self.now, &mut ()) {
                return answer;
            }
        }
        panic!("the operation does not end: {:?}", self.client.next(&self.cluster));
    }

    fn ask(&mut self, step: &Json) -> Result<Json, Refusal> {
        let request = request::request(step)?;
        let writes = !matches!(request, Request::Get(..) | Request::Scan(..) | Request::OpenScan(..));
        let answer = self.run(request);
        if self.auto && writes {
            self.settle(&table(step));
        }
        Ok(match answer? {
            Response::Scanner(scanner) => {
                let scanner = Scanner { id: scanner, table: table(step), raw: is_raw(step) };
                self.scanners.insert(text(&step["id"]).to_owned(), scanner);
                json!({})
            }
            Response::Rows { results, .. } => {
                let results = answer::results(&results, is_raw(step), self.times());
                json!({ "results": results, "metrics": answer::metrics(self.client.metrics()) })
            }
            response => answer::response(&response, step, self.times()),
        })
    }

    fn next(&mut self, step: &Json) -> Result<Json, Refusal> {
        let response = self.run(self.request(step)?)?;
        Ok(self.answered(step, &response))
    }

    /// The request of a step of a race, or of a `next`.
    pub(crate) fn request(&self, step: &Json) -> Result<Request, Refusal> {
        if verb(step) != "next" {
            return request::request(step);
        }
        let scanner = self.scanners[text(&step["id"])].id;
        let n = u32::try_from(step["n"].as_u64().expect("a number")).expect("a number of 32 bits");
        Ok(Request::Next { scanner, n })
    }

    /// What is told of the response to such a request.
    pub(crate) fn answered(&self, step: &Json, response: &Response) -> Json {
        let Response::Rows { results, done } = response else {
            return answer::response(response, step, self.times());
        };
        let next = verb(step) == "next";
        let raw = if next { self.scanners[text(&step["id"])].raw } else { is_raw(step) };
        let results = answer::results(results, raw, self.times());
        if next && *done { json!({ "results": results, "done": true }) } else { json!({ "results": results }) }
    }

    fn close(&mut self, step: &Json) -> Result<Json, Refusal> {
        if let Some(scanner) = self.scanners.remove(text(&step["id"])) {
            self.run(Request::CloseScan(scanner.id))?;
        }
        Ok(json!({}))
    }

    /// Lets the servers do what they would do by themselves: flush what is too large, and split what is too large
    /// after such a flush.
    fn settle(&mut self, table: &str) {
        loop {
            let flushes: Vec<_> =
                self.cluster.wants().into_iter().filter(|admin| matches!(admin, Admin::FlushLarge { .. })).collect();
            if flushes.is_empty() {
                return;
            }
            for flush in flushes {
                let Admin::FlushLarge { row, .. } = &flush else { continue };
                let region = self.cluster.locate(table, row).map(Region::id);
                self.cluster.run(flush, self.now, &mut ()).expect("a flush succeeds");
                let split = self.cluster.wants().into_iter().find(|admin| match admin {
                    Admin::Split { row: Some(row), .. } => {
                        self.cluster.locate(table, row).map(Region::id) == region && region.is_some()
                    }
                    _ => false,
                });
                if let Some(split) = split {
                    self.cluster.run(split, self.now, &mut ()).expect("a split that is wanted succeeds");
                }
            }
        }
    }

    fn look(&mut self, step: &Json) -> Result<Json, Refusal> {
        let table = table(step);
        if self.cluster.table(&table).is_none() {
            return Err(Refusal::Model(Error::TableNotFound { table }));
        }
        let with_index = step["index"].as_bool().unwrap_or(false);
        Ok(match verb(step) {
            "regions" => layout::regions(&self.cluster, &table),
            "memstore" => layout::memstores(&self.cluster, &table),
            "requests" => layout::requests(&self.cluster, &table),
            "checkSplit" => layout::splits(&self.cluster, &table),
            _ => layout::files(&self.cluster, &table, with_index, self.times()),
        })
    }

    fn administer(&mut self, step: &Json) -> Result<Json, Refusal> {
        let admin = self.admin(step)?;
        self.cluster.run(admin, self.now, &mut ())?;
        let made = matches!(verb(step), "split" | "merge");
        Ok(if made { layout::regions(&self.cluster, &table(step)) } else { json!({}) })
    }

    /// The piece of work that a step asks for.
    pub(crate) fn admin(&self, step: &Json) -> Result<Admin, Refusal> {
        let table = table(step);
        let row = |name: &str| step.get(name).map(|row| bytes(row).into());
        let family = || step.get("family").map(|family| bytes(family).into());
        Ok(match verb(step) {
            "create" => Admin::CreateTable { descriptor: self.descriptor(step)?, splits: keys(&step["splits"]) },
            "alter" => Admin::AlterTable {
                families: self.families(step)?,
                remove: keys(&step["removeFamilies"]),
                attributes: attributes(step),
                table: table.clone(),
            },
            "drop" => Admin::DropTable { table: table.clone() },
            "truncate" => Admin::TruncateTable { table: table.clone(), preserve_splits: false },
            "truncatePreserve" => Admin::TruncateTable { table: table.clone(), preserve_splits: true },
            "disable" => Admin::DisableTable { table: table.clone() },
            "enable" => Admin::EnableTable { table: table.clone() },
            "flush" => Admin::Flush { table: table.clone(), family: family(), row: row("region") },
            "compact" | "majorCompact" => {
                let major = verb(step) == "majorCompact";
                Admin::Compact { table: table.clone(), family: family(), row: row("region"), major }
            }
            "split" => Admin::Split { table: table.clone(), at: row("at"), row: row("region") },
            "merge" => Admin::Merge {
                table: table.clone(),
                rows: keys(&step["of"]),
                force: step["force"].as_bool().unwrap_or(false),
            },
            "move" => Admin::Move { table: table.clone(), row: row("region").expect("a row"), to: None },
            "crash" => {
                let row = row("region").unwrap_or_default();
                let region = self.cluster.locate(&table, &row).expect("a region").id();
                Admin::Crash { server: self.cluster.server_of(region).expect("a server") }
            }
            other => panic!("no step {other}"),
        })
    }

    fn descriptor(&self, step: &Json) -> Result<TableDescriptor, Refusal> {
        let descriptor = TableDescriptor::new(&table(step), self.families(step)?);
        Ok(attributes(step).into_iter().fold(descriptor, |descriptor, (name, value)| match value {
            Some(value) => descriptor.with(&name, &value),
            None => descriptor,
        }))
    }

    fn families(&self, step: &Json) -> Result<Vec<FamilyDescriptor>, Refusal> {
        let known = self.cluster.table(&table(step)).filter(|_| verb(step) == "alter");
        if verb(step) == "alter" && known.is_none() {
            return Err(Refusal::Model(Error::TableNotFound { table: table(step) }));
        }
        let families = step["families"].as_array().into_iter().flatten();
        families
            .map(|json| request::family(json, |name| known?.families.get(name).map(|family| (**family).clone())))
            .collect()
    }
}

/// What is told of a step that is refused.
pub(crate) fn refused(refusal: &Refusal) -> Json {
    match refusal {
        Refusal::Model(refused) => answer::error(refused),
        Refusal::Client(class) => json!({ "error": class }),
    }
}

fn is_raw(step: &Json) -> bool {
    step["raw"].as_bool().unwrap_or(false)
}

/// As the HBase of the recordings has it: writes wait for no flush, which would come by a step only.
fn settings() -> Map<String, String> {
    [("hbase.hregion.memstore.block.multiplier".to_owned(), "1000000".to_owned())].into_iter().collect()
}

fn keys<T: From<Vec<u8>>>(json: &Json) -> Vec<T> {
    json.as_array().into_iter().flatten().map(|key| bytes(key).into()).collect()
}

/// Where deleted cells are kept: of each marker, which puts are newer, for a compaction drops it once all are.
fn later_markers(store: &Store) -> Vec<bool> {
    if store.descriptor().keep_deleted_cells == KeepDeletedCells::False {
        return Vec::new();
    }
    let in_memory = store.snapshot().into_iter().chain([store.memstore()]).flat_map(MemStore::iter);
    let cells: Vec<&Cell> = store.files().iter().flat_map(|file| file.cells()).chain(in_memory).collect();
    let (markers, puts): (Vec<&Cell>, Vec<&Cell>) = cells.into_iter().partition(|cell| cell.cell_type().is_delete());
    markers.iter().flat_map(|marker| puts.iter().map(|put| marker.timestamp() < put.timestamp())).collect()
}
