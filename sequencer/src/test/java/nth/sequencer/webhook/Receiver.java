package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A shop's address: keeps everything that came, and can be made to behave badly. */
final class Receiver implements AutoCloseable {

  /** One request that arrived whole. */
  record Got(String id, String timestamp, String signature, String body, long atNanos) {}

  /** How it behaves towards one request. */
  interface Manner {
    void meet(HttpExchange exchange) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final Map<String, Manner> manners = new ConcurrentHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/nth", this::take);
    // Where nobody may be led to.
    server.createContext("/elsewhere", exchange -> exchange.sendResponseHeaders(204, -1));
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/nth");
  }

  /** All of an event from now on, unless {@link #well} is called. */
  void behave(String event, Manner manner) {
    manners.put(event, manner);
  }

  void well(String event) {
    manners.remove(event);
  }

  static Manner status(int status, String... headers) {
    return exchange -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
      }
      exchange.sendResponseHeaders(status, -1);
    };
  }

  /** As long as this receiver lives. */
  Manner hang() {
    return exchange -> over.await();
  }

  static Manner cut() {
    // It is closed without a word.
    return exchange -> {};
  }

  static Manner endless() {
    return exchange -> {
      exchange.sendResponseHeaders(200, 0);
      byte[] page = new byte[8_192];
      while (true) {
        exchange.getResponseBody().write(page);
      }
    };
  }

  List<Got> all() {
    return List.copyOf(got);
  }

  /** Of one event, in the order in which they came. */
  List<Got> of(String event) {
    return got.stream().filter(each -> event(each.id()).equals(event)).toList();
  }

  /** Their ids; one that came several times in a row stands there once. */
  List<String> order(String event) {
    List<String> ids = new CopyOnWriteArrayList<>();
    for (Got each : of(event)) {
      if (ids.isEmpty() || !ids.get(ids.size() - 1).equals(each.id())) {
        ids.add(each.id());
      }
    }
    return ids;
  }

  private static String event(String id) {
    return Arrays.asList(id.split(":")).get(1);
  }

  private void take(HttpExchange exchange) throws IOException {
    var headers = exchange.getRequestHeaders();
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String id = headers.getFirst("webhook-id");
    got.add(
        new Got(
            id,
            headers.getFirst("webhook-timestamp"),
            headers.getFirst("webhook-signature"),
            body,
            System.nanoTime()));
    try (exchange) {
      manners.getOrDefault(event(id), status(204)).meet(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
  }
}
