package nth.notifier.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the page is made of. */
class PageFilesTest {

  private static final Pattern SAID = Pattern.compile("\\bsay\\('([\\w.-]+)'");
  private static final Pattern WRITTEN = Pattern.compile("data-words=\"([\\w.-]+)\"");
  private static final Pattern BLANK = Pattern.compile("\\{\\w+}");

  /** A namespace is a name, and nothing is fetched from there. */
  private static final String SVG = "http://www.w3.org/2000/svg";

  private final PageFiles files = new PageFiles();

  private String text(String name) {
    return new String(files.find(name).orElseThrow().plain(), UTF_8);
  }

  private Stream<String> own() {
    return files.names().filter(name -> !name.startsWith("chart."));
  }

  @Test
  void noFile_namesAnotherHost() {
    Stream<String> texts = Stream.concat(Stream.of(files.html()), own().map(this::text));

    assertThat(texts)
        .noneMatch(text -> text.replace(SVG, "").matches("(?s).*(https?:|[\"'(]//).*"));
    assertThat(text("chart.umd.min.js"))
        .doesNotContain("XMLHttpRequest", "fetch(", "importScripts", "WebSocket", "eval(");
  }

  @Test
  void page_hasNothingInLine() {
    assertThat(files.html())
        .doesNotContain("<style", "style=", "javascript:", "<script>")
        .doesNotContainPattern("\\son[a-z]+=");
    assertThat(own().map(this::text))
        .noneMatch(text -> text.contains("innerHTML") || text.contains("setAttribute('style'"));
  }

  @Test
  void catalogues_haveTheSameKeys_withTheSameBlanks() {
    JsonNode english = catalogue("en");
    JsonNode korean = catalogue("ko");

    assertThat(keys(korean)).isEqualTo(keys(english));
    for (String key : keys(english)) {
      assertThat(blanks(korean, key)).as(key).isEqualTo(blanks(english, key));
      assertThat(korean.path(key).asString().isEmpty())
          .as(key)
          .isEqualTo(english.path(key).asString().isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "ko"})
  void everythingSaid_isInTheCatalogue(String language) {
    Set<String> keys = keys(catalogue(language));
    Stream<String> written = WRITTEN.matcher(files.html()).results().map(found -> found.group(1));
    Stream<String> said =
        own()
            .filter(name -> name.endsWith(".js"))
            .flatMap(name -> SAID.matcher(text(name)).results())
            .map(found -> found.group(1));

    assertThat(Stream.concat(written, said).toList())
        .hasSizeGreaterThan(50)
        .allMatch(key -> keys.contains(key) || keys.contains(key + ".other"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"won", "numbered", "signed-out", "limited", "missed", "absent"})
  void everyStatus_hasAVerdictAndASentence(String status) {
    assertThat(keys(catalogue("en"))).contains("mine." + status, "mine." + status + ".detail");
  }

  @Test
  void version_changesWithAnyFile() {
    assertThat(files.version()).matches("[0-9a-f]{16}").isEqualTo(new PageFiles().version());
    assertThat(PageFiles.hash(Stream.of(new byte[] {1}, new byte[] {2})))
        .isNotEqualTo(PageFiles.hash(Stream.of(new byte[] {1}, new byte[] {3})));
  }

  private JsonNode catalogue(String language) {
    return Json.strict().readTree(text("words." + language + ".json"));
  }

  private static Set<String> keys(JsonNode catalogue) {
    return new TreeSet<>(catalogue.propertyNames());
  }

  private static Set<String> blanks(JsonNode catalogue, String key) {
    return BLANK
        .matcher(catalogue.path(key).asString())
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
