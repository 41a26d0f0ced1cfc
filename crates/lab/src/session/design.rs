//! A table made of a design, with the rows of its sample: decisions of the log like any others.

use super::Session;
use crate::design::Draft;
use crate::sim::refusal::Refusal;

/// Atoms of one operation of these, at most. None of them comes near.
const ATOMS: u32 = 10_000;

impl Session {
    /// Makes the table of a draft and writes the rows of its sample, as the first client, on a branch from the beginning:
    /// what was done so far stays on its own. The cursor stands at its end.
    ///
    /// # Errors
    /// What HBase's client or master refuses. Then the cursor stands where it stood.
    pub fn make(&mut self, draft: &Draft) -> Result<(), Refusal> {
        let (branch, at, event) = (self.log.branch(), self.log.at(), self.log.event());
        let branches = self.log.branches().len();
        self.first();
        let done = std::iter::once(draft.create())
            .chain(draft.inserts())
            .try_for_each(|intent| self.perform(0, intent, ATOMS).map(|_| ()));
        if done.is_err() {
            self.log.switch(branch);
            self.log.go(at, event, self.grain);
        } else if self.log.branches().len() > branches {
            let fields: Vec<&str> = draft.design.fields.iter().map(|field| field.name.as_str()).collect();
            self.name_branch(self.log.branch(), &format!("{}: {}", draft.table.trim(), fields.join(", ")));
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{Edit, PRESETS};
    use crate::scenario;
    use crate::session::Saved;
    use crate::view::{KeyNotation, ViewRequest};

    fn request(table: &str) -> ViewRequest {
        ViewRequest { table: table.into(), window: 0..1000, old_versions: false, notation: KeyNotation::Hex }
    }

    #[test]
    fn each_preset_makes_a_table_with_its_sample_in_its_regions() {
        for (at, preset) in PRESETS.iter().enumerate() {
            let mut draft = Draft::new(&[]);
            draft.edit(Edit::Preset(at));
            let mut session = Session::new();
            session.make(&draft).expect("it can be made");
            let view = session.view(&request("designed"));
            assert_eq!(view.regions.len(), 3, "{}", preset.title);
            let (rows, _) = draft.rows();
            let keys: Vec<&[u8]> = view.lines.iter().map(|line| &line.row_key[..]).collect();
            assert_eq!(keys, rows.iter().map(|row| &row.key[..]).collect::<Vec<_>>(), "{}", preset.title);
        }
    }

    #[test]
    fn what_was_done_stays_on_its_branch_and_a_kept_session_has_both() {
        let mut session = Session::from_start(scenario::first()).expect("the first start");
        session.submit(0, scenario::first().tables[0].forms.insert.clone().expect("a form")).expect("it is sent");
        session.run_client(0, 1000);
        let before = session.view(&request("comments"));
        let draft = Draft::new(&[]);
        session.make(&draft).expect("it can be made");
        let made = session.view(&request("designed"));
        assert_eq!((made.lines.len(), made.tables.len()), (120, 2));
        assert_eq!(made.timeline.branches.len(), 2);
        session.next_branch();
        assert_eq!(session.view(&request("comments")).lines, before.lines);
        session.next_branch();
        session.last();
        let saved = Saved::from_text(&session.save().to_text()).expect("it can be read");
        let restored = Session::restore(&saved, None).expect("it can be restored");
        assert_eq!(restored.divergences, []);
        assert_eq!(restored.session.view(&request("designed")).lines, made.lines);
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut session = Session::from_start(scenario::first()).expect("the first start");
        let before = session.view(&request("comments"));
        let mut draft = Draft::new(&[]);
        draft.edit(Edit::Table("comments".into()));
        assert!(session.make(&draft).is_err());
        assert_eq!(session.view(&request("comments")), before);
    }
}
