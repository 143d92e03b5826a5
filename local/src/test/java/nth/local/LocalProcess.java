package nth.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** {@code local} as a process of its own on one data folder, to be killed and started again. */
final class LocalProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Path dataDir;
  private final Path output;
  private final int httpPort = freePort();
  private final int kafkaPort = freePort();
  private final int postgresPort = freePort();
  private @Nullable Process process;

  /** Ports are kept over restarts; the output of all its runs is kept beside the data folder. */
  LocalProcess(Path dataDir) {
    this.dataDir = dataDir;
    this.output = dataDir.resolveSibling(dataDir.getFileName() + "-" + httpPort + ".log");
  }

  /** Starts it, set up by its environment; arguments like {@code --server.port=1} win. */
  LocalProcess start(String... args) {
    if (isAlive()) {
      throw new IllegalStateException("It runs already");
    }
    List<String> command = new ArrayList<>(List.of(java(), "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", productClassPath()));
    command.add(LocalApplication.class.getName());
    command.addAll(Arrays.asList(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(settings());
    try {
      process = builder.start();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it says that it is ready; fails at once, with its output, if it ends instead. */
  LocalProcess awaitReady() {
    Awaitility.await("readiness of " + dataDir)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(this::isReady);
    return this;
  }

  /** SIGKILL: no hook runs, Postgres stays behind. */
  LocalProcess kill9() {
    running().destroyForcibly();
    awaitExit();
    return this;
  }

  /** Ctrl-C. */
  LocalProcess interrupt() {
    try {
      new ProcessBuilder("kill", "-INT", Long.toString(running().pid())).start();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for its end and returns the exit code. */
  int awaitExit() {
    try {
      if (!running().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("It does not end:\n" + output());
      }
      return running().exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Everything all its runs have printed so far. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI http(String path) {
    return URI.create("http://" + Ports.HOST + ":" + httpPort + path);
  }

  String bootstrapServers() {
    return Ports.HOST + ":" + kafkaPort;
  }

  /** With user and without password. */
  String jdbcUrl() {
    return "jdbc:postgresql://" + Ports.HOST + ":" + postgresPort + "/nth?user=postgres";
  }

  /** Leaves no process behind, whatever the test did. */
  @Override
  public void close() throws IOException {
    if (isAlive()) {
      kill9();
    }
    if (Files.exists(dataDir)) {
      LocalPostgres.stopOrphan(dataDir.toRealPath().resolve("postgres"));
    }
  }

  private boolean isReady() throws InterruptedException {
    if (!isAlive()) {
      throw new AssertionError("It ended with " + running().exitValue() + ":\n" + output());
    }
    HttpRequest request =
        HttpRequest.newBuilder(http("/actuator/health/readiness"))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  private Map<String, String> settings() {
    return Map.of(
        "NTH_DATA_DIR", dataDir.toString(),
        "SERVER_PORT", Integer.toString(httpPort),
        "NTH_LOCAL_KAFKA_PORT", Integer.toString(kafkaPort),
        "NTH_LOCAL_POSTGRES_PORT", Integer.toString(postgresPort));
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("It was never started");
    }
    return process;
  }

  /** Without what belongs to tests: it would change the settings of the process. */
  private static String productClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.endsWith("test-classes") && !entry.endsWith("-tests.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Below the ports that systems give to outgoing connections, so that it is free again later. */
  private static int freePort() {
    return Ports.firstFreeAbove(ThreadLocalRandom.current().nextInt(10_000, 32_000));
  }
}
