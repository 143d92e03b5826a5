package nth.ingress;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * {@code nth.ingress.*}: how the door answers.
 *
 * @param mode what an entry gets that does not say: {@code queue}: 202 at once; {@code sync}: its
 *     decision
 * @param syncWait how long {@code sync} waits for the decision, 0s to 10s
 * @param clockTolerance how far before an opening an entry is refused without asking the log
 * @param maxInFlight commands handed in and not acknowledged yet; one more gets 503
 * @throws IllegalArgumentException if a value cannot work
 */
@ConfigurationProperties("nth.ingress")
record IngressSettings(
    @DefaultValue("queue") Mode mode,
    @Name("wait") @DefaultValue("2s") Duration syncWait,
    @DefaultValue("5s") Duration clockTolerance,
    @DefaultValue("10000") int maxInFlight) {

  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final int MOST_IN_FLIGHT = 1_000_000;

  /** When an entry is answered. */
  enum Mode {
    /** As soon as it is in the log. */
    QUEUE,
    /** When it is decided. */
    SYNC
  }

  IngressSettings {
    if (syncWait.isNegative() || syncWait.compareTo(LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException("nth.ingress.wait must be 0s to 10s");
    }
    if (clockTolerance.isNegative()) {
      throw new IllegalArgumentException("nth.ingress.clock-tolerance must be 0s or more");
    }
    if (maxInFlight < 1 || maxInFlight > MOST_IN_FLIGHT) {
      throw new IllegalArgumentException("nth.ingress.max-in-flight must be 1 to 1000000");
    }
  }
}
