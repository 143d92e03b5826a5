package nth.local.payer;

import java.sql.Types;
import java.util.List;
import java.util.Locale;
import nth.contract.DeadLetter;
import nth.contract.DeadLetterReason;
import nth.contract.EventId;
import nth.contract.Winner;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The payer's own books: a win is entered once, by its {@code dedup_id}, and changes its state
 * once. Every method throws while the database does not answer, and can be called again.
 */
final class PayerLedger {

  private static final String ENTER =
      """
      insert into nth_payer.ledger (dedup_id, event_id, seq, user_id, record)
      values (:dedup_id, :event_id, :seq, :user_id, :record)
      on conflict do nothing""";

  private static final String FIND =
      """
      select state, record from nth_payer.ledger
      where dedup_id = :dedup_id or (event_id = :event_id and seq = :seq)""";

  private static final String SETTLE =
      """
      update nth_payer.ledger
      set state = :state, reference = :reference, why = :why, settled_at = now()
      where dedup_id = :dedup_id
        and (state = 'owed' or (state = :state and reference is not distinct from :reference))""";

  private static final String PUT_ASIDE =
      """
      insert into nth_payer.dead_letter (partition, "offset", sha256, reason, detail, key, value)
      values (:partition, :offset, :sha256, :reason, :detail, :key, :value)
      on conflict do nothing""";

  private static final String UNPAID =
      """
      select (select count(*) from nth_payer.ledger where state = 'unpayable')
           + (select count(*) from nth_payer.dead_letter)""";

  private static final String ROWS =
      """
      select dedup_id, event_id, seq, user_id, state, reference, why
      from nth_payer.ledger where event_id = :event_id order by seq""";

  /** How a win stands in the books. */
  enum Standing {
    OWED,
    PAID,
    UNPAYABLE,
    /** Another record has this id, or this number. */
    CONTRADICTION
  }

  /** A row, for people to look at. */
  record Row(
      String dedupId,
      String eventId,
      long seq,
      String userId,
      String state,
      @Nullable String reference,
      @Nullable String why) {}

  private final JdbcClient jdbc;
  private final PayerTables tables;

  PayerLedger(JdbcClient jdbc, PayerTables tables) {
    this.jdbc = jdbc;
    this.tables = tables;
  }

  /**
   * @param record the win as it was read: the same win is the same text
   */
  Standing enter(Winner winner, String record) {
    tables.prepare();
    jdbc.sql(ENTER)
        .param("dedup_id", winner.dedupId())
        .param("event_id", winner.eventId().value())
        .param("seq", winner.seq().value())
        .param("user_id", winner.userId().value())
        .param("record", record)
        .update();
    List<Standing> found =
        jdbc.sql(FIND)
            .param("dedup_id", winner.dedupId())
            .param("event_id", winner.eventId().value())
            .param("seq", winner.seq().value())
            .query(
                (row, number) ->
                    record.equals(row.getString("record"))
                        ? Standing.valueOf(row.getString("state").toUpperCase(Locale.ROOT))
                        : Standing.CONTRADICTION)
            .list();
    return found.size() == 1 ? found.get(0) : Standing.CONTRADICTION;
  }

  /**
   * @return false if the ledger has another outcome
   */
  boolean paid(Winner winner, String reference) {
    return settle(winner, "paid", reference, null);
  }

  /**
   * @return false if the ledger has another outcome
   */
  boolean unpayable(Winner winner, String why) {
    return settle(winner, "unpayable", null, why);
  }

  private boolean settle(
      Winner winner, String state, @Nullable String reference, @Nullable String why) {
    return jdbc.sql(SETTLE)
            .param("state", state)
            .param("reference", reference, Types.VARCHAR)
            .param("why", why, Types.VARCHAR)
            .param("dedup_id", winner.dedupId())
            .update()
        == 1;
  }

  void putAside(ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String detail) {
    tables.prepare();
    byte[] value = record.value();
    jdbc.sql(PUT_ASIDE)
        .param("partition", record.partition())
        .param("offset", record.offset())
        .param("sha256", DeadLetter.sha256(value == null ? new byte[0] : value))
        .param("reason", reason.wire())
        .param("detail", detail)
        .param("key", record.key())
        .param("value", value)
        .update();
  }

  /** Prizes that nobody gets without help. */
  long unpaid() {
    tables.prepare();
    return jdbc.sql(UNPAID).query(Long.class).single();
  }

  List<Row> rows(EventId event) {
    tables.prepare();
    return jdbc.sql(ROWS).param("event_id", event.value()).query(Row.class).list();
  }
}
