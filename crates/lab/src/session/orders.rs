//! Every order of what clients were asked for: how a reader asks for it, and what is shown of what was found.

use super::{Kind, Session};
use crate::intent::{AdminIntent, Intent, Raw};
use crate::log::{Decision, Fact, Grain, Wrote};
use crate::notation::to_string_binary;
use crate::promise::Promise;
use crate::search::{
    Before, Choice, End, Ending, Found, Interference, Options, Outcome, Progress, Search, Status, Verdict,
};
use crate::sim::program::Program;
use crate::sim::world::{self, Actor, NAMES};
use crate::view::{BetweenView, CallView, ChangeView, EndingView, OrdersView, Printer, PromiseView, ViewRequest};
use crate::words;
use splitpoint_model::bytes::TableName;
use splitpoint_model::map::{Map, Set};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::Arc;

/// States that are looked at, at most: some hundred megabytes.
pub const MOST_STATES: usize = 300_000;

/// Outcomes that are shown.
const OUTCOMES: usize = 40;

/// Rows of an outcome that are shown.
const ROWS: usize = 8;

/// Characters of a command or an answer.
const LONGEST: usize = 80;

/// The point at which all orders that are tried begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Begin {
    /// From before the clients began with what they were asked for last.
    #[default]
    Before,
    /// From the step at the cursor.
    Here,
}

/// Something that may happen between the steps of clients, once in an order, at any point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// The regions of the table are flushed.
    Flush,
    /// Their files are compacted.
    Compact,
    /// The first region that can be split is split where its policy cuts it.
    Split,
    /// The region of the first row moves to another server.
    Move,
    /// A server dies, counted from 0.
    Crash(u8),
    /// The next answer to a client is lost on its way; it asks again.
    LoseAnswer(u8),
}

impl Between {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::Flush,
        Self::Compact,
        Self::Split,
        Self::Move,
        Self::Crash(0),
        Self::Crash(1),
        Self::LoseAnswer(0),
        Self::LoseAnswer(1),
        Self::LoseAnswer(2),
        Self::LoseAnswer(3),
    ];

    /// Whether it can make a difference to clients that take part.
    pub fn suits(self, contenders: &[Contender]) -> bool {
        match self {
            Self::LoseAnswer(client) => contenders.iter().any(|contender| contender.client == client),
            _ => true,
        }
    }

    /// Its name for the reader, and what it can change for the clients.
    pub fn view(self) -> BetweenView {
        let (text, about) = match self {
            Self::Flush => ("servers may flush", "memory is written to files"),
            Self::Compact => ("files may be compacted", "deleted and old cells go"),
            Self::Split => ("a region may split", "a client may find the wrong region"),
            Self::Move => ("a region may move", "a client may find the wrong server"),
            Self::Crash(0) => ("S1 may die", "what was not flushed comes back from its log, if it is there"),
            Self::Crash(_) => ("S2 may die", "what was not flushed comes back from its log, if it is there"),
            Self::LoseAnswer(client) => (
                ["an answer to A may be lost", "an answer to B may be lost", "an answer to C may be lost"]
                    .get(usize::from(client))
                    .copied()
                    .unwrap_or("an answer to D may be lost"),
                "it asks again, and may meet its own write",
            ),
        };
        BetweenView { text, about }
    }

    /// Its name in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flush => "flush",
            Self::Compact => "compact",
            Self::Split => "split",
            Self::Move => "move",
            Self::Crash(0) => "s1",
            Self::Crash(_) => "s2",
            Self::LoseAnswer(client) => ["a", "b", "c"].get(usize::from(client)).copied().unwrap_or("d"),
        }
    }

    /// What the list of calls of an order says where it happened.
    fn came(self) -> &'static str {
        match self {
            Self::Flush => "flush",
            Self::Compact => "compaction",
            Self::Split => "split",
            Self::Move => "move",
            Self::Crash(0) => "S1 dies",
            Self::Crash(_) => "S2 dies",
            Self::LoseAnswer(_) => "answer lost",
        }
    }

    fn interference(self, table: &str) -> Interference {
        let table = table.to_owned();
        Interference::Admin(match self {
            Self::LoseAnswer(client) => return Interference::LoseAnswer(client),
            Self::Flush => AdminIntent::Flush(table, None),
            Self::Compact => AdminIntent::Compact(table, None, true),
            Self::Split => AdminIntent::Split { table, region: None, at: None },
            Self::Move => AdminIntent::Move(table, Raw::new()),
            Self::Crash(server) => AdminIntent::Crash(server),
        })
    }
}

/// What is to be searched: where orders begin, what may happen in between, and what must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyRequest {
    /// The point at which the orders begin.
    pub begin: Begin,
    /// What one step is: between two steps somebody else can come in.
    pub grain: Grain,
    /// What may come in between.
    pub between: Vec<Between>,
    /// What must hold: its name, or an empty text, and the promise.
    pub must: Vec<(String, Promise)>,
    /// The table that this is about.
    pub table: String,
}

/// A client that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// Its number.
    pub client: u8,
    /// Its letter.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// What it was asked for, oldest first: `prepend blindly to comments`.
    pub asked: Vec<String>,
}

/// Where orders begin: after the decision `node`, once these decisions have been made again.
#[derive(Clone, Debug)]
struct Race {
    node: u32,
    decisions: Vec<Decision>,
}

/// A search through every order of the clients' steps, with the request for it.
pub struct Survey {
    search: Search<'static, Ending>,
    race: Race,
    request: SurveyRequest,
    clients: usize,
    /// The outcomes found so far, computed when they are first asked for.
    outcomes: OnceCell<Vec<Outcome<Ending>>>,
    /// How far another copy of it has come, which searches in its place.
    remote: Option<Progress>,
}

impl Survey {
    /// Looks at so many more states, or fewer where there are not so many.
    pub fn run(&mut self, states: u64) -> Progress {
        self.outcomes.take();
        self.search.run(states)
    }

    /// How far the search has come, here or in the copy that searches in its place.
    pub fn progress(&self) -> Progress {
        self.remote.unwrap_or_else(|| self.search.progress())
    }

    /// All outcomes that have been found so far.
    fn outcomes(&self) -> &[Outcome<Ending>] {
        self.outcomes.get_or_init(|| self.search.outcomes())
    }

    /// What this copy of the search has found, to be passed to [`apply_remote`](Self::apply_remote) of another copy.
    pub fn found(&self) -> Vec<Found> {
        self.search.found()
    }

    /// Notes how far another copy has come that searches in the place of this one.
    pub fn set_remote_progress(&mut self, progress: Progress) {
        self.remote = Some(progress);
    }

    /// Takes what another copy of it has found. `false` where that was no copy; then it goes on by itself.
    pub fn apply_remote(&mut self, found: &[Found], progress: Progress) -> bool {
        let outcomes = self.search.told(found);
        self.remote = outcomes.is_some().then_some(progress);
        if let Some(outcomes) = outcomes {
            self.outcomes = OnceCell::from(outcomes);
        }
        self.remote.is_some()
    }

    /// Notes that the other copy is gone, so that this one searches by itself again.
    pub fn resume_locally(&mut self) {
        self.remote = None;
    }

    /// The request that the search was made for.
    pub fn request(&self) -> &SurveyRequest {
        &self.request
    }
}

impl Session {
    /// The clients whose orders would be tried, and what each was asked for. Fewer than two have only one order.
    pub fn contenders(&self, begin: Begin) -> Vec<Contender> {
        let race = self.race(begin);
        let mut asked: Map<u8, Vec<String>> = Map::new();
        for decision in self.asked_of(&race) {
            if let Decision::Submit(client, intent) = decision
                && let Ok(Some(program)) = Program::of(intent)
            {
                let title = words::title(&program.title()).print(&|_, _| String::new());
                asked.get_or_default(*client).push(words::cut(&title, LONGEST));
            }
        }
        let contender = |(client, asked): (&u8, &Vec<String>)| {
            Some(Contender {
                client: *client,
                letter: world::letter(*client),
                name: NAMES.get(usize::from(*client))?,
                asked: asked.clone(),
            })
        };
        asked.iter().filter_map(contender).collect()
    }

    /// A search through every order. `None` where fewer than two clients take part.
    pub fn survey(&self, request: SurveyRequest) -> Option<Survey> {
        let clients = self.contenders(request.begin).len();
        if clients < 2 {
            return None;
        }
        let race = self.race(request.begin);
        let mut session = self.clone();
        session.line_up(&race);
        let world = session.world();
        let is_there = |between: &&Between| match between {
            Between::Crash(server) => world.cluster().servers().any(|other| other.0 == *server),
            Between::LoseAnswer(client) => world.lane(*client).is_some(),
            _ => true,
        };
        let between = request.between.iter().filter(is_there);
        let options = Options {
            grain: request.grain,
            most: MOST_STATES,
            newest_only: true,
            interferences: between.map(|between| between.interference(&request.table)).collect(),
        };
        let promises = request.must.iter().map(|(_, promise)| promise.clone()).collect();
        let before = Before::new(world);
        let search = Search::promising(world, options, move |world| before.ending(world), promises);
        Some(Survey { search, race, request, clients, outcomes: OnceCell::new(), remote: None })
    }

    /// What was found so far, with keys as they are shown.
    pub fn orders(&self, survey: &Survey, request: &ViewRequest) -> OrdersView {
        let mut found: Vec<(usize, Outcome<Ending>)> = survey.outcomes().iter().cloned().enumerate().collect();
        let complete = survey.progress().status == Status::Over;
        let total = found.iter().try_fold(0_u128, |sum, (_, outcome)| sum.checked_add(outcome.orders?));
        // Shares are shown only once all orders are known; before, they would change.
        let total = total.filter(|total| *total > 0 && complete);
        let tenths = |orders: u128, total: u128| Some((orders.checked_mul(1000)?.checked_add(total / 2)?) / total);
        let share = |orders: u128| Some(u32::try_from(tenths(orders, total?)?).unwrap_or(1000));
        let keys = |table: &str, row: &[u8]| Printer::new(self.key(table), request.notation).key(row);
        let promise = |(at, (name, promise)): (usize, &(String, Promise))| {
            let breaks = |(_, outcome): &&(usize, Outcome<Ending>)| outcome.verdicts.get(at) != Some(&Verdict::Kept);
            let broken = found.iter().filter(breaks).try_fold(0_u128, |sum, (_, one)| sum.checked_add(one.orders?));
            PromiseView {
                text: if name.is_empty() { words::promise(promise).print(&keys) } else { name.clone() },
                broken: broken.and_then(share),
                kept: !found.iter().any(|outcome| breaks(&outcome)),
            }
        };
        let promises = survey.request.must.iter().enumerate().map(promise).collect();
        let outcomes = words::counted(found.len() as u64, "outcome");
        let clients = words::count(survey.clients, "client");
        let title = match total {
            Some(total) => format!("{} of {clients}, {outcomes}", words::counted(total, "order")),
            None => format!("Some orders of {clients}, {outcomes} so far"),
        };
        splitpoint_model::order::sort_by(&mut found, |(_, one), (_, two)| {
            (Reverse(one.orders), one.end, &one.judgement).cmp(&(Reverse(two.orders), two.end, &two.judgement))
        });
        let more = found.len().saturating_sub(OUTCOMES);
        found.truncate(OUTCOMES);
        let mut replay = self.clone();
        let mut outcomes: Vec<EndingView> = Vec::with_capacity(found.len());
        for (index, outcome) in found {
            let details = replay.details(survey, &outcome, request);
            let mut view = EndingView {
                title: details.title,
                kept: outcome.verdicts.iter().map(|verdict| *verdict == Verdict::Kept).collect(),
                more: details.changes.len().saturating_sub(ROWS),
                rows: details.changes.into_iter().take(ROWS).collect(),
                readable: outcome.judgement.changes.is_some(),
                share: outcome.orders.and_then(share),
                orders: outcome
                    .orders
                    .map_or_else(|| "countless orders".to_owned(), |all| words::counted(all, "order")),
                calls: details.calls,
                index,
            };
            let same = outcomes.iter().filter(|other| other.title.starts_with(&view.title)).count();
            if same > 0 {
                view.title = format!("{}, otherwise ({})", view.title, same + 1);
            }
            outcomes.push(view);
        }
        OrdersView { title, complete, promises, outcomes, more }
    }

    /// Puts a shortest order to one of the outcomes on the time line, as a branch of that name, with the cursor before
    /// its first step. `false` where there is no such outcome.
    pub fn open_order(&mut self, survey: &Survey, index: usize, name: &str) -> bool {
        let Some(outcome) = survey.outcomes().get(index) else { return false };
        let branches = self.log.branches().len();
        let grain = self.grain;
        let from = self.follow(survey, &outcome.witness, |_, _| {});
        self.grain = grain;
        if self.log.branches().len() > branches {
            self.name_branch(self.log.branch(), name);
        }
        self.log.go(from, None, grain);
        true
    }

    /// The decision after which orders begin, and what was asked for since, which is asked for again there.
    fn race(&self, begin: Begin) -> Race {
        let here = self.log.at();
        if begin == Begin::Here {
            return Race { node: self.log.id(), decisions: Vec::new() };
        }
        let submits = |client: u8| {
            (1..=here).rev().filter(move |at| {
                matches!(&self.log.step(*at).decision, Some(Decision::Submit(other, intent))
                    if *other == client && intent.is_program())
            })
        };
        // Clients that are still working on requests take part; if fewer than two are, those with their last requests.
        let at_work = |client: u8| {
            let lane = self.world().lane(client)?;
            let open = usize::from(lane.running().is_some()) + lane.waiting();
            submits(client).take(open).last()
        };
        let clients = || 0..self.clients();
        let mut first: Vec<usize> = clients().filter_map(at_work).collect();
        if first.len() < 2 {
            first = clients().filter_map(|client| submits(client).next()).collect();
        }
        let Some(first) = first.into_iter().min() else {
            return Race { node: self.log.id(), decisions: Vec::new() };
        };
        let again = |decision: &Decision| {
            matches!(decision, Decision::Submit(..) | Decision::AddClient | Decision::Background(_))
        };
        let decisions = (first..=here).filter_map(|at| self.log.step(at).decision.clone()).filter(again).collect();
        Race { node: self.log.step(first).parent, decisions }
    }

    /// What clients are asked for in a race: at its beginning, or before it and still at work.
    fn asked_of<'a>(&'a self, race: &'a Race) -> Vec<&'a Decision> {
        if !race.decisions.is_empty() {
            return race.decisions.iter().collect();
        }
        let mut asked: Vec<&Decision> = Vec::new();
        for client in 0..self.clients() {
            let Some(lane) = self.world().lane(client) else { continue };
            let mut open = usize::from(lane.running().is_some()) + lane.waiting();
            for at in (1..=self.log.at()).rev() {
                let decision = self.log.step(at).decision.as_ref();
                let Some(decision @ Decision::Submit(other, intent)) = decision else { continue };
                if open > 0 && *other == client && intent.is_program() {
                    open -= 1;
                    asked.push(decision);
                }
            }
        }
        asked.reverse();
        asked
    }

    /// Goes where a race begins, and asks for everything again.
    fn line_up(&mut self, race: &Race) {
        self.go_to_node(race.node);
        for decision in &race.decisions {
            self.decide(decision.clone());
        }
    }

    /// Plays an order from where its race begins, and tells of each choice and of the place before it. The cursor is at
    /// the end afterwards. The answer is the place where the race begins.
    fn follow(&mut self, survey: &Survey, order: &[Choice], mut hear: impl FnMut(&Choice, usize)) -> usize {
        self.line_up(&survey.race);
        let from = self.log.at();
        self.play_order(survey.request.grain, order, &mut hear);
        from
    }

    fn play_order(&mut self, grain: Grain, order: &[Choice], hear: &mut dyn FnMut(&Choice, usize)) {
        self.grain = grain;
        for choice in order {
            hear(choice, self.log.at());
            match choice {
                Choice::Step(actor) => {
                    self.step(*actor);
                }
                Choice::Interference(Interference::Background) => self.set_background(true),
                Choice::Interference(Interference::Admin(admin)) => {
                    self.decide(Decision::Submit(0, Arc::new(Intent::Admin(admin.clone()))));
                }
                Choice::Interference(Interference::LoseAnswer(client)) => {
                    self.decide(Decision::Submit(*client, Arc::new(Intent::LoseAnswer)));
                }
            }
            // At the finest grain a session stands within the events of an atom.
            self.log.go(self.log.at(), None, self.grain);
        }
    }

    /// The commands that fail in an order that begins at the cursor, because of a mistake in their text or since HBase
    /// refuses them: each with its client and the line of its shell that says why. It is played on a copy.
    pub fn failures(&self, grain: Grain, order: &[Choice]) -> Vec<(Option<char>, String)> {
        let mut session = self.clone();
        let place = session.place();
        session.play_order(grain, order, &mut |_, _| {});
        let lines = session.console_since(place, &|_, row| to_string_binary(row));
        let said = lines.chunk_by(|one, other| (one.client, one.kind) == (other.client, other.kind));
        let failures = said.filter(|lines| lines[0].kind == Kind::Error).map(|lines| {
            let why = lines.iter().find(|line| line.says_why());
            let letter = lines[0].client.map(world::letter);
            (letter, why.map_or_else(String::new, |line| line.text.clone()))
        });
        failures.collect()
    }

    /// Works out what is shown of an outcome, by playing its order.
    fn details(&mut self, survey: &Survey, outcome: &Outcome<Ending>, request: &ViewRequest) -> OutcomeDetails {
        let (asked, mut between) = (&survey.request, Vec::new());
        let from = self.follow(survey, &outcome.witness, |choice, at| {
            let is_it = |one: &&Between| *choice == Choice::Interference(one.interference(&asked.table));
            between.extend(asked.between.iter().find(is_it).map(|one| (at, one.came())));
        });
        let mut between = between.into_iter().peekable();
        let keys = |table: &str, row: &[u8]| Printer::new(self.key(table), request.notation).key(row);
        let facts: Vec<(usize, &Fact)> =
            (from + 1..=self.log.at()).filter_map(|at| Some((at, self.log.fact(at)?))).collect();
        let mut calls = Vec::new();
        for (place, (at, fact)) in facts.iter().enumerate() {
            while let Some((_, came)) = between.next_if(|(before, _)| before < at) {
                calls.push(CallView { letter: None, text: came.to_owned() });
            }
            let Some(label) = &fact.label else { continue };
            let own = facts[place..].iter().filter(|(_, other)| other.actor == fact.actor);
            let answer = own.clone().find_map(|(_, other)| other.answer.as_deref()).map(words::answer);
            let answer = answer.map(|answer| answer.text.print(&keys)).filter(|text| !text.is_empty());
            let text = words::label(label).print(&keys);
            let text = answer.map_or_else(|| text.clone(), |answer| format!("{text} {answer}"));
            calls.push(CallView { letter: fact.actor.letter(), text: words::cut(&text, LONGEST) });
        }
        let written = Written::of(facts.iter().map(|(_, fact)| *fact), self.first_write(survey, from));
        let changes = outcome.judgement.changes.as_deref().unwrap_or_default();
        let shown = changes.iter().map(|change| ChangeView {
            table: if *change.table == *request.table { String::new() } else { change.table.to_string() },
            key: keys(&change.table, &change.row),
            value: change.cells.first().map(|(_, _, value)| words::value(value)).unwrap_or_default(),
            gone: change.cells.is_empty(),
            writer: written.writer(&change.table, &change.row).map(world::letter),
        });
        OutcomeDetails { title: written.title(outcome), changes: shown.collect(), calls }
    }

    /// What the clients of a race wrote before the place where it begins, oldest first.
    fn first_write(&self, survey: &Survey, from: usize) -> Vec<&Fact> {
        if survey.request.begin == Begin::Before {
            return Vec::new();
        }
        let operations: Vec<Option<u32>> = (0..self.clients())
            .map(|client| self.world().lane(client)?.ended().map(|ended| ended.operation()))
            .collect();
        let facts = (1..=from).filter_map(|at| self.log.fact(at));
        facts.filter(|fact| operations.contains(&Some(fact.operation))).collect()
    }
}

/// What is shown of an outcome: its title, the rows that changed, and the calls of one order.
struct OutcomeDetails {
    title: String,
    changes: Vec<ChangeView>,
    calls: Vec<CallView>,
}

/// Table, row, family, qualifier.
type Column = (TableName, Vec<u8>, Vec<u8>, Vec<u8>);

/// The client that wrote, and the value; `None` where it deleted.
type Write = (u8, Option<Vec<u8>>);

/// All values that clients wrote in an order, to tell whose value is there at the end.
#[derive(Default)]
struct Written {
    /// By column what was written there, oldest first.
    columns: Map<Column, Vec<Write>>,
}

impl Written {
    fn of<'a>(facts: impl Iterator<Item = &'a Fact>, before: Vec<&'a Fact>) -> Self {
        let mut written = Self::default();
        for fact in before.into_iter().chain(facts) {
            let (Actor::Client(client), Some(wrote)) = (fact.actor, fact.published.as_deref()) else { continue };
            written.take(client, wrote);
        }
        written
    }

    fn take(&mut self, client: u8, wrote: &Wrote) {
        for cell in &wrote.cells {
            let column = (wrote.table.clone(), cell.row().to_vec(), cell.family().to_vec(), cell.qualifier().to_vec());
            let value = (!cell.cell_type().is_delete()).then(|| cell.value().to_vec());
            self.columns.get_or_default(column).push((client, value));
        }
    }

    /// The client that wrote a row last.
    fn writer(&self, table: &str, row: &[u8]) -> Option<u8> {
        let of_row = |(column, _): &(&Column, &Vec<_>)| *column.0 == *table && column.1 == row;
        self.columns.iter().find(of_row)?.1.last().map(|(client, _)| *client)
    }

    /// Clients that put a value that is not there at the end, though they did not take it away themselves.
    fn lost(&self, ending: &Ending) -> Set<u8> {
        let Some(changes) = &ending.changes else { return Set::new() };
        let there = |column: &Column| {
            let change = changes.iter().find(|change| change.table == column.0 && change.row == column.1)?;
            let cell = change.cells.iter().find(|cell| cell.0 == column.2 && cell.1 == column.3)?;
            Some(&cell.2)
        };
        let mut lost = Set::new();
        for (column, writes) in &self.columns {
            for (at, (client, value)) in writes.iter().enumerate() {
                let is_last = writes[at + 1..].iter().all(|(other, _)| other != client);
                if is_last && value.is_some() && there(column) != value.as_ref() {
                    lost.insert(*client);
                }
            }
        }
        lost
    }

    /// The title of an outcome: what is different about it.
    fn title(&self, outcome: &Outcome<Ending>) -> String {
        let ending = &outcome.judgement;
        let name = |client: &u8| NAMES.get(usize::from(*client)).copied().unwrap_or("?");
        let names = |clients: &[u8]| {
            let names: Vec<String> = clients.iter().map(|client| format!("{}’s", name(client))).collect();
            names.join(" and ")
        };
        let Some(changes) = &ending.changes else { return "A table cannot be read".to_owned() };
        let lost: Vec<u8> =
            self.lost(ending).iter().copied().filter(|client| !ending.failed.contains(client)).collect();
        let failed: Vec<&str> = ending.failed.iter().map(name).collect();
        let mut first: Vec<u8> = Vec::new();
        for change in changes {
            if let Some(client) = self.writer(&change.table, &change.row).filter(|client| !first.contains(client)) {
                first.push(client);
            }
        }
        match (outcome.end, &lost[..], &first[..]) {
            (End::Waits, ..) => "Somebody waits for ever".to_owned(),
            (End::Never, ..) => "It never ends".to_owned(),
            (End::Done, [_], _) => format!("{} write is lost", names(&lost)),
            (End::Done, [_, ..], _) => format!("{} writes are lost", names(&lost)),
            (End::Done, [], _) if !failed.is_empty() => {
                format!("{} {}", failed.join(" and "), if failed.len() == 1 { "fails" } else { "fail" })
            }
            (End::Done, [], []) => "Nothing is changed".to_owned(),
            (End::Done, [], [one]) => format!("{} write is there", names(&[*one])),
            (End::Done, [], [top, rest @ ..]) => {
                let all = if rest.len() == 1 { "Both are there" } else { "All are there" };
                format!("{all}, {}’s on top", name(top))
            }
        }
    }
}
