//! The binary `splitpoint`: scripts of the HBase shell, their orders, transcripts and links, and checks of documentation.
//!
//! ```sh
//! echo "create 't', 'f'; put 't', 'r', 'f:q', 'v'; scan 't'" | splitpoint run -
//! splitpoint orders race.rb --promise acknowledged
//! ```
//!
//! Each verb is a function from its arguments to an `Outcome` (what is printed, and the exit status), in a module of its
//! own: `play` runs a script in a session of the lab, `orders` searches, `poster` draws, `grow` computes growth, `lesson` checks lessons,
//! `check` runs the examples of documentation, `bridge` serves the page beside a real cluster, and `beside` plays a script on the model and
//! on one. Nothing here knows HBase: `splitpoint_lab` does, and the bridge only passes on what its gateway says.

mod beside;
mod bridge;
mod check;
mod folder;
mod gateway;
mod grow;
mod lesson;
mod orders;
mod outcome;
mod play;
mod poster;
mod progress;
mod slip;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use outcome::Outcome;
use serde_json::json;
use splitpoint_lab::session::Stop;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{Grain, KeyNotation};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Scripts of the HBase shell on a simulated cluster: run, raced, told step by step.
///
/// FILE is a script. `-` in the place of a file reads the standard input. Bad input ends with status 2 and a sentence.
#[derive(Parser)]
#[command(name = "splitpoint", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Runs a script and prints what the shell prints.
    ///
    /// The first failure, a line such as `ERROR: …` or that of an exception, ends it, and so does `exit`. Status: 0, or 1 after
    /// a failure, or 2 for bad input, or what `exit` says.
    #[command(
        after_help = "Examples:\n  splitpoint run script.rb\n  echo \"scan 'comments'\" | splitpoint run - --start comments"
    )]
    Run {
        /// The script.
        file: String,
        /// What it starts from: comments, actions, pets, partitions or empty.
        #[arg(long, default_value = "empty")]
        start: String,
        /// Prints a line of JSON for each line of the console: client, kind, prompt, text.
        #[arg(long)]
        json: bool,
    },
    /// Searches every order in which the clients of a script can go on.
    ///
    /// What stands before a line `# race`, or else before the first `client` line, is run first. What follows is queued
    /// for each client. The outcomes differ in the rows that a plain read shows at the end. In a shortest order a letter
    /// is a step of that client, `s` one of the servers, and a name in brackets what came in between.
    ///
    /// Status: 0, or 1 where a promise is broken in some order, 2 for bad input, 3 where there are more states than --most.
    #[command(after_help = "Example:\n  splitpoint orders race.rb --promise acknowledged --interfere flush")]
    Orders(orders::Request),
    /// Tells a script step by step, and then the rows of every table.
    #[command(after_help = "Example:\n  splitpoint transcript script.rb --grain operation")]
    Transcript {
        /// The script.
        file: String,
        /// What it starts from.
        #[arg(long, default_value = "empty")]
        start: String,
        /// What one step is.
        #[arg(long, value_enum, default_value_t = GrainName::Rpc)]
        grain: GrainName,
        /// Prints JSON: the steps, and the rows at the end.
        #[arg(long)]
        json: bool,
    },
    /// Prints the part of a link, from `#` on, that opens what a script comes to on the page.
    ///
    /// It is the same as *Share* in the page makes of the same work: a short one that can be read where nothing was done yet.
    #[command(after_help = "Examples:\n  splitpoint link script.rb\n  splitpoint link --start pets --grain cell")]
    Link {
        /// The script; none: only the start.
        #[arg(required_unless_present = "start")]
        file: Option<String>,
        /// What it starts from.
        #[arg(long)]
        start: Option<String>,
        /// Where the cursor is put: a number of steps, `end`, or the name of a marker, which the script gives with `mark`.
        #[arg(long, value_parser = play::stop)]
        step: Option<Stop>,
        /// What one step is.
        #[arg(long, value_enum, default_value_t = GrainName::Rpc)]
        grain: GrainName,
        /// Prints JSON: the link, and how many characters it has.
        #[arg(long)]
        json: bool,
    },
    /// Draws a moment as a picture: an SVG file for documentation, without fonts or scripts.
    ///
    /// What is drawn is what a script comes to, an example as it begins, or what a link opens. Words for who does not see
    /// it are in the file.
    #[command(
        after_help = "Examples:\n  splitpoint poster --start comments --out comments.svg\n  splitpoint poster script.rb --start comments --step 3 --theme dark --out step-3.svg"
    )]
    Poster(poster::Request),
    /// Tells the session of a link step by step. Status 1 where something comes out differently from how it was kept.
    Open {
        /// The link, or its part from `#` on: of a session, an example, a script or a lesson.
        link: String,
        /// Prints JSON: the steps, the rows at the end, and in sentences what there is to be told beside them.
        #[arg(long)]
        json: bool,
    },
    /// Runs the examples of documentation and compares what they print.
    ///
    /// Blocks of Markdown marked `hbase-shell`, and of AsciiDoc marked `[source,hbase-shell]`, are run in order, one
    /// cluster for a file. What the next block holds is what they print, if it follows directly and is marked `text` or
    /// `output` (in AsciiDoc `[source,text]`), or not marked. Of what is printed, prompts and commands are left out, and spaces
    /// at the ends of lines do not count. In Markdown, lines `----` begin no block. Without such a block an example must not fail.
    ///
    /// Status: 0, or 1 where something differs or fails, or 2 for bad input, or where a folder, or all that is named, has no example.
    #[command(after_help = "Examples:\n  splitpoint check docs\n  splitpoint check README.md docs/cli.md --update")]
    Check {
        /// The files, or folders with files below them that end with .md, .adoc or .asciidoc; - reads Markdown from the
        /// standard input.
        #[arg(required = true)]
        docs: Vec<PathBuf>,
        /// Writes what is printed into the files.
        #[arg(long)]
        update: bool,
        /// Prints JSON: how many examples and answers there are, in all and in each file, and what differs or fails.
        #[arg(long)]
        json: bool,
    },
    /// Checks lessons: files of text that are played, as docs/lesson.md describes them.
    Lesson(lesson::Request),
    /// Computes what a key does in a table that grows for months, to any number of rows: regions, splits, the hottest region.
    ///
    /// FILE is a description in JSON: the key, rows a second, what fields are like, families, settings, servers; a second key
    /// or a salt is computed beside it. The page docs/growth.md says what is exact and what is taken for granted.
    #[command(after_help = "Example:\n  splitpoint grow docs/growth/events.json --formulas")]
    Grow(grow::Request),
    /// Serves the page on this machine, and passes its questions to the REST gateway of a cluster of your own.
    ///
    /// It prints an address that nobody can guess, and answers only what comes from there: the page, and what the page reads.
    /// Nothing is written unless --write names the tables. The page docs/bridge.md says what is read, and what is never sent.
    ///
    /// Status: 0 after an interrupt, or 2 with a sentence where it cannot start.
    #[command(
        after_help = "Examples:\n  splitpoint bridge --rest http://localhost:8080\n  splitpoint bridge --rest https://knox:8443/gateway/default/hbase --auth rest.auth --ca knox.pem"
    )]
    Bridge(bridge::Request),
    /// Plays a script on the model and on a cluster of your own, through its REST gateway, and prints where they differ.
    ///
    /// Played are create, drop, put, delete, get, scan, count and check_and_put; the rest is named. Answers are compared one by one, and at the
    /// end the visible cells and the regions of every table. The script makes its tables itself: one that is there already is
    /// refused, and at the end they are dropped, unless --keep. The page docs/bridge.md says what the gateway cannot do.
    ///
    /// Status: 0 where both are the same, 1 where something differs, 2 with a sentence where nothing could be compared.
    #[command(
        after_help = "Examples:\n  splitpoint beside --rest http://localhost:8080 --write try_ script.rb\n  splitpoint beside --rest http://localhost:8080 --write try_ --json - < script.rb"
    )]
    Beside(beside::Request),
    /// Prints what completes these commands in a shell.
    Completions {
        /// The shell that the completions are for.
        shell: clap_complete::Shell,
    },
}

/// What one step is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum GrainName {
    Operation,
    Rpc,
    Cell,
}

impl From<GrainName> for Grain {
    fn from(step: GrainName) -> Self {
        match step {
            GrainName::Operation => Self::Operation,
            GrainName::Rpc => Self::Rpc,
            GrainName::Cell => Self::Cell,
        }
    }
}

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1).filter_map(|word| word.into_string().ok());
    let arguments =
        Arguments::try_parse().unwrap_or_else(|error| slip::explained(error, &Arguments::command(), words).exit());
    let outcome = act(arguments.verb).unwrap_or_else(Outcome::bad);
    // There is no other place to tell why the error stream cannot be written.
    let _ = io::stderr().write_all(outcome.problems.as_bytes());
    let mut out = io::stdout().lock();
    match out.write_all(outcome.text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads may have gone, as `head` does: then there is nobody to tell.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let bad = Outcome::bad(format!("The output cannot be written: {error}."));
            let _ = io::stderr().write_all(bad.problems.as_bytes());
            ExitCode::from(bad.status)
        }
        _ => ExitCode::from(outcome.status),
    }
}

fn act(verb: Verb) -> Result<Outcome, String> {
    match verb {
        Verb::Run { file, start, json } => {
            let text = play::read(&file)?;
            let mut session = play::start(&start)?;
            let player = play::script(&session, &text)?.singly();
            let ended = play::run(&mut session, player, true)?;
            Ok(Outcome::new(play::console(&session, json), ended.status()))
        }
        Verb::Orders(request) => orders::search(&request),
        Verb::Transcript { file, start, grain, json } => {
            let text = play::read(&file)?;
            let mut session = play::start(&start)?;
            let player = play::script(&session, &text)?.singly();
            play::run(&mut session, player, false)?;
            let text = match json {
                true => format!("{}\n", play::told(&session, grain.into())),
                false => session.transcript(grain.into()),
            };
            Ok(Outcome::new(text, 0))
        }
        Verb::Link { file, start, step, grain, json } => {
            let mut session = play::start(start.as_deref().unwrap_or("empty"))?;
            if let Some(file) = file {
                // A long script goes in bursts, as it does on the page: else the link would be another one, and very long.
                let player = play::script(&session, &play::read(&file)?)?;
                play::run(&mut session, player, false)?;
            }
            session.set_grain(grain.into());
            if let Some(step) = step {
                play::seek(&mut session, &step)?;
            }
            let first = session.start().tables.first().map(|table| table.name.clone()).unwrap_or_default();
            let link = session.link(&first, KeyNotation::default()).ok_or("A session on a file has no link.")?;
            let link = format!("#{link}");
            let text = match json {
                true => format!("{}\n", json!({ "link": link, "length": link.len() })),
                false => format!("{link}\n"),
            };
            Ok(Outcome::new(text, 0))
        }
        Verb::Poster(request) => poster::draw(&request),
        Verb::Open { link, json } => {
            let link = play::link(&link)?;
            let (restored, told) = splitpoint_lab::lesson::open(&link, &LANGUAGE).map_err(|error| error.to_string())?;
            let session = restored.session;
            let grain = session.grain();
            if json {
                let divergences: Vec<_> = restored.divergences.iter().map(ToString::to_string).collect();
                let status = u8::from(!divergences.is_empty());
                let mut found = play::told(&session, grain);
                found["told"] = json!(told);
                found["divergences"] = json!(divergences);
                return Ok(Outcome::new(format!("{found}\n"), status));
            }
            let mut outcome = Outcome::new(session.transcript(grain), 0);
            outcome.problems += &told.map_or_else(String::new, |told| format!("{told}\n"));
            for divergence in &restored.divergences {
                outcome.problems += &format!("{divergence}\n");
                outcome.status = 1;
            }
            Ok(outcome)
        }
        Verb::Check { docs, update, json } => check::check(&docs, update, json),
        Verb::Lesson(request) => lesson::act(&request),
        Verb::Grow(request) => grow::run(&request),
        Verb::Bridge(request) => bridge::run(&request),
        Verb::Beside(request) => beside::run(&request),
        Verb::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "splitpoint", &mut text);
            Ok(Outcome::new(String::from_utf8_lossy(&text).into_owned(), 0))
        }
    }
}
