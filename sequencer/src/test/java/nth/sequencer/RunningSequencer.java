package nth.sequencer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import nth.app.ProcessExit;
import nth.contract.Json;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The application as its main method starts it, except that it cannot end the test's JVM. */
public final class RunningSequencer implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> exits = new CopyOnWriteArrayList<>();
  private final ConfigurableApplicationContext context;

  public RunningSequencer(String bootstrapServers, Path stateDir, Map<String, String> more) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spring.kafka.bootstrap-servers", bootstrapServers);
    settings.put("nth.sequencer.state-dir", stateDir.toString());
    settings.put("server.port", "0");
    // Nobody listens there: the line must not care.
    settings.put("spring.datasource.url", "jdbc:postgresql://localhost:1/nth");
    settings.putAll(more);
    List<String> arguments = new ArrayList<>();
    settings.forEach((key, value) -> arguments.add("--" + key + "=" + value));
    ProcessExit exit = exits::add;
    context =
        new SpringApplicationBuilder(SequencerApplication.class)
            .initializers(
                starting -> starting.getBeanFactory().registerSingleton("processExit", exit))
            .run(arguments.toArray(String[]::new));
  }

  public static Path freshStateDir() {
    return Path.of("target", "state", UUID.randomUUID().toString()).toAbsolutePath();
  }

  /** Why the process would have ended; empty if it would run on. */
  public List<String> exits() {
    return exits;
  }

  public int health(String group) {
    try {
      return HTTP.send(request(group), HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What an operator is told, as it is. */
  public String operator() {
    try {
      return HTTP.send(request("operator"), HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** One figure of it. */
  public JsonNode told(String part, String figure) {
    return Json.tolerant()
        .readTree(operator())
        .path("components")
        .path(part)
        .path("details")
        .path(figure);
  }

  private HttpRequest request(String group) {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    return HttpRequest.newBuilder(
            URI.create("http://localhost:" + port + "/actuator/health/" + group))
        .build();
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }
}
