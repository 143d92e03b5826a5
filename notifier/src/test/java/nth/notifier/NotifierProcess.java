package nth.notifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;
import org.springframework.util.FileSystemUtils;

/** A notifier as a process of its own, which has the same port and folder whenever it runs. */
final class NotifierProcess implements AutoCloseable {

  private final int port = FreePort.any();
  private final Path state;
  private final Path output;
  private final Map<String, String> environment;
  private JavaProcess process;

  /**
   * Starts it.
   *
   * @param folder for its state and what it prints
   */
  NotifierProcess(ResultLog log, Path folder, Map<String, String> settings) {
    state = folder.resolve("state-" + port);
    output = folder.resolve("notifier-" + port + ".log");
    environment = new HashMap<>(settings);
    environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", log.bootstrapServers());
    environment.put("NTH_PARTITIONS", Integer.toString(log.partitions()));
    environment.put("NTH_NOTIFIER_STATE_DIR", state.toString());
    environment.put("SERVER_PORT", Integer.toString(port));
    process = run();
  }

  private JavaProcess run() {
    return JavaProcess.application(NotifierApplication.class, environment, output);
  }

  NotifierProcess untilReady() {
    Readiness.await(process, site().address());
    return this;
  }

  int port() {
    return port;
  }

  Site site() {
    return Site.at(port);
  }

  /** Everything it has printed, in all its lives. */
  String output() {
    return process.output();
  }

  /** SIGTERM. */
  void terminate() {
    process.terminate();
  }

  /**
   * @return its exit code
   */
  int awaitExit() {
    return process.awaitExit();
  }

  /** SIGKILL. */
  void kill9() {
    process.kill9();
  }

  /** As if its disk were lost; while it does not run. */
  NotifierProcess wiped() {
    try {
      FileSystemUtils.deleteRecursively(state);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** After it has ended. */
  NotifierProcess startAgain() {
    process = run();
    return this;
  }

  @Override
  public void close() {
    process.close();
  }
}
