package nth.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A stranger's payer: read_committed, one ledger unique on the header {@code dedup_id}. It knows no
 * class of nth, on purpose.
 */
final class PlainPayer implements AutoCloseable {

  private static final List<TopicPartition> WINNERS = List.of(new TopicPartition("nth.winners", 0));

  private final Map<String, String> ledger = new LinkedHashMap<>();
  private final List<String> payments = new ArrayList<>();
  private final KafkaConsumer<String, String> consumer;

  PlainPayer(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.assign(WINNERS);
    forgetPosition();
  }

  /** As after a crash before the offset was kept: everything is delivered again. */
  void forgetPosition() {
    consumer.seekToBeginning(WINNERS);
  }

  /** Reads to the present end, pays what is new, and returns the ledger: dedup_id to record. */
  Map<String, String> payWhatIsThere() {
    long end = consumer.endOffsets(WINNERS).get(WINNERS.get(0));
    while (consumer.position(WINNERS.get(0)) < end) {
      consumer.poll(Duration.ofMillis(100)).forEach(this::pay);
    }
    return ledger;
  }

  /** The ids in the order they were paid. */
  List<String> payments() {
    return payments;
  }

  private void pay(ConsumerRecord<String, String> winner) {
    Header id = winner.headers().lastHeader("dedup_id");
    String dedupId = new String(id.value(), java.nio.charset.StandardCharsets.UTF_8);
    if (ledger.putIfAbsent(dedupId, winner.value()) == null) {
      payments.add(dedupId);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
