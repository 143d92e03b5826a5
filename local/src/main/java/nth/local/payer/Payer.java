package nth.local.payer;

import static java.nio.charset.StandardCharsets.UTF_8;

import nth.contract.DeadLetterReason;
import nth.contract.Winner;
import nth.local.payer.WinRecord.UnknownForm;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.listener.AcknowledgingMessageListener;
import org.springframework.kafka.support.Acknowledgment;
import tools.jackson.core.JacksonException;

/**
 * Pays one win after the other: enters it as owed, asks for the payment, marks it as paid, commits
 * the offset. Whatever throws is tried again with the same record, and nothing behind it is touched
 * meanwhile; a record that comes again finds what was done before.
 */
final class Payer implements AcknowledgingMessageListener<byte[], byte[]> {

  private final PayerLedger ledger;
  private final Payout payout;
  private final PayerAlarm alarm;
  private final String environment;
  private final Step.Hook hook;

  Payer(PayerLedger ledger, Payout payout, PayerAlarm alarm, String environment, Step.Hook hook) {
    this.ledger = ledger;
    this.payout = payout;
    this.alarm = alarm;
    this.environment = environment;
    this.hook = hook;
  }

  @Override
  public void onMessage(ConsumerRecord<byte[], byte[]> record, Acknowledgment offset) {
    settle(record);
    offset.acknowledge();
    hook.after(Step.COMMITTED);
    alarm.look();
  }

  private void settle(ConsumerRecord<byte[], byte[]> record) {
    Winner winner;
    try {
      winner = WinRecord.read(record);
    } catch (UnknownForm e) {
      throw e;
    } catch (JacksonException e) {
      putAside(record, DeadLetterReason.UNREADABLE, e.getOriginalMessage());
      return;
    } catch (IllegalArgumentException e) {
      putAside(record, DeadLetterReason.UNREADABLE, String.valueOf(e.getMessage()));
      return;
    }
    switch (ledger.enter(winner, new String(record.value(), UTF_8))) {
      case OWED -> pay(winner, record);
      case PAID, UNPAYABLE -> {}
      case CONTRADICTION ->
          putAside(
              record, DeadLetterReason.CONTRADICTION, "the ledger has another record of this win");
    }
  }

  private void pay(Winner winner, ConsumerRecord<byte[], byte[]> record) {
    hook.after(Step.ENTERED);
    if (!isBooked(winner)) {
      // Another instance had the same win for a while, and heard something else.
      putAside(record, DeadLetterReason.CONTRADICTION, "the ledger says that it ended otherwise");
    }
    hook.after(Step.MARKED);
  }

  /** False if the ledger had another outcome of this win by then. */
  private boolean isBooked(Winner winner) {
    try {
      String reference = payout.pay(PrizeOrder.of(winner, environment));
      hook.after(Step.CALLED);
      return ledger.paid(winner, reference);
    } catch (NeverPayable e) {
      String why = String.valueOf(e.getMessage());
      alarm.unpayable(winner.dedupId(), why);
      return ledger.unpayable(winner, why);
    }
  }

  private void putAside(
      ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String why) {
    // It may quote the record, and Postgres takes no NUL.
    String detail = why.replaceAll("\\p{Cntrl}", " ");
    alarm.putAside(record.partition() + "-" + record.offset(), reason.wire() + ", " + detail);
    ledger.putAside(record, reason, detail);
  }
}
