//! What the browser keeps for a person, where it is allowed to. A frame without storage forgets, and nothing fails.
//!
//! Each folder of an origin has work of its own: versions of the page that stand side by side never meet what another
//! one wrote. Choices of the person, and how far lessons were read, hold in all of them.

use crate::session::journal::{self, Journal};
use js_sys::{JsString, Reflect};
use wasm_bindgen::JsCast;
use web_sys::Storage;

const PREFIX: &str = "splitpoint.";

/// What begins the names of what holds in every folder.
const EVERYWHERE: [&str; 3] = ["theme", "letters", "lesson."];

/// What stands in the place of a text that is too large for this storage, before the name under which the archive has it.
const ELSEWHERE: &str = "in the archive: ";

/// What says where a text stands has fewer characters: what is longer need not be read to know that it is a text itself.
const SHORT: u32 = 100;

/// What begins the names of work, which every tab can have a copy of.
const WORK: [&str; 2] = ["session", "link."];

/// The name under which a tab remembers its copy.
const COPY: &str = "splitpoint.copy";

/// What begins the names of what was set aside, since it could not be restored.
pub(crate) const ASIDE: &str = "aside.";

/// What is kept with some work, and not by itself: which file it stands on, and what lies on its desk.
const BESIDE: [&str; 2] = [".mark", ".desk"];

/// What stands behind the name of work that was begun anew, before a number.
const BEFORE: &str = ".before.";

/// What stands behind the name of a long text, with which that is kept which has changed in it since.
const CHANGES: &str = ".changes";

/// The browser's storage, as far as a page may use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    is_used: bool,
    /// The number of the copy on which this tab works, where the work itself is another tab's.
    copy: Option<u32>,
}

impl Memory {
    /// A memory; one that is not used is empty, and takes nothing.
    pub(crate) fn new(is_used: bool) -> Self {
        let kept = || tab()?.get_item(COPY).ok().flatten()?.parse().ok();
        Self { is_used, copy: if is_used { kept() } else { None } }
    }

    /// From now on work is kept in a new copy. It is found again when this tab is loaded again, once something is in it.
    pub(crate) fn divide(&mut self) {
        self.copy = Some(super::random());
    }

    /// Ends that work is kept as a copy: from now on it is the reader's own.
    pub(crate) fn unite(&mut self) {
        self.copy = None;
        if let Some(Err(error)) = tab().map(|tab| tab.remove_item(COPY)) {
            gloo::console::warn!("storage", error);
        }
    }

    /// The same without the copy.
    pub(crate) fn plain(self) -> Self {
        Self { copy: None, ..self }
    }

    /// Whether work is kept as a copy, apart from the reader's own.
    pub(crate) fn is_copy(self) -> bool {
        self.copy.is_some()
    }

    /// The name of this name's copy.
    fn copied(self, name: &str) -> Option<String> {
        let is_work = WORK.iter().any(|begin| name.starts_with(begin));
        self.copy.filter(|_| is_work).map(|copy| format!("copy.{copy}.{name}"))
    }

    /// The name under which this work is kept, and written by nobody else.
    pub(crate) fn own(self, name: &str) -> String {
        self.copied(name).unwrap_or_else(|| name.to_owned())
    }

    fn storage(self) -> Option<Storage> {
        if self.is_used { web_sys::window()?.local_storage().ok()? } else { None }
    }

    /// What was kept under this name: in this folder, else by a page that did not yet tell folders apart.
    pub(crate) fn kept(self, name: &str) -> Option<String> {
        let look = |storage: &Storage, name: &str| {
            let text = storage.get_item(name).ok().flatten()?;
            let changes = storage.get_item(&format!("{name}{CHANGES}")).ok().flatten();
            Some(changes.and_then(|changes| journal::amended(&text, &changes)).unwrap_or(text))
        };
        self.find(name, look).filter(|text| !text.is_empty())
    }

    /// How many characters were kept under this name, but for changes since, without reading them.
    pub(crate) fn length(self, name: &str) -> Option<u32> {
        self.find(name, |storage, name| Some(Reflect::get(storage, &name.into()).ok()?.dyn_ref::<JsString>()?.length()))
    }

    /// What is found where this tab keeps a copy of the name, else where the folder keeps it, else where a page kept it that did
    /// not yet tell folders apart.
    fn find<T>(self, name: &str, look: impl Fn(&Storage, &str) -> Option<T>) -> Option<T> {
        let storage = self.storage()?;
        let copy = self.copied(name).map(|copy| full(&copy));
        copy.into_iter().chain([full(name), format!("{PREFIX}{name}")]).find_map(|name| look(&storage, &name))
    }

    /// Keeps something. `false` where there is no room, or no memory at all.
    pub(crate) fn keep(self, name: &str, text: &str) -> bool {
        let own = self.own(name);
        let set = |storage: Storage| {
            let name = full(&own);
            // What is noted of another text is passed over until it is gone.
            storage.set_item(&name, text).is_ok() && storage.remove_item(&format!("{name}{CHANGES}")).is_ok()
        };
        let done = self.storage().is_some_and(set);
        if let (true, Some(copy), Some(tab)) = (done && own != name, self.copy, tab())
            && let Err(error) = tab.set_item(COPY, &copy.to_string())
        {
            gloo::console::warn!("storage", error);
        }
        done
    }

    /// Keeps a long text as a whole, to which changes are [noted](Self::note) then. `false` where there is no room.
    pub(crate) fn begin(self, name: &str, journal: &Journal) -> bool {
        let done = self.keep(name, journal.whole());
        if done {
            // Where that has no room, it is kept as a whole the next time, too.
            self.set_changes(name, &journal.begin());
        }
        done
    }

    /// Keeps in what a text has changed. `false` where it does not stand there as a whole any more, where too much has changed,
    /// or where there is no room: then nothing was done.
    pub(crate) fn note(self, name: &str, journal: &Journal, text: &str) -> bool {
        let key = full(&self.own(name)) + CHANGES;
        let noted = self.storage().and_then(|storage| storage.get_item(&key).ok().flatten());
        noted.is_some_and(|note| journal.is_about(&note))
            && journal.note(text).is_some_and(|note| self.set_changes(name, &note))
    }

    fn set_changes(self, name: &str, note: &str) -> bool {
        let key = full(&self.own(name)) + CHANGES;
        self.storage().is_some_and(|storage| storage.set_item(&key, note).is_ok())
    }

    /// The name under which the archive has what this says that stands there.
    pub(crate) fn there(text: &str) -> Option<&str> {
        text.strip_prefix(ELSEWHERE)
    }

    /// Keeps that a text stands in the archive, under that name there. `false` where that cannot be kept.
    pub(crate) fn keep_elsewhere(self, name: &str, there: &str) -> bool {
        self.keep(name, &format!("{ELSEWHERE}{there}"))
    }

    /// Under which name the archive has the text that is kept under this one, where it is too large to stand here.
    pub(crate) fn elsewhere(self, name: &str) -> Option<String> {
        Self::there(&self.kept(name)?).map(ToOwned::to_owned)
    }

    /// The same of what this page writes itself, and not of what it only reads: a copy does not take the text of the work.
    pub(crate) fn own_elsewhere(self, name: &str) -> Option<String> {
        let (storage, name) = (self.storage()?, full(&self.own(name)));
        let length = Reflect::get(&storage, &name.as_str().into()).ok()?.dyn_into::<JsString>().ok()?.length();
        if length > SHORT {
            return None;
        }
        Self::there(&storage.get_item(&name).ok().flatten()?).map(ToOwned::to_owned)
    }

    /// The names of all texts that the archive has for this folder, as far as something says so.
    pub(crate) fn archived(self) -> Vec<String> {
        let plain = self.plain();
        self.names().iter().filter_map(|(name, _)| plain.own_elsewhere(name)).collect()
    }

    /// Forgets what was kept under this name in this folder.
    pub(crate) fn forget(self, name: &str) {
        let Some(storage) = self.storage() else { return };
        let name = &self.own(name);
        let gone = storage.remove_item(&format!("{}{CHANGES}", full(name)));
        let done = match storage.get_item(&format!("{PREFIX}{name}")) {
            // What stands there for every folder stays for the others, and nothing takes its place in this one.
            Ok(Some(_)) if !is_everywhere(name) => storage.set_item(&full(name), ""),
            _ => storage.remove_item(&full(name)),
        };
        if let Err(error) = done.and(gone) {
            gloo::console::warn!("storage", error);
        }
    }

    /// The names under which something is kept in this folder, in their order, with how many characters each has.
    pub(crate) fn names(self) -> Vec<(String, usize)> {
        let Some(storage) = self.storage() else { return Vec::new() };
        let prefix = full("");
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        let mut names: Vec<(String, usize)> = keys
            .filter_map(|key| {
                let length = storage.get_item(&key).ok().flatten()?.len();
                let name = key.strip_prefix(&prefix).filter(|name| !name.ends_with(CHANGES))?;
                Some((name.to_owned(), length)).filter(|(_, length)| *length > 0)
            })
            .collect();
        names.sort_unstable();
        names
    }

    /// Whether something is kept under a name that begins like that.
    pub(crate) fn has(self, begin: &str) -> bool {
        self.names().iter().any(|(name, _)| name.starts_with(begin))
    }

    /// Puts away what is kept under a name, before it is begun anew, so that it can be opened again. Whether that was done.
    pub(crate) fn shelve(self, name: &str) -> bool {
        let Some(text) = self.kept(name) else { return false };
        let names = self.names();
        let own = self.own(name);
        let is_free = |number: &u32| names.iter().all(|(known, _)| *known != format!("{own}{BEFORE}{number}"));
        let number = (1..).find(is_free).unwrap_or(u32::MAX);
        let there = format!("{name}{BEFORE}{number}");
        // The old place is given back first: there may be room for one of them only.
        self.forget(name);
        if !self.keep(&there, &text) {
            self.keep(name, &text);
            return false;
        }
        // The work that is begun goes on with these.
        for more in BESIDE {
            if let Some(text) = self.kept(&format!("{name}{more}")) {
                self.keep(&format!("{there}{more}"), &text);
            }
        }
        true
    }

    /// Takes back what was put away last from under a name, since it is there again. What lies beside it never left.
    pub(crate) fn unshelve(self, name: &str) {
        let begin = format!("{}{BEFORE}", self.own(name));
        let number = |(name, _): (String, usize)| name.strip_prefix(&begin)?.parse::<u32>().ok();
        let Some(last) = self.names().into_iter().filter_map(number).max() else { return };
        let there = format!("{begin}{last}");
        let Some(text) = self.kept(&there) else { return };
        self.forget(&there);
        if self.keep(name, &text) {
            BESIDE.iter().for_each(|more| self.forget(&format!("{there}{more}")));
        } else {
            self.keep(&there, &text);
        }
    }

    /// Whether anything is to be kept.
    pub(crate) fn is_used(self) -> bool {
        self.is_used
    }

    /// Whether the browser has such a storage for this page, and lets it be used.
    pub(crate) fn is_there(self) -> bool {
        self.storage().is_some()
    }
}

/// The storage of this tab.
pub(super) fn tab() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn is_everywhere(name: &str) -> bool {
    EVERYWHERE.iter().any(|begin| name.starts_with(begin))
}

/// The name in the browser's storage.
pub(super) fn full(name: &str) -> String {
    if is_everywhere(name) { format!("{PREFIX}{name}") } else { format!("{PREFIX}{}{name}", super::address::folder()) }
}

/// Whether the address asks to begin with nothing kept; the address is then as before.
pub(crate) fn starts_afresh() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let fresh = window.location().search().is_ok_and(|search| search == "?fresh");
    if fresh
        && let (Ok(history), Ok(path)) = (window.history(), window.location().pathname())
        && let Err(error) = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path))
    {
        gloo::console::warn!("history", error);
    }
    fresh
}
