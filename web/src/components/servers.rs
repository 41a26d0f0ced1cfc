//! The servers below the picture, each with the contents of its write-ahead log.

use super::text::{text, told};
use splitpoint_lab::view::{LOG_ABOUT, LogView, ServerView};
use yew::prelude::*;

/// The classes of the names of servers, by their number.
const NAMES: [&str; 4] =
    ["log__server server-0", "log__server server-1", "log__server server-2", "log__server server-3"];

/// How many edits of a log are shown: if there are more, the last ones.
const EDITS: usize = 4;

/// The servers, each with those edits of its log that are in no file yet. Where there is little room, only servers that
/// died are shown, and those with a write that is not visible yet.
pub(crate) fn servers(servers: &[ServerView], narrow: bool) -> Html {
    let matters = |server: &ServerView| !server.alive || server.log.edits.iter().any(|edit| edit.pending);
    html! {
        <ul class="logs" aria-label="Servers and their logs">
            for (index, server) in servers.iter().enumerate().filter(|(_, server)| !narrow || matters(server)) {
                <li key={index} class={classes!("log", (!server.alive).then_some("log--dead"))}>
                    { told("span", NAMES[index % NAMES.len()], &server.name, LOG_ABOUT) }
                    if let Some(fate) = server.fate() {
                        { text("span", "log__dead", fate) }
                    }
                    { entries(&server.log) }
                </li>
            }
        </ul>
    }
}

fn entries(log: &LogView) -> Html {
    if let Some(summary) = log.summary() {
        return text("span", "log__none", summary);
    }
    let others = log.edits.len().saturating_sub(EDITS);
    html! {
        <ol class="log__edits">
            { text("li", "log__none", LogView::head(others)) }
            for edit in &log.edits[others..] {
                <li
                    class={classes!("log__edit", edit.pending.then_some("log__edit--pending"))}
                    title={edit.meaning()}
                >
                    { text("b", "", edit.sequence_id) }
                    { edit.about() }
                    if let Some(spoken) = edit.spoken() {
                        { text("span", "spoken", spoken) }
                    }
                </li>
            }
        </ol>
    }
}
