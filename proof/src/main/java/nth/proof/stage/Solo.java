package nth.proof.stage;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One of everything: a broker, a database, and each application as its container runs it, in as
 * much memory. When it is closed, or this process ends in whatever way but SIGKILL, they are gone.
 */
public final class Solo implements AutoCloseable {

  private static final PartId BROKER = PartId.broker(1);
  private static final List<PartId> APPLICATIONS =
      List.of(
          new PartId(Role.SEQUENCER, 1), new PartId(Role.INGRESS, 1), new PartId(Role.NOTIFIER, 1));

  private final Path folder;
  private final StageOptions options;
  private final Path java;
  private final long limitBytes;
  private final Ports ports = new Ports();
  private final int brokerPort = ports.next();
  private final Database database;
  private final Cluster cluster = new Cluster(Ports.address(brokerPort));
  private final Map<PartId, URI> addresses = new LinkedHashMap<>();
  private final Map<PartId, MemoryLimit> limits = new LinkedHashMap<>();
  private final Ensemble parts;

  private Solo(Path folder, StageOptions options, Path java, long limitBytes) {
    this.folder = folder.toAbsolutePath();
    this.options = options;
    this.java = java.toAbsolutePath();
    this.limitBytes = limitBytes;
    this.database = new Database(this.folder.resolve(PartId.POSTGRES.toString()), ports.next());
    this.parts = new Ensemble(this.folder, this::closeTheRest);
    APPLICATIONS.forEach(id -> addresses.put(id, Ports.httpAddress(ports.next())));
  }

  /**
   * Returns when everything is ready.
   *
   * @param java the command that runs the applications
   * @param limitBytes of each application
   */
  public static Solo start(Path folder, StageOptions options, Path java, long limitBytes)
      throws InterruptedException {
    Solo solo = new Solo(folder, options, java, limitBytes);
    try {
      solo.setUp();
      return solo;
    } catch (IOException | SQLException e) {
      solo.close();
      throw new StageException("The stage cannot be set up in " + folder + ": " + e, e);
    } catch (RuntimeException | InterruptedException e) {
      solo.close();
      throw e;
    }
  }

  public Doors doors() {
    return new Doors(
        List.of(addresses.get(APPLICATIONS.get(1))),
        List.of(addresses.get(APPLICATIONS.get(2))),
        Ports.address(brokerPort),
        database.directUrl(),
        Applications.ADMIN_TOKEN);
  }

  public Cluster cluster() {
    return cluster;
  }

  public List<Part> applications() {
    return APPLICATIONS.stream().map(parts::part).toList();
  }

  public URI address(Part application) {
    return addresses.get(application.id());
  }

  /** Empty where the kernel lets this process set none: then the JVM alone is told of it. */
  public Optional<MemoryLimit> limit(Part application) {
    return Optional.ofNullable(limits.get(application.id()));
  }

  @Override
  public void close() {
    parts.close();
  }

  private void closeTheRest() {
    cluster.close();
    limits.values().forEach(MemoryLimit::close);
  }

  private void setUp() throws IOException, SQLException, InterruptedException {
    add(BROKER, broker(), () -> cluster.serves(1));
    parts.folder(PartId.POSTGRES);
    database.install();
    add(PartId.POSTGRES, database.program(), () -> Health.ofPostgres(database.directUrl()));
    parts.awaitReady();
    Image image = Image.in(options.jars());
    for (PartId id : APPLICATIONS) {
      URI address = addresses.get(id);
      add(id, program(image, id), () -> Health.ofApplication(address));
    }
    parts.awaitReady();
  }

  private void add(PartId id, Program program, BooleanSupplier serving) {
    parts.add(id, program, serving).start();
  }

  private Program broker() throws IOException {
    Path own = parts.folder(BROKER);
    int controller = ports.next();
    BrokerSettings settings = new BrokerSettings(1).alone();
    settings.listener("INTERNAL", brokerPort, brokerPort);
    settings.listener("CONTROLLER", controller, controller);
    Path file = settings.write(own, "1@" + Ports.address(controller));
    return new Brokers(options).program(file, own);
  }

  private Program program(Image image, PartId id) throws IOException, InterruptedException {
    Path own = parts.folder(id);
    Path jar = Unpacked.plain(options.jar(id.role()), own.resolve("app"));
    Optional<MemoryLimit> limit =
        MemoryLimit.of(limitBytes, "nth-" + id + "-" + ProcessHandle.current().pid());
    limit.ifPresent(set -> limits.put(id, set));
    List<String> told = limit.isPresent() ? List.of() : List.of("-XX:MaxRAM=" + limitBytes);
    List<String> command = image.command(java, told, jar);
    Map<String, String> environment = new TreeMap<>(image.environment());
    environment.putAll(environment(id, own));
    return new Program(
        limit.map(set -> set.around(command)).orElse(command), environment, own, "TERM");
  }

  private Map<String, String> environment(PartId id, Path own) {
    Map<String, String> all = new TreeMap<>();
    all.put("SERVER_PORT", Integer.toString(addresses.get(id).getPort()));
    all.put("SERVER_ADDRESS", Ports.HOST);
    all.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", Ports.address(brokerPort));
    all.put("NTH_DATA_DIR", own.resolve("data").toString());
    if (id.role() == Role.SEQUENCER) {
      all.put("SPRING_DATASOURCE_URL", Database.jdbcUrl(database.port()));
      all.put("SPRING_DATASOURCE_USERNAME", Database.USER);
    }
    if (id.role() == Role.INGRESS) {
      all.putAll(Applications.OPEN_DOOR);
    }
    return all;
  }
}
