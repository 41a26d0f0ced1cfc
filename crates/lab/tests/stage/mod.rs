//! Runs scripts against a session.

use goldenscript::{Argument, Command, Context, Runner};
use splitpoint_lab::intent::{AdminIntent, DeleteWhat, Intent, LastRowMethod, Pages, Paging, Prefix, Raw, RowMutation};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::{Actor, LETTERS};
use splitpoint_lab::view::{EntryView, Grain, LaneState};
use splitpoint_lab::words::Regions;
use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::query::Scan;
use std::error::Error;
use std::fmt::Write;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A session, and the table that is spoken of.
#[derive(Default)]
pub(crate) struct Stage {
    pub(crate) session: Session,
    table: String,
}

/// Positional and named arguments of a command.
struct Arguments<'a> {
    command: &'a Command,
}

impl<'a> Arguments<'a> {
    fn positional(&self) -> impl Iterator<Item = &'a str> {
        self.command.args.iter().filter_map(|argument| match argument {
            Argument::Positional(value) => Some(value.as_str()),
            _ => None,
        })
    }

    fn first(&self) -> Outcome<&'a str> {
        self.positional().next().ok_or_else(|| format!("{} wants an argument", self.command.name).into())
    }

    fn has(&self, word: &str) -> bool {
        self.positional().any(|value| value == word)
    }

    fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.command.args.iter().filter_map(|argument| match argument {
            Argument::KeyValue(key, value) => Some((key.as_str(), value.as_str())),
            _ => None,
        })
    }

    fn named(&self, name: &str) -> Option<&'a str> {
        self.pairs().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    fn number(&self, name: &str, default: u32) -> Outcome<u32> {
        Ok(self.named(name).map_or(Ok(default), str::parse)?)
    }
}

/// `c:text` as family and qualifier.
fn column(text: &str) -> (String, Raw) {
    let (family, qualifier) = text.split_once(':').unwrap_or((text, ""));
    (family.to_owned(), qualifier.into())
}

impl Stage {
    fn key(&self, typed: &str) -> Outcome<Raw> {
        Ok(self.session.key(&self.table).encode(typed)?)
    }

    fn keys(&self) -> impl Fn(&str, &[u8]) -> String + use<> {
        let start = self.session.start().clone();
        move |table, row| start.key(table).to_text(row)
    }

    fn start(&mut self, id: &str) -> Outcome<String> {
        let start = scenario::start(id).ok_or("no such start")?;
        self.table = start.tables.first().map(|table| table.name.clone()).unwrap_or_default();
        self.session = Session::from_start(start)?;
        Ok(String::new())
    }

    fn cells(&self, arguments: &Arguments<'_>) -> Vec<(String, Raw, Raw)> {
        let cell = |(name, value): (&str, &str)| {
            let (family, qualifier) = column(name);
            (family, qualifier, Raw::from(value))
        };
        arguments.pairs().filter(|(name, _)| name.contains(':')).map(cell).collect()
    }

    fn intent(&self, command: &Command) -> Outcome<Option<Intent>> {
        let arguments = Arguments { command };
        let table = self.table.clone();
        Ok(Some(match command.name.as_str() {
            "insert" => {
                let cells = self.cells(&arguments).into_iter();
                let cells = cells.map(|(family, qualifier, value)| (family, qualifier, None, value));
                Intent::Insert { table, row: self.key(arguments.first()?)?, cells: cells.collect() }
            }
            "delete" => {
                let cells = arguments.positional().skip(1).map(|name| {
                    let (family, qualifier) = column(name);
                    DeleteWhat::Columns(family, qualifier, None)
                });
                Intent::Delete { table, row: self.key(arguments.first()?)?, cells: cells.collect() }
            }
            "get" => Intent::Get {
                table,
                row: self.key(arguments.first()?)?,
                versions: arguments.number("versions", 1)?.cast_signed(),
            },
            "prepend" => Intent::Prepend {
                table,
                check: column(arguments.named("check").unwrap_or("c:text")),
                cells: self.cells(&arguments),
                blind: arguments.has("blind"),
                highest: i64::from(arguments.number("highest", 20)?),
            },
            "first" => Intent::FirstRow {
                table,
                prefixes: u8::try_from(arguments.number("prefixes", 0)?)?,
                prefix: if arguments.has("digits") { Prefix::Digits } else { Prefix::Byte },
            },
            "last" => Intent::LastRow {
                table,
                method: match arguments.first()? {
                    "full" => LastRowMethod::FullScan,
                    "reversed" => LastRowMethod::Reversed,
                    "bisection" => LastRowMethod::Bisection(u8::try_from(arguments.number("width", 8)?)?),
                    "constant" => LastRowMethod::ConstantKey(self.key(arguments.named("key").unwrap_or("20"))?),
                    "int" => LastRowMethod::ConstantKey(arguments.number("key", 20)?.to_be_bytes().into()),
                    other => return Err(format!("no way to the last row: {other}").into()),
                },
            },
            "pages" => Intent::Pages(Pages {
                table,
                start: self.key(arguments.named("start").unwrap_or(""))?,
                stop: self.key(arguments.named("stop").unwrap_or(""))?,
                size: arguments.number("size", 2)?,
                pages: arguments.number("pages", 3)?,
                by: if arguments.has("offset") { Paging::Offset } else { Paging::Cursor },
                reversed: arguments.has("reversed"),
                caching: arguments.number("caching", 0)?,
                batch: arguments.number("batch", 0)?,
                columns: arguments.named("from").map(|from| (from.into(), arguments.named("to").unwrap_or("").into())),
                filter: arguments.named("filter").unwrap_or("").to_owned(),
            }),
            "transaction" => self.transaction(&arguments)?,
            "flush" => Intent::Admin(AdminIntent::Flush(table, None)),
            "compact" => Intent::Admin(AdminIntent::Compact(table, None, arguments.has("major"))),
            "split" => {
                let at = arguments.named("at").map(|at| self.key(at)).transpose()?;
                let region = arguments.named("region").map(|row| self.key(row)).transpose()?;
                Intent::Admin(AdminIntent::Split { table, region, at })
            }
            "merge" => {
                let rows = arguments.positional().map(|row| self.key(row)).collect::<Outcome<Vec<_>>>()?;
                let [first, second] = rows.as_slice() else { return Err("merge wants two rows".into()) };
                Intent::Admin(AdminIntent::Merge(table, first.clone(), second.clone()))
            }
            "move" => Intent::Admin(AdminIntent::Move(table, self.key(arguments.first()?)?)),
            "balance" => Intent::Admin(AdminIntent::Balance),
            "crash" => Intent::Admin(AdminIntent::Crash(arguments.first()?.parse()?)),
            "create" => {
                let mut words = arguments.positional();
                let (Some(name), Some(family)) = (words.next(), words.next()) else {
                    return Err("create wants a table and a family".into());
                };
                let pairs = arguments.pairs().map(|(name, value)| (name.to_owned(), value.to_owned()));
                let (family_attributes, attributes) = pairs
                    .partition(|(name, _)| ["VERSIONS", "BLOCKSIZE", "TTL", "BLOOMFILTER"].contains(&name.as_str()));
                let splits = words.map(|split| self.key(split)).collect::<Outcome<Vec<_>>>()?;
                Intent::Admin(AdminIntent::Create {
                    table: name.to_owned(),
                    families: vec![(family.to_owned(), family_attributes)],
                    attributes,
                    splits,
                })
            }
            "drop" => Intent::Admin(AdminIntent::Drop(table)),
            _ => return Ok(None),
        }))
    }

    /// `put=19/c:text/words`, `delete=18/c:text`, `delete=18`, `if=17/c:text` (absent), `if=17/c:text/words`.
    fn transaction(&self, arguments: &Arguments<'_>) -> Outcome<Intent> {
        let mut mutations = Vec::new();
        let mut conditions = Vec::new();
        for (name, text) in arguments.pairs() {
            let parts: Vec<&str> = text.splitn(3, '/').collect();
            let row = || self.key(parts[0]);
            match (name, parts.as_slice()) {
                ("put", [_, name, value]) => {
                    let (family, qualifier) = column(name);
                    mutations.push(RowMutation::Put(row()?, family, qualifier, (*value).into()));
                }
                ("delete", [_, name]) => {
                    let (family, qualifier) = column(name);
                    mutations.push(RowMutation::Delete(row()?, family, qualifier));
                }
                ("delete", [_]) => mutations.push(RowMutation::DeleteRow(row()?)),
                ("if", [_, name, rest @ ..]) => {
                    let (family, qualifier) = column(name);
                    conditions.push((row()?, family, qualifier, rest.first().map(|value| (*value).into())));
                }
                ("routing", _) => {}
                _ => return Err(format!("what is {name}={text}?").into()),
            }
        }
        let routing_row = arguments.named("routing").map(|row| self.key(row)).transpose()?.unwrap_or_default();
        Ok(Intent::Transaction { table: self.table.clone(), routing_row, mutations, conditions })
    }

    /// The step at the cursor: who did what.
    fn sentence(&self) -> String {
        let sentence = self.session.stage().sentence(&self.keys());
        let position = self.session.stage().timeline(&self.keys()).position;
        match sentence.client {
            Some(letter) => format!("{position} {letter} {}", sentence.text()),
            None => format!("{position} {}", sentence.text()),
        }
    }

    fn steps(&mut self, times: u32, mut step: impl FnMut(&mut Session) -> bool) -> String {
        let mut said = String::new();
        for _ in 0..times {
            if !step(&mut self.session) {
                said.push_str("nobody can\n");
                break;
            }
            let _ = writeln!(said, "{}", self.sentence());
        }
        said
    }

    /// One step after the other at the grain until there is nothing more to do.
    fn run(&mut self, mut step: impl FnMut(&mut Session) -> bool) -> String {
        let mut said = String::new();
        while step(&mut self.session) {
            let _ = writeln!(said, "{}", self.sentence());
        }
        said
    }

    /// Inserts so many rows with values of 100 bytes, each with all the work it causes.
    fn fill(&mut self, client: u8, arguments: &Arguments<'_>) -> Outcome<String> {
        let mut said = String::new();
        for row in 0..arguments.first()?.parse::<u32>()? {
            let cells = vec![("f".to_owned(), b"q".to_vec(), None, vec![b'v'; 100])];
            let row = format!("row{row:05}").into_bytes();
            self.session.submit(client, Intent::Insert { table: self.table.clone(), row, cells })?;
            while self.session.step_client(client) {}
            let jobs = |session: &Session| -> Vec<u32> { session.world().jobs().map(|job| job.id()).collect() };
            while let Some(job) = jobs(&self.session).first() {
                let position = self.session.stage().timeline(&self.keys()).position;
                let title = self.session.stage().title(Actor::Job(*job), &self.keys());
                writeln!(said, "{position} {title}")?;
                assert!(self.session.run_job(*job, 1000), "a job comes to its end");
            }
        }
        Ok(said)
    }

    fn lanes(&self) -> String {
        let mut text = String::new();
        for client in 0..self.session.clients() {
            let _ = self.lane(&mut text, client);
        }
        text
    }

    fn lane(&self, text: &mut String, client: u8) -> std::fmt::Result {
        let (keys, actor) = (self.keys(), Actor::Client(client));
        let state = match self.session.stage().lane_state(actor, &keys) {
            LaneState::Waiting(what) => format!("waiting: {what}"),
            state => format!("{state:?}").to_lowercase(),
        };
        writeln!(text, "{} {}: {state}", LETTERS[usize::from(client)], self.session.stage().title(actor, &keys))?;
        for EntryView { text: label, answer, current, position, .. } in self.session.stage().entries(actor, 40, &keys) {
            let mark = if current { "*" } else { " " };
            writeln!(text, "  {mark}{position:3} {label} {}", answer.unwrap_or_default())?;
        }
        for memory in self.session.stage().memory(client, &keys) {
            let stale = memory.stale.map(|stale| format!(" ({stale})")).unwrap_or_default();
            writeln!(text, "      {} = {}{stale}", memory.name, memory.value)?;
        }
        if let Some(next) = self.session.stage().lane_next(actor, &keys) {
            writeln!(text, "    > {}", next.text)?;
        }
        Ok(())
    }

    /// What a reader would get, region by region.
    fn rows(&self) -> Outcome<String> {
        let mut text = String::new();
        let world = self.session.world();
        let mut cluster = world.cluster().clone();
        let keys = self.keys();
        let key = |row: &[u8], open: &str| if row.is_empty() { open.to_owned() } else { keys(&self.table, row) };
        let regions: Vec<_> = cluster
            .regions(&self.table)
            .map(|region| (region.id(), region.start().clone(), region.end().clone()))
            .collect();
        for (id, start, end) in regions {
            let server = cluster.server_of(id).map_or_else(|| "?".to_owned(), splitpoint_lab::words::server_name);
            writeln!(text, "{} [{}, {}) on {server}", world.label(id), key(&start, "−∞"), key(&end, "+∞"))?;
            let scan = Scan { start, stop: end, ..Scan::default() };
            let request = Request::Scan(self.table.as_str().into(), scan);
            let Response::Rows { results, .. } =
                Client::new(99).run(&mut cluster, request, world.clock().now(), &mut ())?
            else {
                return Err("a scan answers with rows".into());
            };
            for result in results {
                let cells = result.cells.iter().map(|cell| {
                    let (family, qualifier) = (to_string_binary(cell.family()), to_string_binary(cell.qualifier()));
                    format!("{family}:{qualifier}@{} {}", cell.timestamp(), String::from_utf8_lossy(cell.value()))
                });
                let cells: Vec<String> = cells.collect();
                writeln!(text, "  {}: {}", keys(&self.table, result.row().unwrap_or_default()), cells.join(" | "))?;
            }
        }
        Ok(text)
    }

    fn regions(&self) -> String {
        let world = self.session.world();
        world.cluster().regions(&self.table).fold(String::new(), |mut text, region| {
            let _ = writeln!(
                text,
                "{} [{}, {}) on {}",
                world.label(region.id()),
                to_string_binary(region.start()),
                to_string_binary(region.end()),
                splitpoint_lab::words::server_name(region.server())
            );
            text
        })
    }

    fn cost(&self) -> String {
        let cost = self.session.stage().cost(&self.keys());
        let counted = cost.counters.iter().filter(|counter| counter.value > 0);
        let counters: Vec<String> =
            counted.map(|counter| format!("  {} {} (+{})", counter.name, counter.value, counter.delta)).collect();
        format!("{}\n{}\n", cost.title, counters.join("\n"))
    }

    fn timeline(&self) -> Outcome<String> {
        let timeline = self.session.stage().timeline(&self.keys());
        let mut text = String::new();
        writeln!(text, "{:?} {} of {}, next: {}", timeline.grain, timeline.position, timeline.total, timeline.next)?;
        for (index, branch) in timeline.branches.iter().enumerate() {
            let mark = if index == timeline.branch { "*" } else { " " };
            let from = branch.parent.map(|parent| format!(" leaves {parent} at {}", branch.fork)).unwrap_or_default();
            writeln!(text, "{mark}{index} {}:{from}, {} steps", branch.title, branch.total)?;
        }
        for (position, name) in timeline.markers {
            writeln!(text, " ◆ {position} {name}")?;
        }
        Ok(text)
    }

    fn transport(&mut self, command: &Command) -> Outcome<String> {
        let arguments = Arguments { command };
        let times = || arguments.positional().next().map_or(Ok(1), str::parse::<u32>);
        Ok(match command.name.as_str() {
            "start" => self.start(arguments.first()?)?,
            "grain" => {
                self.session.set_grain(match arguments.first()? {
                    "operation" => Grain::Operation,
                    "rpc" => Grain::Rpc,
                    "cell" => Grain::Cell,
                    other => return Err(format!("no grain: {other}").into()),
                });
                self.timeline()?
            }
            "table" => {
                self.table = arguments.first()?.to_owned();
                String::new()
            }
            "background" => {
                self.session.set_background(arguments.has("on"));
                String::new()
            }
            "next" => self.steps(times()?, Session::next),
            "back" => self.steps(times()?, Session::back),
            "seek" => {
                self.session.seek(arguments.first()?.parse()?);
                format!("{}\n", self.sentence())
            }
            "undo" => self.steps(1, Session::undo),
            "branch" => {
                self.session.branch(arguments.first()?.parse()?);
                format!("{}\n", self.sentence())
            }
            "marker" => {
                self.session.add_marker(arguments.first()?);
                String::new()
            }
            "jobs" => self.run(|session| {
                let jobs: Vec<u32> = session.world().jobs().map(|job| job.id()).collect();
                jobs.into_iter().any(|job| session.step_job(job))
            }),
            "rest" => self.run(Session::next),
            "lanes" => self.lanes(),
            "rows" => self.rows()?,
            "regions" => self.regions(),
            "cost" => self.cost(),
            "timeline" => self.timeline()?,
            "events" => self.session.moment().events.iter().fold(String::new(), |mut text, event| {
                let _ =
                    writeln!(text, "{}", splitpoint_lab::words::tell(self.session.world(), event).print(&self.keys()));
                text
            }),
            other => return Err(format!("no command: {other}").into()),
        })
    }
}

impl Runner for Stage {
    type Command = Command;

    fn run(&mut self, command: &Command, context: &Context) -> Outcome<String> {
        let client = match &context.prefix {
            None => None,
            Some(prefix) => {
                let letter = prefix.chars().next().unwrap_or('?');
                Some(LETTERS.iter().position(|other| *other == letter).ok_or("no such client")? as u8)
            }
        };
        if let Some(intent) = self.intent(command)? {
            return Ok(match self.session.submit(client.unwrap_or(0), intent) {
                Ok(()) => String::new(),
                Err(refusal) => format!("{refusal}\n"),
            });
        }
        let arguments = Arguments { command };
        match (client, command.name.as_str()) {
            (Some(client), "step") => {
                let times = arguments.positional().next().map_or(Ok(1), str::parse)?;
                Ok(self.steps(times, |session| session.step_client(client)))
            }
            (Some(client), "run") => Ok(self.run(|session| session.step_client(client))),
            (Some(client), "finish") => {
                let done = self.session.run_client(client, 100_000);
                Ok(format!("{}{}\n", if done { "" } else { "more to do, " }, self.sentence()))
            }
            (Some(client), "fill") => self.fill(client, &arguments),
            (Some(client), "cancel") => {
                self.session.cancel(client);
                Ok(String::new())
            }
            (Some(_), other) => Err(format!("no command of a client: {other}").into()),
            (None, _) => self.transport(command),
        }
    }
}
