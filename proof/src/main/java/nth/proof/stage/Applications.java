package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Our jars, set up by nothing but the environment, as a user would. */
final class Applications {

  /** Good for a machine that nobody else reaches. */
  static final String ADMIN_TOKEN = "token-of-the-stage-0123456789";

  private static final String UNLIMITED = "1000000";

  /** Of an ingress through which a crowd comes from one address. */
  static final Map<String, String> OPEN_DOOR =
      Map.of(
          "NTH_ADMIN_TOKEN", ADMIN_TOKEN,
          "NTH_RATE_LIMIT_BURST", UNLIMITED,
          "NTH_RATE_LIMIT_REFILL", UNLIMITED,
          "NTH_RATE_LIMIT_NETWORK_BURST", UNLIMITED,
          "NTH_RATE_LIMIT_NETWORK_REFILL", UNLIMITED);

  private static final List<Role> OURS = List.of(Role.SEQUENCER, Role.INGRESS, Role.NOTIFIER);

  private final StageOptions options;
  private final Wiring wiring;
  private final Map<Role, Unpacked> unpacked = new EnumMap<>(Role.class);

  Applications(StageOptions options, Wiring wiring) {
    this.options = options;
    this.wiring = wiring;
    OURS.forEach(options::jar);
  }

  /**
   * @param folder of these jars
   */
  void unpack(Path folder) throws IOException, InterruptedException {
    ExecutorService atOnce = Executors.newFixedThreadPool(OURS.size());
    try {
      Map<Role, Future<Unpacked>> coming = new EnumMap<>(Role.class);
      OURS.forEach(role -> coming.put(role, atOnce.submit(() -> unpack(role, folder))));
      for (Role role : OURS) {
        unpacked.put(role, coming.get(role).get());
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      atOnce.shutdownNow();
    }
  }

  private Unpacked unpack(Role role, Path folder) throws IOException, InterruptedException {
    return Unpacked.from(options.jar(role), folder.resolve(role.text()), jvmOptions());
  }

  /** Of what was {@link #unpack unpacked}. */
  Program program(PartId id, Path folder, int port) {
    List<String> arguments = new ArrayList<>(jvmOptions());
    arguments.addAll(Objects.requireNonNull(unpacked.get(id.role())).arguments());
    return Program.java(arguments, environment(id, folder, port), folder);
  }

  private List<String> jvmOptions() {
    List<String> all = new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    if (!options.compileFully()) {
      all.add("-XX:TieredStopAtLevel=1");
    }
    return all;
  }

  private Map<String, String> environment(PartId id, Path folder, int port) {
    Map<String, String> all = new TreeMap<>();
    all.put("SERVER_PORT", Integer.toString(port));
    all.put("SERVER_ADDRESS", Ports.HOST);
    all.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", wiring.bootstrapServers(id));
    all.put("NTH_PARTITIONS", Integer.toString(options.partitions()));
    all.put("NTH_REPLICATION_FACTOR", "3");
    all.put("NTH_MIN_INSYNC_REPLICAS", "2");
    all.put("NTH_DATA_DIR", folder.resolve("data").toString());
    all.putAll(ownSettings(id));
    return all;
  }

  private Map<String, String> ownSettings(PartId id) {
    return switch (id.role()) {
      case SEQUENCER ->
          Map.of(
              "SPRING_DATASOURCE_URL",
              Database.jdbcUrl(wiring.postgresGate(id)),
              "SPRING_DATASOURCE_USERNAME",
              Database.USER);
      case INGRESS -> {
        Map<String, String> door = new TreeMap<>(OPEN_DOOR);
        // Nothing is as good as not set.
        door.put("NTH_RETENTION_CLOSED", options.retention() == null ? "" : options.retention());
        yield door;
      }
      case NOTIFIER -> Map.of();
      case BROKER, POSTGRES, BARE -> throw new IllegalArgumentException(id + " is none of ours");
    };
  }
}
