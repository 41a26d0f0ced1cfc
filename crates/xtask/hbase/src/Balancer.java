package splitpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.master.balancer.SimpleLoadBalancer;

/** Puts every region of a user's table on one server, and HBase's own tables on another that never dies. */
public final class Balancer extends SimpleLoadBalancer {
  /** Carries {@code hbase:meta} and {@code hbase:namespace}. */
  static volatile ServerName system;

  /** Carries what users create. */
  static volatile ServerName home;

  private static ServerName place(RegionInfo region, List<ServerName> servers) {
    ServerName wanted = region.getTable().isSystemTable() ? system : home;
    if (wanted != null && servers.contains(wanted)) {
      return wanted;
    }
    return servers.stream().filter(server -> !server.equals(system)).findFirst().orElse(servers.get(0));
  }

  @Override
  public Map<ServerName, List<RegionInfo>> roundRobinAssignment(List<RegionInfo> regions, List<ServerName> servers) {
    Map<ServerName, List<RegionInfo>> plan = new HashMap<>();
    for (RegionInfo region : regions) {
      plan.computeIfAbsent(place(region, servers), server -> new ArrayList<>()).add(region);
    }
    return plan;
  }

  @Override
  public Map<ServerName, List<RegionInfo>> retainAssignment(
      Map<RegionInfo, ServerName> regions, List<ServerName> servers) {
    Map<ServerName, List<RegionInfo>> plan = new HashMap<>();
    regions.forEach((region, last) -> {
      ServerName server = last != null && servers.contains(last) ? last : place(region, servers);
      plan.computeIfAbsent(server, any -> new ArrayList<>()).add(region);
    });
    return plan;
  }

  @Override
  public ServerName randomAssignment(RegionInfo region, List<ServerName> servers) {
    return place(region, servers);
  }
}
