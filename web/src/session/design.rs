//! The designer of row keys, the table that is made with it, and the traps of keys in forms. Its code is loaded when it
//! is first needed; this module has only its state.

use super::action::{Action, Tab};
use super::chunk::Chunk;
use super::desk::{Desk, Wide};
use super::document::Document;
use super::margin;
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::design::{Draft, Edit};
use splitpoint_lab::form::{Note, Operation, preview};
use splitpoint_lab::intent::Intent;
use splitpoint_lab::view::{PoliciesView, Stage};

/// Actions of the designer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Designing {
    /// Shows it, or goes back to the table.
    Open(bool),
    /// Changes a setting.
    Edit(Edit),
    /// Makes the table, with the rows of the sample.
    Make,
}

/// The functions of the designer, and what its code knows about keys in forms.
#[derive(Debug)]
pub struct Logic {
    pub(super) apply: fn(&mut State, Designing) -> Vec<Effect>,
    /// The notes about traps of the keys in an intent.
    pub(super) traps: fn(&Stage<'_>, &Intent) -> Vec<Note>,
    /// What split policies would do, if the form is about splits.
    pub(super) policies: fn(&Document, &Desk) -> Option<PoliciesView>,
}

/// The functions of this module. No other code names them, so that a chunk can bring their code later.
pub static LOGIC: Logic = Logic { apply: State::draw_up, traps: preview::traps, policies: margin::policies };

impl State {
    pub(super) fn design(&mut self, designing: Designing) -> Vec<Effect> {
        if !self.chrome.chunks.key && matches!(designing, Designing::Make) {
            return vec![Effect::Bring(Chunk::Key, Action::Design(designing))];
        }
        match self.chrome.chunks.design {
            Some(design) => (design.apply)(self, designing),
            None => vec![Effect::Bring(Chunk::Design, Action::Design(designing))],
        }
    }

    fn draw_up(&mut self, designing: Designing) -> Vec<Effect> {
        let taken = || self.document.start.tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>();
        let given = if designing == Designing::Open(true) {
            self.document.lab.given(&self.desk.map.request.table)
        } else {
            None
        };
        let known = self.desk.draft.as_ref().and_then(|draft| draft.given.as_ref());
        let is_known = known.zip(given.as_ref()).is_some_and(|(known, given)| known.table == given.table);
        if let Some(given) = given.filter(|_| !is_known) {
            // For a sample of a real table, its own rows are shown with another key.
            self.desk.draft = Some(Draft::of(given, &taken()));
        }
        let draft = self.desk.draft.get_or_insert_with(|| Draft::new(&taken()));
        match designing {
            Designing::Open(true) => {
                self.desk.wide = Some(Wide::Design);
                self.document.playing = false;
                vec![Effect::Focus("pane-design")]
            }
            Designing::Open(false) => {
                self.desk.wide = None;
                let is_from_form = self.desk.form.operation == Operation::Create;
                vec![Effect::Focus(if is_from_form { "to-design" } else { Tab::Map.id() })]
            }
            Designing::Edit(edit) => {
                let is_removed = matches!(edit, Edit::Remove(_));
                let is_said =
                    matches!(edit, Edit::Up(_) | Edit::Down(_) | Edit::Remove(_) | Edit::Add | Edit::Preset(_));
                draft.edit(edit);
                if is_said {
                    let fields: Vec<&str> = draft.design.fields.iter().map(|field| field.name.as_str()).collect();
                    let said = format!("The key is now {}.", fields.join(", "));
                    self.chrome.say(said);
                }
                // The button with the focus is removed.
                is_removed.then_some(Effect::Focus("pane-design")).into_iter().collect()
            }
            Designing::Make => self.make(),
        }
    }

    fn make(&mut self) -> Vec<Effect> {
        let Some(draft) = &self.desk.draft else { return Vec::new() };
        self.document.playing = false;
        self.document.work = None;
        // A lesson leads to the moment at which its table is wanted.
        let is_lesson = self.document.lesson.is_some();
        let lab = &mut self.document.lab;
        if let Err(refusal) = if is_lesson { lab.make_here(draft) } else { lab.make(draft) } {
            self.chrome.tell(refusal.to_string());
            return Vec::new();
        }
        let table = draft.table.trim().to_owned();
        let notice = if is_lesson {
            format!("{table} is made, with the rows of the sample.")
        } else {
            format!(
                "This is a branch of its own now: {table}, with the rows of the sample. What you did before stays on its branch."
            )
        };
        self.desk.wide = None;
        self.desk.heat.cell = None;
        self.desk.panes.front(Tab::Map);
        if self.desk.form.operation == Operation::Create {
            // The table is there, and wants rows.
            self.desk.form.operation = Operation::Insert;
        }
        self.choose_table(table);
        self.chrome.say(notice.clone());
        self.chrome.remark(notice);
        // It may reach a goal, which is then told instead.
        let mut effects = self.moved(false);
        effects.push(Effect::Focus(Tab::Map.id()));
        effects
    }
}
