package nth.sequencer.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import nth.contract.Json;
import nth.contract.Winner;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Inserts, and on conflict compares every field. It knows no update. */
final class PostgresWinnerLedger implements WinnerLedger {

  private static final String INSERT_WINNER =
      """
      insert into nth_winner (dedup_id, event_id, seq, user_id, request_id, requested_at,
                              determined_at, position)
      values (:dedup_id, :event_id, :seq, :user_id, :request_id, :requested_at,
              :determined_at, :position)
      on conflict do nothing""";

  private static final String FIND_WINNER =
      "select * from nth_winner"
          + " where dedup_id = :dedup_id or (event_id = :event_id and seq = :seq)";

  private static final String INSERT_CLOSING =
      """
      insert into nth_closing (event_id, cause, closed_at, total_entries, winners, position,
                               dedup_id)
      values (:event_id, :cause, :closed_at, :total_entries, cast(:winners as jsonb), :position,
              :dedup_id)
      on conflict do nothing""";

  private static final String FIND_CLOSING =
      "select * from nth_closing where event_id = :event_id or dedup_id = :dedup_id";

  private final JdbcClient jdbc;

  PostgresWinnerLedger(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Verdict record(Winner winner) {
    Map<String, Object> row = new TreeMap<>();
    row.put("dedup_id", winner.dedupId());
    row.put("event_id", winner.eventId().value());
    row.put("seq", winner.seq().value());
    row.put("user_id", winner.userId().value());
    row.put("request_id", winner.requestId().value());
    row.put("requested_at", winner.requestedAt());
    row.put("determined_at", winner.determinedAt());
    row.put("position", winner.position().toString());
    return record(row, INSERT_WINNER, FIND_WINNER);
  }

  @Override
  public Verdict record(Closing closing) {
    Map<String, Object> row = new TreeMap<>();
    row.put("event_id", closing.eventId().value());
    row.put("cause", closing.cause().wire());
    row.put("closed_at", closing.closedAt());
    row.put("total_entries", closing.totalEntries());
    row.put("winners", Json.strict().valueToTree(closing.winners()).toString());
    row.put("position", closing.position().toString());
    row.put("dedup_id", closing.dedupId());
    return record(row, INSERT_CLOSING, FIND_CLOSING);
  }

  private Verdict record(Map<String, Object> row, String insert, String find) {
    Map<String, Object> parameters = new TreeMap<>(row);
    parameters.replaceAll((column, value) -> parameter(value));
    try {
      if (jdbc.sql(insert).params(parameters).update() == 1) {
        return Verdict.written();
      }
    } catch (DataIntegrityViolationException e) {
      return Verdict.impossible("the database cannot hold it: " + sqlState(e));
    }
    return compare(row, jdbc.sql(find).params(parameters).query(rowLike(row)).list());
  }

  private static Verdict compare(Map<String, Object> row, List<Map<String, Object>> found) {
    if (found.isEmpty()) {
      throw new IllegalStateException("a row that was in the way is gone");
    }
    var different = new TreeSet<String>();
    for (Map<String, Object> other : found) {
      row.keySet().stream()
          .filter(column -> !row.get(column).equals(other.get(column)))
          .forEach(different::add);
    }
    return different.isEmpty()
        ? Verdict.sameAgain()
        : Verdict.contradiction("differs in " + String.join(", ", different));
  }

  private static Object parameter(Object value) {
    return value instanceof Instant time ? OffsetDateTime.ofInstant(time, ZoneOffset.UTC) : value;
  }

  /** Reads the same columns as the same Java types. */
  private static RowMapper<Map<String, Object>> rowLike(Map<String, Object> row) {
    return (found, number) -> {
      Map<String, Object> columns = new TreeMap<>();
      for (var column : row.entrySet()) {
        columns.put(column.getKey(), read(found, column.getKey(), column.getValue()));
      }
      return columns;
    };
  }

  private static Object read(ResultSet found, String column, Object like) throws SQLException {
    if (like instanceof Instant) {
      return found.getObject(column, OffsetDateTime.class).toInstant();
    }
    if (column.equals("winners")) {
      // Postgres spells JSON in its own way.
      return Json.strict().readTree(found.getString(column)).toString();
    }
    return found.getObject(column);
  }

  private static String sqlState(DataIntegrityViolationException e) {
    return e.getMostSpecificCause() instanceof SQLException sql
        ? "SQLSTATE " + sql.getSQLState()
        : e.getClass().getSimpleName();
  }
}
