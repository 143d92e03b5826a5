package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.UserId;
import tools.jackson.databind.JsonNode;

/** The HTTP side as a shop's programs use it. */
final class Shop {

  static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int AT_ONCE = 2000;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Semaphore connections = new Semaphore(AT_ONCE);
  private final Function<String, URI> ingress;
  private final Function<String, URI> notifier;
  private final String adminToken;

  Shop(Function<String, URI> ingress, Function<String, URI> notifier, String adminToken) {
    this.ingress = ingress;
    this.notifier = notifier;
    this.adminToken = adminToken;
  }

  /** An answer: its status, its body as JSON, and a header where one is asked for. */
  record Answer(int status, JsonNode body, HttpResponse<String> response) {
    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String text(String member) {
      return body.path(member).asString("");
    }

    long number(String member) {
      return body.path(member).asLong(-1);
    }
  }

  static EventId newEvent(String name) {
    return new EventId(name + "-" + UUID.randomUUID().toString().substring(0, 8));
  }

  Answer define(EventId event, String definition) {
    return send(put(event, definition)).join();
  }

  /** Defines again while the answer is 503, as that answer asks for. */
  EventId defined(String name, String definition) {
    EventId event = newEvent(name);
    Answer answer =
        await()
            .atMost(LIMIT)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofSeconds(1))
            .until(() -> define(event, definition), any -> any.status() != 503);
    assertThat(answer.status()).isIn(200, 201);
    return event;
  }

  Answer close(EventId event) {
    return send(HttpRequest.newBuilder(ingress.apply("/events/" + event + "/close"))
            .header("Authorization", "Bearer " + adminToken)
            .POST(BodyPublishers.noBody())
            .build())
        .join();
  }

  /**
   * @param headers names and values in turn
   */
  Answer enter(EventId event, UserId user, String... headers) {
    return send(entry(event, user, headers)).join();
  }

  /** Enters all of them at once, and returns their answers in the same order. */
  List<Answer> rush(EventId event, List<UserId> users, String... headers) {
    List<CompletableFuture<Answer>> answers =
        users.stream().map(user -> send(entry(event, user, headers))).toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }

  Answer me(EventId event, UserId user, String query) {
    return send(question(event, user, query)).join();
  }

  /** Asks until the entry is decided. */
  Answer decided(EventId event, UserId user) {
    return decided(event, List.of(user)).get(0);
  }

  /** Asks for all of them at once until each is decided, and returns their answers in order. */
  List<Answer> decided(EventId event, List<UserId> users) {
    return await()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> me(event, users), all -> all.stream().allMatch(a -> a.status() == 200));
  }

  private List<Answer> me(EventId event, List<UserId> users) {
    List<CompletableFuture<Answer>> answers =
        users.stream().map(user -> send(question(event, user, ""))).toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }

  Answer state(EventId event) {
    return get("/events/" + event);
  }

  /** Asks until the promotion is closed. */
  Answer closed(EventId event) {
    return await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> state(event), answer -> answer.text("phase").equals("closed"));
  }

  Answer get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(notifier.apply(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build()).join();
  }

  private HttpRequest question(EventId event, UserId user, String query) {
    return HttpRequest.newBuilder(notifier.apply("/events/" + event + "/entries/me" + query))
        .header("X-User-Id", user.value())
        .build();
  }

  private HttpRequest put(EventId event, String definition) {
    return HttpRequest.newBuilder(ingress.apply("/events/" + event))
        .header("Authorization", "Bearer " + adminToken)
        .header("Content-Type", "application/json")
        .PUT(BodyPublishers.ofString(definition))
        .build();
  }

  private HttpRequest entry(EventId event, UserId user, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(ingress.apply("/events/" + event + "/entries"))
            .header("X-User-Id", user.value())
            .POST(BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  private CompletableFuture<Answer> send(HttpRequest request) {
    connections.acquireUninterruptibly();
    return http.sendAsync(request, BodyHandlers.ofString())
        .whenComplete((response, fault) -> connections.release())
        .thenApply(
            response ->
                new Answer(
                    response.statusCode(), Json.tolerant().readTree(response.body()), response));
  }
}
