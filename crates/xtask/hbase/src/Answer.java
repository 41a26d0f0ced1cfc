package splitpoint;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** What HBase answered, in the form of a recording. */
final class Answer {
  private static final long HALF_A_DAY_MS = 12L * 60 * 60 * 1000;
  private static final int LONGEST_MESSAGE = 300;

  private Answer() {}

  static JsonObject nothing() {
    return new JsonObject();
  }

  static JsonObject of(String name, JsonElement value) {
    JsonObject answer = new JsonObject();
    answer.add(name, value);
    return answer;
  }

  static String text(byte[] bytes) {
    return Bytes.toStringBinary(bytes);
  }

  /** {@code {"cells": […]}}; a Result that never came has none. */
  static JsonObject cells(Result result) {
    return of("cells", cells(result, false));
  }

  static JsonArray cells(Result result, boolean raw) {
    JsonArray cells = new JsonArray();
    if (result != null && result.rawCells() != null) {
      for (Cell cell : result.rawCells()) {
        cells.add(cell(cell, false, raw));
      }
    }
    return cells;
  }

  /** {@code [row?, family, qualifier, ts, type?, value]}. */
  static JsonArray cell(Cell cell, boolean row, boolean type) {
    JsonArray array = new JsonArray();
    if (row) {
      array.add(text(CellUtil.cloneRow(cell)));
    }
    array.add(text(CellUtil.cloneFamily(cell)));
    array.add(text(CellUtil.cloneQualifier(cell)));
    array.add(time(cell.getTimestamp()));
    if (type) {
      array.add(type(cell));
    }
    array.add(text(CellUtil.cloneValue(cell)));
    return array;
  }

  /** An entry of a block index: its key without a value. */
  static JsonArray key(Cell cell) {
    JsonArray array = new JsonArray();
    array.add(text(CellUtil.cloneRow(cell)));
    array.add(text(CellUtil.cloneFamily(cell)));
    array.add(text(CellUtil.cloneQualifier(cell)));
    array.add(cell.getTimestamp() == HConstants.LATEST_TIMESTAMP
        ? new JsonPrimitive("max")
        : time(cell.getTimestamp()));
    return array;
  }

  private static String type(Cell cell) {
    switch (cell.getType()) {
      case DeleteFamilyVersion:
        return "DeleteFamilyVersion";
      default:
        return cell.getType().toString();
    }
  }

  private static JsonPrimitive time(long timestamp) {
    long apart = timestamp - Cluster.now();
    return -HALF_A_DAY_MS < apart && apart < HALF_A_DAY_MS ? new JsonPrimitive("now") : new JsonPrimitive(timestamp);
  }

  /** {@code {"row", "cells", "partial"?}}. */
  static JsonObject row(Result result, boolean raw) {
    JsonObject row = of("row", new JsonPrimitive(text(result.getRow())));
    row.add("cells", cells(result, raw));
    if (result.mayHaveMoreCellsInRow()) {
      row.addProperty("partial", true);
    }
    return row;
  }

  static JsonObject metrics(ScanMetrics metrics) {
    JsonObject counts = new JsonObject();
    counts.addProperty("RPC_CALLS", metrics.countOfRPCcalls.get());
    counts.addProperty("REGIONS_SCANNED", metrics.countOfRegions.get());
    counts.addProperty("ROWS_SCANNED", metrics.countOfRowsScanned.get());
    counts.addProperty("ROWS_FILTERED", metrics.countOfRowsFiltered.get());
    counts.addProperty("BYTES_IN_RESULTS", metrics.countOfBytesInResults.get());
    return counts;
  }

  /** {@code {"success", "cells"?}}: cells if an Increment or Append answered. */
  static JsonObject checked(CheckAndMutateResult result) {
    JsonObject answer = of("success", new JsonPrimitive(result.isSuccess()));
    if (result.getResult() != null && !result.getResult().isEmpty()) {
      answer.add("cells", cells(result.getResult(), false));
    }
    return answer;
  }

  /** {@code {"cells"?}}. */
  static JsonObject mutated(Result result) {
    return result == null || result.isEmpty() ? nothing() : cells(result);
  }

  static JsonObject error(Throwable problem) {
    Throwable root = root(problem);
    JsonObject answer = of("error", new JsonPrimitive(root.getClass().getSimpleName()));
    if (root.getMessage() != null) {
      String message = root.getMessage().split("\n")[0]
          .replaceAll("\\d{13}\\.[0-9a-f]{32}", "<id>.<encoded>")
          .replaceAll("[0-9a-f]{32}", "<encoded>")
          .replaceAll("\\b1[0-9]{12}\\b", "<id>")
          .replaceAll("localhost[,:]\\d+(,<id>)?", "<server>");
      boolean cut = message.length() > LONGEST_MESSAGE;
      answer.addProperty("message", cut ? message.substring(0, LONGEST_MESSAGE) + "…" : message);
    }
    return answer;
  }

  /** What the retrying and remote wrappers hold. */
  private static Throwable root(Throwable problem) {
    if (problem instanceof RetriesExhaustedWithDetailsException) {
      return root(((RetriesExhaustedWithDetailsException) problem).getCause(0));
    }
    if (problem instanceof RemoteException) {
      IOException unwrapped = ((RemoteException) problem).unwrapRemoteException();
      return unwrapped == problem ? problem : root(unwrapped);
    }
    boolean wrapper = problem instanceof ExecutionException
        || problem instanceof RetriesExhaustedException
        || problem instanceof UndeclaredThrowableException
        || problem instanceof RuntimeException && problem.getCause() != null;
    return wrapper && problem.getCause() != null ? root(problem.getCause()) : problem;
  }
}
