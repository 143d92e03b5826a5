package nth.proof.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import nth.contract.EventId;
import nth.contract.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GapsTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  @Test
  void longestGap_isBetweenTwoAccepted() {
    assertThat(gaps(0, 20, 1, 2, 9, 12, 20).longest()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void refusalsAndTimeOuts_doNotEndAGap() {
    try (Journal journal = journal(1, 9)) {
      journal.add(new Attempt(0, 1, 0, 0, 0, 5 * SECOND, Answer.none(Code.TIME_OUT)));

      assertThat(gaps(journal, 0, 10).longest()).isEqualTo(Duration.ofSeconds(8));
    }
  }

  @Test
  void gapAtEitherEnd_counts() {
    assertThat(gaps(0, 20, 9, 11, 15).longest()).isEqualTo(Duration.ofSeconds(9));
    assertThat(gaps(0, 20, 3, 11).longest()).isEqualTo(Duration.ofSeconds(9));
    assertThat(gaps(0, 20).longest()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void windowCutsAGap() {
    Gaps gaps = gaps(0, 60, 1, 10, 11, 12, 40, 41);

    assertThat(gaps.longest(at(5), at(11))).isEqualTo(Duration.ofSeconds(5));
    assertThat(gaps.longest(at(11), at(20))).isEqualTo(Duration.ofSeconds(8));
    assertThat(gaps.longest(at(55), at(90))).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void whileNobodyPresses_thereIsNoGap() {
    try (Journal journal = journal(1, 3)) {
      journal.add(new Attempt(0, 1, 0, 0, 4 * SECOND, 5 * SECOND, Answer.none(Code.CLOSED)));
      journal.add(new Attempt(0, 1, 0, 0, 14 * SECOND, 15 * SECOND, Answer.none(Code.TIME_OUT)));

      assertThat(gaps(journal, 0, 13).longest()).isEqualTo(Duration.ofSeconds(2));
      assertThat(gaps(journal, 0, 20).longest()).isEqualTo(Duration.ofSeconds(6));
    }
  }

  /** Somebody else presses all the time. */
  private Gaps gaps(int from, int to, int... accepted) {
    try (Journal journal = journal(accepted)) {
      journal.add(new Attempt(0, 2, 0, 0, 0, 1000 * SECOND, Answer.none(Code.TIME_OUT)));
      return gaps(journal, from, to);
    }
  }

  private static Gaps gaps(Journal journal, int from, int to) {
    return Gaps.of(journal, at(from), at(to));
  }

  private Journal journal(int... accepted) {
    Journal journal = new Journal(folder);
    journal.open(new EventId("one"));
    for (int second : accepted) {
      Position position = new Position(0, second);
      Answer answer = new Answer(202, Code.QUEUED, position, "r", 0, false, false, 0);
      journal.add(new Attempt(0, 1, 0, 0, 0, second * SECOND, answer));
    }
    return journal;
  }

  private static Instant at(int second) {
    return Timeline.at(second * SECOND);
  }
}
