package splitpoint;

import java.util.Map;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Table descriptors from the attributes a step names. */
final class Schema {
  private Schema() {}

  static TableDescriptor create(JsonObject step) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(Json.text(step, "table")));
    for (JsonObject family : Json.objects(step, "families")) {
      table.setColumnFamily(
          family(ColumnFamilyDescriptorBuilder.newBuilder(Json.bytes(family, "NAME")), family));
    }
    attributes(table, step);
    return table.build();
  }

  /** The descriptor after an {@code alter}: families named there are changed or added. */
  static TableDescriptor alter(TableDescriptor now, JsonObject step) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(now);
    for (JsonObject family : Json.objects(step, "families")) {
      byte[] name = Json.bytes(family, "NAME");
      ColumnFamilyDescriptor old = now.getColumnFamily(name);
      if (old == null) {
        table.setColumnFamily(family(ColumnFamilyDescriptorBuilder.newBuilder(name), family));
      } else {
        table.modifyColumnFamily(family(ColumnFamilyDescriptorBuilder.newBuilder(old), family));
      }
    }
    for (JsonElement name : Json.array(step, "removeFamilies")) {
      table.removeColumnFamily(Json.bytes(name));
    }
    attributes(table, step);
    return table.build();
  }

  private static void attributes(TableDescriptorBuilder table, JsonObject step) {
    if (Json.has(step, "attributes")) {
      for (Map.Entry<String, JsonElement> one : step.getAsJsonObject("attributes").entrySet()) {
        table.setValue(one.getKey(), one.getValue().getAsString());
      }
    }
  }

  private static ColumnFamilyDescriptor family(ColumnFamilyDescriptorBuilder family, JsonObject attributes) {
    if (Json.has(attributes, "VERSIONS")) { // before MIN_VERSIONS, with which it is compared
      family.setMaxVersions(attributes.get("VERSIONS").getAsInt());
    }
    for (Map.Entry<String, JsonElement> one : attributes.entrySet()) {
      JsonElement value = one.getValue();
      switch (one.getKey()) {
        case "NAME":
        case "VERSIONS":
          break;
        case "MIN_VERSIONS":
          family.setMinVersions(value.getAsInt());
          break;
        case "TTL":
          family.setTimeToLive(value.getAsInt());
          break;
        case "KEEP_DELETED_CELLS":
          family.setKeepDeletedCells(KeepDeletedCells.valueOf(value.getAsString()));
          break;
        case "BLOCKSIZE":
          family.setBlocksize(value.getAsInt());
          break;
        case "BLOOMFILTER":
          family.setBloomFilterType(BloomType.valueOf(value.getAsString()));
          break;
        case "NEW_VERSION_BEHAVIOR":
          family.setNewVersionBehavior(value.getAsBoolean());
          break;
        case "COMPRESSION":
          family.setCompressionType(Compression.Algorithm.valueOf(value.getAsString()));
          break;
        default:
          family.setValue(one.getKey(), value.getAsString());
      }
    }
    return family.build();
  }
}
