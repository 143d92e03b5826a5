package nth.proof.verdict;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import nth.contract.Json;
import nth.contract.PlacedWinner;
import nth.contract.PromotionView;
import nth.contract.Winner;

/**
 * K5: what stands in Postgres, beside what must.
 *
 * @param winners fields of each row, by dedup_id
 * @param closings the same, by event_id
 */
record Mirror(Map<String, Map<String, Object>> winners, Map<String, Map<String, Object>> closings) {

  private static final String PLACED_WINNERS = "winners";

  /** What the topics demand. */
  static Mirror of(Iterable<Winner> winners, Iterable<PromotionView> closed) {
    Mirror mirror = new Mirror(new TreeMap<>(), new TreeMap<>());
    winners.forEach(winner -> mirror.winners.put(winner.dedupId(), row(winner)));
    closed.forEach(view -> mirror.closings.put(view.eventId().value(), row(view)));
    return mirror;
  }

  static Map<String, Object> row(Winner winner) {
    Map<String, Object> row = new TreeMap<>();
    row.put("dedup_id", winner.dedupId());
    row.put("event_id", winner.eventId().value());
    row.put("seq", winner.seq().value());
    row.put("user_id", winner.userId().value());
    row.put("request_id", winner.requestId().value());
    row.put("requested_at", winner.requestedAt());
    row.put("determined_at", winner.determinedAt());
    row.put("position", winner.position().toString());
    return row;
  }

  static Map<String, Object> row(PromotionView view) {
    Map<String, Object> row = new TreeMap<>();
    row.put("event_id", view.eventId().value());
    row.put("cause", Objects.requireNonNull(view.cause()).wire());
    row.put("closed_at", Objects.requireNonNull(view.closedAt()));
    row.put("total_entries", Objects.requireNonNull(view.totalEntries()));
    row.put(PLACED_WINNERS, view.winners());
    row.put("position", view.position().toString());
    row.put("dedup_id", Objects.requireNonNull(view.dedupId()));
    return row;
  }

  static Mirror read(String jdbcUrl) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
      return new Mirror(
          rows(connection, "nth_winner", "dedup_id"), rows(connection, "nth_closing", "event_id"));
    }
  }

  private static Map<String, Map<String, Object>> rows(
      Connection connection, String table, String key) throws SQLException {
    Map<String, Map<String, Object>> rows = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("select * from " + table)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        Map<String, Object> row = new TreeMap<>();
        for (int i = 1; i <= columns; i++) {
          String column = found.getMetaData().getColumnName(i);
          row.put(column, value(found, i, column));
        }
        rows.put(String.valueOf(row.get(key)), row);
      }
    }
    return rows;
  }

  private static Object value(ResultSet found, int i, String column) throws SQLException {
    if (column.endsWith("_at")) {
      return found.getObject(i, OffsetDateTime.class).toInstant();
    }
    if (column.equals(PLACED_WINNERS)) {
      // Postgres keeps the members of its JSON in an order of its own.
      return Json.strict().readerForListOf(PlacedWinner.class).readValue(found.getString(i));
    }
    return found.getObject(i);
  }

  /** One sentence for each row that is missing, too many, or differs. */
  List<String> differences(Mirror must) {
    List<String> found = new ArrayList<>();
    compare("nth_winner", winners, must.winners, found);
    compare("nth_closing", closings, must.closings, found);
    return found;
  }

  private static void compare(
      String table,
      Map<String, Map<String, Object>> is,
      Map<String, Map<String, Object>> must,
      List<String> found) {
    TreeSet<String> keys = new TreeSet<>(is.keySet());
    keys.addAll(must.keySet());
    for (String key : keys) {
      if (!is.containsKey(key)) {
        found.add("%s lacks %s".formatted(table, key));
      } else if (!must.containsKey(key)) {
        found.add("%s has %s, which no topic says".formatted(table, key));
      } else if (!is.get(key).equals(must.get(key))) {
        found.add("%s has %s and must have %s".formatted(table, is.get(key), must.get(key)));
      }
    }
  }
}
