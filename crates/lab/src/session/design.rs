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
        let done = self.make_here(draft);
        if done.is_err() {
            self.log.switch(branch);
            self.log.go(at, event, self.grain);
        } else if self.log.branches().len() > branches {
            let fields: Vec<&str> = draft.design.fields.iter().map(|field| field.name.as_str()).collect();
            self.name_branch(self.log.branch(), &format!("{}: {}", draft.table.trim(), fields.join(", ")));
        }
        done
    }

    /// As [`make`](Self::make), but from the cursor on, as a form would: for a lesson, which leads to where its table is
    /// wanted.
    ///
    /// # Errors
    /// What HBase's client or master refuses. What was done before that stays done.
    pub fn make_here(&mut self, draft: &Draft) -> Result<(), Refusal> {
        let mut intents = std::iter::once(draft.create()).chain(draft.inserts());
        intents.try_for_each(|intent| self.perform(0, intent, ATOMS).map(|_| ()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{Edit, PRESETS};
    use crate::notation::to_string_binary;
    use crate::scenario;
    use crate::session::Saved;
    use crate::sim::language::LANGUAGE;
    use crate::view::{KeyNotation, View, ViewRequest, row_text};

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
            assert_eq!(view.regions.len(), draft.parts, "{}", preset.title);
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
    fn made_here_it_goes_on_with_what_was_done() {
        let mut session = Session::from_start(scenario::first()).expect("the first start");
        session.submit(0, scenario::first().tables[0].forms.insert.clone().expect("a form")).expect("it is sent");
        session.run_client(0, 1000);
        let before = session.view(&request("comments"));
        let mut draft = Draft::new(&[]);
        session.make_here(&draft).expect("it can be made");
        let made = session.view(&request("designed"));
        assert_eq!((made.lines.len(), made.timeline.branches.len()), (120, before.timeline.branches.len()));
        let cells = |view: View| view.lines.into_iter().map(|line| (line.row_key, line.value)).collect::<Vec<_>>();
        assert_eq!(cells(session.view(&request("comments"))), cells(before));
        draft.edit(Edit::Table("comments".into()));
        assert!(session.make_here(&draft).is_err());
    }

    fn fields(table: &str) -> ViewRequest {
        ViewRequest { notation: KeyNotation::Fields, ..request(table) }
    }

    /// The keys of the lines as they are shown, and the regions.
    fn shown(session: &Session, table: &str) -> (Vec<String>, Vec<String>) {
        let view = session.view(&fields(table));
        let keys = view.lines.iter().map(|line| row_text(&line.row)).collect();
        (keys, view.regions.iter().map(|region| region.range.clone()).collect())
    }

    #[test]
    fn a_designed_table_shows_its_keys_by_fields_and_takes_them_typed() {
        for (at, preset) in PRESETS.iter().enumerate() {
            let mut draft = Draft::new(&[]);
            draft.edit(Edit::Preset(at));
            let mut session = Session::new();
            session.make(&draft).expect("it can be made");
            let key = session.key("designed");
            let (keys, _) = shown(&session, "designed");
            let (rows, _) = draft.rows();
            assert_eq!(keys.len(), rows.len(), "{}", preset.title);
            for (shown, row) in keys.iter().zip(&rows) {
                assert_eq!(key.encode(shown), Ok(row.key.clone()), "{}: {shown}", preset.title);
                if preset.title != "int for long" {
                    let values = row.values.iter().zip(&draft.design.fields).filter(|(_, field)| field.is_given());
                    for (value, field) in values {
                        assert!(shown.contains(&value.to_string()), "{}: {} of {shown}", preset.title, field.name);
                    }
                }
            }
        }
    }

    #[test]
    fn fields_stay_with_the_table_when_it_is_kept_replayed_copied_by_a_script_or_altered() {
        let mut draft = Draft::new(&[]);
        draft.edit(Edit::Preset(5));
        let mut session = Session::from_start(scenario::first()).expect("the first start");
        session.make(&draft).expect("it can be made");
        let made = shown(&session, "designed");
        assert!(made.0.iter().any(|key| key.starts_with("fluffy · ")), "{:?}", made.0.first());
        assert!(made.1[0].starts_with("[−∞, "), "{:?}", made.1);
        assert!(session.save().needs().keys);
        let link = session.save().to_link();
        let saved = Saved::from_link(&link).expect("its link");
        let restored = Session::restore(&saved, None).expect("it can be restored").session;
        assert_eq!(shown(&restored, "designed"), made);

        session.speak(&LANGUAGE);
        run(&mut session, "alter 'designed', METADATA => {'splitpoint.key' => 'all:text-until-00'}");
        assert!(shown(&session, "designed").0.iter().any(|key| key.starts_with("fluffy\\x00")));
        run(&mut session, "create 'copy', 'd', METADATA => {'splitpoint.key' => 'pet:text-until-00,n:int1'}");
        run(&mut session, "put 'copy', \"rex\\x00\\x07\", 'd:row', '1'");
        assert_eq!(shown(&session, "copy").0, ["rex · 7"]);
        assert!(session.save().needs().keys);
        run(&mut session, "alter 'copy', METADATA => {'splitpoint.key' => 'nonsense'}");
        assert_eq!(shown(&session, "copy").0, ["rex\\x00\\x07"], "what cannot be read says nothing");
    }

    #[test]
    fn describe_and_the_command_tell_the_attribute_as_hbase_prints_it() {
        let draft = Draft::new(&[]);
        let mut session = Session::new();
        session.speak(&LANGUAGE);
        session.make(&draft).expect("it can be made");
        run(&mut session, "describe 'designed'");
        let keys = |_: &str, row: &[u8]| to_string_binary(row);
        let printed: Vec<String> = session.console(1000, &keys).into_iter().map(|line| line.text).collect();
        let printed = printed.join("\n");
        assert!(printed.contains("'splitpoint.key' => 'user:int4,time:reversed-time,action:int4'}}}"), "{printed}");
        assert!(
            printed.contains("create 'designed', 'd', METADATA => {'splitpoint.key' => 'user:int4,time:reversed-time,action:int4'}, SPLITS => "),
            "{printed}"
        );
    }

    fn run(session: &mut Session, text: &str) {
        let mut player = session.script(0, 0, text).expect("a statement");
        while !session.play(&mut player, 1000).expect("it runs") {}
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
