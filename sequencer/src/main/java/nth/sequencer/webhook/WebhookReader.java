package nth.sequencer.webhook;

import nth.sequencer.webhook.NoticeRecord.UnknownForm;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.AcknowledgingMessageListener;
import org.springframework.kafka.support.Acknowledgment;
import tools.jackson.core.JacksonException;

/**
 * Enters each win and each closing into the ledger, then commits the offset. Whatever throws is
 * tried again. What cannot be read is passed over loudly; the audit mirror, which reads the same
 * records, puts it aside.
 */
final class WebhookReader implements AcknowledgingMessageListener<byte[], byte[]> {

  private final WebhookLedger ledger;
  private final Runnable entered;
  private final WebhookAlarm alarm;
  private final Step.Hook hook;

  /**
   * @param entered called when there may be something to send
   */
  WebhookReader(WebhookLedger ledger, Runnable entered, WebhookAlarm alarm, Step.Hook hook) {
    this.ledger = ledger;
    this.entered = entered;
    this.alarm = alarm;
    this.hook = hook;
  }

  @Override
  public void onMessage(ConsumerRecord<byte[], byte[]> record, Acknowledgment offset) {
    take(record);
    offset.acknowledge();
    hook.after(Step.COMMITTED);
    alarm.working(record.topic());
    entered.run();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      NoticeRecord.read(record).ifPresent(notice -> enter(notice, record));
    } catch (UnknownForm e) {
      throw e;
    } catch (JacksonException e) {
      passOver(record, e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      passOver(record, String.valueOf(e.getMessage()));
    }
  }

  private void passOver(ConsumerRecord<byte[], byte[]> record, String why) {
    ledger.passOver(where(record), why);
    alarm.unreadable(where(record), why);
  }

  private void enter(Notice notice, ConsumerRecord<byte[], byte[]> record) {
    switch (ledger.enter(notice)) {
      case NEW, SAME_AGAIN -> hook.after(Step.ENTERED);
      case CONTRADICTION -> passOver(record, "something else was entered as " + notice.id());
    }
  }

  private static String where(ConsumerRecord<byte[], byte[]> record) {
    return record.topic() + " at " + record.partition() + "-" + record.offset();
  }
}
