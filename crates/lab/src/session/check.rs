//! What was done with plain puts, once more with check-and-put, on a branch of its own.

use super::Session;
use crate::intent::Intent;
use crate::log::Decision;
use crate::sim::world::Actor;
use std::sync::Arc;

/// Atoms that clients may take to come to the end of what they were done with before.
const MOST: u32 = 10_000;

impl Session {
    /// Goes back to before the first prepend that was written blindly, and lets the same clients do the same in the same
    /// order up to the cursor, but with check-and-put. Who was done there is done then, too: who is refused tries again.
    /// Both branches get names that say what was lost. `false`, and nothing changes, where nothing was written blindly.
    pub fn check_again(&mut self) -> bool {
        let (at, branch, branches) = (self.log.at(), self.log.branch(), self.log.branches().len());
        let decision = |at: usize| self.log.step(at).decision.clone();
        let Some(first) = (1..=at).find(|at| decision(*at).is_some_and(|one| checked(&one).is_some())) else {
            return false;
        };
        let deeds: Vec<(u64, Decision)> =
            (first..=at).filter_map(|at| Some((self.stretch(at), decision(at)?))).collect();
        let deeds = deeds.into_iter().map(|(stretch, decision)| (stretch, checked(&decision).unwrap_or(decision)));
        let can_step = |session: &Self, client: &u8| session.world().can_step(Actor::Client(*client)).is_ok();
        let done: Vec<u8> = (0..self.clients()).filter(|client| !can_step(self, client)).collect();
        let lost = self.stage().lost();

        self.log.go(first - 1, None, self.grain);
        self.follow_on(deeds.collect());
        for client in done {
            self.run_client(client, MOST);
        }
        self.log.go(self.log.at(), None, self.grain);
        if self.log.branches().len() > branches {
            if self.log.branches()[branch].name.is_empty() {
                self.name_branch(branch, &format!("blind: {lost} lost"));
            }
            let name = match self.stage().lost() {
                0 => "check-and-put: none lost".to_owned(),
                lost => format!("check-and-put: {lost} lost"),
            };
            self.name_branch(self.log.branch(), &name);
        }
        true
    }
}

/// The same with a check, where it is a prepend without one.
fn checked(decision: &Decision) -> Option<Decision> {
    let Decision::Submit(client, intent) = decision else { return None };
    let mut intent = Intent::clone(intent);
    let Intent::Prepend { blind: blind @ true, .. } = &mut intent else { return None };
    *blind = false;
    Some(Decision::Submit(*client, Arc::new(intent)))
}
