//! The verb `poster`: draws a moment as an SVG picture.

use crate::GrainName;
use crate::outcome::Outcome;
use crate::play;
use clap::{Args, ValueEnum};
use splitpoint_lab::lesson::{self, Fault, Lesson, Player};
use splitpoint_lab::picture::{Layout, Theme, Wish};
use splitpoint_lab::session::{Link, Session, Stop};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{KeyNotation, ViewRequest};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is drawn, and how.
#[derive(Args)]
pub(crate) struct Request {
    /// The script; it is played to its end, and its failures are part of the picture.
    #[arg(required_unless_present_any = ["start", "link", "lesson"])]
    file: Option<String>,
    /// What it starts from: comments, actions, pets, partitions or empty.
    #[arg(long)]
    start: Option<String>,
    /// A link, or its part from `#` on.
    #[arg(long, conflicts_with_all = ["file", "start"])]
    link: Option<String>,
    /// The file of a lesson.
    #[arg(long, conflicts_with_all = ["file", "start", "link"])]
    lesson: Option<PathBuf>,
    /// Of a lesson the stop, from 1, with all its steps done.
    #[arg(long, default_value_t = 1, requires = "lesson", conflicts_with_all = ["file", "start", "link"], value_parser = clap::value_parser!(u64).range(1..=1_000))]
    stop: u64,
    /// Which moment: a number of steps, `end`, or the name of a marker, of a script (`mark`) or of a link. Without it the end of
    /// a script, the beginning of an example, where a link leads.
    #[arg(long, value_parser = play::stop)]
    step: Option<Stop>,
    /// What one step is; of a link what it says, and otherwise rpc.
    #[arg(long, value_enum)]
    grain: Option<GrainName>,
    /// The table; without it that of the link, or the first.
    #[arg(long)]
    table: Option<String>,
    /// How keys are printed; of a link what it says, and otherwise fields.
    #[arg(long, value_enum)]
    notation: Option<Notation>,
    /// Light or dark.
    #[arg(long, value_enum, default_value_t = Shade::Light)]
    theme: Shade,
    /// Pixels across.
    #[arg(long, default_value_t = 840, value_parser = clap::value_parser!(u32).range(i64::from(*Wish::WIDTHS.start())..=i64::from(*Wish::WIDTHS.end())))]
    width: u32,
    /// About how many lines are drawn of a longer table; the picture says how many are left out.
    #[arg(long, default_value_t = 28, value_parser = clap::value_parser!(u64).range(12..=10_000))]
    lines: u64,
    /// Leaves out older versions, deleted cells and markers.
    #[arg(long)]
    visible: bool,
    /// The file to write, of SVG; without it the picture goes to the standard output.
    #[arg(long)]
    out: Option<String>,
}

/// How keys are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    Fields,
    Binary,
    Hex,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Shade {
    Light,
    Dark,
}

impl From<Shade> for Theme {
    fn from(shade: Shade) -> Self {
        match shade {
            Shade::Light => Self::Light,
            Shade::Dark => Self::Dark,
        }
    }
}

/// Ends of names that promise another format than the one that is written.
const OTHERS: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "pdf"];

/// The name of the file for SVG.
fn out(name: &str) -> Result<&str, String> {
    let end = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    if !OTHERS.iter().any(|other| end.eq_ignore_ascii_case(other)) {
        return Ok(name);
    }
    let own = Path::new(name).with_extension("svg");
    Err(format!(
        "A poster is SVG, and “{name}” is the name of another format. Write “{}”, and let another program convert it.",
        own.display()
    ))
}

/// Draws the picture, and writes the file.
pub(crate) fn draw(request: &Request) -> Result<Outcome, String> {
    let out = request.out.as_deref().map(out).transpose()?;
    let mut seen = None;
    let (mut session, link) = match &request.lesson {
        Some(file) => {
            let (session, table) = visit(file, request.stop)?;
            seen = Some(table).filter(|table| !table.is_empty());
            (session, None)
        }
        None => open(request)?,
    };
    if let Some(grain) = request.grain {
        session.set_grain(grain.into());
    }
    if let Some(step) = &request.step {
        play::seek(&mut session, step)?;
    }
    let tables = session.view(&ViewRequest::none()).tables;
    let asked = request.table.clone().or(link.as_ref().and_then(|link| link.table.clone())).or(seen);
    let table = match asked {
        Some(table) if tables.contains(&table) => table,
        Some(table) => return Err(format!("There is no table “{table}” at this step: there are {}.", listed(&tables))),
        None => session.default_table(),
    };
    let notation = match request.notation {
        Some(Notation::Fields) => KeyNotation::Fields,
        Some(Notation::Binary) => KeyNotation::Binary,
        Some(Notation::Hex) => KeyNotation::Hex,
        None => link.and_then(|link| link.notation).unwrap_or_default(),
    };
    let wish = Wish {
        notation,
        old_versions: !request.visible,
        width: request.width,
        lines: request.lines,
        ..Wish::new(table)
    };
    let svg = Layout::new(&session.stage(), &wish).svg(request.theme.into());
    match out {
        None => Ok(Outcome::new(svg, 0)),
        Some(file) => {
            fs::write(file, svg).map_err(|error| format!("“{file}” cannot be written: {error}."))?;
            Ok(Outcome::default())
        }
    }
}

/// The session after a stop of a lesson, and the table that the lesson shows there.
fn visit(file: &Path, stop: u64) -> Result<(Session, String), String> {
    let name = file.display();
    let text = play::read(file)?;
    let told = |fault: Fault| format!("{name}:{}: {fault}", fault.line);
    let lesson = Arc::new(Lesson::read("", &text).map_err(told)?);
    let at = usize::try_from(stop - 1).ok().filter(|at| *at < lesson.stops.len());
    let at = at.ok_or_else(|| format!("“{name}” has only {} stops, so none is stop {stop}.", lesson.stops.len()))?;
    let mut session = lesson.session(&LANGUAGE).map_err(told)?;
    let mut player = Player::open(lesson, &mut session).map_err(told)?;
    player.go(&mut session, at).map_err(told)?;
    for _ in 0..player.show(&session).steps {
        player.next(&mut session).map_err(told)?;
    }
    let table = player.show(&session).wish.table;
    Ok((session, table))
}

/// The session to draw, and the link that it came from, if there is one.
fn open(request: &Request) -> Result<(Session, Option<Link>), String> {
    if let Some(text) = &request.link {
        let link = play::link(text)?;
        let (restored, _) = lesson::open(&link, &LANGUAGE).map_err(|error| error.to_string())?;
        if let Some(divergence) = restored.divergences.first() {
            return Err(divergence.to_string());
        }
        return Ok((restored.session, Some(link)));
    }
    let mut session = play::start(request.start.as_deref().unwrap_or("empty"))?;
    if let Some(file) = &request.file {
        let player = play::script(&session, &play::read(file)?)?.singly();
        play::run(&mut session, player, false)?;
    }
    Ok((session, None))
}

fn listed(tables: &[String]) -> String {
    if tables.is_empty() { "none".to_owned() } else { tables.join(", ") }
}
