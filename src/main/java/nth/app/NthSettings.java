package nth.app;

import nth.contract.TopicSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the topics are laid out, alike in every application.
 *
 * @param partitions promotions that can be numbered side by side; fixed once entries exist
 * @param replicationFactor copies of every topic; 3 on a cluster; fixed at creation
 * @param minInsyncReplicas copies that must have a record before it counts; 2 on a cluster
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
