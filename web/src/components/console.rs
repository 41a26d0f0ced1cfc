//! The console: its output, its prompt, and the editor of a script that shows at which line each client is.

use super::edge::{Edge, edge};
use super::hear::click;
use super::icon::{Glyph, icon, icon_button};
use super::letter::{client_class, letter};
use super::menu::{Item, Menu};
use super::tabs::inner_tabs;
use super::text::{button, text};
use crate::interop;
use crate::session::action::{Action, Typing};
use crate::session::console::FIELD;
use crate::session::exchange::Exchange;
use crate::session::{Desk, Document};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::session::{ConsoleLine, Kind};
use splitpoint_lab::sim::world;
use std::collections::BTreeMap;
use yew::prelude::*;

/// The function that draws the console; `true` if the console has a pane of its own.
pub(crate) type ConsolePane = fn(&Document, &Desk, bool, &Callback<Action>) -> Html;

/// How many lines are drawn at most, and how many while a script runs and they change fast.
const SHOWN: usize = 400;
const PASSING: usize = 40;

/// About how many bytes of a line are drawn: to lay out a text of millions takes seconds, and again with each new line.
const DRAWN: usize = 10_000;

/// The height of the field in lines, before it scrolls.
const FIELD_LINES: usize = 10;

/// A text at the prompt with more lines than this is not wrapped, since the browser would take too long to find the
/// breaks. Scripts never are.
const LONG: usize = 1_000;

/// The width of the terminal in characters, by the width of the output.
fn columns() -> u16 {
    interop::columns("console-log").clamp(40, 200)
}

/// Whether *Stop* has something to stop: work that is under way, or a command that waits for a chunk.
fn can_stop(document: &Document, desk: &Desk) -> bool {
    document.is_busy() || desk.console.waits
}

/// The console: commands, a script, and what they printed.
pub(crate) fn console_pane(document: &Document, desk: &Desk, whole: bool, dispatch: &Callback<Action>) -> Html {
    let console = &desk.console;
    let tab = |script: bool, name| (name, console.is_script == script, Action::Console(Typing::Script(script)));
    let run = {
        let dispatch = dispatch.clone();
        Callback::from(move |_| dispatch.emit(Action::Console(Typing::Run(columns()))))
    };
    let step = {
        let dispatch = dispatch.clone();
        Callback::from(move |_| dispatch.emit(Action::Console(Typing::Step(columns()))))
    };
    let height = console.height.filter(|_| !whole);
    html! {
        <div
            class={classes!("console", whole.then_some("console--whole"), height.map(|_| "console--sized"))}
            ~style={height.map(|height| format!("--height:{height}"))}
        >
            if !whole {
                { edge(Edge::Console, console.height, dispatch) }
            }
            <div class="console__head">
                { inner_tabs("Console", "console__tabs", [tab(false, "Console"), tab(true, "Script")], dispatch) }
                <div class="console__ways">
                    if can_stop(document, desk) {
                        { button("button button--quiet", "Stop", click(dispatch, Action::Console(Typing::Stop))) }
                    }
                    <button type="button" class="button button--small" title="One step of it" onclick={step}>
                        { icon(Glyph::Next) }
                        { "Step" }
                    </button>
                    <button type="button" class="button button--small" title={if console.is_script { "To its end (Ctrl Enter)" } else { "To its end (Enter)" }} onclick={run}>{ "Run" }</button>
                    <Menu name="save" up={!whole} items={exports()} chosen={None::<usize>} dispatch={dispatch.clone()}>{ "Save" }</Menu>
                    if !whole {
                        { icon_button(Glyph::Down, "Fold the console", "button--icon", Some(click(dispatch, Action::Console(Typing::Open(false))))) }
                    }
                </div>
            </div>
            if console.is_script {
                { script(document, desk, dispatch) }
            }
            { log(document, desk) }
            if !console.is_script {
                { prompt(document, desk, dispatch) }
            }
            if console.is_printed {
                <p class="notice console__problem" role="status">
                    { "A shell printed this. " }
                    { button("button button--small", "Make its table", click(dispatch, Action::Console(Typing::Exchange(Exchange::Paste)))) }
                </p>
            }
            if let Some(problem) = &console.problem {
                <p class="notice notice--no console__problem" role="alert">{ problem }</p>
            }
        </div>
    }
}

/// What can be saved or copied from the console.
fn exports() -> Vec<Item> {
    let item = |text: &str, note: &str, export| Item {
        mark: String::new(),
        text: text.to_owned(),
        note: note.to_owned(),
        action: Action::Console(Typing::Exchange(export)),
    };
    vec![
        item("All tables", "For hbase shell -n FILE: settings, regions, cells with their times", Exchange::Tables),
        item("This table as lines", "For ImportTsv, with a script beside it that says how", Exchange::Lines),
        item(
            "All actions",
            "For hbase shell < FILE: tables as at first, then what was done, in order",
            Exchange::Actions,
        ),
        item("The commands", "What was typed and what forms did, for this console", Exchange::Commands),
    ]
}

/// What was typed and printed.
fn log(document: &Document, desk: &Desk) -> Html {
    let key = document.lab.key(&desk.map.request.table);
    let keys = |table: &str, row: &[u8]| match document.lab.table(table) {
        Some(known) => known.key.to_text(row),
        None if key.is_fields() => Encoding::Text.to_text(row),
        None => key.to_text(row),
    };
    let lines = document.lab.console(if document.is_busy() { PASSING } else { SHOWN }, &keys);
    html! {
        <div class="console__log" id="console-log" tabindex="0" role="log" aria-live="off" aria-label="What was typed and printed">
            <div class="console__lines">
                if lines.is_empty() {
                    <p class="soft console__none">{ "Nothing was typed yet. Try " }<code>{ "help" }</code>{ ", " }<code>{ "list" }</code>{ ", or " }<code>{ "scan" }</code>{ " and the name of a table in quotes. What forms do stands here as commands, too." }</p>
                }
                for line in &lines {
                    { said(line) }
                }
                if let Some(remark) = document.lab.remark() {
                    { text("div", "console__line tone-warn", format!("# {remark}")) }
                }
            </div>
        </div>
    }
}

/// The beginning of a line that is drawn, and the number of bytes that are left out.
fn shown(line: &str) -> (&str, usize) {
    let line = line.trim_end();
    let drawn = &line[..line.floor_char_boundary(DRAWN)];
    (drawn, line.len() - drawn.len())
}

/// One line.
fn said(line: &ConsoleLine) -> Html {
    let (drawn, more) = shown(&line.text);
    let (class, sign) = match line.kind {
        Kind::Typed => ("console__line console__line--typed", ""),
        Kind::Form => ("console__line console__line--form", "form> "),
        Kind::Output if line.text.starts_with("Took ") => ("console__line soft", ""),
        // A table. Its columns are wider than the room, so it does not wrap.
        Kind::Output if drawn.contains(" | ") => ("console__line console__line--wide", ""),
        Kind::Output => ("console__line", ""),
        Kind::Error => ("console__line console__line--no", ""),
        Kind::Answer => ("console__line console__line--answer", "# "),
    };
    let client = line.client.filter(|_| matches!(line.kind, Kind::Typed | Kind::Form)).map(world::letter);
    html! {
        <div class={classes!(class, client.map(client_class))}>
            if let Some(client) = client {
                { letter(client) }
            }
            if !line.prompt.is_empty() || !sign.is_empty() {
                <span class="console__prompt">{ &line.prompt }{ sign }</span>
            }
            { coloured(drawn, line.kind) }
            if more > 0 {
                { text("span", "soft", format!(" … and {more} more bytes, which are not drawn")) }
            }
        </div>
    }
}

/// A line of code with strings, words and numbers in colours of their own; other lines without colours.
fn coloured(line: &str, kind: Kind) -> Html {
    if !matches!(kind, Kind::Typed | Kind::Form) {
        return line.to_owned().into();
    }
    let mut rest = line;
    let mut first = true;
    let mut drawn: Vec<Html> = Vec::new();
    while !rest.is_empty() {
        let (length, class) = piece(rest, first);
        first &= rest[..length].trim().is_empty();
        drawn.push(match class {
            "" => rest[..length].to_owned().into(),
            class => text("span", class, &rest[..length]),
        });
        rest = &rest[length..];
    }
    drawn.into_iter().collect()
}

/// The length in bytes of the first token of a line of code, and the class of its colour. `first`: it begins the line.
fn piece(rest: &str, first: bool) -> (usize, &'static str) {
    let run = |fits: fn(char) -> bool| rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
    let word = |c: char| c.is_alphanumeric() || c == '_';
    match rest.chars().next().unwrap_or(' ') {
        '#' => (rest.len(), "code-comment"),
        quote @ ('\'' | '"') => {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|(_, c)| {
                let ends = *c == quote && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            (end.map_or(rest.len(), |(at, _)| at + 1), "code-text")
        }
        c if c.is_ascii_digit() => (run(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.'), "code-number"),
        c if c.is_uppercase() => (run(word), "code-constant"),
        c if word(c) => (run(word), if first { "code-command" } else { "" }),
        c if c.is_whitespace() => (run(char::is_whitespace), ""),
        c => (c.len_utf8(), ""),
    }
}

/// The prompt, and what could complete the typed text.
fn prompt(document: &Document, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let console = &desk.console;
    let who = world::letter(desk.console.client);
    let prompt = if document.lab.asks(desk.console.client) {
        "(y/n)? ".to_owned()
    } else {
        document.lab.prompt(desk.console.client)
    };
    let next = (desk.console.client + 1) % document.lab.clients().max(1);
    html! {
        <>
            if !console.offers.is_empty() {
                <p class="console__offers" role="status">
                    <span class="spoken">{ format!("{} possibilities: ", console.offers.len()) }</span>
                    for offer in &console.offers {
                        <span title={offer.about}>{ &offer.text }{ " " }</span>
                    }
                </p>
            }
            <div class={classes!("console__entry", client_class(who))}>
                <button type="button" class="console__who" title="Speak as the next client" aria-label={format!("Speaks as {who}")} onclick={click(dispatch, Action::Console(Typing::Speak(next)))}>{ letter(who) }</button>
                <label class="console__prompt" for={FIELD}>{ prompt }</label>
                { field(document, desk, &console.typed, "Commands", dispatch) }
            </div>
        </>
    }
}

/// The editor of the script, with the line at which each client is.
fn script(document: &Document, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let console = &desk.console;
    let lines =
        console.script.lines().count() + usize::from(console.script.ends_with('\n') || console.script.is_empty());
    let mut marks: BTreeMap<u32, Vec<char>> = BTreeMap::new();
    for client in (0..document.lab.clients()).filter(|_| console.is_played) {
        if let Some(line) = document.lab.script_line(client) {
            marks.entry(line).or_default().push(world::letter(client));
        }
    }
    if let Some((client, line)) = document.walk.as_ref().and_then(|walk| walk.line(&document.lab)) {
        marks.entry(line).or_default().push(world::letter(client));
    }
    // One text for all line numbers: an element for each would be too many in a long script.
    let numbers: String = (1..=lines).map(|line| format!("{line}\n")).collect();
    html! {
        <div class="console__script">
            <div class="console__lane">
                <div class="console__numbers" aria-hidden="true">{ numbers }</div>
                for (line, clients) in marks {
                    <div class="console__mark" ~style={format!("top:{}px", 9 + 20 * (line - 1))}>
                        for client in clients {
                            { letter(client) }
                        }
                        { line }
                    </div>
                }
            </div>
            { field(document, desk, &console.script, "Script", dispatch) }
        </div>
    }
}

/// The text field. Enter runs a complete statement; in a script it starts a new line.
fn field(document: &Document, desk: &Desk, value: &str, label: &'static str, dispatch: &Callback<Action>) -> Html {
    let is_script = desk.console.is_script;
    let whole = is_script || document.lab.asks(desk.console.client) || desk.console.is_whole;
    let lines = value.lines().count() + usize::from(value.ends_with('\n') || value.is_empty());
    let empty = value.trim().is_empty();
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            dispatch.emit(Action::Console(Typing::Text(interop::typed(&event))));
        })
    };
    let (can_stop, is_completed) = (can_stop(document, desk), desk.console.is_completed);
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            let (above, below) = interop::caret(&event);
            let plain = !event.shift_key() && !event.ctrl_key() && !event.meta_key() && !event.alt_key();
            let commands = event.ctrl_key() || event.meta_key();
            let typing = match event.key().as_str() {
                "Enter" if commands => Typing::Run(columns()),
                "Enter" if plain && !is_script && whole => Typing::Run(columns()),
                "Tab" if plain && !is_script && !empty && !is_completed => Typing::Complete,
                "ArrowUp" if plain && !is_script && !above => Typing::Older,
                "ArrowDown" if plain && !is_script && !below => Typing::Newer,
                "c" if event.ctrl_key() && can_stop => Typing::Stop,
                "Escape" => {
                    event.prevent_default();
                    event.stop_propagation();
                    return interop::focus("pane-console");
                }
                _ => return,
            };
            event.prevent_default();
            dispatch.emit(Action::Console(typing));
        })
    };
    let rows = if is_script { lines.max(4) } else { lines.min(FIELD_LINES) };
    html! {
        <textarea
            id={FIELD}
            class="console__field"
            rows={rows.to_string()}
            wrap={if is_script || lines > LONG { "off" } else { "soft" }}
            aria-label={label}
            autocomplete="off"
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            placeholder={if is_script { "# A script: Ctrl Enter runs it, Step walks through it.\nclient 'B' lets another client speak." } else { "" }}
            value={value.to_owned()}
            {oninput}
            {onkeydown}
        />
    }
}

#[cfg(test)]
mod tests {
    use super::{DRAWN, shown};

    #[test]
    fn of_a_long_line_the_beginning_is_drawn() {
        for (length, more) in [(0, 0), (DRAWN - 1, 0), (DRAWN, 0), (DRAWN + 1, 1), (DRAWN * 9, DRAWN * 8)] {
            let line = "y".repeat(length);
            assert_eq!(shown(&line), (&line[..length - more], more), "{length}");
        }
        let line = format!("{}é", "y".repeat(DRAWN - 1));
        assert_eq!(shown(&line), (&line[..DRAWN - 1], 2), "no character is cut in two");
        assert_eq!(shown("y  "), ("y", 0));
    }
}
