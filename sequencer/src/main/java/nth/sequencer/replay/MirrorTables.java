package nth.sequencer.replay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import nth.sequencer.operator.CannotGoOn;
import org.jspecify.annotations.Nullable;

/** Reads the tables of the mirror. */
final class MirrorTables {

  private static final String NO_TABLE = "42P01";
  private static final int FETCH_ROWS = 1_000;

  private final DataSource database;

  /** Takes one row after the other. */
  interface RowReader {
    void accept(Row row);
  }

  MirrorTables(DataSource database) {
    this.database = database;
  }

  /**
   * Asks for the tables before anything takes long.
   *
   * @throws CannotGoOn if they are not there
   */
  void probe() {
    read("nth_winner", List.of("dedup_id"), "none", row -> {});
    read("nth_closing", List.of("dedup_id"), "none", row -> {});
  }

  /**
   * Both tables have the columns {@code event_id} and {@code dedup_id}.
   *
   * @param event null for all
   */
  void read(String table, List<String> columns, @Nullable String event, RowReader reader) {
    String select = "select " + String.join(", ", columns) + " from " + table;
    String sql = event == null ? select : select + " where event_id = ?";
    try (Connection connection = database.getConnection()) {
      // Without a transaction the driver would fetch all rows at once.
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setFetchSize(FETCH_ROWS);
        if (event != null) {
          statement.setString(1, event);
        }
        try (ResultSet found = statement.executeQuery()) {
          while (found.next()) {
            reader.accept(Row.read(found, columns));
          }
        }
      }
      connection.rollback();
    } catch (SQLException e) {
      throw NO_TABLE.equals(e.getSQLState()) ? noTable(table, e) : away(e);
    }
  }

  private static CannotGoOn noTable(String table, SQLException e) {
    return new CannotGoOn(
        "The database has no table %s: no sequencer has run with it.".formatted(table)
            + " --no-database compares without.",
        e);
  }

  private static CannotGoOn away(SQLException e) {
    Throwable root = e.getCause() == null ? e : e.getCause();
    return new CannotGoOn(
        "The database does not answer (SPRING_DATASOURCE_URL): %s --no-database compares without."
            .formatted(String.valueOf(root.getMessage()).lines().findFirst().orElse("")),
        e);
  }
}
