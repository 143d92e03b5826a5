package nth.proof.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.contract.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Instant START = Instant.parse("2027-03-28T10:00:00Z");

  @TempDir private Path folder;

  private final Findings findings = new Findings();
  private final List<FaultRecord> faults = new ArrayList<>();

  @Test
  void everythingHeld_isSaid() {
    assertThat(report(null).text()).endsWith("VERDICT  every guarantee held\n");
    assertThat(report(new AuditRun(0, folder)).holds()).isTrue();
  }

  @Test
  void auditThatDoesNotHold_isAViolation() {
    for (int exit : new int[] {1, 2, AuditRun.UNFINISHED}) {
      assertThat(report(new AuditRun(exit, folder)).holds()).isFalse();
    }
  }

  @Test
  void violations_areCountedAndTheFirstSaid_withTheSeed() {
    for (int i = 0; i < 30; i++) {
      findings.add("K3", "no. " + i);
    }

    assertThat(report(null).text())
        .contains("K3 broken, times 30", "K3: no. 19", "VIOLATED, seed 42")
        .doesNotContain("no. 20");
  }

  @Test
  void recoveryTimes_areOfTheirKind() {
    for (int i = 1; i <= 20; i++) {
      fault("kill", Duration.ofMillis(i * 100), Duration.ofMillis(i * 10), Duration.ofMillis(i));
    }
    fault("stop", null, Duration.ofSeconds(4), Duration.ofSeconds(3));

    assertThat(report(null).text())
        .containsPattern("kill +20 +0.10s +1.00s +1.90s +2.00s +0 +0.19s +0.20s +0.02s")
        .containsPattern("stop +1 +- +- +- +- +1 +4.00s +4.00s +3.00s");
  }

  @Test
  void untimedFault_isNoneThatNeverRecovered_andItsSilenceCounts() {
    faults.add(record("kill", true, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO));
    faults.add(record("kill", false, null, Duration.ofMillis(20), Duration.ZERO));
    faults.add(record("restart", false, null, Duration.ofSeconds(2), Duration.ofMillis(30)));

    assertThat(report(null).text())
        .containsPattern("kill +2 +1.00s +1.00s +1.00s +1.00s +0 +1.00s +1.00s +0.00s")
        .containsPattern("restart +1 +- +- +- +- +0 +2.00s +2.00s +0.03s");
  }

  @Test
  void fullReport_fitsOnOnePage() {
    for (int i = 0; i < 100; i++) {
      findings.add("K" + (1 + i % 6), "x".repeat(500));
      fault("kind " + i % 12, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO);
    }

    assertThat(report(null).text().lines()).hasSizeLessThanOrEqualTo(60);
    assertThat(report(null).text().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void report_isWrittenForMachines() throws IOException {
    findings.add("K1", "a gap");
    fault("kill", Duration.ofMillis(1500), Duration.ofMillis(1200), Duration.ofMillis(20));

    var read = Json.strict().readTree(Files.readString(report(null).write(folder)));

    assertThat(read.path("holds").asBoolean()).isFalse();
    assertThat(read.path("tally").path("seed").asLong()).isEqualTo(42);
    assertThat(read.path("faults").path(0).path("recovered").asString()).isEqualTo("PT1.5S");
    assertThat(read.path("faults").path(0).path("silence").asString()).isEqualTo("PT1.2S");
    assertThat(read.path("first_violations").path("K1").path(0).asString()).isEqualTo("a gap");
  }

  private void fault(String kind, @Nullable Duration recovered, Duration silence, Duration gap) {
    faults.add(record(kind, true, recovered, silence, gap));
  }

  private FaultRecord record(
      String kind, boolean timed, @Nullable Duration recovered, Duration silence, Duration gap) {
    Instant healed = START.plusSeconds(5);
    return new FaultRecord(
        faults.size(), kind, "sequencer-1", START, healed, timed, recovered, silence, gap);
  }

  private Report report(@Nullable AuditRun audit) {
    Tally tally =
        new Tally(
            42, Duration.ofSeconds(60), 3, 900, 800, 50, 1, 2, 60, 7, 20, Duration.ofMillis(812));
    return new Report(tally, new Verdict.Outcome(findings, 850, 700, 4), faults, 0, audit);
  }
}
