package splitpoint;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.procedure2.Procedure;
import org.apache.hadoop.hbase.regionserver.CompactSplit;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * ZooKeeper, a master and three region servers in this process: one for HBase's own tables, the home of the user's
 * regions, and the other one, which takes them when they move or when home dies.
 */
final class Cluster {
  private static final long PATIENCE_MS = 40_000;

  /** Longer than the servers' {@code hbase.server.thread.wakefrequency}, at which they look for expired leases. */
  private static final long LEASES_LOOKED_AT_MS = 250;

  /** Parents of parents that one cleaning may have to remove one after the other. */
  private static final int MOST_GENERATIONS = 50;

  private final LocalHBaseCluster hbase;
  private final Connection connection;
  private final Admin admin;
  private Server system;
  private Server home;
  private Server other;
  private volatile long ahead;

  Cluster(File folder, String site) throws Exception {
    EnvironmentEdgeManager.injectEdge(() -> System.currentTimeMillis() + ahead);
    String settings = Files.readString(Path.of(site)).replace("FOLDER", folder.getAbsolutePath());
    Path file = folder.toPath().resolve("hbase-site.xml");
    Files.writeString(file, settings);
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(file.toUri().toURL());
    DefaultMetricsSystem.setMiniClusterMode(true); // several servers in one process
    MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(configuration);
    int port = zookeeper.startup(new File(folder, "data"));
    Files.writeString(folder.toPath().resolve("zookeeper"), port + "\n"); // for clients such as the shell
    configuration.set(HConstants.ZOOKEEPER_QUORUM, "localhost");
    configuration.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    hbase = new LocalHBaseCluster(configuration, 1, 3, HMaster.class, Server.class);
    hbase.startup();
    waitFor("the master", () -> hbase.getActiveMaster() != null && hbase.getActiveMaster().isInitialized());
    connection = ConnectionFactory.createConnection(configuration);
    admin = connection.getAdmin();
    admin.balancerSwitch(false, true);
    admin.catalogJanitorSwitch(false);
    takeRoles();
  }

  /** Whoever got {@code hbase:meta} keeps the system tables. */
  private void takeRoles() throws Exception {
    List<Server> servers = new ArrayList<>();
    for (RegionServerThread thread : hbase.getRegionServers()) {
      Server server = (Server) thread.getRegionServer();
      if (server.getRegions().stream().anyMatch(region -> region.getRegionInfo().isMetaRegion())) {
        system = server;
      } else {
        servers.add(server);
      }
    }
    home = servers.get(0);
    other = servers.get(1);
    Balancer.system = system.getServerName();
    Balancer.home = home.getServerName();
    for (Server server : servers) {
      for (HRegion region : server.getRegions()) {
        admin.move(region.getRegionInfo().getEncodedNameAsBytes(), system.getServerName());
      }
    }
  }

  Connection connection() {
    return connection;
  }

  Admin admin() {
    return admin;
  }

  HMaster master() {
    return hbase.getActiveMaster();
  }

  /** Lets at least two milliseconds pass, so that a later server time is a greater one. */
  void breathe() throws InterruptedException {
    Thread.sleep(3);
  }

  static long now() {
    return EnvironmentEdgeManager.currentTime();
  }

  /** The clock of all servers jumps. Ends when scanners whose lease ran out are closed. */
  void tick(long ms) throws InterruptedException {
    ahead += ms;
    Thread.sleep(LEASES_LOOKED_AT_MS);
  }

  /** All tables of users are gone, all user regions would be at home. */
  void clear() throws Exception {
    for (TableDescriptor table : admin.listTableDescriptors()) {
      TableName name = table.getTableName();
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
    takeAllThirsty();
    settle();
  }

  /** The regions of a table that are served, in the order of their start keys. */
  List<HRegion> regions(TableName table) throws IOException {
    List<HRegion> regions = new ArrayList<>();
    admin.getDescriptor(table); // says so if there is no such table
    for (RegionInfo region : admin.getRegions(table)) {
      HRegion served = region(region);
      if (served != null) {
        regions.add(served);
      }
    }
    regions.sort(Comparator.comparing(region -> region.getRegionInfo().getStartKey(), Bytes.BYTES_COMPARATOR));
    return regions;
  }

  HRegion region(RegionInfo region) {
    for (Server server : servers()) {
      HRegion served = server.getRegion(region.getEncodedName());
      if (served != null) {
        return served;
      }
    }
    return null;
  }

  private Server serverOf(RegionInfo region) {
    for (Server server : List.of(home, other)) {
      if (server.getRegion(region.getEncodedName()) != null) {
        return server;
      }
    }
    throw new IllegalStateException("nobody serves " + region);
  }

  private List<Server> servers() {
    return List.of(system, home, other);
  }

  /** The servers that have the regions of tables: the first is the one on which new regions are opened. */
  List<Server> users() {
    return List.of(home, other);
  }

  /** Moves a region to the server it is not on. */
  void move(RegionInfo region) throws Exception {
    Server target = serverOf(region) == home ? other : home;
    admin.move(region.getEncodedNameAsBytes(), target.getServerName());
    waitFor("the move", () -> target.getRegion(region.getEncodedName()) != null);
    settle();
  }

  /** The server of a region dies; its regions come back on the other one, and all of them lie there. */
  void crash(RegionInfo region) throws Exception {
    Server dead = serverOf(region);
    Server survivor = dead == home ? other : home;
    List<RegionInfo> lost = dead.getRegions().stream().map(HRegion::getRegionInfo).collect(Collectors.toList());
    Balancer.home = survivor.getServerName();
    dead.die();
    for (RegionServerThread thread : hbase.getRegionServers()) {
      if (thread.getRegionServer() == dead) {
        thread.join();
      }
    }
    home = survivor;
    master().getServerManager().expireServer(dead.getServerName());
    RegionServerThread next = hbase.addRegionServer();
    next.start();
    next.waitForServerOnline();
    other = (Server) next.getRegionServer();
    ServerName name = other.getServerName();
    waitFor("a new server", () -> master().getServerManager().isServerOnline(name));
    waitFor("recovery", () -> lost.stream().allMatch(one -> home.getRegion(one.getEncodedName()) != null));
    settle();
  }

  /** Runs what asks a server to compact, and waits until no server compacts and nothing replaced is left. */
  void compacting(Request request) throws Exception {
    for (Server server : servers()) {
      server.getCompactSplitThread().switchCompaction(true);
    }
    try {
      request.send();
      waitFor("compactions", () -> servers().stream().noneMatch(Cluster::compacts));
    } finally {
      for (Server server : servers()) {
        server.getCompactSplitThread().switchCompaction(false);
      }
    }
    clean();
  }

  /** Something that is asked of HBase. */
  interface Request {
    void send() throws Exception;
  }

  private static boolean compacts(HRegionServer server) {
    for (HRegion region : server.getRegions()) {
      for (HStore store : region.getStores()) {
        if (server.getCompactSplitThread().isUnderCompaction(store)) {
          return true;
        }
      }
    }
    for (String pool : List.of("longCompactions", "shortCompactions")) {
      if (!idle((ThreadPoolExecutor) Hidden.get(CompactSplit.class, server.getCompactSplitThread(), pool))) {
        return true;
      }
    }
    return false;
  }

  private static boolean idle(ThreadPoolExecutor pool) {
    return pool.getActiveCount() == 0 && pool.getQueue().isEmpty();
  }

  /** Archives replaced files and removes parents of splits and merges that nothing refers to. */
  private void clean() throws Exception {
    for (Server server : servers()) {
      for (HRegion region : server.getRegions()) {
        for (HStore store : region.getStores()) {
          store.closeAndArchiveCompactedFiles();
        }
      }
    }
    settle();
    for (int round = 0; master().getCatalogJanitor().scan() > 0; round++) {
      if (round > MOST_GENERATIONS) {
        throw new IllegalStateException("parents come back: " + master().getCatalogJanitor().getLastReport());
      }
      settle();
    }
  }

  /** In a history that lives by itself: flushes what asked for it, and waits until nothing moves any more. */
  void letLive() throws Exception {
    for (Server server : servers()) {
      for (HRegion region : server.takeThirsty()) {
        server.flushAndMaybeSplit(region);
      }
      ThreadPoolExecutor splits =
          (ThreadPoolExecutor) Hidden.get(CompactSplit.class, server.getCompactSplitThread(), "splits");
      waitFor("splits", () -> idle(splits));
    }
    settleAndForget();
  }

  void takeAllThirsty() {
    servers().forEach(Server::takeThirsty);
  }

  /** Waits until the master has nothing to do. */
  void settle() throws InterruptedException {
    waitFor("the master's procedures",
        () -> master().getMasterProcedureExecutor().getProcedures().stream().allMatch(Procedure::isFinished)
            && !master().getAssignmentManager().getRegionStates().hasRegionsInTransition());
  }

  /** Waits until the master has nothing to do; the client then learns anew where regions are. */
  void settleAndForget() throws InterruptedException {
    settle();
    connection.clearRegionLocationCache();
  }

  static void waitFor(String what, BooleanSupplier done) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_MS * 1_000_000;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("waited in vain for " + what);
      }
      Thread.sleep(2);
    }
  }
}
