package nth.sequencer.replay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Reads where the topics end, in an order that makes the ends fit together although a transaction
 * becomes visible partition by partition, and although the line goes on meanwhile:
 *
 * <ol>
 *   <li>the end of {@code nth.entries}. Commands behind it are not looked at.
 *   <li>the end of what is committed on {@code nth.results}. A command whose answer lies before it
 *       is decided; one without is undecided, and nothing is expected of it.
 *   <li>the end of everything written on the other outputs, committed or not. What a decided
 *       command published there lies before it, for all of a transaction is written before any of
 *       it is visible.
 *   <li>when the committed records of the other outputs reach that far, their ends are frozen. On a
 *       running line that takes milliseconds; after {@link #PATIENCE}, longer than any transaction
 *       of the line may last, what is still not visible counts as missing.
 *   <li>the end of {@code nth.entries} again: it tells a record that came meanwhile from one that
 *       answers a command that does not exist.
 * </ol>
 */
final class Freeze {

  static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long PAUSE_MS = 50;

  private static final List<Topic<?>> OTHER_OUTPUTS =
      List.of(Topics.WINNERS, Topics.PROMOTIONS, Topics.DEAD_LETTERS);

  private final Admin admin;
  private final TopicSettings settings;
  private final Clock clock;

  Freeze(Admin admin, TopicSettings settings, Clock clock) {
    this.admin = admin;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * @throws CannotGoOn if the topics are not there, or not from their beginning
   */
  Frozen now() throws ExecutionException, InterruptedException {
    checkLayout();
    var entries = ends(of(Topics.ENTRIES), IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> ends = new HashMap<>(entries);
    ends.putAll(ends(of(Topics.RESULTS), IsolationLevel.READ_COMMITTED));
    ends.putAll(visible());
    Instant at = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Map<TopicPartition, Long> starts = starts(ends.keySet());
    checkStarts(starts);
    Map<Integer, Long> later = entriesEnds();
    Map<TopicPartition, Range> ranges = new HashMap<>();
    ends.forEach((p, end) -> ranges.put(p, new Range(starts.get(p), end)));
    return new Frozen(at, settings.partitions(), ranges, later);
  }

  /** By partition, now. */
  Map<Integer, Long> entriesEnds() throws ExecutionException, InterruptedException {
    return ends(of(Topics.ENTRIES), IsolationLevel.READ_UNCOMMITTED).entrySet().stream()
        .collect(Collectors.toMap(e -> e.getKey().partition(), Map.Entry::getValue));
  }

  private Map<TopicPartition, Long> visible() throws ExecutionException, InterruptedException {
    Set<TopicPartition> outputs =
        OTHER_OUTPUTS.stream().flatMap(topic -> of(topic).stream()).collect(Collectors.toSet());
    var written = ends(outputs, IsolationLevel.READ_UNCOMMITTED);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var committed = ends(outputs, IsolationLevel.READ_COMMITTED);
      boolean all =
          written.entrySet().stream().allMatch(e -> committed.get(e.getKey()) >= e.getValue());
      if (all || System.nanoTime() > deadline) {
        return committed;
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  private void checkLayout() throws ExecutionException, InterruptedException {
    var found =
        admin.describeTopics(Topics.ALL.stream().map(Topic::name).toList()).topicNameValues();
    for (Topic<?> topic : Topics.ALL) {
      try {
        TopicDescription description = found.get(topic.name()).get();
        int partitions = description.partitions().size();
        if (partitions != topic.partitions(settings)) {
          throw new CannotGoOn(
              "%s has %d partitions and should have %d: set NTH_PARTITIONS as the service has it."
                  .formatted(topic.name(), partitions, topic.partitions(settings)));
        }
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          throw new CannotGoOn(topic.name() + " does not exist on this broker.", e);
        }
        throw e;
      }
    }
  }

  /** What was cut off at the beginning cannot be replayed. */
  private static void checkStarts(Map<TopicPartition, Long> starts) {
    Set<String> whole = Set.of(Topics.ENTRIES.name(), Topics.RESULTS.name(), Topics.WINNERS.name());
    starts.forEach(
        (partition, start) -> {
          if (start > 0 && whole.contains(partition.topic())) {
            throw new CannotGoOn(
                "%s starts at offset %d: without its beginning it cannot be replayed."
                    .formatted(partition, start));
          }
        });
  }

  private Set<TopicPartition> of(Topic<?> topic) {
    return IntStream.range(0, topic.partitions(settings))
        .mapToObj(partition -> new TopicPartition(topic.name(), partition))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Map<TopicPartition, Long> ends(Set<TopicPartition> partitions, IsolationLevel level)
      throws ExecutionException, InterruptedException {
    return offsets(partitions, OffsetSpec.latest(), new ListOffsetsOptions(level));
  }

  private Map<TopicPartition, Long> starts(Set<TopicPartition> partitions)
      throws ExecutionException, InterruptedException {
    return offsets(partitions, OffsetSpec.earliest(), new ListOffsetsOptions());
  }

  private Map<TopicPartition, Long> offsets(
      Set<TopicPartition> partitions, OffsetSpec spec, ListOffsetsOptions options)
      throws ExecutionException, InterruptedException {
    var asked = partitions.stream().collect(Collectors.toMap(Function.identity(), p -> spec));
    return admin.listOffsets(asked, options).all().get().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().offset()));
  }
}
