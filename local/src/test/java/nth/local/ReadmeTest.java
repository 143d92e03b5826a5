package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.local.SettingsPage.Setting;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What the README says without being run. */
class ReadmeTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern CASE_ID = Pattern.compile("O-\\d\\d");
  private static final List<String> SHIPPED =
      List.of(
          "src/main/resources/nth-shared.yml",
          "ingress/src/main/resources/nth-ingress.yml",
          "sequencer/src/main/resources/nth-sequencer.yml",
          "notifier/src/main/resources/nth-notifier.yml",
          "local/src/main/resources/application.yml");

  @Test
  void ciRuns_theTestCommandOfTheReadme() throws IOException {
    String command = new Readme().blocks("bash").get(2).strip();

    assertThat(command).isEqualTo("mvn verify");
    assertThat(Files.readString(ROOT.resolve(".ci/run"))).endsWith("exec " + command + "\n");
  }

  @Test
  void clients_areTheOnesThatAreRun() throws IOException {
    Readme readme = new Readme();

    assertThat(readme.blocks("js")).containsExactly(docs("watch.js"));
    assertThat(readme.blocks("java")).containsExactly(docs("Watch.java"));
  }

  private static String docs(String name) throws IOException {
    return Files.readString(ROOT.resolve("docs").resolve(name));
  }

  /** {@code nth.admin.token} of all parts stands in local's file alone. */
  @Test
  void everyKeyThatIsShipped_isATypedSetting_andTheOtherWayRound() {
    assertThat(SettingsPage.settings().stream().map(Setting::key).toList())
        .containsExactlyInAnyOrderElementsOf(shippedKeys());
  }

  @Test
  void cases_areThoseThatTestsName() throws IOException {
    Set<String> listed =
        Files.readAllLines(ROOT.resolve("CASES.md")).stream()
            .filter(line -> line.startsWith("| `O-"))
            .map(line -> line.substring(3, 7))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(namedInTests()).isEqualTo(listed);
  }

  private static Set<String> namedInTests() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String module :
        List.of("src", "ingress/src", "sequencer/src", "notifier/src", "local/src", "proof/src")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("test"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          CASE_ID.matcher(Files.readString(file)).results().forEach(id -> named.add(id.group()));
        }
      }
    }
    return named;
  }

  private static Set<String> shippedKeys() {
    Set<String> all = new TreeSet<>();
    SHIPPED.forEach(file -> all.addAll(keys(ROOT.resolve(file))));
    return all;
  }

  private static Set<String> keys(Path file) {
    try (InputStream yaml = Files.newInputStream(file)) {
      Set<String> keys = new TreeSet<>();
      collect("", new Yaml().load(yaml), keys);
      keys.removeIf(key -> !key.startsWith("nth."));
      return keys;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void collect(String prefix, Map<String, Object> tree, Set<String> keys) {
    tree.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked")
            Map<String, Object> below = (Map<String, Object>) value;
            collect(prefix + name + ".", below, keys);
          } else {
            keys.add(prefix + name);
          }
        });
  }
}
