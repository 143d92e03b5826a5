package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("O-05")
@Tag("O-70")
class ProgressTest {

  private static final TopicPartition FIRST = new TopicPartition(Topics.ENTRIES.name(), 0);
  private static final TopicPartition SECOND = new TopicPartition(Topics.ENTRIES.name(), 1);

  private long nowNanos = Long.MAX_VALUE - 5;
  // It is not asked here.
  private final Admin nobody = Admin.create(Map.of("bootstrap.servers", "localhost:1"));
  private boolean commandAtTheEnd;
  private final Progress progress =
      new Progress(
          nobody,
          2,
          Duration.ofSeconds(10),
          () -> nowNanos,
          (partition, from, to) -> commandAtTheEnd);

  @AfterEach
  void close() {
    nobody.close(Duration.ZERO);
  }

  @Test
  void positionThatMoves_isNoDoubt_howeverManyWait() {
    for (long at = 0; at < 100; at++) {
      seconds(5);
      progress.saw(Map.of(FIRST, at));
      assertThat(progress.doubt()).isEmpty();
    }
  }

  @Test
  void positionThatStandsStill_isADoubtAfterTenSeconds_untilItMoves() {
    progress.saw(Map.of(FIRST, 7L, SECOND, 0L));
    for (long i = 0; i < 10; i++) {
      assertThat(progress.doubt()).isEmpty();
      seconds(1);
      progress.saw(Map.of(FIRST, 7L, SECOND, i));
    }
    seconds(1);
    progress.saw(Map.of(FIRST, 7L));
    assertThat(progress.doubt()).contains("no decision for 11 s");
    progress.saw(Map.of(FIRST, 8L));
    assertThat(progress.doubt()).isEmpty();
  }

  @Test
  void whereNothingWaits_nothingIsDoubted() {
    for (int i = 0; i < 5; i++) {
      seconds(9);
      progress.saw(Map.of());
      assertThat(progress.doubt()).isEmpty();
    }
    // Silence before the first command counts for nothing.
    progress.saw(Map.of(FIRST, 0L));
    assertThat(progress.doubt()).isEmpty();
  }

  @Test
  void brokerThatDoesNotAnswer_isADoubtAfterTenSeconds() {
    progress.saw(Map.of());
    seconds(11);
    assertThat(progress.doubt()).contains("no answer of the broker for 11 s");
  }

  /** Of a stranger's aborted transaction: offsets that are no command. */
  @Test
  void endWithoutACommand_isNotWaitedFor_onceItHasStood() throws Exception {
    assertThat(progress.waits(FIRST, 7, 9)).isTrue();
    progress.saw(Map.of(FIRST, 7L));
    seconds(6);
    assertThat(progress.waits(FIRST, 7, 9)).isFalse();
    progress.saw(Map.of());
    assertThat(progress.waits(FIRST, 7, 9)).isFalse();
    assertThat(progress.waits(FIRST, 7, 10)).isTrue();
  }

  @Test
  void endWithACommand_isWaitedFor_howeverLongItStands() throws Exception {
    commandAtTheEnd = true;
    progress.saw(Map.of(FIRST, 7L));
    seconds(60);
    assertThat(progress.waits(FIRST, 7, 9)).isTrue();
  }

  private void seconds(long seconds) {
    nowNanos += Duration.ofSeconds(seconds).toNanos();
  }
}
