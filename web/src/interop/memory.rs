//! What is kept in the browser's local storage, where that is allowed. In a frame without storage nothing is kept, and
//! nothing fails.
//!
//! Each folder of an origin has its own work, so that several versions of the page side by side never read what another
//! one wrote. Settings of the person, and how far lessons were read, are the same in all folders.

use crate::session::journal::{self, Journal};
use js_sys::{JsString, Reflect};
use wasm_bindgen::JsCast;
use web_sys::Storage;

const PREFIX: &str = "splitpoint.";

/// How the names begin under which something is kept for all folders together.
const EVERYWHERE: [&str; 3] = ["theme", "letters", "lesson."];

/// A text that is too large for local storage is replaced by this, followed by its name in the archive, which is
/// IndexedDB.
const ELSEWHERE: &str = "in the archive: ";

/// A text that says where another one is has fewer characters than this. A longer one need not be read to know that it
/// does not.
const SHORT: u32 = 100;

/// How the names of work begin, of which each tab can have its own copy.
const WORK: [&str; 3] = ["session", "link.", "draft"];

/// The key of the session storage under which a tab has the number of its copy.
const COPY: &str = "splitpoint.copy";

/// How the names begin of what was set aside because it could not be restored.
pub(crate) const ASIDE: &str = "aside.";

/// The ending of a name under which the key of a file in the archive is kept: the file on which the work is based.
pub(crate) const MARK: &str = ".mark";

/// The ending of a name under which the desk of some work is kept: what lay open in the page (form, script, panes).
pub(crate) const DESK: &str = ".desk";

/// The ending of a name under which the tab is kept that writes the work, where the browser has no locks.
pub(crate) const OWNER: &str = ".owner";

/// Endings of names under which more is kept with some work, wherever that goes.
pub(crate) const BESIDE: [&str; 2] = [MARK, DESK];

/// Whether this is the name of something that is kept with some work, and not by itself.
pub(crate) fn is_beside(name: &str) -> bool {
    BESIDE.iter().chain([&OWNER]).any(|end| name.ends_with(end))
}

/// The part of a name after that of work that was begun anew, before a number.
const BEFORE: &str = ".before.";

/// The ending of the name under which changes of a long text are kept, so that not all of it is written each time.
const CHANGES: &str = ".changes";

/// The browser's local storage, as far as this page may use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    is_used: bool,
    /// The number of the copy on which this tab works, if another tab writes the work itself.
    copy: Option<u32>,
}

impl Memory {
    /// The storage of this page. If it is not used, it is empty and keeps nothing.
    pub(crate) fn new(is_used: bool) -> Self {
        let kept = || tab()?.get_item(COPY).ok().flatten()?.parse().ok();
        Self { is_used, copy: if is_used { kept() } else { None } }
    }

    /// From now on, work is kept in a new copy. A reload of this tab finds it again, once something is kept in it.
    pub(crate) fn divide(&mut self) {
        self.copy = Some(super::random());
    }

    /// Ends the use of a copy: from now on, the reader's own work is kept.
    pub(crate) fn unite(&mut self) {
        self.copy = None;
        if let Some(Err(error)) = tab().map(|tab| tab.remove_item(COPY)) {
            gloo::console::warn!("storage", error);
        }
    }

    /// The storage without the copy: it reads and writes the reader's own work.
    pub(crate) fn plain(self) -> Self {
        Self { copy: None, ..self }
    }

    /// Whether this tab writes to a copy, apart from the reader's own work.
    pub(crate) fn is_copy(self) -> bool {
        self.copy.is_some()
    }

    /// The name under which the copy keeps what has this name; `None` if there is no copy, or if the name is not of
    /// work.
    fn copied(self, name: &str) -> Option<String> {
        let is_work = WORK.iter().any(|begin| name.starts_with(begin));
        self.copy.filter(|_| is_work).map(|copy| format!("copy.{copy}.{name}"))
    }

    /// The name under which this tab keeps this work, and no other tab writes to it.
    pub(crate) fn own(self, name: &str) -> String {
        self.copied(name).unwrap_or_else(|| name.to_owned())
    }

    fn storage(self) -> Option<Storage> {
        if self.is_used { web_sys::window()?.local_storage().ok()? } else { None }
    }

    /// What was kept under this name in this folder, else by an old version that did not distinguish folders.
    pub(crate) fn kept(self, name: &str) -> Option<String> {
        let look = |storage: &Storage, name: &str| {
            let text = storage.get_item(name).ok().flatten()?;
            let changes = storage.get_item(&format!("{name}{CHANGES}")).ok().flatten();
            Some(changes.and_then(|changes| journal::amended(&text, &changes)).unwrap_or(text))
        };
        self.find(name, look).filter(|text| !text.is_empty())
    }

    /// How many characters were kept under this name, without later changes. The text is not read for it.
    pub(crate) fn length(self, name: &str) -> Option<u32> {
        self.find(name, |storage, name| Some(Reflect::get(storage, &name.into()).ok()?.dyn_ref::<JsString>()?.length()))
    }

    /// Looks up a name in the copy of this tab, else in this folder, else where an old version kept it that did not
    /// distinguish folders.
    fn find<T>(self, name: &str, look: impl Fn(&Storage, &str) -> Option<T>) -> Option<T> {
        let storage = self.storage()?;
        let copy = self.copied(name).map(|copy| full(&copy));
        copy.into_iter().chain([full(name), format!("{PREFIX}{name}")]).find_map(|name| look(&storage, &name))
    }

    /// Keeps a text. `false` if there is no room, or no storage.
    pub(crate) fn keep(self, name: &str, text: &str) -> bool {
        let own = self.own(name);
        let set = |storage: Storage| {
            let name = full(&own);
            // Changes belong to the old text, and do not count any more. They are removed last.
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

    /// Keeps a long text as a whole, so that later changes can be [noted](Self::note). `false` if there is no room.
    pub(crate) fn begin(self, name: &str, journal: &Journal) -> bool {
        let done = self.keep(name, journal.whole());
        if done {
            // If there is no room to begin with changes, the next text is kept as a whole, too.
            self.set_changes(name, &journal.begin());
        }
        done
    }

    /// Keeps the changes of a text since it was kept as a whole. `false`, and nothing is done, if the whole is not
    /// there any more, if too much has changed, or if there is no room.
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

    /// The name in the archive, if this is a text that says where another one is.
    pub(crate) fn there(text: &str) -> Option<&str> {
        text.strip_prefix(ELSEWHERE)
    }

    /// Keeps that the text of a name is in the archive, under the name `there`. `false` if there is no room.
    pub(crate) fn keep_elsewhere(self, name: &str, there: &str) -> bool {
        self.keep(name, &format!("{ELSEWHERE}{there}"))
    }

    /// The name under which the archive has the text of this name, if it is too large for local storage.
    pub(crate) fn elsewhere(self, name: &str) -> Option<String> {
        Self::there(&self.kept(name)?).map(ToOwned::to_owned)
    }

    /// Like [`elsewhere`](Self::elsewhere), but only of what this tab writes itself: a copy must not take over the text
    /// of the work that it was copied from.
    pub(crate) fn own_elsewhere(self, name: &str) -> Option<String> {
        let (storage, name) = (self.storage()?, full(&self.own(name)));
        let length = Reflect::get(&storage, &name.as_str().into()).ok()?.dyn_into::<JsString>().ok()?.length();
        if length > SHORT {
            return None;
        }
        Self::there(&storage.get_item(&name).ok().flatten()?).map(ToOwned::to_owned)
    }

    /// The names of all texts in the archive that local storage refers to in this folder.
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
            // What an old version kept for every folder stays there for the others. An empty text hides it in this one.
            Ok(Some(_)) if !is_everywhere(name) => storage.set_item(&full(name), ""),
            _ => storage.remove_item(&full(name)),
        };
        if let Err(error) = done.and(gone) {
            gloo::console::warn!("storage", error);
        }
    }

    /// The names under which something is kept in this folder, in order, each with the number of its characters.
    pub(crate) fn names(self) -> Vec<(String, usize)> {
        let Some(storage) = self.storage() else { return Vec::new() };
        let prefix = full("");
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        let mut names: Vec<(String, usize)> = keys
            .filter_map(|key| {
                // What other programs keep at the same origin is not read.
                let name = key.strip_prefix(&prefix).filter(|name| !name.ends_with(CHANGES))?;
                let length = storage.get_item(&key).ok().flatten()?.chars().count();
                Some((name.to_owned(), length)).filter(|(_, length)| *length > 0)
            })
            .collect();
        names.sort_unstable();
        names
    }

    /// Whether something is kept under a name with this beginning.
    pub(crate) fn has(self, begin: &str) -> bool {
        self.names().iter().any(|(name, _)| name.starts_with(begin))
    }

    /// Moves what is kept under a name to another name before the work is begun anew, so that it can be opened again.
    /// `false` if there was nothing, or no room.
    pub(crate) fn shelve(self, name: &str) -> bool {
        let Some(text) = self.kept(name) else { return false };
        let names = self.names();
        let own = self.own(name);
        let is_free = |number: &u32| names.iter().all(|(known, _)| *known != format!("{own}{BEFORE}{number}"));
        let number = (1..).find(is_free).unwrap_or(u32::MAX);
        let there = format!("{name}{BEFORE}{number}");
        // The old text is removed first, since there may be room for one of them only.
        self.forget(name);
        if !self.keep(&there, &text) {
            self.keep(name, &text);
            return false;
        }
        self.copy_beside(name, &there);
        true
    }

    /// Copies what is kept beside some work to another name of that work. It is not moved: the work that is begun in the
    /// place goes on with it, too.
    pub(crate) fn copy_beside(self, from: &str, to: &str) {
        for more in BESIDE {
            if let Some(text) = self.kept(&format!("{from}{more}")) {
                self.keep(&format!("{to}{more}"), &text);
            }
        }
    }

    /// Forgets what is kept beside some work.
    pub(crate) fn forget_beside(self, name: &str) {
        BESIDE.iter().chain([&OWNER]).for_each(|more| self.forget(&format!("{name}{more}")));
    }

    /// Keeps a text in the place of another one, which is put away so that it can be opened again. `false` if there is no
    /// room: if not even for that, the other one stays.
    pub(crate) fn replace(self, name: &str, text: &str) -> bool {
        if self.kept(name).is_some_and(|kept| kept != text) && !self.shelve(name) {
            return false;
        }
        // It may have been put away itself.
        let begin = format!("{}{BEFORE}", self.own(name));
        let put_away = self.names().into_iter().map(|(name, _)| name).filter(|name| name.starts_with(&begin));
        put_away.filter(|name| self.kept(name).as_deref() == Some(text)).for_each(|name| self.forget(&name));
        self.keep(name, text)
    }

    /// Moves back what was put away last from under a name. What is kept beside it was only copied, so those copies are
    /// removed.
    pub(crate) fn unshelve(self, name: &str) {
        let begin = format!("{}{BEFORE}", self.own(name));
        let number = |(name, _): (String, usize)| name.strip_prefix(&begin)?.parse::<u32>().ok();
        let Some(last) = self.names().into_iter().filter_map(number).max() else { return };
        let there = format!("{begin}{last}");
        let Some(text) = self.kept(&there) else { return };
        self.forget(&there);
        if self.keep(name, &text) {
            self.forget_beside(&there);
        } else {
            self.keep(&there, &text);
        }
    }

    /// Whether the page is to keep anything.
    pub(crate) fn is_used(self) -> bool {
        self.is_used
    }

    /// Whether the browser has local storage, and lets this page use it.
    pub(crate) fn is_there(self) -> bool {
        self.storage().is_some()
    }
}

/// The session storage of this tab.
pub(super) fn tab() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn is_everywhere(name: &str) -> bool {
    EVERYWHERE.iter().any(|begin| name.starts_with(begin))
}

/// The key in the browser's storage for a name.
pub(super) fn full(name: &str) -> String {
    if is_everywhere(name) { format!("{PREFIX}{name}") } else { format!("{PREFIX}{}{name}", super::address::folder()) }
}

/// Whether the address has `?fresh`, which asks to begin without what was kept. It is removed from the address.
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
