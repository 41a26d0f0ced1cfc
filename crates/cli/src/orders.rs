//! The verb `orders`: searches every order of the clients of a script: how they end, how many there are, and which
//! promises they keep.

use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::{GrainName, play};
use clap::Args;
use serde_json::{Value, json};
use splitpoint_lab::intent::AdminIntent;
use splitpoint_lab::promise::Promise;
use splitpoint_lab::search::{self, Choice, End, Interference, MOST_INTERFERENCES, Options, Search, Status, Verdict};
use splitpoint_lab::session::{self, Kind, Player, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::letter;
use splitpoint_lab::view::ViewRequest;
use std::fmt::Write;

/// States that are searched between two updates of the progress.
const SLICE: u64 = 2_000;

/// What is searched.
#[derive(Args)]
pub(crate) struct Request {
    /// The script.
    file: String,
    /// What it starts from.
    #[arg(long, default_value = "empty")]
    start: String,
    /// What one step is.
    #[arg(long, value_enum, default_value_t = GrainName::Rpc)]
    grain: GrainName,
    /// States that are looked at, at most.
    #[arg(long, default_value_t = 100_000)]
    most: usize,
    /// What may come in between once, at any point: flush, compact, split, split=KEY, move, crash (of the first server),
    /// lose=A (an answer to client A is lost on its way) or background. It is about the first table.
    #[arg(long)]
    interfere: Vec<String>,
    /// What must hold in every order, beside what the script says with must: acknowledged (nothing that a client was
    /// told is written is lost), "rows 4", "at most 2 calls" and others, as docs/lesson.md lists them. It is about the
    /// first table where it names none.
    #[arg(long)]
    promise: Vec<String>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// The part of a script that is run first, and the part whose orders are searched: what stands below a line `# race`, or
/// else from where a client is named.
fn parts(session: &Session, text: &str) -> Result<(Player, Player), String> {
    let mut above = String::new();
    for line in text.split_inclusive('\n') {
        // Within a text of several lines it is no comment.
        if line.trim() == "# race" && (LANGUAGE.is_whole)(&above) {
            let race = play::script(session, &text[above.len()..])?;
            return Ok((play::script(session, &above)?, race));
        }
        above.push_str(line);
    }
    let parted = play::script(session, text)?.parted();
    parted.ok_or_else(|| "There is no race: write client 'A' and client 'B' above what each does.".to_owned())
}

fn interference(text: &str, table: &str) -> Result<Interference, String> {
    let table = table.to_owned();
    Ok(Interference::Admin(match text.split_once('=').unwrap_or((text, "")) {
        ("flush", "") => AdminIntent::Flush(table, None),
        ("compact", "") => AdminIntent::Compact(table, None, true),
        ("split", "") if text.ends_with('=') => {
            return Err(
                "Behind “split=” stands the key at which the table is cut. Write split alone to let HBase choose it."
                    .to_owned(),
            );
        }
        ("split", key) => {
            let at = (!key.is_empty()).then(|| key.as_bytes().to_vec());
            AdminIntent::Split { table, region: None, at }
        }
        ("move", "") => AdminIntent::Move(table, Vec::new()),
        ("crash", "") => AdminIntent::Crash(0),
        ("background", "") => return Ok(Interference::Background),
        ("lose", client) if client.len() == 1 && ("A"..="D").contains(&client) => {
            return Ok(Interference::LoseAnswer(client.as_bytes()[0] - b'A'));
        }
        _ => {
            let there = "flush, compact, split, split=KEY, move, crash, lose=A (or B, C, D) and background";
            return Err(format!("“{text}” cannot come in between: there are {there}."));
        }
    }))
}

/// Whether a client has something to do.
fn is_asked(session: &Session, client: u8) -> bool {
    session.world().lane(client).is_some_and(|lane| lane.running().is_some() || lane.waiting() > 0)
}

/// One way in which all orders of a race can end, with the rows that are there then.
type Found = search::Outcome<Vec<[String; 4]>>;

/// What is about to be searched: a session in which everything was asked for, how to search it, and what must hold.
struct Race<'a> {
    request: &'a Request,
    session: Session,
    options: Options,
    /// In the words in which they were asked for, and as they are searched.
    promises: Vec<(String, Promise)>,
}

impl<'a> Race<'a> {
    /// Runs the part of the script that comes first, and asks for the rest.
    fn prepare(request: &'a Request) -> Result<Self, String> {
        let text = play::read(&request.file)?;
        let mut session = play::start(&request.start)?;
        let (first, race) = parts(&session, &text)?;
        if play::run(&mut session, first.singly(), true)? == play::Ended::Failed {
            let line = play::lines(&session, usize::MAX).into_iter().find(|line| line.kind == Kind::Error);
            return Err(format!("What is run first fails. {}", line.map(|line| line.text).unwrap_or_default()));
        }
        session.set_background(false);
        let table = session.view(&ViewRequest::none()).tables.into_iter().next().unwrap_or_default();
        let needs_table = !request.promise.is_empty() || request.interfere.iter().any(|text| text != "background");
        if needs_table && table.is_empty() {
            return Err("There is no table before the race: create it in the part that is run first.".to_owned());
        }
        session.enqueue(race).map_err(play::sentence)?;
        let options = options(request, &session, &table)?;
        let promises = session.promises_with(&request.promise, &table).map_err(|why| why.to_string())?;
        Ok(Self { request, session, options, promises })
    }

    /// Searches until nothing is left or there are too many states, and says how far it has come.
    fn search(&self) -> (Vec<Found>, search::Progress) {
        let promises = self.promises.iter().map(|(_, promise)| promise.clone()).collect();
        let mut search = Search::promising(self.session.world(), self.options.clone(), &session::rows, promises);
        let line = Progress::new(None);
        let mut progress = search.run(SLICE);
        while progress.status == Status::Going {
            line.tell(progress.states as u64, || format!("{} states, {} orders", progress.states, progress.orders));
            progress = search.run(SLICE);
        }
        (search.outcomes(), progress)
    }

    /// An order in letters of those who step, with what comes in between in the words in which it was asked for.
    fn witness(&self, outcome: &Found) -> String {
        let letters = |choice: &Choice| match choice {
            Choice::Step(actor) => actor.letter().unwrap_or('s').to_string(),
            Choice::Interference(one) => {
                let at = self.options.interferences.iter().position(|other| other == one);
                let name = at.and_then(|at| self.request.interfere.get(at));
                format!("[{}]", name.map_or("?", String::as_str))
            }
        };
        outcome.witness.iter().map(letters).collect::<Vec<_>>().join(" ")
    }

    /// The promises, each with what became of it.
    fn verdicts<'b>(&'b self, outcome: &'b Found) -> impl Iterator<Item = (&'b str, Verdict)> {
        self.promises.iter().map(|(name, _)| name.as_str()).zip(outcome.verdicts.iter().copied())
    }

    fn failures(&self, outcome: &Found) -> Vec<(Option<char>, String)> {
        self.session.failures(self.request.grain.into(), &outcome.witness)
    }

    /// An outcome as JSON.
    fn json(&self, outcome: &Found) -> Value {
        let kept = self.verdicts(outcome);
        let kept = kept.map(|(name, verdict)| json!({ "promise": name, "kept": verdict == Verdict::Kept }));
        let failures = self.failures(outcome).into_iter();
        json!({
            "end": end(outcome.end),
            "rows": outcome.judgement,
            "orders": outcome.orders.map(|orders| orders.to_string()),
            "witness": self.witness(outcome),
            "failures": failures.map(|(client, text)| json!({ "client": client, "text": text })).collect::<Vec<_>>(),
            "promises": kept.collect::<Vec<_>>(),
        })
    }

    /// An outcome as lines of text, with the rows that not all outcomes share. `total`: how many orders there are in
    /// all, where that is known.
    fn lines(&self, number: usize, outcome: &Found, all: &[Found], total: Option<u128>) -> String {
        let mut text = String::new();
        let orders = outcome.orders.map_or_else(|| "countless".to_owned(), |orders| orders.to_string());
        let share = outcome.orders.zip(total.filter(|total| *total > 0));
        #[expect(clippy::cast_precision_loss, reason = "a share to a tenth of a percent")]
        let share = share.map(|(orders, total)| format!(" ({:.1} %)", orders as f64 * 100.0 / total as f64));
        let noun = if orders == "1" { "order" } else { "orders" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{number}. {orders} {noun}{}, {}", share.unwrap_or_default(), end(outcome.end));
        let is_common = |row: &[String; 4]| all.iter().all(|other| other.judgement.contains(row));
        for [table, row, column, value] in outcome.judgement.iter().filter(|row| !is_common(row)) {
            let _ = writeln!(text, "   {table}  {row}  {column}  {value}");
        }
        let _ = writeln!(text, "   shortest: {}", self.witness(outcome));
        for (client, why) in self.failures(outcome) {
            let _ = writeln!(text, "   {} fails: {why}", client.map_or("the cluster".to_owned(), String::from));
        }
        for (name, verdict) in self.verdicts(outcome) {
            let _ = match verdict {
                Verdict::Kept => writeln!(text, "   ✓ kept: {name}"),
                Verdict::Broken { at } => writeln!(text, "   ✗ broken: {name}, by step {at}"),
            };
        }
        text
    }
}

/// How to search: with what may come in between.
fn options(request: &Request, session: &Session, table: &str) -> Result<Options, String> {
    let mut options = Options::new(request.grain.into()).newest_only();
    options.most = request.most;
    for text in &request.interfere {
        let interference = interference(text, table)?;
        if let Interference::LoseAnswer(client) = interference
            && !is_asked(session, client)
        {
            let letter = letter(client);
            return Err(format!(
                "“{text}” cannot come in between: client {letter} does nothing in the race. Name one that does."
            ));
        }
        options = options.with(interference);
    }
    if options.interferences.len() > MOST_INTERFERENCES {
        return Err(format!("At most {MOST_INTERFERENCES} things can come in between in one search: name fewer."));
    }
    Ok(options)
}

fn end(end: End) -> &'static str {
    match end {
        End::Done => "done",
        End::Waits => "somebody waits for ever",
        End::Never => "never ends",
    }
}

/// Searches, and prints what was found. Status: 0, or 1 where a promise is broken, or 3 where there were too many states.
pub(crate) fn search(request: &Request) -> Result<Outcome, String> {
    let race = Race::prepare(request)?;
    let (outcomes, progress) = race.search();
    let is_full = progress.status == Status::Full;
    let is_broken = outcomes.iter().any(|outcome| outcome.verdicts.iter().any(|verdict| *verdict != Verdict::Kept));
    let status = if is_full { 3 } else { u8::from(is_broken) };
    let text = if request.json {
        let listed: Vec<Value> = outcomes.iter().map(|outcome| race.json(outcome)).collect();
        format!("{}\n", json!({ "complete": !is_full, "states": progress.states, "outcomes": listed }))
    } else {
        // If only some orders were counted, shares would mean nothing.
        let total = outcomes.iter().try_fold(0_u128, |sum, outcome| sum.checked_add(outcome.orders?));
        let total = total.filter(|_| !is_full);
        let lines = outcomes.iter().enumerate();
        lines.map(|(at, outcome)| race.lines(at + 1, outcome, &outcomes, total)).collect()
    };
    let mut found = Outcome::new(text, status);
    if is_full {
        found.problems = format!(
            "splitpoint: There are more than {} states, so these are some orders only; look at more with --most.\n",
            request.most
        );
    }
    Ok(found)
}
