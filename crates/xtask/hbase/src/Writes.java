package splitpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import com.google.protobuf.ServiceException;

/** Mutations, conditional ones and those of several rows. */
final class Writes {
  private Writes() {}

  static Row action(JsonObject step) throws IOException {
    switch (Json.text(step, "do")) {
      case "get":
        return Reads.get(step);
      case "mutate":
        return mutations(step);
      case "check":
        return check(step);
      default:
        return mutation(step);
    }
  }

  static Mutation mutation(JsonObject step) throws IOException {
    switch (Json.text(step, "do")) {
      case "put":
        return put(step);
      case "delete":
        return delete(step);
      case "increment":
        return increment(step);
      case "append":
        return append(step);
      default:
        throw new IllegalStateException("no mutation " + step);
    }
  }

  private static <M extends Mutation> M living(M mutation, JsonObject step) {
    if (Json.has(step, "ttl")) {
      mutation.setTTL(step.get("ttl").getAsLong());
    }
    return mutation;
  }

  static Put put(JsonObject step) throws IOException {
    Put put = new Put(Json.bytes(step, "row"));
    for (JsonArray cell : Json.arrays(step, "cells")) {
      Long time = Json.number(cell.get(2));
      if (time == null) {
        put.addColumn(Json.bytes(cell.get(0)), Json.bytes(cell.get(1)), Json.bytes(cell.get(3)));
      } else {
        put.addColumn(Json.bytes(cell.get(0)), Json.bytes(cell.get(1)), time, Json.bytes(cell.get(3)));
      }
    }
    return living(put, step);
  }

  static Delete delete(JsonObject step) throws IOException {
    Delete delete = Json.has(step, "ts")
        ? new Delete(Json.bytes(step, "row"), step.get("ts").getAsLong())
        : new Delete(Json.bytes(step, "row"));
    for (JsonArray marker : Json.arrays(step, "of")) {
      byte[] family = Json.bytes(marker.get(1));
      String kind = marker.get(0).getAsString();
      boolean wide = kind.startsWith("family");
      byte[] qualifier = wide ? null : Json.bytes(marker.get(2));
      Long time = Json.number(marker.get(wide ? 2 : 3));
      switch (kind) {
        case "family":
          if (time == null) {
            delete.addFamily(family);
          } else {
            delete.addFamily(family, time);
          }
          break;
        case "familyVersion":
          delete.addFamilyVersion(family, time == null ? HConstants.LATEST_TIMESTAMP : time);
          break;
        case "columns":
          if (time == null) {
            delete.addColumns(family, qualifier);
          } else {
            delete.addColumns(family, qualifier, time);
          }
          break;
        default:
          if (time == null) {
            delete.addColumn(family, qualifier);
          } else {
            delete.addColumn(family, qualifier, time);
          }
      }
    }
    return delete;
  }

  static Increment increment(JsonObject step) throws IOException {
    Increment increment = new Increment(Json.bytes(step, "row"));
    for (JsonArray cell : Json.arrays(step, "cells")) {
      increment.addColumn(Json.bytes(cell.get(0)), Json.bytes(cell.get(1)), cell.get(2).getAsLong());
    }
    if (Json.has(step, "timeRange")) {
      JsonArray range = step.getAsJsonArray("timeRange");
      increment.setTimeRange(range.get(0).getAsLong(), Reads.end(range.get(1)));
    }
    if (Json.has(step, "returnResults")) {
      increment.setReturnResults(Json.flag(step, "returnResults", true));
    }
    return living(increment, step);
  }

  static Append append(JsonObject step) {
    Append append = new Append(Json.bytes(step, "row"));
    for (JsonArray cell : Json.arrays(step, "cells")) {
      append.addColumn(Json.bytes(cell.get(0)), Json.bytes(cell.get(1)), Json.bytes(cell.get(2)));
    }
    if (Json.has(step, "timeRange")) {
      JsonArray range = step.getAsJsonArray("timeRange");
      append.setTimeRange(range.get(0).getAsLong(), Reads.end(range.get(1)));
    }
    if (Json.has(step, "returnResults")) {
      append.setReturnResults(Json.flag(step, "returnResults", true));
    }
    return living(append, step);
  }

  static RowMutations mutations(JsonObject step) throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    for (JsonObject one : Json.objects(step, "of")) {
      mutations.add(mutation(one));
    }
    return new RowMutations(Json.bytes(step, "row")).add(mutations);
  }

  static CheckAndMutate check(JsonObject step) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(Json.bytes(step, "row"));
    byte[] family = Json.bytes(step, "family");
    byte[] qualifier = Json.bytes(step, "qualifier");
    if (Json.has(step, "filter")) {
      builder.ifMatches(Filters.filter(step.get("filter")));
    } else if (Json.has(step, "exists")) {
      if (Json.flag(step, "exists", false)) {
        builder.ifMatches(family, qualifier, CompareOperator.NOT_EQUAL, null);
      } else {
        builder.ifNotExists(family, qualifier);
      }
    } else if (Json.has(step, "op")) {
      builder.ifMatches(family, qualifier, Filters.operator(step.get("op")), Json.bytes(step, "value"));
    }
    if (Json.has(step, "timeRange")) {
      builder.timeRange(range(step));
    }
    JsonObject then = step.getAsJsonObject("then");
    switch (Json.text(then, "do")) {
      case "put":
        return builder.build(put(then));
      case "delete":
        return builder.build(delete(then));
      case "increment":
        return builder.build(increment(then));
      case "append":
        return builder.build(append(then));
      default:
        return builder.build(mutations(then));
    }
  }

  private static TimeRange range(JsonObject step) {
    JsonArray range = step.getAsJsonArray("timeRange");
    return TimeRange.between(range.get(0).getAsLong(), Reads.end(range.get(1)));
  }

  /** Whether the conditions held and the mutations were applied. */
  static boolean mutateRows(Table table, JsonObject step) throws IOException {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    byte[] address = Json.bytes(step, "row");
    for (JsonObject one : Json.objects(step, "of")) {
      Mutation mutation = mutation(one);
      request.addMutationRequest(ProtobufUtil.toMutation(type(mutation), mutation));
      address = address == null ? mutation.getRow() : address;
    }
    for (JsonObject one : Json.objects(step, "conditions")) {
      request.addCondition(condition(one));
    }
    MultiRowMutationService.BlockingInterface service =
        MultiRowMutationService.newBlockingStub(table.coprocessorService(address));
    try {
      return service.mutateRows(null, request.build()).getProcessed();
    } catch (ServiceException problem) {
      throw ProtobufUtil.getRemoteException(problem);
    }
  }

  private static MutationType type(Mutation mutation) {
    if (mutation instanceof Put) {
      return MutationType.PUT;
    } else if (mutation instanceof Delete) {
      return MutationType.DELETE;
    } else if (mutation instanceof Increment) {
      return MutationType.INCREMENT;
    }
    return MutationType.APPEND;
  }

  private static Condition condition(JsonObject step) throws IOException {
    byte[] row = Json.bytes(step, "row");
    TimeRange range = Json.has(step, "timeRange") ? range(step) : TimeRange.allTime();
    if (Json.has(step, "filter")) {
      return ProtobufUtil.toCondition(row, Filters.filter(step.get("filter")), range);
    }
    CompareOperator operator;
    byte[] value = null;
    if (Json.has(step, "exists")) {
      operator = Json.flag(step, "exists", false) ? CompareOperator.NOT_EQUAL : CompareOperator.EQUAL;
    } else {
      operator = Filters.operator(step.get("op"));
      value = Json.bytes(step, "value");
    }
    return ProtobufUtil.toCondition(
        row, Json.bytes(step, "family"), Json.bytes(step, "qualifier"), operator, value, range);
  }
}
