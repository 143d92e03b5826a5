package nth.notifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.UserId;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import tools.jackson.databind.JsonNode;

/** A notifier with a web server and a state folder of its own. */
final class Instance implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(60);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ConfigurableApplicationContext context;
  private final String address;

  private Instance(ConfigurableApplicationContext context) {
    this.context = context;
    this.address = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  /** Returns as soon as it holds. */
  static void until(Callable<Boolean> condition) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .atMost(LIMIT)
        .until(condition);
  }

  static Path freshFolder() {
    return Path.of("target", "state", UUID.randomUUID().toString());
  }

  /** Returns without waiting for it to be ready. */
  static Instance start(ResultLog log, Path folder, String... settings) {
    return start(log, folder, context -> {}, settings);
  }

  /**
   * @param beans that take the place of the product's own
   */
  static Instance start(
      ResultLog log, Path folder, Consumer<GenericApplicationContext> beans, String... settings) {
    String[] own = {
      "--server.port=0",
      "--spring.kafka.bootstrap-servers=" + log.bootstrapServers(),
      "--nth.partitions=" + log.partitions(),
      "--nth.notifier.state-dir=" + folder
    };
    return new Instance(
        new SpringApplicationBuilder(NotifierApplication.class)
            .initializers(context -> beans.accept((GenericApplicationContext) context))
            .run(Stream.of(own, settings).flatMap(Stream::of).toArray(String[]::new)));
  }

  /** Ready to answer. */
  static Instance ready(ResultLog log, Path folder, String... settings) {
    return start(log, folder, settings).untilReady();
  }

  Instance untilReady() {
    until(() -> get("/actuator/health/readiness").status() == 200);
    return this;
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Status, headers and body of an answer. */
  record Answer(int status, HttpResponse<String> whole) {
    JsonNode json() {
      return Json.strict().readTree(whole.body());
    }

    String header(String name) {
      return String.join(", ", whole.headers().allValues(name));
    }

    String code() {
      return json().get("code").asString();
    }
  }

  int port() {
    return URI.create(address).getPort();
  }

  Answer get(String path, String... headers) {
    return call("GET", path, headers);
  }

  Answer call(String method, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(LIMIT);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Answer promotion(EventId eventId) {
    return get("/events/" + eventId);
  }

  Answer me(EventId eventId, UserId user) {
    return get("/events/" + eventId + "/entries/me", "X-User-Id", user.value());
  }

  Listener listen(EventId eventId, String... headers) {
    return new Listener(HTTP, URI.create(address + "/events/" + eventId + "/stream"), headers);
  }

  Listener listenAs(UserId user, EventId eventId, String... headers) {
    String[] all =
        Stream.of(new String[] {"X-User-Id", user.value()}, headers)
            .flatMap(Stream::of)
            .toArray(String[]::new);
    return listenWith(eventId, all);
  }

  /** To a person's stream, whoever the headers say that is. */
  Listener listenWith(EventId eventId, String... headers) {
    return new Listener(
        HTTP, URI.create(address + "/events/" + eventId + "/entries/me/stream"), headers);
  }

  /** A promotion's stream on a socket that the test may mistreat. */
  Socket rawStream(EventId eventId) throws IOException {
    return rawStream(eventId, new Socket());
  }

  Socket rawStream(EventId eventId, int receiveBufferBytes) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(receiveBufferBytes);
    return rawStream(eventId, socket);
  }

  private Socket rawStream(EventId eventId, Socket socket) throws IOException {
    URI uri = URI.create(address);
    socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
    String request = "GET /events/" + eventId + "/stream HTTP/1.1\r\nHost: nth\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Override
  public void close() {
    context.close();
  }
}
