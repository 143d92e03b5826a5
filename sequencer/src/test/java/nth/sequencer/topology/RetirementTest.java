package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import nth.contract.Command.RetirePromotion;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.RefusalReason;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a retired promotion, and what is not. */
class RetirementTest {

  private static final EventId EVENT = Samples.EVENT;

  private final Driver driver = new Driver();

  /** Won by Bob at second 2. */
  @BeforeEach
  void close() {
    driver.define(EVENT, 2);
    driver.submit(ALICE, "a", 1);
    driver.submit(BOB, "b", 2);
    driver.read(Topics.RESULTS);
  }

  @AfterEach
  void end() {
    driver.close();
  }

  @Test
  void numbersAreNotToldAnyMore_beforeAndAfterTheyAreDropped() {
    retire(12);
    driver.submit(ALICE, "a", 13);
    assertThat(entrants()).isEqualTo(2);
    driver.kafka.advanceWallClockTime(Forgetting.PERIOD);
    driver.submit(ALICE, "a", 14);
    driver.submit(CHARLIE, "c", 15);

    assertThat(entrants()).isZero();
    List<Result> results = driver.results();
    assertThat(results.get(0).type()).isEqualTo("promotion_retired");
    assertThat(results.subList(1, 4))
        .extracting(result -> ((Result.Refused) result).reason())
        .containsOnly(RefusalReason.RETIRED);
  }

  @Test
  void closedState_isWrittenOnceMore_andIsTheSameButForTheRetirement() {
    retire(11);
    retire(12);
    retire(13);

    List<PromotionView> views =
        driver.read(Topics.PROMOTIONS).stream()
            .map(record -> Driver.parse(Topics.PROMOTIONS, record))
            .toList();
    PromotionView closed = views.get(views.size() - 2);
    assertThat(closed.totalEntries()).isEqualTo(2);
    assertThat(views.get(views.size() - 1))
        .isEqualTo(closed.retired(Driver.START.plusSeconds(12), Samples.position(4)));
    assertThat(views).hasSize(4);
  }

  @Test
  void changelogOfThePeople_saysThatTheyAreGone() {
    retire(12);
    driver.kafka.advanceWallClockTime(Forgetting.PERIOD);

    assertThat(
            driver
                .kafka
                .createOutputTopic(
                    Changelogs.name(Stores.ENTRANTS),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer())
                .readRecordsToList())
        .filteredOn(record -> record.value() == null)
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("spring-opening/alice", "spring-opening/bob");
  }

  private void retire(int second) {
    long retention = Duration.ofSeconds(10).toMillis();
    var command = new RetirePromotion(EVENT, new RequestId("retire"), Driver.START, retention);
    driver.accept(command, Driver.START.plusSeconds(second));
  }

  private long entrants() {
    KeyValueStore<EntrantKey, ?> store = driver.kafka.getKeyValueStore(Stores.ENTRANTS);
    try (var all = store.all()) {
      long count = 0;
      for (; all.hasNext(); all.next()) {
        count++;
      }
      return count;
    }
  }
}
