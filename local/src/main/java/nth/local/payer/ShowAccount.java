package nth.local.payer;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Moves nothing: a table that behaves as a payment provider does, so that there is one to see. */
final class ShowAccount implements Payout {

  private static final String PAY =
      """
      insert into nth_payer.show_account (idempotency_key, reference, event_id, seq, user_id)
      values (:key, :reference, :event_id, :seq, :user_id)
      on conflict do nothing""";

  private static final String REFERENCE =
      "select reference from nth_payer.show_account where idempotency_key = :key";

  private final JdbcClient jdbc;

  ShowAccount(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public String pay(PrizeOrder order) {
    jdbc.sql(PAY)
        .param("key", order.idempotencyKey())
        .param("reference", "show-" + UUID.randomUUID())
        .param("event_id", order.eventId().value())
        .param("seq", order.seq().value())
        .param("user_id", order.userId().value())
        .update();
    return jdbc.sql(REFERENCE).param("key", order.idempotencyKey()).query(String.class).single();
  }
}
