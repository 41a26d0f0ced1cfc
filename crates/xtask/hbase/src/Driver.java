package splitpoint;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * A real HBase that answers the steps of a history: one JSON object a line in, one answer a line out.
 *
 * <p>It listens on a port of the loopback address and writes {@code PORT PID} into the file {@code driver} of its
 * folder once HBase is ready. {@code {"do": "begin"}} starts a history: all tables of the last one are gone.
 * Everything runs in this one process, so that the clock, the insides of regions and the death of a server
 * are within reach.
 */
public final class Driver {
  private Driver() {}

  public static void main(String[] arguments) {
    try {
      run(Path.of(arguments[0]), arguments[1]);
    } catch (Throwable problem) {
      problem.printStackTrace();
      System.exit(1);
    }
  }

  private static void run(Path folder, String site) throws Exception {
    Cluster cluster = new Cluster(folder.toFile(), site);
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path ready = folder.resolve("driver.new");
      Files.writeString(ready, socket.getLocalPort() + " " + ProcessHandle.current().pid() + "\n");
      Files.move(ready, folder.resolve("driver"), StandardCopyOption.ATOMIC_MOVE);
      while (true) {
        try (Socket client = socket.accept()) {
          client.setTcpNoDelay(true);
          serve(cluster, client);
        } catch (IOException gone) {
          System.err.println("a client left: " + gone);
        }
      }
    }
  }

  private static void serve(Cluster cluster, Socket client) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(client.getOutputStream(), StandardCharsets.UTF_8));
    Steps steps = new Steps(cluster);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject step = JsonParser.parseString(line).getAsJsonObject();
      out.write(steps.answer(step).toString());
      out.write('\n');
      out.flush();
    }
  }
}
