package splitpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.master.RegionPlan;
import org.apache.hadoop.hbase.master.balancer.StochasticLoadBalancer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** What HBase's own balancer makes of regions that are laid out as a step says; nothing is moved. */
final class Balance {
  /** It walks by chance: of so many plans the best is kept. */
  private static final int TRIES = 5;

  private Balance() {}

  static JsonObject plan(MasterServices master, JsonObject step) throws Exception {
    JsonObject best = null;
    for (int n = 0; n < TRIES; n++) {
      JsonObject plan = tryOnce(master, step);
      if (best == null || plan.get("millionths").getAsLong() < best.get("millionths").getAsLong()) {
        best = plan;
      }
    }
    return best;
  }

  private static JsonObject tryOnce(MasterServices master, JsonObject step) throws Exception {
    StochasticLoadBalancer balancer = new StochasticLoadBalancer();
    balancer.setMasterServices(master);
    balancer.initialize();

    int count = step.get("servers").getAsInt();
    List<ServerName> servers = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      servers.add(ServerName.valueOf("server" + n, 16020, 1));
    }
    int[] counts = new int[count];
    Map<TableName, Map<ServerName, List<RegionInfo>>> layout = new HashMap<>();
    int number = 0;
    for (JsonElement element : step.getAsJsonArray("regions")) {
      JsonArray place = element.getAsJsonArray();
      TableName table = TableName.valueOf("balance" + place.get(0).getAsInt());
      int server = place.get(1).getAsInt();
      Map<ServerName, List<RegionInfo>> there = layout.computeIfAbsent(table, any -> new HashMap<>());
      servers.forEach(one -> there.computeIfAbsent(one, any -> new ArrayList<>()));
      RegionInfo region =
          RegionInfoBuilder.newBuilder(table)
              .setStartKey(Bytes.toBytes(number))
              .setEndKey(Bytes.toBytes(number + 1))
              .build();
      there.get(servers.get(server)).add(region);
      counts[server]++;
      number++;
    }
    List<RegionPlan> plans = balancer.balanceCluster(layout);
    if (plans != null) {
      for (RegionPlan plan : plans) {
        counts[servers.indexOf(plan.getSource())]--;
        counts[servers.indexOf(plan.getDestination())]++;
      }
    }
    double cost = (Double) Hidden.get(StochasticLoadBalancer.class, balancer, "curOverallCost");
    float weights = (Float) Hidden.get(StochasticLoadBalancer.class, balancer, "sumMultiplier");
    JsonObject answer = new JsonObject();
    answer.addProperty("moves", plans == null ? 0 : plans.size());
    Arrays.sort(counts);
    JsonArray sorted = new JsonArray();
    for (int one : counts) {
      sorted.add(one);
    }
    answer.add("counts", sorted);
    answer.addProperty("millionths", Math.round(cost / weights * 1e6));
    return answer;
  }
}
