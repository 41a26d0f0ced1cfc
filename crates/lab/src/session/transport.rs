//! The transport: forward, back, anywhere; undo; branches; named places.

use super::{Marker, Session};
use crate::history::Decision;
use crate::view::Grain;
use crate::world::Actor;

impl Session {
    /// How finely the transport steps.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// Sets how finely the transport steps; the cursor stays.
    pub fn set_grain(&mut self, grain: Grain) {
        self.grain = grain;
        self.history.go(self.history.at(), None, grain);
    }

    /// The same, where nothing was done and there is nowhere to go.
    pub fn set_first_grain(&mut self, grain: Grain) {
        self.grain = grain;
    }

    /// One step on: into the future there is, else whoever is due acts. `false` where nobody can.
    #[expect(clippy::should_implement_trait, reason = "a button of the transport, not an iterator")]
    pub fn next(&mut self) -> bool {
        self.forward(self.grain)
    }

    /// One step back.
    pub fn back(&mut self) -> bool {
        self.backward(self.grain)
    }

    /// As [`next`](Self::next), by whole operations.
    pub fn next_operation(&mut self) -> bool {
        self.forward(Grain::Operation)
    }

    /// As [`back`](Self::back), by whole operations.
    pub fn back_operation(&mut self) -> bool {
        self.backward(Grain::Operation)
    }

    fn forward(&mut self, grain: Grain) -> bool {
        let history = &mut self.history;
        let here = (history.at(), history.event());
        let position = history.position(grain);
        // The rest of a step that was begun, then the next one.
        for position in [position, position + 1] {
            let (at, event) = history.seat(position, grain);
            let steps = history.step(at).place.atoms > history.step(here.0).place.atoms || here.1 != event;
            if steps && (at, event) != here {
                history.go(at, event, self.grain);
                return true;
            }
        }
        history.go(history.len(), None, self.grain);
        let Some(actor) = self.due() else { return false };
        let kept = std::mem::replace(&mut self.grain, grain);
        let stepped = self.step(actor);
        self.grain = kept;
        if kept != grain {
            self.history.go(self.history.at(), None, kept);
        }
        stepped
    }

    fn backward(&mut self, grain: Grain) -> bool {
        let position = self.history.position(grain);
        if position == 0 {
            return false;
        }
        self.seek_at(position - 1, grain);
        true
    }

    /// Who acts next, where nothing is decided yet: the client that acted last, then the others, then jobs.
    pub fn due(&self) -> Option<Actor> {
        let clients = self.clients();
        let last =
            (1..=self.history.at()).rev().filter_map(|at| self.history.note(at)).find_map(|note| match note.actor {
                Actor::Client(client) => Some(client),
                Actor::Job(_) => None,
            });
        let first = last.unwrap_or(0);
        let others = (0..clients).map(|next| Actor::Client((first + next) % clients));
        let jobs = self.world().jobs().map(|job| Actor::Job(job.id()));
        others.chain(jobs).find(|actor| self.world().can_step(*actor).is_ok())
    }

    /// To a position at the grain; beyond the end, to the end.
    pub fn seek(&mut self, position: u64) {
        self.seek_at(position, self.grain);
    }

    fn seek_at(&mut self, position: u64, grain: Grain) {
        let (at, event) = self.history.seat(position, grain);
        self.history.go(at, event, self.grain);
    }

    /// To the beginning.
    pub fn first(&mut self) {
        self.seek(0);
    }

    /// To the end of the branch.
    pub fn last(&mut self) {
        self.history.go(self.history.len(), None, self.grain);
    }

    /// To before the last thing that was asked for: submitted, cancelled, switched. It stays as a future. `false` where
    /// there is nothing to undo.
    pub fn undo(&mut self) -> bool {
        let asked =
            |at: &usize| !matches!(self.history.step(*at).decision, Some(Decision::Step(_) | Decision::Burst(..)));
        let Some(at) = (1..=self.history.at()).rev().find(asked) else { return false };
        self.history.go(at - 1, None, self.grain);
        true
    }

    /// To another branch: as far from the beginning as before, or to its end.
    pub fn branch(&mut self, index: usize) {
        if index == self.history.branch() || index >= self.history.branches().len() {
            return;
        }
        let position = self.history.position(self.grain);
        self.history.switch(index);
        self.seek(position);
    }

    /// To the next branch, after the last the first.
    pub fn next_branch(&mut self) {
        self.branch((self.history.branch() + 1) % self.history.branches().len());
    }

    /// Names the place of the cursor; an empty name takes the name away.
    pub fn add_marker(&mut self, name: &str) {
        let node = self.history.id();
        self.markers.retain(|marker| marker.node != node);
        if !name.trim().is_empty() {
            self.markers.push(Marker { node, name: name.trim().to_owned() });
        }
    }

    /// Named places of the branch, in order: where they are on it, and their names.
    pub(super) fn places(&self) -> Vec<(usize, &str)> {
        let found = |marker: &'_ Marker| self.history.find(marker.node);
        let mut places: Vec<(usize, &str)> =
            self.markers.iter().filter_map(|marker| Some((found(marker)?, marker.name.as_str()))).collect();
        splitpoint_model::order::sort(&mut places);
        places
    }

    /// To the next named place of the branch.
    pub fn next_marker(&mut self) -> bool {
        let here = self.history.at();
        let place = self.places().into_iter().map(|(at, _)| at).find(|at| *at > here);
        self.go_to(place)
    }

    /// To the named place before.
    pub fn previous_marker(&mut self) -> bool {
        let here = self.history.at();
        let place = self.places().into_iter().map(|(at, _)| at).rfind(|at| *at < here);
        self.go_to(place)
    }

    fn go_to(&mut self, place: Option<usize>) -> bool {
        let Some(at) = place else { return false };
        self.history.go(at, None, self.grain);
        true
    }
}
