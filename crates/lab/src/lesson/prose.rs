//! Text of a lesson with its values in it.

use super::Paragraph;
use super::fault::{Fault, Trouble};
use super::value::Value;

/// A piece of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How it is shown.
    pub kind: Kind,
    /// The words.
    pub text: String,
}

impl Piece {
    /// The words of a paragraph, without how they are shown.
    pub fn join(paragraph: &[Self]) -> String {
        paragraph.iter().map(|piece| piece.text.as_str()).collect()
    }
}

/// How a piece of text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Like all text.
    Plain,
    /// With weight: `**so**`.
    Strong,
    /// As code: in backticks.
    Code,
    /// What the model says at this moment: `{{first row}}`. With weight as well.
    Value,
}

/// A piece before the model is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(Kind, String),
    Value(Value),
}

impl Paragraph {
    /// Its pieces, where `ask` says what a value is.
    pub(super) fn pieces(&self, ask: &dyn Fn(&Value) -> Option<String>) -> Result<Vec<Piece>, Fault> {
        let piece = |part| match part {
            Part::Text(kind, text) => Ok(Piece { kind, text }),
            Part::Value(value) => match ask(&value) {
                Some(text) => Ok(Piece { kind: Kind::Value, text }),
                None => Err(Fault::new(self.line, Trouble::Nothing(value.to_string()))),
            },
        };
        self.parts()?.into_iter().map(piece).collect()
    }

    /// Whether its values are known.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.parts().map(|_| ())
    }

    fn parts(&self) -> Result<Vec<Part>, Fault> {
        let fault = |trouble| Fault::new(self.line, trouble);
        let mut parts = Vec::new();
        let mut rest = self.text.as_str();
        while !rest.is_empty() {
            let marks = [("{{", "}}"), ("**", "**"), ("`", "`")];
            let found = marks.iter().filter_map(|(open, close)| Some((rest.find(open)?, *open, *close))).min();
            let Some((at, open, close)) = found else { break };
            let inside = &rest[at + open.len()..];
            let Some(length) = inside.find(close) else {
                if open == "{{" {
                    return Err(fault(Trouble::OpenValue));
                }
                break;
            };
            if at > 0 {
                parts.push(Part::Text(Kind::Plain, rest[..at].to_owned()));
            }
            let text = &inside[..length];
            match open {
                "{{" => parts.push(Part::Value(Value::read(text).map_err(fault)?)),
                "**" => {
                    let inside = Self { line: self.line, text: text.to_owned() };
                    parts.extend(inside.parts()?.into_iter().map(|part| match part {
                        Part::Text(Kind::Plain, text) => Part::Text(Kind::Strong, text),
                        other => other,
                    }));
                }
                _ => parts.push(Part::Text(Kind::Code, text.to_owned())),
            }
            rest = &inside[length + close.len()..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(Kind::Plain, rest.to_owned()));
        }
        Ok(parts)
    }
}
