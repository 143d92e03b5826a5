package nth.local;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes traces as an OpenTelemetry collector does (OTLP over HTTP); can be told to hang. */
final class Collector implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<byte[]> received = new ConcurrentLinkedQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean hanging;

  Collector() {
    try {
      server = HttpServer.create(new InetSocketAddress(Ports.HOST, 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/traces", this::take);
    server.createContext("/hook", exchange -> answer(exchange, 204));
    server.setExecutor(threads);
    server.start();
  }

  /** Where traces go. */
  URI traces() {
    return URI.create("http://" + Ports.HOST + ":" + server.getAddress().getPort() + "/v1/traces");
  }

  /** Something else that listens here, and is content with everything. */
  URI hook() {
    return traces().resolve("/hook");
  }

  void hang() {
    hanging = true;
  }

  boolean hasReceivedNothing() {
    return received.isEmpty();
  }

  List<Span> spans() {
    return received.stream()
        .map(Collector::parsed)
        .flatMap(request -> request.getResourceSpansList().stream())
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .toList();
  }

  /** All spans of the first trace that has one of that name; none if there is none. */
  List<Span> traceOf(String name) {
    List<Span> spans = spans();
    return spans.stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .map(first -> spans.stream().filter(s -> trace(s).equals(trace(first))).toList())
        .orElse(List.of());
  }

  /** With the group of the listener, of which there may be several to a record. */
  static String fullName(Span span) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals("messaging.kafka.consumer.group"))
        .findFirst()
        .map(group -> span.getName() + " " + group.getValue().getStringValue())
        .orElse(span.getName());
  }

  /** Whether that text stands anywhere in what was sent. */
  boolean hasReceived(String text) {
    return received.stream().anyMatch(body -> new String(body, ISO_8859_1).contains(text));
  }

  static String trace(Span span) {
    return HexFormat.of().formatHex(span.getTraceId().toByteArray());
  }

  private static ExportTraceServiceRequest parsed(byte[] body) {
    try {
      return ExportTraceServiceRequest.parseFrom(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    received.add(exchange.getRequestBody().readAllBytes());
    try {
      if (hanging) {
        end.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answer(exchange, 200);
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(status, -1);
    }
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
