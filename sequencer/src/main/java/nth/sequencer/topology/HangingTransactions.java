package nth.sequencer.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.Topic;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of the line that stay open although their coordinator takes them for finished: Kafka
 * leaves out a partition that has no leader when a transaction ends, and nothing ever ends it
 * there. What was aborted is ended here. What was committed must not be: half of it counts already.
 */
public final class HangingTransactions {

  private static final Logger log = LoggerFactory.getLogger(HangingTransactions.class);
  private static final String OURS = StreamsSettings.APPLICATION_ID + "-";
  private static final String POSITIONS = "__consumer_offsets";
  private static final int EPOCH_PER_TRANSACTION = 2;
  private static final int ANSWER_MS = 5_000;

  private final Admin admin;
  private final TransactionLog transactions;
  private final Duration patience;
  private final LongSupplier nanos;
  private final Map<OpenTransaction, Long> firstSeen = new HashMap<>();

  /**
   * @param base how to reach the broker
   * @param patience how long a transaction may be open before it is looked into: clearly longer
   *     than its time-out
   */
  public HangingTransactions(
      Admin admin, Map<String, Object> base, Duration patience, LongSupplier nanos) {
    this.admin = admin;
    this.transactions = new TransactionLog(base);
    this.patience = patience;
    this.nanos = nanos;
  }

  /**
   * Looks once and ends what may be ended.
   *
   * @return what only an operator can end, one sentence each
   */
  public List<String> look() throws ExecutionException, InterruptedException {
    Set<OpenTransaction> open = open();
    long now = nanos.getAsLong();
    firstSeen.keySet().retainAll(open);
    open.forEach(transaction -> firstSeen.putIfAbsent(transaction, now));
    List<OpenTransaction> old =
        open.stream()
            .filter(transaction -> now - firstSeen.get(transaction) >= patience.toNanos())
            .toList();
    return old.isEmpty() ? List.of() : judge(old);
  }

  private Set<OpenTransaction> open() throws ExecutionException, InterruptedException {
    List<TopicPartition> partitions = partitions();
    var asked =
        admin.describeProducers(partitions, new DescribeProducersOptions().timeoutMs(ANSWER_MS));
    Set<OpenTransaction> open = new LinkedHashSet<>();
    for (TopicPartition partition : partitions) {
      try {
        asked.partitionResult(partition).get().activeProducers().stream()
            .filter(state -> state.currentTransactionStartOffset().isPresent())
            .forEach(state -> open.add(OpenTransaction.of(partition, state)));
      } catch (ExecutionException e) {
        // Without a leader, perhaps: it is asked again the next time.
        log.debug("{} did not say which transactions are open", partition, e);
      }
    }
    return open;
  }

  /** Those that the line writes to in its transactions, as far as they exist. */
  private List<TopicPartition> partitions() throws InterruptedException {
    List<String> names =
        Stream.concat(
                Stream.of(POSITIONS),
                Stream.concat(Topics.ALL.stream().map(Topic::name), Changelogs.NAMES.stream()))
            .toList();
    List<TopicPartition> partitions = new ArrayList<>();
    for (var topic : admin.describeTopics(names).topicNameValues().entrySet()) {
      try {
        String name = topic.getKey();
        int count = topic.getValue().get().partitions().size();
        if (name.equals(POSITIONS)) {
          partitions.add(new TopicPartition(name, Home.of(StreamsSettings.APPLICATION_ID, count)));
        } else {
          for (int i = 0; i < count; i++) {
            partitions.add(new TopicPartition(name, i));
          }
        }
      } catch (ExecutionException e) {
        log.debug("{} is not looked at", topic.getKey(), e);
      }
    }
    return partitions;
  }

  private List<String> judge(List<OpenTransaction> old)
      throws ExecutionException, InterruptedException {
    var ids = old.stream().map(OpenTransaction::producerId).collect(Collectors.toSet());
    Map<Long, TransactionListing> listed =
        admin
            .listTransactions(new ListTransactionsOptions().filterProducerIds(ids))
            .all()
            .get()
            .stream()
            .collect(Collectors.toMap(TransactionListing::producerId, found -> found));
    List<String> faults = new ArrayList<>();
    for (OpenTransaction open : old) {
      TransactionListing listing = listed.get(open.producerId());
      if (listing != null && listing.transactionalId().startsWith(OURS)) {
        judge(open, listing, faults);
      } else if (!open.at().topic().equals(POSITIONS)) {
        // Other people's groups have their positions beside ours; our topics are ours alone.
        faults.add(
            onlyAnOperator(
                open,
                listing == null
                    ? "whose it is cannot be told"
                    : "it is of " + listing.transactionalId()));
      }
    }
    return faults;
  }

  private void judge(OpenTransaction open, TransactionListing listing, List<String> faults)
      throws ExecutionException, InterruptedException {
    switch (outcome(open, listing)) {
      case UNDER_WAY -> log.debug("Still under way: {}", open);
      case COMMITTED -> faults.add(committed(open));
      case UNTOLD -> faults.add(onlyAnOperator(open, "what became of it cannot be told"));
      case ABORTED -> {
        try {
          admin.abortTransaction(open.abortion()).all().get();
          log.warn("Kafka forgot to end {}, which was aborted: it is ended now", open);
        } catch (ExecutionException e) {
          faults.add(onlyAnOperator(open, "it was aborted, but: " + e.getCause().getMessage()));
        }
      }
    }
  }

  private TransactionLog.Outcome outcome(OpenTransaction open, TransactionListing listing)
      throws ExecutionException, InterruptedException {
    var features = admin.describeFeatures().featureMetadata().get().finalizedFeatures();
    var version = features.get("transaction.version");
    if (version == null || version.maxVersionLevel() < EPOCH_PER_TRANSACTION) {
      return TransactionLog.Outcome.UNTOLD;
    }
    try {
      return transactions.outcome(listing.transactionalId(), open.producerId(), open.epoch());
    } catch (KafkaException e) {
      log.debug("The coordinator's log cannot be read", e);
      return TransactionLog.Outcome.UNTOLD;
    }
  }

  private static String committed(OpenTransaction open) {
    return "Kafka forgot to end "
        + open
        + ", which was committed: never abort it, half of it counts already; stop the sequencer and"
        + " bring back a replica that holds its end, or replay nth.entries into new topics.";
  }

  private static String onlyAnOperator(OpenTransaction open, String why) {
    return "Nobody ends "
        + open
        + " ("
        + why
        + "): look for its end in __transaction_state and, only if it was aborted, run"
        + " kafka-transactions.sh abort --topic %s --partition %d --start-offset %d."
            .formatted(open.at().topic(), open.at().partition(), open.since());
  }
}
