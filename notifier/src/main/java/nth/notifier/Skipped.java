package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import nth.contract.Topic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** Records that cannot be read are passed over: counted all, logged the first few. */
final class Skipped {

  private static final Logger log = LoggerFactory.getLogger(Skipped.class);
  private static final int LOGGED = 20;

  private final Counter counter;
  private int seen;

  Skipped(MeterRegistry meters) {
    this.counter =
        Counter.builder("nth.notifier.skipped")
            .description("Records of nth.results that could not be read")
            .register(meters);
  }

  /** What the record says, or empty if it was skipped. Called by the reading thread only. */
  <T> Optional<T> orRead(Topic<T> topic, ConsumerRecord<byte[], byte[]> record) {
    try {
      byte[] value = record.value();
      if (value == null) {
        skip(record, "it has no value");
        return Optional.empty();
      }
      T read = topic.value().deserializer().deserialize(topic.name(), value);
      if (read == null) {
        skip(record, "its value is null");
      }
      return Optional.ofNullable(read);
    } catch (JacksonException e) {
      skip(record, e.getOriginalMessage());
      return Optional.empty();
    }
  }

  private void skip(ConsumerRecord<?, ?> record, String why) {
    counter.increment();
    seen++;
    if (seen <= LOGGED) {
      log.error(
          "Skipped {}-{} at {}: {}", record.topic(), record.partition(), record.offset(), why);
    }
    if (seen == LOGGED) {
      log.error("Further skipped records are counted only, in nth.notifier.skipped");
    }
  }
}
