package nth.proof.stage;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small cluster of real processes on this machine: three brokers, a database, two of each
 * application. When it is closed, or this process ends in whatever way but SIGKILL, they are gone.
 */
public final class Stage implements AutoCloseable {

  private static final int OF_EACH = 2;

  private final Path folder;
  private final StageOptions options;
  private final List<PartId> applications =
      Stream.of(Role.SEQUENCER, Role.INGRESS, Role.NOTIFIER)
          .flatMap(role -> IntStream.rangeClosed(1, OF_EACH).mapToObj(n -> new PartId(role, n)))
          .toList();
  private final Wiring wiring;
  private final Cluster cluster;
  private final Database database;
  private final Map<PartId, URI> addresses = new LinkedHashMap<>();
  private final Ensemble parts;
  private final Release first;
  private volatile Release forOperators;

  /** The jars of one build, taken apart: what applications run, or can be replaced by. */
  public final class Release {

    private final String name;
    private final Path from;
    private final Applications jars;

    private Release(String name, Path from) {
      this.name = name;
      this.from = from;
      this.jars = new Applications(options.withJars(from), wiring);
    }

    private Release unpack() throws IOException, InterruptedException {
      jars.unpack(folder.resolve("programs").resolve(name));
      return this;
    }

    /** From its next start on; its data, its address and its settings stay. */
    public void takeOver(PartId id) {
      part(id).become(clocked(id, program(id)));
      if (id.role() == Role.SEQUENCER) {
        forOperators = this;
      }
    }

    private Program program(PartId id) {
      return jars.program(id, folder.resolve(id.toString()), addresses.get(id).getPort());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Stage(Path folder, StageOptions options) {
    this.folder = folder.toAbsolutePath();
    this.options = options;
    this.wiring = new Wiring(applications);
    this.cluster = new Cluster(wiring.directBootstrapServers());
    this.database =
        new Database(this.folder.resolve(PartId.POSTGRES.toString()), wiring.postgresPort());
    this.parts = new Ensemble(this.folder, this::closeTheRest);
    this.first = new Release("first", options.jars());
    this.forOperators = first;
  }

  /** Ends what a run before, killed itself, has left running in this folder, and deletes it. */
  public static void discard(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    endLeftovers(folder);
    Folders.delete(folder);
  }

  private static void endLeftovers(Path folder) throws IOException {
    try (Stream<Path> own = Files.list(Files.createDirectories(folder))) {
      for (Path part : own.filter(Files::isDirectory).toList()) {
        Leftover.end(part);
      }
    }
  }

  /** Returns when everything is ready. */
  public static Stage start(Path folder, StageOptions options) throws InterruptedException {
    Stage stage = new Stage(folder, options);
    try {
      stage.setUp();
      return stage;
    } catch (IOException e) {
      stage.close();
      throw new StageException("The stage cannot be set up in " + folder + ": " + e, e);
    } catch (RuntimeException | InterruptedException e) {
      stage.close();
      throw e;
    }
  }

  public Doors doors() {
    return new Doors(
        addressesOf(Role.INGRESS),
        addressesOf(Role.NOTIFIER),
        wiring.directBootstrapServers(),
        database.directUrl(),
        Applications.ADMIN_TOKEN);
  }

  /** What it was started with. */
  public Release firstRelease() {
    return first;
  }

  /**
   * Takes jars of another build apart, which need not fit what runs.
   *
   * @param name of the folder they are taken apart in
   * @param from as {@link StageOptions#jars}
   */
  public Release release(String name, Path from) throws InterruptedException {
    try {
      return new Release(name, from).unpack();
    } catch (IOException e) {
      throw new StageException("The jars of " + from + " cannot be taken apart: " + e, e);
    }
  }

  /** Where the sequencer's commands for an operator are run from. */
  public Path sequencerJar() {
    return options.withJars(forOperators.from).jar(Role.SEQUENCER);
  }

  /** What those commands are set up by. */
  public Map<String, String> operatorEnvironment() {
    return Map.of(
        "SPRING_KAFKA_BOOTSTRAP_SERVERS",
        wiring.directBootstrapServers(),
        "NTH_PARTITIONS",
        Integer.toString(options.partitions()),
        "NTH_DATA_DIR",
        folder.resolve("operator").toString(),
        "SPRING_DATASOURCE_URL",
        database.directUrl(),
        "SPRING_DATASOURCE_USERNAME",
        Database.USER);
  }

  public Cluster cluster() {
    return cluster;
  }

  public Collection<Part> parts() {
    return parts.all();
  }

  public List<Part> parts(Role role) {
    return parts().stream().filter(part -> part.id().role() == role).toList();
  }

  public Part part(PartId id) {
    return parts.part(id);
  }

  public Wire wire(PartId from, PartId to) {
    return wiring.wire(from, to);
  }

  /** Of a part that was started with {@link StageOptions#steppedClocks}. */
  public Clock clock(PartId id) {
    return new Clock(part(id).folder());
  }

  /** What keeps the stage from being whole, or null. */
  public @Nullable String missing() {
    for (Part part : parts()) {
      if (!part.isReady()) {
        return part + (part.isAlive() ? " is not ready" : " is down");
      }
    }
    return cluster.isWhole() ? null : "a partition lacks a copy";
  }

  @Override
  public void close() {
    parts.close();
  }

  private void closeTheRest() {
    cluster.close();
    wiring.close();
  }

  private void setUp() throws IOException, InterruptedException {
    endLeftovers(folder);
    first.unpack();
    if (options.late().isZero()) {
      startBrokers();
      startPostgres();
      parts.awaitReady();
      startApplications();
    } else {
      startApplications();
      TimeUnit.MILLISECONDS.sleep(options.late().toMillis());
      startBrokers();
      startPostgres();
      parts.awaitReady();
      requirePatience();
    }
    parts.awaitReady();
  }

  private void startBrokers() throws IOException {
    Brokers brokers = new Brokers(options);
    for (int node = 1; node <= Wiring.BROKERS; node++) {
      PartId id = PartId.broker(node);
      int number = node;
      Path own = parts.folder(id);
      Program broker = brokers.program(wiring.brokerSettings(node, own), own);
      add(id, broker, () -> cluster.serves(number)).start();
    }
  }

  private void startApplications() throws IOException {
    for (PartId id : applications) {
      URI address = Ports.httpAddress(wiring.nextPort());
      addresses.put(id, address);
      parts.folder(id);
      add(id, first.program(id), () -> Health.ofApplication(address)).start();
    }
  }

  /** Whoever comes too early waits; ending and being started again is not waiting. */
  private void requirePatience() {
    for (PartId id : applications) {
      part(id).ends().stream()
          .findFirst()
          .ifPresent(
              end -> {
                throw new StageException(
                    "%s of %s did not wait and ended with exit code %d"
                        .formatted(id, options.jars(), end.exitCode()));
              });
    }
  }

  private void startPostgres() throws IOException {
    parts.folder(PartId.POSTGRES);
    try {
      database.install();
    } catch (SQLException e) {
      throw new IOException(e);
    }
    add(PartId.POSTGRES, database.program(), () -> Health.ofPostgres(database.directUrl())).start();
  }

  private Part add(PartId id, Program program, BooleanSupplier serving) {
    if (options.steppedClocks() && id.role() != Role.POSTGRES) {
      new Clock(program.folder()).step(Duration.ZERO);
    }
    return parts.add(id, clocked(id, program), serving);
  }

  private Program clocked(PartId id, Program program) {
    boolean stepped = options.steppedClocks() && id.role() != Role.POSTGRES;
    return stepped ? program.with(new Clock(program.folder()).environment()) : program;
  }

  private List<URI> addressesOf(Role role) {
    return applications.stream().filter(id -> id.role() == role).map(addresses::get).toList();
  }
}
