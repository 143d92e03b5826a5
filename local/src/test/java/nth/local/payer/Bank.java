package nth.local.payer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import nth.contract.Json;
import tools.jackson.databind.JsonNode;

/**
 * A payment provider that keeps its own books: what moved, by idempotency key, and every call that
 * came. It can be made to answer anything.
 */
final class Bank implements AutoCloseable {

  private final HttpServer server;
  private final Map<String, JsonNode> moved = new ConcurrentHashMap<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private volatile int answer = 200;

  Bank() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/payments", this::take);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/payments");
  }

  /** From now on; money moves only where it is 200. */
  void answers(int status) {
    answer = status;
  }

  /** What moved, by key. */
  Map<String, JsonNode> moved() {
    return Map.copyOf(moved);
  }

  /** The keys of all calls in their order, those that come again too. */
  List<String> calls() {
    return List.copyOf(calls);
  }

  private void take(HttpExchange exchange) throws IOException {
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key").replace("\"", "");
    JsonNode order = Json.strict().readTree(exchange.getRequestBody().readAllBytes());
    int status = answer;
    calls.add(key);
    if (status == 200 && !moved.computeIfAbsent(key, first -> order).equals(order)) {
      status = 422;
    }
    byte[] body = ("{\"reference\":\"ref-" + key + "\"}").getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
