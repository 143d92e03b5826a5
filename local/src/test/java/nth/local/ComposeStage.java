package nth.local;

import static java.util.Map.entry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;
import nth.contract.fixtures.RealDatabase;

/**
 * The applications of a compose file as processes of this machine: what the Dockerfile runs, with
 * the environment that compose gives. Only addresses and folders are of this machine.
 */
final class ComposeStage implements AutoCloseable {

  static final String ADMIN_TOKEN = "token-of-a-test-0123456789";

  /** Of the shell in which compose would be run. */
  static final Map<String, String> SURROUNDINGS =
      Map.of(
          "NTH_POSTGRES_PASSWORD", "postgres",
          "NTH_GRAFANA_PASSWORD", "grafana",
          "NTH_ADMIN_TOKEN", ADMIN_TOKEN);

  private static final Map<String, Integer> PORTS =
      Map.ofEntries(entry("ingress", 8081), entry("notifier", 8082), entry("sequencer", 8083));
  private static final String STATE = "/var/lib/nth";
  private static final String DATABASE = "jdbc:postgresql://postgres:5432/nth";

  private final Path folder;
  private final ComposeFile compose;
  private final Map<String, String> addresses = new HashMap<>();
  private final Map<String, Image> images = new HashMap<>();
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, JavaProcess> running = new HashMap<>();
  private final RealDatabase credentials;
  private final ComposeGateway gateway;
  private int redisPort;

  /**
   * @param addresses of this machine, by those in the file
   * @param databaseUrl where the applications find this database
   */
  ComposeStage(
      Path folder,
      ComposeFile compose,
      Map<String, String> addresses,
      RealDatabase database,
      String databaseUrl) {
    this.folder = folder;
    this.compose = compose;
    this.addresses.putAll(addresses);
    this.addresses.put(DATABASE, databaseUrl);
    this.addresses.put(compose.address("gateway"), ComposeGateway.ADDRESS);
    this.credentials = database;
    compose.services().keySet().stream()
        .filter(service -> PORTS.containsKey(app(service)))
        .forEach(service -> ports.put(service, LocalProcess.freePort()));
    gateway = new ComposeGateway(folder.resolve("nginx"), compose.volumes("gateway"), upstreams());
  }

  private Map<String, String> upstreams() {
    Map<String, String> upstreams = new HashMap<>();
    ports.forEach(
        (service, port) -> {
          if (!app(service).equals("sequencer")) {
            String named = compose.address(service) + ":" + PORTS.get(app(service));
            upstreams.put(named, Ports.HOST + ":" + port);
          }
        });
    return upstreams;
  }

  /** The second of an application is named after it. */
  private static String app(String service) {
    return service.replace("-2", "");
  }

  /** Where the service redis is on this machine. */
  void redis(int port) {
    redisPort = port;
  }

  void launch(String service) {
    String app = app(service);
    Image image = images.computeIfAbsent(app, name -> new Image(name, folder.resolve(name)));
    Map<String, String> environment = here(service);
    environment.put("SERVER_PORT", Integer.toString(port(service)));
    running.put(
        service,
        image.start(
            environment, compose.text(service, "mem_limit"), folder.resolve(service + ".log")));
  }

  private Map<String, String> here(String service) {
    Map<String, String> environment = new TreeMap<>(compose.environment(service));
    String volume = compose.volumes(service).get(STATE);
    environment.replaceAll((name, value) -> translated(value).replace(STATE, path(volume)));
    if (environment.computeIfPresent("SPRING_DATA_REDIS_HOST", (n, v) -> Ports.HOST) != null) {
      environment.put("SPRING_DATA_REDIS_PORT", Integer.toString(redisPort));
    }
    environment.computeIfPresent("SPRING_DATASOURCE_USERNAME", (n, v) -> credentials.user());
    environment.computeIfPresent("SPRING_DATASOURCE_PASSWORD", (n, v) -> credentials.password());
    return environment;
  }

  private String path(String volume) {
    try {
      return Files.createDirectories(folder.resolve("volumes").resolve("" + volume)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String translated(String value) {
    String all = value;
    for (Map.Entry<String, String> address : addresses.entrySet()) {
      all = all.replace(address.getKey(), address.getValue());
    }
    return all;
  }

  void awaitReady(String... services) {
    for (String service : services) {
      Readiness.await(process(service), address(service, "/"));
    }
  }

  JavaProcess process(String service) {
    return Objects.requireNonNull(running.get(service), service);
  }

  /** As its health check sees it, which the engine would run in the container. */
  boolean isHealthy(String service) {
    Map<?, ?> check = (Map<?, ?>) compose.get(service, "healthcheck");
    List<String> command =
        ((List<?>) check.get("test"))
            .stream()
                .skip(1) // CMD
                .map(word -> word.toString())
                .map(word -> word.replace("/" + PORTS.get(app(service)), "/" + port(service)))
                .toList();
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port(String service) {
    return Objects.requireNonNull(ports.get(service), service);
  }

  URI address(String service, String path) {
    return URI.create("http://" + Ports.HOST + ":" + port(service) + path);
  }

  ComposeGateway gateway() {
    return gateway;
  }

  /** Everything by the gateway, as everybody has to. */
  Shop shop() {
    return new Shop(gateway::at, gateway::at, ADMIN_TOKEN);
  }

  @Override
  public void close() {
    running.values().forEach(JavaProcess::close);
    gateway.close();
  }
}
