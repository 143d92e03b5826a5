package nth.proof.stage;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;

/** The brokers as one, seen past every wire. */
public final class Cluster implements AutoCloseable {

  private static final long LIMIT_SECONDS = 5;

  private final Admin admin;

  Cluster(String bootstrapServers) {
    admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                3_000,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                5_000));
  }

  public Admin admin() {
    return admin;
  }

  /** Whether the controllers believe in this broker. */
  boolean serves(int node) {
    try {
      return get(admin.describeCluster().nodes()).stream().anyMatch(n -> n.id() == node);
    } catch (KafkaException | TimeoutException notYet) {
      return false;
    }
  }

  /** Whether every copy of every partition is complete. */
  boolean isWhole() {
    try {
      var all = get(admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
      return get(admin.describeTopics(all).allTopicNames()).values().stream()
          .map(TopicDescription::partitions)
          .flatMap(Collection::stream)
          .allMatch(p -> p.leader() != null && p.isr().size() == p.replicas().size());
    } catch (KafkaException | TimeoutException notYet) {
      return false;
    }
  }

  /**
   * Waits for what the brokers say.
   *
   * @throws KafkaException what they refuse
   */
  public static <T> T get(KafkaFuture<T> answer) throws TimeoutException {
    try {
      return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException(e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(LIMIT_SECONDS));
  }
}
