package nth.sequencer.topology;

import org.apache.kafka.common.utils.Utils;

/** Which partition of Kafka's own topics keeps a group's or a transactional id's records. */
final class Home {

  private Home() {}

  static int of(String id, int partitions) {
    return Utils.abs(id.hashCode()) % partitions;
  }
}
