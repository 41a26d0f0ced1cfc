package splitpoint;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Reads the fields of a step. Bytes are strings in HBase's binary notation; an absent field and {@code null} are alike. */
final class Json {
  private Json() {}

  static boolean has(JsonObject object, String name) {
    return object.has(name) && !object.get(name).isJsonNull();
  }

  static String text(JsonObject object, String name) {
    return has(object, name) ? object.get(name).getAsString() : null;
  }

  static byte[] bytes(JsonObject object, String name) {
    return has(object, name) ? bytes(object.get(name)) : null;
  }

  static byte[] bytes(JsonElement element) {
    return element == null || element.isJsonNull() ? null : Bytes.toBytesBinary(element.getAsString());
  }

  static Long number(JsonElement element) {
    return element == null || element.isJsonNull() ? null : element.getAsLong();
  }

  static boolean flag(JsonObject object, String name, boolean otherwise) {
    return has(object, name) ? object.get(name).getAsBoolean() : otherwise;
  }

  static JsonArray array(JsonObject object, String name) {
    return has(object, name) ? object.getAsJsonArray(name) : new JsonArray();
  }

  static List<JsonObject> objects(JsonObject object, String name) {
    List<JsonObject> objects = new ArrayList<>();
    array(object, name).forEach(element -> objects.add(element.getAsJsonObject()));
    return objects;
  }

  static List<JsonArray> arrays(JsonObject object, String name) {
    List<JsonArray> arrays = new ArrayList<>();
    array(object, name).forEach(element -> arrays.add(element.getAsJsonArray()));
    return arrays;
  }
}
