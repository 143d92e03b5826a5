package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.Samples;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The line on a real broker that creates no topic by itself, and without any database. */
class ITSequencer extends OnARealBroker {

  @Test
  @Tag("O-13")
  @Tag("O-74")
  void numbers_goOnAcrossRestarts_withTheirStateAndWithout() {
    Path stateDir = RunningSequencer.freshStateDir();
    try (var first = start(stateDir)) {
      awaitReady(first);
      wire.define(EVENT, false, 2, 8);
      Wire.people(1, 3).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(first, 3);
    }
    Wire.people(2, 6).forEach(user -> wire.enter(EVENT, user));
    try (var second = start(stateDir)) {
      awaitReady(second);
      awaitNumbers(second, 6);
    }
    Wire.people(5, 9).forEach(user -> wire.enter(EVENT, user));
    try (var third = start(RunningSequencer.freshStateDir())) {
      awaitReady(third);
      awaitNumbers(third, 9);
      assertThat(third.exits()).isEmpty();
    }
    Guarantee.assertAllHold(wire.history());
    assertThat(wire.history().winners()).hasSize(2);
    assertThat(wire.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  @Test
  @Tag("O-03")
  @Tag("O-06")
  void poison_isPutAside_andTheLineGoesOn() throws Exception {
    // The topics are not looked at again: the raised limit would stop the line.
    var once = Map.of("nth.sequencer.topic-watch-interval", "1h");
    try (var line = start(RunningSequencer.freshStateDir(), once);
        var producer = wire.producer(Map.of("max.request.size", 2_000_000))) {
      awaitReady(line);
      setOnEntries("max.message.bytes", "2000000");
      wire.define(EVENT, false, 2);
      wire.raw(Topics.ENTRIES, EVENT.value(), "not json".getBytes(UTF_8));
      wire.raw(Topics.ENTRIES, null, null);
      producer.send(new ProducerRecord<>(Topics.ENTRIES.name(), new byte[1_200_000])).get();
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      awaitNumbers(line, 1);
      assertThat(wire.read(Topics.DEAD_LETTERS)).hasSize(3);
      assertThat(line.health("liveness")).isEqualTo(200);
    }
  }

  @Test
  void abortedFirstTransaction_isNoHistory() throws Exception {
    Topics.create(wire.admin, new TopicSettings(1, 1, 1));
    writeResult(false);
    wire.define(EVENT, false, 2);
    wire.enter(EVENT, Wire.people(1, 1).get(0));

    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      awaitNumbers(line, 1);
    }
  }

  @Test
  @Tag("O-10")
  void secondProcessOnTheSameFolder_isRefused_andTheFirstGoesOn() {
    Path stateDir = RunningSequencer.freshStateDir();
    try (var first = start(stateDir)) {
      awaitReady(first);
      try (var second = start(stateDir)) {
        awaitExit(second, "The line cannot begin");
      }
      wire.define(EVENT, false, 2);
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      awaitNumbers(first, 1);
    }
  }

  @Test
  @Tag("O-08")
  @Tag("O-09")
  void timesThatSendersChose_areIgnored() {
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      Instant inAnHour = now.plus(1, ChronoUnit.HOURS);
      wire.define(EVENT, new Definition(Samples.targets(9), null, inAnHour, true, CountMode.LIVE));
      long microseconds = now.toEpochMilli() * 1_000;
      long inTenYears = now.plus(3_650, ChronoUnit.DAYS).toEpochMilli();
      List<UserId> people = Wire.people(1, 4);
      // Kafka's own client refuses to send -1: nothing is nearer to it than 0.
      wire.enter(EVENT, people.get(0), 0L);
      wire.enter(EVENT, people.get(1), microseconds);
      wire.enter(EVENT, people.get(2), inTenYears);
      wire.enter(EVENT, people.get(3));
      awaitNumbers(line, 4);

      assertThat(numbered()).extracting(EntryNumbered::userId).containsExactlyElementsOf(people);
      assertThat(wire.history().results())
          .hasSize(5)
          .noneMatch(PromotionClosed.class::isInstance)
          .extracting(result -> result.origin().decidedAt())
          .allMatch(at -> Duration.between(now, at).abs().compareTo(LIMIT) < 0);
    }
  }

  @Test
  void brokerThatIsAway_isWaitedFor() {
    broker.interrupt();
    try (var line = start(RunningSequencer.freshStateDir())) {
      await()
          .during(Duration.ofSeconds(5))
          .atMost(LIMIT)
          .failFast(() -> assertThat(line.exits()).isEmpty())
          .until(() -> line.health("liveness") == 200 && line.health("readiness") == 503);
      broker.resume();
      awaitReady(line);
      wire.define(EVENT, false, 2);
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      awaitNumbers(line, 1);
    }
  }
}
