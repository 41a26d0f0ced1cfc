package splitpoint;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Runs what the page shows as Java, one example after the other, and writes down what is in the tables then. */
final class Runner {
  /** Times that are written are before this, those of servers are not. */
  private static final long NOW = 1_000;

  private Runner() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Paths.get(arguments[0]);
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", "localhost");
    configuration.set("hbase.zookeeper.property.clientPort", arguments[1]);
    PrintStream console = System.out;
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      for (String line : Files.readAllLines(folder.resolve("cases"))) {
        List<String> words = Arrays.asList(line.split(" "));
        boolean quiet = words.get(1).equals("quiet");
        StringBuilder said = new StringBuilder();
        for (String name : words.subList(quiet ? 2 : 1, words.size())) {
          ByteArrayOutputStream printed = new ByteArrayOutputStream();
          System.setOut(new PrintStream(printed, true, "UTF-8"));
          try {
            Class.forName("snippets." + name).getMethod("run", Connection.class).invoke(null, connection);
          } catch (InvocationTargetException failed) {
            said.append("failed ").append(failed.getCause()).append('\n');
            failed.getCause().printStackTrace();
          } finally {
            System.setOut(console);
          }
          if (!quiet) {
            for (String one : printed.toString("UTF-8").split("\n")) {
              said.append(one.isEmpty() ? "" : "said " + one + "\n");
            }
          }
        }
        console.println(words.get(0));
        String found = look(connection) + said;
        Files.write(folder.resolve(words.get(0) + ".got"), found.getBytes(StandardCharsets.UTF_8));
        drop(connection);
      }
    }
  }

  private static void drop(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      for (TableDescriptor table : admin.listTableDescriptors()) {
        if (admin.isTableEnabled(table.getTableName())) {
          admin.disableTable(table.getTableName());
        }
        admin.deleteTable(table.getTableName());
      }
    }
  }

  /** All tables, in the words of look.rb, which says the same in HBase's shell. */
  private static String look(Connection connection) throws Exception {
    StringBuilder found = new StringBuilder();
    try (Admin admin = connection.getAdmin()) {
      for (TableDescriptor table : admin.listTableDescriptors()) {
        found.append("table ").append(table.getTableName()).append('\n');
        found.append("policy ").append(said(table, "SPLIT_POLICY"));
        found.append(" size ").append(said(table, "MAX_FILESIZE")).append('\n');
        for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
          found.append("family ").append(Bytes.toStringBinary(family.getName()));
          found.append(" versions ").append(family.getMinVersions()).append("..").append(family.getMaxVersions());
          found.append(" ttl ").append(family.getTimeToLive()).append(" keep ").append(family.getKeepDeletedCells());
          found.append(" block ").append(family.getBlocksize());
          found.append(" new ").append(family.isNewVersionBehavior()).append('\n');
        }
        cells(connection, table, found);
      }
    }
    return found.toString();
  }

  private static String said(TableDescriptor table, String key) {
    String value = table.getValue(key);
    return value == null ? "none" : value;
  }

  private static void cells(Connection connection, TableDescriptor described, StringBuilder found) throws Exception {
    try (Table table = connection.getTable(described.getTableName());
        RegionLocator regions = connection.getRegionLocator(described.getTableName())) {
      for (byte[] start : regions.getStartKeys()) {
        found.append("region ").append(Bytes.toStringBinary(start)).append('\n');
      }
      Scan scan = new Scan().setRaw(true).readAllVersions();
      try (ResultScanner rows = table.getScanner(scan)) {
        for (Result row : rows) {
          for (Cell cell : row.rawCells()) {
            found.append(Bytes.toStringBinary(CellUtil.cloneRow(cell))).append(' ');
            found.append(Bytes.toStringBinary(CellUtil.cloneFamily(cell))).append(':');
            found.append(Bytes.toStringBinary(CellUtil.cloneQualifier(cell))).append(' ');
            found.append(cell.getTimestamp() < NOW ? String.valueOf(cell.getTimestamp()) : "now").append(' ');
            found.append(cell.getType()).append(' ');
            found.append(Bytes.toStringBinary(CellUtil.cloneValue(cell))).append('\n');
          }
        }
      }
    }
  }
}
