package nth.sequencer.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import nth.contract.DeadLetter;
import nth.contract.PartitionReader;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Makes the state of the line anew from {@code nth.entries}, up to what was answered, while no
 * instance runs. Nothing is changed before all of it has been compared with what was published, and
 * the guard is written last: a state that is half there is none.
 */
public final class StateRebuild {

  private final Admin admin;
  private final TopicSettings settings;
  private final Map<String, Object> consumer;
  private final Map<String, Object> producer;
  private final Changelogs changelogs;
  private final EntriesLog log;

  /** A look at who else is there. */
  public interface Check {
    void make() throws ExecutionException, InterruptedException;
  }

  /**
   * One partition of the rebuilt state.
   *
   * @param next the offset that will be applied next
   */
  public record Part(int partition, long next) {}

  /**
   * @param consumer how to reach the broker, and {@code producer} too
   */
  public StateRebuild(
      Admin admin,
      TopicSettings settings,
      Map<String, Object> consumer,
      Map<String, Object> producer) {
    this.admin = admin;
    this.settings = settings;
    this.consumer = PartitionReader.settings(consumer);
    this.producer = producer;
    this.changelogs = new Changelogs(admin, settings, consumer);
    this.log = new KafkaEntriesLog(admin, consumer);
  }

  /** Whether there is a state already: one is only rebuilt where it is to be discarded. */
  public boolean isThere() throws ExecutionException, InterruptedException {
    return changelogs.guardHoldsState();
  }

  /**
   * @param folder empty, with room for the state
   * @param acceptCreateTime as the line has it
   * @param nobodyRuns asked before the old state is deleted; throws if an instance runs by now
   * @throws LineStopped if the log cannot give the state that belongs to what was published
   */
  public List<Part> run(Path folder, boolean acceptCreateTime, Check nobodyRuns)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> ends = ends();
    try (var memory = new ScratchMemory(folder)) {
      Map<Integer, Guard> guards = replay(memory, acceptCreateTime);
      nobodyRuns.make();
      if (!ends().equals(ends)) {
        throw new LineStopped("A sequencer ran meanwhile, nothing was changed: begin again.");
      }
      changelogs.recreate();
      write(memory, guards);
      return moved(guards);
    }
  }

  private Map<Integer, Guard> replay(ScratchMemory memory, boolean acceptCreateTime) {
    Map<Integer, Long> deadLetters = lastDeadLetters();
    Map<Integer, Guard> guards = new TreeMap<>();
    for (int partition = 0; partition < settings.partitions(); partition++) {
      Guard first = Guard.beforeAll(partition, log);
      try (var replay = new Replay(consumer, partition, first, acceptCreateTime)) {
        long lastDeadLetter = deadLetters.getOrDefault(partition, -1L);
        guards.put(partition, replay.run(memory.of(partition), lastDeadLetter));
      }
    }
    return guards;
  }

  /**
   * Of what answers commands.
   *
   * @throws LineStopped if a transaction is open: what it holds may yet be committed, and would
   *     then be published twice
   */
  private Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    asked.put(new TopicPartition(Topics.DEAD_LETTERS.name(), 0), OffsetSpec.latest());
    for (int partition = 0; partition < settings.partitions(); partition++) {
      asked.put(new TopicPartition(Topics.RESULTS.name(), partition), OffsetSpec.latest());
    }
    var committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    var stable = admin.listOffsets(asked, committed).all().get();
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin.listOffsets(asked).all().get().forEach((at, end) -> ends.put(at, end.offset()));
    ends.forEach(
        (at, end) -> {
          if (stable.get(at).offset() < end) {
            throw new LineStopped(
                "A transaction is open on %s: try again in a minute, and if it is still open then,"
                        .formatted(at)
                    + " see \"A transaction hangs\" in RECOVERY.md.");
          }
        });
    return ends;
  }

  private Map<Integer, Long> lastDeadLetters() {
    Map<Integer, Long> last = new TreeMap<>();
    var at = new TopicPartition(Topics.DEAD_LETTERS.name(), 0);
    try (var letters = new PartitionReader(consumer, at, 0, Long.MAX_VALUE)) {
      while (letters.hasNext()) {
        DeadLetter.Source.of(letters.next().headers())
            .filter(source -> source.topic().equals(Topics.ENTRIES.name()))
            .ifPresent(source -> last.merge(source.partition(), source.offset(), Math::max));
      }
    }
    return last;
  }

  private void write(ScratchMemory memory, Map<Integer, Guard> guards) {
    List<Uuid> ids = Changelogs.inOrder(changelogs.ids());
    try (var writer = new ChangelogWriter(producer)) {
      for (int partition : guards.keySet()) {
        for (String store : List.of(Stores.PROMOTIONS, Stores.ENTRANTS)) {
          memory.each(partition, store, writer.to(store, partition));
        }
      }
      writer.flush();
      guards.forEach((partition, guard) -> writer.write(partition, guard.keptIn(ids)));
      writer.flush();
    }
  }

  private List<Part> moved(Map<Integer, Guard> guards)
      throws ExecutionException, InterruptedException {
    List<Part> parts = new ArrayList<>();
    guards.forEach((partition, guard) -> parts.add(new Part(partition, guard.next())));
    FirstStart.move(admin, parts.stream().collect(Collectors.toMap(Part::partition, Part::next)));
    return parts;
  }
}
