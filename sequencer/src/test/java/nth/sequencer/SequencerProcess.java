package nth.sequencer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;

/** A sequencer that can be killed and frozen, and started again on its folder. */
final class SequencerProcess implements AutoCloseable {

  private final String bootstrapServers;
  private final Path stateDir;
  private final int port = FreePort.any();
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
    return JavaProcess.application(
        SequencerApplication.class,
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

  @Override
  public void close() {
    process.close();
  }
}
