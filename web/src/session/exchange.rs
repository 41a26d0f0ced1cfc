//! The exchange between the console and a real HBase: files for its shell, and tables made from what its shell printed.

use super::console::FIELD;
use super::reducer::Effect;
use super::state::State;

/// What is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// Makes the table that the text at the prompt shows, which a shell printed.
    Paste,
    /// Saves all tables as a script for the shell of a real HBase.
    Tables,
    /// Saves the shown table as lines for ImportTsv.
    Lines,
    /// Saves what was done as a script for the shell of a real HBase.
    Actions,
    /// Saves what was typed, and what forms did, as a script for this shell.
    Commands,
}

/// The function of this module. It is called by a pointer only, so that a chunk can bring its code later.
pub type Apply = fn(&mut State, Exchange) -> Vec<Effect>;

/// The contents of the chunk.
pub static APPLY: Apply = State::write_or_read;

impl State {
    fn write_or_read(&mut self, exchange: Exchange) -> Vec<Effect> {
        let table = self.desk.map.request.table.replace(':', "_");
        match exchange {
            Exchange::Paste => self.paste(),
            Exchange::Tables => {
                let script = self.document.lab.export().unwrap_or_default();
                vec![Effect::Save("splitpoint-tables.rb".to_owned(), script.into_bytes())]
            }
            Exchange::Actions => {
                let script = self.document.lab.actions().unwrap_or_default();
                vec![Effect::Save("splitpoint-actions.rb".to_owned(), script.into_bytes())]
            }
            Exchange::Lines => {
                let file = format!("{table}.tsv");
                match self.document.lab.import_tsv(&self.desk.map.request.table, &file) {
                    Some(made) => vec![
                        Effect::Save(format!("{table}.rb"), made.script.into_bytes()),
                        Effect::Save(file, made.file),
                    ],
                    None => {
                        let why = "This table cannot be written as lines: it has too many columns, no values that fit \
                                   on a line, or NEW_VERSION_BEHAVIOR. Save all tables for the shell instead.";
                        self.desk.console.problem = Some(why.to_owned());
                        Vec::new()
                    }
                }
            }
            Exchange::Commands => {
                let script = self.document.lab.done();
                vec![Effect::Save("splitpoint-commands.rb".to_owned(), script.into_bytes())]
            }
        }
    }

    fn paste(&mut self) -> Vec<Effect> {
        match self.document.lab.pasted(self.desk.console.text()) {
            Some(Ok(script)) => {
                self.desk.console.typed.clear();
                self.desk.console.script = script;
                self.desk.console.is_script = true;
                self.desk.console.is_played = false;
                self.document.walk = None;
                self.desk.console.is_printed = false;
                self.desk.console.problem = None;
            }
            Some(Err(problem)) => self.desk.console.problem = Some(problem),
            None => {}
        }
        vec![Effect::Focus(FIELD)]
    }
}
