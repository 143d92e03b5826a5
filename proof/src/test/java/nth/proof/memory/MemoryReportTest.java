package nth.proof.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryReportTest {

  private static final long MIB = 1L << 20;
  private static final long LIMIT = 1000 * MIB;

  @Test
  void applicationsThatKeepATenth_fit() {
    MemoryReport report = report(100, usage(900, 0, List.of()));

    assertThat(report.holds()).isTrue();
    assertThat(report.text())
        .contains("sequencer-1     900    100    400     50      100     10    390      950  no")
        .containsPattern("nth\\.entries +95\\.4 MiB 1000000 bytes per person")
        .endsWith("VERDICT  every application fits\n");
  }

  @Test
  void tooLittleLeft_aKill_anEnd_orSomebodyUnheard_isAViolation() {
    assertThat(report(100, usage(901, 0, List.of())).holds()).isFalse();
    assertThat(report(100, usage(500, 1, List.of())).holds()).isFalse();
    assertThat(report(100, usage(500, 0, List.of(3))).holds()).isFalse();
    assertThat(report(99, usage(500, 0, List.of())).holds()).isFalse();
  }

  private static Usage usage(long held, long kills, List<Integer> ends) {
    Sample low = new Sample(held * MIB / 2, 0, 0, 0, 0);
    Sample high = new Sample(held * MIB, 400 * MIB, 50 * MIB, 100 * MIB, 10 * MIB);
    return new Usage("sequencer-1", List.of(low, high, low), 950 * MIB, kills, ends);
  }

  private static MemoryReport report(long accepted, Usage usage) {
    Footprint footprint = new Footprint(Map.of("nth.entries", 100_000_000L, "nth.winners", 5L));
    return new MemoryReport(
        LIMIT, true, 100, accepted, 5, 5, 3, Duration.ofSeconds(10), List.of(usage), footprint);
  }
}
