package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockSkewTest {

  private static final Instant T = Instant.parse("2027-03-28T10:00:00.000Z");
  private static final long TOOK_NANOS = 40_000_000;

  private final BrokerTime broker = new BrokerTime(() -> TOOK_NANOS);
  private Instant own = T;
  private final ClockSkew skew = new ClockSkew(broker, () -> own);

  @Test
  void beforeTheFirstAcknowledgement_isNoNumber() {
    assertThat(skew.seconds()).isNaN();
  }

  @Test
  void withinWhatAnAppendTook_isNone() {
    broker.learn(T, 0, TOOK_NANOS);

    assertThat(skew.seconds()).isZero();
    own = T.plusMillis(41);
    assertThat(skew.seconds()).isZero();
  }

  @Test
  void ownClockAhead_isPositive_andBehindNegative() {
    broker.learn(T, 0, TOOK_NANOS);

    own = T.plusMillis(2_041);
    assertThat(skew.seconds()).isEqualTo(2);
    own = T.minusMillis(500);
    assertThat(skew.seconds()).isEqualTo(-0.5);
  }
}
