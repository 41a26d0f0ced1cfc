//! The dialog that shares a session: its links, and what can be taken away.

use super::card::amount;
use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::interop;
use crate::session::State;
use crate::session::action::{Action, Page, Shared};
use splitpoint_lab::session::LONG;
use yew::prelude::*;

/// How what can be shared is shown. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type SharePane = fn(&State, &Callback<Action>) -> Html;

/// What can be shared.
pub(crate) fn share_pane(state: &State, dispatch: &Callback<Action>) -> Html {
    let Some(share) = &state.share else { return Html::default() };
    let said = match share.copied {
        None => "",
        Some((_, true)) => "✓ Link copied",
        Some((_, false)) => "This browser does not let the page copy. The link is selected: press Ctrl+C.",
    };
    let line = |which: Shared, id: &'static str, label: &'static str, link: &str| {
        let address = format!("{}#{link}", interop::address());
        let length = address.chars().count();
        let copied = share.copied == Some((which, true));
        let onclick = {
            let (dispatch, address) = (dispatch.clone(), address.clone());
            Callback::from(move |_| {
                let dispatch = dispatch.clone();
                let told = move |done| dispatch.emit(Action::Page(Page::Copied(which, done)));
                interop::copy_or_select(address.clone(), id, told);
            })
        };
        html! {
            <div class="share__link">
                <label class="share__label" for={id}>{ label }</label>
                <input class="input mono share__field" {id} readonly=true value={address} />
                <span class="share__length soft">{ format!("{length} characters") }</span>
                <button type="button" class={classes!("button", "share__copy", copied.then_some("button--main"))} aria-label={format!("Copy: {label}")} {onclick}>
                    if copied { { "✓ Copied" } } else { { "Copy" } }
                </button>
                if length > LONG {
                    { text("p", "share__long", "This link is longer than 8,000 characters: some programs cut it. Better send the session file.") }
                }
            </div>
        }
    };
    let take = |which: Shared| click(dispatch, Action::Page(Page::TakeAway(which)));
    html! {
        <Dialog title="Share" wide={true} close={Action::Page(Page::Overlay(None))} dispatch={dispatch.clone()}>
            <section class="share" aria-label="Links">
                if let Some((step, beginning)) = &share.links {
                    { line(Shared::Step, "share-step", "Link to this step", step) }
                    { line(Shared::Beginning, "share-beginning", "Link to its beginning", beginning) }
                    { text("p", "soft", format!("A link holds what you did on “{}”, and looks at step {}. Nothing is stored anywhere.", state.start.title, share.position)) }
                } else {
                    { text("p", "", format!("This session starts from your file “{}”, and a link cannot carry a file. Send the file, and tell what you did by the transcript.", state.start.title)) }
                }
            </section>
            <section class="share__away" aria-label="Take away">
                { text("h3", "share__label", "Take away") }
                <div class="dialog__ways">
                    { button("button", "Transcript", take(Shared::Transcript)) }
                    <button type="button" class="button" onclick={take(Shared::Session)}>
                        { format!("Session file, {}", amount(share.bytes as u64)) }
                    </button>
                </div>
                <p class="share__said" role="status">{ said }</p>
            </section>
        </Dialog>
    }
}
