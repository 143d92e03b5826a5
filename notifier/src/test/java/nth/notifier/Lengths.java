package nth.notifier;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/**
 * How long things last that have to be waited for. With {@code -Dnth.ordeal.long=true} as long as
 * in life: the streams are silent for five minutes behind a proxy with a time-out of 30 s, clients
 * are away for 1 s, 60 s and ten minutes, and one stands still for 90 s.
 */
final class Lengths {

  static final boolean LONG = Boolean.getBoolean("nth.ordeal.long");

  static final Duration HEARTBEAT = LONG ? Duration.ofSeconds(15) : Duration.ofMillis(500);
  static final Duration PROXY_TIMEOUT = LONG ? Duration.ofSeconds(30) : Duration.ofSeconds(3);
  static final Duration SILENCE = LONG ? Duration.ofMinutes(5) : PROXY_TIMEOUT.multipliedBy(3);
  static final List<Duration> ABSENCES =
      LONG
          ? List.of(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofMinutes(10))
          : List.of(Duration.ZERO);
  static final Duration STANDSTILL = LONG ? Duration.ofSeconds(90) : Duration.ZERO;

  private Lengths() {}

  /** As {@link Instance#until}, for what takes so long by itself. */
  static void within(Duration length, Callable<Boolean> condition) {
    Awaitility.await().atMost(length.plus(Instance.LIMIT)).until(condition);
  }

  static void pass(Duration length) {
    Awaitility.await().pollDelay(length).atMost(length.plus(Instance.LIMIT)).until(() -> true);
  }
}
