package nth.sequencer.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import nth.contract.PartitionReader;
import nth.contract.TopicSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics in which Streams keeps the state of the line. They are made here and not by Streams,
 * which would also make one anew, empty, beside others that still hold their state.
 */
public final class Changelogs implements StateTopics {

  /** By the rule of Streams. */
  public static final List<String> NAMES = Stores.NAMES.stream().map(Changelogs::name).toList();

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MS = 100;

  private final Admin admin;
  private final TopicSettings settings;
  private final Map<String, Object> consumer;
  private volatile Map<String, Uuid> ids = Map.of();

  /**
   * @param base how to reach the broker
   */
  public Changelogs(Admin admin, TopicSettings settings, Map<String, Object> base) {
    this.admin = admin;
    this.settings = settings;
    this.consumer = PartitionReader.settings(base);
  }

  static String name(String store) {
    return StreamsSettings.APPLICATION_ID + "-" + store + "-changelog";
  }

  /**
   * Makes what is missing at a first start.
   *
   * @throws LineStopped if a part of the state is gone
   * @throws ExecutionException if the broker did not answer, or does not name yet what was made
   */
  public void open() throws ExecutionException, InterruptedException {
    Map<String, Uuid> found = find();
    if (found.size() < NAMES.size()) {
      if (guardHoldsState()) {
        throw new LineStopped(
            "%s is gone while other parts of the state are there: stop every sequencer and run"
                    .formatted(String.join(", ", missing(found)))
                + " `rebuild-state --discard`; RECOVERY.md says how.");
      }
      create();
      found = find();
    }
    if (found.size() < NAMES.size()) {
      throw new ExecutionException(
          new UnknownTopicOrPartitionException(String.join(", ", missing(found))));
    }
    ids = found;
  }

  /** The ids they had when they were opened, by name; empty until then. */
  public Map<String, Uuid> ids() {
    return ids;
  }

  @Override
  public List<Uuid> unchanged() {
    try {
      List<Uuid> now = inOrder(find());
      checkSame(inOrder(ids), now);
      return now;
    } catch (ExecutionException e) {
      throw new KafkaException("The broker did not say what the changelogs are", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** In the order of {@link #NAMES}. */
  static List<Uuid> inOrder(Map<String, Uuid> ids) {
    return NAMES.stream().map(name -> ids.getOrDefault(name, Uuid.ZERO_UUID)).toList();
  }

  /**
   * Streams makes a changelog that was deleted anew, empty, and restores nothing from it, beside
   * others that hold their state: everybody could get a second number.
   *
   * @throws LineStopped if one of them is another topic than it was
   */
  static void checkSame(List<Uuid> before, List<Uuid> now) {
    List<String> others =
        IntStream.range(0, NAMES.size())
            .filter(i -> !before.get(i).equals(now.get(i)))
            .mapToObj(NAMES::get)
            .toList();
    if (!others.isEmpty()) {
      throw new LineStopped(
          "%s is not the topic in which the state was kept: stop every sequencer and run"
                  .formatted(String.join(", ", others))
              + " `rebuild-state --discard`; RECOVERY.md says how.");
    }
  }

  /** One sentence for each that is not what it was when it was opened. */
  public List<String> faults() throws ExecutionException, InterruptedException {
    Map<String, Uuid> opened = ids;
    List<String> faults = new ArrayList<>();
    if (!opened.isEmpty()) {
      Map<String, Uuid> found = find();
      missing(found).forEach(name -> faults.add(name + " is gone"));
      found.forEach(
          (name, id) -> {
            if (!id.equals(opened.get(name))) {
              faults.add(name + " is not the topic it was at start");
            }
          });
    }
    return faults;
  }

  /** Whether a state was ever committed, of which other parts may be gone. */
  boolean guardHoldsState() throws ExecutionException, InterruptedException {
    String guard = name(Stores.GUARD);
    if (!find().containsKey(guard)) {
      return false;
    }
    TopicDescription topic = admin.describeTopics(List.of(guard)).allTopicNames().get().get(guard);
    for (int partition = 0; partition < topic.partitions().size(); partition++) {
      var at = new TopicPartition(guard, partition);
      try (var reader = new PartitionReader(consumer, at, 0, Long.MAX_VALUE)) {
        if (reader.hasNext()) {
          return true;
        }
      } catch (KafkaException e) {
        throw new ExecutionException(e);
      }
    }
    return false;
  }

  /** Deletes what is there and makes all of them anew, empty. */
  void recreate() throws ExecutionException, InterruptedException {
    admin.deleteTopics(find().keySet()).all().get();
    awaitNamed(0);
    create();
    ids = awaitNamed(NAMES.size());
  }

  /** A broker goes on naming a topic for a moment, and hears of a new one a little late. */
  private Map<String, Uuid> awaitNamed(int count) throws ExecutionException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Map<String, Uuid> named = find();
    while (named.size() != count) {
      if (System.nanoTime() > deadline) {
        throw new ExecutionException(
            new TimeoutException(
                "the broker names %d of %d changelogs after %d s"
                    .formatted(named.size(), count, PATIENCE.toSeconds())));
      }
      Thread.sleep(PAUSE_MS);
      named = find();
    }
    return named;
  }

  private void create() throws ExecutionException, InterruptedException {
    Map<String, String> config =
        new TreeMap<>(new Stores(settings.minInsyncReplicas()).changelog());
    config.put("cleanup.policy", "compact");
    config.put("message.timestamp.type", "CreateTime");
    List<NewTopic> topics =
        NAMES.stream()
            .map(
                name ->
                    new NewTopic(name, settings.partitions(), (short) settings.replicationFactor())
                        .configs(config))
            .toList();
    for (KafkaFuture<Void> creation : admin.createTopics(topics).values().values()) {
      try {
        creation.get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  private static List<String> missing(Map<String, Uuid> found) {
    return NAMES.stream().filter(name -> !found.containsKey(name)).toList();
  }

  private Map<String, Uuid> find() throws ExecutionException, InterruptedException {
    Map<String, Uuid> found = new TreeMap<>();
    for (var topic : admin.describeTopics(NAMES).topicNameValues().entrySet()) {
      try {
        found.put(topic.getKey(), topic.getValue().get().topicId());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
    }
    return found;
  }
}
