//! What the shell prints: text, and tables in the columns of a terminal.
//!
//! Source: `shell/formatter.rb`.

/// What was printed and not yet taken, and how wide the terminal is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    /// Characters of a line; 0 for a pipe, where nothing is padded or wrapped.
    pub(crate) width: usize,
    rows: usize,
    /// Bytes of `text` that were there before the statement at work.
    before: usize,
    /// Bytes that the statement at work printed and that were taken.
    taken: usize,
    /// Whether the first error ends the session, as `-n` asks.
    pub(crate) strict: bool,
}

impl Output {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Counts what is printed from here on as that of another statement.
    pub(crate) fn begin(&mut self) {
        (self.before, self.taken) = (self.text.len(), 0);
    }

    /// Bytes that the statement at work has printed.
    pub(crate) fn printed(&self) -> usize {
        self.taken + self.text.len() - self.before
    }

    /// Takes out what was printed since the last call.
    pub(crate) fn take(&mut self) -> String {
        (self.taken, self.before) = (self.printed(), 0);
        std::mem::take(&mut self.text)
    }

    /// Prints a text as it is, without an end of line.
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Prints the head of a table, and begins to count its rows.
    pub(crate) fn header(&mut self, cells: &[&str]) {
        self.rows = 0;
        if !cells.is_empty() {
            self.cells(cells, false);
        }
    }

    /// Prints a row of a table and counts it.
    pub(crate) fn row(&mut self, cells: &[&str]) {
        self.cells(cells, true);
        self.rows += 1;
    }

    /// Prints a row and does not count it.
    pub(crate) fn note(&mut self, cells: &[&str]) {
        self.cells(cells, true);
    }

    /// Prints how many rows there were: as many as were printed, or as many as are given.
    pub(crate) fn footer(&mut self, rows: Option<usize>) {
        let rows = rows.unwrap_or(self.rows);
        self.line(&format!("{rows} row(s)"));
    }

    /// Prints a text padded to the width, without an end of the line.
    pub(crate) fn padded(&mut self, text: &str) {
        let width = self.width;
        self.cell(width, text);
    }

    fn cell(&mut self, width: usize, text: &str) {
        self.push(text);
        if width > 0 {
            let length = text.chars().count();
            self.text.extend(std::iter::repeat_n(' ', width.saturating_sub(length)));
        }
    }

    fn cells(&mut self, cells: &[&str], inset: bool) {
        match cells {
            [one] => {
                for chunk in chunks(self.width, one) {
                    let width = self.width;
                    self.cell(width, &chunk);
                    self.push("\n");
                }
            }
            [left, right] => {
                let first = if self.width == 0 { 0 } else { self.width / 4 };
                let second = if self.width == 0 { 0 } else { self.width.saturating_sub(first + 2) };
                let (left, right) = (chunks(first, left), chunks(second, right));
                let mut at = 0;
                while at < left.len() || at < right.len() {
                    self.push(if inset { " " } else { "" });
                    self.cell(first, left.get(at).map_or("", String::as_str));
                    self.push(if inset { " " } else { "  " });
                    self.cell(second, right.get(at).map_or("", String::as_str));
                    self.push("\n");
                    at += 1;
                }
            }
            many => {
                self.push(" ");
                self.line(&many.join(" "));
            }
        }
    }
}

/// A text in slices of a width; the whole text where there is none.
fn chunks(width: usize, text: &str) -> Vec<String> {
    if width == 0 {
        return vec![text.to_owned()];
    }
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(width).map(|chunk| chunk.iter().collect()).collect()
}
