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
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small cluster of real processes on this machine: three brokers, a database, two of each
 * application. When it is closed, or this process ends in whatever way but SIGKILL, they are gone.
 */
public final class Stage implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(300);
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
  private final Map<PartId, Part> parts = new LinkedHashMap<>();
  private boolean closed; // As the parts, under the lock of this: nothing starts after the close.
  private final Thread atExit = new Thread(this::close, "stage at exit");

  private Stage(Path folder, StageOptions options) {
    this.folder = folder.toAbsolutePath();
    this.options = options;
    this.wiring = new Wiring(applications);
    this.cluster = new Cluster(wiring.directBootstrapServers());
    this.database =
        new Database(this.folder.resolve(PartId.POSTGRES.toString()), wiring.postgresPort());
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
    Runtime.getRuntime().addShutdownHook(stage.atExit);
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

  /** Where the sequencer's commands for an operator are run from. */
  public Path sequencerJar() {
    return new Applications(options, wiring).jar(Role.SEQUENCER);
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

  public synchronized Collection<Part> parts() {
    return List.copyOf(parts.values());
  }

  public List<Part> parts(Role role) {
    return parts.values().stream().filter(part -> part.id().role() == role).toList();
  }

  public Part part(PartId id) {
    Part part = parts.get(id);
    if (part == null) {
      throw new IllegalArgumentException("There is no " + id);
    }
    return part;
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
    for (Part part : parts.values()) {
      if (!part.isReady()) {
        return part + (part.isAlive() ? " is not ready" : " is down");
      }
    }
    return cluster.isWhole() ? null : "a partition lacks a copy";
  }

  @Override
  public void close() {
    List<Part> all;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      all = List.copyOf(parts.values());
    }
    CompletableFuture.allOf(
            all.stream()
                .map(part -> CompletableFuture.runAsync(part::retire))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    cluster.close();
    wiring.close();
    if (Thread.currentThread() != atExit) {
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException alreadyEnding) {
      // Then it has nothing left to do.
    }
  }

  private void setUp() throws IOException, InterruptedException {
    Applications jars = new Applications(options, wiring);
    endLeftovers(folder);
    jars.unpack(folder);
    Brokers brokers = new Brokers(options, wiring);
    for (int node = 1; node <= Wiring.BROKERS; node++) {
      PartId id = PartId.broker(node);
      int number = node;
      add(id, brokers.program(node, newFolder(id)), () -> cluster.serves(number)).start();
    }
    startPostgres();
    awaitReady(parts.values());
    for (PartId id : applications) {
      int port = wiring.nextPort();
      URI address = URI.create("http://" + Ports.address(port));
      addresses.put(id, address);
      add(id, jars.program(id, newFolder(id), port), () -> Health.ofApplication(address)).start();
    }
    awaitReady(parts.values());
  }

  private void startPostgres() throws IOException {
    newFolder(PartId.POSTGRES);
    try {
      database.install();
    } catch (SQLException e) {
      throw new IOException(e);
    }
    add(PartId.POSTGRES, database.program(), () -> Health.ofPostgres(database.directUrl())).start();
  }

  private synchronized Part add(PartId id, Program program, BooleanSupplier serving) {
    if (closed) {
      throw new StageException("The stage was closed before " + id + " could start.");
    }
    Program complete = program;
    if (options.steppedClocks() && id.role() != Role.POSTGRES) {
      Clock clock = new Clock(program.folder());
      clock.step(Duration.ZERO);
      complete = program.with(clock.environment());
    }
    Part part = new Part(id, complete, serving);
    parts.put(id, part);
    return part;
  }

  private Path newFolder(PartId id) throws IOException {
    Path own = Files.createDirectories(folder.resolve(id.toString()));
    Leftover.end(own);
    return own;
  }

  private void awaitReady(Collection<Part> which) throws InterruptedException {
    for (Part part : which) {
      if (!part.awaitReady(START_LIMIT)) {
        throw new StageException(
            part + " does not get ready:\n" + String.join("\n", part.lastLines(20)));
      }
    }
  }

  private List<URI> addressesOf(Role role) {
    return applications.stream().filter(id -> id.role() == role).map(addresses::get).toList();
  }
}
