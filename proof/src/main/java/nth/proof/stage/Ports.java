package nth.proof.stage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of 127.0.0.1, each given out once. */
final class Ports {

  static final String HOST = "127.0.0.1";
  // Below those that systems give to outgoing connections: a part finds its own free again.
  private static final int FIRST = 10_000;
  private static final int END = 32_000;

  private final Set<Integer> given = new HashSet<>();

  int next() {
    return ThreadLocalRandom.current()
        .ints(FIRST, END)
        .filter(port -> !given.contains(port) && isFree(port))
        .peek(given::add)
        .findFirst()
        .orElseThrow();
  }

  static String address(int port) {
    return HOST + ":" + port;
  }

  static URI httpAddress(int port) {
    return URI.create("http://" + address(port));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
