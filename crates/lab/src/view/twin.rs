//! The twin of a heat map: what was repeated once more, over other prefixes, on a branch beside this one.

use super::heat::{HeatView, Measure, Plot};
use super::{Printer, Stage, ViewRequest};
use crate::intent::{Intent, Plan};
use crate::log::Decision;
use crate::sim::world::{Actor, Lane, World};
use crate::words;

/// Atoms in which the first row is found, at most.
const ATOMS: usize = 10_000;

/// What was repeated, and the same over other prefixes, beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwinView {
    /// What the twin is: `salted over 4`, `without prefixes`.
    pub title: String,
    /// What was repeated here, in the same words.
    pub own: String,
    /// The heat map of the twin: all of it, or in the midst of what is repeated here after as many operations.
    pub heat: HeatView,
    /// The branch of the twin.
    pub branch: usize,
    /// Whether the repetition here is over.
    pub is_whole: bool,
    /// The costs of both, side by side.
    pub bill: Vec<BillLine>,
}

/// A number of the bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillLine {
    /// What is counted.
    pub title: String,
    /// As it is here, and at the twin; `-` where it cannot be known now.
    pub values: [String; 2],
    /// Which of them is less, and so the better one; `None` where both are the same.
    pub less: Option<usize>,
}

impl Stage<'_> {
    /// The twin of what was repeated last up to the cursor, with the costs of both: `own` is the [heat map](Self::heat) here, for
    /// the same request and measure. `None` where there is no twin.
    pub fn twin(&self, request: &ViewRequest, measure: Measure, own: &HeatView) -> Option<TwinView> {
        let (plan, (other, branch)) = self.pair()?;
        let (load, tick) = self.log.load();
        let here = self.world();
        let repeats = |lane: &Lane| lane.running().is_some() && lane.series().is_some();
        let is_whole = !(0..here.clients()).filter_map(|client| here.lane(client)).any(repeats);
        let most = if is_whole { u32::MAX } else { load.ticks(tick) };
        let way = self.log.way(None, self.log.branches()[branch].tip);
        let id = *way.iter().rfind(|id| load.ticks(self.log.node(**id).tick) <= most)?;
        let world = self.log.world_at(id);
        let (table, printer) = (request.table.as_str(), &Printer::new(self.key(&request.table), request.notation));
        let tick = self.log.node(id).tick;
        let origin = self.log.origin().cluster();
        let heat = Plot { load, tick, world: &world, origin, cluster: world.cluster(), table, printer }.view(measure);
        let hottest = |heat: &HeatView| heat.regions.iter().map(|region| u64::from(region.recent)).max();
        let regions = |world: &World| Some(world.cluster().regions(table).count() as u64);
        let bill = vec![
            line(format!("hottest region, last {}", own.recent), [hottest(own), hottest(&heat)], |tenths| {
                format!("{} %", (tenths + 5) / 10)
            }),
            line("calls for the first row".to_owned(), [calls(here, &plan), calls(&world, &other)], |calls| {
                calls.to_string()
            }),
            // More regions are neither better nor worse.
            BillLine {
                less: None,
                ..line("regions".to_owned(), [regions(here), regions(&world)], |count| count.to_string())
            },
        ];
        Some(TwinView { title: kind(&other), own: kind(&plan), heat, branch, is_whole, bill })
    }

    /// What was repeated last, and of what was done in its place on other branches the last that is the same but for its
    /// prefixes, with its branch.
    fn pair(&self) -> Option<(Plan, (Plan, usize))> {
        let plan = |id: u32| match &self.log.node(id).decision {
            Some(Decision::Submit(_, intent)) => match &**intent {
                Intent::Repeat(repeat) => Some(Plan::clone(repeat)),
                _ => None,
            },
            _ => None,
        };
        let at = (1..=self.log.at()).rev().find(|at| plan(self.log.decision(*at)).is_some())?;
        let own = plan(self.log.decision(at))?;
        let mut beside = self.log.beside(self.log.decision(at - 1)).iter().rev();
        let twin = beside.find_map(|(id, branch)| {
            let other = plan(*id)?;
            let is_same = Plan { prefixes: own.prefixes, ..other.clone() } == own;
            (is_same && other.prefixes != own.prefixes).then_some((other, *branch))
        })?;
        Some((own, twin))
    }
}

/// Over how many prefixes something is spread, in words.
fn kind(plan: &Plan) -> String {
    match plan.prefixes {
        0 => "without prefixes".to_owned(),
        prefixes => format!("salted over {prefixes}"),
    }
}

/// A number of two ways; the smaller one is the better.
pub(super) fn line(title: String, values: [Option<u64>; 2], print: impl Fn(u64) -> String) -> BillLine {
    let less = match values {
        [Some(own), Some(other)] if own != other => Some(usize::from(other < own)),
        _ => None,
    };
    BillLine { title, values: values.map(|value| value.map_or("-".to_owned(), &print)), less }
}

/// The calls that the first row takes where keys are like that. A client of its own asks for it, on a copy of the cluster.
fn calls(world: &World, plan: &Plan) -> Option<u64> {
    let (table, prefix) = (plan.table.clone(), plan.digits.prefix());
    let mut alone = World::new(world.cluster().clone(), world.clock().now(), 1);
    alone.submit(0, &Intent::FirstRow { table, prefixes: plan.prefixes, prefix }).ok()?;
    let applied = (0..ATOMS).map_while(|_| alone.apply(Actor::Client(0), &mut ())).find(|applied| applied.over)?;
    Some(applied.cost.rpc_calls)
}

impl TwinView {
    /// What it says where there is no room for the picture: the pattern, or how much there was.
    pub fn about(&self) -> String {
        if self.heat.pattern.is_empty() {
            words::counted(u64::from(self.heat.requests), "request")
        } else {
            self.heat.pattern.clone()
        }
    }
}
