//! What the browser keeps: the messages about it, and what the reader can do.

/// The state of what the browser keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeepStatus {
    /// The reason if the present work is not kept.
    pub trouble: Option<Trouble>,
    /// What could not be restored, if there is something.
    pub aside: Option<Aside>,
    /// The reason if the present work is kept as a copy, apart from the reader's own work.
    pub copy: Option<Copied>,
    /// Whether the reader has closed these messages.
    pub is_hidden: bool,
    /// All that is kept, while the list of it is open.
    pub list: Vec<Entry>,
}

/// Something that the browser keeps, as an entry of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name under which it is kept.
    pub name: String,
    /// Its size, in bytes for a file and in characters for a text.
    pub bytes: u64,
    /// The name of the file, if it is one.
    pub file: Option<String>,
    /// The example from which it starts, if that is known.
    pub start: Option<String>,
    /// Whether it is the present work.
    pub is_open: bool,
}

/// The reason why the present work is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser has no storage for this page.
    Denied,
    /// There is no room left.
    Full,
    /// The archive does not answer, or code for it cannot be loaded.
    Silent,
    /// What could not be restored is still under the name of the present work, and there is no room to move it.
    Taken,
    /// The file from which the table was made is not kept, so the steps would be useless after a reload.
    File,
}

/// What could not be restored, and is not overwritten until the reader says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The name under which the browser keeps it.
    pub name: String,
    /// The reason; `None` if the reader was told on an earlier visit.
    pub why: Option<String>,
}

/// The reason why this tab works on a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The work is open in another tab.
    Open,
    /// Another tab has taken the work over.
    Taken,
}

/// What the reader can ask for about what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Saves as a file what could not be restored.
    SaveAside,
    /// Deletes what could not be restored.
    DropAside,
    /// Takes over the work that is open in another tab.
    TakeOver,
    /// Saves the present work as a file, with all that belongs to it.
    SaveWork,
    /// Opens the list of what is kept.
    List,
    /// Opens the entry at this place of the list, counted from 0.
    Open(usize),
    /// Saves the entry at this place as a file.
    Save(usize),
    /// Deletes the entry at this place.
    Drop(usize),
}

/// The message if nothing is kept, also for a page in which the code for other messages is not loaded.
pub const UNKEPT: &str = "What you do now is not kept: the storage of this browser does not answer, or a part of the page \
    could not be loaded. Save it as a file.";

impl Trouble {
    /// The message about it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Denied => {
                "This browser keeps nothing for this page: what you do ends with this tab. Save it as a file."
            }
            Self::Full => "The storage of this browser is full: what you do now is not kept. Save it as a file.",
            Self::Silent => UNKEPT,
            Self::Taken => {
                "What you do now is not kept: there is no room beside what could not be restored. Save both as files, then \
                 delete that."
            }
            Self::File => {
                "Your file could not be kept in this browser: after a reload it has to be chosen again. Save your steps as a \
                 file."
            }
        }
    }
}

impl Aside {
    /// The message about it.
    pub fn words(&self) -> String {
        let why = self.why.as_deref().unwrap_or("There is work that could not be restored on an earlier visit.");
        format!("{why} It is set aside in this browser, and nothing is written over it.")
    }
}

impl Copied {
    /// The message about it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Open => "Your work is open in another tab. What you do here is kept apart from it, as a copy.",
            Self::Taken => "Another tab has taken over your work. What you do here is kept apart from it, as a copy.",
        }
    }
}

impl KeepStatus {
    /// Sets why the work is not kept, or that it is kept again.
    pub fn tell(&mut self, trouble: Option<Trouble>) {
        if self.trouble != trouble {
            self.trouble = trouble;
            self.is_hidden &= trouble.is_none();
        }
    }

    /// Sets what could not be restored.
    pub fn set_aside(&mut self, aside: Aside) {
        self.aside = Some(aside);
        self.is_hidden = false;
    }

    /// Sets why the work is kept as a copy, or that it no longer is.
    pub fn divide(&mut self, copy: Option<Copied>) {
        self.copy = copy;
        self.is_hidden &= copy.is_none();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_away_is_told_again_when_it_happens_again() {
        let mut kept = KeepStatus::default();
        kept.tell(Some(Trouble::Full));
        kept.is_hidden = true;
        kept.tell(Some(Trouble::Full));
        assert!(kept.is_hidden, "it is the same");
        kept.tell(None);
        kept.tell(Some(Trouble::Full));
        assert!(!kept.is_hidden);
    }
}
