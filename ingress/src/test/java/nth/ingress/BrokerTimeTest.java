package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BrokerTimeTest {

  private static final Instant T = Instant.parse("2027-03-28T10:00:00.000Z");

  private final AtomicLong nanos = new AtomicLong(-7_000_000_000L);
  private final BrokerTime time = new BrokerTime(nanos::get);

  private void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  /** An append that took so long, and got that stamp. */
  private void acknowledged(Instant stamp, long tookMillis) {
    long handed = nanos.get();
    pass(Duration.ofMillis(tookMillis));
    time.learn(stamp, handed, nanos.get());
  }

  @Test
  void beforeTheFirstAcknowledgement_nothingIsKnown() {
    assertThat(time.atMost()).isEmpty();
    assertThat(time.atLeast()).isEmpty();
  }

  @Test
  void theAppendHappened_betweenHandingOverAndAcknowledgement() {
    acknowledged(T, 40);
    assertThat(time.atMost()).contains(T.plusMillis(41));
    assertThat(time.atLeast()).contains(T);
    pass(Duration.ofSeconds(3));
    assertThat(time.atMost()).contains(T.plusMillis(3_041));
    assertThat(time.atLeast()).contains(T.plusMillis(3_000));
  }

  @Test
  void ofSeveralReadings_theLatestClockCounts() {
    acknowledged(T, 40);
    acknowledged(T.plusSeconds(60), 0);
    assertThat(time.atLeast()).contains(T.plusSeconds(60));
    acknowledged(T.plusSeconds(1), 0);
    assertThat(time.atMost().orElseThrow()).isAfterOrEqualTo(T.plusSeconds(60));
  }

  @Test
  void whatWasLearned_isForgottenAfterTenMinutes() {
    acknowledged(T, 0);
    pass(BrokerTime.MEMORY);
    assertThat(time.atMost()).isPresent();
    pass(Duration.ofNanos(1));
    assertThat(time.atMost()).isEmpty();
    assertThat(time.atLeast()).isEmpty();
  }

  @Test
  void youngReadings_outliveOldOnes() {
    acknowledged(T, 0);
    pass(Duration.ofMinutes(9));
    acknowledged(T.plus(Duration.ofMinutes(9)), 0);
    pass(Duration.ofMinutes(9));
    assertThat(time.atLeast()).contains(T.plus(Duration.ofMinutes(18)));
  }

  @Test
  void aBrokerClockThatSteppedBack_doesNotTakeTheLogBack() {
    acknowledged(T, 0);
    pass(BrokerTime.MEMORY.plusSeconds(1));
    Instant hourBack = T.minus(Duration.ofHours(1));
    acknowledged(hourBack, 0);
    assertThat(time.atMost()).contains(T);
    assertThat(time.atLeast()).contains(T);
  }

  @Test
  void aNanoClockThatOverflows_isNoTrouble() {
    nanos.set(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1));
    acknowledged(T, 0);
    assertThat(time.atLeast()).contains(T);
  }
}
