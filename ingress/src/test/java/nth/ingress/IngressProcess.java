package nth.ingress;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;

/** The door as a process of its own. */
final class IngressProcess implements AutoCloseable {

  private final int port = FreePort.any();
  private final JavaProcess process;

  /**
   * @param folder for what it prints
   */
  IngressProcess(String bootstrapServers, Path folder) {
    process =
        JavaProcess.application(
            IngressApplication.class,
            Map.of(
                "SPRING_KAFKA_BOOTSTRAP_SERVERS",
                bootstrapServers,
                "NTH_RATE_LIMIT_NETWORK_BURST",
                "1000000",
                "NTH_RATE_LIMIT_NETWORK_REFILL",
                "1000000",
                "SERVER_PORT",
                Integer.toString(port)),
            folder.resolve("ingress-" + port + ".log"));
  }

  URI address() {
    return URI.create("http://localhost:" + port);
  }

  IngressProcess untilReady() {
    Readiness.await(process, address());
    return this;
  }

  JavaProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
