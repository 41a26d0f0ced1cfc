//! What the reader is told of what the browser keeps, and can do about it.

/// How it stands with what the browser keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeepStatus {
    /// Why what is done now is not kept.
    pub trouble: Option<Trouble>,
    /// What could not be restored.
    pub aside: Option<Aside>,
    /// Why what is done now is kept as a copy, apart from the reader's work.
    pub copy: Option<Copied>,
    /// Whether the reader has put the words about it away.
    pub is_hidden: bool,
    /// All that is kept, while that is looked at.
    pub list: Vec<Entry>,
}

/// Something that the browser keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name under which it is kept.
    pub name: String,
    /// Its bytes, or characters.
    pub bytes: u64,
    /// Of a file, what it is called.
    pub file: Option<String>,
    /// Where its text was looked at: the example from which it starts.
    pub start: Option<String>,
    /// Whether it is what the page shows.
    pub is_open: bool,
}

/// Why what is done is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The browser keeps nothing for this page.
    Denied,
    /// There is no room left.
    Full,
    /// What keeps it does not answer, or cannot be loaded.
    Silent,
    /// There is no room to set aside what could not be restored, which stands where it would be kept.
    Taken,
    /// The file that the table was made of is not kept, so that the steps are of no use after a reload.
    File,
}

/// What could not be restored, and is not overwritten until the reader says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The name under which the browser keeps it.
    pub name: String,
    /// Why it is there; `None` where that was told on an earlier visit.
    pub why: Option<String>,
}

/// Why there is a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The work is open in another tab.
    Open,
    /// Another tab has taken it over.
    Taken,
}

/// What the reader can do about what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Saves what could not be restored as a file.
    SaveAside,
    /// Deletes it from the browser.
    DropAside,
    /// Goes on here with the work that is open in another tab.
    TakeOver,
    /// Saves the work that is done here as a file, with all that belongs to it.
    SaveWork,
    /// Looks what is kept.
    List,
    /// Opens what stands at this place of that list, counted from 0.
    Open(usize),
    /// Saves it as a file.
    Save(usize),
    /// Deletes it.
    Drop(usize),
}

/// What is said where nothing is kept, also by a page that lacks the code for all else about it.
pub const UNKEPT: &str = "What you do now is not kept: the storage of this browser does not answer, or a part of the page \
    could not be loaded. Save it as a file.";

impl Trouble {
    /// What is said of it.
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
    /// What is said of it.
    pub fn words(&self) -> String {
        let why = self.why.as_deref().unwrap_or("There is work that could not be restored on an earlier visit.");
        format!("{why} It is set aside in this browser, and nothing is written over it.")
    }
}

impl Copied {
    /// What is said of it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Open => "Your work is open in another tab. What you do here is kept apart from it, as a copy.",
            Self::Taken => "Another tab has taken over your work. What you do here is kept apart from it, as a copy.",
        }
    }
}

impl KeepStatus {
    /// Says why what is done is not kept, until it is kept again.
    pub fn tell(&mut self, trouble: Option<Trouble>) {
        if self.trouble != trouble {
            self.trouble = trouble;
            self.is_hidden &= trouble.is_none();
        }
    }

    /// Says that something could not be restored.
    pub fn set_aside(&mut self, aside: Aside) {
        self.aside = Some(aside);
        self.is_hidden = false;
    }

    /// Says that what is done is kept as a copy, or is not any more.
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
