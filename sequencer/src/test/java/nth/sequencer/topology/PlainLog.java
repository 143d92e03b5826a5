package nth.sequencer.topology;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;

/** A log that is what a test says it is. */
final class PlainLog implements EntriesLog {

  static final Uuid TOPIC = new Uuid(11, 12);
  static final List<Uuid> CHANGELOGS = List.of(new Uuid(0, 1), new Uuid(0, 2), new Uuid(0, 3));

  final SortedSet<Long> records = new TreeSet<>();
  Facts facts = new Facts(TOPIC, 1, 0, Long.MAX_VALUE);
  boolean history;

  static PlainLog empty() {
    return new PlainLog();
  }

  static PlainLog of(Facts facts) {
    PlainLog log = new PlainLog();
    log.facts = facts;
    return log;
  }

  @Override
  public Facts facts(int partition) {
    return facts;
  }

  @Override
  public boolean hasHistory(int partition) {
    return history;
  }

  @Override
  public boolean holdsRecord(int partition, long from, long to) {
    return !records.subSet(from, to).isEmpty();
  }
}
