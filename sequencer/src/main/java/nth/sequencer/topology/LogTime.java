package nth.sequencer.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Takes the broker's append time and nothing else. This is the only place where Streams shows the
 * type of a time stamp.
 */
final class LogTime implements TimestampExtractor {

  // The end of the year 9999: later times have no spelling on the wire.
  private static final long END_MS = 253_402_300_799_999L;

  private final boolean acceptCreateTime;

  LogTime(boolean acceptCreateTime) {
    this.acceptCreateTime = acceptCreateTime;
  }

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    if (!acceptCreateTime && record.timestampType() != TimestampType.LOG_APPEND_TIME) {
      throw new LineStopped(
          "nth.entries at %d-%d carries %s, a time its sender chose:"
                  .formatted(record.partition(), record.offset(), record.timestampType())
              + " set message.timestamp.type=LogAppendTime and restore the topic, or, to replay a"
              + " trusted copy, set nth.sequencer.accept-create-time=true.");
    }
    if (record.timestamp() > END_MS) {
      throw new LineStopped(
          "nth.entries at %d-%d is stamped %d, after the year 9999: correct the copy's time stamps."
              .formatted(record.partition(), record.offset(), record.timestamp()));
    }
    // Streams drops what has a negative time; 0 takes the time of the record before it.
    return Math.max(0, record.timestamp());
  }
}
