package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.unit.DataSize;

/** As many streams as a notifier lets in fit into its container, by what docs/capacity.md says. */
class NotifierMemoryTest {

  private static final long STREAM = 30_000;
  private static final long HEAP_OF_STREAM = 20_000;

  /** Without streams, at the peak of a million people. */
  private static final long BASE = DataSize.ofMegabytes(663).toBytes();

  private static final long HEAP_OF_BASE = DataSize.ofMegabytes(234).toBytes();

  @ParameterizedTest
  @MethodSource("nth.local.ComposeFilesTest#combinations")
  @Tag("O-67")
  void streamsFitIntoEachOfCompose(ComposeFile compose) {
    ComposeFilesTest.ours(compose)
        .filter(service -> ComposeFilesTest.app(service).equals("notifier"))
        .map(service -> compose.text(service, "mem_limit").toUpperCase(Locale.ROOT) + "B")
        .forEach(limit -> assertFits(DataSize.parse(limit).toBytes()));
  }

  @Test
  @Tag("O-67")
  void streamsFitIntoAPod() {
    Quantity limit =
        new Manifests()
            .workload("nth-notifier")
            .container()
            .getResources()
            .getLimits()
            .get("memory");
    assertFits(Quantity.getAmountInBytes(limit).longValueExact());
  }

  private static void assertFits(long limit) {
    Matcher most =
        Pattern.compile("max-streams: (\\d+)")
            .matcher(ComposeFilesTest.read("notifier/src/main/resources/nth-notifier.yml"));
    assertThat(most.find()).isTrue();
    long streams = Long.parseLong(most.group(1));
    long share =
        Image.entryPoint().stream()
            .filter(word -> word.startsWith("-XX:MaxRAMPercentage="))
            .mapToLong(word -> Long.parseLong(word.substring(word.indexOf('=') + 1)))
            .findFirst()
            .orElseThrow();
    assertThat(BASE + streams * STREAM).isLessThan(limit);
    assertThat(HEAP_OF_BASE + streams * HEAP_OF_STREAM).isLessThan(limit * share / 100);
  }
}
