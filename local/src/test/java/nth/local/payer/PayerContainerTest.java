package nth.local.payer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PayerContainerTest {

  // O-27
  @Test
  void theLongestPause_keepsThePayerInItsGroup() {
    var backOff = PayerContainer.backOff().start();
    long longest = 0;
    for (int i = 0; i < 1_000; i++) {
      longest = Math.max(longest, backOff.nextBackOff());
    }
    assertThat(longest).isPositive().isLessThan(PayerContainer.MAX_POLL_INTERVAL_MS / 2);
    assertThat(PayerContainer.settings(Map.of("bootstrap.servers", "nowhere:1")))
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "earliest")
        .containsEntry("enable.auto.commit", false)
        .containsEntry("max.poll.records", 1);
  }
}
