//! What the page is told, and where that leads.

use super::Playground;
use super::keep::Job;
use crate::chunk::Brought;
use crate::interop::{self, Letter, Picked};
use crate::session::action::Action;
use crate::session::growth::Growing;
use crate::session::import::Importing;
use crate::session::keep::Trouble;
use crate::session::key::Press;
use crate::session::lesson::Learning;
use crate::session::writing::Writing;
use yew::prelude::*;

/// A message to the page: an action, or an answer of the browser.
pub(crate) enum Message {
    /// An action.
    Do(Action),
    /// An action of the reader, who may not do everything.
    Wish(Action),
    /// The host asks for something.
    Letter(Letter),
    /// The page came in sight, or left it.
    Seen(bool),
    /// The browser had its turn; long work goes on.
    GoOn,
    /// A key.
    Press(Press),
    /// The page may have another size.
    Measure,
    /// A file was chosen or dropped.
    Pick(Picked),
    /// What stands in a chosen file, which may be a session, for the read of that number.
    Given(u32, String),
    /// A kept file was looked for.
    Found(Option<(Picked, String)>),
    /// Nothing changed for a while: keep the session.
    Keep,
    /// This is to be opened, written as behind the `#` of an address.
    Visit(String),
    /// Back to the session that is kept under this name.
    Return(String),
    /// The document is left, and something could not be kept in that instant.
    Leave,
    /// Whether this page may write the work of that name, and nobody else.
    Held(String, bool),
    /// It is to be asked for again.
    Hold,
    /// Nothing on the desk changed for a while: keep what lies there.
    Desk,
    /// Something that is rarely wanted.
    Job(Job),
    /// The code for it was brought, or not.
    Caring(Option<Brought>),
    /// A part of the file came, for the read of that number.
    Read(u32, Importing),
    /// Code was brought for this, or not. It has the number under which it is waited for, if it is.
    Brought(Option<u32>, Option<Brought>, Box<Message>),
    /// Code was brought for which nothing waits, or not.
    Fetched(Option<Brought>),
    /// Code has been on its way for long.
    Slow,
    /// What keeps the work has not answered for long.
    Late,
}

impl Playground {
    /// Does what a message says. Whether something of the page may look otherwise.
    pub(super) fn hear(&mut self, ctx: &Context<Self>, message: Message) -> bool {
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
            // While the start of another session is made, the one that is there is not that of its slot.
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
            // What was read for an import that was left is nobody's.
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

    /// A file was chosen or dropped: a lesson that is being written, else data.
    fn pick(&mut self, ctx: &Context<Self>, file: Picked) {
        let import = &mut self.state.chrome.import;
        if file.name().ends_with(".md") {
            let take = ctx.link().callback(|text| Message::Do(Action::Lesson(Learning::Write(Writing::Text(text)))));
            self.state.chrome.overlay = None;
            interop::read_text(&file, move |text| take.emit(text));
        } else if import.phase.is_at_work() {
            let why = format!("“{}” is being read. Cancel that before you take “{}”.", import.name, file.name());
            import.problem = Some(why);
        } else {
            let chosen = Importing::Chosen { name: file.name(), size: file.size() };
            self.file = Some(file);
            self.apply(ctx, Action::Import(chosen));
        }
    }
}
