//! Messages to the page, and how each one is handled.

use super::Playground;
use super::keep::Job;
use crate::chunk::Brought;
use crate::interop::{self, Letter, Picked};
use crate::session::action::Action;
use crate::session::chunk::Chunk;
use crate::session::growth::Growing;
use crate::session::import::Importing;
use crate::session::keep::Trouble;
use crate::session::key::Press;
use crate::session::writing::Writing;
use yew::prelude::*;

/// A message to the page: an action, or an answer of the browser.
pub(crate) enum Message {
    /// An action.
    Do(Action),
    /// An action of the reader. The options can forbid some actions.
    Wish(Action),
    /// A request of the host.
    Letter(Letter),
    /// The page entered or left the viewport.
    Seen(bool),
    /// The browser has handled its events, so long work goes on.
    GoOn,
    /// A key was pressed.
    Press(Press),
    /// The size of the page may have changed.
    Measure,
    /// A file was chosen or dropped.
    Pick(Picked),
    /// The content of a chosen file, which may be a session, with the number of its import.
    Given(u32, String),
    /// A kept file was looked for, and found or not.
    Found(Option<(Picked, String)>),
    /// The timer of keeping has ended: the session is kept.
    Keep,
    /// A link is to be opened, given as the fragment of an address.
    Visit(String),
    /// Goes back to the session that is kept under this name.
    Return(String),
    /// The document is left, and something could not be kept in that task.
    Leave,
    /// Whether this page, and no other, may write the work of this name.
    Held(String, bool),
    /// The lock of the work is to be asked for again.
    Hold,
    /// The timer of the desk has ended: the desk is kept.
    Desk,
    /// A rarely needed job of keeping.
    Job(Job),
    /// The code for such jobs was loaded, or could not be.
    Caring(Option<Brought>),
    /// A part of a file was read for the import of this number.
    Read(u32, Importing),
    /// A chunk was loaded, or could not be, for this message. It has a number if actions wait for it.
    Brought(Option<u32>, Option<Brought>, Box<Message>),
    /// A chunk was loaded, or could not be, for which nothing waits.
    Fetched(Option<Brought>),
    /// A chunk has been loading for long.
    Slow,
    /// Keeping has not answered for long.
    Late,
}

impl Playground {
    /// Handles a message. Returns whether the page has to be drawn again.
    pub(super) fn hear(&mut self, ctx: &Context<Self>, message: Message) -> bool {
        // What opens other work needs more than a first step does.
        if matches!(message, Message::Visit(_) | Message::Return(_) | Message::Pick(_)) && !self.code.is_whole {
            self.await_code(ctx, Chunk::Whole, true, message);
            self.after(ctx);
            return true;
        }
        match message {
            Message::Do(Action::Growth(Growing::GoOn)) => return self.grow_on(ctx),
            Message::Do(action) => self.apply(ctx, action),
            Message::GoOn => return self.go_on(ctx),
            Message::Wish(action) => self.wish(ctx, action),
            Message::Letter(letter) => self.obey_host(ctx, letter),
            Message::Seen(is_seen) => self.see(is_seen),
            Message::Press(press) => self.pressed(ctx, &press),
            Message::Measure => self.fit(ctx, interop::size(&self.node).0),
            Message::Pick(file) => self.pick(ctx, file),
            Message::Given(read, text) if read == self.reads => self.job(ctx, Job::Given(text)),
            Message::Given(..) => return false,
            Message::Found(found) => self.fetched(ctx, found),
            // While another session is being made, the name under which work is kept already belongs to that one.
            Message::Keep if self.may_not_keep() => {
                self.keeping = None;
                self.keep_soon(ctx);
                return false;
            }
            Message::Leave => {
                self.keep_now(ctx);
                return false;
            }
            Message::Keep => {
                let before = self.state.chrome.kept.clone();
                self.keep(ctx);
                self.follow(ctx);
                return self.state.chrome.kept != before;
            }
            Message::Held(name, held) => self.held(ctx, &name, held),
            Message::Hold => self.hold_again(ctx),
            Message::Desk => self.keep_desk(ctx),
            Message::Job(job) => self.job(ctx, job),
            Message::Caring(brought) => self.begin_care(ctx, brought),
            // What was read for an import that was left is ignored.
            Message::Read(read, step) if read == self.reads => self.apply(ctx, Action::Import(step)),
            Message::Read(..) => return false,
            Message::Visit(fragment) => self.visit(ctx, fragment),
            Message::Return(slot) => self.come_back(ctx, slot),
            Message::Brought(number, brought, then) => return self.brought(ctx, number, brought, *then),
            Message::Fetched(brought) => self.learn(brought),
            Message::Slow => self.tell_slow(),
            Message::Late => self.fail_to_keep(ctx, Trouble::Silent),
        }
        self.after(ctx);
        true
    }

    /// A file was chosen or dropped. A Markdown file is a lesson that is being written, any other file is data. Where a reader
    /// may do neither, as in an embed, it is ignored: a file can be dropped anywhere.
    fn pick(&mut self, ctx: &Context<Self>, file: Picked) {
        let is_lesson = file.name().ends_with(".md");
        let chosen = Importing::Chosen { name: file.name(), size: file.size() };
        let options = &self.state.chrome.options;
        if options.is_readonly || !options.allows(&Action::Import(chosen.clone())) {
            return;
        }
        let import = &mut self.state.chrome.import;
        if is_lesson {
            let take = ctx.link().callback(Message::Do);
            self.state.chrome.overlay = None;
            interop::read_text(&file, move |text| take.emit(Writing::taken(text)));
        } else if import.phase.is_at_work() {
            let why = format!("“{}” is being read. Cancel that before you take “{}”.", import.name, file.name());
            import.problem = Some(why);
        } else {
            self.file = Some(file);
            self.apply(ctx, Action::Import(chosen));
        }
    }
}
