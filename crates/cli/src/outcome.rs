//! The result of a verb of the command line: what is printed, and the exit status.

/// The result of a verb.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// For the standard output.
    pub(crate) text: String,
    /// For the error stream.
    pub(crate) problems: String,
    /// The exit status; 0: all is well.
    pub(crate) status: u8,
}

impl Outcome {
    pub(crate) fn new(text: String, status: u8) -> Self {
        Self { text, problems: String::new(), status }
    }

    /// The result of bad input.
    pub(crate) fn bad(sentence: String) -> Self {
        Self { text: String::new(), problems: format!("splitpoint: {}\n", sentence.replace('\n', " ")), status: 2 }
    }
}
