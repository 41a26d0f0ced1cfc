//! The languages of scripts: which there are, and what happens when one takes the place of another.

use super::{Grain, Log, redo};
use crate::sim::language::{Language, Shells};

impl Log {
    /// Registers a language. Lines are read in it from now on; scripts name theirs. Where another one of that name ran
    /// scripts so far, all worlds are made anew with this one.
    pub(crate) fn speak(&mut self, language: &'static Language) {
        let replaces = |other: &&'static Language| other.name == language.name && !std::ptr::eq(*other, language);
        let replaced = self.languages.iter().any(replaces);
        self.languages.retain(|other| other.name != language.name);
        self.languages.push(language);
        if replaced {
            self.renew(language.name);
        }
    }

    /// Gives the clients shells of a language from the beginning; for a log without decisions.
    pub(crate) fn furnish(&mut self, language: &str, shells: &dyn Shells) {
        self.world.furnish(language, shells.copy());
        self.checkpoints.insert(0, self.world.clone());
    }

    /// Makes all kept worlds again, without the shells of a language that they were given at the beginning.
    fn renew(&mut self, language: &str) {
        let kept = std::mem::take(&mut self.checkpoints);
        for (id, mut world) in kept {
            if id == 0 {
                world.hush_all(language);
            } else {
                let mut way = vec![id];
                let mut from = self.node(id).parent;
                while !self.checkpoints.contains_key(&from) {
                    way.push(from);
                    from = self.node(from).parent;
                }
                world = self.checkpoints[&from].clone();
                for id in way.into_iter().rev() {
                    if !redo(&mut world, self.nodes[id as usize].decision.as_ref(), &self.languages, &mut ()) {
                        self.stray.get_or_insert(id);
                    }
                }
            }
            self.checkpoints.insert(id, world);
        }
        self.world = self.origin().clone();
        self.here = 0;
        let (at, event, grain) = (self.at, self.event, Grain::Operation);
        self.go(at, event, grain);
    }

    /// The languages of scripts; lines are typed in the last.
    pub(crate) fn languages(&self) -> &[&'static Language] {
        &self.languages
    }

    /// The language in which lines are typed.
    pub(crate) fn language(&self) -> Option<&'static Language> {
        self.languages.last().copied()
    }
}
