//! A session as a handle for JavaScript.

use crate::failure::{Failure, misused};
use crate::memory::reserve;
use crate::operation::{Lose, Operation};
use crate::orders::Orders;
use crate::part::{language_of, missing, parts};
use crate::value::{client, give, take};
use serde::{Deserialize, Serialize};
use splitpoint_lab::notation::to_string_binary;
use splitpoint_lab::picture::{Theme, Wish};
use splitpoint_lab::scenario;
use splitpoint_lab::session::{Kind, Link, Needs, Opens, Player, Playing, Restored, Session, Watch};
use splitpoint_lab::view::{Grain, KeyNotation, OutcomeView, Sentence, TimelineView, ViewRequest};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Atoms that an operation may take at most.
const ATOMS: u32 = 1_000_000;

/// A session, as the object that a JavaScript program holds.
#[wasm_bindgen]
pub struct Handle {
    session: Session,
    /// The link that opens it, and the script of that while it plays.
    opening: Option<(Link, Option<Playing>)>,
    /// The script that plays, and the place where it began.
    script: Option<(Player, usize)>,
    /// Sentences about the opening, for the reader.
    notes: Vec<String>,
    /// How the promises that were set stood at earlier steps, so that not all is replayed each time.
    watch: Watch,
}

/// Which part of a table is wanted, and how keys are printed.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Look {
    table: Option<String>,
    lines: Option<(u64, u64)>,
    visible: bool,
    notation: KeyNotation,
}

/// How a moment is drawn.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Picture {
    table: Option<String>,
    lines: Option<u64>,
    width: Option<u32>,
    visible: bool,
    notation: KeyNotation,
    dark: bool,
}

/// The step at the cursor.
#[derive(Serialize)]
struct Moment {
    sentence: Sentence,
    text: String,
    timeline: TimelineView,
}

/// The result of an operation: whether it is over, and the answers it has got.
#[derive(Serialize)]
struct Reply {
    done: bool,
    answers: Vec<OutcomeView>,
}

/// What a script printed.
#[derive(Serialize)]
struct Printed {
    text: String,
    failed: bool,
    asks: bool,
    answers: Vec<OutcomeView>,
}

fn keys(_: &str, row: &[u8]) -> String {
    to_string_binary(row)
}

/// A request for the part of a view without rows.
fn nothing() -> ViewRequest {
    ViewRequest { notation: KeyNotation::Fields, ..ViewRequest::none() }
}

impl Handle {
    fn new(session: Session) -> Self {
        Self { session, opening: None, script: None, notes: Vec::new(), watch: Watch::default() }
    }

    fn on(start: &str) -> Result<Session, JsValue> {
        let link = Link::new(Opens::Start(start.to_owned()));
        Self::begin(&link)
    }

    /// The session that a link begins with.
    fn begin(link: &Link) -> Result<Session, JsValue> {
        let (Opens::Start(id) | Opens::Script(id, _)) = &link.opens else { return Err(missing()) };
        let start = scenario::start(id).ok_or_else(|| Failure::no_start(id))?;
        let start = if matches!(link.opens, Opens::Start(_)) { start.sandbox() } else { start };
        let mut session = Session::from_start(start).map_err(|error| Failure::of_link(&error))?;
        if let Opens::Script(_, text) = &link.opens {
            session.speak(language_of(text)?);
        }
        Ok(session)
    }

    fn open(link: Link, session: Session) -> Result<Self, JsValue> {
        let playing = link.play(&session).map_err(|error| Failure::of_link(&error))?;
        Ok(Self { opening: Some((link, playing)), ..Self::new(session) })
    }

    fn restored(Restored { session, divergences }: Restored) -> Self {
        Self { notes: divergences.iter().map(ToString::to_string).collect(), ..Self::new(session) }
    }

    /// The table that is meant where the caller names none.
    fn table(&self, table: Option<String>) -> String {
        table.unwrap_or_else(|| self.session.default_table())
    }

    fn client(&mut self, letter: &str) -> Result<u8, JsValue> {
        let client = client(letter)?;
        while self.session.clients() <= client && self.session.add_client() {}
        Ok(client)
    }
}

#[wasm_bindgen]
impl Handle {
    /// An example as it begins, by its id.
    ///
    /// # Errors
    /// Where there is none of that name.
    pub fn start(id: &str) -> Result<Self, JsValue> {
        Self::on(id).map(Self::new)
    }

    /// Lines for the shell on an example. They are played by [`open_on`](Self::open_on).
    ///
    /// # Errors
    /// Where there is no such example, or a line cannot be read.
    pub fn script(id: &str, text: String) -> Result<Self, JsValue> {
        let link = Link::new(Opens::Script(id.to_owned(), text));
        let session = Self::begin(&link)?;
        Self::open(link, session)
    }

    /// What a link opens: an address, or what stands behind its `#`.
    ///
    /// # Errors
    /// Where it is no link, or cannot be opened.
    pub fn link(link: &str) -> Result<Self, JsValue> {
        let kept = parts().kept.ok_or_else(missing)?;
        let link = (kept.parse)(fragment(link)).map_err(|error| Failure::of_link(&error))?;
        let link = link.ok_or_else(|| Failure::of_link(&splitpoint_lab::session::RestoreError::NotALink))?;
        if let Opens::Lesson(_) = &link.opens {
            let (open, language) =
                parts().lesson.zip(parts().language).filter(|_| parts().methods).ok_or_else(missing)?;
            let (restored, told) = open(&link, language).map_err(|error| Failure::of_link(&error))?;
            let mut handle = Self::restored(restored);
            handle.notes.extend(told);
            return Ok(handle);
        }
        let Some(saved) = link.saved() else {
            let session = Self::begin(&link)?;
            return Self::open(link, session);
        };
        let restored = (kept.restore)(saved, parts().language).map_err(|error| Failure::of_link(&error))?;
        let handle = Self::restored(restored);
        Ok(Self { opening: Some((link, None)), ..handle })
    }

    /// Opens the text that `save` wrote.
    ///
    /// # Errors
    /// Where it is another text.
    pub fn file(text: &str) -> Result<Self, JsValue> {
        let kept = parts().kept.ok_or_else(missing)?;
        let saved = (kept.read)(text).map_err(|error| Failure::of_link(&error))?;
        let restored = (kept.restore)(&saved, parts().language).map_err(|error| Failure::of_link(&error))?;
        Ok(Self::restored(restored))
    }

    /// Goes on with opening. Whether it is done.
    ///
    /// # Errors
    /// What HBase's client refuses.
    pub fn open_on(&mut self) -> Result<bool, JsValue> {
        let Some((link, playing)) = &mut self.opening else { return Ok(true) };
        reserve();
        let mut told = None;
        if let Some(playing) = playing {
            if !playing.go_on(&mut self.session).map_err(|error| Failure::of_link(&error))? {
                return Ok(false);
            }
            told = playing.told();
        }
        let told = told.or(link.place(&mut self.session));
        self.notes.extend(told);
        if playing.is_some() {
            // A script of a link goes on behind a command that fails, as a shell does at a prompt.
            let lines = self.session.console(usize::MAX, &keys);
            let failed = lines.iter().find(|line| line.says_why());
            self.notes.extend(failed.map(|line| format!("A command of the script fails: {}", line.text)));
        }
        self.opening = None;
        Ok(true)
    }

    /// Sentences about the opening: what came out differently from how it was kept, and where a link leads nowhere.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Begins to play a script. It goes on by [`run_on`](Self::run_on).
    ///
    /// # Errors
    /// What is wrong with it as a whole.
    pub fn run(&mut self, letter: &str, text: &str) -> Result<(), JsValue> {
        let language = language_of(text)?;
        let client = self.client(letter)?;
        self.session.speak(language);
        let player = self.session.script(client, 0, text).map_err(Failure::from)?;
        self.script = Some((player, self.session.place()));
        Ok(())
    }

    /// Goes on with a script for at most so many atoms. Returns whether it is done.
    ///
    /// # Errors
    /// What HBase's client refuses.
    pub fn run_on(&mut self, atoms: u32) -> Result<bool, JsValue> {
        let Some((player, _)) = &mut self.script else { return Ok(true) };
        reserve();
        Ok(self.session.play(player, atoms).map_err(Failure::from)?)
    }

    /// Ends the script at play, with all that it has printed and the results of its commands.
    ///
    /// # Errors
    /// Where no script is at play.
    pub fn printed(&mut self) -> Result<JsValue, JsValue> {
        let Some((player, place)) = self.script.take() else {
            return Err(misused("No script is at play: run one first."));
        };
        let lines = self.session.console_since(place, &keys);
        let mut printed = Printed {
            text: String::new(),
            failed: lines.iter().any(|line| line.kind == Kind::Error),
            asks: self.session.asks(player.client()),
            answers: self.session.stage().outcomes(place, KeyNotation::Fields),
        };
        for line in lines.iter().filter(|line| matches!(line.kind, Kind::Output | Kind::Error)) {
            printed.text += &line.text;
            printed.text.push('\n');
        }
        give(&printed)
    }

    /// Drops the script at play. What it did stays.
    pub fn stop(&mut self) {
        if let Some((player, _)) = self.script.take() {
            self.session.cancel(player.client());
        }
    }

    /// Does an operation to its end, or with `queue` leaves it to be stepped.
    ///
    /// # Errors
    /// Where the operation cannot be read, HBase refuses it, or it throws.
    #[wasm_bindgen(js_name = "do")]
    pub fn perform(&mut self, letter: &str, operation: JsValue, queue: bool) -> Result<JsValue, JsValue> {
        reserve();
        let operation: Operation = take(operation)?;
        let client = match &operation {
            Operation::LoseAnswer(Lose { client: Some(whose) }) => self.client(&whose.to_string())?,
            _ => self.client(letter)?,
        };
        let names = operation.names();
        let refused = |refusal| Failure::from(refusal).renamed(names);
        if queue {
            self.session.submit(client, operation.into()).map_err(refused)?;
            return give(&Reply { done: false, answers: Vec::new() });
        }
        let place = self.session.last_atom();
        let done = self.session.perform(client, operation.into(), ATOMS).map_err(refused)?;
        let mut answers = self.session.stage().outcomes(place, KeyNotation::Fields);
        match answers.last_mut().and_then(|answer| answer.error.take()) {
            Some(error) => Err(Failure::from(error).into()),
            None => give(&Reply { done, answers }),
        }
    }

    /// Queues a script, each client's part as one program, so that it can be stepped in any order.
    ///
    /// # Errors
    /// What is wrong with it as a whole.
    pub fn queue(&mut self, letter: &str, text: &str) -> Result<(), JsValue> {
        let language = language_of(text)?;
        let client = self.client(letter)?;
        self.session.speak(language);
        Ok(self.session.queue(client, 0, text).map_err(Failure::from)?)
    }

    /// Does one step of the client or job that is due. Returns whether anybody could step.
    #[must_use]
    #[wasm_bindgen(js_name = next)]
    pub fn go_on(&mut self) -> bool {
        self.session.next()
    }

    /// Goes one step back. `false` where there was none.
    #[must_use]
    pub fn back(&mut self) -> bool {
        self.session.back()
    }

    /// Does one step of a client. Returns whether it could step.
    ///
    /// # Errors
    /// Where there is no such client.
    pub fn step_client(&mut self, letter: &str) -> Result<bool, JsValue> {
        Ok(self.session.step_client(client(letter)?))
    }

    /// Does one step of a job. `false` where it could not.
    #[must_use]
    pub fn step_job(&mut self, job: u32) -> bool {
        self.session.step_job(job)
    }

    /// Moves to so many steps after the beginning; beyond the end, to the end.
    pub fn seek(&mut self, position: f64) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates, which is meant")]
        self.session.seek(position as u64);
    }

    /// Moves to the place of that name. `false` where there is none.
    #[must_use]
    pub fn seek_marker(&mut self, name: &str) -> bool {
        self.session.to_marker(name)
    }

    /// Names the place of the cursor; an empty name takes its name away.
    pub fn mark(&mut self, name: &str) {
        self.session.add_marker(name);
    }

    /// Sets the grain: how much one step covers.
    ///
    /// # Errors
    /// Where it is not `operation`, `rpc` or `cell`.
    pub fn set_grain(&mut self, grain: JsValue) -> Result<(), JsValue> {
        self.session.set_grain(take::<Grain>(grain)?);
        Ok(())
    }

    /// Whether servers start flushes, compactions and splits by themselves, at the cursor.
    #[must_use]
    pub fn background(&self) -> bool {
        self.session.background()
    }

    /// Sets whether servers start flushes, compactions and splits by themselves.
    pub fn set_background(&mut self, background: bool) {
        self.session.set_background(background);
    }

    /// The step at the cursor.
    ///
    /// # Errors
    /// Where the answer cannot be made a value of JavaScript. No such answer is known.
    pub fn moment(&self) -> Result<JsValue, JsValue> {
        let view = self.session.view(&nothing());
        give(&Moment { text: view.sentence.text(), sentence: view.sentence, timeline: view.timeline })
    }

    /// Everything that is to be seen of the moment at the cursor.
    ///
    /// # Errors
    /// Where the request cannot be read.
    pub fn view(&self, look: JsValue) -> Result<JsValue, JsValue> {
        let Look { table, lines, visible, notation } = take(look)?;
        let (from, to) = lines.unwrap_or((0, 100));
        let request = ViewRequest { table: self.table(table), window: from..to, old_versions: !visible, notation };
        give(&self.session.view(&request))
    }

    /// What the operation at the cursor cost.
    ///
    /// # Errors
    /// Where the answer cannot be made a value of JavaScript. No such answer is known.
    pub fn cost(&self) -> Result<JsValue, JsValue> {
        give(&self.session.view(&nothing()).cost)
    }

    /// What the operation at the cursor brought back last, with at most so many rows from each end.
    ///
    /// # Errors
    /// Where the answer cannot be made a value of JavaScript. No such answer is known.
    pub fn answer(&self, rows: u32) -> Result<JsValue, JsValue> {
        give(&self.session.stage().answer(rows as usize, KeyNotation::Fields))
    }

    /// Begins to search every order from the moment at the cursor.
    ///
    /// # Errors
    /// Where the request or a promise cannot be read.
    pub fn orders(&self, request: JsValue) -> Result<Orders, JsValue> {
        let judging = parts().orders.ok_or_else(missing)?;
        (judging.begin)(&self.session, take(request)?)
    }

    /// Sets what must hold from now on.
    ///
    /// # Errors
    /// Where the text cannot be read.
    pub fn promise(&mut self, text: &str, name: &str) -> Result<(), JsValue> {
        let judging = parts().orders.ok_or_else(missing)?;
        (judging.must.set)(&mut self.session, text, name)
    }

    /// Takes a promise away. `false` where it was not set.
    ///
    /// # Errors
    /// Where the text cannot be read.
    pub fn release(&mut self, text: &str) -> Result<bool, JsValue> {
        let judging = parts().orders.ok_or_else(missing)?;
        (judging.must.drop)(&mut self.session, text)
    }

    /// What must hold, and how it stands at the cursor.
    ///
    /// # Errors
    /// Where the part `orders` was not brought.
    pub fn promises(&mut self) -> Result<JsValue, JsValue> {
        let judging = parts().orders.ok_or_else(missing)?;
        (judging.must.look)(&mut self.watch, &self.session)
    }

    /// What stands behind the `#` of a link to the moment at the cursor.
    ///
    /// # Errors
    /// Where the request cannot be read.
    pub fn to_link(&self, look: JsValue) -> Result<Option<String>, JsValue> {
        let kept = parts().kept.ok_or_else(missing)?;
        let Look { table, notation, .. } = take(look)?;
        // Without a table the link shows the first one of the start, which a link shows anyway.
        let first = || self.session.start().tables.first().map(|table| table.name.clone()).unwrap_or_default();
        Ok((kept.link)(&self.session, &table.unwrap_or_else(first), notation))
    }

    /// The session as text, to be opened by [`file`](Self::file).
    ///
    /// # Errors
    /// Where the part `kept` was not brought.
    pub fn save(&self) -> Result<String, JsValue> {
        Ok((parts().kept.ok_or_else(missing)?.write)(&self.session))
    }

    /// The moment at the cursor as a picture in SVG.
    ///
    /// # Errors
    /// Where the request cannot be read.
    pub fn svg(&self, picture: JsValue) -> Result<String, JsValue> {
        let draw = parts().picture.ok_or_else(missing)?;
        let Picture { table, lines, width, visible, notation, dark } = take(picture)?;
        let plain = Wish::new(self.table(table));
        let wish = Wish {
            notation,
            old_versions: !visible,
            lines: lines.unwrap_or(plain.lines),
            width: width.unwrap_or(plain.width),
            ..plain
        };
        Ok(draw(&self.session, &wish, if dark { Theme::Dark } else { Theme::Light }))
    }

    /// Every step of the branch as a sentence, and then all rows, as text.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.session.transcript(self.session.grain())
    }
}

/// The parts without which a link, or what `save` wrote, cannot be opened: the language of its scripts, the lessons.
///
/// # Errors
/// Where the text is neither.
#[wasm_bindgen]
pub fn needs(text: &str, is_file: bool) -> Result<Vec<String>, JsValue> {
    let kept = parts().kept.ok_or_else(missing)?;
    if is_file {
        let saved = (kept.read)(text).map_err(|error| Failure::of_link(&error))?;
        return Ok(named(saved.needs(), false));
    }
    let link = (kept.parse)(fragment(text)).map_err(|error| Failure::of_link(&error))?;
    Ok(link.map_or(Vec::new(), |link| named(link.needs(), matches!(link.opens, Opens::Lesson(_)))))
}

/// The names of parts.
fn named(needs: Needs, lesson: bool) -> Vec<String> {
    [("language", needs.language), ("methods", needs.methods), ("lesson", lesson)]
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(name, _)| name.into())
        .collect()
}

/// The part of an address behind its `#`; an address without one is taken as it is.
fn fragment(link: &str) -> &str {
    link.split_once('#').map_or(link, |(_, fragment)| fragment)
}
