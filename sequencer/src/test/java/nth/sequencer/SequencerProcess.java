package nth.sequencer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;

/** A sequencer that can be killed and frozen, and started again on its folder. */
final class SequencerProcess implements AutoCloseable {

  private final String bootstrapServers;
  private final Path stateDir;
  private final int port = freePort();
  private JavaProcess process;

  SequencerProcess(String bootstrapServers, Path stateDir) {
    this.bootstrapServers = bootstrapServers;
    this.stateDir = stateDir;
    this.process = launch();
  }

  private JavaProcess launch() {
    try {
      Files.createDirectories(stateDir.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return JavaProcess.start(
        List.of("-cp", productClassPath(), SequencerApplication.class.getName()),
        Map.of(
            "SPRING_KAFKA_BOOTSTRAP_SERVERS",
            bootstrapServers,
            "SPRING_DATASOURCE_URL",
            "jdbc:postgresql://localhost:1/nth",
            "NTH_SEQUENCER_STATE_DIR",
            stateDir.toString(),
            "SERVER_PORT",
            Integer.toString(port)),
        stateDir.resolveSibling(stateDir.getFileName() + "-" + port + ".log"));
  }

  void again() {
    process = launch();
  }

  void awaitReady() {
    Readiness.await(process, URI.create("http://localhost:" + port));
  }

  JavaProcess process() {
    return process;
  }

  /** Without what belongs to tests: it would change the settings of the process. */
  private static String productClassPath() {
    String separator = System.getProperty("path.separator");
    return Stream.of(System.getProperty("java.class.path").split(separator))
        .filter(entry -> !entry.endsWith("test-classes") && !entry.endsWith("-tests.jar"))
        .collect(Collectors.joining(separator));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
