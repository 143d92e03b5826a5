package nth.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody behind the gateway who writes down what comes through. */
final class Recorder implements AutoCloseable {

  /**
   * What arrived.
   *
   * @param headers by name, with a capital first letter only
   */
  record Seen(String method, String target, Map<String, List<String>> headers) {

    List<String> header(String name) {
      return headers.getOrDefault(name, List.of());
    }
  }

  private final HttpServer server;
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final AtomicInteger hangUps = new AtomicInteger();

  Recorder() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(Ports.HOST), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::take);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    var headers = exchange.getRequestHeaders();
    seen.add(
        new Seen(
            exchange.getRequestMethod(), exchange.getRequestURI().toString(), Map.copyOf(headers)));
    if (hangUps.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      exchange.close();
      return;
    }
    // The shop's session: the person whom its cookie names.
    String cookie = headers.getFirst("Cookie");
    if (cookie != null) {
      exchange.getResponseHeaders().add("X-Shop-Person", cookie.replace("session=", ""));
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  String address() {
    return Ports.HOST + ":" + server.getAddress().getPort();
  }

  List<Seen> seen() {
    return List.copyOf(seen);
  }

  /** The next one gets no answer, as of somebody who ends. */
  void hangUpOnce() {
    hangUps.set(1);
  }

  void forget() {
    seen.clear();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
