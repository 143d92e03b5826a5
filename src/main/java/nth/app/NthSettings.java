package nth.app;

import nth.contract.TopicSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the topics are laid out, alike in every application.
 *
 * @param partitions {@code nth.partitions}: how many promotions can be numbered side by side
 * @param replicationFactor {@code nth.replication-factor}
 * @param minInsyncReplicas {@code nth.min-insync-replicas}
 */
@ConfigurationProperties("nth")
public record NthSettings(
    @DefaultValue("1") int partitions,
    @DefaultValue("1") int replicationFactor,
    @DefaultValue("1") int minInsyncReplicas) {

  /** Checks the settings while they are bound, so that a bad one stops the start. */
  public NthSettings {
    new TopicSettings(partitions, replicationFactor, minInsyncReplicas);
  }

  public TopicSettings topics() {
    return new TopicSettings(partitions, replicationFactor, minInsyncReplicas);
  }
}
