package nth.proof.stage;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import nth.contract.TopicSettings;

/**
 * One broker, one notifier as its users run it, and a bare server of this program to compare it
 * with; nothing between them. When it is closed, or this process ends in whatever way but SIGKILL,
 * they are gone.
 */
public final class Studio implements AutoCloseable {

  /** How the topics must be laid out. */
  public static final TopicSettings TOPICS = new TopicSettings(1, 1, 1);

  private static final PartId BROKER = PartId.broker(1);
  private static final PartId NOTIFIER = new PartId(Role.NOTIFIER, 1);
  private static final PartId BARE = new PartId(Role.BARE, 1);

  /** The same for both that are compared. The heap is kept close to what is alive in it. */
  private static final List<String> JVM =
      List.of(
          "-Xms16m", "-Xmx1g", "-XX:+UseG1GC", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");

  private final Ports ports = new Ports();
  private final int brokerPort = ports.next();
  private final URI notifier = Ports.httpAddress(ports.next());
  private final URI bare = Ports.httpAddress(ports.next());
  private final StageOptions options;
  private final Cluster cluster = new Cluster(bootstrapServers());
  private final Ensemble parts;

  private Studio(Path folder, StageOptions options) {
    this.options = options;
    this.parts = new Ensemble(folder.toAbsolutePath(), cluster::close);
  }

  /**
   * Returns when the broker is ready. The notifier waits for its topics, which it never makes.
   *
   * @param folder of which only the folders of the parts are touched
   * @param bareCommand of this program, which takes a port
   */
  public static Studio start(Path folder, StageOptions options, String bareCommand)
      throws InterruptedException {
    options.jar(Role.NOTIFIER);
    Studio studio = new Studio(folder, options);
    try {
      studio.setUp(bareCommand);
      return studio;
    } catch (IOException e) {
      studio.close();
      throw new StageException("The stage cannot be set up in " + folder + ": " + e, e);
    } catch (RuntimeException | InterruptedException e) {
      studio.close();
      throw e;
    }
  }

  public String bootstrapServers() {
    return Ports.address(brokerPort);
  }

  public Cluster cluster() {
    return cluster;
  }

  public URI notifierAddress() {
    return notifier;
  }

  public URI bareAddress() {
    return bare;
  }

  public Part notifier() {
    return parts.part(NOTIFIER);
  }

  public Part bare() {
    return parts.part(BARE);
  }

  @Override
  public void close() {
    parts.close();
  }

  public void awaitReady() throws InterruptedException {
    parts.awaitReady();
  }

  private void setUp(String bareCommand) throws IOException, InterruptedException {
    add(BROKER, broker(), () -> cluster.serves(1));
    add(
        BARE,
        ThisProgram.with(JVM, List.of(bareCommand, Integer.toString(bare.getPort())), empty(BARE)),
        () -> Health.ofApplication(bare));
    add(NOTIFIER, notifierProgram(), () -> Health.ofApplication(notifier));
    parts.awaitReady(BROKER);
  }

  private void add(PartId id, Program program, BooleanSupplier serving) {
    parts.add(id, program, serving).start();
  }

  private Program broker() throws IOException {
    Path own = empty(BROKER);
    int controller = ports.next();
    BrokerSettings settings = new BrokerSettings(1).alone();
    settings.listener("INTERNAL", brokerPort, brokerPort);
    settings.listener("CONTROLLER", controller, controller);
    Path file = settings.write(own, "1@" + Ports.address(controller));
    return new Brokers(options).program(file, own);
  }

  private Program notifierProgram() throws IOException {
    Path own = empty(NOTIFIER);
    List<String> arguments = new ArrayList<>(JVM);
    arguments.addAll(List.of("-jar", options.jar(Role.NOTIFIER).toString()));
    Map<String, String> environment =
        Map.of(
            "SERVER_PORT",
            Integer.toString(notifier.getPort()),
            "SERVER_ADDRESS",
            Ports.HOST,
            "SPRING_KAFKA_BOOTSTRAP_SERVERS",
            bootstrapServers(),
            "NTH_DATA_DIR",
            own.resolve("data").toString());
    return Program.java(arguments, environment, own);
  }

  /** Without what an earlier run has left. */
  private Path empty(PartId id) throws IOException {
    Path own = parts.folder(id);
    Folders.delete(own);
    return parts.folder(id);
  }
}
