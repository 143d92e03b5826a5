package nth.ingress;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.UserId;
import nth.contract.fixtures.RealBroker;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The running application, and one who knocks. */
final class Door implements AutoCloseable {

  static final String ADMIN_TOKEN = "secret";

  private final @Nullable ConfigurableApplicationContext context;
  private final String address;
  private final HttpClient http = HttpClient.newHttpClient();

  private Door(@Nullable ConfigurableApplicationContext context, int port) {
    this.context = context;
    this.address = "http://localhost:" + port;
  }

  /** Of a process of its own. */
  static Door at(int port) {
    return new Door(null, port);
  }

  static Door open(RealBroker broker, String... settings) {
    return open(broker, context -> {}, settings);
  }

  /**
   * @param prepared before anything of it is made
   */
  static Door open(
      RealBroker broker, Consumer<ConfigurableApplicationContext> prepared, String... settings) {
    List<String> arguments = new ArrayList<>(List.of(settings));
    arguments.add("--server.port=0");
    arguments.add("--nth.admin.token=" + ADMIN_TOKEN);
    arguments.add("--spring.kafka.bootstrap-servers=" + broker.bootstrapServers());
    var application =
        new SpringApplicationBuilder(IngressApplication.class).initializers(prepared::accept);
    var context = application.run(arguments.toArray(String[]::new));
    return new Door(context, ((WebServerApplicationContext) context).getWebServer().getPort());
  }

  /** What came back. */
  record Answer(int status, HttpResponse<String> response) {

    static Answer of(HttpResponse<String> response) {
      return new Answer(response.statusCode(), response);
    }

    JsonNode body() {
      return Json.strict().readTree(response.body());
    }

    String member(String name) {
      return body().path(name).asString("");
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** Short, for assertions: the status and the code, or the status of the decision. */
    String gist() {
      JsonNode body = body();
      return status + " " + body.path(body.has("code") ? "code" : "status").asString("");
    }
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(address + path));
  }

  HttpRequest.Builder entry(EventId event, UserId user) {
    return to("/events/" + event + "/entries")
        .header("X-User-Id", user.value())
        .POST(HttpRequest.BodyPublishers.noBody());
  }

  HttpRequest.Builder definition(EventId event, String body) {
    return to("/events/" + event)
        .header("Authorization", "Bearer " + ADMIN_TOKEN)
        .header("Content-Type", "application/json")
        .PUT(HttpRequest.BodyPublishers.ofString(body));
  }

  HttpRequest.Builder closing(EventId event) {
    return to("/events/" + event + "/close")
        .header("Authorization", "Bearer " + ADMIN_TOKEN)
        .POST(HttpRequest.BodyPublishers.noBody());
  }

  Answer ask(HttpRequest.Builder request) {
    try {
      return Answer.of(http.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new IllegalStateException("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  CompletableFuture<Answer> asking(HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(Answer::of);
  }

  int port() {
    return URI.create(address).getPort();
  }

  boolean ready() {
    return ask(to("/actuator/health/readiness").GET()).status() == 200;
  }

  <T> T part(Class<T> type) {
    return requireNonNull(context, "a process of its own").getBean(type);
  }

  /** As SIGTERM does. */
  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }
}
