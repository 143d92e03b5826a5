package nth.proof.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamsReportTest {

  private static final long MB = 1 << 20;
  private static final long MS = 1_000_000;

  private static final Memory IDLE = new Memory(20 * MB, 200 * MB);
  private static final Memory MODERATE = new Memory(40 * MB, 220 * MB);
  private static final Memory LAVISH = new Memory(40 * MB, 240 * MB);

  @Test
  void bothWithinTheirLimits_meetTheAims() {
    StreamsReport report = report(MODERATE, MODERATE, 300);

    assertThat(report.aimsMet()).isTrue();
    assertThat(report.text())
        .contains("each stream          20.5 KB beyond the idle process, at most 30: met")
        .contains("broadcast            p99 3.00 times that of the bare server, at most 3: met")
        .endsWith("VERDICT  aims met\n");
  }

  @Test
  void oneLapThatTakesTooMuchMemory_missesTheAim() {
    StreamsReport report = report(MODERATE, LAVISH, 100);

    assertThat(report.aimsMet()).isFalse();
    assertThat(report.text())
        .contains("each stream          41.0 KB beyond the idle process, at most 30: missed")
        .endsWith("VERDICT  aims missed\n");
  }

  @Test
  void slowBroadcast_missesTheAim() {
    StreamsReport report = report(MODERATE, MODERATE, 400);

    assertThat(report.aimsMet()).isFalse();
    assertThat(report.text()).contains("4.00 times that of the bare server, at most 3: missed");
  }

  @Test
  void slowDeliveryOfOwnResults_isTold_andNotJudged() {
    StreamsReport report = report(Kind.PERSONAL, MODERATE, MODERATE, 400);

    assertThat(report.aimsMet()).isTrue();
    assertThat(report.text()).contains("p99 4.00 times that of one text for all");
  }

  @Test
  void text_fitsATerminal() {
    assertThat(report(MODERATE, LAVISH, 100).text().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(96));
  }

  private static StreamsReport report(Memory first, Memory second, long nthMs) {
    return report(Kind.PUBLIC, first, second, nthMs);
  }

  private static StreamsReport report(Kind kind, Memory first, Memory second, long nthMs) {
    return new StreamsReport(
        new Setting(1, 1000, 50, 2, List.of(kind)),
        Map.of(Side.NTH, IDLE, Side.BARE, IDLE),
        List.of(
            lap(kind, Side.NTH, 1, first),
            lap(kind, Side.BARE, 1, LAVISH),
            lap(kind, Side.BARE, 2, LAVISH),
            lap(kind, Side.NTH, 2, second)),
        Map.of(kind, Map.of(Side.NTH, heard(nthMs), Side.BARE, heard(100))),
        new Stop(Duration.ofMillis(2500), 143));
  }

  private static Lap lap(Kind kind, Side side, int number, Memory open) {
    Ears.Opening opening = new Ears.Opening(Duration.ofSeconds(1), 0, 0);
    return new Lap(kind, side, number, opening, open, IDLE);
  }

  private static Heard heard(long lastMs) {
    Heard heard = Heard.nothing();
    heard.sinceFirst().add(0, new long[] {0, lastMs * MS});
    return heard;
  }
}
