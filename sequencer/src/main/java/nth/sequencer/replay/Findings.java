package nth.sequencer.replay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Counts every finding and keeps the first of each kind, so that a wrecked log fits in memory. */
final class Findings {

  static final int KEPT_PER_KIND = 200;
  private static final int MOST_EVENTS = 100_000;

  private final Map<Finding.Kind, Long> counts = new EnumMap<>(Finding.Kind.class);
  private final Map<String, Long> byEvent = new HashMap<>();
  private final List<Finding> kept = new ArrayList<>();

  void add(Finding finding) {
    String event = finding.event();
    if (event != null && byEvent.size() < MOST_EVENTS) {
      byEvent.merge(event, 1L, Long::sum);
    }
    if (counts.merge(finding.kind(), 1L, Long::sum) <= KEPT_PER_KIND) {
      kept.add(finding);
    }
  }

  void add(
      Finding.Kind kind,
      @Nullable String event,
      String where,
      @Nullable String position,
      String detail) {
    add(new Finding(kind, event, where, position, detail));
  }

  boolean none() {
    return counts.isEmpty();
  }

  long count() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  long about(String event) {
    return byEvent.getOrDefault(event, 0L);
  }

  /** How many there are of each kind. */
  Map<Finding.Kind, Long> counts() {
    return counts;
  }

  /** The first of each kind, in the order in which they were found. */
  List<Finding> kept() {
    return kept;
  }

  /** How a record is named in a finding. */
  static String place(ConsumerRecord<?, ?> record) {
    return record.topic() + "-" + record.partition() + " offset " + record.offset();
  }
}
