package splitpoint;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Gets and scans with all their options. What is absent keeps HBase's default. */
final class Reads {
  private Reads() {}

  static Get get(JsonObject step) throws IOException {
    Get get = new Get(Json.bytes(step, "row"));
    for (JsonArray column : Json.arrays(step, "columns")) {
      if (column.size() == 1) {
        get.addFamily(Json.bytes(column.get(0)));
      } else {
        get.addColumn(Json.bytes(column.get(0)), Json.bytes(column.get(1)));
      }
    }
    if (Json.has(step, "versions")) {
      get.readVersions(step.get("versions").getAsInt());
    }
    if (Json.has(step, "timeRange")) {
      JsonArray range = step.getAsJsonArray("timeRange");
      get.setTimeRange(range.get(0).getAsLong(), end(range.get(1)));
    }
    if (Json.has(step, "filter")) {
      get.setFilter(Filters.filter(step.get("filter")));
    }
    if (Json.has(step, "storeLimit")) {
      get.setMaxResultsPerColumnFamily(step.get("storeLimit").getAsInt());
    }
    if (Json.has(step, "storeOffset")) {
      get.setRowOffsetPerColumnFamily(step.get("storeOffset").getAsInt());
    }
    return get;
  }

  static Scan scan(JsonObject step) throws IOException {
    Scan scan = new Scan();
    range(step, scan);
    for (JsonArray column : Json.arrays(step, "columns")) {
      if (column.size() == 1) {
        scan.addFamily(Json.bytes(column.get(0)));
      } else {
        scan.addColumn(Json.bytes(column.get(0)), Json.bytes(column.get(1)));
      }
    }
    if (Json.has(step, "versions")) {
      scan.readVersions(step.get("versions").getAsInt());
    }
    if (Json.has(step, "timeRange")) {
      JsonArray range = step.getAsJsonArray("timeRange");
      scan.setTimeRange(range.get(0).getAsLong(), end(range.get(1)));
    }
    if (Json.has(step, "familyTimeRange")) {
      for (Map.Entry<String, JsonElement> one : step.getAsJsonObject("familyTimeRange").entrySet()) {
        JsonArray range = one.getValue().getAsJsonArray();
        scan.setColumnFamilyTimeRange(
            Bytes.toBytesBinary(one.getKey()),
            range.get(0).getAsLong(),
            end(range.get(1)));
      }
    }
    if (Json.has(step, "filter")) {
      scan.setFilter(Filters.filter(step.get("filter")));
    }
    scan.setCacheBlocks(Json.flag(step, "cacheBlocks", true));
    limits(step, scan);
    return scan;
  }

  private static void range(JsonObject step, Scan scan) {
    if (Json.has(step, "prefix")) {
      scan.setStartStopRowForPrefixScan(Json.bytes(step, "prefix"));
    }
    if (Json.has(step, "start")) {
      scan.withStartRow(Json.bytes(step, "start"), Json.flag(step, "startInclusive", true));
    } else if (Json.has(step, "startInclusive")) {
      scan.withStartRow(scan.getStartRow(), Json.flag(step, "startInclusive", true));
    }
    if (Json.has(step, "stop")) {
      scan.withStopRow(Json.bytes(step, "stop"), Json.flag(step, "stopInclusive", false));
    } else if (Json.has(step, "stopInclusive")) {
      scan.withStopRow(scan.getStopRow(), Json.flag(step, "stopInclusive", false));
    }
    if (Json.has(step, "reversed")) {
      scan.setReversed(Json.flag(step, "reversed", false));
    }
  }

  private static void limits(JsonObject step, Scan scan) {
    if (Json.has(step, "caching")) {
      scan.setCaching(step.get("caching").getAsInt());
    }
    if (Json.has(step, "batch")) {
      scan.setBatch(step.get("batch").getAsInt());
    }
    if (Json.has(step, "limit")) {
      scan.setLimit(step.get("limit").getAsInt());
    }
    if (Json.has(step, "raw")) {
      scan.setRaw(Json.flag(step, "raw", false));
    }
    if (Json.has(step, "maxResultSize")) {
      scan.setMaxResultSize(step.get("maxResultSize").getAsLong());
    }
    if (Json.has(step, "allowPartial")) {
      scan.setAllowPartialResults(Json.flag(step, "allowPartial", false));
    }
    if (Json.has(step, "loadColumnFamiliesOnDemand")) {
      scan.setLoadColumnFamiliesOnDemand(Json.flag(step, "loadColumnFamiliesOnDemand", true));
    }
    if (Json.has(step, "storeLimit")) {
      scan.setMaxResultsPerColumnFamily(step.get("storeLimit").getAsInt());
    }
    if (Json.has(step, "storeOffset")) {
      scan.setRowOffsetPerColumnFamily(step.get("storeOffset").getAsInt());
    }
    if (Json.has(step, "isolation")) {
      scan.setIsolationLevel(IsolationLevel.valueOf(Json.text(step, "isolation")));
    }
  }

  static long end(JsonElement end) {
    Long number = Json.number(end);
    return number == null ? Long.MAX_VALUE : number;
  }
}
