//! The shells of the clients: those of `splitpoint-shell`, with the catalog they share.

use super::{Pause, Shells};
use crate::intent::Field;
use crate::sim::refusal::{Objection, Refusal};
use splitpoint_model::cluster::Cluster;
use splitpoint_shell::{Catalog, Completion, Direction, Reply, Shell, Turn, directions};
use std::hash::{Hash, Hasher};

/// Operations of a shell's machine in one step: less than a millisecond.
const AT_ONCE: u64 = 4_000;

/// Operations that take as long as an ordinary atom, as one put does.
const ORDINARY: u64 = 200;

/// Columns of a terminal that nobody has measured.
const WIDTH: usize = 100;

#[derive(Clone)]
struct All {
    catalog: Catalog,
    /// By client; those that typed something.
    shells: Vec<Shell>,
    /// What each client's last shell said with `exit`. Nothing depends on it later.
    exits: [Option<i32>; 4],
}

pub(super) fn open() -> Box<dyn Shells> {
    Box::new(All { catalog: Catalog::default(), shells: Vec::new(), exits: [None; 4] })
}

pub(super) fn read(text: &str) -> Result<Vec<Direction>, Refusal> {
    directions(text).map_err(|error| Refusal::ours(Field::Script, Objection::Unreadable(error.to_string())))
}

impl All {
    fn shell(&mut self, client: u8) -> &mut Shell {
        let client = usize::from(client);
        while self.shells.len() <= client {
            self.shells.push(Shell::new(WIDTH));
        }
        &mut self.shells[client]
    }

    /// Looks at the shell of a client, which may not have typed anything.
    fn look<T>(&self, client: u8, look: impl FnOnce(&Shell) -> T) -> T {
        match self.shells.get(usize::from(client)) {
            Some(shell) => look(shell),
            None => look(&Shell::new(WIDTH)),
        }
    }
}

impl Shells for All {
    fn copy(&self) -> Box<dyn Shells> {
        Box::new(self.clone())
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        (&self.catalog, &self.shells).hash(&mut state);
    }

    fn resize(&mut self, client: u8, width: u16) {
        self.shell(client).resize(usize::from(width));
    }

    fn enter(&mut self, client: u8, line: &str) -> bool {
        let shell = self.shell(client);
        shell.enter(line);
        !shell.is_unfinished()
    }

    fn prompt(&self, client: u8) -> String {
        self.look(client, Shell::prompt)
    }

    fn is_running(&self, client: u8) -> bool {
        self.shells.get(usize::from(client)).is_some_and(Shell::is_running)
    }

    fn lines(&self, client: u8) -> (u32, Option<u32>) {
        match self.shells.get(usize::from(client)) {
            Some(shell) => (shell.line(), shell.place().map(|place| place.line)),
            None => (1, None),
        }
    }

    fn go(&mut self, client: u8, cluster: &Cluster, now: i64) -> (Pause, String) {
        self.shell(client);
        let Self { catalog, shells, exits } = self;
        let shell = &mut shells[usize::from(client)];
        let turn = shell.step(cluster, catalog, now, AT_ONCE);
        let mut printed = shell.take_output();
        let pause = match turn {
            Turn::Type => Pause::Typed,
            Turn::Busy => Pause::Busy,
            Turn::Ask(demand) => Pause::Ask(demand),
            Turn::Raised(problem) => {
                // A piped shell prints to an error stream as well. Here there is one stream for both.
                if shell.is_piped() {
                    printed += &problem;
                    printed.push('\n');
                }
                Pause::Raised
            }
            Turn::Ended(status) => {
                if let Some(exit) = exits.get_mut(usize::from(client)) {
                    *exit = Some(status);
                }
                Pause::Ended
            }
        };
        if pause == Pause::Ended {
            // What is typed after `exit` goes to a new shell.
            *shell = Shell::new(WIDTH);
        }
        (pause, printed)
    }

    fn labour(&self, client: u8) -> u32 {
        let operations = self.shells.get(usize::from(client)).map_or(0, Shell::labour);
        u32::try_from(operations / ORDINARY).unwrap_or(u32::MAX)
    }

    fn hear(&mut self, client: u8, reply: Reply) {
        self.shell(client).hear(reply);
    }

    fn stop(&mut self, client: u8) {
        self.shell(client).stop();
    }

    fn complete(&self, client: u8, line: &str, cluster: &Cluster) -> Completion {
        self.look(client, |shell| shell.complete(line, cluster))
    }

    fn catalog(&self) -> Option<&Catalog> {
        Some(&self.catalog)
    }

    fn exit_status(&self, client: u8) -> Option<i32> {
        self.exits.get(usize::from(client)).copied().flatten()
    }
}
