package nth.sequencer.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** The time of the record as it is. That it is an append time is seen by {@link LineClients}. */
final class RecordTime implements TimestampExtractor {

  // The end of the year 9999: later times have no spelling on the wire.
  private static final long END_MS = 253_402_300_799_999L;

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    if (record.timestamp() > END_MS) {
      throw new LineStopped(
          "nth.entries at %d-%d is stamped %d, after the year 9999: correct the copy's time stamps."
              .formatted(record.partition(), record.offset(), record.timestamp()));
    }
    // Streams drops what has a negative time; 0 takes the time of the record before it.
    return Math.max(0, record.timestamp());
  }
}
