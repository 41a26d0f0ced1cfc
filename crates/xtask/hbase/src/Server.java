package splitpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.CompactSplit;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.FlushRequestListener;
import org.apache.hadoop.hbase.regionserver.FlushRequester;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** A region server that can be killed and that only notes which regions ask for a flush. */
public final class Server extends HRegionServer {
  private final List<HRegion> thirsty = new ArrayList<>();

  public Server(Configuration configuration) throws IOException {
    super(configuration);
  }

  /** Dies as by {@code kill -9}: no region is closed, no memstore flushed. */
  void die() {
    kill();
  }

  /** The regions whose memstore has grown above its flush size since the last call. */
  List<HRegion> takeThirsty() {
    synchronized (thirsty) {
      List<HRegion> taken = new ArrayList<>(thirsty);
      thirsty.clear();
      return taken;
    }
  }

  /** Does what HBase's own flush handler does with a region that asked: flush it, then split it if its policy says so. */
  void flushAndMaybeSplit(HRegion region) {
    Hidden.set(CompactSplit.class, getCompactSplitThread(), "regionSplitLimit", 1000);
    try {
      Hidden.call(
          super.getFlushRequester(),
          "flushRegion",
          new Class<?>[] {HRegion.class, boolean.class, List.class, FlushLifeCycleTracker.class},
          region,
          false,
          null,
          FlushLifeCycleTracker.DUMMY);
    } finally {
      Hidden.set(CompactSplit.class, getCompactSplitThread(), "regionSplitLimit", 1);
    }
  }

  @Override
  public FlushRequester getFlushRequester() {
    FlushRequester own = super.getFlushRequester();
    return new FlushRequester() {
      @Override
      public boolean requestFlush(HRegion region, FlushLifeCycleTracker tracker) {
        return requestFlush(region, null, tracker);
      }

      @Override
      public boolean requestFlush(HRegion region, List<byte[]> families, FlushLifeCycleTracker tracker) {
        synchronized (thirsty) {
          thirsty.add(region);
        }
        return true;
      }

      @Override
      public boolean requestDelayedFlush(HRegion region, long delay) {
        return true;
      }

      @Override
      public void registerFlushRequestListener(FlushRequestListener listener) {
        own.registerFlushRequestListener(listener);
      }

      @Override
      public boolean unregisterFlushRequestListener(FlushRequestListener listener) {
        return own.unregisterFlushRequestListener(listener);
      }

      @Override
      public void setGlobalMemStoreLimit(long limit) {
        own.setGlobalMemStoreLimit(limit);
      }
    };
  }
}
