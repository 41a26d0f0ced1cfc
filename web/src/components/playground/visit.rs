//! Links: opening the one in the address, and going back from it.

use super::super::hear::click;
use super::super::icon::{Glyph, icon_button};
use super::super::text::{button, text};
use super::keep::Job;
use super::trail::Trail;
use super::{Message, Playground};
use crate::interop::{self, Memory};
use crate::session::action::{Act, Action, Page};
use crate::session::address::LESSON;
use crate::session::chunk::{Chunk, SLOW};
use crate::session::keep::UNKEPT;
use crate::session::lesson::{Learning, Opening};
use crate::session::orders::Asking;
use crate::session::present::Presenting;
use crate::session::share::Download;
use crate::session::{Visit, Wide, Work};
use splitpoint_lab::session::{Link, Opens};
use yew::prelude::*;

/// The message while the present branch is restored and the others are not.
const OTHERS: &str =
    "You are where you were. Your other branches are done again: look around, and what you do waits for them.";

impl Playground {
    /// Opens a link, once all its code is loaded. The work so far is kept.
    pub(super) fn open_link(&mut self, ctx: &Context<Self>, fragment: &str, link: Link) {
        if let Opens::Lesson(name) = link.opens {
            // Without a step, the lesson opens where the reader left it.
            let opening = Opening { name, to: link.step, grain: link.grain };
            return self.apply(ctx, Action::Lesson(Learning::Open(opening)));
        }
        let memory = self.memory;
        let has_own = memory.kept("session").is_some();
        let visit = Visit::new(fragment, has_own, |slot| memory.kept(slot).is_some());
        self.keeper.trail = Trail::default();
        let effects = self.state.visit(link, memory.is_used().then_some(visit));
        self.work_off(ctx, effects);
    }

    /// Opens what the address, or the host, says now. An address without a fragment changes nothing.
    pub(super) fn visit(&mut self, ctx: &Context<Self>, fragment: String) {
        if self.follows() && interop::entry().is_some_and(|entry| entry != LESSON) {
            return self.job(ctx, Job::Walk);
        }
        if fragment.is_empty() {
            return;
        }
        let Some(read) = self.state.chrome.chunks.read_link(&fragment) else {
            return self.bring_for(ctx, Chunk::Link, Message::Visit(fragment));
        };
        match read {
            Ok(Some(link)) => {
                let chunks = self.state.chrome.chunks;
                match link.reference().and_then(|reference| chunks.lack(&reference, link.needs())) {
                    Some(chunk) => return self.bring_for(ctx, chunk, Message::Visit(fragment)),
                    None if self.holds(ctx, Message::Visit(fragment.clone())) => return,
                    None => self.open_link(ctx, &fragment, link),
                }
            }
            // The link opens nothing: the own work stays, and the address follows it again from its next step on.
            Err(error) => {
                self.keeper.trail = Trail::default();
                self.stand_here(ctx);
                self.state.chrome.fail(error.to_string());
            }
            // The fragment has no known meaning, so it stays as it is.
            Ok(None) => {}
        }
        self.look_where_asked(ctx, &fragment);
    }

    /// Opens the view for an audience if the link says `present`, and a wide view in place of the table if it says
    /// which `wide` one.
    pub(super) fn look_where_asked(&mut self, ctx: &Context<Self>, fragment: &str) {
        for part in fragment.split('&') {
            if let Some(asked) = part.strip_prefix("orders=") {
                self.wish(ctx, Action::Orders(Asking::Asked(asked.to_owned())));
                continue;
            }
            let wide = part.strip_prefix("wide=").and_then(|name| Wide::NAMES.iter().find(|(_, known)| *known == name));
            match wide {
                Some((wide, _)) => self.wish(ctx, wide.opening()),
                None if part == "present" => self.wish(ctx, Action::Present(Presenting::Open(true))),
                _ => {}
            }
        }
    }

    /// Whether everything is there to restore what is kept under this name: its code, and its text. If something is
    /// missing, it is loaded, and then `again` is sent. Loading can fail, so nothing that is kept is moved, and the
    /// present session stays, until this returns `true`. Otherwise the present session could be kept in the place of
    /// the other work.
    pub(super) fn is_ready(&mut self, ctx: &Context<Self>, name: &str, again: &dyn Fn() -> Message) -> bool {
        self.is_ready_in(ctx, self.memory, name, again)
    }

    /// Like [`is_ready`](Self::is_ready), for what another storage keeps.
    pub(super) fn is_ready_in(
        &mut self,
        ctx: &Context<Self>,
        memory: Memory,
        name: &str,
        again: &dyn Fn() -> Message,
    ) -> bool {
        let chunks = self.state.chrome.chunks;
        let Some(restore) = chunks.restore else {
            self.bring_for(ctx, Chunk::Restore, again());
            return false;
        };
        let is_brought = self.keeper.brought.as_ref().is_some_and(|(known, _)| known == name);
        let Some(text) = self.kept(ctx, memory, name, again) else { return false };
        let saved = text.as_ref().and_then(|text| (restore.read)(text).ok());
        let lack = saved.and_then(|saved| chunks.lack(saved.reference(), saved.needs()));
        if is_brought {
            self.keeper.brought = Some((name.to_owned(), text));
        }
        if let Some(chunk) = lack {
            self.bring_for(ctx, chunk, again());
        }
        lack.is_none()
    }

    /// The name of the work that replaces the present one, if the action asks for that.
    pub(super) fn leads_to(&self, action: &Action) -> Option<String> {
        let slot = self.state.document.visit.as_ref().map(|visit| visit.slot.clone());
        match action {
            Action::Page(Page::Leave { for_own: false }) => slot,
            Action::Page(Page::Leave { .. }) | Action::Lesson(Learning::Leave) => Some("session".to_owned()),
            _ => None,
        }
    }

    /// Goes back to the session that is kept under this name, once it is ready.
    pub(super) fn come_back(&mut self, ctx: &Context<Self>, slot: String) {
        if self.is_ready(ctx, &slot, &|| Message::Return(slot.clone())) {
            self.go_back(ctx, &slot);
        }
    }

    /// Goes back to the session that is kept under this name and is ready. For the reader's own session, the link is
    /// removed from the address.
    pub(super) fn go_back(&mut self, ctx: &Context<Self>, slot: &str) {
        self.leave_address();
        self.resume(ctx, slot);
    }

    /// Removes a link from the address that is not visited any more.
    pub(super) fn leave_address(&mut self) {
        // If the page shares its document, the address belongs to its host.
        let is_left = self.state.document.visit.is_none() && self.state.chrome.options.alone;
        if is_left && interop::entry().is_none_or(|entry| entry == LESSON) && !interop::fragment().is_empty() {
            // The link stays in the history, where it was.
            interop::write_history(true, Some(""), "");
            self.keeper.trail = Trail::default();
        }
    }

    /// Loads a missing chunk for a message, which is then sent again.
    pub(super) fn bring_for(&mut self, ctx: &Context<Self>, chunk: Chunk, again: Message) {
        self.await_code(ctx, chunk, true, again);
    }

    /// The message that nothing is kept, if the code that says more is missing. `None` if everything is kept.
    fn unkept(&self) -> Option<Html> {
        let kept = &self.state.chrome.kept;
        let save = click(&self.dispatch, Action::Page(Page::TakeAway(Download::Session)));
        (kept.trouble.is_some() && !kept.is_hidden).then(|| {
            html! {
                <>
                    { text("p", "", UNKEPT) }
                    <div class="dialog__ways">{ button("button", "Save it as a file", save) }</div>
                </>
            }
        })
    }

    /// The messages to the reader, with their buttons.
    pub(super) fn banner(&self) -> Html {
        let document = &self.state.document;
        let plays = matches!(document.work, Some(Work::Visit(_)));
        let visit = document.visit.as_ref().filter(|visit| plays || visit.is_told());
        let notice = &self.state.chrome.notice;
        let told = self.code.care.map_or_else(|| self.unkept(), |care| (care.told)(self));
        let restored = match &document.work {
            Some(Work::Restore(restore)) => Some((restore.progress(), restore.is_shown)),
            _ => None,
        };
        if [notice.is_some(), visit.is_some(), told.is_some(), document.before.is_some(), restored.is_some()]
            == [false; 5]
        {
            return Html::default();
        }
        let ask = |page| click(&self.dispatch, Action::Page(page));
        html! {
            <div class="banner" role="status">
                <div class="banner__words">
                    if let Some(notice) = notice {
                        { text("p", "", &notice.words) }
                        if notice.words == SLOW {
                            <div class="dialog__ways">{ button("button", "Do not wait", ask(Page::Dismiss)) }</div>
                        }
                    }
                    { told.unwrap_or_default() }
                    if let Some(((done, all), is_shown)) = restored {
                        { text("p", "", if is_shown { OTHERS } else { "What you did is done again, to come back to where you were." }) }
                        <progress value={done.to_string()} max={all.max(1).to_string()}></progress>
                        <div class="dialog__ways">{ button("button", "Start afresh", ask(Page::Afresh)) }</div>
                    }
                    if document.before.is_some() {
                        { text("p", "", "You started over.") }
                        <div class="dialog__ways">{ button("button", "Undo", click(&self.dispatch, Action::Unreset)) }</div>
                    }
                    if let Some(visit) = visit {
                        { text("p", "", visit.words()) }
                        <div class="dialog__ways">
                            if plays {
                                { button("button", "Stop its script", click(&self.dispatch, Action::Act(Act::Stop))) }
                            }
                            if visit.has_earlier && !visit.is_changed {
                                { button("button", "Go on with what I did here", ask(Page::Leave { for_own: false })) }
                            }
                            if visit.has_own {
                                { button("button", "Back to my work", ask(Page::Leave { for_own: true })) }
                            }
                        </div>
                    }
                </div>
                { icon_button(Glyph::Close, "Close", "button--icon", Some(ask(Page::Dismiss))) }
            </div>
        }
    }
}
