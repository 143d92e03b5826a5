package nth.sequencer.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookContainerTest {

  // O-27
  @Test
  void theLongestPause_keepsTheReaderInItsGroup() {
    assertThat(WebhookContainer.backOff().getMaxInterval())
        .isLessThan(WebhookContainer.MAX_POLL_INTERVAL_MS / 2);
    assertThat(WebhookContainer.backOff().getMaxElapsedTime()).isEqualTo(Long.MAX_VALUE);
    assertThat(
            WebhookContainer.settings(
                Map.of("bootstrap.servers", "nowhere:1"), Duration.ofSeconds(6)))
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "earliest")
        .containsEntry("enable.auto.commit", false)
        .containsEntry("max.poll.records", 1)
        .containsEntry("group.id", "nth-webhooks");
  }
}
