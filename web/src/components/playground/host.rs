//! The page in a frame: carries out the requests of its host, and tells it about events.

use super::{Message, Playground};
use crate::interop::{self, Handed, Letter};
use crate::session::Effect;
use crate::session::action::{Action, Time, Typing};
use crate::session::chunk::Chunk;
use crate::session::host::{Command, HostState, Value};
use crate::session::options::{Host, Layout};
use gloo::events::EventListener;
use splitpoint_lab::sim::language::is_plain;
use std::pin::Pin;
use yew::prelude::*;

/// The width of the terminal, in characters, for lines that the host runs, or that are typed before there is a prompt.
pub(super) const COLUMNS: u16 = 100;

/// With more lines than this the picture scrolls, instead of making the frame higher.
const LINES: i64 = 20;

/// The height of the picture's head with its border, in pixels.
const HEAD: i64 = 33;

/// The height in pixels of a frame for the whole page, for a lesson that stands below its picture, and for heat in a wide
/// and in a narrow frame.
const WHOLE: i64 = 640;
const STORY: i64 = 760;
const HEAT: i64 = 420;
const HIGH: i64 = 520;

/// What the host hands over, once it has answered.
type Handing = Pin<Box<dyn Future<Output = Option<Handed>>>>;

/// The functions for a page with a host. They are called through this table only, so that a chunk can bring their code
/// later.
pub(crate) struct Hosting {
    /// Asks the host what the page is to open.
    pub(crate) handed: fn(Host) -> Handing,
    meet: fn(&mut Playground, &Context<Playground>),
    obey: fn(&mut Playground, &Context<Playground>, Letter),
    tell: fn(&mut Playground, &Context<Playground>),
    refuse: fn(&Playground, Option<f64>, &str),
}

/// The functions of this module.
pub(crate) static HOSTING: Hosting = Hosting {
    handed: |host| Box::pin(async move { interop::handed(&host).await }),
    meet: Playground::meet,
    obey: Playground::obey,
    tell: Playground::tell,
    refuse: |page, id, why| page.answer(id, Err(why)),
};

/// The connection to the host.
pub(crate) struct Line {
    host: Host,
    told: HostState,
    /// Requests of the host that cannot be carried out yet.
    waiting: Vec<Letter>,
    /// The number of the request that is answered when its script ends.
    runs: Option<f64>,
    _letters: Option<EventListener>,
}

impl Playground {
    /// Begins to listen to the host, if there is one.
    pub(super) fn meet_host(&mut self, ctx: &Context<Self>) {
        if let Some(hosting) = self.code.host {
            (hosting.meet)(self, ctx);
        }
    }

    /// Carries out a request of the host.
    pub(super) fn obey_host(&mut self, ctx: &Context<Self>, letter: Letter) {
        if let Some(hosting) = self.code.host {
            (hosting.obey)(self, ctx, letter);
        }
    }

    /// Called when the page is drawn as it is: tells the host what has changed since it was last told, and carries out
    /// requests that waited.
    pub(super) fn tell_host(&mut self, ctx: &Context<Self>) {
        if let Some(hosting) = self.code.host {
            (hosting.tell)(self, ctx);
        }
    }

    /// Refuses the request of the host with this number, whose code does not come.
    pub(super) fn refuse_host(&self, id: Option<f64>, why: &str) {
        if let Some(hosting) = self.code.host {
            (hosting.refuse)(self, id, why);
        }
    }

    fn meet(&mut self, ctx: &Context<Self>) {
        let Some(host) = self.state.chrome.options.host.clone() else { return };
        let letters = ctx.link().callback(Message::Letter);
        let listener = interop::watch_host(&host, move |letter| letters.emit(letter));
        self.line =
            Some(Line { host, told: HostState::default(), waiting: Vec::new(), runs: None, _letters: listener });
    }

    /// Carries out a request of the host, or keeps it until that is possible.
    fn obey(&mut self, ctx: &Context<Self>, letter: Letter) {
        let (is_busy, waits) = (self.state.document.works(), self.waits().is_some());
        let Some(line) = &mut self.line else { return };
        // A script that is over is answered when the page was drawn; until then it counts as running.
        let is_busy = is_busy || line.runs.is_some();
        if !line.told.is_ready || waits || is_busy && letter.command != "pause" {
            return line.waiting.push(letter);
        }
        let command = match Command::named(&letter.command, &letter.value) {
            Ok(command) => command,
            Err(why) => return interop::reply(&line.host, letter.id, Err(&why)),
        };
        if !self.code.is_whole {
            return self.bring_for_host(ctx, Chunk::Whole, letter);
        }
        let chunks = self.state.chrome.chunks;
        match command {
            Command::Run(_) if chunks.console.is_none() => return self.bring_for_host(ctx, Chunk::Console, letter),
            Command::Run(text) if !chunks.method && !is_plain(&text) => {
                return self.bring_for_host(ctx, Chunk::Method, letter);
            }
            Command::Link if chunks.share.is_none() => return self.bring_for_host(ctx, Chunk::Dialog, letter),
            Command::Promise(_) if chunks.orders.is_none() => return self.bring_for_host(ctx, Chunk::Orders, letter),
            Command::Promise(text) => {
                let held = chunks.orders.map_or(Ok(()), |orders| (orders.hold)(&mut self.state, &text));
                if let Err(why) = held {
                    return self.answer(letter.id, Err(&why));
                }
                self.work_off(ctx, vec![Effect::Keep]);
            }
            Command::Run(text) => return self.run_for_host(ctx, text, letter.id),
            Command::Theme(theme) => self.state.chrome.options.theme = Some(theme),
            Command::State => return self.answer(letter.id, Ok(&self.state.told())),
            Command::Link => {
                return match chunks.share.and_then(|share| (share.find)(&self.state).links) {
                    Some(links) => self.answer(letter.id, Ok(&Value::Text(links.step))),
                    None => self.answer(letter.id, Err("A session on a file has no link.")),
                };
            }
            Command::Time(time) => self.apply(ctx, Action::Time(time)),
            Command::Marker(name) => {
                let markers = &self.state.desk.map.view.timeline.markers;
                let Some(&(position, _)) = markers.iter().find(|(_, known)| *known == name) else {
                    let why = format!(
                        "seek takes the number of a step, end, or the name of a marker. There is no marker “{name}” on this branch."
                    );
                    return self.answer(letter.id, Err(&why));
                };
                self.apply(ctx, Action::Time(Time::Seek(position)));
            }
        }
        self.answer(letter.id, Ok(&self.state.told()));
    }

    fn bring_for_host(&mut self, ctx: &Context<Self>, chunk: Chunk, letter: Letter) {
        self.await_code(ctx, chunk, false, Message::Letter(letter));
    }

    fn run_for_host(&mut self, ctx: &Context<Self>, text: String, id: Option<f64>) {
        // What the reader is typing stays.
        let typed = self.state.desk.console.typed.clone();
        self.state.desk.console.is_script = false;
        self.apply(ctx, Action::Console(Typing::Text(text)));
        self.apply(ctx, Action::Console(Typing::Run(COLUMNS)));
        self.state.desk.console.typed = typed;
        if let Some(line) = &mut self.line {
            line.runs = id;
        }
    }

    fn answer(&self, id: Option<f64>, answer: Result<&Value, &str>) {
        if let Some(line) = &self.line {
            interop::reply(&line.host, id, answer);
        }
    }

    fn tell(&mut self, ctx: &Context<Self>) {
        if self.waits().is_some() {
            return;
        }
        let height = self.height();
        let is_busy = self.state.document.works();
        let Some(line) = &mut self.line else { return };
        for (event, detail) in line.told.news(&self.state, height) {
            interop::tell(&line.host, event, &detail);
        }
        if !line.told.is_ready || is_busy {
            return;
        }
        let waiting = std::mem::take(&mut line.waiting);
        if let Some(id) = line.runs.take() {
            match self.state.desk.console.problem.take() {
                Some(problem) => self.answer(Some(id), Err(&problem)),
                None => self.answer(Some(id), Ok(&self.state.told())),
            }
        }
        for letter in waiting {
            ctx.link().send_message(Message::Letter(letter));
        }
    }

    /// The height in pixels that the page needs, limited to what a frame should have.
    fn height(&self) -> i64 {
        let options = &self.state.chrome.options;
        let map = &self.state.desk.map;
        let most = LINES * self.state.chrome.line_height;
        let height = match options.layout {
            Layout::Story if self.is_narrow() => STORY,
            Layout::Full | Layout::Story => WHOLE,
            Layout::Heat => {
                if self.is_narrow() {
                    HIGH
                } else {
                    HEAT
                }
            }
            Layout::Race | Layout::Mini => {
                interop::wanted_height(&self.node, ".map", HEAD + map.axis.height().min(most))
            }
            Layout::Bytes => {
                let rows = interop::height_of(&self.node, ".bytes__all");
                interop::wanted_height(&self.node, ".bytes", rows.min(most))
            }
        };
        height * i64::from(options.scale) / 100
    }

    /// Notes whether the page is in the viewport. If it is not, steps do not go on by themselves.
    pub(super) fn see(&mut self, is_seen: bool) {
        self.is_hidden = !is_seen;
        if self.is_hidden {
            self.play = None;
        }
    }

    /// Carries out an action of the reader, if the options allow it.
    pub(super) fn wish(&mut self, ctx: &Context<Self>, action: Action) {
        if self.state.chrome.options.allows(&action) || matches!(action, Action::Time(Time::Tick)) {
            self.apply(ctx, action);
            self.become_whole(ctx);
        }
    }
}
