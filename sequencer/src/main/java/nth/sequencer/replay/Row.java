package nth.sequencer.replay;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import nth.contract.Json;
import nth.contract.PromotionView;
import nth.contract.Winner;
import org.jspecify.annotations.Nullable;

/** A row of the mirror by its columns, each as the Java type it has in the record. */
final class Row {

  static final List<String> WINNER_COLUMNS =
      List.of(
          "dedup_id",
          "event_id",
          "seq",
          "user_id",
          "request_id",
          "requested_at",
          "determined_at",
          "position");

  static final List<String> CLOSING_COLUMNS =
      List.of("event_id", "cause", "closed_at", "total_entries", "winners", "position", "dedup_id");

  private final Map<String, @Nullable Object> columns;

  private Row(Map<String, @Nullable Object> columns) {
    this.columns = columns;
  }

  static Row of(Winner winner) {
    Map<String, @Nullable Object> columns = new TreeMap<>();
    columns.put("dedup_id", winner.dedupId());
    columns.put("event_id", winner.eventId().value());
    columns.put("seq", winner.seq().value());
    columns.put("user_id", winner.userId().value());
    columns.put("request_id", winner.requestId().value());
    columns.put("requested_at", winner.requestedAt());
    columns.put("determined_at", winner.determinedAt());
    columns.put("position", winner.position().toString());
    return new Row(columns);
  }

  /** Of a closed state. */
  static Row of(PromotionView view) {
    Map<String, @Nullable Object> columns = new TreeMap<>();
    columns.put("event_id", view.eventId().value());
    columns.put("cause", Objects.requireNonNull(view.cause()).wire());
    columns.put("closed_at", view.closedAt());
    columns.put("total_entries", view.totalEntries());
    columns.put("winners", Json.strict().valueToTree(view.winners()).toString());
    columns.put("position", view.position().toString());
    columns.put("dedup_id", view.dedupId());
    return new Row(columns);
  }

  static Row read(ResultSet found, List<String> names) throws SQLException {
    Map<String, @Nullable Object> columns = new TreeMap<>();
    for (String name : names) {
      columns.put(name, read(found, name));
    }
    return new Row(columns);
  }

  private static @Nullable Object read(ResultSet found, String name) throws SQLException {
    if (name.endsWith("_at")) {
      OffsetDateTime time = found.getObject(name, OffsetDateTime.class);
      return time == null ? null : time.toInstant();
    }
    if (name.equals("winners")) {
      // Postgres spells JSON in its own way.
      return Json.tolerant().readTree(found.getString(name)).toString();
    }
    return found.getObject(name);
  }

  String text(String column) {
    return String.valueOf(columns.get(column));
  }

  Instant time(String column) {
    return (Instant) Objects.requireNonNull(columns.get(column));
  }

  /** One phrase that names the columns that differ; empty if none does. */
  String differences(Row must) {
    List<String> wrong = new ArrayList<>();
    must.columns.forEach(
        (name, expected) -> {
          Object is = columns.get(name);
          if (!Objects.equals(expected, is)) {
            wrong.add("%s is %s and must be %s".formatted(name, is, expected));
          }
        });
    return String.join(", ", wrong);
  }
}
