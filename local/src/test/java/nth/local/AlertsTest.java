package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import nth.contract.fixtures.Tools;
import nth.local.Watching.Alert;
import nth.local.Watching.Expectation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The alerts by themselves; {@link ITMeters} holds them against what is measured. */
class AlertsTest {

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final int SHORTEST_ADVICE = 60;

  @ParameterizedTest
  @CsvSource({
    "check,rules,alerts.yml",
    "check,config,prometheus.yml",
    "test,rules,alerts-test.yml"
  })
  void promtool_findsNothingWrong(String does, String what, String file) throws Exception {
    Tools.require("promtool");
    Process promtool =
        new ProcessBuilder("promtool", does, what, file)
            .directory(Watching.PROMETHEUS.toFile())
            .redirectErrorStream(true)
            .start();

    String said = new String(promtool.getInputStream().readAllBytes());

    assertThat(promtool.waitFor()).as(said).isZero();
  }

  @Test
  void everyAlert_isShownFiringAndNotFiring() {
    List<Expectation> shown = Watching.expectations();

    assertThat(Watching.alerts())
        .isNotEmpty()
        .allSatisfy(
            alert -> {
              assertThat(shown)
                  .filteredOn(one -> one.expression().contains(asked(alert, "firing")))
                  .extracting(Expectation::found)
                  .contains(true, false);
            });
  }

  /** Without its wait it would fire then, and be pending never. */
  @Test
  void alertThatWaits_isShownToWait() {
    List<Expectation> shown = Watching.expectations();

    assertThat(Watching.alerts())
        .filteredOn(Alert::waits)
        .isNotEmpty()
        .allSatisfy(
            alert ->
                assertThat(shown)
                    .filteredOn(one -> one.expression().contains(asked(alert, "pending")))
                    .extracting(Expectation::found)
                    .contains(true));
  }

  private static String asked(Alert alert, String state) {
    return "alertname=\"%s\",alertstate=\"%s\"".formatted(alert.name(), state);
  }

  @Test
  void everyAlert_saysWhatToDo_andWhereMoreIsSaid() throws IOException {
    for (Alert alert : Watching.alerts()) {
      assertThat(alert.summary()).as(alert.name()).hasSizeGreaterThan(SHORTEST_ADVICE);
      String[] runbook = alert.runbook().split("#");
      assertThat(sections(runbook[0])).as(alert.name()).contains(runbook[1]);
    }
  }

  private static Set<String> sections(String document) throws IOException {
    return HEADING
        .matcher(Files.readString(Path.of("..", document)))
        .results()
        .map(found -> found.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
