package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;

/** What begins without anything in the log. */
class ITOpening extends OpenInstance {

  private static final Duration LONG = Duration.ofHours(1);

  private static Instant after(Duration time) {
    return clock.instant().plus(time).truncatedTo(ChronoUnit.MILLIS);
  }

  private static String phase(Listener listener) {
    return listener.last().data().get("phase").asString();
  }

  private String phase() {
    return instance.promotion(event).json().get("phase").asString();
  }

  @Test
  void opening_isTold_whenItComes() {
    Instant opensAt = after(LONG);
    long defined = commitAndShow(story.defined(opensAt, null, 5));
    try (Listener all = instance.listen(event).untilHeard(1);
        Listener alice = instance.listenAs(People.ALICE, event).untilHeard(1)) {
      assertThat(phase(all)).isEqualTo("scheduled");
      assertThat(all.last().id()).isEqualTo(defined);

      clock.move(LONG);
      all.untilHeard(2);
      assertThat(all.last().event()).isEqualTo("update");
      assertThat(phase(all)).isEqualTo("open");
      // Nothing was decided, so every instance keeps the id.
      assertThat(all.last().id()).isNull();
      assertThat(Instant.parse(all.last().data().get("server_time").asString()))
          .isAfterOrEqualTo(opensAt);
      assertThat(phase()).isEqualTo("open");
      assertThat(alice.heard()).hasSize(1);
    }
  }

  @Test
  void openingThatWasMoved_isToldAsMoved_andThenOnce() {
    commitAndShow(story.defined(after(LONG.negated()), null, 5));
    try (Listener all = instance.listen(event).untilHeard(1)) {
      assertThat(phase(all)).isEqualTo("open");
      log.commit(story.defined(after(LONG.multipliedBy(9)), null, 5));
      assertThat(phase(all.untilHeard(2))).isEqualTo("scheduled");
      log.commit(story.defined(after(LONG), null, 5));
      assertThat(phase(all.untilHeard(3))).isEqualTo("scheduled");

      clock.move(LONG);
      assertThat(phase(all.untilHeard(4))).isEqualTo("open");
      all.idsRise();
      Instance.until(() -> all.comments().size() >= 3);
      assertThat(all.heard()).hasSize(4);
    }
  }

  /** Closed is what the log says, not what the clock says. */
  @Test
  void closingTimeThatHasPassed_isNotTold_beforeItIsDecided() {
    Instant opensAt = after(LONG.negated());
    commitAndShow(story.defined(opensAt, opensAt.plusSeconds(30), 5));
    try (Listener all = instance.listen(event).untilHeard(1)) {
      assertThat(phase(all)).isEqualTo("open");
      assertThat(phase()).isEqualTo("open");
      Instance.until(() -> !all.comments().isEmpty());
      assertThat(all.events()).containsExactly("snapshot");

      log.commit(story.closed());
      all.untilOver();
      assertThat(all.events()).containsExactly("snapshot", "closed");
      assertThat(phase(all)).isEqualTo("closed");
    }
  }
}
