package nth.contract;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * One topic: its name, how it is read and written, and the settings it stands or falls with.
 *
 * @param spread whether it has {@code nth.partitions} partitions, or one
 * @param config what is set at creation and verified, in Kafka's own names
 */
public record Topic<V>(String name, Serde<V> value, boolean spread, Map<String, String> config) {

  public Topic {
    config = Map.copyOf(config);
  }

  public Serde<EventId> key() {
    return Serdes.serdeFrom(
        (topic, id) -> Headers.bytes(id.value()),
        (topic, bytes) -> new EventId(new String(bytes, java.nio.charset.StandardCharsets.UTF_8)));
  }

  public int partitions(TopicSettings settings) {
    return spread ? settings.partitions() : 1;
  }

  /** Its settings and those of the installation. */
  Map<String, String> config(TopicSettings settings) {
    Map<String, String> all = new TreeMap<>(config);
    all.put("min.insync.replicas", Integer.toString(settings.minInsyncReplicas()));
    all.put("unclean.leader.election.enable", "false");
    return all;
  }

  NewTopic create(TopicSettings settings) {
    return new NewTopic(name, partitions(settings), (short) settings.replicationFactor())
        .configs(config(settings));
  }
}
