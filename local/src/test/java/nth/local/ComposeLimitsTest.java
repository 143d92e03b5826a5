package nth.local;

import static nth.local.ComposeFilesTest.app;
import static nth.local.ComposeFilesTest.combinations;
import static nth.local.ComposeFilesTest.ours;
import static nth.local.ComposeFilesTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.unit.DataSize;

/** What the compose files allow the applications, held against what these take. */
class ComposeLimitsTest {

  /** Classes, threads, and what the JVM needs for itself. */
  private static final DataSize REST = DataSize.ofMegabytes(128);

  static List<ComposeFile> files() {
    return combinations();
  }

  @ParameterizedTest
  @MethodSource("files")
  @Tag("O-66")
  void engineWaitsLongerForAnEnd_thanTheApplicationTakes(ComposeFile compose) {
    ours(compose)
        .forEach(
            service -> {
              var phase =
                  Pattern.compile("timeout-per-shutdown-phase: (\\d+)s")
                      .matcher(read(app(service) + "/src/main/resources/application.yml"));
              int seconds = phase.find() ? Integer.parseInt(phase.group(1)) : 30;
              String grace = compose.text(service, "stop_grace_period");
              // Requests are waited for, then all else.
              assertThat(Integer.parseInt(grace.replace("s", "")))
                  .as(service)
                  .isGreaterThan(2 * seconds);
            });
  }

  @ParameterizedTest
  @MethodSource("files")
  @Tag("O-67")
  void whatIsBoundedInAProcess_fitsIntoItsContainer(ComposeFile compose) {
    ours(compose)
        .forEach(
            service -> {
              String limit = compose.text(service, "mem_limit").toUpperCase(Locale.ROOT) + "B";
              long all = DataSize.parse(limit).toBytes();
              long heap = all * Long.parseLong(option("-XX:MaxRAMPercentage=")) / 100;
              long bounded =
                  Stream.of("-XX:MaxDirectMemorySize=", "-XX:ReservedCodeCacheSize=")
                      .mapToLong(name -> DataSize.parse(option(name).replace("m", "MB")).toBytes())
                      .sum();
              long stores = DataSize.ofMegabytes(128).toBytes();
              assertThat(heap + bounded + stores + REST.toBytes()).as(service).isLessThan(all);
            });
  }

  private static String option(String name) {
    return Image.entryPoint().stream()
        .filter(word -> word.startsWith(name))
        .map(word -> word.substring(name.length()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("O-68")
  @Tag("O-69")
  void partsStart_whenWhatTheyNeedServes_notWhenItsPortIsOpen() {
    ComposeFile base = new ComposeFile(ComposeStage.SURROUNDINGS);
    assertThat(base.text("postgres", "healthcheck")).contains("pg_isready, --host=127.0.0.1");
    assertThat(base.text("kafka", "healthcheck")).contains("kafka-broker-api-versions.sh");
    for (ComposeFile compose : combinations()) {
      ours(compose)
          .forEach(
              service ->
                  assertThat(compose.text(service, "depends_on"))
                      .as(service)
                      .contains("kafka={condition=service_healthy}")
                      .doesNotContain("service_started"));
    }
  }
}
