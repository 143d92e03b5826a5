package nth.local;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;
import org.jspecify.annotations.Nullable;

/** {@code local} as a process of its own on one data folder, to be killed and started again. */
final class LocalProcess implements AutoCloseable {

  /** Any will do: this process is of a test. */
  static final String ADMIN_TOKEN = "token-of-a-test-0123456789";

  private final Path dataDir;
  private final Path output;
  private final int httpPort = freePort();
  private final int kafkaPort = freePort();
  private final int postgresPort = freePort();
  private @Nullable JavaProcess process;

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
    List<String> arguments = new ArrayList<>(List.of("-cp", productClassPath()));
    arguments.add(LocalApplication.class.getName());
    arguments.addAll(Arrays.asList(args));
    process = JavaProcess.start(arguments, settings(), output);
    return this;
  }

  /** Waits until it says that it is ready; fails at once, with its output, if it ends instead. */
  LocalProcess awaitReady() {
    Readiness.await(running(), http("/"));
    return this;
  }

  /** SIGKILL: no hook runs, Postgres stays behind. */
  LocalProcess kill9() {
    running().kill9();
    return this;
  }

  /** Ctrl-C. */
  LocalProcess interrupt() {
    running().interrupt();
    return this;
  }

  /** Waits for its end and returns the exit code. */
  int awaitExit() {
    return running().awaitExit();
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Everything all its runs have printed so far. */
  String output() {
    return running().output();
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

  Shop shop() {
    return new Shop(this::http, this::http, ADMIN_TOKEN);
  }

  Books books() {
    return new Books(bootstrapServers(), jdbcUrl());
  }

  /** Leaves no process behind, whatever the test did. */
  @Override
  public void close() throws IOException {
    if (isAlive()) {
      kill9();
    }
    if (Files.exists(dataDir)) {
      stopPostgres();
    }
  }

  /** Ends what a kill has left behind. */
  void stopPostgres() throws IOException {
    LocalPostgres.stopOrphan(dataDir.toRealPath().resolve("postgres"));
  }

  private Map<String, String> settings() {
    return Map.of(
        "NTH_DATA_DIR", dataDir.toString(),
        "SERVER_PORT", Integer.toString(httpPort),
        "NTH_LOCAL_KAFKA_PORT", Integer.toString(kafkaPort),
        "NTH_LOCAL_POSTGRES_PORT", Integer.toString(postgresPort));
  }

  private JavaProcess running() {
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

  /** Below the ports that systems give to outgoing connections, so that it is free again later. */
  static int freePort() {
    return FreePort.any();
  }
}
