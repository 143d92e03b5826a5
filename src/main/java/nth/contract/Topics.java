package nth.contract;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.Serdes;

/** All topics, and the one check of what they are on the broker. */
public final class Topics {

  /** Of one record on {@code nth.entries}; every record derived from it stays far below 1 MB. */
  public static final int MAX_COMMAND_BYTES = 64 * 1024;

  private static final String FOR_EVER = "-1";
  private static final String THIRTY_DAYS_MS = Long.toString(30L * 24 * 60 * 60 * 1000);
  // Log time may run ahead of a broker clock that stepped back; its stamp must not be refused.
  private static final String ANY_AHEAD_MS = Long.toString(Long.MAX_VALUE);

  private static final Map<String, String> KEPT =
      Map.of(
          "cleanup.policy", "delete",
          "retention.ms", FOR_EVER,
          "retention.bytes", FOR_EVER,
          "message.timestamp.type", "CreateTime",
          "message.timestamp.after.max.ms", ANY_AHEAD_MS);

  public static final Topic<Command> ENTRIES =
      new Topic<>(
          "nth.entries",
          Json.serde(Command.class),
          true,
          Map.of(
              "cleanup.policy",
              "delete",
              "retention.ms",
              FOR_EVER,
              "retention.bytes",
              FOR_EVER,
              "message.timestamp.type",
              "LogAppendTime",
              "max.message.bytes",
              Integer.toString(MAX_COMMAND_BYTES)));

  public static final Topic<Result> RESULTS =
      new Topic<>("nth.results", Json.serde(Result.class), true, KEPT);

  public static final Topic<Winner> WINNERS =
      new Topic<>("nth.winners", Json.serde(Winner.class), true, KEPT);

  public static final Topic<PromotionView> PROMOTIONS =
      new Topic<>(
          "nth.promotions",
          Json.serde(PromotionView.class),
          true,
          Map.of(
              "cleanup.policy", "compact",
              "message.timestamp.type", "CreateTime",
              "message.timestamp.after.max.ms", ANY_AHEAD_MS));

  public static final Topic<byte[]> DEAD_LETTERS =
      new Topic<>(
          "nth.dead-letters",
          Serdes.ByteArray(),
          false,
          // Thirty days from now, whatever time the record inside had.
          Map.of(
              "cleanup.policy", "delete",
              "retention.ms", THIRTY_DAYS_MS,
              "message.timestamp.type", "LogAppendTime"));

  public static final List<Topic<?>> ALL =
      List.of(ENTRIES, RESULTS, WINNERS, PROMOTIONS, DEAD_LETTERS);

  private Topics() {}

  /**
   * What a look at the broker found.
   *
   * @param missing names of topics that do not exist
   * @param faults one sentence each on topics that are not what they must be
   * @param ids of those that exist
   */
  public record Findings(List<String> missing, List<String> faults, Map<String, Uuid> ids) {}

  /** Creates what is missing and leaves the rest as it is; only the sequencer may. */
  public static void create(Admin admin, TopicSettings settings)
      throws ExecutionException, InterruptedException {
    var creations =
        admin.createTopics(ALL.stream().map(topic -> topic.create(settings)).toList()).values();
    for (KafkaFuture<Void> creation : creations.values()) {
      try {
        creation.get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  /**
   * Compares count, replication, policies and time-stamp type with what they must be.
   *
   * @throws ExecutionException if the broker did not answer: that says nothing about the topics
   */
  public static Findings verify(Admin admin, TopicSettings settings, Collection<Topic<?>> topics)
      throws ExecutionException, InterruptedException {
    List<String> missing = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    Map<String, Uuid> ids = new TreeMap<>();
    var descriptions =
        admin.describeTopics(topics.stream().map(Topic::name).toList()).topicNameValues();
    for (Topic<?> topic : topics) {
      try {
        TopicDescription found = descriptions.get(topic.name()).get();
        ids.put(topic.name(), found.topicId());
        compareLayout(topic, found, settings, faults);
        compareConfig(topic, configOf(admin, topic.name()), settings, faults);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
        missing.add(topic.name());
      }
    }
    return new Findings(List.copyOf(missing), List.copyOf(faults), Map.copyOf(ids));
  }

  /**
   * All topics and, on a cluster, those which Kafka itself keeps for the line: what is decided is
   * as safe as the weakest of them. One that does not exist yet is not missed.
   *
   * @param changelogs names of the topics that hold the state of the line
   * @throws ExecutionException if the broker did not answer: that says nothing about the topics
   */
  public static Findings verifyWithInternal(
      Admin admin, TopicSettings settings, Collection<String> changelogs)
      throws ExecutionException, InterruptedException {
    Findings found = verify(admin, settings, ALL);
    List<String> faults = new ArrayList<>(found.faults());
    faults.addAll(InternalTopics.faults(admin, settings, changelogs));
    return new Findings(found.missing(), List.copyOf(faults), found.ids());
  }

  static Config configOf(Admin admin, String name) throws ExecutionException, InterruptedException {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
    return admin.describeConfigs(List.of(resource)).values().get(resource).get();
  }

  private static void compareLayout(
      Topic<?> topic, TopicDescription found, TopicSettings settings, List<String> faults) {
    int partitions = topic.partitions(settings);
    if (found.partitions().size() != partitions) {
      faults.add(
          "%s has %d partitions and must have %d"
              .formatted(topic.name(), found.partitions().size(), partitions));
    }
    found.partitions().stream()
        .filter(partition -> partition.replicas().size() != settings.replicationFactor())
        .findFirst()
        .ifPresent(
            partition ->
                faults.add(
                    "%s has %d replicas and must have %d"
                        .formatted(
                            topic.name(),
                            partition.replicas().size(),
                            settings.replicationFactor())));
  }

  private static void compareConfig(
      Topic<?> topic, Config found, TopicSettings settings, List<String> faults) {
    topic
        .config(settings)
        .forEach(
            (key, must) -> {
              String is = found.get(key).value();
              if (!must.equals(is)) {
                faults.add("%s has %s=%s and must have %s".formatted(topic.name(), key, is, must));
              }
            });
  }
}
