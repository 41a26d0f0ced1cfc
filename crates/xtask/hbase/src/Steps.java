package splitpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.MemStoreSize;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Every {@code do} of a history. */
final class Steps {
  private static final Set<String> WRITES =
      Set.of("put", "delete", "increment", "append", "check", "mutate", "batch", "mutateRows");

  private final Cluster cluster;
  private final Map<String, Open> scanners = new ConcurrentHashMap<>();
  private final Caches caches = new Caches();
  private boolean auto;

  /** A scanner of the client and whether it shows cell types. */
  private static final class Open {
    final ResultScanner results;
    final boolean raw;

    Open(ResultScanner results, boolean raw) {
      this.results = results;
      this.raw = raw;
    }
  }

  Steps(Cluster cluster) {
    this.cluster = cluster;
  }

  JsonObject answer(JsonObject step) {
    String what = Json.text(step, "do");
    try {
      cluster.breathe();
      JsonObject answer = run(what, step);
      live(what);
      return answer;
    } catch (Exception problem) {
      return Answer.error(problem);
    }
  }

  private void live(String what) throws Exception {
    if (auto && WRITES.contains(what)) {
      cluster.letLive();
    } else {
      cluster.takeAllThirsty();
    }
  }

  private JsonObject run(String what, JsonObject step) throws Exception {
    switch (what) {
      case "begin":
        return begin(step);
      case "tick":
        cluster.tick(step.get("ms").getAsLong());
        return Answer.nothing();
      case "next":
        return next(step);
      case "closeScan":
        scanners.remove(Json.text(step, "id")).results.close();
        return Answer.nothing();
      case "race":
        return race(step);
      case "blockCache":
        return caches.ask(Json.flag(step, "counts", true));
      case "balance":
        return Balance.plan(cluster.master(), step);
      default:
        TableName name = TableName.valueOf(Json.text(step, "table"));
        try (Table table = cluster.connection().getTable(name)) {
          return WRITES.contains(what) ? write(what, table, step) : onTable(what, name, table, step);
        }
    }
  }

  /** Lists of steps that begin at the same moment, each done by a thread of its own. */
  private JsonObject race(JsonObject step) throws Exception {
    JsonArray lists = Json.array(step, "of");
    CyclicBarrier line = new CyclicBarrier(lists.size());
    ExecutorService threads = Executors.newFixedThreadPool(lists.size());
    try {
      List<Future<JsonArray>> runners = new ArrayList<>();
      for (JsonElement list : lists) {
        runners.add(threads.submit(() -> {
          JsonArray answers = new JsonArray();
          line.await();
          for (JsonElement one : list.getAsJsonArray()) {
            answers.add(runner(one.getAsJsonObject()));
          }
          return answers;
        }));
      }
      JsonArray answers = new JsonArray();
      for (Future<JsonArray> runner : runners) {
        answers.add(runner.get());
      }
      return Answer.of("answers", answers);
    } finally {
      threads.shutdown();
    }
  }

  /** What depends on the moment at which somebody looked, or on the client's knowledge of regions, is left out. */
  private JsonObject runner(JsonObject step) {
    try {
      JsonObject answer = run(Json.text(step, "do"), step);
      answer.remove("metrics");
      answer.remove("regions");
      return answer;
    } catch (Exception problem) {
      return Answer.error(problem);
    }
  }

  private JsonObject begin(JsonObject step) throws Exception {
    scanners.values().forEach(open -> open.results.close());
    scanners.clear();
    auto = Json.flag(step, "auto", false);
    cluster.clear();
    caches.begin(cluster.users());
    return Answer.nothing();
  }

  private static JsonObject write(String what, Table table, JsonObject step) throws Exception {
    switch (what) {
      case "put":
        table.put(Writes.put(step));
        return Answer.nothing();
      case "delete":
        table.delete(Writes.delete(step));
        return Answer.nothing();
      case "increment":
        return Answer.cells(table.increment(Writes.increment(step)));
      case "append":
        return Answer.cells(table.append(Writes.append(step)));
      case "check":
        return Answer.checked(table.checkAndMutate(Writes.check(step)));
      case "mutate":
        return Answer.mutated(table.mutateRow(Writes.mutations(step)));
      case "batch":
        return batch(table, step);
      default:
        return Answer.of("processed", new JsonPrimitive(Writes.mutateRows(table, step)));
    }
  }

  private static JsonObject batch(Table table, JsonObject step) throws Exception {
    List<Row> actions = new ArrayList<>();
    List<JsonObject> asked = Json.objects(step, "of");
    for (JsonObject one : asked) {
      actions.add(Writes.action(one));
    }
    Object[] results = new Object[actions.size()];
    try {
      table.batch(actions, results);
    } catch (RetriesExhaustedWithDetailsException each) {
      // Every result below says so itself.
    }
    JsonArray answers = new JsonArray();
    for (int index = 0; index < results.length; index++) {
      answers.add(oneOfBatch(Json.text(asked.get(index), "do"), results[index]));
    }
    return Answer.of("answers", answers);
  }

  private static JsonObject oneOfBatch(String what, Object result) {
    if (result instanceof Throwable) {
      return Answer.error((Throwable) result);
    } else if (result instanceof CheckAndMutateResult) {
      return Answer.checked((CheckAndMutateResult) result);
    } else if (what.equals("put") || what.equals("delete")) {
      return Answer.nothing();
    } else if (what.equals("mutate")) {
      return Answer.mutated((Result) result);
    }
    return Answer.cells((Result) result);
  }

  private JsonObject onTable(String what, TableName name, Table table, JsonObject step) throws Exception {
    switch (what) {
      case "get":
        return Answer.cells(table.get(Reads.get(step)));
      case "scan":
        return scan(table, step);
      case "openScan":
        Scan scan = Reads.scan(step);
        scanners.put(Json.text(step, "id"), new Open(table.getScanner(scan), scan.isRaw()));
        return Answer.nothing();
      case "regions":
        return regions(name);
      case "files":
        return files(name, Json.flag(step, "index", false));
      case "memstore":
        return memstores(name);
      case "requests":
        return requests(name);
      case "checkSplit":
        return checkSplit(name);
      default:
        return administer(what, name, step);
    }
  }

  private static JsonObject scan(Table table, JsonObject step) throws IOException {
    Scan scan = Reads.scan(step);
    scan.setScanMetricsEnabled(true);
    JsonArray rows = new JsonArray();
    try (ResultScanner results = table.getScanner(scan)) {
      for (Result result = results.next(); result != null; result = results.next()) {
        rows.add(Answer.row(result, scan.isRaw()));
      }
      JsonObject answer = Answer.of("results", rows);
      answer.add("metrics", Answer.metrics(results.getScanMetrics()));
      return answer;
    }
  }

  private JsonObject next(JsonObject step) throws IOException {
    Open open = scanners.get(Json.text(step, "id"));
    JsonArray rows = new JsonArray();
    JsonObject answer = Answer.of("results", rows);
    for (int asked = step.get("n").getAsInt(); asked > 0; asked--) {
      Result result = open.results.next();
      if (result == null) {
        answer.addProperty("done", true);
        break;
      }
      rows.add(Answer.row(result, open.raw));
    }
    return answer;
  }

  private JsonObject administer(String what, TableName name, JsonObject step) throws Exception {
    switch (what) {
      case "create":
        byte[][] splits = keys(step, "splits");
        cluster.admin().createTable(Schema.create(step), splits.length == 0 ? null : splits);
        break;
      case "alter":
        TableDescriptor now = cluster.admin().getDescriptor(name);
        cluster.admin().modifyTable(Schema.alter(now, step));
        break;
      case "drop":
        cluster.admin().deleteTable(name);
        break;
      case "truncate":
      case "truncatePreserve":
        cluster.admin().truncateTable(name, what.equals("truncatePreserve"));
        break;
      case "disable":
        cluster.admin().disableTable(name);
        break;
      case "enable":
        cluster.admin().enableTable(name);
        break;
      case "flush":
        flush(name, step);
        break;
      case "compact":
      case "majorCompact":
        cluster.compacting(() -> compact(name, step, what.equals("majorCompact")));
        break;
      case "move":
        cluster.move(region(name, Json.bytes(step, "region")));
        break;
      case "crash":
        cluster.crash(region(name, Json.bytes(step, "region")));
        break;
      case "split":
        return split(name, step);
      case "merge":
        return merge(name, step);
      default:
        throw new IllegalStateException("no step " + what);
    }
    cluster.settleAndForget();
    return Answer.nothing();
  }

  private void flush(TableName name, JsonObject step) throws Exception {
    byte[] family = Json.bytes(step, "family");
    if (Json.has(step, "region")) {
      byte[] region = region(name, Json.bytes(step, "region")).getRegionName();
      if (family == null) {
        cluster.admin().flushRegion(region);
      } else {
        cluster.admin().flushRegion(region, family);
      }
    } else if (family == null) {
      cluster.admin().flush(name);
    } else {
      cluster.admin().flush(name, family);
    }
  }

  private void compact(TableName name, JsonObject step, boolean major) throws Exception {
    byte[] family = Json.bytes(step, "family");
    if (Json.has(step, "region")) {
      byte[] region = region(name, Json.bytes(step, "region")).getRegionName();
      if (major) {
        cluster.admin().majorCompactRegion(region, family);
      } else {
        cluster.admin().compactRegion(region, family);
      }
    } else if (major) {
      cluster.admin().majorCompact(name, family);
    } else {
      cluster.admin().compact(name, family);
    }
  }

  private JsonObject split(TableName name, JsonObject step) throws Exception {
    byte[] at = Json.bytes(step, "at");
    byte[] inside = Json.has(step, "region") ? Json.bytes(step, "region") : at;
    cluster.admin().splitRegionAsync(region(name, inside).getRegionName(), at).get();
    cluster.settleAndForget();
    return regions(name);
  }

  private JsonObject merge(TableName name, JsonObject step) throws Exception {
    List<byte[]> names = new ArrayList<>();
    for (byte[] row : keys(step, "of")) {
      names.add(region(name, row).getRegionName());
    }
    cluster.admin().mergeRegionsAsync(names.toArray(new byte[0][]), Json.flag(step, "force", false)).get();
    cluster.settleAndForget();
    return regions(name);
  }

  /** The region that holds a row; the first one for none. */
  private RegionInfo region(TableName name, byte[] row) throws IOException {
    cluster.admin().getDescriptor(name); // says so if there is no such table
    List<RegionInfo> regions = cluster.admin().getRegions(name);
    regions.sort(Comparator.comparing(RegionInfo::getStartKey, Bytes.BYTES_COMPARATOR));
    for (RegionInfo region : regions) {
      if (row == null || region.containsRow(row)) {
        return region;
      }
    }
    throw new IOException("no region of " + name + " holds " + Bytes.toStringBinary(row));
  }

  private static byte[][] keys(JsonObject step, String field) {
    List<byte[]> keys = new ArrayList<>();
    for (JsonElement key : Json.array(step, field)) {
      keys.add(Json.bytes(key));
    }
    return keys.toArray(new byte[0][]);
  }

  private JsonObject regions(TableName name) throws IOException {
    JsonArray regions = new JsonArray();
    for (HRegion region : cluster.regions(name)) {
      JsonObject one = start(region);
      one.addProperty("end", Answer.text(region.getRegionInfo().getEndKey()));
      one.addProperty("files", region.getStores().stream().mapToInt(HStore::getStorefilesCount).sum());
      regions.add(one);
    }
    return Answer.of("regions", regions);
  }

  private static JsonObject start(HRegion region) {
    return Answer.of("start", new JsonPrimitive(Answer.text(region.getRegionInfo().getStartKey())));
  }

  private JsonObject memstores(TableName name) throws IOException {
    JsonArray regions = new JsonArray();
    for (HRegion region : cluster.regions(name)) {
      long data = 0;
      long heap = 0;
      for (HStore store : region.getStores()) {
        MemStoreSize size = store.getMemStoreSize();
        data += size.getDataSize();
        heap += size.getHeapSize();
      }
      JsonObject one = start(region);
      one.addProperty("data", data);
      one.addProperty("heap", heap);
      regions.add(one);
    }
    return Answer.of("regions", regions);
  }

  private JsonObject requests(TableName name) throws IOException {
    JsonArray regions = new JsonArray();
    for (HRegion region : cluster.regions(name)) {
      JsonObject one = start(region);
      one.addProperty("reads", region.getReadRequestsCount());
      one.addProperty("filtered", region.getFilteredReadRequestsCount());
      one.addProperty("writes", region.getWriteRequestsCount());
      regions.add(one);
    }
    return Answer.of("regions", regions);
  }

  private JsonObject checkSplit(TableName name) throws IOException {
    JsonArray regions = new JsonArray();
    for (HRegion region : cluster.regions(name)) {
      JsonObject one = start(region);
      one.add(
          "split",
          region.checkSplit().<JsonElement>map(key -> new JsonPrimitive(Answer.text(key))).orElse(JsonNull.INSTANCE));
      regions.add(one);
    }
    return Answer.of("regions", regions);
  }

  /** The store files: by region and family, oldest first. */
  private JsonObject files(TableName name, boolean index) throws IOException {
    JsonArray files = new JsonArray();
    for (HRegion region : cluster.regions(name)) {
      List<HStore> stores = new ArrayList<>(region.getStores());
      stores.sort(Comparator.comparing(store -> store.getColumnFamilyDescriptor().getName(), Bytes.BYTES_COMPARATOR));
      for (HStore store : stores) {
        for (HStoreFile file : store.getStorefiles()) {
          JsonObject one = Answer.of("region", new JsonPrimitive(Answer.text(region.getRegionInfo().getStartKey())));
          one.addProperty("family", store.getColumnFamilyName());
          one.add("cells", contents(file));
          if (file.isReference()) {
            one.addProperty("reference", true);
          }
          if (index) {
            index(file, one);
          }
          files.add(one);
        }
      }
    }
    return Answer.of("files", files);
  }

  private static JsonArray contents(HStoreFile file) throws IOException {
    JsonArray cells = new JsonArray();
    HFileScanner scanner = file.getReader().getScanner(false, true, false);
    for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
      cells.add(Answer.cell(scanner.getCell(), true, true));
    }
    scanner.close();
    return cells;
  }

  private static void index(HStoreFile file, JsonObject one) throws IOException {
    HFile.Reader reader = file.getReader().getHFileReader();
    JsonArray entries = new JsonArray();
    Object index = Hidden.call(reader, "getDataBlockIndexReader", new Class<?>[0]);
    int count = (int) Hidden.call(index, "getRootBlockCount", new Class<?>[0]);
    for (int entry = 0; entry < count; entry++) {
      entries.add(Answer.key((Cell) Hidden.call(index, "getRootBlockKey", new Class<?>[] {int.class}, entry)));
    }
    one.add("index", entries);
    if (count > 0) { // an empty file has no middle, and says so with an exception
      Cell middle = reader.midKey().orElse(null);
      one.add("middle", middle == null ? JsonNull.INSTANCE : new JsonPrimitive(Answer.text(CellUtil.cloneRow(middle))));
    }
    one.addProperty("size", reader.length());
  }
}
