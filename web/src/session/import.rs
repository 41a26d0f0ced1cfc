//! The import of a person's own file: choosing, mapping, reading and loading it.

use super::action::Overlay;
use super::hash::{BEGINNING, hash_on};
use super::reducer::Effect;
use super::state::State;
use super::work::{Build, Work};
use splitpoint_lab::design::Edit;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario;
use splitpoint_lab::scenario::import::{
    self, BadLine, Format, Imported, Importer, Mapping, Preview, Progress, Rejected, Repeated, Suggestion, Target,
};
use splitpoint_lab::session::{RestoreError, Saved, SavedFile};
use splitpoint_lab::view::{ComposeView, compose};
use splitpoint_lab::words::counted;
use std::rc::Rc;

/// The functions of the import. They are called through this table only, so that a chunk can bring their code later.
#[derive(Debug)]
pub struct Logic {
    /// Carries out a step of the import.
    pub apply: fn(&mut State, Importing) -> Vec<Effect>,
    /// Reads a kept file again, and restores the session that was kept with it. `None` if the mapping cannot be read.
    pub reread: fn(&mut State, Reread<'_>) -> Option<Vec<Effect>>,
    /// Whether a text looks like the file of a session, complete or not.
    pub is_session: fn(&str) -> bool,
    /// Reads the session in such a file, with what belongs to it.
    pub session: fn(&str) -> Result<SavedFile, RestoreError>,
}

/// A file that was kept.
#[derive(Debug)]
pub struct Reread<'a> {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its mapping, as text.
    pub mapping: &'a str,
    /// The session that was kept with it.
    pub saved: Option<Saved>,
    /// Whether the browser has it; otherwise it came with the session.
    pub is_kept: bool,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic {
    apply: State::import_step,
    reread: State::reread,
    is_session: SavedFile::is_one,
    session: SavedFile::from_text,
};

/// A file that is read in pieces.
pub trait Reading {
    /// Takes the next piece; an empty one stands for the end of the file.
    fn piece(self: Box<Self>, state: &mut State, piece: &[u8]) -> Vec<Effect>;
}

impl Reading for Importer {
    fn piece(mut self: Box<Self>, state: &mut State, piece: &[u8]) -> Vec<Effect> {
        let import = &mut state.chrome.import;
        if !piece.is_empty() && !self.is_full() {
            let progress = self.push(piece);
            import.mark = hash_on(import.mark, piece);
            import.phase = Phase::Reading(progress);
            state.document.work = Some(Work::Read(self));
            return vec![Effect::ReadFrom(progress.bytes)];
        }
        match self.finish(&import.name) {
            Ok(imported) => {
                let told = lost(&imported);
                import.phase = Phase::Loading(0, imported.progress.rows);
                let mapping = import.mapping.as_ref().filter(|_| !import.restores).map(Mapping::to_text);
                let mark = import.mark;
                // A file with the same content and mapping is the same start.
                let kept = mapping.map(|text| (format!("{:016x}", hash_on(mark, text.as_bytes())), text));
                state.chrome.notice = None;
                if let Some(told) = told {
                    state.chrome.tell(told);
                }
                let saved = state.document.resume.take();
                state.go_on_with(Build::new(imported.start, saved, kept))
            }
            Err(rejected) => {
                import.reject(rejected);
                Vec::new()
            }
        }
    }
}

/// A message about lines that are not in the table, or that hide each other there.
fn lost(imported: &Imported) -> Option<String> {
    let left_out = match imported.progress.bad {
        0 => None,
        1 => Some("1 bad line was left out.".to_owned()),
        bad => Some(format!("{} were left out.", counted(bad, "bad line"))),
    };
    let repeated = imported.repeated.as_ref().map(|Repeated { count, key, line }| {
        let (lines, verb) = (counted(*count, "line"), if *count == 1 { "repeats" } else { "repeat" });
        format!(
            "{lines} {verb} the row key of an earlier one, such as “{key}” in line {line}: of the same column, only the \
             later value is seen."
        )
    });
    let told: Vec<String> = left_out.into_iter().chain(repeated).collect();
    if told.is_empty() { None } else { Some(told.join(" ")) }
}

/// The reason if a file cannot be taken now.
pub const BUSY: &str =
    "Something is still running. Close this, stop it or wait for its end, and choose the file again.";

impl State {
    fn import_step(&mut self, step: Importing) -> Vec<Effect> {
        let import = &mut self.chrome.import;
        if !import.phase.takes(&step) {
            return Vec::new();
        }
        match step {
            Importing::Chosen { name, size } => {
                let is_first = import.is_first;
                let effects = self.leave_import();
                self.chrome.import = ImportView { is_first, ..ImportView::chosen(name, size) };
                self.chrome.overlay = Some(Overlay::Import);
                if let Err(problem) = import::weigh(size) {
                    self.chrome.import.fail(problem.sentence);
                    return effects;
                }
                return effects.into_iter().chain([Effect::ReadHead]).collect();
            }
            Importing::Head(head) => {
                let may_be_session = import.size <= MOST_OF_SESSION;
                if may_be_session && SavedFile::may_begin(&head, import.size <= HEAD) {
                    import.head = Rc::new(head);
                    return vec![Effect::ReadSession];
                }
                import.take_head(head);
            }
            Importing::Plain => {
                let head = std::mem::take(&mut import.head);
                import.problem = None;
                import.take_head(Rc::unwrap_or_clone(head));
            }
            Importing::Refused(why) => import.fail(why),
            Importing::Mapping(mapping) => import.take_mapping(mapping),
            Importing::Called(column, typed) => import.take_name(column, typed),
            Importing::Spec(spec) => import.take_spec(spec),
            Importing::Format(format, separator) => import.take_format(format, separator),
            Importing::Compose(composes) => {
                import.change(|mapping| if composes { mapping.compose() } else { mapping.join() });
                let said = if composes { "The row key is composed of fields." } else { "The row key is columns." };
                self.chrome.say(said.to_owned());
            }
            Importing::Field(edit) => {
                let is_said = matches!(edit, Edit::Up(_) | Edit::Down(_) | Edit::Remove(_) | Edit::Add);
                let is_removed = matches!(edit, Edit::Remove(_));
                import.change(|mapping| mapping.composed.iter_mut().for_each(|composed| composed.edit(edit.clone())));
                let composed = import.mapping.as_ref().and_then(|mapping| mapping.composed.as_ref());
                let names = composed.map(|composed| composed.design.fields.iter().map(|field| field.name.as_str()));
                if let Some(names) = names.filter(|_| is_said) {
                    let said = format!("The key is now {}.", names.collect::<Vec<_>>().join(", "));
                    self.chrome.say(said);
                }
                if is_removed {
                    // The button with the focus is removed.
                    return vec![Effect::Focus("import-key")];
                }
            }
            Importing::Take(field, column) => {
                import.change(|mapping| mapping.composed.iter_mut().for_each(|composed| composed.take(field, column)));
            }
            Importing::Load if self.document.is_busy() => {
                import.problem = Some(BUSY.to_owned());
            }
            Importing::Load => {
                if let Some(importer) = import.begin() {
                    self.document.playing = false;
                    self.document.work = Some(Work::Read(Box::new(importer)));
                    return vec![Effect::KeepNow, Effect::ReadFrom(0)];
                }
            }
            Importing::Piece(piece) => match self.document.work.take() {
                Some(Work::Read(reading)) => return reading.piece(self, &piece),
                other => self.document.work = other,
            },
            Importing::Failed(why) => {
                import.fail(why);
                self.document.work = None;
            }
            Importing::Back => import.phase = Phase::Mapping,
            Importing::Cancel => {
                let is_first = import.is_first;
                let mut effects = self.leave_import();
                if is_first && self.document.lab.is_untouched() {
                    effects.extend(self.build(Build::new(scenario::first(), None, None)));
                }
                return effects;
            }
        }
        Vec::new()
    }

    /// Cancels an import. A kept session that waits for its file is put away, and can be opened later.
    fn leave_import(&mut self) -> Vec<Effect> {
        let import = std::mem::take(&mut self.chrome.import);
        if import.phase.is_at_work() {
            self.document.work = None;
        }
        self.document.resume = None;
        self.chrome.overlay = None;
        if import.restores { vec![Effect::PutAway] } else { Vec::new() }
    }

    fn reread(&mut self, Reread { name, size, mapping, saved, is_kept }: Reread<'_>) -> Option<Vec<Effect>> {
        let mapping = Mapping::from_text(mapping)?;
        let chosen = ImportView::chosen(name, size);
        self.chrome.import = ImportView { mapping: Some(mapping), restores: is_kept, is_first: is_kept, ..chosen };
        let importer = self.chrome.import.begin()?;
        self.document.resume = saved;
        self.chrome.overlay = Some(Overlay::Import);
        self.document.work = Some(Work::Read(Box::new(importer)));
        Some(vec![Effect::ReadFrom(0)])
    }
}

/// The greatest size in bytes of a file that is read as a whole because it may be a session.
pub const MOST_OF_SESSION: u64 = 64 << 20;

/// The greatest size in bytes of a data file that is saved in a session's file. In base64 it is a third larger.
pub const MOST_OF_DATA: u64 = 40 << 20;

/// How many bytes are read before the person confirms the mapping.
pub const HEAD: u64 = 64 << 10;

/// How many lines are shown with the cells that they lead to.
const SHOWN: usize = 6;

/// How many lines have their composed keys shown in order.
const SORTED: usize = 200;

/// A step of an import.
#[derive(Clone, Debug, PartialEq)]
pub enum Importing {
    /// A file was chosen.
    Chosen {
        /// Its name.
        name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// The beginning of the file was read.
    Head(Vec<u8>),
    /// The file is data: it is no session after all, or the person wants it as data.
    Plain,
    /// The file is a session that cannot be opened, for this reason.
    Refused(String),
    /// The mapping was changed.
    Mapping(Mapping),
    /// The mapping was typed in the form of ImportTsv.
    Spec(String),
    /// Family and qualifier were typed for the column at this place.
    Called(usize, String),
    /// Another format was chosen, with the byte between values.
    Format(Format, u8),
    /// The row key is composed of fields (`true`), or consists of whole columns.
    Compose(bool),
    /// The fields of the key were changed.
    Field(Edit),
    /// A field of the key, by its place, gets its values from a column, by its place.
    Take(usize, usize),
    /// The file is to be loaded.
    Load,
    /// The next piece was read; an empty one stands for the end of the file.
    Piece(Vec<u8>),
    /// The file cannot be read, for this reason.
    Failed(String),
    /// Goes back to the mapping.
    Back,
    /// Cancels the import.
    Cancel,
}

/// The stage of an import.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Phase {
    /// No file was chosen yet.
    #[default]
    Choosing,
    /// The beginning of the file is being read.
    Looking,
    /// The mapping has to be confirmed.
    Mapping,
    /// The file is being read.
    Reading(Progress),
    /// Rows are written into the table: how many, of how many.
    Loading(u64, u64),
    /// The file was rejected.
    Rejected {
        /// The problem, and what to do.
        sentence: String,
        /// The first bad lines.
        lines: Vec<BadLine>,
        /// How many bad lines there are in all.
        bad: u64,
    },
}

impl Phase {
    /// Whether the file is being read or loaded. Then no other one can be chosen.
    pub fn is_at_work(&self) -> bool {
        matches!(self, Self::Reading(_) | Self::Loading(..))
    }

    /// The steps that are possible at each stage. All others change nothing: they are late, or nobody can ask for them.
    ///
    /// | | goes to |
    /// | --- | --- |
    /// | `Chosen` | `Looking`, from wherever nothing is at work |
    /// | `Head` | `Mapping`; `Choosing`, with a problem; `Looking`, where it may be a session |
    /// | `Plain` | `Mapping`; `Choosing`, with a problem |
    /// | `Refused` | `Choosing`, with a problem |
    /// | `Mapping`, `Called`, `Spec`, `Format`, `Compose`, `Field`, `Take` | `Mapping` |
    /// | `Load` | `Reading`, unless something else is at work |
    /// | `Piece` | `Reading`; of the end, `Loading` or `Rejected` |
    /// | `Failed` | `Choosing`, with a problem |
    /// | `Back` | `Mapping` |
    /// | `Cancel` | `Choosing`, always |
    fn takes(&self, step: &Importing) -> bool {
        match step {
            Importing::Chosen { .. } => !self.is_at_work(),
            Importing::Head(_) | Importing::Refused(_) => matches!(self, Self::Looking),
            Importing::Plain => matches!(self, Self::Looking | Self::Choosing),
            Importing::Mapping(_) | Importing::Load => matches!(self, Self::Mapping | Self::Rejected { .. }),
            Importing::Spec(_)
            | Importing::Called(..)
            | Importing::Format(..)
            | Importing::Compose(_)
            | Importing::Field(_)
            | Importing::Take(..) => matches!(self, Self::Mapping),
            Importing::Piece(_) => matches!(self, Self::Reading(_)),
            Importing::Failed(_) => matches!(self, Self::Looking | Self::Reading(_)),
            Importing::Back => matches!(self, Self::Rejected { .. }),
            Importing::Cancel => true,
        }
    }
}

/// An import, as the page shows it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ImportView {
    /// Name of the file.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The beginning of the file.
    pub head: Rc<Vec<u8>>,
    /// What each column becomes.
    pub mapping: Option<Mapping>,
    /// The mapping in the form of ImportTsv, as it was typed.
    pub spec: String,
    /// The cells that the first lines would lead to.
    pub preview: Preview,
    /// The row key, if it is composed of fields.
    pub composed: Option<ComposeView>,
    /// What is wrong with the file or the mapping.
    pub problem: Option<String>,
    /// A note about the names of the columns.
    pub told: Option<String>,
    /// The text that was last typed as family and qualifier, and its column. Without a colon it is a family only, and
    /// no colon is added while the reader types.
    pub called: Option<(usize, String)>,
    /// The stage of the import.
    pub phase: Phase,
    /// Whether a kept session is restored with the file.
    pub restores: bool,
    /// Whether the page has no table yet, because it was about to open what was kept with a file.
    is_first: bool,
    /// A hash of the content that was read.
    mark: u64,
}

impl ImportView {
    /// A file that was chosen and not read yet.
    pub fn chosen(name: String, size: u64) -> Self {
        Self { name, size, phase: Phase::Looking, ..Self::default() }
    }

    /// The import has failed. Another file can be chosen.
    fn fail(&mut self, why: String) {
        self.problem = Some(why);
        self.phase = Phase::Choosing;
    }

    /// Takes the beginning of the file, and suggests a mapping.
    fn take_head(&mut self, head: Vec<u8>) {
        match import::suggest(&self.name, &head) {
            Ok(suggestion) => {
                self.head = Rc::new(head);
                self.phase = Phase::Mapping;
                self.take_suggestion(suggestion);
            }
            Err(problem) => self.fail(problem.sentence),
        }
    }

    fn take_suggestion(&mut self, Suggestion { mapping, told }: Suggestion) {
        self.told = told;
        self.take_mapping(mapping);
    }

    /// Takes the typed family and qualifier of a column.
    fn take_name(&mut self, column: usize, typed: String) {
        self.change(|mapping| {
            if let Some(Target::Cell { family, qualifier, .. }) =
                mapping.columns.get_mut(column).map(|column| &mut column.target)
            {
                let (before, after) = typed.split_once(':').unwrap_or((&typed, ""));
                before.clone_into(family);
                *qualifier = Encoding::Text.encode(after).unwrap_or_else(|_| after.as_bytes().to_vec());
            }
        });
        self.called = Some((column, typed));
    }

    /// The text of the field for family and qualifier of a column: as it was last typed there, else as the mapping has
    /// it. `None` if the column becomes no cell.
    pub fn called(&self, column: usize) -> Option<String> {
        let target = &self.mapping.as_ref()?.columns.get(column)?.target;
        let Target::Cell { family, qualifier, .. } = target else { return None };
        match &self.called {
            Some((typed_at, typed)) if *typed_at == column => Some(typed.clone()),
            _ => Some(format!("{family}:{}", Encoding::Text.to_text(qualifier))),
        }
    }

    /// Takes a mapping, and computes what it leads to.
    fn take_mapping(&mut self, mapping: Mapping) {
        self.problem = mapping.check().err().map(|problem| problem.sentence);
        self.called = None;
        self.spec = mapping.spec();
        self.preview = import::preview(&mapping, &self.head, self.size <= HEAD, SHOWN);
        let sorted =
            mapping.composed.as_ref().map(|_| import::preview(&mapping, &self.head, self.size <= HEAD, SORTED));
        self.composed = sorted.and_then(|lines| compose(&mapping, &lines));
        self.mapping = Some(mapping);
    }

    /// Changes the present mapping.
    fn change(&mut self, change: impl FnOnce(&mut Mapping)) {
        if let Some(mut mapping) = self.mapping.clone() {
            change(&mut mapping);
            self.take_mapping(mapping);
        }
    }

    /// Takes a mapping in the form of ImportTsv.
    fn take_spec(&mut self, spec: String) {
        let Some(mut mapping) = self.mapping.clone() else { return };
        match mapping.set_spec(&spec) {
            Ok(()) => self.take_mapping(mapping),
            Err(problem) => self.problem = Some(problem.sentence),
        }
        self.spec = spec;
    }

    /// Reads the beginning of the file again, in another format.
    fn take_format(&mut self, format: Format, separator: u8) {
        match import::suggest_as(&self.name, &self.head, format, separator) {
            Ok(suggestion) => self.take_suggestion(suggestion),
            Err(problem) => self.problem = Some(problem.sentence),
        }
    }

    /// Begins to read the file, if the mapping is valid.
    fn begin(&mut self) -> Option<Importer> {
        match Importer::new(self.mapping.clone()?) {
            Ok(importer) => {
                self.mark = BEGINNING;
                self.phase = Phase::Reading(Progress::default());
                Some(importer)
            }
            Err(problem) => {
                self.problem = Some(problem.sentence);
                None
            }
        }
    }

    /// The file was rejected.
    fn reject(&mut self, rejected: Rejected) {
        let Rejected { sentence, bad_lines, bad } = rejected;
        self.phase = Phase::Rejected { sentence, lines: bad_lines, bad };
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::*;

    #[test]
    fn a_chosen_file_gets_a_mapping_that_can_be_typed_anew() {
        let mut import = ImportView::chosen("pets.csv".into(), 40);
        import.take_head(b"id,name,age\n1,fluffy,3\n2,rex,5\n".to_vec());
        assert_eq!(import.phase, Phase::Mapping);
        assert_eq!(import.preview.lines.len(), 2);
        import.take_spec("HBASE_ROW_KEY,p:name".into());
        assert!(import.problem.is_some());
        import.take_spec("HBASE_ROW_KEY,p:name,-".into());
        assert_eq!(import.problem, None);
        assert!(import.begin().is_some());
    }

    #[test]
    fn a_family_can_be_typed_over_a_name_letter_by_letter() {
        let mut import = ImportView::chosen("pets.csv".into(), 40);
        import.take_head(b"id,name,age\n1,fluffy,3\n2,rex,5\n".to_vec());
        assert_eq!(import.called(1).as_deref(), Some("f:name"));
        assert_eq!(import.called(0), None, "a row key has no name");
        // Typed over the selected text, letter by letter, each behind what the field shows then.
        let mut shown = String::new();
        for letter in "g:count".chars() {
            shown.push(letter);
            import.take_name(1, shown);
            shown = import.called(1).expect("it is a cell");
        }
        assert_eq!(shown, "g:count");
        assert_eq!(import.spec, "HBASE_ROW_KEY,g:count,f:age");
        import.take_name(1, "g".into());
        assert_eq!((import.called(1).as_deref(), import.spec.as_str()), (Some("g"), "HBASE_ROW_KEY,g:,f:age"));
        import.take_spec("HBASE_ROW_KEY,h:x,f:age".into());
        assert_eq!(import.called(1).as_deref(), Some("h:x"));
    }

    #[test]
    fn a_file_that_is_too_large_is_refused_before_it_is_read() {
        let mut state = State::new(Options { keeps: false, ..Options::default() });
        let choose = |size| Importing::Chosen { name: "big.csv".into(), size };
        assert_eq!(state.import_step(choose(import::MOST_BYTES)), [Effect::ReadHead]);
        assert_eq!(state.import_step(choose(import::MOST_BYTES + 1)), []);
        assert_eq!(state.chrome.import.phase, Phase::Choosing);
        let problem = state.chrome.import.problem.as_deref().unwrap_or_default();
        assert!(problem.contains("at most 256 are read here"), "{problem}");
    }

    #[test]
    fn what_a_table_lacks_of_its_file_is_told() {
        let text = b"id,name\n1,a\n1,b\nx,c\n1,d\n";
        let mut mapping = import::suggest("t.csv", b"id,name\n1,a\n").expect("a CSV").mapping;
        mapping.skip_bad_lines = true;
        let run =
            |bytes: &[u8]| import::Import { name: "t.csv".into(), bytes: bytes.into(), mapping: mapping.clone() }.run();
        let told = lost(&run(text).expect("good lines"));
        assert_eq!(
            told.as_deref(),
            Some(
                "1 bad line was left out. 2 lines repeat the row key of an earlier one, such as “1” in line 3: of the \
                 same column, only the later value is seen."
            )
        );
        assert_eq!(lost(&run(b"id,name\n1,a\n2,b\n").expect("good lines")), None);
    }
}
