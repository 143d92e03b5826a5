package nth.local;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.Json;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;
import tools.jackson.databind.JsonNode;

/** One of the executable jars as a process of its own, which tells of its health in full. */
record LockedApp(JavaProcess process, URI address) implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /**
   * @param name of its folder and its log
   */
  static LockedApp start(String app, Path folder, String name, Map<String, String> settings) {
    int port = LocalProcess.freePort();
    Map<String, String> environment = new TreeMap<>(settings);
    environment.put("SERVER_PORT", Integer.toString(port));
    environment.put("NTH_DATA_DIR", folder.resolve(name).toString());
    environment.put("MANAGEMENT_ENDPOINT_HEALTH_SHOW_DETAILS", "always");
    return new LockedApp(
        run(app, folder, name, environment), URI.create("http://127.0.0.1:" + port));
  }

  /** A command of the operator, where {@code arguments} name one. */
  static JavaProcess run(
      String app, Path folder, String name, Map<String, String> environment, String... arguments) {
    Path jar = Path.of("..", app, "target", app + "-exec.jar");
    List<String> all = new ArrayList<>(List.of("-jar", jar.toString()));
    all.addAll(List.of(arguments));
    return JavaProcess.start(all, environment, folder.resolve(name + ".log"));
  }

  LockedApp awaitReady() {
    Readiness.await(process, address);
    return this;
  }

  URI at(String path) {
    return address.resolve(path);
  }

  /** 0 while nothing answers. */
  int status(String path) {
    try {
      return HTTP.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isReady() {
    return status("/actuator/health/readiness") == 200;
  }

  /** Empty while nothing answers. */
  String body(String path) {
    try {
      return HTTP.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Why it is not ready, in its own words. */
  String reasons() {
    String said = body("/actuator/health/readiness");
    if (said.isEmpty()) {
      return "";
    }
    JsonNode health = Json.tolerant().readTree(said);
    return health.path("status").asString("") + " " + health.path("components");
  }

  List<String> log() {
    return process.output().lines().toList();
  }

  @Override
  public void close() {
    process.close();
  }
}
