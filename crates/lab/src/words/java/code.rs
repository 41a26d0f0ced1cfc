//! Lines of Java with what they need, and bytes as Java writes them.

use std::fmt::Write;

/// Bytes of these numbers are taken for a number, others of eight for what they are: two numbers of four bytes beside each
/// other, for example.
fn is_long(number: i64) -> bool {
    /// Milliseconds from 2001 to 2109.
    const TIMES: std::ops::Range<i64> = 1_000_000_000_000..1 << 42;
    number.unsigned_abs() <= 1 << 32 || TIMES.contains(&number) || i64::MAX - number.max(0) < TIMES.end
}

/// Whether four bytes are taken for a number: only those that are not too large.
fn is_int(number: i32) -> bool {
    number.unsigned_abs() <= 1 << 24
}

/// Statements that are being written.
#[derive(Default)]
pub(crate) struct Code {
    /// Full names of classes, without repetition.
    imports: Vec<String>,
    lines: String,
    depth: usize,
}

impl Code {
    /// Adds the import of a class, by its full name.
    pub(super) fn import(&mut self, class: &str) -> &mut Self {
        if !self.imports.iter().any(|name| name == class) {
            self.imports.push(class.to_owned());
        }
        self
    }

    /// Adds the import of a class of HBase's client, by its short name.
    pub(super) fn client(&mut self, class: &str) -> &mut Self {
        self.import(&format!("org.apache.hadoop.hbase.client.{class}"))
    }

    /// Adds a line.
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.lines, "{:1$}{2}", "", 2 * self.depth, text.as_ref());
    }

    /// Begins a block.
    pub(super) fn open(&mut self, head: impl AsRef<str>) {
        self.line(format!("{} {{", head.as_ref()));
        self.depth += 1;
    }

    /// Ends a block.
    pub(super) fn close(&mut self) {
        self.end("}");
    }

    /// Ends a block with this.
    pub(super) fn end(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    /// Ends a block and begins the next with it, such as `} else {`.
    pub(super) fn turn(&mut self, head: &str) {
        self.depth -= 1;
        self.line(format!("}} {head} {{"));
        self.depth += 1;
    }

    /// Begins a block in which there is a `table`.
    pub(super) fn table(&mut self, name: &str) {
        self.client("Table");
        let name = self.name(name);
        self.open(format!("try (Table table = connection.getTable({name}))"));
    }

    /// The name of a table.
    pub(super) fn name(&mut self, name: &str) -> String {
        self.import("org.apache.hadoop.hbase.TableName");
        format!("TableName.valueOf({})", text(name))
    }

    /// Adds a line that prints a key.
    pub(super) fn print(&mut self, key: &str) {
        self.import("org.apache.hadoop.hbase.util.Bytes");
        self.line(format!("System.out.println(Bytes.toStringBinary({key}));"));
    }

    /// Bytes: as text or as a number where that is what they seem to be, else with `\xHH` for what cannot be printed.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> String {
        if bytes.is_empty() {
            return "new byte[0]".to_owned();
        }
        self.import("org.apache.hadoop.hbase.util.Bytes");
        if let Ok(said) = std::str::from_utf8(bytes)
            && said.chars().all(|c| matches!(c, ' '..='~') || c.is_alphanumeric())
        {
            return format!("Bytes.toBytes({})", text(said));
        }
        if let Ok(long) = <[u8; 8]>::try_from(bytes) {
            let long = i64::from_be_bytes(long);
            if is_long(long) {
                return format!("Bytes.toBytes({long}L)");
            }
        }
        if let Ok(int) = <[u8; 4]>::try_from(bytes) {
            let int = i32::from_be_bytes(int);
            if is_int(int) {
                return format!("Bytes.toBytes({int})");
            }
        }
        let mut said = String::new();
        for &byte in bytes {
            match byte {
                b'\\' => said.push_str("\\x5C"),
                b' '..=b'~' => said.push(char::from(byte)),
                _ => {
                    let _ = write!(said, "\\x{byte:02X}");
                }
            }
        }
        format!("Bytes.toBytesBinary({})", text(&said))
    }

    /// Family and qualifier.
    pub(super) fn column(&mut self, family: &[u8], qualifier: &[u8]) -> String {
        format!("{}, {}", self.bytes(family), self.bytes(qualifier))
    }

    /// The statements without the imports.
    pub(super) fn lines(self) -> String {
        self.lines
    }

    /// What has to stand above, and the lines. Both empty where there is nothing.
    pub(super) fn finish(mut self) -> (String, String) {
        if self.imports.is_empty() {
            return (String::new(), self.lines);
        }
        self.imports.sort();
        let mut head: String = self.imports.iter().map(|class| format!("import {class};\n")).collect();
        head += "\n// Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());\n";
        (head, self.lines)
    }
}

/// A text in quotes.
pub(super) fn text(said: &str) -> String {
    let mut quoted = String::from("\"");
    for c in said.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        match c {
            ' '..='~' => quoted.push(c),
            // As `\u000A` it would end the line before Java looks for the quote.
            '\0'..='\x1f' => {
                let _ = write!(quoted, "\\{:03o}", u32::from(c));
            }
            _ if c.is_alphanumeric() => quoted.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(quoted, "\\u{unit:04X}");
                }
            }
        }
    }
    quoted + "\""
}
