package nth.sequencer.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The books of what was told: a notice is entered once, with the bytes that every attempt sends.
 * All times are the database's, so instances with different clocks agree. Every method throws while
 * the database does not answer, and can be called again.
 */
final class WebhookLedger {

  private static final String ENTER =
      """
      insert into nth_webhook.notice (id, event_id, place, wins, happened_at, body, state)
      values (:id, :event_id, :place, :wins, :happened_at, :body, :state)
      on conflict do nothing""";

  private static final String FIND =
      """
      select body = :body or (:later and id = :id) from nth_webhook.notice
      where id = :id or (event_id = :event_id and place = :place)""";

  // In the order of their event. A closing knows how many wins it must wait for, in case that they
  // are read later than itself; for one that never comes it waits as long as for a receiver.
  private static final String CLAIM =
      """
      update nth_webhook.notice claimed
      set attempts = attempts + 1, next_attempt_at = now() + :lease_ms * interval '1 millisecond'
      where id = (
        select id from nth_webhook.notice next
        where state = 'pending' and next_attempt_at <= now()
          and not exists (
            select from nth_webhook.notice before
            where before.event_id = next.event_id and before.place < next.place
              and before.state = 'pending')
          and (
            wins <= (
              select count(*) from nth_webhook.notice before
              where before.event_id = next.event_id and before.place < next.place)
            or entered_at < now() - :give_up_ms * interval '1 millisecond')
        order by next_attempt_at
        limit 1
        for update skip locked)
      returning id, body, attempts, paused_ms, wins - (
        select count(*) from nth_webhook.notice before
        where before.event_id = claimed.event_id and before.place < claimed.place) missing""";

  private static final String DELIVERED =
      """
      update nth_webhook.notice set state = 'delivered', why = null, settled_at = now()
      where id = :id and state <> 'delivered'""";

  // Whoever was taken for lost meanwhile has no say: another attempt is under way. Each of these
  // can
  // be done twice, for the reply to the first may have got lost.
  private static final String FAILED =
      """
      update nth_webhook.notice
      set why = :why, paused_ms = :paused_ms,
        next_attempt_at = now() + :pause_ms * interval '1 millisecond'
      where id = :id and state = 'pending' and attempts = :attempts""";

  private static final String GIVEN_UP =
      """
      update nth_webhook.notice set state = 'given_up', why = :why, settled_at = now()
      where id = :id and state in ('pending', 'given_up') and attempts = :attempts""";

  private static final String STANDING =
      """
      select count(*) filter (where state = 'pending') pending,
        count(*) filter (where state = 'pending' and (why is not null
          or (entered_at < now() - interval '1 minute' and wins > (
            select count(*) from nth_webhook.notice before
            where before.event_id = open.event_id and before.place < open.place)))) failing,
        count(*) filter (where state = 'given_up') given_up,
        coalesce(extract(epoch from now() - min(entered_at) filter (where state = 'pending')), 0)::bigint
          oldest_s,
        (select count(*) from nth_webhook.passed_over) passed_over
      from nth_webhook.notice open where state in ('pending', 'given_up')""";

  private static final String PASS_OVER =
      """
      insert into nth_webhook.passed_over (place, why) values (:place, :why)
      on conflict do nothing""";

  /** What the books say about a notice that was read. */
  enum Entry {
    NEW,
    SAME_AGAIN,
    /** Other bytes were entered under this id, or in this place. */
    CONTRADICTION
  }

  /**
   * A notice that this instance sends now.
   *
   * @param attempts this one included
   * @param pausedMs between the attempts before it
   * @param missing wins that should stand before it and were never read; it no longer waits for
   *     them
   */
  record Claim(String id, byte[] body, int attempts, long pausedMs, long missing) {}

  /**
   * What is still to be done, and what nobody does without help.
   *
   * @param failing of those pending: that failed, or wait for a win that should long have been read
   * @param passedOver what can never be told
   */
  record Standing(long pending, long failing, long givenUp, long oldestS, long passedOver) {}

  private final JdbcClient jdbc;
  private final WebhookTables tables;
  private final WebhookSettings settings;

  WebhookLedger(JdbcClient jdbc, WebhookTables tables, WebhookSettings settings) {
    this.jdbc = jdbc;
    this.tables = tables;
    this.settings = settings;
  }

  Entry enter(Notice notice) {
    tables.prepare();
    int entered =
        jdbc.sql(ENTER)
            .param("id", notice.id())
            .param("event_id", notice.eventId().value())
            .param("place", notice.place())
            .param("wins", notice.wins())
            .param("happened_at", notice.happenedAt().atOffset(ZoneOffset.UTC))
            .param("body", notice.body())
            .param("state", isTold(notice) ? "pending" : "skipped")
            .update();
    return entered == 1 ? Entry.NEW : compare(notice);
  }

  private boolean isTold(Notice notice) {
    return settings.since() == null || !notice.happenedAt().isBefore(settings.since());
  }

  private Entry compare(Notice notice) {
    List<Boolean> same =
        jdbc.sql(FIND)
            .param("id", notice.id())
            .param("event_id", notice.eventId().value())
            .param("place", notice.place())
            .param("body", notice.body())
            .param("later", notice.later())
            .query(Boolean.class)
            .list();
    return same.equals(List.of(true)) ? Entry.SAME_AGAIN : Entry.CONTRADICTION;
  }

  /**
   * The next one that is due, which no other instance gets while the lease runs.
   *
   * @param lease longer than an attempt lasts
   */
  Optional<Claim> claim(Duration lease) {
    tables.prepare();
    return jdbc.sql(CLAIM)
        .param("lease_ms", lease.toMillis())
        .param("give_up_ms", settings.giveUpAfter().toMillis())
        .query(WebhookLedger::claim)
        .optional();
  }

  private static Claim claim(ResultSet row, int number) throws SQLException {
    return new Claim(
        row.getString("id"),
        row.getBytes("body"),
        row.getInt("attempts"),
        row.getLong("paused_ms"),
        row.getLong("missing"));
  }

  void delivered(Claim claim) {
    jdbc.sql(DELIVERED).param("id", claim.id()).update();
  }

  /**
   * @return false if this attempt has no say any more
   */
  boolean failed(Claim claim, String why, Duration pause) {
    return jdbc.sql(FAILED)
            .param("id", claim.id())
            .param("attempts", claim.attempts())
            .param("why", why)
            .param("pause_ms", pause.toMillis())
            .param("paused_ms", claim.pausedMs() + pause.toMillis())
            .update()
        == 1;
  }

  /**
   * @return false if this attempt has no say any more
   */
  boolean givenUp(Claim claim, String why) {
    return jdbc.sql(GIVEN_UP)
            .param("id", claim.id())
            .param("attempts", claim.attempts())
            .param("why", why)
            .update()
        == 1;
  }

  /** Remembers that nothing can be told of something. */
  void passOver(String place, String why) {
    tables.prepare();
    jdbc.sql(PASS_OVER).param("place", place).param("why", Answer.writable(why)).update();
  }

  Standing standing() {
    tables.prepare();
    return jdbc.sql(STANDING).query(Standing.class).single();
  }
}
