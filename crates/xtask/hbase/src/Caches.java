package splitpoint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** What the block caches of the servers have of data blocks, and how often these were found there, since {@link #begin}. */
final class Caches {
  private final List<BlockCache> caches = new ArrayList<>();
  private final List<long[]> before = new ArrayList<>();
  private final Set<String> earlier = new HashSet<>();

  /** Files whose blocks are there by now belong to tables of earlier histories. */
  void begin(List<Server> servers) {
    caches.clear();
    before.clear();
    earlier.clear();
    for (Server server : servers) {
      BlockCache cache = server.getBlockCache().get();
      caches.add(cache);
      before.add(counts(cache));
      cache.forEach(block -> earlier.add(block.getFilename()));
    }
  }

  /** How many blocks each share has now, server by server; with {@code counts}, also those found and missed since it was asked last. */
  JsonObject ask(boolean counts) {
    JsonArray servers = new JsonArray();
    for (int at = 0; at < caches.size(); at++) {
      BlockCache cache = caches.get(at);
      long[] now = counts(cache);
      JsonObject one = new JsonObject();
      if (counts) {
        one.addProperty("hits", now[0] - before.get(at)[0]);
        one.addProperty("misses", now[1] - before.get(at)[1]);
      }
      int[] shares = new int[3];
      for (CachedBlock block : cache) {
        if (block.getBlockType() == BlockType.DATA && !earlier.contains(block.getFilename())) {
          shares[block.getBlockPriority().ordinal()]++;
        }
      }
      one.addProperty("single", shares[0]);
      one.addProperty("multi", shares[1]);
      one.addProperty("memory", shares[2]);
      before.set(at, now);
      servers.add(one);
    }
    return Answer.of("servers", servers);
  }

  /** Reads that go on to the next block do not say that it is one of data, so those of all other kinds are taken off. */
  private static long[] counts(BlockCache cache) {
    CacheStats stats = cache.getStats();
    long hits = stats.getLeafIndexHitCount() + stats.getBloomChunkHitCount() + stats.getMetaHitCount()
        + stats.getRootIndexHitCount() + stats.getIntermediateIndexHitCount() + stats.getFileInfoHitCount()
        + stats.getGeneralBloomMetaHitCount() + stats.getDeleteFamilyBloomHitCount() + stats.getTrailerHitCount();
    long misses = stats.getLeafIndexMissCount() + stats.getBloomChunkMissCount() + stats.getMetaMissCount()
        + stats.getRootIndexMissCount() + stats.getIntermediateIndexMissCount() + stats.getFileInfoMissCount()
        + stats.getGeneralBloomMetaMissCount() + stats.getDeleteFamilyBloomMissCount() + stats.getTrailerMissCount();
    return new long[] {stats.getHitCount() - hits, stats.getMissCount() - misses};
  }
}
