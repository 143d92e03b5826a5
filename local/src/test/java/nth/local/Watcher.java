package nth.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import nth.contract.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Somebody who holds a stream open until it ends, and keeps every frame. */
final class Watcher {

  /**
   * One frame of a stream.
   *
   * @param id null where the frame has none
   */
  record Frame(String event, @Nullable Long id, JsonNode data) {}

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<Frame> frames = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Integer> ended;

  private Watcher(HttpRequest request) {
    ended =
        HTTP.sendAsync(request, BodyHandlers.ofLines())
            .thenApplyAsync(
                response -> {
                  read(response);
                  return response.statusCode();
                },
                task -> new Thread(task, "watcher").start());
  }

  /**
   * @param headers names and values in turn
   */
  static Watcher open(URI address, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).header("Accept", "text/event-stream");
    if (headers.length > 0) {
      request.headers(headers);
    }
    return new Watcher(request.build());
  }

  List<Frame> frames() {
    return frames;
  }

  boolean hasBegun() {
    return !frames.isEmpty();
  }

  Frame last() {
    return frames.get(frames.size() - 1);
  }

  List<Long> ids() {
    return frames.stream().map(Frame::id).filter(id -> id != null).toList();
  }

  /** Waits until the server ends the stream; returns its status. */
  int awaitEnd() {
    return ended.orTimeout(Shop.LIMIT.toSeconds(), java.util.concurrent.TimeUnit.SECONDS).join();
  }

  private void read(HttpResponse<Stream<String>> response) {
    List<String> lines = new ArrayList<>();
    try (Stream<String> body = response.body()) {
      body.forEach(
          line -> {
            if (!line.isEmpty()) {
              lines.add(line);
            } else {
              take(lines);
              lines.clear();
            }
          });
    } catch (UncheckedIOException e) {
      throw new IllegalStateException("the stream broke", new IOException(e));
    }
  }

  private void take(List<String> lines) {
    String data = field(lines, "data");
    if (data != null) {
      String id = field(lines, "id");
      String event = field(lines, "event");
      frames.add(
          new Frame(
              String.valueOf(event),
              id == null ? null : Long.valueOf(id),
              Json.tolerant().readTree(data)));
    }
  }

  private static @Nullable String field(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse(null);
  }
}
