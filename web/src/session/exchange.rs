//! What goes from the console to a real HBase as files, and comes from the print of its shell.

use super::console::FIELD;
use super::reducer::Effect;
use super::state::State;

/// What is written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// What stands at the prompt was printed by a shell: makes the table that it shows.
    Paste,
    /// Saves all tables as a script for the shell of a real HBase.
    Tables,
    /// Saves the table that is shown as lines for ImportTsv.
    Lines,
    /// Saves what was done as a script for the shell of a real HBase.
    Actions,
    /// Saves what was typed, and what forms did, as a script for this shell.
    Commands,
}

/// Does it. It is called by way of this only, so that it can stand in a chunk.
pub type Apply = fn(&mut State, Exchange) -> Vec<Effect>;

/// What the chunk holds.
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
                match self.document.lab.lines(&self.desk.map.request.table, &file) {
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
