package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import nth.contract.Json;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.Tools;
import tools.jackson.databind.JsonNode;

/** A real Prometheus with the rules of {@code deploy}, which scrapes one process every second. */
final class PrometheusServer implements AutoCloseable {

  private static final String SETTINGS =
      """
      global: { scrape_interval: 1s, evaluation_interval: 1s }
      rule_files: ["%s"]
      scrape_configs:
        - job_name: local
          metrics_path: /actuator/prometheus
          static_configs: [{ targets: ["%s"] }]
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port = FreePort.any();
  private final Process process;

  /** Skips the test where there is no {@code prometheus}, see {@link Tools}. */
  PrometheusServer(Path folder, URI scraped) throws IOException {
    Tools.require("prometheus");
    Path settings = folder.resolve("prometheus.yml");
    Files.writeString(
        settings,
        SETTINGS.formatted(Watching.PROMETHEUS.resolve("alerts.yml"), scraped.getAuthority()));
    process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + settings,
                "--storage.tsdb.path=" + folder.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    await().atMost(Shop.LIMIT).until(() -> process.isAlive() && answers());
  }

  private boolean answers() throws InterruptedException {
    try {
      return get("/-/ready").equals(200);
    } catch (IOException e) {
      return false;
    }
  }

  /** What a query finds now. */
  JsonNode ask(String query) throws IOException, InterruptedException {
    return data("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
        .path("result");
  }

  /** Of all groups of rules. */
  JsonNode groups() throws IOException, InterruptedException {
    return data("/api/v1/rules").path("groups");
  }

  private JsonNode data(String path) throws IOException, InterruptedException {
    var answer = http.send(request(path), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.tolerant().readTree(answer.body()).path("data");
  }

  private Integer get(String path) throws IOException, InterruptedException {
    return http.send(request(path), BodyHandlers.discarding()).statusCode();
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
