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

  void forget() {
    seen.clear();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
