//! The transport: forward, back, anywhere; undo; branches; named places.

use super::{Marker, Session};
use crate::intent::Intent;
use crate::log::Decision;
use crate::log::Grain;
use crate::words;

/// Characters of the name of a branch.
const NAME: usize = 60;

impl Session {
    /// How finely the transport steps.
    pub fn grain(&self) -> Grain {
        self.grain
    }

    /// Sets how finely the transport steps; the cursor stays.
    pub fn set_grain(&mut self, grain: Grain) {
        self.grain = grain;
        self.log.go(self.log.at(), None, grain);
    }

    /// One step forward: along the branch, or at its end by whoever is due. `false` where nobody can step.
    #[expect(clippy::should_implement_trait, reason = "a button of the transport, not an iterator")]
    pub fn next(&mut self) -> bool {
        self.forward(self.grain)
    }

    /// One step back. `false` at the beginning.
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
        let log = &mut self.log;
        let here = (log.at(), log.event());
        let position = log.position(grain);
        // To the end of the step that the cursor is in, then to the end of the next one.
        for position in [position, position + 1] {
            let (at, event) = log.seat(position, grain);
            let steps = log.step(at).place.atoms > log.step(here.0).place.atoms || here.1 != event;
            if steps && (at, event) != here {
                log.go(at, event, self.grain);
                return true;
            }
        }
        if (log.at(), log.event()) != (log.len(), None) {
            log.go(log.len(), None, self.grain);
        }
        let Some(actor) = self.log.due() else { return false };
        let kept = std::mem::replace(&mut self.grain, grain);
        let stepped = self.step(actor);
        self.grain = kept;
        if kept != grain {
            self.log.go(self.log.at(), None, kept);
        }
        stepped
    }

    fn backward(&mut self, grain: Grain) -> bool {
        let position = self.log.position(grain);
        if position == 0 {
            return false;
        }
        self.seek_at(position - 1, grain);
        true
    }

    /// How many steps at the grain lie before the cursor.
    pub fn position(&self) -> u64 {
        self.log.position(self.grain)
    }

    /// How many steps at the grain the whole branch has.
    pub fn total(&self) -> u64 {
        self.log.total(self.grain)
    }

    /// Moves the cursor to after so many steps at the grain; beyond the end, to the end.
    pub fn seek(&mut self, position: u64) {
        self.seek_at(position, self.grain);
    }

    /// To where an entry of a lane was over, which may be inside a step of the grain; beyond the end, to the end.
    pub fn visit(&mut self, place: usize) {
        self.log.go(place, None, self.grain);
    }

    /// The place of the cursor, for [`visit`](Self::visit).
    pub fn here(&self) -> usize {
        self.log.at()
    }

    fn seek_at(&mut self, position: u64, grain: Grain) {
        let (at, event) = self.log.seat(position, grain);
        self.log.go(at, event, self.grain);
    }

    /// Moves the cursor to before the first step.
    pub fn first(&mut self) {
        self.seek(0);
    }

    /// Moves the cursor to the end of the branch.
    pub fn last(&mut self) {
        self.log.go(self.log.len(), None, self.grain);
    }

    /// To before the last thing that was asked for: submitted, cancelled, switched. It stays as a future. `false` where
    /// there is nothing to undo.
    pub fn undo(&mut self) -> bool {
        let asked = |at: &usize| !matches!(self.log.step(*at).decision, Some(Decision::Step(_) | Decision::Burst(..)));
        let Some(at) = (1..=self.log.at()).rev().find(asked) else { return false };
        self.log.go(at - 1, None, self.grain);
        true
    }

    /// To before the last thing that was repeated was asked for. It stays as a future. `false` where there is none.
    pub fn undo_repeat(&mut self) -> bool {
        let repeats = |at: &usize| {
            let decision = self.log.step(*at).decision.as_ref();
            matches!(decision, Some(Decision::Submit(_, intent)) if matches!(**intent, Intent::Repeat(_)))
        };
        let Some(at) = (1..=self.log.at()).rev().find(repeats) else { return false };
        self.log.go(at - 1, None, self.grain);
        true
    }

    /// To another branch: as far from the beginning as before, or to its end.
    pub fn branch(&mut self, index: usize) {
        if index == self.log.branch() || index >= self.log.branches().len() {
            return;
        }
        let position = self.log.position(self.grain);
        self.log.switch(index);
        self.seek(position);
    }

    /// Gives a branch a name of at most 60 characters, by which it is listed; an empty one takes the name away.
    pub fn name_branch(&mut self, index: usize, name: &str) {
        self.log.name(index, &words::cut(name.trim(), NAME));
    }

    /// Moves the cursor to the next branch; from the last to the first.
    pub fn next_branch(&mut self) {
        self.branch((self.log.branch() + 1) % self.log.branches().len());
    }

    /// Names the place of the cursor, also inside an atom; an empty name takes the name away.
    pub fn add_marker(&mut self, name: &str) {
        let (node, event) = (self.log.id(), self.log.event());
        self.markers.retain(|marker| (marker.node, marker.event) != (node, event));
        if !name.trim().is_empty() {
            self.markers.push(Marker { node, event, name: name.trim().to_owned() });
        }
    }

    /// Named places of the branch, in order: where they are on it, and their names.
    pub(super) fn places(&self) -> Vec<(usize, Option<u64>, &str)> {
        let found = |marker: &'_ Marker| self.log.find(marker.node);
        let place = |marker| Some((found(marker)?, marker.event, marker.name.as_str()));
        let mut places: Vec<(usize, Option<u64>, &str)> = self.markers.iter().filter_map(place).collect();
        splitpoint_model::order::sort_by(&mut places, |one, two| order(one.0, one.1).cmp(&order(two.0, two.1)));
        places
    }

    /// Moves the cursor to the next marker of the branch. `false` where there is none.
    pub fn next_marker(&mut self) -> bool {
        let here = order(self.log.at(), self.log.event());
        let place =
            self.places().into_iter().map(|(at, event, _)| (at, event)).find(|(at, event)| order(*at, *event) > here);
        self.go_to(place)
    }

    /// Moves the cursor to the last marker before it. `false` where there is none.
    pub fn previous_marker(&mut self) -> bool {
        let here = order(self.log.at(), self.log.event());
        let place =
            self.places().into_iter().map(|(at, event, _)| (at, event)).rfind(|(at, event)| order(*at, *event) < here);
        self.go_to(place)
    }

    /// To the named place, on this branch or on the first that has it. `false` where there is none of that name.
    pub fn to_marker(&mut self, name: &str) -> bool {
        let found = self.markers.iter().find(|marker| marker.name == name).map(|marker| (marker.node, marker.event));
        let Some((node, event)) = found else { return false };
        let here = self.log.branch();
        for branch in std::iter::once(here).chain(0..self.log.branches().len()) {
            self.log.switch(branch);
            if let Some(at) = self.log.find(node) {
                return self.go_to(Some((at, event)));
            }
        }
        self.log.switch(here);
        false
    }

    fn go_to(&mut self, place: Option<(usize, Option<u64>)>) -> bool {
        let Some((at, event)) = place else { return false };
        // Only at the finest grain can the cursor stand between events.
        self.log.go(at, event.filter(|_| self.grain == Grain::Cell), self.grain);
        true
    }
}

/// The order of places: an atom whose events are all shown comes after those in the midst of it.
fn order(at: usize, event: Option<u64>) -> (usize, u64) {
    (at, event.unwrap_or(u64::MAX))
}
