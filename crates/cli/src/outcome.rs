//! The result of a verb of the command line: what is printed, and the exit status.

/// The result of a verb.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The text for the standard output.
    pub(crate) text: String,
    /// The text for the standard error stream.
    pub(crate) problems: String,
    /// The exit status; 0 for success.
    pub(crate) status: u8,
}

impl Outcome {
    pub(crate) fn new(text: String, status: u8) -> Self {
        Self { text, problems: String::new(), status }
    }

    /// The result of bad input: its problem as a sentence, and status 2.
    pub(crate) fn bad(sentence: String) -> Self {
        Self { text: String::new(), problems: format!("splitpoint: {}\n", sentence.replace('\n', " ")), status: 2 }
    }
}
