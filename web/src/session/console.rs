//! The console: a prompt, and the editor of a script.

use super::action::{Action, Breadth, Tab, Typing};
use super::chunk::Chunk;
use super::exchange::Exchange;
use super::reducer::Effect;
use super::state::State;
use super::work::Work;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::session::{Aside, ConsoleLine, Kind, Link, LinkError, Player, Playing, ScriptWalk, Session};
use splitpoint_lab::sim::language::{LANGUAGE, Language, Suggestion};

/// The `id` of the text field.
pub const FIELD: &str = "console-field";

/// The `id` of the field that takes typed text until the console's code is loaded.
pub const AHEAD: &str = "console-ahead";

/// The lowest height of the console, in percent of the page.
pub const LOWEST: u16 = 20;

/// How many steps of a script are done without a pause. Some take almost a millisecond.
const SLICE: u32 = 100;

/// A text with more bytes than this is not parsed after every key.
const LONG: usize = 50_000;

/// How many printed lines are read aloud.
const SPOKEN: usize = 8;

/// How many characters of a printed line are read aloud: a value can have millions.
const ALOUD: usize = 300;

/// How many lines of the console are searched for earlier input.
const REMEMBERED: usize = 2_000;

/// The state of the console, except for its output.
#[derive(Clone, Debug, Default)]
pub struct Console {
    /// The client for which the prompt speaks.
    pub client: u8,
    /// Whether it is unfolded.
    pub open: bool,
    /// The height that the reader set, in percent of the page; `None`: as high as its content, up to a bound.
    pub height: Option<u16>,
    /// Whether the script is shown, not the prompt.
    pub is_script: bool,
    /// The text at the prompt.
    pub typed: String,
    /// Whether a statement that was run waits for methods that are being loaded.
    pub waits: bool,
    /// The text of that statement, if it was at the prompt.
    held: Option<String>,
    /// The text of the script.
    pub script: String,
    /// Whether clients are at lines of the script.
    pub is_played: bool,
    /// Whether the text was completed last, so that another *Tab* leaves the field.
    pub is_completed: bool,
    /// What could complete the text.
    pub offers: Vec<Suggestion>,
    /// Whether the text at the prompt is a complete statement, and can be run.
    pub is_whole: bool,
    /// Whether the text at the prompt looks like the output of a shell.
    pub is_printed: bool,
    /// The reason why the text was not run.
    pub problem: Option<String>,
    /// Where the session was before the text was run.
    ran_at: usize,
    /// How many statements the reader has gone back, counted from 1.
    back: usize,
    /// The text at the prompt before the reader went back.
    draft: String,
}

impl Console {
    /// The text of the field that is shown.
    pub fn text(&self) -> &str {
        if self.is_script { &self.script } else { &self.typed }
    }

    /// Holds back the text at the prompt until it can be run, behind what is already held back.
    pub fn hold(&mut self) {
        self.waits = true;
        if !self.is_script {
            let typed = std::mem::take(&mut self.typed);
            self.held = Some(self.held.take().map_or(typed.clone(), |held| format!("{held}\n{typed}")));
        }
    }

    /// Whether the prompt is shown and some of its text is held back.
    pub fn holds(&self) -> bool {
        self.held.is_some() && !self.is_script
    }

    /// Puts the held text back, before what was typed meanwhile.
    pub fn put_back(&mut self) {
        self.waits = false;
        if let Some(held) = self.held.take() {
            self.put_before(held);
        }
    }

    /// Inserts lines before the text at the prompt.
    fn put_before(&mut self, lines: String) {
        let typed = std::mem::replace(&mut self.typed, lines);
        if !self.typed.is_empty() && !typed.is_empty() {
            self.typed.push('\n');
        }
        self.typed.push_str(&typed);
    }
}

/// The functions of the console. They are called through this table only, so that a chunk can bring their code later.
#[derive(Debug)]
pub struct Logic {
    /// Carries out an action of the console.
    pub apply: fn(&mut State, Typing) -> Vec<Effect>,
    /// Runs a script for a short time.
    pub play: fn(&mut State, Box<Player>) -> Vec<Effect>,
    /// Called after a script has changed the session: shows the table that it uses, and, if wanted, announces what
    /// happened.
    pub moved: fn(&mut State, bool) -> Vec<Effect>,
    /// Starts the script of a link, if it has one.
    pub follow: fn(&Link, &Session) -> Result<Option<Playing>, LinkError>,
    /// Runs that script for a short time. Returns whether it is done.
    pub go_on: fn(&mut Playing, &mut Session) -> Result<bool, LinkError>,
    /// The language of scripts.
    pub language: &'static Language,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic {
    apply: State::typing,
    play: State::play_on,
    moved: State::moved_by_script,
    follow: Link::play,
    go_on: Playing::go_on,
    language: &LANGUAGE,
};

impl State {
    /// Takes text at the prompt while a line waits for methods. Returns whether the action was such text.
    pub fn type_while_held(&mut self, action: &Action) -> bool {
        let console = &mut self.desk.console;
        match action {
            Action::Console(Typing::Text(text)) if console.holds() => console.typed.clone_from(text),
            Action::Console(Typing::Run(_)) if console.holds() => console.hold(),
            _ => return false,
        }
        self.look_for_end();
        true
    }

    /// Whether text is typed before the language is loaded that reads it.
    pub fn types_ahead(&self) -> bool {
        self.chrome.chunks.console.is_none() || self.document.lab.is_recorded()
    }

    /// Checks whether the text at the prompt is a complete statement. A long text, or one whose language is not loaded,
    /// is checked only when it is run.
    fn look_for_end(&mut self) {
        let text = &self.desk.console.typed;
        self.desk.console.is_whole = text.len() > LONG || self.types_ahead() || self.document.lab.is_whole(text);
    }

    fn typing(&mut self, typing: Typing) -> Vec<Effect> {
        let effects = self.hear(typing);
        self.look_for_end();
        effects
    }

    fn hear(&mut self, typing: Typing) -> Vec<Effect> {
        self.desk.console.is_completed = matches!(typing, Typing::Complete);
        if !self.desk.console.is_completed {
            self.desk.console.offers.clear();
        }
        match typing {
            Typing::Open(open) => {
                self.desk.console.open = open;
                if open && self.chrome.breadth == Breadth::Phone {
                    self.desk.panes.tab = Tab::Console;
                }
                return if open { vec![Effect::Focus(FIELD)] } else { Vec::new() };
            }
            Typing::Height(height) => {
                self.desk.console.height = height.map(|height| height.clamp(LOWEST, 100));
                return Vec::new();
            }
            Typing::Script(script) => {
                self.desk.console.is_script = script;
                self.desk.console.problem = None;
                return vec![Effect::Focus(FIELD)];
            }
            Typing::Text(text) => {
                self.desk.console.problem = None;
                self.desk.console.back = 0;
                self.desk.console.is_printed = Session::is_printed(&text);
                if self.desk.console.is_script {
                    self.desk.console.is_played = false;
                    self.document.walk = None;
                    self.desk.console.script = text;
                } else {
                    self.desk.console.typed = text;
                }
            }
            Typing::Speak(client) => self.desk.console.client = client,
            Typing::Run(columns) => return self.with_held(|state| state.run_text(columns)),
            Typing::Step(columns) => return self.with_held(|state| state.step_text(columns)),
            Typing::Complete => self.complete(),
            Typing::Older => self.look_back(1),
            Typing::Newer => self.look_back(-1),
            Typing::Stop => return self.give_up(),
            Typing::Exchange(exchange) => return self.exchange(exchange),
        }
        Vec::new()
    }

    /// Takes the text to run from the prompt; a script stays. `None` if there is nothing to run now.
    fn take_text(&mut self) -> Option<String> {
        self.document.playing = false;
        if self.document.is_busy() {
            return None;
        }
        let mut text = self.desk.console.text().to_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let asked = !self.desk.console.is_script && self.document.lab.asks(self.desk.console.client);
        (asked || !text.trim().is_empty()).then_some(text)
    }

    /// Empties the prompt, after its text was taken.
    fn clear(&mut self) {
        if self.desk.console.is_script {
            self.desk.console.is_played = true;
        } else {
            self.desk.console.is_played = false;
            self.desk.console.typed.clear();
        }
        self.desk.console.back = 0;
        self.desk.console.problem = None;
    }

    /// Runs `act` with the held text at the prompt, if there is any. Afterwards the prompt has what was typed
    /// meanwhile.
    fn with_held(&mut self, act: impl FnOnce(&mut Self) -> Vec<Effect>) -> Vec<Effect> {
        self.desk.console.waits = false;
        let Some(held) = self.desk.console.held.take() else { return act(self) };
        let typed = std::mem::replace(&mut self.desk.console.typed, held);
        let effects = act(self);
        // Lines that could not be run stay before it.
        let left = std::mem::replace(&mut self.desk.console.typed, typed);
        self.desk.console.put_before(left);
        effects
    }

    fn run_text(&mut self, columns: u16) -> Vec<Effect> {
        let Some(text) = self.take_text() else { return Vec::new() };
        match self.document.lab.script(self.desk.console.client, columns, &text) {
            Err(refusal) => {
                self.desk.console.problem = Some(refusal.to_string());
                Vec::new()
            }
            Ok(player) => {
                self.clear();
                self.desk.console.ran_at = self.document.lab.place();
                if self.desk.console.is_script {
                    self.document.walk = None;
                }
                let told = player.aside().map(|aside| match aside {
                    Aside::Mark(name) => format!("This step is “{name}”. Its mark on the time line leads back here."),
                    Aside::Must(promise) => {
                        format!("“{promise}” must hold. Under Clients you see after each step whether it does.")
                    }
                });
                let player = if self.desk.console.is_script { player } else { player.as_line() };
                self.document.work = Some(Work::Play(Box::new(player)));
                let effects = self.go_on();
                if let Some(told) = told.filter(|_| self.desk.console.problem.is_none()) {
                    self.chrome.tell(told);
                }
                effects
            }
        }
    }

    fn step_text(&mut self, columns: u16) -> Vec<Effect> {
        if self.desk.console.is_script
            && !self.document.is_busy()
            && let Some(walk) = self.document.walk.take()
        {
            self.document.playing = false;
            return self.walk_on(walk);
        }
        let Some(text) = self.take_text() else { return Vec::new() };
        if self.desk.console.is_script {
            return match self.document.lab.walk(self.desk.console.client, columns, &text) {
                Ok(walk) => {
                    self.clear();
                    self.walk_on(walk)
                }
                Err(refusal) => {
                    self.desk.console.problem = Some(refusal.to_string());
                    Vec::new()
                }
            };
        }
        if let Err(refusal) = self.document.lab.queue(self.desk.console.client, columns, &text) {
            self.desk.console.problem = Some(refusal.to_string());
            return Vec::new();
        }
        self.clear();
        self.document.lab.step_client(self.desk.console.client);
        self.moved_by_script(true)
    }

    /// One step of the script. Its end is announced, and the next step starts it again.
    fn walk_on(&mut self, mut walk: ScriptWalk) -> Vec<Effect> {
        self.desk.console.problem = None;
        self.desk.console.is_played = true;
        match self.document.lab.walk_on(&mut walk) {
            Ok(true) => self.document.walk = Some(walk),
            Ok(false) => self.desk.console.problem = Some("The script is at its end. Step begins it again.".to_owned()),
            Err(refusal) => self.desk.console.problem = Some(refusal.to_string()),
        }
        self.moved_by_script(true)
    }

    fn play_on(&mut self, mut player: Box<Player>) -> Vec<Effect> {
        let played = self.document.lab.play(&mut player, SLICE);
        if !self.desk.console.is_script {
            self.desk.console.client = player.client();
        }
        let done = match played {
            Ok(done) => done,
            Err(refusal) => {
                self.desk.console.problem = Some(refusal.to_string());
                true
            }
        };
        if !done {
            return self.go_ahead(Work::Play(player));
        }
        let effects = self.moved_by_script(true);
        let printed = self.printed();
        if !printed.is_empty() {
            self.chrome.say(printed);
        }
        effects
    }

    /// What the shell printed since the text was run, as it is read aloud in place of the sentence. The log itself is silent,
    /// else screen readers would say everything twice.
    fn printed(&self) -> String {
        let keys = |_: &str, row: &[u8]| Encoding::Text.to_text(row);
        let lines = self.document.lab.console_since(self.desk.console.ran_at, &keys);
        let is_said = |line: &&ConsoleLine| {
            let is_print = matches!(line.kind, Kind::Output | Kind::Error);
            is_print && !line.text.trim().is_empty() && !line.text.starts_with("Took ")
        };
        let said: Vec<&ConsoleLine> = lines.iter().filter(is_said).collect();
        let mut words: Vec<String> =
            said.iter().take(SPOKEN).map(|line| line.text.trim().chars().take(ALOUD).collect()).collect();
        if let Some(more @ 1..) = said.len().checked_sub(SPOKEN) {
            words.push(format!("and {more} more lines in the console"));
        }
        words.join("\n")
    }

    /// After a script has changed the session, shows the table that it uses.
    fn moved_by_script(&mut self, say: bool) -> Vec<Effect> {
        let effects = self.moved(say);
        let about = self.document.lab.table_here().map(|table| table.to_string());
        if let Some(table) =
            about.filter(|table| *table != self.desk.map.request.table && self.desk.map.view.tables.contains(table))
        {
            self.follow_to(table);
        }
        effects
    }

    fn give_up(&mut self) -> Vec<Effect> {
        self.document.work = None;
        self.document.walk = None;
        for client in 0..self.document.lab.clients() {
            if self.document.lab.script_line(client).is_some() {
                self.document.lab.cancel(client);
            }
        }
        self.desk.console.typed.clear();
        self.moved(true)
    }

    fn exchange(&mut self, exchange: Exchange) -> Vec<Effect> {
        match self.chrome.chunks.exchange {
            Some(apply) => apply(self, exchange),
            None => vec![Effect::Bring(Chunk::Exchange, Action::Console(Typing::Exchange(exchange)))],
        }
    }

    fn complete(&mut self) {
        let Some(completion) = self.document.lab.complete(self.desk.console.client, &self.desk.console.typed) else {
            return;
        };
        let begun = self.desk.console.typed[completion.from..].to_owned();
        let mut common: Option<String> = None;
        for offer in &completion.suggestions {
            let shared = common.as_ref().map_or(offer.text.len(), |common| {
                common.bytes().zip(offer.text.bytes()).take_while(|(one, other)| one == other).count()
            });
            let text = common.unwrap_or_else(|| offer.text.clone());
            let mut end = shared.min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            common = Some(text[..end].to_owned());
        }
        if let Some(common) = common.filter(|common| common.len() > begun.len()) {
            self.desk.console.typed.truncate(completion.from);
            self.desk.console.typed += &common;
        }
        self.desk.console.offers = match completion.suggestions.as_slice() {
            [_] | [] => Vec::new(),
            several => several.to_vec(),
        };
    }

    fn look_back(&mut self, by: isize) {
        let commands = self.document.lab.commands(REMEMBERED);
        let console = &mut self.desk.console;
        if console.back == 0 {
            console.draft.clone_from(&console.typed);
        }
        console.back = console.back.saturating_add_signed(by).min(commands.len());
        console.typed = match console.back.checked_sub(1) {
            Some(at) => commands.get(at).cloned().unwrap_or_default(),
            None => console.draft.clone(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::chunk::Chunks;
    use super::super::options::Options;
    use super::*;

    #[test]
    fn lines_that_do_more_than_name_commands_wait_for_the_methods() {
        let mut state = State::new(Options::default());
        state.take_code(Chunks { method: false, ..Chunks::all() });
        state.apply(Action::Console(Typing::Text("put 'comments', 'r', 'c:q', 'v'".to_owned())));
        state.apply(Action::Console(Typing::Run(80)));
        assert_eq!(state.document.lab.total(), 1);
        state.apply(Action::Console(Typing::Text("puts 1 + 2".to_owned())));
        for run in [Typing::Run(80), Typing::Step(80)] {
            let run = Action::Console(run);
            assert_eq!(state.apply(run.clone()), [Effect::Bring(Chunk::Method, run)]);
            assert_eq!(state.desk.console.typed, "", "what is typed meanwhile comes after it");
            assert!(state.desk.console.waits, "so that it can be stopped");
            // The methods cannot be loaded.
            state.desk.console.put_back();
            assert!(!state.desk.console.waits);
        }
        assert_eq!((state.document.lab.total(), state.desk.console.typed.as_str()), (1, "puts 1 + 2"));
        state.apply(Action::Console(Typing::Run(80)));
        assert!(state.desk.console.holds());
        for typed in [Typing::Text("puts 3".to_owned()), Typing::Run(80), Typing::Text("list".to_owned())] {
            assert!(state.type_while_held(&Action::Console(typed)));
        }
        state.take_code(Chunks::all());
        state.apply(Action::Console(Typing::Run(80)));
        assert_eq!((state.document.lab.total(), state.desk.console.typed.as_str()), (3, "list"));
        assert!(!state.desk.console.waits);
    }
}
