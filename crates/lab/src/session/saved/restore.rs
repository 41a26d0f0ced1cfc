//! Restores a session from what was kept of it, by making its decisions again.

use super::divergence::{Divergence, Finding, Who};
use super::pack::{Got, first_difference};
use super::present::{Present, weigh};
use super::{RestoreError, Saved, v1};
use crate::log::Decision;
use crate::log::Grain;
use crate::scenario::{self, Built, Start};
use crate::session::{Marker, Must, Session};
use crate::sim::language::Language;
use crate::sim::world::{Actor, Burst, Upshot};
use std::sync::Arc;

/// Atoms that one text may cause, so that none keeps a reader waiting for ever.
const LONGEST: u32 = if cfg!(test) { 2_000 } else { 1_000_000 };

/// So many atoms of a burst count as one atom towards [`LONGEST`].
const BURSTS: u32 = 8;

/// A session that was restored.
#[derive(Clone, Debug)]
pub struct Restored {
    /// The session, as far as it could be restored.
    pub session: Session,
    /// What came out differently, in the order of branches; empty where all is as it was.
    pub divergences: Vec<Divergence>,
}

impl Session {
    /// Restores a kept session that starts from an example.
    ///
    /// # Errors
    /// Why there is no start for it.
    pub fn restore(saved: &Saved, language: Option<&'static Language>) -> Result<Restored, RestoreError> {
        Ok(Restoring::begin(saved, language)?.whole())
    }

    /// Restores a kept session on a start that was made before.
    pub fn restore_on(saved: &Saved, start: Start, built: Built, language: Option<&'static Language>) -> Restored {
        Restoring::new(saved, start, built, language).whole()
    }
}

/// A session that is being restored, slice by slice. To leave it, drop it.
pub struct Restoring {
    kept: Arc<v1::SessionRecord<v1::Decision>>,
    restorer: Restorer,
    /// The branch that is made, and how many of its decisions are.
    branch: usize,
    made: usize,
    /// How many branches the log had before.
    before: usize,
    /// For each of these decisions, the decision of the log at which it ended.
    ends: Vec<u32>,
    /// The run that is under way.
    running: Option<Running>,
    /// The work that is done and the whole work, both in the units of [`weight`].
    progress: (u64, u64),
    /// How much of each branch is restored, if not all of it.
    only: Option<Present>,
}

impl Restoring {
    /// Begins to restore a session that starts from an example.
    ///
    /// # Errors
    /// Why there is no start for it.
    pub fn begin(saved: &Saved, language: Option<&'static Language>) -> Result<Self, RestoreError> {
        let reference = saved.reference();
        let id = reference.example().ok_or(RestoreError::NeedsImport)?;
        let start = scenario::start(id).ok_or(RestoreError::UnknownScenario)?.named(reference);
        let built = start.build().finish().map_err(RestoreError::Build)?;
        Ok(Self::new(saved, start, built, language))
    }

    fn whole(mut self) -> Restored {
        while self.advance(u32::MAX) {}
        self.finish()
    }

    /// Begins to restore a session on a start that was made before.
    pub fn new(saved: &Saved, start: Start, built: Built, language: Option<&'static Language>) -> Self {
        let kept = saved.record();
        let mut session = Session::from_built(start, built);
        if let Some(language) = language {
            session.speak(language);
        }
        let (grain, budget) = (kept.grain.into(), LONGEST);
        let restorer = Restorer { session, grain, budget, branches: Vec::new(), divergences: Vec::new() };
        let progress = (0, weigh(&kept, &vec![usize::MAX; kept.branches.len() + 1]));
        Self { kept, restorer, branch: 0, made: 0, before: 0, ends: Vec::new(), running: None, progress, only: None }
    }

    /// Restores only the branch of the cursor, with the markers on it. The session must not be saved in place of the
    /// whole.
    #[must_use]
    pub fn only(self, present: Present) -> Self {
        let progress = (0, weigh(&self.kept, &present.0));
        Self { progress, only: Some(present), ..self }
    }

    /// Goes on for about so many atoms. `false` once everything is restored.
    pub fn advance(&mut self, atoms: u32) -> bool {
        let mut room = Room(atoms);
        let kept = self.kept.clone();
        loop {
            let (from, after, decisions, name) = match self.branch.checked_sub(1) {
                None => (0, 0, &kept.log, &kept.name),
                Some(at) => match kept.branches.get(at) {
                    Some(branch) => (branch.from, branch.after, &branch.log, &branch.name),
                    None => return false,
                },
            };
            let wanted = self.only.as_ref().map_or(decisions.len(), |present| present.0[self.branch]);
            if self.made == 0 && self.running.is_none() {
                self.before = self.restorer.session.log.branches().len();
                if self.branch > 0 && (wanted > 0 || self.only.is_none()) {
                    self.restorer.go(self.restorer.place(from, after), None, Grain::Cell);
                }
            }
            while let Some(decision) = decisions[..wanted].get(self.made) {
                if room.0 == 0 {
                    return true;
                }
                if !self.decide(decision, &mut room) {
                    return true;
                }
            }
            let log = &self.restorer.session.log;
            let (branch, grown) = (log.branch(), log.branches().len() > self.before);
            self.restorer.branches.push(Grown { from, after, ends: std::mem::take(&mut self.ends), branch });
            // A branch without a decision of its own is another branch, which has a name of its own.
            if self.branch == 0 || (self.only.is_some() && wanted > 0) {
                self.restorer.session.name_branch(0, name);
            } else if grown {
                self.restorer.session.name_branch(self.before, name);
            }
            (self.branch, self.made) = (self.branch + 1, 0);
        }
    }

    /// Makes a decision, or goes on with it. `false` where it is not complete yet.
    fn decide(&mut self, decision: &v1::Decision, room: &mut Room) -> bool {
        let different = match self.running.take() {
            None => match self.restorer.decide(decision) {
                Decided::Made(different) => different,
                Decided::Runs(running) => {
                    self.running = Some(*running);
                    return self.decide(decision, room);
                }
            },
            Some(mut running) => match self.restorer.walk(&mut running, room) {
                Some(end) => running.end(end),
                None => {
                    self.running = Some(running);
                    return false;
                }
            },
        };
        room.take(1);
        if let Some(Different { who, expected, found, step }) = different {
            let step = step.unwrap_or_else(|| self.restorer.session.log.position(self.restorer.grain));
            let (branch, decision) = (self.restorer.branches.len(), self.made + 1);
            self.restorer.divergences.push(Divergence { branch, decision, step, who, expected, found });
        }
        if let Some(fact) = self.restorer.session.log.fact(self.restorer.session.log.at()) {
            room.take(fact.atoms.saturating_add(self.restorer.session.log.labour()));
        }
        self.ends.push(self.restorer.session.log.id());
        self.made += 1;
        self.progress.0 += weight(decision);
        true
    }

    /// How much work is done, and how much there is in all, in arbitrary units.
    pub fn progress(&self) -> (u64, u64) {
        let (done, all) = self.progress;
        (done + self.running.as_ref().map_or(0, |running| u64::from(running.run.ops - running.operations)), all)
    }

    /// The session, as far as it was restored.
    pub fn finish(self) -> Restored {
        self.restorer.finish(&self.kept, self.only.is_some())
    }
}

/// Roughly how much work a decision is: the number of its operations or commands, and one.
pub(super) fn weight(decision: &v1::Decision) -> u64 {
    match decision {
        v1::Decision::A(deed) | v1::Decision::B(deed) | v1::Decision::C(deed) | v1::Decision::D(deed) => match deed {
            v1::Deed::Run(run) => u64::from(run.ops) + 1,
            v1::Deed::Burst(burst) => u64::from(burst.commands.min(LONGEST)) + 1,
            _ => 1,
        },
        v1::Decision::Job(_) | v1::Decision::Join | v1::Decision::Background(_) => 1,
    }
}

/// How many atoms may still be done in this slice, before the browser gets its turn.
struct Room(u32);

impl Room {
    fn take(&mut self, atoms: u32) {
        self.0 = self.0.saturating_sub(atoms);
    }
}

/// A branch that was restored.
struct Grown {
    /// The branch it leaves, and after how many decisions.
    from: usize,
    after: usize,
    /// Where the log is after each of its own decisions.
    ends: Vec<u32>,
    /// Its number in the log; that of another branch where no decision of its own is left.
    branch: usize,
}

struct Restorer {
    session: Session,
    grain: Grain,
    budget: u32,
    branches: Vec<Grown>,
    divergences: Vec<Divergence>,
}

impl Restorer {
    /// Where the log is after so many decisions of a branch, and the number of a branch it is on; at the start, where
    /// these were not made.
    fn place(&self, branch: usize, after: usize) -> (u32, usize) {
        self.find(branch, after).unwrap_or((0, 0))
    }

    /// The same; `None` where these decisions were not made.
    fn find(&self, mut branch: usize, after: usize) -> Option<(u32, usize)> {
        while let Some(grown) = self.branches.get(branch) {
            match after.checked_sub(grown.after + 1) {
                Some(own) => return Some((*grown.ends.get(own)?, grown.branch)),
                None if branch == 0 => break,
                None => branch = grown.from,
            }
        }
        Some((0, 0))
    }

    /// Puts the cursor to this decision on this branch.
    fn go(&mut self, (node, branch): (u32, usize), event: Option<u64>, grain: Grain) {
        let log = &mut self.session.log;
        log.switch(branch);
        let at = log.find(node).unwrap_or(0);
        log.go(at, event, grain);
    }

    /// Makes one kept decision, and says what is different; a run is only begun.
    fn decide(&mut self, decision: &v1::Decision) -> Decided {
        let (client, deed) = match decision.clone() {
            v1::Decision::A(deed) => (0, deed),
            v1::Decision::B(deed) => (1, deed),
            v1::Decision::C(deed) => (2, deed),
            v1::Decision::D(deed) => (3, deed),
            v1::Decision::Job(job) => {
                let (name, run) = job.parts();
                let job = self.session.world().job_named(&name).map(Actor::Job);
                return Running::begin(job, Who::Job(name), run);
            }
            v1::Decision::Join => return Decided::Made(self.ask(Decision::AddClient, Who::Person)),
            v1::Decision::Background(background) => {
                return Decided::Made(self.ask(Decision::Background(background), Who::Person));
            }
        };
        let who = Who::Client(client);
        Decided::Made(match deed.intent() {
            Ok(intent) => self.ask(Decision::Submit(client, Arc::new(intent)), who),
            Err(deed) => match *deed {
                v1::Deed::Run(run) => return Running::begin(Some(Actor::Client(client)), who, run),
                v1::Deed::Burst(v1::Burst { commands, atoms }) => self.burst(client, commands, atoms),
                _ => self.ask(Decision::Cancel(client), who),
            },
        })
    }

    /// Makes a decision that is not a run: a request or a setting.
    fn ask(&mut self, decision: Decision, who: Who) -> Option<Different> {
        let found = match self.session.log.decide(decision.clone(), Grain::Cell) {
            Ok(true) => return None,
            Ok(false) => Finding::Impossible,
            Err(refusal) => Finding::Refused(refusal.to_string()),
        };
        let keys = |table: &str, row: &[u8]| self.session.key(table).to_text(row);
        let expected = self.session.stage().decision_words(Some(&decision), None, &keys);
        Some(Different { who, expected, found, step: None })
    }

    fn burst(&mut self, client: u8, commands: u32, atoms: u32) -> Option<Different> {
        let log = &mut self.session.log;
        let wanted = Upshot::Burst { commands, atoms };
        let (who, expected) = (Who::Client(client), wanted.to_string());
        let different = |found| Some(Different { who, expected, found, step: None });
        if self.budget == 0 {
            return different(Finding::TooMuch);
        }
        if !matches!(log.decide(Decision::Burst(client, Burst::Exactly { commands, atoms }), Grain::Cell), Ok(true)) {
            return different(Finding::Stuck(String::new()));
        }
        let Some(fact) = log.fact(log.at()) else { return different(Finding::Impossible) };
        self.budget = self.budget.saturating_sub(1 + fact.atoms / BURSTS);
        match fact.upshot.as_deref() {
            Some(upshot) if *upshot == wanted => None,
            upshot => different(Finding::Came(upshot.map(ToString::to_string).unwrap_or_default())),
        }
    }

    /// Goes on to the point at which the kept run ended. `None` where there is no more room.
    fn walk(&mut self, running: &mut Running, room: &mut Room) -> Option<End> {
        let Running { actor, run, operations, calls, times, walk, .. } = running;
        while *operations > 0 || *calls > 0 || *times > 0 {
            if self.budget == 0 {
                return Some(End::TooMuch);
            }
            if room.0 == 0 {
                return None;
            }
            room.take(1);
            self.budget -= 1;
            let log = &mut self.session.log;
            if !matches!(log.decide(Decision::Step(*actor), Grain::Cell), Ok(true)) {
                return Some(End::Stuck);
            }
            room.take(log.labour());
            let Some(fact) = log.fact(log.at()) else { return Some(End::Stuck) };
            if let Some(upshot) = &fact.upshot {
                walk.got.add(upshot);
                walk.steps.push(log.position(self.grain));
            }
            let ends_call = fact.ends_call && matches!(actor, Actor::Client(_));
            let mut ends = fact.over;
            if *operations > 0 {
                *operations -= u32::from(fact.over);
                continue;
            } else if *calls > 0 {
                *calls -= u32::from(ends_call || fact.over);
            } else {
                *times -= u64::from(fact.atom == run.to);
                ends |= ends_call;
            }
            if ends && (*calls > 0 || *times > 0) {
                return Some(End::Over);
            }
        }
        Some(End::There)
    }

    /// Restores names, markers, the grain and the cursor.
    /// `is_part`: markers on what was not made are left out.
    fn finish(mut self, kept: &v1::SessionRecord<v1::Decision>, is_part: bool) -> Restored {
        for marker in &kept.markers {
            let found = self.find(marker.branch, marker.after);
            if is_part && found.is_none() {
                continue;
            }
            let (node, _) = found.unwrap_or((0, 0));
            self.session.markers.push(Marker { node, event: marker.event, name: marker.name.clone() });
        }
        let must = kept.must.iter().map(|must| Must { name: must.name.clone(), text: must.promise.clone() });
        self.session.musts.extend(must);
        let branch = self.branches.get(kept.branch).map_or(0, |grown| grown.branch);
        let place = kept.after.map(|after| self.place(kept.branch, after));
        self.session.grain = self.grain;
        self.session.log.switch(branch);
        match place {
            // It may be on another branch, where the future of this one is gone.
            Some((node, other)) => {
                let branch = if self.session.log.find(node).is_some() { branch } else { other };
                self.go((node, branch), kept.event, self.grain);
            }
            None => self.session.log.go(self.session.log.len(), kept.event, self.grain),
        }
        Restored { session: self.session, divergences: self.divergences }
    }
}

/// What became of a decision: it is made, or is a run that goes on.
enum Decided {
    Made(Option<Different>),
    Runs(Box<Running>),
}

/// A run on its way to the point at which the kept one ended.
struct Running {
    actor: Actor,
    who: Who,
    run: v1::Run,
    operations: u32,
    calls: u32,
    times: u64,
    walk: Replayed,
}

impl Running {
    fn begin(actor: Option<Actor>, who: Who, run: v1::Run) -> Decided {
        let Some(actor) = actor else {
            return Decided::Made(Some(Different {
                who,
                expected: expected(&run),
                found: Finding::Nobody,
                step: None,
            }));
        };
        let times = if run.to.is_empty() { 0 } else { u64::from(run.again) + 1 };
        let (operations, calls, walk) = (run.ops, run.calls, Replayed::default());
        Decided::Runs(Box::new(Self { actor, who, run, operations, calls, times, walk }))
    }

    /// Compares how the run ended with how it ended when it was kept. `None` if both are the same.
    fn end(self, end: End) -> Option<Different> {
        let Self { who, run, walk, .. } = self;
        let came = walk.got.text();
        let differs = !run.got.is_empty() && run.got != came;
        // Where all results so far are the same, the difference is at the step where the run stops.
        let step = walk.steps.get(first_difference(&run.got, &came)).copied().filter(|_| differs);
        let found = match end {
            End::There if !differs => return None,
            End::There => Finding::Came(came),
            End::Over => Finding::Over(came),
            End::Stuck => Finding::Stuck(came),
            End::TooMuch => Finding::TooMuch,
        };
        Some(Different { who, expected: expected(&run), found, step })
    }
}

/// The result of a run when it was kept, in words.
fn expected(run: &v1::Run) -> String {
    if run.got.is_empty() { run.to.clone() } else { run.got.clone() }
}

/// Whose a decision was, what came of it and what comes now, and at which step, where not at the last.
struct Different {
    who: Who,
    expected: String,
    found: Finding,
    step: Option<u64>,
}

/// The results of a run, and the step of each.
#[derive(Default)]
struct Replayed {
    got: Got,
    steps: Vec<u64>,
}

/// How a run ends.
enum End {
    /// At its kept point.
    There,
    /// Before that, because the operation was over.
    Over,
    /// Before that, because it could not go on.
    Stuck,
    /// Before that, because the text has caused too much work.
    TooMuch,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::language::LANGUAGE;

    /// Nobody can make a page work for ever, or fill its memory, with a text.
    #[test]
    fn too_much_is_left_out() {
        let decisions = [
            r#"{"D":"cancel"}"#,
            r#"{"B":{"script":{"text":"loop { x = 1 }"}}}"#,
            r#"{"B":{"burst":{"commands":4294967295,"atoms":4294967295}}}"#,
            r#"{"C":{"burst":{"commands":1}}}"#,
            r#"{"job":{"ops":1}}"#,
            r#"{"B":{"run":{"ops":4294967295,"calls":4294967295,"to":"append","again":4294967295}}}"#,
            r#"{"A":{"run":{"ops":1}}}"#,
            r#"{"B":{"burst":{"commands":1}}}"#,
        ];
        let text = format!(r#"{{"version":1,"example":"comments","log":[{}]}}"#, decisions.join(","));
        let saved = Saved::from_text(&text).expect("it can be read");
        let Restored { session, divergences } = Session::restore(&saved, Some(&LANGUAGE)).expect("there is a start");
        assert!(session.log.len() < LONGEST as usize + decisions.len());
        let found: Vec<(usize, Finding)> = divergences.into_iter().map(|other| (other.decision, other.found)).collect();
        assert_eq!(
            found,
            [
                (1, Finding::Impossible),
                (3, Finding::Came("4000 commands".to_owned())),
                (4, Finding::Stuck(String::new())),
                (5, Finding::Nobody),
                (6, Finding::TooMuch),
                (7, Finding::TooMuch),
                (8, Finding::TooMuch),
            ]
        );
    }

    #[test]
    fn so_many_atoms_come_back_and_of_more_the_last_are_left_out() {
        for (atoms, is_whole) in [(LONGEST - 1, true), (LONGEST, true), (LONGEST + 1, false)] {
            let start = scenario::start("comments").expect("the example is there");
            let built = start.build().finish().expect("it can be made");
            let mut session = Session::from_built(start, built);
            session.speak(&LANGUAGE);
            session.queue(0, 80, "loop { x = 1 }\n").expect("it is a script");
            for _ in 0..atoms {
                assert_eq!(session.log.decide(Decision::Step(Actor::Client(0)), Grain::Cell), Ok(true));
            }
            let Restored { session: again, divergences } =
                Session::restore(&session.save(), Some(&LANGUAGE)).expect("there is a start");
            assert_eq!(divergences.is_empty(), is_whole, "{atoms}: {divergences:?}");
            assert_eq!(again.log.len() == session.log.len(), is_whole, "{atoms}");
        }
    }
}
