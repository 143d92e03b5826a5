package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.Json;
import nth.contract.fixtures.JavaProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The executable jars with exactly the environment that deploy/kubernetes gives them, the profile
 * production included; only addresses and folders are of this machine. Neither broker nor database
 * nor Redis is there, as on the day when they are started last: nobody may be restarted for that.
 */
@Tag("O-70")
class ITKubernetes {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String NOBODY = "127.0.0.1:1";

  /** What each tells an operator of itself. */
  private static final Map<String, String> FIGURES =
      Map.of(
          "ingress", "ingressDoor",
          "sequencer", "lineUndecided",
          "notifier", "notifierLag");

  @TempDir static Path folder;

  private final Manifests manifests = new Manifests();

  /**
   * @param inside its health and metrics
   * @param outside what the public asks
   */
  private record Pod(JavaProcess process, LockedApp inside, LockedApp outside) {}

  @Test
  void withNothingToTalkTo_eachIsAlive_notReady_tellsOperatorsWhy_andStopsWhenTold()
      throws Exception {
    Certificate certificate = Certificate.made(folder);
    Map<String, Pod> pods = new TreeMap<>();
    try {
      for (Workload app : manifests.applications()) {
        pods.put(app.module(), launch(app, certificate));
      }
      pods.forEach(ITKubernetes::assertAliveAndNotReady);
      pods.values().forEach(pod -> pod.process().terminate());
      pods.forEach((app, pod) -> assertThat(pod.process().awaitExit()).as(app).isEqualTo(143));
    } finally {
      pods.values().forEach(pod -> pod.process().close());
    }
  }

  private static void assertAliveAndNotReady(String app, Pod pod) {
    await()
        .atMost(LIMIT)
        .failFast(() -> assertThat(pod.process().isAlive()).as(pod.process().output()).isTrue())
        .until(() -> pod.inside().status("/actuator/health/liveness") == 200);
    assertThat(pod.inside().status("/actuator/health/readiness")).as(app).isEqualTo(503);
    JsonNode told = Json.tolerant().readTree(pod.inside().body("/actuator/health/operator"));
    assertThat(told.path("components").path(FIGURES.get(app)).path("details").isEmpty())
        .as(told.toString())
        .isFalse();
    assertThat(pod.inside().status("/actuator/prometheus")).isEqualTo(200);
    assertThat(pod.outside().status("/actuator/health/operator")).as(app).isEqualTo(404);
  }

  private Pod launch(Workload app, Certificate certificate) {
    Map<String, String> environment = environment(app, certificate);
    int outside = LocalProcess.freePort();
    int inside = LocalProcess.freePort();
    environment.put("SERVER_PORT", Integer.toString(outside));
    environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(inside));
    JavaProcess process = LockedApp.run(app.module(), folder, app.module(), environment);
    return new Pod(process, at(process, inside), at(process, outside));
  }

  private static LockedApp at(JavaProcess process, int port) {
    return new LockedApp(process, URI.create("http://127.0.0.1:" + port));
  }

  private Map<String, String> environment(Workload app, Certificate certificate) {
    Map<String, String> environment = new TreeMap<>(manifests.environment(app));
    environment.replaceAll(
        (name, value) ->
            value
                .replace("kafka.kafka.svc:9093", NOBODY)
                .replace("postgres.postgres.svc:5432", NOBODY)
                .replace("redis.redis.svc", "127.0.0.1")
                .replace("/etc/nth/kafka/ca.crt", certificate.pem().toString())
                .replace("/var/lib/nth", folder.resolve(app.module() + "-state").toString()));
    environment.put("SPRING_DATA_REDIS_PORT", "1");
    environment.put("SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", Account.INGRESS.jaas());
    environment.computeIfPresent("NTH_ADMIN_TOKEN", (name, value) -> "0123456789".repeat(4));
    return environment;
  }
}
