package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import nth.sequencer.Procedure;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GuardTest {

  private static final Guard AT_NINE = new Guard(PlainLog.TOPIC, 1, 9, 5_000, PlainLog.CHANGELOGS);

  @Test
  void emptyLog_opensAtTheFirstRecord() {
    assertThat(opening(null, PlainLog.of(facts(1, 0, 0))).next()).isZero();
  }

  @Test
  void stateThatFits_goesOnBehindIt() {
    assertThat(opening(AT_NINE, PlainLog.of(facts(1, 0, 10)))).isEqualTo(AT_NINE);
    assertThat(opening(AT_NINE, PlainLog.of(facts(1, 10, 12)))).isEqualTo(AT_NINE);
  }

  @Test
  void lostState_stopsTheLine() {
    PlainLog log = PlainLog.of(facts(1, 0, 10));
    log.history = true;

    assertStops(null, log, "holds decisions but their state is gone", "rebuild-state");
  }

  @Test
  @Tag("O-13")
  void changelogThatWasMadeAnew_stopsTheLine() {
    List<Uuid> now = new ArrayList<>(PlainLog.CHANGELOGS);
    now.set(1, new Uuid(9, 9));

    assertThatThrownBy(() -> Guard.opening(AT_NINE, 0, PlainLog.of(facts(1, 0, 10)), now))
        .isInstanceOf(LineStopped.class)
        .hasMessageContaining(
            "nth-sequencer-entrants-changelog is not the topic in which the state was kept")
        .hasMessageContaining("rebuild-state --discard");
  }

  @Test
  void unknownChangelogs_becomeThoseThatAreThere() {
    Guard unknown = AT_NINE.keptIn(List.of());

    assertThat(opening(unknown, PlainLog.of(facts(1, 0, 10)))).isEqualTo(AT_NINE);
  }

  @Test
  @Procedure("The log is another topic")
  void anotherTopic_stopsTheLine() {
    PlainLog log = PlainLog.of(new EntriesLog.Facts(new Uuid(1, 2), 1, 0, 10));

    assertStops(AT_NINE, log, "but the state was made from topic", "bring back the old topic");
  }

  @Test
  @Tag("O-07")
  void anotherPartitionCount_stopsTheLine() {
    PlainLog log = PlainLog.of(facts(3, 0, 10));

    assertStops(AT_NINE, log, "has 3 partitions but the state was made with 1", "restore a copy");
  }

  @Test
  @Procedure("The log lost its end")
  void logThatEndsBeforeTheState_stopsTheLine() {
    PlainLog log = PlainLog.of(facts(1, 0, 9));

    assertStops(AT_NINE, log, "ends at 9 but was applied up to 9", "restore a copy");
  }

  @Test
  @Tag("O-75")
  @Procedure("Entries are lost in between")
  void lostEntries_stopTheLine() {
    PlainLog log = PlainLog.of(facts(1, 11, 20));

    assertStops(AT_NINE, log, "entries between are lost", "restore a copy");
  }

  @Test
  @Tag("O-75")
  void lostEntriesBeforeTheFirstStart_stopTheLine() {
    assertStops(null, PlainLog.of(facts(1, 1, 20)), "entries between are lost", "restore a copy");
  }

  @Test
  void logTime_isTheLargestSoFar() {
    assertThat(AT_NINE.logTime(4_000)).isEqualTo(5_000);
    assertThat(AT_NINE.logTime(6_000)).isEqualTo(6_000);
  }

  private static EntriesLog.Facts facts(int partitions, long start, long end) {
    return new EntriesLog.Facts(PlainLog.TOPIC, partitions, start, end);
  }

  private static Guard opening(@Nullable Guard stored, PlainLog log) {
    return Guard.opening(stored, 0, log, PlainLog.CHANGELOGS);
  }

  private static void assertStops(Guard stored, PlainLog log, String what, String wayOut) {
    assertThatThrownBy(() -> opening(stored, log))
        .isInstanceOf(LineStopped.class)
        .hasMessageContaining(what)
        .hasMessageContaining(wayOut);
  }
}
