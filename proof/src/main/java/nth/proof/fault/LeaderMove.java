package nth.proof.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import nth.proof.stage.Cluster;
import nth.proof.stage.Stage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ElectionNotNeededException;

/** Every partition gets the next of its replicas as leader, as when brokers are balanced. */
record LeaderMove(int by) implements Fault {

  @Override
  public String victim() {
    return "all partitions, by " + by;
  }

  @Override
  public Duration lasts() {
    return Duration.ZERO;
  }

  /** All move, one after the other. */
  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public void strike(Stage stage) throws TimeoutException {
    Admin admin = stage.cluster().admin();
    Map<TopicPartition, Optional<NewPartitionReassignment>> order = new HashMap<>();
    var names = Cluster.get(admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
    for (TopicDescription topic :
        Cluster.get(admin.describeTopics(names).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(
              partition ->
                  order.put(
                      new TopicPartition(topic.name(), partition.partition()),
                      Optional.of(rotated(partition.replicas()))));
    }
    Cluster.get(admin.alterPartitionReassignments(order).all());
    // Those that lead already say so, and the others move.
    judge(Cluster.get(admin.electLeaders(ElectionType.PREFERRED, order.keySet()).partitions()));
  }

  private static void judge(Map<TopicPartition, Optional<Throwable>> moved) {
    moved.forEach(
        (partition, error) -> {
          if (error.isPresent() && !(error.get() instanceof ElectionNotNeededException)) {
            throw new KafkaException(partition + " did not move", error.get());
          }
        });
  }

  @Override
  public void heal(Stage stage) {}

  private NewPartitionReassignment rotated(List<Node> replicas) {
    List<Integer> ids = new ArrayList<>(replicas.stream().map(Node::id).toList());
    Collections.rotate(ids, by);
    return new NewPartitionReassignment(ids);
  }
}
