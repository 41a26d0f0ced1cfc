package splitpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Filters: HBase's filter language as a string, or an object for what the language lacks. */
final class Filters {
  private Filters() {}

  static Filter filter(JsonElement element) throws IOException {
    if (element.isJsonPrimitive()) {
      return new ParseFilter().parseFilterString(Bytes.toBytesBinary(element.getAsString()));
    }
    JsonObject object = element.getAsJsonObject();
    if (object.has("list")) {
      List<Filter> filters = new ArrayList<>();
      for (JsonElement one : Json.array(object, "of")) {
        filters.add(filter(one));
      }
      return new FilterList(FilterList.Operator.valueOf(Json.text(object, "list")), filters);
    }
    Map.Entry<String, JsonElement> entry = object.entrySet().iterator().next();
    switch (entry.getKey()) {
      case "skip":
        return new SkipFilter(filter(entry.getValue()));
      case "while":
        return new WhileMatchFilter(filter(entry.getValue()));
      default:
        return named(entry.getKey(), entry.getValue().getAsJsonArray());
    }
  }

  private static Filter named(String name, JsonArray of) throws IOException {
    switch (name) {
      case "FuzzyRowFilter":
        List<Pair<byte[], byte[]>> pairs = new ArrayList<>();
        for (JsonElement pair : of) {
          JsonArray both = pair.getAsJsonArray();
          pairs.add(new Pair<>(Json.bytes(both.get(0)), Json.bytes(both.get(1))));
        }
        return new FuzzyRowFilter(pairs);
      case "MultiRowRangeFilter":
        List<MultiRowRangeFilter.RowRange> ranges = new ArrayList<>();
        for (JsonElement element : of) {
          JsonArray range = element.getAsJsonArray();
          ranges.add(new MultiRowRangeFilter.RowRange(
              Json.bytes(range.get(0)),
              range.get(1).getAsBoolean(),
              Json.bytes(range.get(2)),
              range.get(3).getAsBoolean()));
        }
        return new MultiRowRangeFilter(ranges);
      case "RowFilter":
        return new RowFilter(operator(of.get(0)), comparator(of.get(1)));
      case "QualifierFilter":
        return new QualifierFilter(operator(of.get(0)), comparator(of.get(1)));
      case "ValueFilter":
        return new ValueFilter(operator(of.get(0)), comparator(of.get(1)));
      case "SingleColumnValueFilter":
        SingleColumnValueFilter filter = new SingleColumnValueFilter(
            Json.bytes(of.get(0)), Json.bytes(of.get(1)), operator(of.get(2)), comparator(of.get(3)));
        if (of.size() > 4) {
          filter.setFilterIfMissing(of.get(4).getAsBoolean());
        }
        if (of.size() > 5) {
          filter.setLatestVersionOnly(of.get(5).getAsBoolean());
        }
        return filter;
      case "ColumnPaginationFilter":
        return new ColumnPaginationFilter(of.get(0).getAsInt(), Json.bytes(of.get(1)));
      case "TimestampsFilter":
        List<Long> times = new ArrayList<>();
        of.get(0).getAsJsonArray().forEach(time -> times.add(time.getAsLong()));
        return new TimestampsFilter(times, of.get(1).getAsBoolean());
      default:
        throw new IllegalStateException("no filter " + name);
    }
  }

  static CompareOperator operator(JsonElement name) {
    return CompareOperator.valueOf(name.getAsString());
  }

  private static ByteArrayComparable comparator(JsonElement element) {
    JsonArray of = element.getAsJsonArray();
    switch (of.get(0).getAsString()) {
      case "binary":
        return new BinaryComparator(Json.bytes(of.get(1)));
      case "binaryprefix":
        return new BinaryPrefixComparator(Json.bytes(of.get(1)));
      case "regex":
        return new RegexStringComparator(of.get(1).getAsString());
      case "substring":
        return new SubstringComparator(of.get(1).getAsString());
      case "component":
        return new BinaryComponentComparator(Json.bytes(of.get(1)), of.get(2).getAsInt());
      case "long":
        return new LongComparator(of.get(1).getAsLong());
      case "bit":
        return new BitComparator(
            Json.bytes(of.get(1)), BitComparator.BitwiseOp.valueOf(of.get(2).getAsString()));
      case "null":
        return new NullComparator();
      default:
        throw new IllegalStateException("no comparator " + of);
    }
  }
}
