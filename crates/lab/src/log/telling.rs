//! Which event of an atom says most of what happened, and which regions events are about.

use crate::sim::world::World;
use splitpoint_model::bytes::TableName;
use splitpoint_model::event::{Event, RegionId};

/// The event of an atom that says most, with what has to be known of its regions to put it into words: later they may
/// be gone, or be seen from a branch that never had them.
#[derive(Clone, Debug)]
pub struct Telling {
    /// How much it says, as in [`weight`].
    pub weight: u8,
    /// What happened.
    pub event: Event,
    /// The regions that the event is about.
    pub regions: Box<[Known]>,
}

/// What was known of a region when the event happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its id in the model.
    pub id: RegionId,
    /// Its number within its table.
    pub number: u32,
    /// Its table.
    pub table: TableName,
}

impl Telling {
    pub(super) fn new(world: &World, weight: u8, event: Event) -> Self {
        let known = |id: RegionId| {
            let table = world.cluster().region(id).map_or_else(|| "".into(), |region| region.table_name().clone());
            Known { id, number: world.region_number(id), table }
        };
        let regions = match &event {
            Event::DaughtersCreated { parent, first, second, .. } => vec![*parent, *first, *second],
            Event::RegionsMerged { parents, into } => parents.iter().chain([into]).copied().collect(),
            Event::MetaWritten { regions, .. } => regions.clone(),
            event => region(event).into_iter().collect(),
        };
        Self { weight, regions: regions.into_iter().map(known).collect(), event }
    }
}

/// How much an event says about its step: the event with the highest weight is told in the sentence of the step.
pub fn weight(event: &Event) -> u8 {
    match event {
        Event::JobRefused { .. } => 95,
        Event::DaughtersCreated { .. } | Event::RegionsMerged { .. } | Event::ServerCrashed { .. } => 90,
        Event::TableChanged { .. } => 88,
        Event::OperationDone { error: Some(_) } => 87,
        Event::RpcAnswered { error: Some(_), .. } => 85,
        Event::Retry { .. } | Event::WalReplayed { .. } => 80,
        Event::WriteRefused { .. } | Event::CompactionFinished { .. } => 75,
        Event::ConditionChecked { holds: false, .. } | Event::FileFlushed { .. } => 70,
        Event::MetaWritten { .. } => 65,
        Event::SplitPointChosen { .. } => 62,
        Event::Published { .. } | Event::RegionOpened { .. } => 60,
        Event::ConditionChecked { holds: true, .. } => 58,
        Event::RegionClosed { .. } => 55,
        Event::RegionExhausted { .. } => 52,
        Event::FlushStarted { .. } | Event::CompactionStarted { .. } => 50,
        Event::FlushFinished { .. } => 48,
        Event::WalAppended { .. } | Event::WalSkipped { .. } => 45,
        Event::MemStoreAdded { .. } => 44,
        Event::CellDropped { .. } => 42,
        Event::RowReturned { .. } => 40,
        Event::LocationForgotten { .. } => 35,
        Event::RowLocked { .. } => 30,
        Event::MetaLookup { .. } => 28,
        Event::ScannerOpened { .. } => 25,
        Event::RpcSent { .. } => 20,
        Event::RpcAnswered { error: None, .. } => 18,
        Event::RowFiltered { .. } => 16,
        Event::Seek { .. } => 12,
        Event::CellVisited { .. } => 10,
        Event::BlockRead { .. } | Event::FileSkipped { .. } => 8,
        Event::OperationDone { error: None }
        | Event::RowUnlocked { .. }
        | Event::ScannerClosed { .. }
        | Event::LocationCached { .. } => 5,
    }
}

/// The region an event is about.
pub fn region(event: &Event) -> Option<RegionId> {
    use Event as E;
    match event {
        E::LocationCached { region, .. }
        | E::MetaLookup { region, .. }
        | E::LocationForgotten { region, .. }
        | E::RpcSent { region, .. }
        | E::RpcAnswered { region, .. }
        | E::RowLocked { region, .. }
        | E::RowUnlocked { region, .. }
        | E::ConditionChecked { region, .. }
        | E::WalAppended { region, .. }
        | E::WalSkipped { region, .. }
        | E::MemStoreAdded { region, .. }
        | E::Published { region, .. }
        | E::WriteRefused { region, .. }
        | E::ScannerOpened { region, .. }
        | E::FileSkipped { region, .. }
        | E::BlockRead { region, .. }
        | E::Seek { region, .. }
        | E::CellVisited { region, .. }
        | E::RowReturned { region, .. }
        | E::RowFiltered { region, .. }
        | E::RegionExhausted { region }
        | E::ScannerClosed { region }
        | E::FlushStarted { region, .. }
        | E::CellDropped { region, .. }
        | E::FileFlushed { region, .. }
        | E::FlushFinished { region }
        | E::CompactionStarted { region, .. }
        | E::CompactionFinished { region, .. }
        | E::SplitPointChosen { region, .. }
        | E::RegionClosed { region, .. }
        | E::RegionOpened { region, .. }
        | E::WalReplayed { region, .. }
        | E::DaughtersCreated { parent: region, .. }
        | E::RegionsMerged { into: region, .. } => Some(*region),
        E::Retry { .. }
        | E::OperationDone { .. }
        | E::MetaWritten { .. }
        | E::ServerCrashed { .. }
        | E::TableChanged { .. }
        | E::JobRefused { .. } => None,
    }
}
