//! What would happen next: sizes and split points of regions, and the work that servers would start by themselves.

use super::{Admin, Cluster, JobKind};
use crate::bytes::{Family, RowKey};
use crate::error::{Error, Refused, Span};
use crate::event::{FileId, RegionId, ServerId};
use crate::map::Map;
use crate::policy::balancer::{self, Assignment};
use crate::policy::compaction::{self, Candidate};
use crate::policy::flush;
use crate::policy::split::{Facts, SplitPolicy, SplitRestriction};
use crate::region::{Region, RegionState};
use crate::schema::{Settings, TableDescriptor};
use crate::store::{SplitPoint, Store, StoreFile, split_point};
use std::sync::Arc;

/// A region's size against the size at which its policy would split it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SplitSize {
    /// Bytes of its store files; the memstore does not count.
    pub size: u64,
    /// It is split when `size` is above this; `u64::MAX` for never.
    pub limit: u64,
}

/// Where a region would be cut, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SplitPlan {
    /// The largest store.
    pub family: Family,
    /// Its largest file.
    pub file: FileId,
    /// The row of the middle entry of the file's block index.
    pub middle: RowKey,
    /// Where the region is cut: `middle`, perhaps shortened to a prefix.
    pub at: RowKey,
}

impl Cluster {
    /// How large a region is, and how large it may become before its policy splits it.
    pub fn split_size(&self, region: RegionId) -> Option<SplitSize> {
        self.split_size_by(region, &self.split_policy(self.region(region)?.table()))
    }

    /// [`split_size`](Self::split_size), if the table had this policy.
    pub fn split_size_by(&self, region: RegionId, policy: &SplitPolicy) -> Option<SplitSize> {
        let region = self.region(region)?;
        let here = self.regions(region.table_name()).filter(|other| is_open_on(other, region.server()));
        // It is asked after each flush, so no more are counted than matter.
        let here = here.take(policy.most_regions()).count() as u64;
        Some(split_size(&self.settings(region.table()), policy, region, here))
    }

    /// The policy by which regions of a table are split.
    pub fn split_policy(&self, table: &TableDescriptor) -> SplitPolicy {
        policy(&self.settings(table))
    }

    /// [`split_size`](Self::split_size) of every region of a table, in key order.
    pub fn split_sizes(&self, table: &str) -> Vec<SplitSize> {
        let Some(descriptor) = self.table(table) else { return Vec::new() };
        let settings = self.settings(descriptor);
        let policy = policy(&settings);
        let mut on_server: Map<ServerId, u64> = Map::new();
        for region in self.regions(table).filter(|region| is_open_on(region, region.server())) {
            *on_server.get_or_default(region.server()) += 1;
        }
        let here = |region: &Region| on_server.get(&region.server()).copied().unwrap_or(0);
        self.regions(table).map(|region| split_size(&settings, &policy, region, here(region))).collect()
    }

    /// Whether the region can be split at all.
    ///
    /// # Errors
    /// `DoNotRetry` while it is not open, has references, or its policy forbids every split.
    pub(super) fn check_splittable(&self, region: &Region) -> Result<(), Error> {
        let settings = self.settings(region.table());
        let disabled = SplitPolicy::of(&settings) == Some(SplitPolicy::Disabled);
        if disabled || region.state() != RegionState::Open || region.has_references() {
            return Err(Refused::NotSplittable { region: region.name().encoded().to_owned() }.into());
        }
        Ok(())
    }

    /// Where HBase would cut the region now.
    ///
    /// # Errors
    /// What a `split` without a key would answer, but for the flush it would try first.
    pub fn split_plan(&self, region: RegionId) -> Result<SplitPlan, Error> {
        let Some(region) = self.region(region) else {
            return Err(Refused::UnknownRegion.into());
        };
        self.check_splittable(region)?;
        let Some(plan) = self.split_proposal(region.id()) else {
            return Err(Refused::NoSplitPoint.into());
        };
        Self::check_split_row(region, &plan.at)?;
        Ok(plan)
    }

    /// What the policy of a region proposes: the middle of the largest file of the largest store, cut as policy and
    /// restriction want it. It may be refused, where it is the region's start.
    ///
    /// Source: `RegionSplitPolicy.getSplitPoint`, `HRegion.checkSplit`.
    pub fn split_proposal(&self, region: RegionId) -> Option<SplitPlan> {
        let region = self.region(region)?;
        let plan = self.split_proposal_by(region, &self.split_policy(region.table()))?;
        region.contains(&plan.at).then_some(plan)
    }

    /// What a policy would propose, if the table had it. What it cuts a key to may lie before the region. `None` where
    /// the files have no middle, whatever the policy.
    pub fn split_proposal_by(&self, region: &Region, policy: &SplitPolicy) -> Option<SplitPlan> {
        let SplitPoint { family, file, middle } = split_point(region.stores().map(|(_, store)| store))?;
        let restriction = SplitRestriction::of(&self.settings(region.table()));
        let at = RowKey::from(restriction.cut(policy.cut(&middle)));
        Some(SplitPlan { family, file, middle, at })
    }

    /// Whether a region can be cut at a key.
    ///
    /// # Errors
    /// `DoNotRetry` for the region's start, and for keys that are not in it.
    pub fn check_split_row(region: &Region, at: &RowKey) -> Result<(), Error> {
        if at == region.start() {
            return Err(Refused::SplitAtStart { at: at.clone() }.into());
        }
        if !region.contains(at) {
            let region = Span {
                encoded: region.name().encoded().to_owned(),
                name: region.name().to_string(),
                start: region.start().clone(),
                end: region.end().clone(),
            };
            return Err(Refused::SplitOutside { at: at.clone(), region: Box::new(region) }.into());
        }
        Ok(())
    }

    /// Whether a region is over its limit for writes, so that it refuses them.
    pub(crate) fn is_over_limit(&self, region: RegionId) -> bool {
        self.region(region).is_some_and(|region| {
            region.memstore_heap() > flush::FlushLimits::new(&self.settings(region.table())).blocking
        })
    }

    /// What the servers would start by themselves now, unless it is already a job: flushes of full memstores,
    /// compactions of references and of many files, splits of large regions.
    pub fn wants(&self) -> Vec<Admin> {
        let mut wants = Vec::new();
        for region in self.regions.values().filter(|region| region.state() == RegionState::Open) {
            if self.jobs().any(|job| job.regions.contains(&region.id())) {
                continue;
            }
            wants.extend(self.wants_of(region));
        }
        wants
    }

    /// The same as [`wants`](Self::wants), but asks only the regions that were changed since they were asked and wanted
    /// nothing: what that costs does not grow with the count of regions.
    pub fn new_wants(&mut self) -> Vec<Admin> {
        let mut stirred = std::mem::take(&mut self.stirred.wants);
        let mut wants = Vec::new();
        stirred.retain(|id| {
            let open = self.region(*id).filter(|region| region.state() == RegionState::Open);
            let Some(region) = open else { return false };
            if self.jobs().any(|job| job.regions.contains(id)) {
                return true;
            }
            let before = wants.len();
            wants.extend(self.wants_of(region));
            wants.len() > before
        });
        self.stirred.wants = stirred;
        wants
    }

    /// The moves that the balancer would make now, in the order of tables and keys; none if it is content. `None` where
    /// it does not run at all: while a region of a table in service is not open, or a dead server is recovered.
    ///
    /// Source: `HMaster.balance`.
    pub fn balance_plan(&self) -> Option<Vec<Admin>> {
        if self.jobs().any(|job| job.kind == JobKind::Recover) {
            return None;
        }
        let alive: Vec<ServerId> = self.servers().filter(|server| self.is_alive(*server)).collect();
        let names = self.tables().map(|table| &*table.name).filter(|name| self.is_enabled(name));
        let regions: Vec<(usize, &Region)> =
            names.enumerate().flat_map(|(table, name)| self.regions(name).map(move |region| (table, region))).collect();
        let locations = regions.iter().map(|&(table, region)| {
            let server = alive.iter().position(|server| *server == region.server());
            server.filter(|_| region.state() == RegionState::Open).map(|server| Assignment { table, server })
        });
        let locations = locations.collect::<Option<Vec<_>>>()?;
        let to_move = |balancer::Move { region, to }: balancer::Move| {
            let (_, region) = regions[region];
            Admin::Move { table: region.table_name().clone(), row: region.start().clone(), to: Some(alive[to]) }
        };
        Some(balancer::plan(alive.len(), &locations).into_iter().map(to_move).collect())
    }

    fn wants_of(&self, region: &Region) -> Option<Admin> {
        let settings = self.settings(region.table());
        let (table, row) = (region.table_name().clone(), Some(region.start().clone()));
        if region.memstore_heap() > flush::FlushLimits::new(&settings).flush {
            return Some(Admin::FlushLarge { table, row: region.start().clone() });
        }
        // A split goes before a compaction (`MemStoreFlusher.flushRegion`).
        if region.wants_split() && self.split_plan(region.id()).is_ok() {
            return Some(Admin::Split { table, at: None, row });
        }
        let compactable = region.stores().find(|(_, store)| {
            let settings = settings.family(store.descriptor());
            let limits = compaction::CompactionConfig::new(&settings);
            let files = candidates(store);
            let enough = files.len() >= limits.min || files.iter().any(|file| file.reference);
            enough && compaction::select(&files, false, compaction::Trigger::Server, &limits).is_some()
        });
        let (family, _) = compactable?;
        Some(Admin::Compact { table, family: Some(family.clone()), row, major: false })
    }

    /// Asks the policy of a region whether it is to be split, as a server does after a flush of its own or a compaction.
    ///
    /// Source: `MemStoreFlusher.flushRegion`, `CompactSplit.requestSplit`.
    pub(super) fn ask_for_split(&mut self, id: RegionId) {
        let Some(region) = self.region(id) else { return };
        let settings = self.settings(region.table());
        let stuck = region.stores().any(|(_, store)| has_too_many_files(store, &settings));
        // HBase's policy asks for a split without looking at `SPLIT_ENABLED`; the master then refuses it.
        let allowed = region.table().is_switched_on("SPLIT_ENABLED");
        let wants = allowed && !stuck && self.is_to_be_split(region);
        if let Some(region) = self.region_mut(id) {
            region.set_wants_split(wants);
        }
    }

    /// Whether the policy of a region would have it split now.
    ///
    /// Source: `RegionSplitPolicy.shouldSplit`.
    pub fn is_to_be_split(&self, region: &Region) -> bool {
        let is_large = self.split_size(region.id()).is_some_and(|SplitSize { size, limit }| size > limit);
        is_large && !region.has_references()
    }
}

/// Whether a store has reached the number of files at which nothing but a compaction helps.
///
/// Source: `DefaultStoreFileManager.getStoreCompactionPriority`.
pub(super) fn has_too_many_files(store: &Store, settings: &Settings<'_>) -> bool {
    store.files().len() >= compaction::CompactionConfig::new(&settings.family(store.descriptor())).blocking
}

fn policy(settings: &Settings<'_>) -> SplitPolicy {
    SplitPolicy::of(settings).unwrap_or(SplitPolicy::Stepping)
}

fn split_size(settings: &Settings<'_>, policy: &SplitPolicy, region: &Region, regions_on_server: u64) -> SplitSize {
    let sizes = || region.stores().map(|(_, store)| store.size_bytes());
    let facts = Facts { size: sizes().sum(), largest_store: sizes().max().unwrap_or(0), regions_on_server };
    SplitSize { size: SplitPolicy::size(&facts, settings), limit: policy.limit(&facts, settings) }
}

fn is_open_on(region: &Region, server: ServerId) -> bool {
    region.server() == server && region.state() == RegionState::Open
}

/// What the choice of a compaction knows of the files of a store.
pub(super) fn candidates(store: &Store) -> Vec<Candidate> {
    let facts = |file: &Arc<StoreFile>| Candidate { size: file.size_bytes(), reference: file.is_reference() };
    store.files().iter().map(facts).collect()
}
