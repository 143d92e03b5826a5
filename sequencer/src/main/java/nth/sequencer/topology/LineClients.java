package nth.sequencer.topology;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of the line. Its consumer takes append times only: Streams tells neither extractors
 * nor processors what kind of time a record has, so this is where it can be seen.
 */
public final class LineClients implements KafkaClientSupplier {

  private final boolean acceptCreateTime;

  /**
   * @param acceptCreateTime whether a sender's time is good enough: for a copy of the log only
   */
  public LineClients(boolean acceptCreateTime) {
    this.acceptCreateTime = acceptCreateTime;
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return acceptCreateTime ? plain(config) : new AppendTimeConsumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return plain(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return plain(config);
  }

  private static Consumer<byte[], byte[]> plain(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * @throws LineStopped if the time is one that its sender chose
   */
  static void check(ConsumerRecord<?, ?> record) {
    if (record.timestampType() != TimestampType.LOG_APPEND_TIME) {
      throw new LineStopped(
          "%s at %d-%d carries %s, a time its sender chose:"
                  .formatted(
                      record.topic(), record.partition(), record.offset(), record.timestampType())
              + " set message.timestamp.type=LogAppendTime and restore the topic, or, to replay a"
              + " trusted copy, set nth.sequencer.accept-create-time=true.");
    }
  }

  private static final class AppendTimeConsumer extends KafkaConsumer<byte[], byte[]> {
    AppendTimeConsumer(Map<String, Object> config) {
      super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
      records.forEach(LineClients::check);
      return records;
    }
  }
}
