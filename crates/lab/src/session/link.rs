//! Links: what stands behind the `#` of an address, read and written.
//!
//! There are four kinds, and all may be followed by where to look (`step`, `grain`, `table`, `notation`):
//!
//! - `start=comments&step=3`: one of the examples, by its id.
//! - `script=put%20…&start=empty`: lines for the shell, played to their end on an example (without one, on no table).
//! - `v2.…&step=end`: a whole session, as [`Saved::to_link`] writes it.
//! - `lesson=prepend-race&step=9`: a lesson, by its id, played as far as that step. Lessons stand above sessions, so
//!   [`lesson::open`](crate::lesson::open) opens it.
//!
//! What a link says beside that is kept when it is written again, and means nothing here.

use super::{Needs, Player, Refusal, RestoreError, Restored, Saved, Session};
use crate::scenario::{EXAMPLES, Reference};
use crate::sim::language::{self, Language};
use crate::view::{Grain, KeyNotation};
use std::fmt::{self, Write};

/// The parameters of a link that say what is shown: the step, the grain, the table, and how keys are printed.
const PLACE: [&str; 4] = ["step", "grain", "table", "notation"];

/// Bytes of a link that are read. Browsers take no longer ones.
const LONGEST: usize = 2 << 20;

/// Characters above which a link may be cut by programs that send it, such as mail and chat.
pub const LONG: usize = 8_000;

/// Atoms, or bursts of a long script, that are done at once.
const SLICE: u32 = 100;

/// How many slices of [`SLICE`] atoms the script of a link may take.
const SLICES: u32 = if cfg!(test) { 20 } else { 240 };

/// A link, taken apart: what it opens, and what is shown of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What is opened.
    pub opens: Opens,
    /// Where the cursor is put. Without it: where the session was kept, at the end of a script, at the beginning of an
    /// example.
    pub step: Option<Stop>,
    /// How finely steps are counted.
    pub grain: Option<Grain>,
    /// The table that is shown.
    pub table: Option<String>,
    /// How keys are shown.
    pub notation: Option<KeyNotation>,
    /// Other names and values. They have no effect, and are written again.
    rest: Vec<(String, String)>,
}

/// What a link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// An example as it begins, by its id.
    Start(String),
    /// An example by its id, and lines for the shell that are played on it.
    Script(String, String),
    /// A whole session.
    Session(Box<Saved>),
    /// A lesson that comes with the program, by its id, which nobody has looked up yet.
    Lesson(String),
}

/// Where the cursor is put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// At a position at the grain; beyond the end, at the end.
    At(u64),
    /// At the end of the branch.
    End,
    /// At the marker of that name.
    Marker(String),
}

impl Link {
    /// A link that opens this, without saying where to look.
    pub fn new(opens: Opens) -> Self {
        Self { opens, step: None, grain: None, table: None, notation: None, rest: Vec::new() }
    }

    /// From what stands behind the `#`; `None` where that is no link at all. Where a name stands twice, the last counts.
    ///
    /// # Errors
    /// Where it is damaged, too long, of a newer version, or names what there is not.
    pub fn parse(fragment: &str) -> Result<Option<Self>, LinkError> {
        Self::read(fragment, Saved::from_link)
    }

    /// As [`parse`](Self::parse) for a fragment that holds no session (see [`Self::holds_session`]), without the code
    /// that unpacks one.
    ///
    /// # Errors
    /// Where it is damaged, too long, or names what there is not.
    pub fn parse_readable(fragment: &str) -> Result<Option<Self>, LinkError> {
        Self::read(fragment, |_| Err(RestoreError::NotALink))
    }

    /// Whether what stands behind the `#` holds a whole session, of whichever version.
    pub fn holds_session(fragment: &str) -> bool {
        parts(fragment).next().is_some_and(is_packed)
    }

    fn read(fragment: &str, unpack: fn(&str) -> Result<Saved, RestoreError>) -> Result<Option<Self>, LinkError> {
        let whole = fragment.strip_prefix('#').unwrap_or(fragment);
        if whole.len() > LONGEST {
            return Err(LinkError::TooLong);
        }
        let (mut start, mut script, mut session, mut lesson) = (None, None, None, None);
        let mut link = Self::new(Opens::Start(String::new()));
        for (index, part) in parts(whole).enumerate() {
            let Some((name, value)) = part.split_once('=') else {
                if index == 0 && is_packed(part) {
                    session = Some(unpack(part).map_err(LinkError::Session)?);
                } else {
                    link.rest.push((decode(part)?, String::new()));
                }
                continue;
            };
            let value = decode(value)?;
            match name {
                "start" => start = Some(value),
                "script" => script = Some(value),
                "lesson" => lesson = Some(value),
                "step" => link.step = Some(Stop::read(value)),
                "grain" => link.grain = Some(chosen("grain", &value, &GRAINS)?),
                "table" => link.table = Some(value),
                "notation" => link.notation = Some(chosen("notation", &value, &NOTATIONS)?),
                _ => link.rest.push((decode(name)?, value)),
            }
        }
        if let Some(id) = start.as_ref().filter(|id| !EXAMPLES.iter().any(|example| example.id == id.as_str())) {
            return Err(LinkError::UnknownStart(id.clone()));
        }
        link.opens = match (session, script, lesson, start) {
            (Some(saved), ..) => match saved.reference() {
                Reference::Import(file) => return Err(LinkError::File(file.clone())),
                Reference::Scenario(_) | Reference::Sandbox(_) => Opens::Session(Box::new(saved)),
            },
            (None, Some(script), _, start) => Opens::Script(start.unwrap_or_else(|| "empty".to_owned()), script),
            (None, None, Some(lesson), _) => Opens::Lesson(lesson),
            (None, None, None, Some(start)) => Opens::Start(start),
            (None, None, None, None) => return Ok(None),
        };
        Ok(Some(link))
    }

    /// The value of another name, which has no effect here, but may have one where the link is opened.
    pub fn named(&self, name: &str) -> Option<&str> {
        self.rest.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What it starts from: a script from HBase's own sizes, as it did when it was written. `None` of a lesson, whose file
    /// says that.
    pub fn reference(&self) -> Option<Reference> {
        match &self.opens {
            Opens::Start(id) => Some(Reference::Sandbox(id.clone())),
            Opens::Script(id, _) => Some(Reference::Scenario(id.clone())),
            Opens::Session(saved) => Some(saved.reference().clone()),
            Opens::Lesson(_) => None,
        }
    }

    /// The session that it holds.
    pub fn saved(&self) -> Option<&Saved> {
        match &self.opens {
            Opens::Session(saved) => Some(saved),
            Opens::Start(_) | Opens::Script(..) | Opens::Lesson(_) => None,
        }
    }

    /// The parts of the program without which it cannot be opened.
    pub fn needs(&self) -> Needs {
        match &self.opens {
            Opens::Start(_) => Needs::default(),
            Opens::Script(_, text) => Needs { language: true, methods: !language::is_plain(text), ..Needs::default() },
            // The scripts of a lesson are in its own text, so what they need is not known here.
            Opens::Lesson(_) => Needs { language: true, methods: true, ..Needs::default() },
            Opens::Session(saved) => saved.needs(),
        }
    }

    /// Begins to play its script, where it is one, on the start that it names.
    ///
    /// # Errors
    /// What is wrong with the script as a whole.
    pub fn play(&self, session: &Session) -> Result<Option<Playing>, LinkError> {
        let Opens::Script(_, script) = &self.opens else { return Ok(None) };
        let player = session.script(0, 0, &format!("{script}\n")).map_err(|refusal| LinkError::script(&refusal))?;
        Ok(Some(Playing { player, slices: SLICES }))
    }

    /// Puts the cursor where the link says. Where that cannot be found, the cursor goes to the end, and a sentence says
    /// so.
    pub fn place(&self, session: &mut Session) -> Option<String> {
        if let Some(grain) = self.grain {
            session.set_grain(grain);
        }
        match &self.step {
            None => {}
            Some(Stop::At(position)) => session.seek(*position),
            Some(Stop::End) => session.last(),
            Some(Stop::Marker(name)) if session.to_marker(name) => {}
            Some(Stop::Marker(name)) => {
                session.last();
                return Some(format!("The link leads to a marker “{name}”, which is not there. This is the end."));
            }
        }
        None
    }

    /// Opens the link in one go, and says in sentences what to tell the reader besides the divergences.
    ///
    /// # Errors
    /// Why there is no start for it, or what is wrong with its script; of a lesson, that it is one.
    pub fn open(&self, language: &'static Language) -> Result<(Restored, Option<String>), LinkError> {
        let mut restored = match &self.opens {
            Opens::Session(saved) => Session::restore(saved, Some(language)).map_err(LinkError::Session)?,
            Opens::Lesson(id) => return Err(LinkError::Lesson(id.clone())),
            Opens::Start(id) | Opens::Script(id, _) => {
                let start = crate::scenario::start(id).ok_or_else(|| LinkError::UnknownStart(id.clone()))?;
                let start = if matches!(self.opens, Opens::Start(_)) { start.sandbox() } else { start };
                let mut session =
                    Session::from_start(start).map_err(|error| LinkError::Session(RestoreError::Build(error)))?;
                session.speak(language);
                Restored { session, divergences: Vec::new() }
            }
        };
        let mut told = None;
        if let Some(mut playing) = self.play(&restored.session)? {
            while !playing.go_on(&mut restored.session)? {}
            told = playing.told();
        }
        let told = told.or(self.place(&mut restored.session));
        Ok((restored, told))
    }
}

impl Session {
    /// The link to the moment at the cursor, with this table in this notation; `None` of a session on a file, which no
    /// link can hold.
    pub fn link(&self, table: &str, notation: KeyNotation) -> Option<Link> {
        let opens = match &self.start().reference {
            Reference::Import(_) => return None,
            Reference::Scenario(id) | Reference::Sandbox(id) if self.is_untouched() => Opens::Start(id.clone()),
            Reference::Scenario(_) | Reference::Sandbox(_) => Opens::Session(Box::new(self.save())),
        };
        let mut link = Link::new(opens);
        link.grain = (link.saved().is_none() && self.grain() != Grain::default()).then(|| self.grain());
        self.look(&mut link, table, notation);
        Some(link)
    }

    fn look(&self, link: &mut Link, table: &str, notation: KeyNotation) {
        let first = self.start().tables.first().map(|table| table.name.as_str()).unwrap_or_default();
        link.table = Some(table.to_owned()).filter(|table| table != first);
        link.notation = Some(notation).filter(|notation| *notation != KeyNotation::default());
    }

    /// The link that opened this session, `fragment`, to the moment at the cursor, with this table in this notation. Only right
    /// as long as nothing was done and the branch is the same. What it says beside that stays, but for names in `without`.
    pub fn link_on(&self, fragment: &str, without: &[&str], table: &str, notation: KeyNotation) -> String {
        let mut link = Link::new(Opens::Start(String::new()));
        self.look(&mut link, table, notation);
        link.step = (!self.is_untouched()).then(|| Stop::At(self.position()));
        let says_grain = Link::holds_session(fragment) || parts(fragment).any(|part| name(part) == "grain");
        link.grain = Some(self.grain()).filter(|grain| says_grain || *grain != Grain::default());
        format!("{}{}", without_place(fragment, without), Looks(&link))
    }
}

/// The script of a link that is being played. It is stopped after a limit even where it has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playing {
    player: Player,
    slices: u32,
}

impl Playing {
    /// Goes on for a slice. Whether it is done.
    ///
    /// # Errors
    /// What HBase's client refuses.
    pub fn go_on(&mut self, session: &mut Session) -> Result<bool, LinkError> {
        let done = session.play(&mut self.player, SLICE).map_err(|refusal| LinkError::script(&refusal))?;
        self.slices = if done { self.slices } else { self.slices.saturating_sub(1) };
        Ok(done || self.slices == 0)
    }

    /// The sentence for a script that was stopped at the limit.
    pub fn told(&self) -> Option<String> {
        let told = "The script of this link takes too long and was stopped; this is how far it came.";
        (self.slices == 0).then(|| told.to_owned())
    }
}

impl Stop {
    /// Reads a number, `end`, or the name of a marker, as it stands in a link.
    pub fn read(value: String) -> Self {
        match value.parse() {
            Ok(position) => Self::At(position),
            Err(_) if value == "end" => Self::End,
            Err(_) => Self::Marker(value),
        }
    }
}

/// The grains, with the name under which each stands in links.
pub const GRAINS: [(&str, Grain); 3] = [("operation", Grain::Operation), ("rpc", Grain::Rpc), ("cell", Grain::Cell)];

const NOTATIONS: [(&str, KeyNotation); 3] =
    [("fields", KeyNotation::Fields), ("binary", KeyNotation::Binary), ("hex", KeyNotation::Hex)];

fn chosen<T: Copy>(name: &'static str, value: &str, choices: &[(&str, T); 3]) -> Result<T, LinkError> {
    let found = choices.iter().find(|(word, _)| *word == value);
    let choices = choices.each_ref().map(|(word, _)| (*word).to_owned());
    found.map(|(_, choice)| *choice).ok_or_else(|| LinkError::Choice { name, value: value.to_owned(), choices })
}

fn word<T: PartialEq>(choice: &T, choices: &[(&'static str, T); 3]) -> &'static str {
    choices.iter().find(|(_, other)| other == choice).map_or("", |(word, _)| word)
}

/// Whether it is a session, of whichever version: `v`, digits, a full stop.
fn is_packed(part: &str) -> bool {
    let version = part.strip_prefix('v').and_then(|part| part.split_once('.')).map(|(version, _)| version);
    version.is_some_and(|version| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Bytes of a text that stand for themselves in a link, whatever it is pasted into.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~,:/".contains(&byte)
}

fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if is_plain(byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// What stands behind the `#` of a link to this script, without what it is played on. Unlike [`Link`], it needs nothing that
/// packs a session.
pub fn script_link(script: &str) -> String {
    format!("script={}", encode(script))
}

/// What a link opens and says beside that, without where it looks, and without what has one of these names.
pub fn without_place(fragment: &str, without: &[&str]) -> String {
    let is_other = |part: &&str| !PLACE.contains(&name(part)) && !without.contains(&name(part));
    parts(fragment).filter(is_other).collect::<Vec<_>>().join("&")
}

/// The parts of a link, each a name with or without a value.
fn parts(fragment: &str) -> impl Iterator<Item = &str> {
    fragment.strip_prefix('#').unwrap_or(fragment).split('&').filter(|part| !part.is_empty())
}

/// The name of a part.
fn name(part: &str) -> &str {
    part.split('=').next().unwrap_or_default()
}

/// What stands behind the `#` of a link to a lesson, by its id or its whole text.
pub fn lesson_link(name: &str) -> String {
    format!("lesson={}", encode(name))
}

fn decode(text: &str) -> Result<String, LinkError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let [high, low, after @ ..] = rest else { return Err(LinkError::Damaged) };
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let (Some(high), Some(low)) = (digit(*high), digit(*low)) else { return Err(LinkError::Damaged) };
        bytes.push(high << 4 | low);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| LinkError::Damaged)
}

/// Prints the parameters that say what is shown, which come after what the link opens.
struct Looks<'a>(&'a Link);

impl fmt::Display for Looks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(link) = self;
        match &link.step {
            None => {}
            Some(Stop::At(position)) => write!(f, "&step={position}")?,
            Some(Stop::End) => f.write_str("&step=end")?,
            Some(Stop::Marker(name)) => write!(f, "&step={}", encode(name))?,
        }
        if let Some(grain) = &link.grain {
            write!(f, "&grain={}", word(grain, &GRAINS))?;
        }
        if let Some(table) = &link.table {
            write!(f, "&table={}", encode(table))?;
        }
        if let Some(notation) = &link.notation {
            write!(f, "&notation={}", word(notation, &NOTATIONS))?;
        }
        Ok(())
    }
}

impl fmt::Display for Link {
    /// What stands behind the `#`. The same link has the same text everywhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.opens {
            Opens::Start(id) => write!(f, "start={}", encode(id))?,
            Opens::Script(id, script) => write!(f, "script={}&start={}", encode(script), encode(id))?,
            Opens::Session(saved) => f.write_str(&saved.to_link())?,
            Opens::Lesson(id) => write!(f, "lesson={}", encode(id))?,
        }
        Looks(self).fmt(f)?;
        self.rest.iter().try_for_each(|(name, value)| write!(f, "&{}={}", encode(name), encode(value)))
    }
}

/// Why a link cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It is longer than any browser would write it.
    TooLong,
    /// A percent sign without the two digits that belong to it, or bytes that are no text.
    Damaged,
    /// One of few words should stand there.
    Choice {
        /// The name of the parameter.
        name: &'static str,
        /// What stands there.
        value: String,
        /// The values that it can have.
        choices: [String; 3],
    },
    /// There is no example of that id.
    UnknownStart(String),
    /// There is no lesson of that id.
    UnknownLesson {
        /// The id.
        id: String,
        /// Those that there are.
        known: Vec<&'static str>,
    },
    /// It opens a lesson, of that id, where only sessions can be opened.
    Lesson(String),
    /// The session in it starts from a file of this name.
    File(String),
    /// The session in it cannot be restored.
    Session(RestoreError),
    /// What is wrong with its script.
    Script(String),
}

impl LinkError {
    /// Of what opens it, such as a lesson whose file is at fault.
    pub fn of(why: &impl fmt::Display) -> Self {
        Self::Script(why.to_string())
    }

    fn script(refusal: &Refusal) -> Self {
        Self::Script(refusal.to_string())
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => {
                write!(f, "This link is longer than {} MB. Ask for a shorter one.", LONGEST >> 20)
            }
            Self::Damaged => f.write_str("This link is damaged: part of it is missing or changed. Copy it again."),
            Self::Choice { name, value, choices: [one, two, three] } => {
                write!(f, "This link says {name}={value}, but it has to be {one}, {two} or {three}. Correct it.")
            }
            Self::UnknownStart(id) => {
                write!(f, "This link starts from an example “{id}”, which is not there. There are ")?;
                list(f, &EXAMPLES.map(|example| example.id))
            }
            Self::UnknownLesson { id, known } => {
                write!(f, "This link opens a lesson “{id}”, which is not there. There are ")?;
                list(f, known)
            }
            Self::Lesson(id) => {
                write!(f, "This link opens the lesson “{id}”. Open it in the page, or with the command-line program.")
            }
            Self::File(name) => write!(
                f,
                "The session of this link starts from the file “{name}”, which no link can hold. Ask for the file."
            ),
            Self::Session(error) => write!(f, "{error}"),
            Self::Script(why) => write!(f, "The script cannot be played: {why}"),
        }
    }
}

/// Writes ids as the end of a sentence.
fn list(f: &mut fmt::Formatter<'_>, ids: &[&str]) -> fmt::Result {
    ids.iter().enumerate().try_for_each(|(at, id)| match at {
        0 => f.write_str(id),
        at if at + 1 < ids.len() => write!(f, ", {id}"),
        _ => write!(f, " and {id}."),
    })
}

impl std::error::Error for LinkError {}

#[cfg(test)]
mod tests;
