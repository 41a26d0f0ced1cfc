//! The atoms of a client.

/// What a client does in one atom, between which others may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// It looks up the region of a row, in what it remembers or in `hbase:meta`.
    Locate,
    /// It sends a request.
    Send,
    /// The server locks rows.
    Lock,
    /// The server decides on the write and appends it to its log.
    Append,
    /// The server puts the cells into the memstore.
    Apply,
    /// The server makes the write visible.
    Publish,
    /// The server lets go of a write that had to wait for an earlier one to become visible.
    Unlock,
    /// The server reads.
    Serve,
    /// The answer reaches the client.
    Reply,
    /// It looks up the region of a row again, as the last attempt failed.
    Retry,
}

impl Atom {
    /// All of them, in the order in which an operation does them.
    pub const ALL: [Self; 10] = [
        Self::Locate,
        Self::Send,
        Self::Lock,
        Self::Append,
        Self::Apply,
        Self::Publish,
        Self::Unlock,
        Self::Serve,
        Self::Reply,
        Self::Retry,
    ];

    /// Its name in scripts and files: one word in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Locate => "locate",
            Self::Send => "send",
            Self::Lock => "lock",
            Self::Append => "append",
            Self::Apply => "apply",
            Self::Publish => "publish",
            Self::Unlock => "unlock",
            Self::Serve => "serve",
            Self::Reply => "reply",
            Self::Retry => "retry",
        }
    }

    /// The atom of a name; `None` for any other word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|atom| atom.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_atom_is_found_by_its_name() {
        for (place, atom) in Atom::ALL.into_iter().enumerate() {
            assert_eq!(atom as usize, place, "in the order in which they are declared, none left out");
            assert_eq!(Atom::from_name(atom.name()), Some(atom));
        }
        assert_eq!(Atom::from_name("Lock"), None);
    }
}
