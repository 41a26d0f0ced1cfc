//! What a verb came to: what is printed, and the status.

/// What a verb came to.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// For the standard output.
    pub(crate) text: String,
    /// For the error stream.
    pub(crate) problems: String,
    /// 0: all is well.
    pub(crate) status: u8,
}

impl Outcome {
    pub(crate) fn new(text: String, status: u8) -> Self {
        Self { text, problems: String::new(), status }
    }

    /// Bad input.
    pub(crate) fn bad(sentence: String) -> Self {
        Self { text: String::new(), problems: format!("splitpoint: {}\n", sentence.replace('\n', " ")), status: 2 }
    }
}
