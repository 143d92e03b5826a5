package nth.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;

/** docker-compose.yml as an engine would read it: parsed, merged and filled in. */
final class ComposeFile {

  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{(?<name>[A-Z_]+)(:-(?<default>[^}]*)|:\\?(?<complaint>[^}]*))?}");

  private final Map<String, Map<String, Object>> services;
  private final Map<String, String> surroundings;

  /**
   * @param surroundings the environment where compose runs
   */
  ComposeFile(Map<String, String> surroundings) {
    this.surroundings = Map.copyOf(surroundings);
    try (InputStream file = Files.newInputStream(Path.of("..", "docker-compose.yml"))) {
      Map<String, Map<String, Map<String, Object>>> root = new Yaml().load(file);
      services = root.get("services");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Map<String, Map<String, Object>> services() {
    return services;
  }

  /** A service's environment; a name without a value is taken over if it is set. */
  @SuppressWarnings("unchecked")
  Map<String, String> environment(String service) {
    Map<String, Object> given = (Map<String, Object>) services.get(service).get("environment");
    Map<String, String> environment = new TreeMap<>();
    given.forEach(
        (name, value) -> {
          if (value != null) {
            environment.put(name, filledIn(value.toString()));
          } else if (surroundings.containsKey(name)) {
            environment.put(name, surroundings.get(name));
          }
        });
    return environment;
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
