package nth.sequencer.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.function.Function;
import nth.contract.DeadLetterReason;
import nth.contract.EventId;
import nth.contract.Topic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.MessageListener;
import tools.jackson.core.JacksonException;

/**
 * Takes the records of one topic into the books, one by one. What cannot be read or contradicts the
 * books is put aside and the next one is taken; anything that throws is tried again.
 */
final class Mirror<V> implements MessageListener<byte[], byte[]> {

  private final Topic<V> topic;
  private final Function<V, EventId> eventId;
  private final Function<V, Verdict> books;
  private final AuditDeadLetters deadLetters;
  private final AuditAlarm alarm;

  Mirror(
      Topic<V> topic,
      Function<V, EventId> eventId,
      Function<V, Verdict> books,
      AuditDeadLetters deadLetters,
      AuditAlarm alarm) {
    this.topic = topic;
    this.eventId = eventId;
    this.books = books;
    this.deadLetters = deadLetters;
    this.alarm = alarm;
  }

  @Override
  public void onMessage(ConsumerRecord<byte[], byte[]> record) {
    take(record);
    alarm.mirroring(topic.name());
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    V value;
    try {
      value = read(record);
    } catch (JacksonException e) {
      putAside(record, e.getOriginalMessage());
      return;
    } catch (IllegalArgumentException e) {
      putAside(record, String.valueOf(e.getMessage()));
      return;
    }
    obey(books.apply(value), record);
  }

  private V read(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null || record.value() == null) {
      throw new IllegalArgumentException("key and value must be there");
    }
    V value = topic.value().deserializer().deserialize(topic.name(), record.value());
    if (!Arrays.equals(record.key(), eventId.apply(value).value().getBytes(UTF_8))) {
      throw new IllegalArgumentException("the key is not the event_id");
    }
    return value;
  }

  private void obey(Verdict verdict, ConsumerRecord<byte[], byte[]> record) {
    switch (verdict.kind()) {
      case WRITTEN, SAME_AGAIN -> {}
      case CONTRADICTION -> {
        deadLetters.put(record, DeadLetterReason.CONTRADICTION, verdict.detail());
        alarm.contradiction(where(record), verdict.detail());
      }
      case IMPOSSIBLE -> putAside(record, verdict.detail());
    }
  }

  private void putAside(ConsumerRecord<byte[], byte[]> record, String detail) {
    deadLetters.put(record, DeadLetterReason.UNREADABLE, detail);
    alarm.unreadable(where(record), detail);
  }

  private static String where(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + " at " + record.partition() + "-" + record.offset();
  }
}
