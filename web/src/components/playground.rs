//! The component of the whole page: it holds the state, gives parts of it to other components, and runs the effects
//! that need a browser.

use crate::chunk::Code;
use crate::components::segments::draw_for;
use crate::interop::{self, ASIDE, Breath, Clerk, DESK, KeyWatch, Memory, Notes, Picked, Room, SeenWatch, SizeWatch};
use crate::session::action::{Act, Action, Breadth, Page, Tab, Theme, Time, Typing};
use crate::session::chunk::Chunk;
use crate::session::import::{HEAD, Importing, Reread};
use crate::session::lesson::{self, Learning, Lesson};
use crate::session::options::{Controls, Layout, Options};
use crate::session::orders::Asking;
use crate::session::writing::{self, Writing};
use crate::session::{Build, Effect, State};
use gloo::events::EventListener;
use gloo::timers::callback::{Interval, Timeout};
use keep::{Job, Keeper};
use key::Ahead;
pub(crate) use message::Message;
use splitpoint_lab::scenario::{self, Start};
use splitpoint_lab::session::Saved;
use std::cell::Cell;
use std::mem::{Discriminant, discriminant};
use std::rc::Rc;
use wait::Patience;
use yew::prelude::*;

pub(crate) mod care;
pub(crate) mod host;
pub(crate) mod keep;
mod key;
mod message;
mod room;
mod shelf;
mod trail;
mod turn;
mod visit;
mod wait;

/// The properties with which the page is mounted.
#[derive(Clone, Properties)]
pub(crate) struct Given {
    /// The options of the page. They can change later.
    pub(crate) options: Options,
    /// The chunks that are already loaded, such as those that the kept session needs.
    pub(crate) code: Code,
    /// The room in its host, as measured before it is drawn.
    pub(crate) room: Room,
    /// The reason if what its host handed over cannot be opened.
    pub(crate) wrong: Option<String>,
    /// A name, and what was kept under it in the archive; no text if the archive lost it.
    pub(crate) kept: Option<(String, Option<String>)>,
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        self.options == other.options
    }
}

/// Milliseconds of long work in one task, before the browser may handle events.
const TURN: f64 = 12.0;

/// Bytes of a file that are read in one task.
const PIECE: u64 = 256 << 10;

thread_local! {
    /// How many pages were opened in the document.
    static PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The page.
pub(crate) struct Playground {
    /// Which page of the document it is, counted from 0 in the order in which they were opened.
    number: u32,
    state: State,
    memory: Memory,
    keeper: Keeper,
    /// What is kept of the last visit, until the file that it needs is read.
    saved: Option<Saved>,
    file: Option<Picked>,
    /// The file from which the present table is made, if there is one, with its mapping.
    source: Option<(Picked, String)>,
    /// The number of imports that were started or left. A part of a file that was read for an older one is ignored.
    reads: u32,
    /// The chunks that are loaded. The state has its own part of them.
    code: Code,
    /// The width and height of the picture before it is measured, if they are known.
    picture: Option<(i64, i64)>,
    node: NodeRef,
    /// The elements that contained the focused one before the page is drawn again.
    focused: Vec<String>,
    /// Whether the page is being drawn again, so that the focused element may be gone.
    redraws: bool,
    /// The `id` of the element that gets the focus once it is drawn.
    to_focus: Option<&'static str>,
    /// The start whose form was drawn last, and the stop of its lesson, from 0.
    told: Option<(Rc<Start>, Option<usize>)>,
    /// What was typed for the prompt before it had the focus.
    ahead: Ahead,
    dispatch: Callback<Action>,
    play: Option<Interval>,
    /// Lets the browser handle events between two pieces of long work.
    breath: Option<Breath>,
    /// Whether such a pause is under way.
    breathes: bool,
    /// The web worker that searches every order.
    clerk: Option<Clerk>,
    /// When the search began in this page, without a worker.
    began: Option<f64>,
    /// When the page was last drawn during long work.
    drawn: f64,
    /// Milliseconds of long work since then.
    worked: f64,
    keeping: Option<Timeout>,
    /// The timers of what is done later, one for each kind of action.
    later: Vec<(Discriminant<Action>, Timeout)>,
    /// The window with the presenter's notes.
    notes: Option<Notes>,
    /// Actions that wait for code or for other work, in order.
    waiting: Vec<Action>,
    /// The code that is waited for, and the timer after which the reader is told that it takes long.
    patience: Patience,
    keys: Option<KeyWatch>,
    size: Option<SizeWatch>,
    address: Option<EventListener>,
    leave: Option<[EventListener; 2]>,
    /// The connection to the host.
    line: Option<host::Line>,
    seen: Option<SeenWatch>,
    /// Whether the page is outside of the viewport.
    is_hidden: bool,
    /// Whether a lesson that the address opens is still on its way. Until then the page is empty: what it would show is
    /// about to be replaced.
    is_blank: bool,
}

impl Component for Playground {
    type Message = Message;
    type Properties = Given;

    fn create(ctx: &Context<Self>) -> Self {
        let mut page = Self {
            number: PAGES.replace(PAGES.get() + 1),
            state: State::new(ctx.props().options.clone()),
            memory: Memory::new(ctx.props().options.keeps),
            keeper: Keeper::new(ctx.props().kept.clone()),
            saved: None,
            file: None,
            source: None,
            reads: 0,
            code: ctx.props().code.clone(),
            picture: ctx.props().room.picture,
            node: NodeRef::default(),
            focused: Vec::new(),
            redraws: false,
            to_focus: None,
            told: None,
            ahead: Ahead::default(),
            dispatch: ctx.link().callback(Message::Wish),
            play: None,
            breath: None,
            breathes: false,
            clerk: None,
            began: None,
            drawn: 0.0,
            worked: 0.0,
            keeping: None,
            later: Vec::new(),
            notes: None,
            waiting: Vec::new(),
            patience: Patience::default(),
            keys: None,
            size: None,
            address: None,
            leave: None,
            line: None,
            seen: None,
            is_hidden: false,
            is_blank: false,
        };
        page.state.chrome.chunks = page.code.chunks;
        // Before the page is drawn, which can take several tasks: no key may be lost meanwhile.
        page.listen(ctx);
        page.meet_host(ctx);
        page.fit(ctx, ctx.props().room.width);
        page.begin(ctx);
        page
    }

    fn update(&mut self, ctx: &Context<Self>, message: Message) -> bool {
        let around = interop::around_focus(&self.node);
        // If drawing removed the focused element, a message can come before the focus is moved. Then the old elements
        // count.
        if !self.redraws || !around.is_empty() {
            self.focused = around;
        }
        let draws = self.hear(ctx, message);
        self.redraws |= draws;
        draws
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Given) -> bool {
        let options = ctx.props().options.clone();
        if options.keeps != old.options.keeps {
            self.memory = Memory::new(options.keeps);
        }
        if options.alone != old.options.alone {
            self.state.chrome.options.alone = options.alone;
            self.listen(ctx);
        }
        if options.link != old.options.link {
            ctx.link().send_message(Message::Visit(options.link.clone()));
        }
        if let Some(chunk) = options.layout.chunk().filter(|_| options.layout != old.options.layout) {
            self.await_code(ctx, chunk, false, Message::Do(Action::Act(Act::Continue)));
        }
        self.state.chrome.options = options;
        true
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            let measure = ctx.link().callback(|()| Message::Measure);
            self.size = SizeWatch::new(&self.node, move || measure.emit(()));
            if self.line.is_some() {
                let seen = ctx.link().callback(Message::Seen);
                self.seen = SeenWatch::new(&self.node, move |is_seen| seen.emit(is_seen));
                interop::set_zoom(self.state.chrome.options.scale);
            }
        }
        self.redraws = false;
        interop::keep_focus(&self.node, &std::mem::take(&mut self.focused));
        // In the same task, before another key can be pressed.
        if let Some(id) = self.to_focus.take() {
            interop::focus(id);
            self.hand_over(ctx, id);
        }
        // The form of another start is read from its beginning, and another stop of a lesson, unless it has come to its end.
        let document = &self.state.document;
        let shown = document.lesson.as_ref().map(Lesson::shown);
        let stop = shown.map(|shown| shown.place.stop());
        let is_read = |(start, drawn): &(Rc<Start>, _)| Rc::ptr_eq(start, &document.start) && *drawn == stop;
        if !self.told.as_ref().is_some_and(is_read) {
            self.told = Some((document.start.clone(), stop));
            if shown.is_none_or(|shown| shown.after.is_empty()) {
                interop::scroll_to_top(&self.node, "#pane-do");
            }
        }
        self.tell_host(ctx);
        if let Some((notes, stage)) = self.notes.as_ref().zip(self.code.stage) {
            (stage.tell)(notes, &self.state);
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        draw_for(self.number);
        let state = &self.state;
        let theme = state.chrome.shown_theme().map(Theme::name);
        let ondragover = Callback::from(|event: DragEvent| {
            if interop::drags_file(&event) {
                event.prevent_default();
            }
        });
        let ondrop = ctx.link().batch_callback(|event: DragEvent| {
            event.prevent_default();
            interop::dropped(&event).map(Message::Pick)
        });
        let narrow = self.is_narrow().then_some("page--phone");
        let (class, panes) = match state.chrome.options.layout {
            Layout::Full => self.whole(),
            Layout::Race => (classes!("page--race", narrow), self.excerpt()),
            Layout::Mini => (classes!("page--mini", narrow), self.excerpt()),
            Layout::Story => (classes!("page--race", "page--story", narrow), self.excerpt()),
            Layout::Heat => (classes!("page--mini", "page--heat", narrow), self.excerpt()),
            Layout::Bytes => (classes!("page--mini", "page--bytes", narrow), self.excerpt()),
        };
        let options = &state.chrome.options;
        let more = (options.controls == Controls::Full && !options.section.is_bound()).then_some("page--more");
        let readonly = options.is_readonly.then_some("page--readonly");
        let blank = self.is_blank.then_some("page--blank");
        html! {
            <div class={classes!("page", class, more, readonly, blank)} ~style={self.widths()} data-theme={theme} aria-busy={self.waits().is_some().then_some("true")} ref={self.node.clone()} tabindex="-1" {ondragover} {ondrop}>
                { panes }
                { self.banner() }
                { self.overlay(ctx) }
                { self.paper() }
                <p class="spoken" role="status"><span key={state.chrome.said}>{ &state.chrome.announcement }</span></p>
            </div>
        }
    }
}

// Effects that need a browser.
impl Playground {
    /// Listens to keys, and to the browser's history if the page has its document for itself.
    fn listen(&mut self, ctx: &Context<Self>) {
        let alone = self.state.chrome.options.alone;
        self.hear_keys(ctx, alone);
        let visit = ctx.link().callback(Message::Visit);
        let watch = || interop::watch_history(move || visit.emit(interop::fragment()));
        self.address = if alone { watch() } else { None };
        let link = ctx.link().clone();
        self.leave = interop::watch_leave(move || {
            if !link.get_component().is_some_and(|page| page.leave()) {
                link.send_message(Message::Leave);
            }
        });
    }

    /// Opens what was kept, or else the first example.
    fn begin(&mut self, ctx: &Context<Self>) {
        self.state.chrome.theme = self.memory.kept("theme").map_or(Theme::Auto, |name| Theme::named(&name));
        self.state.chrome.letters = self.memory.kept("letters").is_none_or(|kept| kept != "off");
        let link = self.state.chrome.options.link.clone();
        let read = self.state.chrome.chunks.read_link(&link).unwrap_or(Ok(None));
        let wrong = read.as_ref().err().map(ToString::to_string).or(ctx.props().wrong.clone());
        let is_lesson = matches!(&read, Ok(Some(to)) if to.reference().is_none());
        match read {
            Ok(Some(to)) => {
                if is_lesson {
                    // A lesson leaves the reader's own work as it is, so that the reader can go back to it.
                    self.resume(ctx, "session");
                }
                self.open_link(ctx, &link, to);
            }
            Ok(None) | Err(_) => self.resume(ctx, "session"),
        }
        if self.memory.has(ASIDE) {
            self.job(ctx, Job::Look);
        }
        // A start of usual size is ready before the page is drawn for the first time.
        let start = interop::now();
        while self.state.document.is_building() && interop::now() - start < self.before_drawing() {
            self.apply(ctx, Action::Act(Act::Continue));
        }
        if let Some(why) = wrong {
            self.state.chrome.fail(why);
        }
        // A lesson has waited for the work that it leaves as it is.
        self.after(ctx);
        self.is_blank = is_lesson && self.awaits_lesson();
        self.look_where_asked(ctx, &link);
        self.keep_time(ctx);
    }

    /// Opens the session that is kept under this name, or else the first example.
    fn resume(&mut self, ctx: &Context<Self>, slot: &str) {
        let is_kept = self.memory.kept(slot).is_some();
        let Some(text) = self.kept(ctx, self.memory, slot, &|| Message::Return(slot.to_owned())) else { return };
        self.keeper.lays_out = Some(slot.to_owned());
        self.keeper.resumed = is_kept.then(|| slot.to_owned());
        match text.zip(self.state.chrome.chunks.restore).map(|(text, restore)| (restore.read)(&text)) {
            Some(Ok(saved)) => {
                let reference = saved.reference().clone();
                self.saved = Some(saved.clone());
                let effects = self.state.begin(&reference, Some(saved));
                if effects.is_empty() && !self.state.document.is_building() {
                    let why = self.state.chrome.notice.take().map(|notice| notice.words).unwrap_or_default();
                    return self.fail_to_restore(ctx, why);
                }
                self.work_off(ctx, effects);
            }
            Some(Err(error)) => {
                self.fail_to_restore(ctx, format!("What you did last could not be restored: {error}"));
            }
            None if is_kept => {
                self.fail_to_restore(
                    ctx,
                    "What you did last could not be restored: the browser has lost it.".to_owned(),
                );
            }
            None => self.first_example(ctx),
        }
    }

    /// Sets aside what was kept and cannot be restored, and opens the first example.
    fn fail_to_restore(&mut self, ctx: &Context<Self>, why: String) {
        self.job(ctx, Job::Aside(why));
        self.first_example(ctx);
    }

    fn first_example(&mut self, ctx: &Context<Self>) {
        let effects = self.state.build(Build::new(scenario::first().sandbox(), None, None));
        self.work_off(ctx, effects);
    }

    fn apply(&mut self, ctx: &Context<Self>, action: Action) {
        if !self.code.is_whole && !action.is_early() {
            return self.await_code(ctx, Chunk::Whole, action.begins_anew(), Message::Do(action));
        }
        let document = &self.state.document;
        let waits = match self.waits() {
            // Text that is typed before the console or its language is loaded depends on nothing else.
            _ if matches!(action, Action::Console(Typing::Text(_))) && self.state.types_ahead() => false,
            // An action that only looks must not overtake those that already wait.
            _ if document.is_partly_there() => {
                document.holds(&action) || !self.waiting.is_empty() && action.is_done_in_turn()
            }
            Some(true) => action.is_about_session(),
            Some(false) => action.is_done_in_turn(),
            None => document.holds(&action),
        };
        if waits {
            if matches!(action, Action::Console(Typing::Open(true))) && self.code.console.is_none() {
                // The code of the console is loaded after what it waits for. Its field is shown at once, so that no key
                // is lost.
                let effects = self.state.expect_console();
                self.work_off(ctx, effects);
            }
            match action {
                Action::Console(Typing::Stop) if self.state.desk.console.waits => self.stop_waiting(),
                action if self.state.type_while_held(&action) => {}
                action => self.waiting.push(action),
            }
            return;
        }
        self.act(ctx, action);
    }

    /// Carries out an action at once, whatever is being waited for.
    fn act(&mut self, ctx: &Context<Self>, action: Action) {
        if matches!(action, Action::Import(Importing::Chosen { .. } | Importing::Load | Importing::Cancel)) {
            self.reads += 1;
        }
        if self.leaves_place(&action) && self.holds(ctx, Message::Do(action.clone())) {
            return;
        }
        if let Some(slot) = self.leads_to(&action)
            && !self.is_ready(ctx, &slot, &|| Message::Do(action.clone()))
        {
            return;
        }
        let goes_on = turn::is_long(&action);
        match action {
            Action::Page(Page::Dismiss) => self.give_up(),
            Action::Reset => self.shelve(),
            Action::Unreset | Action::Time(Time::Undo) if self.state.document.before.is_some() => self.unshelve(ctx),
            _ => {}
        }
        let start = interop::now();
        let mut effects = self.state.apply(action.clone());
        if action.is_about_desk() {
            self.keep_desk_soon(ctx);
        }
        while goes_on && self.works_on(&action) && interop::now() - start < TURN {
            effects.extend(self.state.apply(action.clone()));
        }
        self.work_off(ctx, effects);
    }

    /// Whether the action leads to another session, or to another place where this one is kept.
    fn leaves_place(&self, action: &Action) -> bool {
        match action {
            Action::Reset | Action::Unreset | Action::Page(Page::Leave { .. }) => true,
            Action::Time(Time::Undo) => self.state.document.before.is_some(),
            Action::Import(step) => matches!(step, Importing::Load),
            Action::Lesson(Learning::Write(Writing::Record)) => true,
            _ => action.begins_anew(),
        }
    }

    /// Carries out the actions that waited, unless something makes them wait again.
    fn do_what_waited(&mut self, ctx: &Context<Self>) {
        for action in std::mem::take(&mut self.waiting) {
            self.apply(ctx, action);
        }
    }

    fn work_off(&mut self, ctx: &Context<Self>, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Keep => self.keep_soon(ctx),
                Effect::Search(errand) => {
                    let tell = ctx.link().callback(|told| Message::Do(Action::Orders(Asking::Heard(told))));
                    self.clerk = self.code.hire.and_then(|hire| hire(errand.words(), tell));
                    if self.clerk.is_none() {
                        self.apply(ctx, Action::Orders(Asking::Heard(None)));
                    }
                }
                Effect::StopSearch => {
                    if let Some(clerk) = &self.clerk {
                        clerk.stop();
                    }
                }
                Effect::Change(reference) => self.job(ctx, Job::Change(reference)),
                Effect::Opened => {
                    self.stand_here(ctx);
                    self.opened();
                    if self.state.desk.form.story(&self.state.document.start).is_some() {
                        // It was filled in by the first minute that led here.
                        self.keep_desk_soon(ctx);
                        self.expect_focus(Tab::Do.id());
                    }
                    let desk = self.keeper.lays_out.take();
                    let is_kept = |slot: &String| self.memory.kept(&format!("{slot}{DESK}")).is_some();
                    self.keeper.lays_out = desk.filter(is_kept);
                    if self.keeper.lays_out.is_some() || self.keeper.given.is_some() {
                        self.job(ctx, Job::LayOut);
                    }
                }
                Effect::PutAway => self.job(ctx, Job::PutAway),
                Effect::KeepNow => self.keep_now(ctx),
                Effect::Aside(why) => self.job(ctx, Job::Aside(why)),
                Effect::Care(care) => self.job(ctx, Job::Care(care)),
                Effect::Choice(name, value) => {
                    self.note(name, value);
                }
                Effect::ReadHead => self.read(ctx, 0, HEAD, Importing::Head),
                Effect::ReadSession => {
                    let Some(file) = self.file.clone() else { continue };
                    let (read, link) = (self.reads, ctx.link().clone());
                    interop::read_text(&file, move |text| {
                        link.send_message(match text {
                            Ok(text) => Message::Given(read, text),
                            Err(why) => Message::Read(read, Importing::Failed(why)),
                        });
                    });
                }
                Effect::ReadFrom(from) => self.read(ctx, from, PIECE, Importing::Piece),
                Effect::KeepFile(mark, mapping) => {
                    self.source = self.file.clone().map(|file| (file, mapping.clone()));
                    self.job(ctx, Job::File(mark, mapping));
                }
                Effect::FetchFile(name) => {
                    let Some(archive) = self.code.archive else { continue };
                    let mark = self.mark(self.keeper.resumed.as_deref().unwrap_or("session"));
                    ctx.link().send_future(async move { Message::Found((archive.fetch)(mark, name).await) });
                }
                Effect::Return(slot) => self.come_back(ctx, slot),
                Effect::Window(fragment) => interop::open_window(&fragment),
                Effect::Bring(chunk, action) => {
                    self.await_code(ctx, chunk, action.begins_anew(), Message::Do(action));
                }
                Effect::Fetch(chunk) => self.fetch(ctx, chunk),
                Effect::Note(name, text) => self.note(&name, &text),
                Effect::Replace(name, text) => {
                    let done = self.memory.replace(&name, &text);
                    self.tell_of_room(done);
                }
                Effect::RecallLessons => {
                    let kept = lesson::slots().map(|slot| self.memory.kept(&slot)).collect();
                    self.apply(ctx, Action::Lesson(Learning::Listed(kept)));
                }
                Effect::Recall(opening) => {
                    let kept = opening.slot().and_then(|slot| self.memory.kept(&slot));
                    self.apply(ctx, Action::Lesson(Learning::Begin(opening, kept)));
                }
                Effect::RecallDraft => {
                    let kept = self.memory.kept(writing::SLOT);
                    self.apply(ctx, Action::Lesson(Learning::Write(Writing::Begin(kept))));
                }
                Effect::Later(milliseconds, action) => {
                    let kind = discriminant(&action);
                    self.later.retain(|(other, _)| *other != kind);
                    self.later.push((kind, later(ctx, milliseconds, Message::Do(action))));
                }
                Effect::FullScreen(is_full) => {
                    if let Some(stage) = self.code.stage {
                        (stage.fill)(is_full);
                    }
                    self.notes = self.notes.take().filter(|_| is_full);
                }
                Effect::Print => {
                    // The sheets are drawn first; they are what is printed.
                    Timeout::new(60, interop::print).forget();
                }
                Effect::Notes => {
                    let act = ctx.link().callback(Message::Do);
                    self.notes = self.code.stage.and_then(|stage| (stage.open)(act));
                }
                Effect::Take(name, bytes) => {
                    if let Some(file) = interop::made(&name, &bytes) {
                        ctx.link().send_message(Message::Pick(file));
                    }
                }
                Effect::Errand(errand) => {
                    if let Some((_, post)) = self.code.cluster {
                        post(*errand, ctx.link().callback(Message::Do));
                    }
                }
                Effect::Save(name, bytes) => interop::save(&name, &bytes),
                Effect::Copy(what, text) => {
                    let told = ctx.link().callback(move |done| Message::Do(Action::Page(Page::Copied(what, done))));
                    interop::copy_or_select(text, "", move |done| told.emit(done));
                }
                Effect::Focus(id) => self.expect_focus(id),
            }
        }
    }

    fn read(&self, ctx: &Context<Self>, from: u64, bytes: u64, step: fn(Vec<u8>) -> Importing) {
        let Some((file, archive)) = self.file.clone().zip(self.code.archive) else { return };
        let read = self.reads;
        ctx.link().send_future(async move {
            let step = match (archive.read)(file, from, bytes).await {
                Ok(piece) => step(piece),
                Err(why) => Importing::Failed(why),
            };
            Message::Read(read, step)
        });
    }

    /// Goes on with a file that was kept as with one that was just mapped.
    fn fetched(&mut self, ctx: &Context<Self>, found: Option<(Picked, String)>) {
        let Some(import) = self.state.chrome.chunks.import else { return };
        let saved = self.saved.take();
        let effects = found.and_then(|(file, mapping)| {
            let reread = Reread { name: file.name(), size: file.size(), mapping: &mapping, saved, is_kept: true };
            let effects = (import.reread)(&mut self.state, reread);
            self.source = Some((file.clone(), mapping));
            self.file = Some(file);
            effects
        });
        match effects {
            Some(effects) => self.work_off(ctx, effects),
            None => {
                self.fail_to_restore(ctx, "The file of your last visit is not kept here any more.".to_owned());
            }
        }
    }

    /// Takes the layout that fits this width in pixels, and the line height that suits the pointer.
    fn fit(&mut self, ctx: &Context<Self>, width: i64) {
        let breadth = Breadth::of(width);
        if width > 0 && breadth != self.state.chrome.breadth {
            self.apply(ctx, Action::Page(Page::Breadth(breadth)));
        }
        let height = if interop::is_coarse() { 32 } else { 26 };
        if height != self.state.chrome.line_height {
            self.apply(ctx, Action::Page(Page::LineHeight(height)));
        }
    }
}

/// Sends a message to the page after so many milliseconds.
fn later(ctx: &Context<Playground>, milliseconds: u32, message: Message) -> Timeout {
    let link = ctx.link().clone();
    Timeout::new(milliseconds, move || link.send_message(message))
}
