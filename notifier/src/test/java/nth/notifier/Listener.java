package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import nth.contract.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of one stream that keeps everything it hears. */
final class Listener implements AutoCloseable {

  /** One event as the SSE standard would dispatch it, with the id as it was sent. */
  record Heard(String event, @Nullable Long id, JsonNode data) {}

  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private final List<String> comments = new CopyOnWriteArrayList<>();
  private final List<String> retries = new CopyOnWriteArrayList<>();
  private final CompletableFuture<HttpResponse<Void>> response;
  private final Lines lines = new Lines();

  Listener(HttpClient http, URI uri, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", "text/event-stream");
    if (headers.length > 0) {
      request.headers(headers);
    }
    response = http.sendAsync(request.build(), HttpResponse.BodyHandlers.fromLineSubscriber(lines));
    response.exceptionally(lines::endUnanswered);
  }

  List<Heard> heard() {
    return List.copyOf(heard);
  }

  List<String> events() {
    return heard.stream().map(Heard::event).toList();
  }

  Heard last() {
    return heard.get(heard.size() - 1);
  }

  List<String> comments() {
    return List.copyOf(comments);
  }

  List<String> retries() {
    return List.copyOf(retries);
  }

  /** The last id heard, as a browser would send it back. */
  String lastId() {
    return idHeard().orElseThrow();
  }

  /** The same, if there was one. */
  Optional<String> idHeard() {
    return heard.stream()
        .filter(event -> event.id() != null)
        .reduce((first, second) -> second)
        .map(event -> String.valueOf(event.id()));
  }

  Listener untilHeard(int frames) {
    Instance.until(() -> heard.size() >= frames);
    return this;
  }

  Listener untilHeard(String event) {
    Instance.until(() -> events().contains(event));
    return this;
  }

  /** Until the server ended the stream. */
  Listener untilOver() {
    Instance.until(lines.over::isDone);
    assertThat(lines.over).isCompleted();
    return this;
  }

  boolean isOver() {
    return lines.over.isDone();
  }

  int status() {
    return response.join().statusCode();
  }

  /** When it is over: the status, or nothing if it broke off or there was no answer. */
  CompletableFuture<Optional<Integer>> outcome() {
    return response.handle(
        (answer, fault) -> Optional.ofNullable(answer).map(HttpResponse::statusCode));
  }

  /** Whether it ended as a whole answer does, not broken off. */
  boolean endedCleanly() {
    return lines.over.isDone() && !lines.over.isCompletedExceptionally();
  }

  HttpResponse<Void> response() {
    untilOver();
    return response.join();
  }

  void idsRise() {
    List<Long> ids = heard.stream().map(Heard::id).filter(id -> id != null).toList();
    assertThat(ids).isSorted().doesNotHaveDuplicates();
  }

  /** Walks away. */
  @Override
  public void close() {
    lines.cancel();
  }

  private final class Lines implements Flow.Subscriber<String> {

    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final List<String> block = new ArrayList<>();
    private Flow.@Nullable Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      if (line.startsWith(":")) {
        comments.add(line);
      } else if (!line.isEmpty()) {
        block.add(line);
      } else {
        field("retry").ifPresent(retries::add);
        field("data").ifPresent(this::dispatch);
        block.clear();
      }
    }

    private void dispatch(String data) {
      Long id = field("id").map(Long::valueOf).orElse(null);
      heard.add(new Heard(field("event").orElseThrow(), id, Json.strict().readTree(data)));
    }

    private Optional<String> field(String name) {
      return block.stream()
          .filter(line -> line.startsWith(name + ": "))
          .map(line -> line.substring(name.length() + 2))
          .findFirst();
    }

    /** Nobody else says so: without an answer it is subscribed to nothing. */
    private @Nullable HttpResponse<Void> endUnanswered(Throwable fault) {
      over.completeExceptionally(fault);
      return null;
    }

    @Override
    public void onError(Throwable fault) {
      over.completeExceptionally(fault);
    }

    @Override
    public void onComplete() {
      over.complete(null);
    }

    private void cancel() {
      Flow.Subscription given = subscription;
      if (given != null) {
        given.cancel();
      }
    }
  }
}
