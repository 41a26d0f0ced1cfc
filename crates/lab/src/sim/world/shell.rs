//! The shells of the clients, by language: prompts, completion, and exports.

use super::World;
use crate::sim::language::{Language, Shells, Terminals, exchange};
use splitpoint_shell::Completion;

impl World {
    /// Gives the clients shells of a language, where they have none.
    pub(crate) fn speak(&mut self, language: &Language) {
        if !self.terminals.contains_key(language.name) {
            self.terminals.insert(language.name.into(), Terminals::open(language));
        }
    }

    /// Gives the clients these shells, in place of those they have of that language.
    pub(crate) fn furnish(&mut self, language: &str, shells: Box<dyn Shells>) {
        self.terminals.insert(language.into(), Terminals::holding(shells));
    }

    /// Takes the shells of a language away from the clients.
    pub(crate) fn hush_all(&mut self, language: &str) {
        self.terminals.remove(language);
    }

    /// The shells of a language; `None` where nobody has typed in it yet.
    pub(crate) fn shells(&self, language: &str) -> Option<&dyn Shells> {
        self.terminals.get(language).map(Terminals::look)
    }

    /// What may stand at the end of a line that a client types. `None` where nobody has typed in the language yet.
    pub(crate) fn complete(&self, language: &str, client: u8, line: &str) -> Option<Completion> {
        Some(self.shells(language)?.complete(client, line, &self.cluster))
    }

    /// The line at which the script of a client stands, counted as its author counts.
    pub fn script_line(&self, client: u8) -> Option<u32> {
        let routine = self.lane(client)?.running()?.program.routine();
        let (_, at_work) = self.shells(routine.language()?)?.lines(client);
        routine.line(at_work)
    }

    /// All tables as a script for the shell of a real HBase. `None` where nobody has typed in the language yet.
    pub(crate) fn export(&self, language: &str) -> Option<String> {
        Some(exchange::session(&self.cluster, self.shells(language)?.catalog()?, self.clock.now()))
    }

    /// These tables, and then these commands, as a script for the shell of a real HBase. `None` where nobody has typed
    /// in the language yet.
    pub(crate) fn actions(&self, language: &str, commands: &str) -> Option<String> {
        Some(exchange::actions(&self.cluster, self.shells(language)?.catalog()?, self.clock.now(), commands))
    }

    /// Makes a shell give up its present statement.
    pub(super) fn hush(&mut self, client: u8) {
        let language = self.lanes.get(usize::from(client)).and_then(|lane| lane.language());
        if let Some(terminals) = language.and_then(|language| self.terminals.get_mut(language)) {
            terminals.change().stop(client);
        }
    }
}
