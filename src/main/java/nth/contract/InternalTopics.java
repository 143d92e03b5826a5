package nth.contract;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics that Kafka itself makes for the line, when it first needs them. */
final class InternalTopics {

  private static final String GROUP_POSITIONS = "__consumer_offsets";
  private static final String TRANSACTIONS = "__transaction_state";
  private static final String MIN_INSYNC = "min.insync.replicas";

  private InternalTopics() {}

  /** One sentence each on those that exist and are weaker than our own; none off a cluster. */
  static List<String> faults(Admin admin, TopicSettings settings, Collection<String> changelogs)
      throws ExecutionException, InterruptedException {
    List<String> faults = new ArrayList<>();
    if (settings.replicationFactor() > 1) {
      // How many of these must be in sync is the cluster's own business.
      compare(admin, GROUP_POSITIONS, settings.replicationFactor(), 1, faults);
      List<String> written = new ArrayList<>(changelogs);
      written.add(TRANSACTIONS);
      for (String name : written) {
        compare(admin, name, settings.replicationFactor(), settings.minInsyncReplicas(), faults);
      }
    }
    return faults;
  }

  private static void compare(
      Admin admin, String name, int replicas, int minInsync, List<String> faults)
      throws ExecutionException, InterruptedException {
    try {
      TopicDescription found =
          admin.describeTopics(List.of(name)).topicNameValues().get(name).get();
      found.partitions().stream()
          .mapToInt(partition -> partition.replicas().size())
          .min()
          .ifPresent(least -> compareAtLeast(name + " has %d replicas", least, replicas, faults));
      String insync = Topics.configOf(admin, name).get(MIN_INSYNC).value();
      compareAtLeast(
          name + " has " + MIN_INSYNC + "=%d", Integer.parseInt(insync), minInsync, faults);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw e;
      }
    }
  }

  private static void compareAtLeast(String what, int is, int must, List<String> faults) {
    if (is < must) {
      faults.add(what.formatted(is) + " and must have at least " + must);
    }
  }
}
