package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.guarantees.Guarantee;
import nth.sequencer.topology.Changelogs;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** The state of the line is lost in Kafka itself. */
class ITLostState extends OnARealBroker {

  private final Path stateDir = RunningSequencer.freshStateDir();

  @Test
  @Procedure("The changelog topics are gone")
  void changelogsThatAreGone_areMadeAnew_andNothingIsPublishedTwice() throws Exception {
    someHistory();
    List<String> before = published();
    wire.admin.deleteTopics(Changelogs.NAMES).all().get();
    // Written while the line cannot run, by people who had a number and who had none.
    Wire.people(4, 7).forEach(user -> wire.enter(EVENT, user));
    try (var line = start(stateDir)) {
      awaitExit(line, "nth.results-0 holds decisions but their state is gone");
    }

    Asked rebuilt = ask("rebuild-state");

    assertThat(rebuilt.said()).contains("nth.entries-0: the state reaches up to offset 6");
    assertThat(rebuilt.code()).isZero();
    assertThat(published()).isEqualTo(before);
    try (var line = start(stateDir)) {
      awaitReady(line);
      awaitNumbers(line, 7);
      assertThat(ask("rebuild-state", "--discard").said()).contains("stop every sequencer first");
    }
    assertThat(published()).containsAll(before);
    assertThat(wire.read(Topics.DEAD_LETTERS)).hasSize(2);
    Guarantee.assertAllHold(wire.history());
    assertThat(ask("audit", "--no-database").code()).isZero();
    resultsThatDoNotFollowFromTheEntries_areNotBuiltOn();
  }

  private void resultsThatDoNotFollowFromTheEntries_areNotBuiltOn() {
    wire.raw(Topics.RESULTS, EVENT.value(), "{}".getBytes(UTF_8));

    Asked refused = ask("rebuild-state", "--discard");

    assertThat(refused.said()).contains("nth.results at 0-").contains("nothing was changed");
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  @Procedure("A part of the state is gone")
  void oneChangelogThatIsGone_stopsTheLine_andAllAreMadeAnew() throws Exception {
    someHistory();
    String entrants = "nth-sequencer-entrants-changelog";
    try (var line = start(stateDir, Map.of("nth.sequencer.topic-watch-interval", "200ms"))) {
      awaitReady(line);
      wire.admin.deleteTopics(List.of(entrants)).all().get();
      awaitExit(line, entrants + " is gone");
    }

    // The working copy still has everything, and is not asked.
    try (var line = start(stateDir)) {
      awaitExit(line, entrants + " is gone while other parts of the state are there");
    }
    assertThat(ask("rebuild-state").said()).contains("The state is there, nothing was done");
    assertThat(ask("rebuild-state", "--discard").code()).isZero();

    Wire.people(1, 6).forEach(user -> wire.enter(EVENT, user));
    try (var line = start(stateDir)) {
      awaitReady(line);
      awaitNumbers(line, 6);
    }
    Guarantee.assertAllHold(wire.history());
  }

  @Test
  void oneChangelogThatWasMadeAnew_stopsTheLine_alsoAtTheNextStart() throws Exception {
    someHistory();
    String entrants = "nth-sequencer-entrants-changelog";
    wire.admin.deleteTopics(List.of(entrants)).all().get();
    // As Streams makes it again at a rebalance: empty.
    org.awaitility.Awaitility.await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> wire.admin.createTopics(List.of(empty(entrants))).all().get() == null);
    for (int starts = 0; starts < 2; starts++) {
      try (var line = start(stateDir)) {
        awaitExit(line, entrants + " is not the topic in which the state was kept");
      }
    }

    assertThat(ask("rebuild-state", "--discard").code()).isZero();
    Wire.people(1, 6).forEach(user -> wire.enter(EVENT, user));
    try (var line = start(stateDir)) {
      awaitReady(line);
      awaitNumbers(line, 6);
    }
    Guarantee.assertAllHold(wire.history());
  }

  private static NewTopic empty(String changelog) {
    return new NewTopic(changelog, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
  }

  /** Of a line that was stopped: five numbers, a win, and a dead letter at the end. */
  private void someHistory() {
    try (var line = start(stateDir)) {
      awaitReady(line);
      wire.define(EVENT, false, 2, 6);
      wire.raw(Topics.ENTRIES, EVENT.value(), "not json".getBytes(UTF_8));
      Wire.people(1, 4).forEach(user -> wire.enter(EVENT, user));
      wire.raw(Topics.ENTRIES, EVENT.value(), "not json either".getBytes(UTF_8));
      awaitNumbers(line, 4);
      org.awaitility.Awaitility.await()
          .atMost(LIMIT)
          .until(() -> wire.read(Topics.DEAD_LETTERS).size() == 2);
    }
  }

  /** All that others read, byte by byte. */
  private List<String> published() {
    return List.of(Topics.RESULTS, Topics.WINNERS).stream()
        .flatMap(topic -> wire.read((Topic<?>) topic).stream())
        .map(ITLostState::describe)
        .toList();
  }

  private static String describe(ConsumerRecord<byte[], byte[]> record) {
    return record.topic()
        + " "
        + record.timestamp()
        + " "
        + Arrays.toString(record.headers().toArray())
        + new String(record.value(), UTF_8);
  }

  private Asked ask(String... arguments) {
    return ask(Map.of("nth.sequencer.state-dir", stateDir.toString()), arguments);
  }
}
