package nth.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** docker-compose.yml and its overrides as an engine would read them: merged and filled in. */
final class ComposeFile {

  static final Path ROOT = Path.of("..");
  static final String BASE = "docker-compose.yml";
  static final String CLUSTER = "docker-compose.cluster.yml";
  static final String WATCH = "docker-compose.watch.yml";
  static final String DEMO = "docker-compose.demo.yml";

  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{(?<name>[A-Z_]+)(:-(?<default>[^}]*)|:\\?(?<complaint>[^}]*))?}");

  private final Map<String, Map<String, Object>> services = new TreeMap<>();
  private final Map<String, String> surroundings;

  /**
   * @param surroundings the environment where compose runs
   * @param overrides laid over docker-compose.yml, in this order
   */
  @SuppressWarnings("unchecked")
  ComposeFile(Map<String, String> surroundings, String... overrides) {
    this.surroundings = Map.copyOf(surroundings);
    Object whole = read(BASE);
    for (String override : overrides) {
      whole = merged("", whole, read(override));
    }
    services.putAll((Map<String, Map<String, Object>>) ((Map<?, ?>) whole).get("services"));
  }

  private static Object read(String name) {
    try (InputStream file = Files.newInputStream(ROOT.resolve(name))) {
      return new Yaml().load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object laid(String key, @Nullable Object base, @Nullable Object over) {
    return base == null || over == null ? over : merged(key, base, over);
  }

  private static Object merged(String key, Object base, Object over) {
    if (base instanceof Map<?, ?> below && over instanceof Map<?, ?> above) {
      Map<Object, Object> both = new LinkedHashMap<>(below);
      above.forEach((name, value) -> both.put(name, laid(name.toString(), both.get(name), value)));
      return both;
    }
    if (key.equals("volumes")) {
      Map<String, Object> byTarget = new LinkedHashMap<>();
      ((List<?>) base).forEach(line -> byTarget.put(target(line), line));
      ((List<?>) over).forEach(line -> byTarget.put(target(line), line));
      return new ArrayList<>(byTarget.values());
    }
    return over;
  }

  private static String target(Object volume) {
    return volume.toString().split(":")[1];
  }

  Map<String, Map<String, Object>> services() {
    return services;
  }

  /** A service's environment; a name without a value is taken over if it is set. */
  Map<String, String> environment(String service) {
    Map<String, String> environment = new TreeMap<>();
    map(service, "environment")
        .forEach(
            (name, value) -> {
              if (value != null) {
                environment.put(name, filledIn(value.toString()));
              } else if (surroundings.containsKey(name)) {
                environment.put(name, surroundings.get(name));
              }
            });
    return environment;
  }

  /** By the path in the container: a volume's name or a path of the machine. */
  Map<String, String> volumes(String service) {
    Map<String, String> sources = new TreeMap<>();
    list(service, "volumes").forEach(line -> sources.put(target(line), line.split(":")[0]));
    return sources;
  }

  /** In the network of the gateway. */
  String address(String service) {
    Map<?, ?> front = (Map<?, ?>) map(service, "networks").get("front");
    return front.get("ipv4_address").toString();
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> map(String service, String key) {
    Object value = services.get(service).get(key);
    return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
  }

  List<String> list(String service, String key) {
    List<?> value = (List<?>) services.get(service).getOrDefault(key, List.of());
    return value.stream().map(Object::toString).toList();
  }

  Set<String> networks(String service) {
    return map(service, "networks").keySet();
  }

  Object get(String service, String key) {
    return services.get(service).get(key);
  }

  String text(String service, String key) {
    return get(service, key).toString();
  }

  private String filledIn(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found.group())));
  }

  private String value(String variable) {
    Matcher parts = VARIABLE.matcher(variable);
    parts.matches();
    String value = surroundings.get(parts.group("name"));
    if (value != null) {
      return value;
    }
    if (parts.group("complaint") != null) {
      throw new IllegalStateException(parts.group("complaint"));
    }
    return parts.group("default") == null ? "" : parts.group("default");
  }
}
