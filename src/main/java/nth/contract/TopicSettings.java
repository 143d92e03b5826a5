package nth.contract;

/**
 * How the topics are laid out; fixed at their creation and verified ever after.
 *
 * @throws IllegalArgumentException if a number cannot work
 */
public record TopicSettings(int partitions, int replicationFactor, int minInsyncReplicas) {

  public TopicSettings {
    if (partitions < 1) {
      throw new IllegalArgumentException("nth.partitions must be 1 or more");
    }
    if (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
      throw new IllegalArgumentException("nth.replication-factor must be 1 or more");
    }
    if (minInsyncReplicas < 1 || minInsyncReplicas > replicationFactor) {
      throw new IllegalArgumentException(
          "nth.min-insync-replicas must be 1 to nth.replication-factor");
    }
  }
}
