package nth.proof.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nth.contract.Topics;
import nth.proof.stage.Stage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records on {@code nth.entries} that nth has not written and must not choke on. */
record Poison(byte[] noise) implements Fault {

  private static final byte[] KEY = "poison".getBytes(UTF_8);

  @Override
  public String victim() {
    return Topics.ENTRIES.name();
  }

  @Override
  public Duration lasts() {
    return Duration.ZERO;
  }

  @Override
  public void strike(Stage stage) throws InterruptedException, ExecutionException {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", stage.doors().bootstrapServers(), "acks", "all");
    var bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(settings, bytes, bytes)) {
      int partitions = producer.partitionsFor(Topics.ENTRIES.name()).size();
      for (int partition = 0; partition < partitions; partition++) {
        for (var record : records(partition)) {
          producer.send(record).get();
        }
      }
    }
  }

  @Override
  public void heal(Stage stage) {}

  /** Whatever the partition, one of the two well-formed events does not belong there. */
  private List<ProducerRecord<byte[], byte[]>> records(int partition) {
    return List.of(
        record(partition, KEY, new byte[0]),
        record(partition, KEY, null),
        record(partition, KEY, "no json".getBytes(UTF_8)),
        record(partition, null, entry("poison")),
        record(partition, KEY, entry("another-event")),
        record(partition, KEY, entry("poison")),
        record(partition, "poison-0".getBytes(UTF_8), entry("poison-0")),
        record(partition, KEY, "x".repeat(60_000).getBytes(UTF_8)),
        record(partition, noise, noise));
  }

  private static ProducerRecord<byte[], byte[]> record(int partition, byte[] key, byte[] value) {
    return new ProducerRecord<>(Topics.ENTRIES.name(), partition, key, value);
  }

  /** Well-formed, for an event that nobody has defined. */
  private static byte[] entry(String event) {
    return """
        {"v":1,"type":"submit_entry","event_id":"%s","user_id":"nobody","request_id":"poison",\
        "requested_at":"2026-01-01T00:00:00.000Z"}"""
        .formatted(event)
        .getBytes(UTF_8);
  }
}
