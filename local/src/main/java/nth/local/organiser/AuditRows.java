package nth.local.organiser;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.TimeoutException;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What Postgres has of an event. */
@Component
final class AuditRows {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String WINNERS =
      """
      select seq, user_id, request_id, position, determined_at, dedup_id
      from nth_winner where event_id = ? order by seq""";
  private static final String CLOSING =
      "select cause, total_entries, closed_at, position from nth_closing where event_id = ?";

  /** All of it; nothing is there before a target has fallen or the event is closed. */
  record Report(List<WinnerRow> winners, @Nullable ClosingRow closing) {}

  /** Of {@code nth_winner}. */
  record WinnerRow(
      Seq seq,
      UserId userId,
      RequestId requestId,
      Position position,
      Instant determinedAt,
      String dedupId) {}

  /** Of {@code nth_closing}. */
  record ClosingRow(String cause, long totalEntries, Instant closedAt, Position position) {}

  private final JdbcClient jdbc;

  AuditRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Fails with a {@link Problem}, 503, while the database does not answer. */
  Mono<Report> of(EventId event) {
    return Mono.fromCallable(() -> new Report(winners(event), closing(event)))
        .subscribeOn(Schedulers.boundedElastic())
        .timeout(PATIENCE)
        .onErrorMap(
            fault -> fault instanceof DataAccessException || fault instanceof TimeoutException,
            fault -> new Problem(ProblemCode.UNAVAILABLE, "The database does not answer."));
  }

  private List<WinnerRow> winners(EventId event) {
    return jdbc.sql(WINNERS).param(event.value()).query(AuditRows::winner).list();
  }

  private @Nullable ClosingRow closing(EventId event) {
    return jdbc.sql(CLOSING).param(event.value()).query(AuditRows::closing).optional().orElse(null);
  }

  private static WinnerRow winner(ResultSet row, int number) throws SQLException {
    return new WinnerRow(
        new Seq(row.getLong("seq")),
        new UserId(row.getString("user_id")),
        new RequestId(row.getString("request_id")),
        Position.parse(row.getString("position")),
        instant(row, "determined_at"),
        row.getString("dedup_id"));
  }

  private static ClosingRow closing(ResultSet row, int number) throws SQLException {
    return new ClosingRow(
        row.getString("cause"),
        row.getLong("total_entries"),
        instant(row, "closed_at"),
        Position.parse(row.getString("position")));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
