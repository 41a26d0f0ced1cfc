//! The block cache of a region server: which blocks of store files it has in memory, and which it lets go of for others.

use crate::event::{BlockRead, Event, FileId, Observer};
use crate::map::Map;
use crate::query::{Metrics, Retention};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// `hfile.block.cache.size`: the share of a server's heap that its block cache takes.
pub const CACHE_SHARE: &str = "hfile.block.cache.size";
/// Bytes of a server's heap: no setting of HBase's says them, but the option of Java with which it is started. The recorded
/// HBase had 3 GB.
const HEAP: u64 = 3 << 30;
/// Bytes of a cache of 0.4 of [`HEAP`], the share where none is set, as HBase rounds them.
const DEFAULT: u64 = 1_288_490_240;
/// Blocks are let go of once more than this share of the cache is full (`hbase.lru.blockcache.acceptable.factor`), ...
const ACCEPTABLE: f64 = 0.99;
/// ... until so much of it is (`hbase.lru.blockcache.min.factor`).
const MINIMUM: f64 = 0.95;
/// Larger blocks are not kept (`hbase.lru.max.block.size`).
const LARGEST: u64 = 16 << 20;

/// The shares of the cache: blocks that were read once, more than once, and those of families with `IN_MEMORY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Read once since it came: a quarter of the cache.
    Single,
    /// Read again since it came: half of the cache.
    Multi,
    /// Of a family with `IN_MEMORY`: a quarter of the cache.
    Memory,
}

impl Priority {
    const ALL: [Self; 3] = [Self::Single, Self::Multi, Self::Memory];

    /// `hbase.lru.blockcache.single.percentage` and the other two.
    fn share(self) -> f64 {
        match self {
            Self::Multi => 0.5,
            Self::Single | Self::Memory => 0.25,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    bytes: u64,
    priority: Priority,
    /// The number of the read that used it last: within a share, the lowest is evicted first.
    used: u64,
}

/// The block cache of one server. It holds data blocks only; those of indexes and Bloom filters are not modelled.
///
/// Source: `LruBlockCache`.
#[derive(Clone, Debug)]
pub struct BlockCache {
    capacity: u64,
    blocks: Map<(FileId, u32), Kept>,
    bytes: u64,
    reads: u64,
    hits: u64,
    misses: u64,
    evicted: u64,
}

impl BlockCache {
    /// An empty cache of so many bytes. One of 0 bytes keeps nothing.
    pub fn new(capacity: u64) -> Self {
        Self { capacity, blocks: Map::new(), bytes: 0, reads: 0, hits: 0, misses: 0, evicted: 0 }
    }

    /// Its bytes by the settings of a cluster.
    pub(super) fn capacity_by(settings: &Map<String, String>) -> u64 {
        settings
            .get(CACHE_SHARE)
            .and_then(|text| millionths(text.trim()))
            .map_or(DEFAULT, |share| HEAP * share / 1_000_000)
    }

    /// Bytes that it may hold.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Bytes of the blocks that it holds.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many blocks it holds.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// How many blocks one share of it holds.
    pub fn blocks(&self, priority: Priority) -> usize {
        self.blocks.values().filter(|kept| kept.priority == priority).count()
    }

    /// Whether it holds no block.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Blocks that were asked for and found, since the server started.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// Blocks that were asked for and had to be read from disk, since the server started.
    pub fn misses(&self) -> u64 {
        self.misses
    }

    /// Blocks that were let go of to make room, since the server started.
    pub fn evicted(&self) -> u64 {
        self.evicted
    }

    /// The share in which a block is kept; `None` if it is not there. `file` is the file that was written: references and links
    /// of it share its blocks.
    pub fn priority(&self, file: FileId, block: u32) -> Option<Priority> {
        self.blocks.get(&(file, block)).map(|kept| kept.priority)
    }

    /// A read asks for a block: whether it was there. One that was not is there from now on, if the read may keep it.
    ///
    /// Source: `CacheConfig.shouldReadBlockFromCache`, `LruBlockCache.getBlock`, `LruBlockCache.cacheBlock`, `LruCachedBlock.access`.
    pub(super) fn read(&mut self, read: &BlockRead) -> bool {
        let priority = match read.retention {
            Retention::Bypass => return false,
            Retention::Borrow => None,
            Retention::Keep => Some(Priority::Single),
            Retention::KeepInMemory => Some(Priority::Memory),
        };
        self.reads += 1;
        let used = self.reads;
        let key = (read.origin, read.block);
        if let Some(kept) = self.blocks.get_mut(&key) {
            kept.used = used;
            if kept.priority == Priority::Single {
                kept.priority = Priority::Multi;
            }
            self.hits += 1;
            return true;
        }
        self.misses += 1;
        let Some(priority) = priority else { return false };
        if self.capacity > 0 && read.bytes <= LARGEST {
            self.blocks.insert(key, Kept { bytes: read.bytes, priority, used });
            self.bytes += read.bytes;
            if self.bytes as f64 > self.capacity as f64 * ACCEPTABLE {
                self.evict();
            }
        }
        false
    }

    /// Makes room: each share gives back what it has above its part, the least first; inside a share, what was read
    /// longest ago goes first.
    ///
    /// Source: `LruBlockCache.evict`.
    fn evict(&mut self) {
        let minimum = self.capacity as f64 * MINIMUM;
        let wanted = self.bytes - (minimum as u64).min(self.bytes);
        let mut shares = Priority::ALL.map(|priority| {
            let own = self.blocks.values().filter(|kept| kept.priority == priority);
            let bytes: u64 = own.map(|kept| kept.bytes).sum();
            (bytes as i64 - (minimum * priority.share()) as i64, priority)
        });
        crate::order::sort(&mut shares);
        let mut freed = 0;
        for (at, (overflow, priority)) in shares.into_iter().enumerate() {
            let part = (wanted - freed.min(wanted)) / (shares.len() - at) as u64;
            if overflow > 0 {
                freed += self.free(priority, part.min(overflow as u64));
            }
        }
    }

    /// Lets go of blocks of one share until so many bytes are free; at least of one.
    fn free(&mut self, priority: Priority, wanted: u64) -> u64 {
        let own = self.blocks.iter().filter(|(_, kept)| kept.priority == priority);
        let mut oldest: Vec<(u64, (FileId, u32))> = own.map(|(key, kept)| (kept.used, *key)).collect();
        crate::order::sort(&mut oldest);
        let mut freed = 0;
        for (_, key) in oldest {
            if let Some(kept) = self.blocks.remove(&key) {
                freed += kept.bytes;
                self.evicted += 1;
            }
            if freed >= wanted {
                break;
            }
        }
        self.bytes -= freed;
        freed
    }

    fn holds_any(&self, files: &[FileId]) -> bool {
        self.blocks.keys().any(|(file, _)| files.contains(file))
    }

    /// Lets go of all blocks of these files, and says how many there were.
    ///
    /// Source: `BlockCache.evictBlocksByHfileName`.
    fn forget(&mut self, files: &[FileId]) -> u64 {
        let (bytes, before) = (&mut self.bytes, self.blocks.len());
        self.blocks.retain(|(file, _), kept| {
            let goes = files.contains(file);
            *bytes -= if goes { kept.bytes } else { 0 };
            !goes
        });
        (before - self.blocks.len()) as u64
    }
}

/// The result of removing the blocks of a table from the block caches.
///
/// Source: `CacheEvictionStats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CacheEviction {
    /// Blocks that were let go of. Only data blocks are modelled: HBase counts those of indexes and Bloom filters as well.
    pub blocks: u64,
    /// Bytes of the block caches of all servers that have a region of the table.
    pub capacity: u64,
}

/// A share from 0 to 1 in millionths: `0.25` is 250,000. Reading it as a floating-point number would bring tables of ten kilobytes
/// into the page.
fn millionths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{:0<6}", part.get(..6).unwrap_or(part));
    digits.parse().ok().filter(|share| *share <= 1_000_000)
}

/// The block caches of all servers. They follow from what was read and decide nothing about the data, so they make no cluster
/// different from another.
#[derive(Clone, Debug, Default)]
pub(super) struct Caches(Vec<Option<Arc<BlockCache>>>);

impl Caches {
    pub(super) fn new(servers: usize, capacity: u64) -> Self {
        Self((0..servers).map(|_| Some(Arc::new(BlockCache::new(capacity)))).collect())
    }

    pub(super) fn get(&self, server: u8) -> Option<&BlockCache> {
        self.0.get(usize::from(server))?.as_deref()
    }

    /// Takes the cache of a server out, for a read that [`put`](Self::put)s it back.
    pub(super) fn take(&mut self, server: u8) -> Option<Arc<BlockCache>> {
        self.0.get_mut(usize::from(server))?.take()
    }

    pub(super) fn put(&mut self, server: u8, cache: Arc<BlockCache>) {
        if let Some(place) = self.0.get_mut(usize::from(server)) {
            *place = Some(cache);
        }
    }

    /// A block is read at a server.
    pub(super) fn read(&mut self, server: u8, read: &BlockRead) {
        if let Some(Some(cache)) = self.0.get_mut(usize::from(server)) {
            Arc::make_mut(cache).read(read);
        }
    }

    /// Lets go of all blocks of these files, and says how many there were.
    pub(super) fn evict(&mut self, server: u8, files: &[FileId]) -> u64 {
        match self.0.get_mut(usize::from(server)) {
            Some(Some(cache)) if cache.holds_any(files) => Arc::make_mut(cache).forget(files),
            _ => 0,
        }
    }

    /// Empties the cache of a server that died: it was in memory only.
    pub(super) fn empty(&mut self, server: u8) {
        if let Some(cache) = self.take(server) {
            self.put(server, Arc::new(BlockCache::new(cache.capacity)));
        }
    }
}

impl PartialEq for Caches {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Caches {}

impl Hash for Caches {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// An observer of a read at a server, which looks up each block in the server's cache and passes events on.
pub(super) struct Cached<'a> {
    pub(super) cache: &'a mut Arc<BlockCache>,
    pub(super) observer: &'a mut dyn Observer,
}

impl Observer for Cached<'_> {
    fn listens(&self) -> bool {
        self.observer.listens()
    }

    fn hear(&mut self, event: Event) {
        self.observer.hear(event);
    }

    fn spend(&mut self, cost: &Metrics) {
        self.observer.spend(cost);
    }

    fn is_cached(&mut self, read: &BlockRead) -> bool {
        Arc::make_mut(self.cache).read(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cache: &mut BlockCache, block: u32, retention: Retention) -> bool {
        cache.read(&BlockRead { origin: FileId(1), block, bytes: 100, retention })
    }

    #[test]
    fn a_block_is_read_from_disk_once() {
        let mut cache = BlockCache::new(1_000);
        assert!(!read(&mut cache, 0, Retention::Keep));
        assert_eq!(cache.priority(FileId(1), 0), Some(Priority::Single));
        assert!(read(&mut cache, 0, Retention::Keep));
        assert_eq!(cache.priority(FileId(1), 0), Some(Priority::Multi));
        assert_eq!((cache.hits(), cache.misses(), cache.len(), cache.bytes()), (1, 1, 1, 100));
    }

    #[test]
    fn a_scan_that_keeps_no_blocks_takes_those_that_are_there() {
        let mut cache = BlockCache::new(1_000);
        assert!(!read(&mut cache, 0, Retention::Borrow));
        assert!(cache.is_empty());
        read(&mut cache, 0, Retention::Keep);
        assert!(read(&mut cache, 0, Retention::Borrow));
        assert_eq!((cache.hits(), cache.misses()), (1, 2));
    }

    #[test]
    fn a_family_without_cache_asks_for_nothing() {
        let mut cache = BlockCache::new(1_000);
        read(&mut cache, 0, Retention::Keep);
        assert!(!read(&mut cache, 0, Retention::Bypass));
        assert_eq!((cache.hits(), cache.misses()), (0, 1));
    }

    #[test]
    fn what_was_read_longest_ago_goes_first() {
        let mut cache = BlockCache::new(1_000);
        (0..9).for_each(|block| {
            read(&mut cache, block, Retention::Keep);
        });
        assert_eq!((cache.len(), cache.evicted()), (9, 0), "900 of 990 bytes");
        read(&mut cache, 9, Retention::Keep);
        assert_eq!((cache.len(), cache.evicted()), (9, 1), "1,000 bytes are more than 990, and 950 may stay");
        assert_eq!(cache.priority(FileId(1), 0), None);
        assert_eq!(cache.bytes(), 900);
    }

    #[test]
    fn a_long_scan_leaves_the_other_shares_alone() {
        let mut cache = BlockCache::new(1_000);
        for block in 0..3 {
            read(&mut cache, block, Retention::Keep);
            read(&mut cache, block, Retention::Keep);
        }
        read(&mut cache, 50, Retention::KeepInMemory);
        (100..200).for_each(|block| {
            read(&mut cache, block, Retention::Keep);
        });
        assert_eq!((cache.blocks(Priority::Multi), cache.blocks(Priority::Memory)), (3, 1));
        assert!(cache.blocks(Priority::Single) <= 6);
    }

    #[test]
    fn a_cache_of_nothing_and_a_block_that_is_too_large_keep_nothing() {
        let mut none = BlockCache::new(0);
        read(&mut none, 0, Retention::Keep);
        assert!(none.is_empty());
        let mut cache = BlockCache::new(1 << 30);
        let large = |bytes| BlockRead { origin: FileId(1), block: 0, bytes, retention: Retention::Keep };
        cache.read(&large(LARGEST + 1));
        assert!(cache.is_empty());
        cache.read(&large(LARGEST));
        assert_eq!(cache.len(), 1);
    }

    #[test]
    fn two_fifths_of_three_gigabytes_are_what_the_recorded_server_had() {
        assert_eq!(BlockCache::capacity_by(&Map::new()), 1_288_490_240);
        let half: Map<String, String> = [(CACHE_SHARE.to_owned(), "0.5".to_owned())].into_iter().collect();
        assert_eq!(BlockCache::capacity_by(&half), 1_610_612_736);
        assert_eq!(
            ["1", "0.25", ".5", "0", "1.5", "x", "0.1234567"].map(millionths),
            [Some(1_000_000), Some(250_000), Some(500_000), Some(0), None, None, Some(123_456)]
        );
    }
}
