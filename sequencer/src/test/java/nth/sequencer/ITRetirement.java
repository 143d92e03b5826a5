package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nth.contract.EventId;
import nth.contract.PromotionView;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.Refused;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.guarantees.Guarantee;
import nth.sequencer.topology.Changelogs;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** A line that forgets people is killed: what is left of them goes, whichever way it comes back. */
class ITRetirement extends OnARealBroker {

  private static final EventId KEPT = new EventId("kept");

  /** More than half a second of forgetting, so that the kill comes in the middle of it. */
  private static final int PEOPLE = 3_000;

  private final Path stateDir = RunningSequencer.freshStateDir();

  @Test
  void killedWhileItForgets_andWiped_itForgetsTheRest_andRebuiltItHasNothingToForget()
      throws Exception {
    List<UserId> people = Wire.people(1, PEOPLE);
    try (var line = new SequencerProcess(broker.bootstrapServers(), stateDir)) {
      line.awaitReady();
      wire.define(EVENT, false, 2);
      wire.define(KEPT, false, 9);
      wire.enter(KEPT, people.get(0));
      wire.enterAll(EVENT, people);
      wire.closePromotion(EVENT);
      await().atMost(LIMIT).until(this::isRetired);
      await().atMost(LIMIT).until(() -> remembered(EVENT) < PEOPLE);
      line.process().kill9();
    }
    Utils.delete(stateDir.toFile());

    try (var line = start(stateDir)) {
      awaitReady(line);
      await().atMost(LIMIT).until(() -> remembered(EVENT) == 0);
      wire.enter(EVENT, people.get(0));
      wire.enter(KEPT, people.get(0));
      await().atMost(LIMIT).untilAsserted(this::assertOneIsForgottenAndOneIsNot);
    }

    assertThat(ask("rebuild-state", "--discard").code()).isZero();
    assertThat(remembered(EVENT)).isZero();
    assertThat(remembered(KEPT)).isEqualTo(1);
    assertThat(ask("audit", "--no-database").code()).isZero();
    Guarantee.assertAllHold(wire.history());
  }

  /** Asked for again and again, as by the clock of ingress. */
  private boolean isRetired() {
    wire.retirePromotion(EVENT, Duration.ofMillis(1));
    return wire.read(Topics.PROMOTIONS).stream()
        .map(record -> Wire.parse(Topics.PROMOTIONS, record))
        .anyMatch(PromotionView::isRetired);
  }

  private void assertOneIsForgottenAndOneIsNot() {
    List<Result> results = wire.history().results();
    List<Result> last = results.subList(results.size() - 2, results.size());
    assertThat(last.get(0)).isInstanceOf(Refused.class);
    assertThat(((Refused) last.get(0)).reason().wire()).isEqualTo("retired");
    assertThat(last.get(1)).isInstanceOf(EntryNumbered.class);
  }

  /** How many people of that promotion whoever restores the state would get. */
  private long remembered(EventId event) {
    Set<String> keys = new HashSet<>();
    for (var record : wire.read(Changelogs.NAMES.get(1))) {
      String key = new String(record.key(), UTF_8);
      if (record.value() == null) {
        keys.remove(key);
      } else {
        keys.add(key);
      }
    }
    return keys.stream().filter(key -> key.startsWith(event + "/")).count();
  }

  private Asked ask(String... arguments) {
    return ask(Map.of("nth.sequencer.state-dir", stateDir.toString()), arguments);
  }
}
