//! The state of the view of a cluster: which questions each look asks, and what each answer changes.

use super::beside::Beside;
use super::scan::{Scan, Taking, Window};
use super::{Ask, Bridge, Deed, Errand, Heard, PACES, Part, READINGS, SAMPLES};
use crate::session::desk::Desk;
use crate::session::reducer::Effect;
use splitpoint_lab::cluster::{self, Fault, Listed, Meter, Recording, Schema, Status, Survey, Taken, Trouble, path};
use splitpoint_lab::design::{self, ATTRIBUTE};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::picture::{Layout, Theme};
use splitpoint_lab::view::{Aspect, ClusterHeat, KeyNotation, Measure, SpaceView, cluster_heat, space};
use splitpoint_lab::words::cluster as words;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// The timeout of a request, in seconds.
pub(super) const PATIENCE: u32 = 20;

/// The least time until a request is repeated that was refused, in milliseconds.
const AGAIN: u32 = 15_000;

/// What is known about a cluster, and what is shown of it.
pub struct Watch {
    /// What the bridge has written into the page, or that there is no bridge; `None` as long as that is not known.
    pub bridge: Option<Option<Bridge>>,
    /// The tables.
    pub tables: Option<Vec<String>>,
    /// The table that is shown.
    pub table: Option<String>,
    /// Its families and attributes.
    pub schema: Option<Schema>,
    /// Its regions at the last look.
    pub survey: Option<Survey>,
    /// The time of the last look.
    pub looked: Option<i64>,
    /// The time zone of this machine, in minutes east of Greenwich.
    pub east: i32,
    /// The present problem.
    pub trouble: Option<String>,
    /// Whether a look is under way.
    pub is_asking: bool,
    /// The part of the view that is shown.
    pub part: Part,
    /// The places of the shown regions; `None` for all.
    pub zoom: Option<Range<usize>>,
    /// The encoding with which keys are read.
    pub key: Encoding,
    /// The fields of keys as they were typed, if they are fields.
    pub spec: String,
    /// Whether these fields cannot be read.
    pub spec_problem: bool,
    /// The shown window of rows.
    pub window: Option<Window>,
    /// What is counted.
    pub measure: Measure,
    /// What the rows of the heat picture are.
    pub aspect: Aspect,
    /// The interval between looks, in seconds.
    pub pace: u32,
    /// Whether looks are paused.
    pub is_paused: bool,
    /// The chosen cell of the heat picture, by column and row.
    pub cell: Option<(usize, usize)>,
    /// A recording that is shown instead of the cluster.
    pub replay: Option<Recording>,
    /// The number of rows of each region in a sample.
    pub sample: usize,
    /// The seed that chooses the places of a sample.
    pub seed: u64,
    /// The sample that is being taken.
    pub taking: Option<Taking>,
    /// The message about the last sample.
    pub told: Option<String>,
    /// The script on both sides.
    pub beside: Beside,
    /// The view of the key space.
    pub space: Rc<SpaceView>,
    /// The view of the heat picture.
    pub heat: Rc<ClusterHeat>,
    meter: Meter,
    listed: Vec<Listed>,
    /// The regions that a server had when they were last listed.
    served: BTreeSet<String>,
    status: Option<(Status, i64)>,
    pub(super) scan: Option<Scan>,
    pub(super) taken: Option<Taken>,
    /// The number of the present look. Answers with other numbers are ignored.
    pub(super) number: u32,
    /// The number of the present scan. Answers with other numbers are ignored.
    pub(super) scan_number: u32,
    failures: u32,
}

impl Watch {
    /// The view of a desk. `None` if it was not opened.
    pub fn on(desk: &Desk) -> Option<&Self> {
        desk.cluster.as_ref()?.downcast_ref()
    }

    pub(super) fn new() -> Self {
        Self {
            bridge: None,
            tables: None,
            table: None,
            schema: None,
            survey: None,
            looked: None,
            east: 0,
            trouble: None,
            is_asking: false,
            part: Part::Space,
            zoom: None,
            key: Encoding::Text,
            spec: String::new(),
            spec_problem: false,
            window: None,
            measure: Measure::Writes,
            aspect: Aspect::Region,
            pace: PACES[1],
            is_paused: false,
            cell: None,
            replay: None,
            sample: SAMPLES[1],
            seed: 1,
            taking: None,
            told: None,
            beside: Beside::default(),
            space: Rc::default(),
            heat: Rc::default(),
            meter: Meter::new(""),
            listed: Vec::new(),
            served: BTreeSet::new(),
            status: None,
            scan: None,
            taken: None,
            number: 0,
            scan_number: 0,
            failures: 0,
        }
    }

    /// The recording that is shown, be it old or of this cluster.
    pub fn recording(&self) -> &Recording {
        self.replay.as_ref().unwrap_or_else(|| self.meter.recording())
    }

    /// Whether the page came from a bridge.
    pub fn is_bridged(&self) -> bool {
        matches!(self.bridge, Some(Some(_)))
    }

    /// The places of the shown regions.
    pub fn shown(&self) -> Range<usize> {
        let all = self.survey.as_ref().map_or(0, |survey| survey.regions.len());
        self.zoom.clone().unwrap_or(0..all)
    }

    /// The number of the present look or scan, to which such a question belongs.
    fn number_of(&self, ask: Ask) -> u32 {
        match ask {
            Ask::Open | Ask::Read | Ask::Close => self.scan_number,
            Ask::Beside => self.beside.number,
            Ask::Meet | Ask::Tables | Ask::Schema | Ask::Status | Ask::Regions => self.number,
        }
    }

    pub(super) fn errand(&self, ask: Ask, after: u32, path: String) -> Effect {
        let number = self.number_of(ask);
        let method = match ask {
            Ask::Open => "PUT",
            Ask::Close => "DELETE",
            _ => "GET",
        };
        Effect::Errand(Box::new(Errand { number, ask, after, method, path, body: None, seconds: PATIENCE }))
    }

    pub(super) fn of_table(&self, what: &str) -> String {
        format!("rest/{}/{what}", path(self.table.as_deref().unwrap_or_default()))
    }

    fn look(&mut self, after: u32) -> Vec<Effect> {
        if self.table.is_none() || !self.is_bridged() {
            return Vec::new();
        }
        let effect = if self.schema.is_none() {
            self.errand(Ask::Schema, after, self.of_table("schema"))
        } else {
            self.errand(Ask::Status, after, "rest/status/cluster".to_owned())
        };
        vec![effect]
    }

    /// Begins a new look. Answers to the present one are ignored.
    fn look_now(&mut self) -> Vec<Effect> {
        self.number += 1;
        self.is_asking = true;
        self.look(0)
    }

    /// Starts the next look after the chosen interval, or later if the last looks failed.
    fn rest(&mut self) -> Vec<Effect> {
        self.is_asking = false;
        if self.is_paused {
            return Vec::new();
        }
        let pause = self.pace * 1000;
        let pause = if self.failures == 0 { pause } else { pause.max((AGAIN * self.failures).min(4 * AGAIN)) };
        self.look(pause)
    }

    fn choose(&mut self, table: Option<String>) -> Vec<Effect> {
        let effects = self.close_scan();
        self.table.clone_from(&table);
        self.meter = Meter::new(table.as_deref().unwrap_or_default());
        (self.schema, self.survey, self.looked, self.trouble) = (None, None, None, None);
        (self.zoom, self.window, self.cell, self.taking, self.told, self.taken) = (None, None, None, None, None, None);
        (self.listed, self.served, self.status, self.failures) = (Vec::new(), BTreeSet::new(), None, 0);
        (self.key, self.spec, self.spec_problem, self.replay) = (Encoding::Text, String::new(), false, None);
        self.part = Part::Space;
        self.draw();
        self.number += 1;
        let next = match table {
            Some(_) => self.look_now(),
            None => vec![self.errand(Ask::Tables, 0, "rest/".to_owned())],
        };
        effects.into_iter().chain(next).collect()
    }

    /// Makes the views again.
    fn draw(&mut self) {
        let notation = KeyNotation::Fields;
        let shown = self.shown();
        self.space = Rc::new(
            self.survey.as_ref().map_or_else(SpaceView::default, |survey| space(survey, shown, &self.key, notation)),
        );
        self.draw_heat();
    }

    fn draw_heat(&mut self) {
        let asked = (self.aspect, self.measure);
        let heat = cluster_heat(self.recording(), asked, (&self.key, KeyNotation::Fields), self.east);
        self.cell = self.cell.filter(|(column, row)| *column < heat.columns.len() && *row < heat.bands.len());
        self.heat = Rc::new(heat);
    }

    fn fail(&mut self, trouble: &Trouble) {
        self.failures += 1;
        self.trouble = Some(words::trouble(trouble, self.table.as_deref().unwrap_or_default()));
    }

    /// Carries out a request of the reader.
    pub(super) fn deed(&mut self, deed: Deed) -> Vec<Effect> {
        match deed {
            Deed::Table(table) => return self.choose(table),
            Deed::Look if self.table.is_none() => return self.choose(None),
            Deed::Look => return self.look_now(),
            Deed::Part(part) => self.part = part,
            Deed::Zoom(zoom) => {
                self.zoom = zoom;
                self.draw();
            }
            Deed::Reading(at) => {
                if let Some(key) = READINGS.get(at).and_then(|(_, name)| Encoding::named(name)) {
                    (self.key, self.spec, self.spec_problem) = (key, String::new(), false);
                    self.draw();
                }
            }
            Deed::Spec(spec) => {
                let key = design::read(spec.trim());
                self.spec_problem = key.is_none() && !spec.trim().is_empty();
                self.spec = spec;
                if let Some(key) = key {
                    self.key = key;
                    self.draw();
                }
            }
            Deed::Rows(region) => return self.open_window(region),
            Deed::Measure(measure) => {
                self.measure = measure;
                self.draw_heat();
            }
            Deed::Aspect(aspect) => {
                (self.aspect, self.cell) = (aspect, None);
                self.draw_heat();
            }
            Deed::Pace(pace) => {
                self.pace = pace;
                self.number += 1;
                return self.rest();
            }
            Deed::Pause(is_paused) => {
                self.is_paused = is_paused;
                self.number += 1;
                self.is_asking = false;
                return if is_paused { Vec::new() } else { self.look_now() };
            }
            Deed::Cell(column, row) => {
                let (columns, rows) = (self.heat.columns.len(), self.heat.bands.len());
                self.cell = (columns * rows > 0).then(|| (column.min(columns - 1), row.min(rows - 1)));
            }
            Deed::Save => {
                let recording = self.recording();
                let name = format!("splitpoint-heat-{}.json", recording.table.replace(':', "-"));
                return vec![Effect::Save(name, recording.to_text().into_bytes())];
            }
            Deed::Picture => {
                let table = &self.recording().table;
                let picture = Layout::cluster_heat(table, &self.heat, ClusterHeat::noun(self.measure));
                let name = format!("splitpoint-heat-{}.svg", table.replace(':', "-"));
                return vec![Effect::Save(name, picture.svg(Theme::Light).into_bytes())];
            }
            Deed::Replay(text) => match Recording::from_text(&text) {
                Ok(recording) => {
                    (self.replay, self.part, self.cell, self.trouble) = (Some(recording), Part::Heat, None, None);
                    self.draw_heat();
                }
                Err(fault) => self.trouble = Some(words::fault(&fault)),
            },
            Deed::Live => {
                (self.replay, self.cell) = (None, None);
                self.draw_heat();
            }
            Deed::Sample(rows) => self.sample = rows,
            Deed::Seed => self.seed += 1,
            Deed::Take(as_file) => return self.take(as_file),
            Deed::Stop => {
                self.taking = None;
                return self.close_scan();
            }
            Deed::Script(script) => self.beside.script = Some(script),
            Deed::Keep(keeps) => self.beside.keeps = keeps,
            Deed::Halt => self.beside.halt(),
            Deed::Export => {
                let script = self.script();
                return vec![Effect::Save("beside.rb".to_owned(), script.into_bytes())];
            }
            Deed::Settle(_) | Deed::Play(_) => {}
        }
        Vec::new()
    }

    /// Takes an answer.
    pub(super) fn hear(&mut self, heard: &Heard) -> Vec<Effect> {
        let Some(ask) = heard.ask else { return Vec::new() };
        if heard.number != self.number_of(ask) {
            // A scanner that was given up before its address came holds memory until it is closed.
            let opened = heard.location.clone().filter(|_| ask == Ask::Open);
            return opened.into_iter().map(|location| self.errand(Ask::Close, 0, location)).collect();
        }
        self.east = heard.east;
        match ask {
            Ask::Meet => self.meet(&heard.body),
            Ask::Open | Ask::Read => self.hear_scan(ask, heard),
            Ask::Close => Vec::new(),
            Ask::Beside => self.hear_beside(heard),
            _ => match self.learn(ask, heard) {
                Ok(effects) => effects,
                Err(trouble) => {
                    self.fail(&trouble);
                    if ask == Ask::Tables {
                        self.is_asking = false;
                        return vec![self.errand(Ask::Tables, AGAIN, "rest/".to_owned())];
                    }
                    self.rest()
                }
            },
        }
    }

    fn meet(&mut self, body: &str) -> Vec<Effect> {
        let bridge = bridge(body);
        let is_new = self.bridge.is_none();
        self.bridge = Some(bridge);
        if !self.is_bridged() {
            return Vec::new();
        }
        if is_new || self.table.is_none() {
            self.is_asking = true;
            return vec![self.errand(Ask::Tables, 0, "rest/".to_owned())];
        }
        if self.is_paused { Vec::new() } else { self.look_now() }
    }

    fn learn(&mut self, ask: Ask, heard: &Heard) -> Result<Vec<Effect>, Trouble> {
        let text = answer(heard)?;
        let read = |fault: Fault| Trouble::Unreadable(fault);
        match ask {
            Ask::Tables => {
                self.tables = Some(cluster::tables(text).map_err(read)?);
                (self.trouble, self.is_asking, self.failures) = (None, false, 0);
                return Ok(Vec::new());
            }
            Ask::Schema => {
                let schema = cluster::schema(text).map_err(read)?;
                let spec = schema.attribute(ATTRIBUTE).unwrap_or_default().to_owned();
                if let (Some(key), true) = (design::read(&spec), self.spec.is_empty()) {
                    (self.key, self.spec) = (key, spec);
                }
                self.schema = Some(schema);
                return Ok(self.look(0));
            }
            Ask::Status => {
                let status = cluster::status(text).map_err(read)?;
                let table = self.table.as_deref().unwrap_or_default();
                let served = status.servers.iter().flat_map(|server| &server.regions);
                let served: BTreeSet<String> = served
                    .filter(|region| region.name.table == table)
                    .map(|region| region.name.encoded.clone())
                    .collect();
                let is_other = self.survey.is_none() || served != self.served;
                self.status = Some((status, heard.at));
                if is_other {
                    self.served = served;
                    return Ok(vec![self.errand(Ask::Regions, 0, self.of_table("regions"))]);
                }
            }
            Ask::Regions => {
                // It counts as listed only once it was read; otherwise it would not be asked for again.
                let listed = cluster::regions(text).map_err(read).inspect_err(|_| self.served.clear())?;
                self.listed = listed;
            }
            Ask::Meet | Ask::Open | Ask::Read | Ask::Close | Ask::Beside => {}
        }
        if let Some((status, at)) = self.status.take() {
            let table = self.table.clone().unwrap_or_default();
            let survey = Survey::new(&table, &self.listed, &status);
            self.meter.take(at, &survey);
            if let Some(before) = self.survey.as_ref().filter(|before| !before.has_regions_of(&survey)) {
                self.zoom = None;
                // Rows that are shown stay with their region, wherever it stands now; if it is gone, they are closed.
                let shown = self.window.as_ref().and_then(|window| before.regions.get(window.region));
                let place = shown.and_then(|shown| survey.regions.iter().position(|region| region.name == shown.name));
                self.window = self.window.take().zip(place).map(|(window, region)| Window { region, ..window });
            }
            (self.survey, self.looked, self.trouble, self.failures) = (Some(survey), Some(at), None, 0);
            self.draw();
        }
        Ok(self.rest())
    }
}

/// The body of an answer, if it has succeeded.
pub(super) fn answer(heard: &Heard) -> Result<&str, Trouble> {
    match heard.status {
        _ if heard.is_late => Err(Trouble::Slow(PATIENCE)),
        200..=299 => Ok(&heard.body),
        status => Err(Trouble::of(status, &heard.body)),
    }
}

/// Reads what the bridge has written into the page.
fn bridge(body: &str) -> Option<Bridge> {
    let members = cluster::members(body)?;
    let member = |name: &str| members.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    Some(Bridge { rest: member("rest")?, version: member("version"), write: cluster::texts(body, "write") })
}
